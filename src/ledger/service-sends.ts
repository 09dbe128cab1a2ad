import type { OutcomeKind } from '../core/outcome.ts';
import type { Sql } from './sqlite-database.ts';

/** A request to a service that has ended, whichever process sent it. */
export interface SentRequest {
  /** When it ended. */
  readonly at: number;
  readonly outcome: OutcomeKind;
  /** What the service answered; null where it did not. */
  readonly status: number | null;
  /** Milliseconds. */
  readonly took: number;
}

/** An import that stands still until somebody corrects what stops it. */
export interface BlockedImport {
  readonly id: string;
  readonly file: string;
  readonly at: number;
  /** JSON, a `StallReason`. */
  readonly detail: string;
}

/** What the ledger knows of the work for a service, whichever process does it. */
export interface ServiceSends {
  /** The newest requests of all, and of those the service's: newest first. */
  last(service: string, limit: number): Promise<SentRequest[]>;
  /** Whether a booking for this company was ever answered with IDs. Those that a look-up found were no answer. */
  answersIds(service: string, company: string): Promise<boolean>;
  /** Imports that are planned or sent: what they wait for is this service, mostly. */
  waiting(service: string): Promise<number>;
  /** Imports that stand still; the newest first. */
  blocked(service: string, limit: number): Promise<BlockedImport[]>;
  /** The same of one import; undefined where nothing is known to stop it. */
  blockedImport(num: number): Promise<BlockedImport | undefined>;
}

/** The newest event says what stops an import, unless a request of it went through since. */
const BLOCKED = `select i.id, file, at, detail
  from import i join event e on e.id = (select max(id) from event where import = i.num)
  where state in ('planning', 'posting') and what = 'blocked' and not exists (
    select 1 from attempt where import = i.num and began_at > e.at and outcome not in ('misconfigured', 'not-applied'))`;

/** Newest requests that are looked at: of all services, so that the look stays cheap however many there were. */
const LOOKED_AT = 500;

export function serviceSendsOf(db: Sql): ServiceSends {
  return {
    last: (service, limit) =>
      db.all<SentRequest>(
        `select ended_at as at, outcome, evidence ->> '$.status' as status, ended_at - began_at as took
         from (select * from attempt order by rowid desc limit ${LOOKED_AT}) join import on num = import
         where ended_at is not null and outcome is not null and evidence ->> '$.own' is null and service = ? order by ended_at desc limit ?`,
        service,
        limit,
      ),
    answersIds: async (service, company) =>
      (await db.get(
        `select 1 from batch b join import on num = b.import join attempt a on a.import = b.import and a.batch = b.no
         where ids is not null and step = 'book' and a.outcome = 'booked' and service = ? and company = ? limit 1`,
        service,
        company,
      )) !== undefined,
    waiting: async (service) =>
      (await db.get<{ count: number }>(
        "select count(*) as count from import where state in ('planning', 'posting') and service = ?",
        service,
      ))!.count,
    blocked: (service, limit) =>
      db.all<BlockedImport>(`${BLOCKED} and service = ? order by e.id desc limit ?`, service, limit),
    blockedImport: (num) => db.get<BlockedImport>(`${BLOCKED} and i.num = ?`, num),
  };
}
