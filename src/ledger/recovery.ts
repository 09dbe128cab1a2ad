import { type CopyMark, copyMarkOf, forgetCopyMark } from './copy-ledger.ts';
import { leaseHolds } from './leases.ts';
import { type Doubted, type MarkRestoredOptions, markRestored } from './mark-restored.ts';
import type { KnownLog, LoggedLine } from './read-attempt-log.ts';
import { type LostAttempt, type RebuildOptions, rebuildFromLog, type TakenBack } from './rebuild-from-log.ts';
import type { LeaseRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** Attempts that are in the log and not in the ledger, because the ledger was restored from an older copy. */
export interface Recovery {
  knows(attempt: string): Promise<boolean>;
  /** Attempts whose batch is being sent or in doubt. */
  unsettled(): Promise<ReadonlySet<string>>;
  /** Which log this ledger has, and up to where every attempt in it is known: as old as the ledger itself. */
  mark(): Promise<KnownLog | undefined>;
  setMark(mark: KnownLog): Promise<void>;
  /** The last attempt that is surely in the log, for its sender wrote what came of it. */
  lastLogged(): Promise<{ readonly id: string; readonly at: number } | undefined>;
  /** When a backup of it was made last, in milliseconds since 1970, as far as this ledger knows. */
  backedUp(): Promise<number | undefined>;
  setBackedUp(at: number): Promise<void>;
  /** Of a ledger that was put back from a copy, and not accepted yet. */
  copy(): Promise<CopyMark | undefined>;
  /** Nothing was sent since the copy was made but what is known. */
  forgetCopy(): Promise<void>;
  /** Whatever waited to be sent when the copy was made may have been sent since. */
  markRestored(options: MarkRestoredOptions): Promise<Doubted[]>;
  /** Processes that may be sending. */
  senders(now: number): Promise<LeaseRow[]>;
  /** Forgets what was traced. */
  traceNone(): Promise<void>;
  /** Notes for every entry which attempt was the last to send it; to be called in the order of the log. */
  trace(attempt: LoggedLine): Promise<void>;
  /** Writes the attempts of one import back, all of them traced before; one transaction. */
  rebuildFromLog(attempts: readonly LostAttempt[], options: RebuildOptions): Promise<TakenBack>;
}

export function recoveryOf(db: Sql): Recovery {
  return {
    knows: async (attempt) => (await db.get('select 1 from attempt where id = ?', attempt)) !== undefined,
    unsettled: async () =>
      new Set(
        (await db.all<{ attempt: string }>("select attempt from batch where state in ('sending', 'in-doubt')")).map(
          ({ attempt }) => attempt,
        ),
      ),
    async mark() {
      const row = await db.get<{ value: string }>("select value from meta where name = 'attempt-log'");
      return row === undefined ? undefined : (JSON.parse(row.value) as KnownLog);
    },
    async setMark(mark) {
      await db.run("insert or replace into meta (name, value) values ('attempt-log', ?)", JSON.stringify(mark));
    },
    async backedUp() {
      const row = await db.get<{ value: string }>("select value from meta where name = 'backed-up'");
      return row === undefined ? undefined : Number(row.value);
    },
    async setBackedUp(at) {
      await db.run("insert or replace into meta (name, value) values ('backed-up', ?)", String(at));
    },
    lastLogged: () =>
      db.get<{ id: string; at: number }>(
        `select a.id, a.began_at as at from attempt a join batch b on b.import = a.import and b.no = a.batch
         where a.outcome in ('booked', 'rejected') and a.holder <> '' and b.step not in ('read-back', 'activate-field')
         order by a.rowid desc limit 1`,
      ),
    copy: () => copyMarkOf(db),
    forgetCopy: () => forgetCopyMark(db),
    markRestored: (options) => markRestored(db, options),
    senders: async (now) =>
      (await db.all<LeaseRow>('select * from holder where struck = 0')).filter(({ lease_until }) =>
        leaseHolds(lease_until, now),
      ),
    async traceNone() {
      await db.exec('drop table if exists temp.lost');
      await db.exec('create temp table lost (content text primary key, attempt text not null) without rowid');
      await db.exec('create index temp.lost_attempt on lost (attempt)');
    },
    async trace({ id, entries }) {
      await db.run(
        'insert or replace into temp.lost (content, attempt) select value ->> 6, ? from json_each(?)',
        id,
        entries,
      );
    },
    rebuildFromLog: (attempts, options) => db.write((tx) => rebuildFromLog(tx, attempts, options)),
  };
}
