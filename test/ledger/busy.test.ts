import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';

test('a write that waited in vain for the lock leaves nothing behind: the next one goes through', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-busy-'));
  const path = join(folder, 'ledger.db');
  const [other, ours] = [openSqlite(path, 1_000), openSqlite(path, 1_000)];
  try {
    await ours.exec('pragma busy_timeout=1');
    await ours.exec('create table note (text text)');
    const write = (text: string) => ours.run('insert into note values (?)', text);
    await other.exec('begin immediate');
    await expect((() => write('in vain'))()).rejects.toThrow(/locked/);
    await other.exec('commit');
    await ours.write((tx) => tx.run("insert into note values ('another')"));
    expect(await write('the same')).toBe(1);
    expect(await other.all('select text from note')).toEqual([{ text: 'another' }, { text: 'the same' }]);
  } finally {
    ours.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a ledger that another process is just making is waited for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-busy-'));
  const path = join(folder, 'ledger.db');
  // A file that has no write-ahead log yet, under somebody's lock.
  const other = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const Database = require('libsql');
     const database = new Database(workerData);
     database.exec('create table before (text text)');
     database.exec('begin immediate');
     parentPort.postMessage('locked');
     setTimeout(() => { database.exec('commit'); database.close(); }, 300);`,
    { eval: true, workerData: path },
  );
  try {
    await once(other, 'message');
    const ours = openSqlite(path, 1_000);
    expect(await ours.get('pragma journal_mode')).toMatchObject({ journal_mode: 'wal' });
    ours.close();
  } finally {
    await other.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
});
