import { type BodyKey, entryTotals } from '../core/batch-body.ts';
import { type Cancellation, cancelledEntry } from '../core/cancelled-issue.ts';
import { baseContent } from '../core/entry-content.ts';
import type { Remark } from '../core/issue.ts';
import type { FrozenBatch } from '../core/states.ts';
import { claimKnown, releaseUnapplied } from './claims.ts';
import { insertCause, insertProblem, upsertEntry } from './planned-rows.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import { causeOf as issueCause } from './set-rejected.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/**
 * A batch of a cancelled import is taken back: its entries are held, and their claims given back. To be called in a
 * transaction that has seen that it is ready.
 */
export function withdrawBatch(db: SqliteDatabase, { num, facts, cancelled }: ImportRow, batch: BatchRow): void {
  const frozen = bodyOf(db, num, batch.no);
  if (batch.step === 'read-back') {
    bookUnread(db, batch, frozen.entries);
    return;
  }
  const totals = entryTotals(frozen, JSON.parse(facts!) as BodyKey);
  const cause = causeOf(db, num, JSON.parse(cancelled!) as Cancellation);
  db.run("update batch set state = 'withdrawn', holder = null where import = ? and no = ?", num, batch.no);
  for (const [at, entry] of frozen.entries.entries()) {
    const { seq, key, rows, rowCount } = entry;
    upsertEntry(db, num, {
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
    db.run('delete from problem where import = ? and seq = ?', num, seq);
    insertProblem(db, num, seq, 0, cause, null);
    releaseUnapplied(db, num, batch.no, entry);
  }
}

/** What was to be read back is created, whoever cancels: held, it would be created once more by a retry. */
function bookUnread(db: SqliteDatabase, { import: num, no, target }: BatchRow, entries: FrozenBatch['entries']): void {
  const ids = target === null ? null : JSON.stringify([[target, null]]);
  db.run("update batch set state = 'booked', ids = ?, holder = null where import = ? and no = ?", ids, num, no);
  for (const { seq } of entries) insertProblem(db, num, seq, 0, issueCause(db, num, UNREAD), null);
}

const UNREAD: Remark = {
  code: 'custom-values-unread',
  message:
    'Whether the service keeps custom values could not be seen: the import was cancelled before it was looked up.',
  suggestion: 'Look at the contact in the service: are its custom values there?',
};

/** One cause for all that the same person cancelled for the same reason. */
function causeOf(db: SqliteDatabase, num: number, cancellation: Cancellation): number {
  const { kind } = db.get<Pick<ImportRow, 'kind'>>('select kind from import where num = ?', num)!;
  const issue = cancelledEntry(cancellation, kind);
  const known = db.get<{ no: number }>(
    'select no from cause where import = ? and code = ? and message = ?',
    num,
    issue.code,
    issue.message,
  );
  if (known !== undefined) return known.no;
  const { no } = db.get<{ no: number }>('select coalesce(max(no), 0) + 1 as no from cause where import = ?', num)!;
  insertCause(db, num, { ...issue, no });
  return no;
}

/**
 * A request that was declared not booked turned out to be, after what it held, or the parts of it, was taken back. Where
 * its entries still wait and nobody has claimed them they are booked; else a person has to look (`contradictions`).
 * @returns whether anything is
 */
export function bookWithdrawn(db: SqliteDatabase, num: number, no: number): boolean {
  const withdrawn = db.all<BatchRow>(
    "select * from batch where import = ?1 and state = 'withdrawn' and ?2 in (no, parent)",
    num,
    no,
  );
  let booked = false;
  for (const batch of withdrawn) {
    const { entries } = bodyOf(db, num, batch.no);
    if (!entries.every((entry) => isFree(db, num, entry))) continue;
    db.run("update batch set state = 'booked' where import = ? and no = ?", num, batch.no);
    for (const entry of entries) {
      const { seq, identity, content, rows } = entry;
      db.run('delete from problem where import = ? and seq = ?', num, seq);
      db.run('delete from entry where import = ? and seq = ?', num, seq);
      db.run(
        'insert into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
        identity,
        content,
        num,
        seq,
        Number.parseInt(rows, 10),
      );
      claimKnown(db, num, entry);
    }
    booked = true;
  }
  if (booked) db.run("update meta set value = value + 1 where name = 'claims'");
  return booked;
}

function isFree(db: SqliteDatabase, num: number, { seq, identity, content }: FrozenBatch['entries'][number]): boolean {
  return (
    db.get("select 1 from entry where import = ? and seq = ? and state = 'held'", num, seq) !== undefined &&
    db.get('select 1 from claim where identity = ? and content = ?', identity, content) === undefined
  );
}
