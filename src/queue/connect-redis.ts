import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import { type Log, logOnce } from '../core/log.ts';
import { redisOptions } from './redis-server/options.ts';
import { startPrivateRedis } from './redis-server/private-redis.ts';
import { watchRedis } from './redis-watch.ts';

/** The Redis that this process works with. */
export interface RedisLink {
  readonly redis: Redis;
  /** Whether a command would be answered soon; waits for a connection that is just being made. */
  here(): Promise<boolean>;
  /** Closes every connection at once, also one that was never made. */
  disconnect(): void;
  /** Leaves the private Redis to others, or ends it. */
  leave(): Promise<void>;
}

export interface RedisLinkOptions {
  /** Default: a private Redis. */
  readonly url: string | undefined;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Told when Redis goes away and when it is back, and what is done about the private one. */
  readonly log: Log;
}

/**
 * Connects to Redis, starting a private one where none is named. One that is named need not be there yet.
 * @throws UsageError, RedisServerFailed (`startPrivateRedis`, `redisOptions`)
 */
export async function connectRedis({ url, home, env, log }: RedisLinkOptions): Promise<RedisLink> {
  // Whoever starts it again and again says the same words; that it is away is said once anyway.
  const quietly = logOnce(log, () => performance.now());
  const told = (line: string) => quietly('redis-server', line, { says: line });
  const failed = (error: Error) => quietly('redis-server-failed', error.message, { error });
  const server = url === undefined ? await startPrivateRedis({ home, env, log: told, failed }) : undefined;
  const redis = new Redis(redisOptions(server ?? url!));
  const all = [redis];
  const duplicate = redis.duplicate.bind(redis);
  // A worker makes its blocking connection itself; when we leave it is closed with the others.
  redis.duplicate = (override) => {
    const made = duplicate(override);
    made.on('error', () => undefined);
    all.push(made);
    return made;
  };
  const watch = watchRedis(redis, {
    log,
    restore: () => void server?.ensure().catch(() => undefined),
    monotonic: () => performance.now(),
  });
  return {
    redis,
    here: watch.here,
    disconnect() {
      watch.stop();
      for (const each of all) each.disconnect();
    },
    leave: async () => server?.stop(),
  };
}
