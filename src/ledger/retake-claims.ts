import type { BatchEntry } from '../domain/batch.ts';
import { claimKnown } from './claims.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** How long a planner whose claims were taken is kept from going on, in milliseconds: longer than it takes to notice. */
const PLANNER_PAUSE_MS = 10_000;
/**
 * Takes a claim, whoever has it.
 * @returns the import that had it; undefined where nobody had
 */
export function retakeClaim(db: SqliteDatabase, num: number, entry: BatchEntry): number | undefined {
  const { identity, content, seq, rows } = entry;
  const had = db.get<{ import: number }>(
    'select import from claim where identity = ? and content = ?',
    identity,
    content,
  );
  db.run(
    'insert or replace into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
    identity,
    content,
    num,
    seq,
    Number.parseInt(rows, 10),
  );
  claimKnown(db, num, entry);
  return had?.import;
}

/** Takes a claim that nobody has. @returns who has it, where somebody else does */
export function claimIfFree(db: SqliteDatabase, num: number, entry: BatchEntry): number | undefined {
  const { identity, content, seq, rows } = entry;
  db.run(
    'insert or ignore into claim (identity, content, import, seq, row) values (?, ?, ?, ?, ?)',
    identity,
    content,
    num,
    seq,
    Number.parseInt(rows, 10),
  );
  const owner = db.get<{ import: number; seq: number }>(
    'select import, seq from claim where identity = ? and content = ?',
    identity,
    content,
  )!;
  if (owner.import !== num || owner.seq !== seq) return owner.import;
  claimKnown(db, num, entry);
  return undefined;
}

/** Entries of this import were sent by another: before it sends anything it claims anew, and sets those aside. */
export function claimAgain(db: SqliteDatabase, num: number, now: number): void {
  // Whoever plans it just now may have looked at the claims before.
  db.run(
    "update import set planner = 'recovery', planner_until = ? where num = ? and state = 'planning'",
    now + PLANNER_PAUSE_MS,
    num,
  );
  // A claim is only looked at for what no attempt is under way for; what is ready has none.
  db.run("update batch set attempt = null where import = ? and state = 'ready'", num);
  // Of one that was cancelled nothing is sent: what is ready is held, by whoever closes it.
  db.run(
    `update import set state = case when cancelled is null then 'planning' else 'posting' end, todo = 'claim'
     where num = ?1 and state in ('posting', 'in-doubt', 'partly-booked')
     and exists (select 1 from batch where import = ?1 and state = 'ready')`,
    num,
  );
}
