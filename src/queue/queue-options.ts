/** What all queues have in common. */

/** In braces from day one: on a Redis Cluster all keys of a queue must be on one node. */
export const PREFIX = '{bilag}';
/** Finished jobs are removed: a kept id swallows the same id when it is queued again. */
export const REMOVE = { removeOnComplete: true, removeOnFail: true } as const;
/** How long a worker that says nothing keeps its job, in milliseconds. The ledger, not this, decides who sends. */
const LOCK_MS = 10_000;
/** Between two looks for jobs whose worker died, in milliseconds: with the lock, a crash is noticed within 15 s. */
const STALLED_CHECK_MS = 5_000;
/** A stalled job is only a wake-up: it may be picked up again as often as it takes. */
const MAX_STALLED = 1_000_000;
/** After a failure of the connection a worker looks for jobs again after this time, in milliseconds. */
const RETRY_MS = 1_000;
/** A wake-up that could not be queued within this time is dropped, in milliseconds: whoever looks what is due queues it again. */
export const WAKE_LIMIT_MS = 2_000;
/** How long the workers may take to leave their queues in order, in milliseconds; then they just go. */
export const CLOSE_LIMIT_MS = 2_000;

export const WORKER = {
  lockDuration: LOCK_MS,
  stalledInterval: STALLED_CHECK_MS,
  maxStalledCount: MAX_STALLED,
  runRetryDelay: RETRY_MS,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} as const;

/** What Redis refuses to do; a lost connection is no refusal, nor is a job that is gone because the queue was emptied. */
export function isRefusal(error: Error): boolean {
  return error.name === 'ReplyError';
}

/** Waits for this long at most; what comes later, a failure too, is of no interest any more. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
