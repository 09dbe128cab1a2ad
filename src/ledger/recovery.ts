import { type CopyMark, copyMarkOf, forgetCopyMark } from './copy-ledger.ts';
import { leaseHolds } from './leases.ts';
import { type Doubted, type MarkRestoredOptions, markRestored } from './mark-restored.ts';
import type { KnownLog, LoggedLine } from './read-attempt-log.ts';
import { type LostAttempt, type RebuildOptions, rebuildFromLog, type TakenBack } from './rebuild-from-log.ts';
import type { LeaseRow } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Attempts that are in the log and not in the ledger, because the ledger was restored from an older copy. */
export interface Recovery {
  knows(attempt: string): boolean;
  /** Attempts whose batch is being sent or in doubt. */
  unsettled(): ReadonlySet<string>;
  /** Which log this ledger has, and up to where every attempt in it is known: as old as the ledger itself. */
  mark(): KnownLog | undefined;
  setMark(mark: KnownLog): void;
  /** The last attempt that is surely in the log, for its sender wrote what came of it. */
  lastLogged(): { readonly id: string; readonly at: number } | undefined;
  /** Of a ledger that was put back from a copy, and not accepted yet. */
  copy(): CopyMark | undefined;
  /** Nothing was sent since the copy was made but what is known. */
  forgetCopy(): void;
  /** Whatever waited to be sent when the copy was made may have been sent since. */
  markRestored(options: MarkRestoredOptions): Doubted[];
  /** Processes that may be sending. */
  senders(now: number): LeaseRow[];
  /** Forgets what was traced. */
  traceNone(): void;
  /** Notes for every entry which attempt was the last to send it; to be called in the order of the log. */
  trace(attempt: LoggedLine): void;
  /** Writes the attempts of one import back, all of them traced before; one transaction. */
  rebuildFromLog(attempts: readonly LostAttempt[], options: RebuildOptions): TakenBack;
}

export function recoveryOf(db: SqliteDatabase): Recovery {
  return {
    knows: (attempt) => db.get('select 1 from attempt where id = ?', attempt) !== undefined,
    unsettled: () =>
      new Set(
        db
          .all<{ attempt: string }>("select attempt from batch where state in ('sending', 'in-doubt')")
          .map(({ attempt }) => attempt),
      ),
    mark() {
      const row = db.get<{ value: string }>("select value from meta where name = 'attempt-log'");
      return row === undefined ? undefined : (JSON.parse(row.value) as KnownLog);
    },
    setMark(mark) {
      db.run("insert or replace into meta (name, value) values ('attempt-log', ?)", JSON.stringify(mark));
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
    senders: (now) =>
      db
        .all<LeaseRow>('select * from holder where struck = 0')
        .filter(({ lease_until }) => leaseHolds(lease_until, now)),
    traceNone() {
      db.exec('drop table if exists temp.lost');
      db.exec('create temp table lost (content text primary key, attempt text not null) without rowid');
      db.exec('create index temp.lost_attempt on lost (attempt)');
    },
    trace({ id, entries }) {
      db.run(
        'insert or replace into temp.lost (content, attempt) select value ->> 6, ? from json_each(?)',
        id,
        entries,
      );
    },
    rebuildFromLog: (attempts, options) => db.transaction(() => rebuildFromLog(db, attempts, options)),
  };
}
