import { claimIfFree, LOOK_AGAIN, SETTLED } from './claims.ts';
import { type PlanWriter, planWriterOn } from './plans.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** An import that entries of another one wait for. */
export interface Blocker extends Pick<ImportRow, 'num' | 'id' | 'file' | 'state'> {
  /** Entries that wait for it. */
  readonly entries: number;
}

/** Entries that wait for what becomes of the same entries in other imports (docs: the same entry, section 4). */
export interface Waits {
  has(num: number): Promise<boolean>;
  /** What the entries of an import wait for. */
  blockers(num: number): Promise<Blocker[]>;
  /** Imports whose entries wait for this one. */
  waiters(num: number): Promise<number[]>;
  /**
   * Whether its waiting entries can be judged again: an import that they wait for has moved since that was last looked at.
   * Contacts are judged by a planner, and only while no other of their import is to be sent or is being sent. One that is still being sent
   * has not, however many of its entries are booked by now: each look costs a comparison of all that wait. Entries that
   * wait for nobody are looked at in any case.
   */
  hasMoved(num: number, unsentFirst: boolean): Promise<boolean>;
  /** Judges waiting entries again; for one use. */
  writer(): PlanWriter;
}

export function waitsOf(db: Sql): Waits {
  const has = async (num: number) =>
    (await db.get("select 1 from batch where import = ? and state = 'waiting' limit 1", num)) !== undefined;
  return {
    has,
    blockers: async (num) =>
      (await has(num))
        ? await db.all<Blocker>(
            `select o.num, o.id, o.file, o.state, w.entries from wait w join import o on o.num = w.other
             where w.import = ? order by o.num`,
            num,
          )
        : [],
    waiters: async (num) =>
      (await db.all<{ num: number }>('select import as num from wait where other = ?', num)).map(
        ({ num: waiter }) => waiter,
      ),
    hasMoved: async (num, unsentFirst) =>
      (await has(num)) &&
      (await db.get(
        `select 1 from import i where i.num = ?1 and i.state in ('posting', 'in-doubt') and i.cancelled is null
         and (?2 = 0 or not exists (
           select 1 from batch b where b.import = ?1 and b.state in ('ready', 'sending')))
         and (not exists (select 1 from wait where import = ?1) or exists (
           select 1 from wait w join import o on o.num = w.other where w.import = ?1
           and (o.state not in ('planning', 'posting', 'in-doubt') or (o.state <> 'planning' and w.settled <> ${SETTLED}
             and not exists (select 1 from batch b where b.import = o.num and b.state in ('ready', 'sending'))))))`,
        num,
        unsentFirst ? 1 : 0,
      )) !== undefined,
    writer: () => planWriterOn(db),
  };
}

/**
 * A batch that is to be sent again holds the claims of all its entries. Where another import has one, as only a restored
 * ledger shows, it waits for that import instead. To be called in the transaction that made it ready.
 */
export async function waitForOwners(db: Sql, { import: num, no, step }: BatchRow): Promise<void> {
  if (step !== 'book') return;
  const owners = new Map<number, number>();
  for (const entry of (await bodyOf(db, num, no)).entries) {
    const owner = await claimIfFree(db, num, entry);
    if (owner !== undefined && owner !== num) owners.set(owner, (owners.get(owner) ?? 0) + 1);
  }
  if (owners.size === 0) return;
  await db.run("update batch set state = 'waiting', attempt = null where import = ? and no = ?", num, no);
  for (const [other, entries] of owners) {
    await db.run(
      'insert or replace into wait (import, other, entries, settled) values (?, ?, ?, ?)',
      num,
      other,
      entries,
      LOOK_AGAIN,
    );
  }
}
