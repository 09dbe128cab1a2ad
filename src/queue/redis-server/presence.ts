import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { CACHE_PREFIX } from '../redis-cache.ts';
import { RedisServerFailed } from './launch-server.ts';
import type { ServerPlace } from './options.ts';

/** Milliseconds that a living server may take to answer. */
const REPLY_LIMIT = 5_000;

/** Milliseconds that a server whose starter was killed may take until it answers. */
const HALF_STARTED_LIMIT = 2_000;

/** Milliseconds after which a server that was dying or starting is tried again. */
const RETRY_AFTER = 20;

/** System errors that trying again does not correct. */
const REFUSALS = new Set(['EACCES', 'EPERM', 'ENOTSOCK', 'ENAMETOOLONG', 'EPROTOTYPE', 'ENOTDIR', 'ELOOP']);

/** Keys that are looked at in one command. */
const KEYS_AT_ONCE = 1_000;

/** Start of the name of every process's own connection: who still uses the server is who is connected by such a name. */
const NAME_PREFIX = 'bilag:';

/**
 * Connects to the server at this place, if one lives there, and leaves a connection named `bilag:PID` behind as the
 * sign that this process uses it. The kernel takes the sign away when the process dies, however it dies.
 * Call it under the lock: then a server that is being started is one whose starter was killed, and is waited for, since
 * a second one would take its socket and leave it running where nobody finds it.
 * @throws RedisServerFailed where something else lives there, or the server does not answer
 */
export async function joinServer(place: ServerPlace): Promise<Redis | undefined> {
  const begin = performance.now();
  for (;;) {
    const outcome = await tryToJoin(place);
    const waited = performance.now() - begin;
    if (outcome === 'absent') {
      if (!existsSync(place.startingPath)) return undefined;
      if (waited > HALF_STARTED_LIMIT) await rm(place.startingPath, { force: true });
    } else if (outcome !== 'ending') {
      return outcome;
    } else if (waited > REPLY_LIMIT) {
      throw unusable(place, 'takes connections and closes them again');
    }
    await sleep(RETRY_AFTER);
  }
}

async function tryToJoin(place: ServerPlace): Promise<Redis | 'absent' | 'ending'> {
  const { Redis } = await import('ioredis');
  const redis = new Redis({
    path: place.socketPath,
    lazyConnect: true,
    enableReadyCheck: false,
    connectTimeout: REPLY_LIMIT,
    commandTimeout: REPLY_LIMIT,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let socketError: Error | undefined;
  redis.on('error', (error) => {
    socketError = error;
  });
  try {
    await redis.connect();
    await redis.client('SETNAME', `${NAME_PREFIX}${process.pid}`);
    const [, dir] = (await redis.config('GET', 'dir')) as string[];
    if (dir !== place.dir) throw unusable(place, `is another Redis, whose folder is ${dir}`);
    return redis;
  } catch (error) {
    const closed = redis.status !== 'ready';
    redis.disconnect();
    if (error instanceof RedisServerFailed) throw error;
    const cause = socketError ?? (error as NodeJS.ErrnoException);
    if ('code' in cause && (cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED')) return 'absent';
    // A process that is dying still takes connections for a moment.
    if (closed && !('code' in cause && REFUSALS.has(String(cause.code)))) return 'ending';
    throw unusable(place, `can't be used: ${cause.message}`);
  }
}

/** Whether a process other than this connection's uses the server. */
export async function isShared(redis: Redis): Promise<boolean> {
  const mine = await redis.client('ID');
  const clients = String(await redis.client('LIST')).split('\n');
  return clients.some((line) => line.includes(` name=${NAME_PREFIX}`) && !line.startsWith(`id=${mine} `));
}

/**
 * Ends the server, and waits until its process is gone.
 * @throws RedisServerFailed where it stays
 */
export async function shutDown(redis: Redis, place: ServerPlace): Promise<void> {
  const gone = new Promise<void>((resolve) => redis.once('end', resolve));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unusable(place, `did not end within ${REPLY_LIMIT / 1000} s`)), REPLY_LIMIT);
  });
  // What the cache knows of accounts is still true for the next command; a disk that is full is no reason to stay.
  await keepCacheOnly(redis).catch(() => undefined);
  // The server answers by closing the connection, which is an error to the client.
  redis.shutdown('NOSAVE').catch(() => undefined);
  try {
    await Promise.race([gone, late]);
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

/** Queues and their pauses end with the last process: somebody who corrected a token must not wait for an old pause. */
async function keepCacheOnly(redis: Redis): Promise<void> {
  for (let cursor = '0', first = true; first || cursor !== '0'; first = false) {
    const [next, keys] = await redis.scan(cursor, 'COUNT', KEYS_AT_ONCE);
    const others = keys.filter((key) => !key.startsWith(CACHE_PREFIX));
    if (others.length > 0) await redis.unlink(...others);
    cursor = next;
  }
  await redis.save();
}

/** The error for a server that is there and can't be used. */
export function unusable(place: ServerPlace, what: string): RedisServerFailed {
  return new RedisServerFailed(
    `The private Redis at ${place.socketPath} ${what}.`,
    `End that server (its process id is in ${place.dir}/server.pid) and run the command again.`,
  );
}

/** Milliseconds between two tries to take a lock that another process holds. */
const LOCK_RETRY_AFTER = 25;

/** Another process held a lock for longer than the caller can wait. */
export class LockHeld extends Error {
  constructor(path: string, limit: number) {
    super(`Another process has held ${path} for ${limit / 1000} s.`);
    this.name = 'LockHeld';
  }
}

/**
 * Runs `work` while this process, and no other on this machine, holds the lock file `path`.
 *
 * The lock is SQLite's write lock on an empty database: the kernel frees it when its holder dies, however it dies,
 * so there is no stale lock to judge by process ids, which mean nothing across containers that share a folder.
 * @param limit milliseconds to wait for another holder
 * @throws LockHeld
 */
export async function withLock<T>(path: string, limit: number, work: () => Promise<T>): Promise<T> {
  const { default: Database } = await import('libsql');
  const database = new Database(path, { timeout: 0 });
  try {
    const deadline = performance.now() + limit;
    while (!tryBegin(database)) {
      if (performance.now() > deadline) throw new LockHeld(path, limit);
      await sleep(LOCK_RETRY_AFTER);
    }
    return await work();
  } finally {
    // Closing rolls the empty transaction back, which frees the lock.
    database.close();
  }
}

function tryBegin(database: { exec(sql: string): unknown }): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
