import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportState } from '../../src/core/states.ts';
import { BATCH_COUNTS, BATCH_PAGE, BATCH_PAGE_OF_STATE } from '../../src/ledger/batches.ts';
import { BY_ID, COUNTED, type ImportFilter, importListOf, NEXT, pageQuery } from '../../src/ledger/import-list.ts';
import { openSqlite, type SqliteDatabase } from '../../src/ledger/sqlite-database.ts';

const STATES: readonly ImportState[] = ['completed', 'completed', 'partly-booked', 'completed', 'in-doubt'];
const NAMES = ['ØSTLANDET Bilag.csv', '100%_sikker.csv', 'a[b]*c?.csv', 'Lønn \\ mai.xlsx', 'kjøp.csv'];

let folder: string;
let db: SqliteDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bilag-list-'));
  db = openSqlite(join(folder, 'ledger.db'), 1_000);
  await db.write(async (tx) => {
    for (let i = 0; i < 500; i++) {
      await tx.run(
        `insert into import (id, job, kind, service, company, file, sha256, bytes, state, book, host, created_at, created_by, file_totals)
         values (?, ?, ?, 'main', '', ?, ?, 1, ?, 1, 'here', 0, 'me', ?)`,
        `01M7Y70DRAX1NCFJ699G${String(i).padStart(6, '0')}`,
        `job${i % 7}`,
        i % 50 === 0 ? 'contacts' : 'bookings',
        `${i} ${NAMES[i % 5]}`,
        String(i),
        STATES[i % 5]!,
        'x'.repeat(2_000),
      );
    }
  });
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const found = async (filter: ImportFilter, limit = 1_000) =>
  (await importListOf(db).imports(limit, filter)).map(({ file }) => Number.parseInt(file, 10));
const every = (which: (i: number) => boolean) =>
  Array.from({ length: 500 }, (_, i) => i)
    .filter(which)
    .reverse();

describe('the list of imports', () => {
  test('is searched by part of a name in upper or lower case, in Norwegian too', async () => {
    for (const search of ['østlandet', 'ØSTLANDET', 'Østlandet bILAG', 'østlandet']) {
      expect(await found({ search }), search).toEqual(every((i) => i % 5 === 0));
    }
    // As the files of a Mac may be spelled.
    expect(await found({ search: 'kjøp'.normalize('NFD') })).toEqual(every((i) => i % 5 === 4));
    expect(await found({ search: 'finnes ikke' })).toEqual([]);
  });

  test('takes what means something in a pattern for what it is', async () => {
    expect(await found({ search: '0%_s' })).toEqual(every((i) => i % 5 === 1));
    expect(await found({ search: '%' })).toEqual(every((i) => i % 5 === 1));
    expect(await found({ search: '_' })).toEqual(every((i) => i % 5 === 1));
    expect(await found({ search: '[B]*C?' })).toEqual(every((i) => i % 5 === 2));
    expect(await found({ search: '*' })).toEqual(every((i) => i % 5 === 2));
    expect(await found({ search: '\\' })).toEqual(every((i) => i % 5 === 3));
    expect(await found({ search: '^a' })).toEqual([]);
  });

  test('is searched by the beginning of an id', async () => {
    expect(await found({ search: '01m7y70drax1ncfj699g000123' })).toEqual([123]);
    expect(await found({ search: '01M7Y70DRAX1NCFJ699G00012' })).toEqual([
      129, 128, 127, 126, 125, 124, 123, 122, 121, 120,
    ]);
    expect(await found({ search: '01M7Y70DRAX1NCFJ699G000123', states: ['in-doubt'] })).toEqual([]);
  });

  test('is filtered by states, job and kind, each alone and together', async () => {
    expect(await found({ states: ['in-doubt'] })).toEqual(every((i) => i % 5 === 4));
    expect(await found({ states: ['in-doubt', 'partly-booked'] })).toEqual(every((i) => i % 5 === 4 || i % 5 === 2));
    expect(await found({ job: 'job3' })).toEqual(every((i) => i % 7 === 3));
    expect(await found({ kind: 'contacts' })).toEqual(every((i) => i % 50 === 0));
    expect(await found({ job: 'job3', states: ['in-doubt'], search: 'kjøp' })).toEqual(
      every((i) => i % 7 === 3 && i % 5 === 4),
    );
  });

  test('goes to older and to newer ones, a page at a time', async () => {
    for (const filter of [
      {},
      { states: ['in-doubt', 'partly-booked'] },
      { job: 'job2' },
      { search: 'bilag' },
    ] as const) {
      const all = await found(filter);
      const nums = new Map(
        (await importListOf(db).imports(1_000, filter)).map(({ num, file }) => [Number.parseInt(file, 10), num]),
      );
      expect(all.length).toBeGreaterThan(20);
      const before = nums.get(all[9]!)!;
      expect(await found({ ...filter, before }, 5)).toEqual(all.slice(10, 15));
      const after = nums.get(all[15]!)!;
      expect(await found({ ...filter, after }, 5)).toEqual(all.slice(10, 15));
      expect(await found({ ...filter, after }, 100)).toEqual(all.slice(0, 15));
    }
  });

  test('counts no further than it is asked to', async () => {
    expect(await importListOf(db).countUpTo(50, 'in-doubt')).toBe(50);
    expect(await importListOf(db).countUpTo(1_000, 'in-doubt')).toBe(100);
    expect(await importListOf(db).countUpTo(50, 'cancelled')).toBe(0);
  });

  test('is never sorted, and never reads wide rows to find those of a page', async () => {
    const ways = ['all', 'state', 'job', 'search'] as const;
    const queries = ways.flatMap((way) => [pageQuery(way, 'asc'), pageQuery(way, 'desc')]);
    for (const query of [...queries, COUNTED, BY_ID, NEXT, BATCH_PAGE, BATCH_PAGE_OF_STATE, BATCH_COUNTS]) {
      const plan = (await db.all<{ detail: string }>(`explain query plan ${query}`)).map(({ detail }) => detail);
      expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
      expect(plan.filter((step) => /^SCAN (import|batch)(?! USING COVERING INDEX)/.test(step))).toEqual([]);
    }
    for (const order of ['asc', 'desc'] as const) {
      const [plan] = await db.all<{ detail: string }>(`explain query plan ${pageQuery('search', order)}`);
      expect(plan!.detail).toMatch(/USING COVERING INDEX import_list/);
    }
  });
});
