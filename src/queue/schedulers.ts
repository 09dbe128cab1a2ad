import { Queue, Worker } from 'bullmq';
import { nextRun } from '../core/next-run.ts';
import type { RedisLink } from './connect-redis.ts';
import { CLOSE_LIMIT_MS, isRefusal, PREFIX, REMOVE, WAKE_LIMIT_MS, WORKER, within } from './queue-options.ts';

const QUEUE = 'runs';

/** A job that is to be woken by a schedule. */
export interface Scheduler {
  readonly job: string;
  readonly cron: string;
  readonly tz: string;
}

/** Wakes by schedules, at the very second: what is due, and whether it was done, the ledger says. */
export interface Schedulers {
  /**
   * Has exactly these, whatever there was: added, changed and removed ones, and all of them again where Redis was
   * emptied. While Redis is away, or slow, nothing is done: call it now and then.
   */
  keep(wanted: readonly Scheduler[]): Promise<void>;
  /** Whenever a job's time has come; of several processes one is told. */
  work(handle: () => Promise<void>): void;
  close(): Promise<void>;
}

/** @param onError told what Redis refuses; not that it is away */
export function openSchedulers(link: RedisLink, onError: (error: Error) => void): Schedulers {
  let closing = false;
  let worker: Worker | undefined;
  const complain = (error: Error) => {
    if (!closing && isRefusal(error)) onError(error);
  };
  const shared = {
    connection: link.redis,
    prefix: PREFIX,
    skipVersionCheck: true,
    // The ledger goes by the same times.
    settings: {
      repeatStrategy: (after: number, { pattern, tz }: { pattern?: string; tz?: string }) =>
        nextRun({ cron: pattern!, tz }, after),
    },
  } as const;
  const queue = new Queue(QUEUE, { ...shared, defaultJobOptions: REMOVE });
  queue.on('error', complain);

  async function bringInLine(wanted: readonly Scheduler[]): Promise<void> {
    const there = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]));
    for (const { job, cron, tz } of wanted) {
      const found = there.get(job);
      there.delete(job);
      if (found?.pattern !== cron || found.tz !== tz)
        await queue.upsertJobScheduler(job, { pattern: cron, tz }, { name: 'run', opts: REMOVE });
    }
    for (const job of there.keys()) await queue.removeJobScheduler(job);
  }

  return {
    async keep(wanted) {
      if (!closing && (await link.here())) await within(WAKE_LIMIT_MS, bringInLine(wanted));
    },
    work(handle) {
      worker = new Worker(
        QUEUE,
        async () => {
          if (!closing) await handle();
        },
        { ...shared, ...WORKER },
      );
      worker.on('error', complain);
    },
    async close() {
      closing = true;
      void worker?.pause(true);
      if (!(await link.here())) return;
      await within(CLOSE_LIMIT_MS, Promise.all([worker?.close(), queue.close()]));
    },
  };
}
