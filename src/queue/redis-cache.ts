/** Everything in the cache begins with this: one hash slot, as the rest of bilag's keys, and easy to find and drop. */
export const CACHE_PREFIX = '{bilag}:cache:';

/** What is used of an ioredis client. */
export interface CacheCommands {
  mget(keys: string[]): Promise<(string | null)[]>;
  set(key: string, value: string, unit: 'PX', milliseconds: number): Promise<unknown>;
  del(keys: string[]): Promise<unknown>;
}

/** A cache of texts that every process on one Redis shares; it fills the shared level of the reference cache. */
export interface RedisCache {
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
