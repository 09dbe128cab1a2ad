import { LEASE_HORIZON_MS } from './leases.ts';
import type { Sql } from './sqlite-database.ts';

/** How much fetching and telling there is to do. */
export interface FetchCounts {
  /** Messages that are due. */
  readonly waiting: number;
  /** Fetches under way. */
  readonly running: number;
  /** Schedules whose time is to come, and messages that were put off. */
  readonly later: number;
  /** Fetches that failed and messages that were given up, since the time that was asked for. */
  readonly failed: number;
  /** When the oldest message that waits was due. */
  readonly oldest: number | null;
}

/** Work that there is, as the ledger knows it, whatever the queues say. Times are milliseconds since 1970. */
export interface WorkCounts {
  /** Files that were rejected since then. */
  rejected(since: number): Promise<number>;
  /** Requests to a service that are under way, whichever process sends them. */
  sending(service: string): Promise<number>;
  fetching(since: number, now: number): Promise<FetchCounts>;
}

export function workCountsOf(db: Sql): WorkCounts {
  const count = async (sql: string, ...values: (string | number)[]) =>
    (await db.get<{ count: number }>(`select count(*) as count from ${sql}`, ...values))!.count;
  return {
    rejected: (since) => count("import indexed by import_told where state = 'rejected' and finished_at >= ?", since),
    sending: (service) =>
      count(
        "batch indexed by batch_sending join import on num = import where batch.state = 'sending' and service = ?",
        service,
      ),
    fetching: async (since, now) =>
      (await db.get<FetchCounts>(
        `select
           (select count(*) from notice where state = 'waiting' and due_at <= ?2) as waiting,
           (select count(*) from run where ended_at is null and until between ?2 and ?3) as running,
           (select count(*) from notice where state = 'waiting' and due_at > ?2)
             + (select count(*) from schedule where job not in (select job from paused_job)) as later,
           (select count(*) from run where outcome = 'failed' and ended_at >= ?1)
             + (select count(*) from notice where state = 'given-up' and ended_at >= ?1) as failed,
           (select min(due_at) from notice where state = 'waiting' and due_at <= ?2) as oldest`,
        since,
        now,
        now + LEASE_HORIZON_MS,
      ))!,
  };
}
