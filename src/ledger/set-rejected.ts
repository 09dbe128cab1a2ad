import { baseContent } from '../core/entry-content.ts';
import type { Issue } from '../core/issue.ts';
import type { BatchEntry } from '../core/states.ts';
import { releaseUnapplied } from './claims.ts';
import { insertCause, insertProblem, upsertEntry } from './planned-rows.ts';
import type { AttemptRow, BatchRow } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** The claim of a refused entry is given back: corrected, it claims anew. That of a field that could not be activated is kept. */
export function setRejected(
  db: SqliteDatabase,
  sent: AttemptRow,
  entry: BatchEntry,
  issue: Issue,
  detail: string,
): void {
  const num = sent.import;
  const { totals, source } = db.get<BatchRow>('select * from batch where import = ? and no = ?', num, sent.batch)!;
  upsertEntry(db, num, {
    seq: entry.seq,
    source,
    key: entry.key,
    rows: entry.rows,
    row_count: entry.rowCount,
    state: 'rejected',
    totals,
    identity: entry.identity,
    content: baseContent(entry.content),
  });
  const no = causeOf(db, num, issue);
  db.run('delete from problem where import = ? and seq = ?', num, entry.seq);
  insertProblem(db, num, entry.seq, 0, no, detail);
  releaseUnapplied(db, num, sent.batch, entry);
}

/** The number of an issue's cause, which is written down where it is the first of its kind. */
export function causeOf(db: SqliteDatabase, num: number, issue: Issue): number {
  const known = db.get<{ no: number }>(
    'select no from cause where import = ? and code = ? and value is ?',
    num,
    issue.code,
    issue.value ?? null,
  );
  if (known !== undefined) return known.no;
  const { no } = db.get<{ no: number }>('select coalesce(max(no), 0) + 1 as no from cause where import = ?', num)!;
  insertCause(db, num, { ...issue, no });
  return no;
}
