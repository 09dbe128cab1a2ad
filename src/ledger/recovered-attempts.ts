import type { LoggedLine } from './read-attempt-log.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

const EVIDENCE = JSON.stringify({
  error: 'The ledger was restored from an older copy; that this was sent is known from the attempt log alone.',
});
const OVERTAKEN = JSON.stringify({
  error: 'It was under way when this copy of the ledger was made; the attempt log has a later one of its entries.',
});

/** That it is over by now is what a person says who accepts it. */
export function insertAttempt(
  db: SqliteDatabase,
  lost: LoggedLine,
  num: number,
  no: number,
  outcome: string,
  at: number,
): void {
  db.run(
    "insert into attempt (id, import, batch, holder, began_at, deadline, ended_at, outcome, evidence) values (?, ?, ?, '', ?, ?, ?, ?, ?)",
    lost.id,
    num,
    no,
    lost.at,
    lost.at,
    at,
    outcome,
    EVIDENCE,
  );
}

/** An attempt that was under way when the copy was made: it is over, or the next one would not have been made. */
export function endAttempt(db: SqliteDatabase, id: string, outcome: string, at: number): void {
  db.run(
    'update attempt set outcome = coalesce(outcome, ?), evidence = coalesce(evidence, ?), ended_at = ? where id = ? and ended_at is null',
    outcome,
    OVERTAKEN,
    at,
    id,
  );
}

/** What is left of an attempt's doubt is about another batch now. */
export function moveAttempt(db: SqliteDatabase, id: string, num: number, no: number): void {
  db.run('update attempt set import = ?, batch = ? where id = ?', num, no, id);
}
