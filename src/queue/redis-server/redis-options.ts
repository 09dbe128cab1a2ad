import type { RedisOptions } from 'ioredis';
import { UsageError } from '../../domain/issue.ts';

/** Milliseconds between two tries to reach a Redis that is away: the default backs off to seconds (18 s measured, 0.2 s with this). */
export const RECONNECT_AFTER = 200;

/** Milliseconds that connecting may take. */
const CONNECT_LIMIT = 10_000;

/**
 * ioredis options for the queue: a `redis://`, `rediss://` or `unix://` URL (design, section 6), or the private Redis.
 * Commands wait through an outage of any length (`maxRetriesPerRequest: null`, which BullMQ's workers need).
 * @throws UsageError where the URL can't be used; the message never holds its password
 */
export function redisOptions(redis: string | { readonly socketPath: string }): RedisOptions {
  const where = typeof redis === 'string' ? parseUrl(redis) : { path: redis.socketPath };
  return {
    ...where,
    connectTimeout: CONNECT_LIMIT,
    maxRetriesPerRequest: null,
    retryStrategy: () => RECONNECT_AFTER,
  };
}

/** The URL as it may be shown to people: without its password. */
export function showRedisUrl(text: string): string {
  return text.replace(/(:\/\/[^:@/]*):.*@/, '$1:***@');
}

function parseUrl(text: string): RedisOptions {
  if (/^(redis[+-]sentinel|sentinel|redis[+-]cluster|cluster):/i.test(text) || /^rediss?:\/\/[^/]*,/i.test(text)) {
    throw new UsageError(
      `REDIS_URL is "${showRedisUrl(text)}": Redis Sentinel and Cluster can't be used yet.`,
      EXAMPLES,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'unix:') {
    const path = decodeURIComponent(text.slice('unix://'.length).split('?')[0]!);
    if (text.startsWith('unix:///') && path.length > 1) return withDatabase({ path }, url.searchParams.get('db'), text);
    throw invalid(text, 'unix:// needs an absolute path');
  }
  if (!url?.hostname || !['redis:', 'rediss:'].includes(url.protocol)) throw invalid(text, 'that is no Redis URL');
  const options: RedisOptions = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : 6379,
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  };
  return withDatabase(options, url.pathname.replace(/^\/|\/$/g, '') || url.searchParams.get('db'), text);
}

function withDatabase(options: RedisOptions, database: string | null, text: string): RedisOptions {
  if (!database) return options;
  if (!/^\d{1,5}$/.test(database)) throw invalid(text, `"${database}" is no database number`);
  return { ...options, db: Number(database) };
}

const EXAMPLES =
  'Expected redis://HOST:PORT, rediss://USER:PASSWORD@HOST:PORT/DATABASE or unix:///path/to.sock; leave REDIS_URL unset for a private Redis.';

function invalid(text: string, why: string): UsageError {
  return new UsageError(`REDIS_URL is "${showRedisUrl(text)}": ${why}.`, EXAMPLES);
}
