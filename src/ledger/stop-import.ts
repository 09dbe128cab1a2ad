import type { Cancellation } from '../rules/cancelled-issue.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Nothing more of an import is begun; what is left of it is held as if somebody had cancelled it. */
export function stopImport(db: SqliteDatabase, num: number, cancellation: Cancellation): void {
  db.run('update import set cancelled = ? where num = ? and cancelled is null', JSON.stringify(cancellation), num);
  db.run(
    "insert into event (import, at, who, what, detail) values (?, ?, ?, 'stopped', ?)",
    num,
    cancellation.at,
    cancellation.who,
    JSON.stringify({ reason: cancellation.reason }),
  );
}
