import { type BodyKey, entryTotals } from '../core/batch-body.ts';
import { type Cancellation, cancelledEntry } from '../core/cancelled-issue.ts';
import { baseContent } from '../core/entry-content.ts';
import type { Remark } from '../core/issue.ts';
import { firstRow } from '../core/row-ranges.ts';
import type { FrozenBatch } from '../core/states.ts';
import { claimKnown, releaseUnapplied } from './claims.ts';
import { insertCause, insertProblem, upsertEntry } from './planned-rows.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import { causeOf as issueCause } from './set-rejected.ts';
import type { Sql } from './sqlite-database.ts';

/**
 * A batch of a cancelled import is taken back: its entries are held, and their claims given back. To be called in a
 * transaction that has seen that it is ready.
 */
export async function withdrawBatch(db: Sql, { num, facts, cancelled }: ImportRow, batch: BatchRow): Promise<void> {
  const frozen = await bodyOf(db, num, batch.no);
  if (batch.step === 'read-back') {
    await bookUnread(db, batch, frozen.entries);
    return;
  }
  const totals = entryTotals(frozen, JSON.parse(facts!) as BodyKey);
  const cause = await causeOf(db, num, JSON.parse(cancelled!) as Cancellation);
  await db.run("update batch set state = 'withdrawn', holder = null where import = ? and no = ?", num, batch.no);
  for (const [at, entry] of frozen.entries.entries()) {
    const { seq, key, rows, rowCount } = entry;
    await upsertEntry(db, num, {
      seq,
      source: batch.source,
      key,
      rows,
      row_count: rowCount,
      state: 'held',
      totals: JSON.stringify(totals[at]),
      identity: entry.identity,
      content: baseContent(entry.content),
    });
    await db.run('delete from problem where import = ? and seq = ?', num, seq);
    await insertProblem(db, num, seq, 0, cause, null);
    await releaseUnapplied(db, num, batch.no, entry);
  }
}

/** What was to be read back is created, whoever cancels: held, it would be created once more by a retry. */
async function bookUnread(
  db: Sql,
  { import: num, no, target }: BatchRow,
  entries: FrozenBatch['entries'],
): Promise<void> {
  const ids = target === null ? null : JSON.stringify([[target, null]]);
  await db.run("update batch set state = 'booked', ids = ?, holder = null where import = ? and no = ?", ids, num, no);
  for (const { seq } of entries) await insertProblem(db, num, seq, 0, await issueCause(db, num, UNREAD), null);
}

const UNREAD: Remark = {
  code: 'custom-values-unread',
  message:
    'Whether the service keeps custom values could not be seen: the import was cancelled before it was looked up.',
  suggestion: 'Look at the contact in the service: are its custom values there?',
};

/** One cause for all that the same person cancelled for the same reason. */
async function causeOf(db: Sql, num: number, cancellation: Cancellation): Promise<number> {
  const issue = cancelledEntry(cancellation);
  const known = await db.get<{ no: number }>(
    'select no from cause where import = ? and code = ? and message = ?',
    num,
    issue.code,
    issue.message,
  );
  if (known !== undefined) return known.no;
  const { no } = (await db.get<{ no: number }>(
    'select coalesce(max(no), 0) + 1 as no from cause where import = ?',
    num,
  ))!;
  await insertCause(db, num, { ...issue, no });
  return no;
}

/**
 * A request that was declared not booked turned out to be, after what it held, or the parts of it, was taken back. Where
 * its entries still wait and nobody has claimed them they are booked; else a person has to look (`contradictions`).
 * @returns whether anything is
 */
export async function bookWithdrawn(db: Sql, num: number, no: number): Promise<boolean> {
  const withdrawn = await db.all<BatchRow>(
    "select * from batch where import = ?1 and state = 'withdrawn' and ?2 in (no, parent)",
    num,
    no,
  );
  let booked = false;
  for (const batch of withdrawn) {
    const { entries } = await bodyOf(db, num, batch.no);
    let free = true;
    for (const entry of entries) free &&= await isFree(db, num, entry);
    if (!free) continue;
    await db.run("update batch set state = 'booked' where import = ? and no = ?", num, batch.no);
    for (const entry of entries) {
      const { seq, identity, content, rows } = entry;
      await db.run('delete from problem where import = ? and seq = ?', num, seq);
      await db.run('delete from entry where import = ? and seq = ?', num, seq);
      await db.run(
        'insert into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
        identity,
        content,
        num,
        seq,
        firstRow(rows),
      );
      await claimKnown(db, num, entry);
    }
    booked = true;
  }
  if (booked) await db.run("update meta set value = value + 1 where name = 'claims'");
  return booked;
}

async function isFree(
  db: Sql,
  num: number,
  { seq, identity, content }: FrozenBatch['entries'][number],
): Promise<boolean> {
  return (
    (await db.get("select 1 from entry where import = ? and seq = ? and state = 'held'", num, seq)) !== undefined &&
    (await db.get('select 1 from claim where identity = ? and content = ?', identity, content)) === undefined
  );
}
