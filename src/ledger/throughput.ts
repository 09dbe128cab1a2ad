import type { OutcomeKind } from '../core/outcome.ts';
import type { Sql } from './sqlite-database.ts';

/** What a service booked within a part of time. */
export interface BookedPart {
  /** Which part: its number since 1970. */
  readonly part: number;
  readonly service: string;
  readonly entries: number;
}

/** Requests that a service did not answer as it should, within a part of time, that ended alike. */
export interface FailedPart {
  readonly part: number;
  readonly service: string;
  readonly outcome: OutcomeKind;
  /** What it answered; null where it did not. */
  readonly status: number | null;
  /** The beginning of what went wrong on the way. */
  readonly error: string | null;
  /** A reply that contradicts itself: 1. */
  readonly contradicts: number;
  readonly times: number;
  readonly first: number;
  readonly last: number;
}

/**
 * What requests came to over time, by the time at which each ended, in milliseconds since 1970: from `from` on, before `to`. A
 * request whose sender died is of the time at which it began.
 */
export interface Throughput {
  /** @param partMs length of a part */
  booked(from: number, to: number, partMs: number): Promise<BookedPart[]>;
  failed(from: number, to: number, partMs: number): Promise<FailedPart[]>;
}

/** So much of what went wrong is read, in characters: enough to tell what it was. */
const ERROR_CHARACTERS = 60;
/** Steps that send no entry for the first time. */
const LATER_STEPS = "('read-back', 'activate-field')";

/** Answered from indexes alone: rows of attempts and batches are wide. Entries are summed before anything else is looked up. */
export const BOOKED_PARTS = `select part, service, sum(entries) as entries from (
    select a.ended_at / ?3 as part, a.import as num, sum(b.entries) as entries
    from attempt a indexed by attempt_sent cross join batch b indexed by batch_state on b.import = a.import and b.no = a.batch
    where a.outcome = 'booked' and a.ended_at >= ?1 and a.ended_at < ?2
      and b.state in ('booked', 'continued') and b.step not in ${LATER_STEPS}
    group by part, num) join import using (num) group by part, service`;

export const FAILED_PARTS = `select coalesce(ended_at, began_at) / ?3 as part, service, outcome,
    evidence ->> '$.status' as status, substr(evidence ->> '$.error', 1, ${ERROR_CHARACTERS}) as error,
    evidence ->> '$.contradiction' is not null as contradicts,
    count(*) as times, min(coalesce(ended_at, began_at)) as first, max(coalesce(ended_at, began_at)) as last
  from attempt indexed by attempt_failed join import on num = import
  where outcome in ('in-doubt', 'not-applied', 'misconfigured') and evidence ->> '$.own' is null
    and coalesce(ended_at, began_at) >= ?1 and coalesce(ended_at, began_at) < ?2
  group by part, service, outcome, status, error, contradicts`;

export function throughputOf(db: Sql): Throughput {
  return {
    booked: (from, to, partMs) => db.all<BookedPart>(BOOKED_PARTS, from, to, partMs),
    failed: (from, to, partMs) => db.all<FailedPart>(FAILED_PARTS, from, to, partMs),
  };
}
