import { type Cancellation, cancelledFile } from '../core/cancelled-issue.ts';
import { releaseClaim } from './claims.ts';
import { importsOf } from './imports.ts';
import { PLANNED_AGAIN } from './planned-again.ts';
import { LEFTOVER } from './plans.ts';
import { revisionsOf } from './revisions.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';
import { waitsOf } from './waits.ts';
import { withdrawBatch } from './withdrawn-batches.ts';

/** Entries that one transaction takes back, and rows that it deletes, so that it stays under 100 ms. */
const ENTRIES_AT_ONCE = 500;
/** Batches that one transaction looks at. */
const BATCHES_AT_ONCE = 100;

/** Whoever plans it finds that it is no longer theirs to plan. */
const NO_PLANNER = { planner: null, planner_until: 0 } as const;

/** What a cancellation met, in entries. */
export interface Met {
  /** Nothing of the import may have been booked: it is `cancelled`. Else what is unsent is held, and the rest ends as it ends. */
  readonly whole: boolean;
  /** In batches that waited to be sent. */
  readonly withdrawn: number;
  /** On their way. */
  readonly sending: number;
}

/** Each method is one transaction. */
export interface Cancelling {
  /**
   * Decides: from now on no batch of the import is begun, and its planner writes no more. What was planned is taken back
   * afterwards, step by step. Cancelled before, and not yet at rest, it only says what is left.
   * @returns undefined where the import is at rest
   */
  cancel(num: number, cancellation: Cancellation): Promise<Met | undefined>;
  /**
   * Takes back some of what a cancelled import had planned: what may have been booked in part holds its unsent entries, a
   * whole import forgets its plan. Claims are given back with it.
   * @returns whether there may be more
   */
  cancelSome(num: number): Promise<boolean>;
  /** Whether a request of it may have done anything since it was last planned, or became ready to be sent again. */
  hasBegun(num: number): Promise<boolean>;
  /** Imports at rest that were taken back only to be planned afresh. */
  toBePlannedAgain(): Promise<ImportRow[]>;
  /** Cancelled imports of which something is left to be taken back. */
  unfinished(): Promise<ImportRow[]>;
}

export function cancellingOf(db: Sql): Cancelling {
  const isOn = async (tx: Sql, { num, state }: ImportRow) =>
    state === 'planning' ||
    state === 'planned' ||
    state === 'posting' ||
    (state === 'in-doubt' && (await waitsOf(tx).has(num)));
  return {
    cancel: (num, cancellation) =>
      db.write(async (tx) => {
        const imports = importsOf(tx);
        const row = await imports.byNum(num);
        if (!(await isOn(tx, row))) return undefined;
        const whole = row.cancelled === null && isFirstTime(row) && (await isKnownUnbooked(tx, num));
        const met = { whole, ...(await countEntries(tx, row)) };
        if (row.cancelled !== null) return met;
        const { at, who, reason } = cancellation;
        const cancelled = JSON.stringify(cancellation);
        if (whole) await imports.update(num, { ...nothingLeft(row, cancellation), cancelled });
        // What was being planned again stands twice until it is gone; meanwhile it is still called planning.
        else if (isPlannedAgain(row)) await imports.update(num, { ...NO_PLANNER, cancelled });
        else
          await imports.update(num, { ...NO_PLANNER, state: 'posting', posting_at: row.posting_at ?? at, cancelled });
        // What did nothing is no attempt to send a batch of a later plan.
        if (whole) await tx.run('update attempt set batch = 0 where import = ?', num);
        await imports.record(num, at, who, 'cancelled', { reason, ...met });
        return met;
      }),
    async cancelSome(num) {
      // Asked of every import that is closed, so not under the write lock.
      if (((await importsOf(db).findByNum(num))?.cancelled ?? null) === null) return false;
      return await db.write(async (tx) => {
        const row = await importsOf(tx).byNum(num);
        if (row.cancelled === null) return false;
        switch (row.state) {
          case 'cancelled':
            return await forgetSome(tx, num);
          case 'planning':
            return await forgetLeftovers(tx, row);
          case 'posting':
          case 'in-doubt':
            return await holdSome(tx, row);
          default:
            return false;
        }
      });
    },
    hasBegun: async (num) =>
      (await db.get(
        `select 1 from attempt where import = ?1 and batch > 0
           and (ended_at is null or coalesce(outcome, '') not in ('not-applied', 'misconfigured'))
           and began_at >= (select coalesce(posting_at, 0) from import where num = ?1) limit 1`,
        num,
      )) !== undefined,
    toBePlannedAgain: () =>
      db.all<ImportRow>(
        `select * from import where state in ('cancelled', 'partly-booked', 'in-doubt') and ${PLANNED_AGAIN}`,
      ),
    unfinished: () =>
      db.all<ImportRow>(
        `select * from import where state = 'cancelled' and (exists (select 1 from batch where import = num)
           or exists (select 1 from problem where import = num) or exists (select 1 from entry where import = num)
           or exists (select 1 from cause where import = num))
         union all
         select * from import where cancelled is not null and (state = 'planning' or (state in ('posting', 'in-doubt')
           and exists (select 1 from batch where import = num and state in ('ready', 'waiting'))))`,
      ),
  };
}

/** Whether it never rested since it was planned whole: what a retry or a correction made of it is not thrown away. */
function isFirstTime({ state, todo, finished_at }: ImportRow): boolean {
  return finished_at === null || state === 'planned' || (state === 'planning' && todo === 'plan');
}

/** Whether every request that was made is known to have done nothing: the service was away, or refused us. */
async function isKnownUnbooked(db: Sql, num: number): Promise<boolean> {
  return (
    (await db.get(
      `select 1 from attempt where import = ?1 and batch > 0
         and (ended_at is null or coalesce(outcome, '') not in ('not-applied', 'misconfigured'))
       union all select 1 from decision where import = ?1 limit 1`,
      num,
    )) === undefined
  );
}

/** A part that is being planned again still waits where it waited: its batches don't count. */
async function countEntries(db: Sql, row: ImportRow): Promise<Pick<Met, 'withdrawn' | 'sending'>> {
  // What waits to be read back is created already.
  const ready = "state in ('ready', 'waiting') and step <> 'read-back'";
  const counted = isPlannedAgain(row) ? `${ready} and not (${LEFTOVER})` : ready;
  const { withdrawn, sending } = (await db.get<Pick<Met, 'withdrawn' | 'sending'>>(
    `select coalesce(sum(case when ${counted} then entries end), 0) as withdrawn,
       coalesce(sum(case when state = 'sending' then entries end), 0) as sending from batch where import = ?`,
    row.num,
  ))!;
  return { withdrawn, sending };
}

function isPlannedAgain({ state, todo }: ImportRow): boolean {
  return state === 'planning' && (todo === 'retry' || todo === 'correction');
}

function nothingLeft({ worked, posting_at }: ImportRow, cancellation: Cancellation): Partial<ImportRow> {
  const { at } = cancellation;
  return {
    ...NO_PLANNER,
    state: 'cancelled',
    facts: null,
    rows_read: 0,
    rows_skipped: 0,
    file_totals: null,
    corrected_totals: null,
    amount: null,
    counts: null,
    planned_at: null,
    posting_at: null,
    worked: worked + (posting_at === null ? 0 : Math.max(0, at - posting_at)),
    finished_at: at,
    reason: JSON.stringify(cancelledFile(cancellation)),
  };
}

/** The first batches that hold about as many entries as one transaction takes. */
async function someBatches(db: Sql, num: number, which: string): Promise<BatchRow[]> {
  const batches = await db.all<BatchRow>(
    `select * from batch where import = ? and ${which} order by no limit ${BATCHES_AT_ONCE}`,
    num,
  );
  let entries = 0;
  return batches.filter((batch) => {
    const fits = entries < ENTRIES_AT_ONCE;
    entries += batch.entries;
    return fits;
  });
}

/** Of a part that was being planned again; without them the import is at work as before that, and its unsent batches are held. */
async function forgetLeftovers(db: Sql, { num, cancelled, todo }: ImportRow): Promise<true> {
  const leftovers = await someBatches(db, num, LEFTOVER);
  await deleteBatches(db, num, leftovers);
  if (leftovers.length === 0) {
    const { at } = JSON.parse(cancelled!) as Cancellation;
    // The entries wait as before, and what was corrected in them with them.
    const last = todo === 'correction' ? (await importsOf(db).corrections(num)).at(-1) : undefined;
    if (last !== undefined) await revisionsOf(db).giveBack(num, last.no);
    await db.run("update import set state = 'posting', posting_at = ? where num = ?", at, num);
  }
  return true;
}

async function holdSome(db: Sql, row: ImportRow): Promise<boolean> {
  const { num } = row;
  const ready = await someBatches(db, num, "state in ('ready', 'waiting')");
  for (const batch of ready) await withdrawBatch(db, row, batch);
  return ready.length > 0;
}

async function forgetSome(db: Sql, num: number): Promise<boolean> {
  const batches = await someBatches(db, num, 'true');
  if (batches.length > 0) {
    await db.run(
      `delete from claim where import = ?1 and (identity, content) in (select e.value ->> 5, e.value ->> 6
         from batch_body y, json_each(y.entries) e where y.import = ?1 and y.no in (select value from json_each(?2)))`,
      num,
      numbersOf(batches),
    );
    for (const { no } of batches.filter(({ step }) => step === 'create-contact'))
      for (const entry of (await bodyOf(db, num, no)).entries) await releaseClaim(db, num, entry);
    await deleteBatches(db, num, batches);
    return true;
  }
  let deleted = 0;
  for (const table of ['entry_block', 'problem', 'entry', 'cause']) {
    const some = `select rowid from ${table} where import = ? limit ${ENTRIES_AT_ONCE}`;
    deleted += await db.run(`delete from ${table} where rowid in (${some})`, num);
  }
  return deleted > 0;
}

async function deleteBatches(db: Sql, num: number, batches: readonly BatchRow[]): Promise<void> {
  for (const table of ['batch_body', 'batch']) {
    await db.run(
      `delete from ${table} where import = ? and no in (select value from json_each(?))`,
      num,
      numbersOf(batches),
    );
  }
}

function numbersOf(batches: readonly BatchRow[]): string {
  return JSON.stringify(batches.map(({ no }) => no));
}
