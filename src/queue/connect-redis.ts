import { performance } from 'node:perf_hooks';
import { Redis } from 'ioredis';
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
  /** Told once when Redis goes away, and once when it is back. */
  say(line: string): void;
  /** Told what is done about the private Redis, in plain lines; the same words may come again and again. */
  log(line: string): void;
}

/**
 * Connects to Redis, starting a private one where none is named. One that is named need not be there yet.
 * @throws UsageError, RedisServerFailed (`startPrivateRedis`, `redisOptions`)
 */
export async function connectRedis({ url, home, env, say, log }: RedisLinkOptions): Promise<RedisLink> {
  const server = url === undefined ? await startPrivateRedis({ home, env, log }) : undefined;
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
    say,
    mend: () => void server?.ensure().catch(() => undefined),
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
