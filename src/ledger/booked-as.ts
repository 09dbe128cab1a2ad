import { addTotal, type BodyKey, totalsJson } from '../core/batch-body.ts';
import type { MinorSum } from '../core/money.ts';
import type { AccountTotals } from '../core/states.ts';
import { type SentEntries, sentEntries } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** Duplicates that are compared with what was sent, or written, in one transaction. */
const AT_ONCE = 1_000;

/**
 * A file may be in any order, and a million entries don't fit into memory: they are compared in the order in which the earlier
 * imports sent them, so that each batch is read once, and written in their own. The tables are this connection's own.
 */
const TABLES = {
  compared: 'no integer primary key, import, other, seq, totals',
  differing: 'seq, totals',
  noted: 'no integer primary key, seq, totals',
} as const;

async function emptyTables(db: Sql): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    await db.exec(`create temp table if not exists ${table} (${columns})`);
    await db.exec(`delete from temp.${table}`);
  }
}

/**
 * Of the duplicates of an import, writes the sums per account that the service has, where today's job makes other ones: a rule
 * was edited since, or another job booked them.
 * @param facts of the import, JSON
 * @param seqs ordinals of the entries that are looked at; default: all of them
 */
export async function noteBookedTotals(
  db: Sql,
  num: number,
  facts: string | null,
  seqs?: readonly number[],
): Promise<void> {
  const these = seqs === undefined ? '' : 'and seq in (select value from json_each(?2))';
  const duplicates = `from entry where import = ?1 ${these} and twin is not null`;
  const values = [num, ...(seqs === undefined ? [] : [JSON.stringify(seqs)])];
  if ((await db.get(`select 1 ${duplicates} limit 1`, ...values)) === undefined) return;
  const { scale = 2 } = JSON.parse(facts ?? '{}') as Partial<BodyKey>;
  const sent = sentEntries();
  await emptyTables(db);
  await db.run(
    `insert into compared (import, other, seq, totals) select twin ->> 0, twin ->> 1, seq, totals ${duplicates} order by 1, 2`,
    ...values,
  );
  for (let last = 0; ; last += AT_ONCE) {
    const page = await db.all<{ import: number; other: number; seq: number; totals: string }>(
      `select import, other, seq, totals from compared where no > ? order by no limit ${AT_ONCE}`,
      last,
    );
    if (page.length === 0) break;
    const differing: (readonly [seq: number, totals: string])[] = [];
    for (const { import: of, other, seq, totals } of page) {
      const booked = await bookedTotals(db, sent, { import: of, seq: other }, scale);
      if (booked !== undefined && !areSame(booked, totals)) differing.push([seq, booked]);
    }
    await db.run('insert into differing select value ->> 0, value ->> 1 from json_each(?)', JSON.stringify(differing));
  }
  await db.run('insert into noted (seq, totals) select seq, totals from differing order by 1');
  for (let last = 0; ; last += AT_ONCE) {
    const page = await db.all<{ seq: number; totals: string }>(
      `select seq, totals from noted where no > ? order by no limit ${AT_ONCE}`,
      last,
    );
    if (page.length === 0) break;
    await db.write(async (tx) => {
      for (const { seq, totals } of page)
        await tx.run('update entry set booked_totals = ? where import = ? and seq = ?', totals, num, seq);
    });
  }
  await emptyTables(db);
}

/** @returns undefined where nobody knows any more, or where these decimals can't say it */
async function bookedTotals(
  db: Sql,
  sent: SentEntries,
  of: { readonly import: number; readonly seq: number },
  scale: number,
): Promise<string | undefined> {
  const found = await sent(db, of);
  if (found === undefined) return undefined;
  const sums = new Map<string, MinorSum>();
  for (const { account, units } of found.lines) {
    const here = units * 10 ** (scale - found.scale);
    if (!Number.isInteger(here)) return undefined;
    addTotal(sums, account, here);
  }
  return totalsJson(sums);
}

/** An account that comes to nothing is as good as none. */
function areSame(booked: string, totals: string): boolean {
  if (booked === totals) return true;
  const [earlier, now] = [booked, totals].map((text) => JSON.parse(text) as AccountTotals) as [
    AccountTotals,
    AccountTotals,
  ];
  return [...Object.keys(earlier), ...Object.keys(now)].every(
    (account) => (earlier[account] ?? '0') === (now[account] ?? '0'),
  );
}
