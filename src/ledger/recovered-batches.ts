import type { BatchEntry } from '../core/states.ts';
import { packEntries } from './batches.ts';
import { releaseClaim } from './claims.ts';
import { listedAmount } from './import-list.ts';
import { lastBatchNo } from './imports.ts';
import type { LoggedLine } from './read-attempt-log.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** Decimals that a receipt shows where no plan says how many there are. */
const USUAL_SCALE = 2;

/**
 * A batch of a recovered import: who its entries are is known, what was sent is not. Its body is empty and can't be sent,
 * for its hash is that of what was.
 * @param entries those of its entries that no later attempt sent
 * @returns its number: the one it had, if that is free
 */
export async function insertRecovered(
  db: Sql,
  num: number,
  attempt: LoggedLine,
  entries: readonly BatchEntry[],
  state: 'booked' | 'in-doubt',
): Promise<number> {
  const taken = (await db.get('select 1 from batch where import = ? and no = ?', num, attempt.no)) !== undefined;
  const no = taken ? (await lastBatchNo(db, num)) + 1 : attempt.no;
  const sum = (of: (entry: BatchEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0);
  const lines = sum(({ lineCount }) => lineCount);
  await db.run(
    'insert into batch (import, no, state, entries, rows, lines, sha256, attempts, attempt) values (?, ?, ?, ?, ?, ?, ?, 1, ?)',
    num,
    no,
    state,
    entries.length,
    sum(({ rowCount }) => rowCount),
    lines,
    attempt.body,
    attempt.id,
  );
  await db.run(
    'insert into batch_body (import, no, entries, totals, body) values (?, ?, ?, ?, ?)',
    num,
    no,
    packEntries(entries),
    // Of a part of a batch the log has no sums.
    lines === attempt.lines && attempt.scale === USUAL_SCALE ? attempt.totals : '{}',
    Buffer.alloc(0),
  );
  return no;
}

/**
 * A batch of a recovered import that was not booked can't be sent again. Its claims are given back, so that the file can be
 * imported anew.
 * @returns false for a batch of any other import
 */
export async function withdrawRecovered(db: Sql, { import: num, no }: BatchRow): Promise<boolean> {
  if ((await db.get('select 1 from import where num = ? and recovered = 1', num)) === undefined) return false;
  await db.run("update batch set state = 'withdrawn', holder = null where import = ? and no = ?", num, no);
  for (const entry of (await bodyOf(db, num, no)).entries) await releaseClaim(db, num, entry);
  await recount(db, num);
  return true;
}

/** A recovered import is as large as what it sent. */
export async function recount(db: Sql, num: number): Promise<void> {
  const totals = new Map<string, bigint>();
  let rows = 0;
  for (const batch of await db.all<{ rows: number; totals: string }>(
    `select b.rows, y.totals from batch b join batch_body y on y.import = b.import and y.no = b.no
     where b.import = ? and b.state in ('booked', 'in-doubt')`,
    num,
  )) {
    rows += batch.rows;
    for (const [account, units] of Object.entries(JSON.parse(batch.totals) as Record<string, string>))
      totals.set(account, (totals.get(account) ?? 0n) + BigInt(units));
  }
  const sums = JSON.stringify(Object.fromEntries([...totals].map(([account, units]) => [account, String(units)])));
  const { facts } = (await db.get<Pick<ImportRow, 'facts'>>('select facts from import where num = ?', num))!;
  const { amount, scale } = listedAmount(sums, facts);
  await db.run(
    'update import set rows_read = ?, file_totals = ?, amount = ?, scale = ? where num = ?',
    rows,
    sums,
    amount,
    scale,
    num,
  );
}
