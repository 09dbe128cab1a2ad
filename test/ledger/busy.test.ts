import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';

test('a write that waited in vain for the lock leaves nothing behind: the next one goes through', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-busy-'));
  const path = join(folder, 'ledger.db');
  const [other, ours] = [openSqlite(path, 1_000), openSqlite(path, 1_000)];
  try {
    ours.exec('pragma busy_timeout=1');
    ours.exec('create table note (text text)');
    const write = (text: string) => ours.run('insert into note values (?)', text);
    other.exec('begin immediate');
    expect(() => write('in vain')).toThrow(/locked/);
    other.exec('commit');
    ours.transaction(() => ours.run("insert into note values ('another')"));
    expect(write('the same')).toBe(1);
    expect(other.all('select text from note')).toEqual([{ text: 'another' }, { text: 'the same' }]);
  } finally {
    ours.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
