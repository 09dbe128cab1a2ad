import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
