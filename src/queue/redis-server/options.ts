import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedisOptions } from 'ioredis';
import { UsageError } from '../../core/issue.ts';

/** Milliseconds between two tries to reach a Redis that is away: the default backs off to seconds (18 s measured, 0.2 s with this). */
const RECONNECT_AFTER = 200;

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
  if (!url?.hostname || !['redis:', 'rediss:'].includes(url.protocol)) throw invalid(text, 'that is not a Redis URL');
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
  if (!/^\d{1,5}$/.test(database)) throw invalid(text, `"${database}" is not a database number`);
  return { ...options, db: Number(database) };
}

const EXAMPLES =
  'Expected redis://HOST:PORT, rediss://USER:PASSWORD@HOST:PORT/DATABASE or unix:///path/to.sock; leave REDIS_URL unset for a private Redis.';

function invalid(text: string, why: string): UsageError {
  return new UsageError(`REDIS_URL is "${showRedisUrl(text)}": ${why}.`, EXAMPLES);
}

/** Where the private Redis of one `BILAG_HOME` lives. */
export interface ServerPlace {
  /** `BILAG_HOME/redis`, symbolic links resolved: the server's working folder, by which it is recognised. */
  readonly dir: string;
  readonly socketPath: string;
  /** Folder made for the socket alone, where `dir` is too deep for one. */
  readonly socketDir: string | undefined;
  readonly logPath: string;
  readonly lockPath: string;
  /** A file that is there while a server is being started: it outlives a starter that is killed meanwhile. */
  readonly startingPath: string;
}

/** Bytes that a socket's path may have: 108 on Linux and 104 on macOS, one of them the closing zero. */
const SOCKET_PATH_MAX_BYTES = 103;

/**
 * Folder for the sockets of homes that are too deep. Not `os.tmpdir()`: TMPDIR differs between a terminal and a cron
 * job, and both have to meet at one socket.
 */
const SHORT_FOLDER = '/tmp';

/** Makes the folder of the private Redis, readable by this user alone. The folder for its socket comes under the lock. */
export async function prepareServerPlace(home: string): Promise<ServerPlace> {
  await mkdir(join(home, 'redis'), { recursive: true, mode: 0o700 });
  const dir = await realpath(join(home, 'redis'));
  const inHome = join(dir, 'redis.sock');
  const fits = Buffer.byteLength(inHome) <= SOCKET_PATH_MAX_BYTES;
  const socketDir = fits ? undefined : join(SHORT_FOLDER, `bilag-${folderHash(dir)}`);
  return {
    dir,
    socketPath: socketDir ? join(socketDir, 'redis.sock') : inHome,
    socketDir,
    logPath: join(dir, 'server.log'),
    lockPath: join(dir, 'server.lock'),
    startingPath: join(dir, 'server.starting'),
  };
}

function folderHash(dir: string): string {
  return createHash('sha256').update(dir).digest('hex').slice(0, 16);
}

/**
 * Makes the short folder. Anyone may write in /tmp, so a folder that is already there must be ours and private.
 * Call it under the lock, as `removeSocketDir`.
 * @throws UsageError where it is someone else's
 */
export async function prepareSocketDir(socketDir: string): Promise<void> {
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const facts = await lstat(socketDir);
  if (!facts.isDirectory() || facts.uid !== process.getuid?.()) {
    throw new UsageError(
      `${socketDir}, the folder for the socket of bilag's private Redis, belongs to someone else.`,
      'Have it removed, or choose a BILAG_HOME with a shorter path.',
    );
  }
  if ((facts.mode & 0o077) !== 0) await chmod(socketDir, 0o700);
}

/** Removes the short folder, once the server is gone. */
export async function removeSocketDir(socketDir: string): Promise<void> {
  await rmdir(socketDir).catch(() => undefined);
}
