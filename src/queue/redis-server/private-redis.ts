import { existsSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { launchServer, RedisServerFailed, START_LIMIT } from './launch-server.ts';
import { prepareServerPlace, prepareSocketDir, removeSocketDir, type ServerPlace } from './options.ts';
import { isShared, joinServer, shutDown, unusable, withLock } from './presence.ts';
import { provideRedisServer } from './provide-server.ts';

/** The Redis that bilag runs for itself on one `BILAG_HOME`, shared by every bilag process there. */
export interface PrivateRedis {
  /** `unix://` and the path of the socket, percent-encoded. */
  readonly url: string;
  readonly socketPath: string;
  /** Makes sure that the server lives. It is started again by itself when it dies; this waits for that. Costs one PING while it lives: call it after connection errors. */
  ensure(): Promise<void>;
  /** Leaves the server, and ends it if no other bilag process uses it. Nothing happens the second time. */
  stop(): Promise<void>;
}

export interface PrivateRedisOptions {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Told in plain lines what is being done. */
  readonly log: (line: string) => void;
  /** Told why a server that ended could not be started again; it is tried once more. */
  readonly failed?: (error: Error) => void;
}

/** Milliseconds to wait for another process that is starting or ending the server. */
const LOCK_LIMIT = 2 * START_LIMIT;

/** Milliseconds until a server that could not be started again is tried once more. */
const RESTART_AFTER = 5_000;

/**
 * Joins the private Redis of this home, starting it (and providing a server program) where none lives. A server left
 * behind by processes that were killed is adopted. It can't end itself: with every bilag process killed it stays,
 * idle, until the next one leaves.
 * @throws UsageError where no server program can be had, RedisServerFailed where the server does not work
 */
export async function startPrivateRedis(options: PrivateRedisOptions): Promise<PrivateRedis> {
  const { home, env, log, failed } = options;
  let place = await prepareServerPlace(home);
  let presence: Redis | undefined;
  let joining: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;

  async function join(): Promise<void> {
    // Providing a program may take minutes: not under the lock, and only where no server lives already.
    let binary: string | undefined;
    place = await prepareServerPlace(home);
    for (;;) {
      const joined = await withLock(place.lockPath, LOCK_LIMIT, async () => {
        if (place.socketDir) await prepareSocketDir(place.socketDir);
        const living = await joinServer(place);
        if (living || !binary) return living;
        await launchServer(binary, place, env);
        return (await joinServer(place)) ?? endedAtOnce(place);
      });
      if (joined) return keep(joined);
      binary ??= await provideRedisServer({ env, home, log });
    }
  }

  function keep(joined: Redis): void {
    const former = presence;
    presence = joined;
    former?.disconnect();
    joined.once('end', () => {
      if (presence !== joined || stopped !== undefined) return;
      log('The private Redis has ended; starting it again.');
      restart();
    });
  }

  function restart(): void {
    if (stopped !== undefined) return;
    ensure().catch((error: Error) => {
      if (!stopped) failed?.(error);
      setTimeout(restart, RESTART_AFTER).unref();
    });
  }

  async function ensure(): Promise<void> {
    if (stopped !== undefined) throw new Error('The private Redis was stopped by this process.');
    // Asked, since the news of a server's end may not have arrived yet.
    if (!joining && (await answers(presence))) return;
    joining ??= join().finally(() => {
      joining = undefined;
    });
    await joining;
  }

  async function leave(): Promise<void> {
    await joining?.catch(() => undefined);
    const mine = presence;
    if (mine?.status !== 'ready') return;
    const end = () => endUnlessShared(mine, place);
    // Without its folder the server can't be found by anyone else, and there is no lock to take.
    await (existsSync(place.dir) ? withLock(place.lockPath, LOCK_LIMIT, end) : end()).finally(() => mine.disconnect());
  }

  await ensure();
  return {
    url: `unix://${place.socketPath.split('/').map(encodeURIComponent).join('/')}`,
    socketPath: place.socketPath,
    ensure,
    stop: () => (stopped ??= leave()),
  };
}

async function endUnlessShared(mine: Redis, place: ServerPlace): Promise<void> {
  try {
    if (await isShared(mine)) return mine.disconnect();
  } catch (error) {
    // It ended before we could.
    if (mine.status !== 'ready') return;
    throw unusable(place, `does not answer: ${(error as Error).message}`);
  }
  await shutDown(mine, place);
  if (place.socketDir) await removeSocketDir(place.socketDir);
}

async function answers(presence: Redis | undefined): Promise<boolean> {
  if (presence?.status !== 'ready') return false;
  return presence.ping().then(
    () => true,
    () => false,
  );
}

function endedAtOnce(place: ServerPlace): never {
  throw new RedisServerFailed(
    'The private Redis started and ended at once.',
    `See its log, ${place.logPath}, or set REDIS_URL to a Redis of your own.`,
  );
}
