import type { Redis } from 'ioredis';

/** A queue that no process has known for this long is dropped, in milliseconds: its machine has another name, its service is gone. */
export const LEFT_AFTER_MS = 24 * 60 * 60_000;

/**
 * Keeps the queues that this process knows, and drops those that no process has known for a day: work that the ledger
 * still knows is queued anew where it belongs.
 * @param known names of queues
 * @returns the names that were dropped
 */
export async function dropLeftQueues(
  redis: Redis,
  prefix: string,
  known: readonly string[],
  now: number,
): Promise<string[]> {
  const list = `${prefix}:queues`;
  if (known.length > 0) await redis.zadd(list, ...known.flatMap((name) => [now, name]));
  const left = await redis.zrangebyscore(list, '-inf', now - LEFT_AFTER_MS);
  for (const name of left) {
    const key = (part: string) => `${prefix}:${name}:${part}`;
    const ids = (await Promise.all(['wait', 'paused', 'active'].map((part) => redis.lrange(key(part), 0, -1)))).flat();
    await redis.unlink([...STRUCTURE, ...ids].map(key));
    await redis.zrem(list, name);
  }
  return left;
}

/** The keys of a BullMQ queue that are no jobs. */
const STRUCTURE = [
  'active',
  'completed',
  'delayed',
  'events',
  'failed',
  'id',
  'limiter',
  'marker',
  'meta',
  'paused',
  'pc',
  'prioritized',
  'stalled',
  'stalled-check',
  'wait',
  'waiting-children',
];
