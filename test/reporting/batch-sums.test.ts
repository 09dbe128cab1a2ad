import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { afterEach, expect, test } from 'vitest';
import type { BatchState } from '../../src/core/states.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { batchSums } from '../../src/reporting/batch-sums.ts';

const NUM = 7;
const ACCOUNTS = ['1920', '3000', '2700'];
const STATES: readonly BatchState[] = [
  'ready',
  'waiting',
  'sending',
  'booked',
  'in-doubt',
  'split',
  'continued',
  'rejected',
  'withdrawn',
];

const folder = mkdtempSync(join(tmpdir(), 'bilag-sums-'));
const closing: { close(): void }[] = [];
afterEach(() => {
  for (const each of closing.splice(0)) each.close();
  rmSync(folder, { recursive: true, force: true });
});

const units = fc.oneof(fc.integer(), fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })).map(String);
const batch = fc.record({
  no: fc.integer({ min: 1, max: 8 }),
  state: fc.constantFrom(...STATES),
  totals: fc.dictionary(fc.constantFrom(...ACCOUNTS), units, { minKeys: 1 }),
});
/** What others do to the batches between two looks. */
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('moved' as const),
      no: fc.integer({ min: 1, max: 8 }),
      state: fc.constantFrom(...STATES),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('added' as const), batch }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('planned anew' as const), batches: fc.array(batch, { maxLength: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('another import' as const), num: fc.integer({ min: 10, max: 20 }) }),
  },
);

test('what is remembered of batches comes to what they come to, whatever became of them', async () => {
  const path = join(folder, 'ledger.db');
  const ledger = openLedger(`sqlite:${path}`);
  const db = new Database(path);
  closing.push(ledger, db);
  let bodies = 0;
  const insert = ({ no, state, totals }: { no: number; state: BatchState; totals: Record<string, string> }) => {
    db.prepare('delete from batch where import = ? and no = ?').run(NUM, no);
    db.prepare('insert into batch (import, no, state, entries, rows, lines, sha256) values (?, ?, ?, 1, 1, 1, ?)').run(
      NUM,
      no,
      state,
      `body ${++bodies}`,
    );
    db.prepare("insert or replace into batch_body (import, no, entries, totals, body) values (?, ?, '[]', ?, x'')").run(
      NUM,
      no,
      JSON.stringify(totals),
    );
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 8 }),
      fc.array(change, { maxLength: 12 }),
      async (planned, changes) => {
        db.prepare('delete from batch').run();
        planned.forEach(insert);
        expect(await shown()).toEqual(counted());
        for (const each of changes) {
          if (each.do === 'moved') db.prepare('update batch set state = ? where no = ?').run(each.state, each.no);
          else if (each.do === 'added') insert(each.batch);
          else if (each.do === 'another import') await batchSums(each.num, ledger);
          else {
            db.prepare('delete from batch').run();
            each.batches.forEach(insert);
          }
          expect(await shown()).toEqual(counted());
        }
      },
    ),
  );

  async function shown() {
    const sums: Record<string, string> = {};
    for (const [account, places] of await batchSums(NUM, ledger)) {
      for (const [place, sum] of Object.entries(places))
        if (!sum.isZero()) sums[`${account} ${place}`] = String(sum.value());
    }
    return sums;
  }
  /** All of them added up from nothing. */
  function counted() {
    const sums = new Map<string, bigint>();
    for (const { state, totals } of db
      .prepare('select state, totals from batch join batch_body using (import, no) where import = ?')
      .all(NUM) as {
      state: BatchState;
      totals: string;
    }[]) {
      const place = {
        booked: 'booked',
        'in-doubt': 'inDoubt',
        ready: 'pending',
        waiting: 'pending',
        sending: 'pending',
      }[state as string];
      if (place === undefined) continue;
      for (const [account, text] of Object.entries(JSON.parse(totals) as Record<string, string>))
        sums.set(`${account} ${place}`, (sums.get(`${account} ${place}`) ?? 0n) + BigInt(text));
    }
    return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).map(([name, sum]) => [name, String(sum)]));
  }
});
