import { baseContent } from '../core/entry-content.ts';
import type { Facts } from '../core/facts.ts';
import type { Issue } from '../core/issue.ts';
import type { BatchEntry } from '../core/states.ts';
import { releaseUnapplied } from './claims.ts';
import { insertCause, insertProblem, upsertEntry } from './planned-rows.ts';
import type { AttemptRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** The claim of a refused entry is given back: corrected, it claims anew. That of a field that could not be activated is kept. */
export async function setRejected(
  db: Sql,
  sent: AttemptRow,
  entry: BatchEntry,
  issue: Issue,
  detail: string,
  own?: Facts,
): Promise<void> {
  const num = sent.import;
  const { totals, source } = (await db.get<{ totals: string; source: number }>(
    `select y.totals, b.source from batch b join batch_body y on y.import = b.import and y.no = b.no
     where b.import = ? and b.no = ?`,
    num,
    sent.batch,
  ))!;
  await upsertEntry(db, num, {
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
  const no = await causeOf(db, num, issue);
  await db.run('delete from problem where import = ? and seq = ?', num, entry.seq);
  await insertProblem(db, num, entry.seq, 0, no, detail, own);
  await releaseUnapplied(db, num, sent.batch, entry);
}

/** The number of an issue's cause, which is written down where it is the first of its kind. */
export async function causeOf(db: Sql, num: number, issue: Issue): Promise<number> {
  const known = await db.get<{ no: number }>(
    'select no from cause where import = ? and code = ? and value is ?',
    num,
    issue.code,
    issue.value ?? null,
  );
  if (known !== undefined) return known.no;
  const { no } = (await db.get<{ no: number }>(
    'select coalesce(max(no), 0) + 1 as no from cause where import = ?',
    num,
  ))!;
  await insertCause(db, num, { ...issue, no });
  return no;
}
