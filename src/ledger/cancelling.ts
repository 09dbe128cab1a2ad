import { type Cancellation, cancelledFile } from '../core/cancelled-issue.ts';
import { releaseClaim } from './claims.ts';
import { importsOf } from './imports.ts';
import { PLANNED_AGAIN } from './planned-again.ts';
import { LEFTOVER } from './plans.ts';
import { revisionsOf } from './revisions.ts';
import type { BatchRow, ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
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
  cancel(num: number, cancellation: Cancellation): Met | undefined;
  /**
   * Takes back some of what a cancelled import had planned: what may have been booked in part holds its unsent entries, a
   * whole import forgets its plan. Claims are given back with it.
   * @returns whether there may be more
   */
  cancelSome(num: number): boolean;
  /** Whether a request of it may have done anything since it was last planned, or became ready to be sent again. */
  hasBegun(num: number): boolean;
  /** Imports at rest that were taken back only to be planned afresh. */
  toBePlannedAgain(): ImportRow[];
  /** Cancelled imports of which something is left to be taken back. */
  unfinished(): ImportRow[];
}

export function cancellingOf(db: SqliteDatabase): Cancelling {
  const imports = importsOf(db);
  const waits = waitsOf(db);
  const isOn = ({ num, state }: ImportRow) =>
    state === 'planning' || state === 'planned' || state === 'posting' || (state === 'in-doubt' && waits.has(num));
  return {
    cancel: (num, cancellation) =>
      db.transaction(() => {
        const row = imports.byNum(num);
        if (!isOn(row)) return undefined;
        const whole = row.cancelled === null && isFirstTime(row) && isKnownUnbooked(db, num);
        const met = { whole, ...countEntries(db, row) };
        if (row.cancelled !== null) return met;
        const { at, who, reason } = cancellation;
        const cancelled = JSON.stringify(cancellation);
        if (whole) imports.update(num, { ...nothingLeft(row, cancellation), cancelled });
        // What was being planned again stands twice until it is gone; meanwhile it is still called planning.
        else if (isPlannedAgain(row)) imports.update(num, { ...NO_PLANNER, cancelled });
        else imports.update(num, { ...NO_PLANNER, state: 'posting', posting_at: row.posting_at ?? at, cancelled });
        // What did nothing is no attempt to send a batch of a later plan.
        if (whole) db.run('update attempt set batch = 0 where import = ?', num);
        imports.record(num, at, who, 'cancelled', { reason, ...met });
        return met;
      }),
    cancelSome(num) {
      // Asked of every import that is closed, so not under the write lock.
      if ((imports.findByNum(num)?.cancelled ?? null) === null) return false;
      return db.transaction(() => {
        const row = imports.byNum(num);
        if (row.cancelled === null) return false;
        switch (row.state) {
          case 'cancelled':
            return forgetSome(db, num);
          case 'planning':
            return forgetLeftovers(db, row);
          case 'posting':
          case 'in-doubt':
            return holdSome(db, row);
          default:
            return false;
        }
      });
    },
    hasBegun: (num) =>
      db.get(
        `select 1 from attempt where import = ?1 and batch > 0
           and (ended_at is null or coalesce(outcome, '') not in ('not-applied', 'misconfigured'))
           and began_at >= (select coalesce(posting_at, 0) from import where num = ?1) limit 1`,
        num,
      ) !== undefined,
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
function isKnownUnbooked(db: SqliteDatabase, num: number): boolean {
  return (
    db.get(
      `select 1 from attempt where import = ?1 and batch > 0
         and (ended_at is null or coalesce(outcome, '') not in ('not-applied', 'misconfigured'))
       union all select 1 from decision where import = ?1 limit 1`,
      num,
    ) === undefined
  );
}

/** A part that is being planned again still waits where it waited: its batches don't count. */
function countEntries(db: SqliteDatabase, row: ImportRow): Pick<Met, 'withdrawn' | 'sending'> {
  // What waits to be read back is created already.
  const ready = "state in ('ready', 'waiting') and step <> 'read-back'";
  const counted = isPlannedAgain(row) ? `${ready} and not (${LEFTOVER})` : ready;
  const { withdrawn, sending } = db.get<Pick<Met, 'withdrawn' | 'sending'>>(
    `select coalesce(sum(case when ${counted} then entries end), 0) as withdrawn,
       coalesce(sum(case when state = 'sending' then entries end), 0) as sending from batch where import = ?`,
    row.num,
  )!;
  return { withdrawn, sending };
}

function isPlannedAgain({ state, todo }: ImportRow): boolean {
  return state === 'planning' && (todo === 'retry' || todo === 'correction');
}

function nothingLeft({ kind, worked, posting_at }: ImportRow, cancellation: Cancellation): Partial<ImportRow> {
  const { at } = cancellation;
  return {
    ...NO_PLANNER,
    state: 'cancelled',
    facts: null,
    rows_read: 0,
    rows_skipped: 0,
    file_totals: null,
    amount: null,
    counts: null,
    planned_at: null,
    posting_at: null,
    worked: worked + (posting_at === null ? 0 : at - posting_at),
    finished_at: at,
    reason: JSON.stringify(cancelledFile(cancellation, kind)),
  };
}

/** The first batches that hold about as many entries as one transaction takes. */
function someBatches(db: SqliteDatabase, num: number, which: string): BatchRow[] {
  const batches = db.all<BatchRow>(
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
function forgetLeftovers(db: SqliteDatabase, { num, cancelled, todo }: ImportRow): true {
  const leftovers = someBatches(db, num, LEFTOVER);
  deleteBatches(db, num, leftovers);
  if (leftovers.length === 0) {
    const { at } = JSON.parse(cancelled!) as Cancellation;
    // The entries wait as before, and what was corrected in them with them.
    const last = todo === 'correction' ? importsOf(db).corrections(num).at(-1) : undefined;
    if (last !== undefined) revisionsOf(db).giveBack(num, last.no);
    db.run("update import set state = 'posting', posting_at = ? where num = ?", at, num);
  }
  return true;
}

function holdSome(db: SqliteDatabase, row: ImportRow): boolean {
  const { num } = row;
  const ready = someBatches(db, num, "state in ('ready', 'waiting')");
  for (const batch of ready) withdrawBatch(db, row, batch);
  return ready.length > 0;
}

function forgetSome(db: SqliteDatabase, num: number): boolean {
  const batches = someBatches(db, num, 'true');
  if (batches.length > 0) {
    db.run(
      `delete from claim where import = ?1 and (identity, content) in (select e.value ->> 5, e.value ->> 6
         from batch_body y, json_each(y.entries) e where y.import = ?1 and y.no in (select value from json_each(?2)))`,
      num,
      numbersOf(batches),
    );
    for (const { no } of batches.filter(({ step }) => step === 'create-contact'))
      for (const entry of bodyOf(db, num, no).entries) releaseClaim(db, num, entry);
    deleteBatches(db, num, batches);
    return true;
  }
  const deleted = ['entry_block', 'problem', 'entry', 'cause'].map((table) =>
    db.run(
      `delete from ${table} where rowid in (select rowid from ${table} where import = ? limit ${ENTRIES_AT_ONCE})`,
      num,
    ),
  );
  return deleted.some((rows) => rows > 0);
}

function deleteBatches(db: SqliteDatabase, num: number, batches: readonly BatchRow[]): void {
  for (const table of ['batch_body', 'batch']) {
    db.run(`delete from ${table} where import = ? and no in (select value from json_each(?))`, num, numbersOf(batches));
  }
}

function numbersOf(batches: readonly BatchRow[]): string {
  return JSON.stringify(batches.map(({ no }) => no));
}
