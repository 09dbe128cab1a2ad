import type { SqliteDatabase } from './sqlite-database.ts';

/** The highest number of a batch of an import; 0 where it has none. A new batch gets the next. */
export function lastBatchNo(db: SqliteDatabase, num: number): number {
  return db.get<{ no: number }>('select coalesce(max(no), 0) as no from batch where import = ?', num)!.no;
}
