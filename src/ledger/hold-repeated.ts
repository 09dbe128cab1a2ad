import type { Facts } from '../core/facts.ts';
import type { Issue } from '../core/issue.ts';
import { formatRow } from '../core/row-ranges.ts';
import { insertProblem } from './planned-rows.ts';
import { causeOf } from './set-rejected.ts';
import type { Sql } from './sqlite-database.ts';

/** Entries that one transaction holds, so that it stays under 100 ms. */
const ENTRIES_AT_ONCE = 500;

/** Says why, of a row and of the earlier row that it repeats. */
export type WhyRepeated = (
  row: string,
  earlier: string,
) => { readonly issue: Issue; readonly detail: string | null; readonly facts?: Facts | undefined };

/**
 * Holds entries that count as existing already because an earlier row of their file is the same, where nothing came of that
 * row (docs: the same entry, section 6). What a person skipped stays so.
 * @returns whether there may be more
 */
export async function holdRepeated(db: Sql, num: number, why: WhyRepeated): Promise<boolean> {
  const repeated = `select e.seq, e.rows, e.twin ->> 2 as earlier from entry e
    join entry o on o.import = e.import and o.seq = e.twin ->> 1 and o.state in ('held', 'rejected', 'skipped')
    where e.import = ?1 and e.state in ('duplicate', 'duplicate-skipped') and e.twin ->> 0 = ?1 and e.skipped is null
    limit ${ENTRIES_AT_ONCE}`;
  // Most have none, and a look needs no write lock.
  if ((await db.get(repeated, num)) === undefined) return false;
  return await db.write(async (tx) => {
    const some = await tx.all<{ seq: number; rows: string; earlier: number }>(repeated, num);
    for (const { seq, rows, earlier } of some) {
      const { issue, detail, facts } = why(rows, formatRow(earlier));
      const cause = await causeOf(tx, num, issue);
      await tx.run("update entry set state = 'held', twin = null where import = ? and seq = ?", num, seq);
      await tx.run('delete from problem where import = ? and seq = ?', num, seq);
      await insertProblem(tx, num, seq, 0, cause, detail, facts);
    }
    return some.length === ENTRIES_AT_ONCE;
  });
}
