import type { ImportState, RowCounts } from '../domain/import.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** What the imports of a job in one state come to. Rows are as they were when each import last changed its state. */
export interface ImportTotals extends Omit<RowCounts, 'read'> {
  readonly state: ImportState;
  readonly job: string;
  readonly imports: number;
}

/** Sums over the whole ledger, for those who watch it from outside. */
export interface Totals {
  imports(): ImportTotals[];
  /** When an import of each job was last booked whole, or a run of it ended well. */
  successes(): { readonly job: string; readonly at: number }[];
  /** Batches in doubt, by service; services without any are left out. */
  inDoubt(): { readonly service: string; readonly batches: number }[];
  /** Notices that are still to be sent. */
  noticesWaiting(): number;
}

const sum = (outcome: string) => `coalesce(sum(counts ->> '$.rows.${outcome}'), 0) as ${outcome}`;
const OUTCOMES = ['booked', 'held', 'rejected', 'duplicate', 'skipped', 'inDoubt', 'pending'] as const;

/** Answered from the index alone: the rows themselves hold the sums of every account. */
export const IMPORT_TOTALS = `select state, job, count(*) as imports, ${OUTCOMES.map(sum).join(', ')} from import group by state, job`;

export function totalsOf(db: SqliteDatabase): Totals {
  return {
    imports: () => db.all<ImportTotals>(IMPORT_TOTALS),
    successes: () =>
      db.all(
        `select job, max(at) as at from (
           select job, max(finished_at) as at from import where state = 'completed' group by job
           union all select job, max(ended_at) as at from run where outcome in ('ok', 'nothing-new') group by job)
         where at is not null group by job`,
      ),
    inDoubt: () =>
      db.all(
        `select service, count(*) as batches from batch join import on num = import
         where batch.state = 'in-doubt' group by service`,
      ),
    noticesWaiting: () =>
      db.get<{ count: number }>("select count(*) as count from notice where state = 'waiting'")!.count,
  };
}
