import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { prepareServerPlace, redisOptions } from './redis-server/options.ts';

/** Everything in the cache begins with this: one hash slot, as the rest of bilag's keys, and easy to find and drop. */
export const CACHE_PREFIX = '{bilag}:cache:';

/** What is used of an ioredis client. */
interface CacheCommands {
  mget(keys: string[]): Promise<(string | null)[]>;
  set(key: string, value: string, unit: 'PX', milliseconds: number): Promise<unknown>;
  del(keys: string[]): Promise<unknown>;
}

/** A cache of texts that every process on one Redis shares; it fills the shared level of the reference cache. */
interface RedisCache {
  /** One answer for each key, in their order; null where there is none. */
  getMany(keys: readonly string[]): Promise<readonly (string | null)[]>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  drop(keys: readonly string[]): Promise<void>;
}

export function createRedisCache(redis: CacheCommands): RedisCache {
  return {
    async getMany(keys) {
      return keys.length === 0 ? [] : redis.mget(keys.map((key) => CACHE_PREFIX + key));
    },
    async drop(keys) {
      if (keys.length > 0) await redis.del(keys.map((key) => CACHE_PREFIX + key));
    },
    async set(key, value, ttlMs) {
      // Never without an end: Redis answers an error to a time below 1, and keeps for ever what has none.
      await redis.set(CACHE_PREFIX + key, value, 'PX', Math.max(1, Math.floor(ttlMs)));
    },
  };
}

/** A Redis that answers later than this, in milliseconds, is done without. */
const VISIT_LIMIT_MS = 1_000;

/** A Redis that was there already. */
export interface RedisVisit {
  readonly redis: Redis;
  leave(): void;
}

/**
 * Connects to the Redis that is named, or to the private one where another process has it running; undefined where none
 * answers. Starts nothing, makes no folder, and does not count as one who uses the private server: that may end meanwhile.
 * @throws UsageError for a URL that can't be used (`redisOptions`)
 */
export async function visitRedis({
  url,
  home,
}: {
  readonly url: string | undefined;
  readonly home: string;
}): Promise<RedisVisit | undefined> {
  const place = url === undefined && existsSync(join(home, 'redis')) ? await prepareServerPlace(home) : undefined;
  if (url === undefined && (place === undefined || !existsSync(place.socketPath))) return undefined;
  const { Redis } = await import('ioredis');
  const redis = new Redis({
    ...redisOptions(url ?? place!),
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: VISIT_LIMIT_MS,
    commandTimeout: VISIT_LIMIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    // Another server may have taken the socket's place; of one that is named a person said that it is the right one.
    const [, dir] = place === undefined ? [] : ((await redis.config('GET', 'dir')) as string[]);
    if (dir === place?.dir) return { redis, leave: () => redis.disconnect() };
  } catch {
    // Away, starting or ending: whoever visits does without.
  }
  redis.disconnect();
  return undefined;
}
