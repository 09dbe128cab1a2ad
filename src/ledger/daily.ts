import type { RowCounts } from '../domain/import.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Rows of the imports that were taken in on one day, in UTC, as each import stood at its last change. */
export interface DailyRows {
  /** `2026-11-22` */
  readonly day: string;
  readonly outcome: Exclude<keyof RowCounts, 'read'>;
  readonly rows: number;
}

/** Rows by day and outcome. A trigger of the ledger keeps them in step with the counts of imports, whoever writes those. */
export interface Daily {
  /** @param from the first day that counts */
  since(from: string): DailyRows[];
}

export function dailyOf(db: SqliteDatabase): Daily {
  return {
    since: (from) =>
      db.all<DailyRows>(
        'select day, outcome, rows from daily where day >= ? and rows <> 0 order by day, outcome',
        from,
      ),
  };
}
