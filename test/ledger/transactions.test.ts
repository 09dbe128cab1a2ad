import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite, type Sql, type SqliteDatabase } from '../../src/ledger/sqlite-database.ts';

let folder: string;
let ours: SqliteDatabase;
/** A connection of its own to the same file, in the same thread. */
let other: SqliteDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-transactions-'));
  const path = join(folder, 'ledger.db');
  ours = openSqlite(path, 1_000);
  other = openSqlite(path, 1_000);
  await ours.exec('create table note (text text)');
});
afterEach(() => {
  ours.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (sql: Sql, text: string) => sql.run('insert into note values (?)', text);
const texts = async (sql: Sql) => (await sql.all<{ text: string }>('select text from note')).map(({ text }) => text);

test('of many transactions at once none takes part in another, whichever connection they are on', async () => {
  const ends: string[] = [];
  const one = async (db: SqliteDatabase, name: string) => {
    await db.write(async (tx) => {
      for (let at = 0; at < 3; at++) await add(tx, `${name}${at}`);
      if (name === 'c') throw new Error('no');
    });
    ends.push(name);
  };
  const names = ['a', 'b', 'c', 'd', 'e'];
  const results = await Promise.allSettled(names.map((name, at) => one(at % 2 === 0 ? ours : other, name)));
  expect(results.map(({ status }) => status)).toEqual(names.map((name) => (name === 'c' ? 'rejected' : 'fulfilled')));
  expect(await texts(ours)).toEqual(ends.flatMap((name) => [0, 1, 2].map((at) => `${name}${at}`)));
});

test('what is read meanwhile is what was committed, never half of a transaction', async () => {
  const seen: number[] = [];
  const reading = async (db: SqliteDatabase) => {
    for (let round = 0; round < 50; round++) seen.push((await texts(db)).length);
  };
  const writing = async () => {
    for (let round = 0; round < 10; round++)
      await ours.write(async (tx) => {
        for (let at = 0; at < 4; at++) await add(tx, 'x');
      });
  };
  await Promise.all([writing(), reading(ours), reading(other)]);
  expect(seen.filter((count) => count % 4 !== 0)).toEqual([]);
});

test('what is read in one moment stays so, whatever is written meanwhile', async () => {
  const counts: number[] = [];
  const reading = ours.read(async (moment) => {
    for (let round = 0; round < 20; round++) counts.push((await texts(moment)).length);
  });
  await Promise.all([reading, add(other, 'a'), add(ours, 'b')]);
  expect(new Set(counts).size).toBe(1);
  expect(await texts(ours)).toHaveLength(2);
});

test('a transaction within a transaction is a part of it', async () => {
  const whole = ours.write(async (tx) => {
    await add(tx, 'outer');
    await tx.write((inner) => add(inner, 'inner'));
    expect(await tx.read(texts)).toEqual(['outer', 'inner']);
    throw new Error('no');
  });
  await expect(whole).rejects.toThrow('no');
  expect(await texts(ours)).toEqual([]);
});

test('a transaction that waits for something else than its statements fails, and does not stand still', async () => {
  const waits = 'waits for something else than its own statements';
  const stuck = ours.write(async (tx) => {
    await add(tx, 'half');
    // On the connection, and not on the transaction.
    await add(ours, 'outside');
  });
  await expect(stuck).rejects.toThrow(waits);
  expect(await texts(ours)).toEqual([]);
  await add(ours, 'whole');
  expect(await texts(other)).toEqual(['whole']);
});

test('a statement that comes after the end of its transaction is refused', async () => {
  let kept: Sql | undefined;
  await ours.write(async (tx) => {
    kept = tx;
    await add(tx, 'in time');
  });
  await expect(add(kept!, 'late')).rejects.toThrow('after the end of its transaction');
  expect(await texts(ours)).toEqual(['in time']);
});

test('rows that are read one by one leave no moment open, whatever becomes of them', async () => {
  await ours.write(async (tx) => {
    for (let at = 0; at < 1_200; at++) await add(tx, String(at));
  });
  const seen: string[] = [];
  await other.each<{ text: string }>(({ text }) => seen.push(text), 'select text from note');
  expect(seen).toEqual(Array.from({ length: 1_200 }, (_, at) => String(at)));
  await add(ours, 'late');
  expect(await add(other, 'later')).toBe(1);
});

test('whether it can be written is known without waiting, also while this very process writes', async () => {
  expect(ours.canWrite()).toBe(true);
  await ours.write(async (tx) => {
    await add(tx, 'x');
    expect(ours.canWrite()).toBe(true);
    expect(other.canWrite()).toBe(true);
  });
  await other.exec('begin immediate');
  expect(ours.canWrite()).toBe(false);
  await other.exec('rollback');
  expect(ours.canWrite()).toBe(true);
});

test('the write-ahead log is emptied where it has grown, and left to others who are at work', async () => {
  const wal = () => statSync(join(folder, 'ledger.db-wal')).size;
  const grow = () =>
    ours.write(async (tx) => {
      for (let at = 0; at < 1_500; at++) await add(tx, 'x'.repeat(4_000));
    });
  await add(ours, 'small');
  ours.shrinkWal();
  expect(wal()).toBeGreaterThan(0);
  await grow();
  expect(wal()).toBeGreaterThan(5_000_000);
  await other.exec('begin');
  await other.all('select 1 from note limit 1');
  ours.shrinkWal();
  expect(wal()).toBeGreaterThan(5_000_000);
  await other.exec('commit');
  ours.shrinkWal();
  expect(wal()).toBe(0);
  expect(await add(ours, 'after')).toBe(1);
});

test('a group has one commit, and each piece of it stands or falls by itself', async () => {
  const versionOf = async () => (await other.get<{ data_version: number }>('pragma data_version'))!.data_version;
  const before = await versionOf();
  const pieces = ['a', 'b', 'c'].map((name) =>
    ours.groupCommit(async (tx) => {
      await add(tx, name);
      if (name === 'b') throw new Error('no');
      return name;
    }),
  );
  const results = await Promise.allSettled(pieces);
  expect(results).toMatchObject([{ value: 'a' }, { reason: { message: 'no' } }, { value: 'c' }]);
  expect(await texts(other)).toEqual(['a', 'c']);
  // Another connection sees one change of the file.
  expect(await versionOf()).toBe(before + 1);
});

test('where a group can not be committed every piece of it hears so, and nothing of it has happened', async () => {
  await ours.exec('create table parent (id integer primary key)');
  await ours.exec('create table child (parent integer references parent (id) deferrable initially deferred)');
  await ours.exec('pragma foreign_keys=on');
  const results = await Promise.allSettled([
    ours.groupCommit((tx) => add(tx, 'sound')),
    ours.groupCommit((tx) => tx.run('insert into child values (77)')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await texts(ours)).toEqual([]);
  expect(await ours.groupCommit((tx) => add(tx, 'later'))).toBe(1);
});

test('a group waits for a transaction that is open, and what comes meanwhile is in the next one', async () => {
  const first = ours.groupCommit(async (tx) => {
    await add(tx, 'a');
    second = ours.groupCommit((own) => add(own, 'c'));
  });
  let second: Promise<unknown> | undefined;
  await Promise.all([first, other.write((tx) => add(tx, 'b'))]);
  await second;
  expect((await texts(ours)).sort()).toEqual(['a', 'b', 'c']);
});
