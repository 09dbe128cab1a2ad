import { bodyOf, type PlanWriter, planWriterOn } from './plan-writer.ts';
import { claimIfFree } from './retake-claims.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** An import that entries of another one wait for. */
export interface Blocker extends Pick<ImportRow, 'num' | 'id' | 'file' | 'state'> {
  /** Entries that wait for it. */
  readonly entries: number;
}

/** Entries that wait for what becomes of the same entries in other imports (docs: the same entry, section 3). */
export interface Waits {
  has(num: number): boolean;
  /** Imports that have waiting entries. */
  imports(): number[];
  /** What the entries of an import wait for. */
  blockers(num: number): Blocker[];
  /** Imports whose entries wait for this one. */
  waiters(num: number): number[];
  /**
   * Whether an import that entries of this one wait for has moved since that was last looked at. One that is still being sent
   * has not, however many of its entries are booked by now: each look costs a comparison of all that wait.
   */
  hasMoved(num: number): boolean;
  /** Judges waiting entries again; for one use. */
  writer(): PlanWriter;
}

/** Entries of an import that are not booked yet, nor given up. */
const UNFINISHED = `(select coalesce(sum(b.entries), 0) from batch b
  where b.import = o.num and b.state in ('ready', 'waiting', 'sending', 'in-doubt'))`;

export function waitsOf(db: SqliteDatabase): Waits {
  const has = (num: number) =>
    db.get("select 1 from batch where import = ? and state = 'waiting' limit 1", num) !== undefined;
  return {
    has,
    imports: () =>
      db.all<{ num: number }>("select distinct import as num from batch where state = 'waiting'").map(({ num }) => num),
    blockers: (num) =>
      has(num)
        ? db.all<Blocker>(
            `select o.num, o.id, o.file, o.state, w.entries from wait w join import o on o.num = w.other
             where w.import = ? order by o.num`,
            num,
          )
        : [],
    waiters: (num) =>
      db.all<{ num: number }>('select import as num from wait where other = ?', num).map(({ num: waiter }) => waiter),
    hasMoved: (num) =>
      db.get(
        `select 1 from wait w join import o on o.num = w.other where w.import = ?
           and (o.state not in ('planning', 'posting', 'in-doubt') or (o.state <> 'planning' and w.unfinished <> ${UNFINISHED}
             and not exists (select 1 from batch b where b.import = o.num and b.state in ('ready', 'sending'))))
         limit 1`,
        num,
      ) !== undefined,
    writer: () => planWriterOn(db),
  };
}

/** An import that is waited for: entries that wait, and what it had unfinished before these were judged. */
export interface Blocking {
  entries: number;
  readonly unfinished: number;
}

export function setBlockers(db: SqliteDatabase, num: number, blockers: ReadonlyMap<number, Blocking>): void {
  db.transaction(() => {
    db.run('delete from wait where import = ?', num);
    for (const [other, { entries, unfinished }] of blockers) {
      db.run(
        'insert into wait (import, other, entries, unfinished) values (?, ?, ?, ?)',
        num,
        other,
        entries,
        unfinished,
      );
    }
  });
}

/**
 * A batch that is to be sent again holds the claims of all its entries. Where another import has one, as only a restored
 * ledger shows, it waits for that import instead. To be called in the transaction that made it ready.
 */
export function waitForOwners(db: SqliteDatabase, { import: num, no, step }: BatchRow): void {
  if (step !== 'book') return;
  const owners = new Map<number, number>();
  for (const entry of bodyOf(db, num, no).entries) {
    const owner = claimIfFree(db, num, entry);
    if (owner !== undefined && owner !== num) owners.set(owner, (owners.get(owner) ?? 0) + 1);
  }
  if (owners.size === 0) return;
  db.run("update batch set state = 'waiting', attempt = null where import = ? and no = ?", num, no);
  for (const [other, entries] of owners) {
    db.run(
      'insert or replace into wait (import, other, entries, unfinished) values (?, ?, ?, -1)',
      num,
      other,
      entries,
    );
  }
}

/** Entries of an import that are not booked yet, nor given up. */
export function unfinishedOf(db: SqliteDatabase, num: number): number {
  return (
    db.get<{ entries: number }>(`select ${UNFINISHED} as entries from import o where o.num = ?`, num)?.entries ?? 0
  );
}
