import type { Redis } from 'ioredis';
import type { Log } from '../core/log.ts';

/** Between two questions whether Redis is there, in milliseconds. */
const ASK_MS = 2_000;
/** How long it may take to answer one before it counts as away, in milliseconds. */
const ANSWER_MS = 5_000;
/** A connection on which nothing came for so long is given up for a new one, in milliseconds: a network that drops packets closes nothing. */
const HUNG_MS = 30_000;
/** An outage that is over sooner is not spoken of, in milliseconds: a private Redis is started again within it. */
const UNSAID_MS = 1_000;
/** How long a first connection that is being made is waited for, in milliseconds. */
const FIRST_CONNECTION_MS = 2_000;

export interface RedisWatch {
  /** Whether a command would be answered soon; waits for a connection that is just being made. */
  here(): Promise<boolean>;
  stop(): void;
}

export interface RedisWatchPorts {
  /** Told once when Redis goes away, and once when it is back. */
  log: Log;
  /** Called now and then while it is away. */
  restore?(): void;
  /** Milliseconds on a clock that nobody can set. */
  monotonic(): number;
}

/**
 * Watches a connection that recovers by itself. While Redis is away nothing more should be asked of it: what is asked waits in
 * memory, and the ledger knows what is due anyway.
 */
export function watchRedis(redis: Redis, { log, restore, monotonic }: RedisWatchPorts): RedisWatch {
  let wasHere = false;
  let awaySince: number | undefined;
  let why = '';
  let said = false;
  let stopped = false;
  let notice: NodeJS.Timeout | undefined;
  let asking = false;
  /** Since when an answer, or a connection, is waited for. */
  let silentSince: number | undefined = monotonic();
  let renewedAt = silentSince;
  const waiting = new Set<() => void>();

  const changed = () => {
    for (const go of waiting) go();
    waiting.clear();
  };
  const sayAway = () => {
    said = true;
    const words = `Redis is away (${why}); bilag goes on when it is back. Nothing is lost: the ledger knows what is due.`;
    log('redis-away', words, { why });
  };
  const away = (error: NodeJS.ErrnoException) => {
    if (stopped) return;
    // Of several addresses that were tried there is only a code.
    why = error.message || error.code || 'no connection';
    if (awaySince !== undefined) return;
    awaySince = monotonic();
    if (wasHere) notice = setTimeout(sayAway, UNSAID_MS).unref();
    else sayAway();
    changed();
  };
  const back = () => {
    if (stopped) return;
    wasHere = true;
    clearTimeout(notice);
    if (said) {
      const ms = Math.round(monotonic() - awaySince!);
      log('redis-back', `Redis is back after ${lasted(ms)}; going on.`, { ms });
    }
    awaySince = undefined;
    silentSince = undefined;
    said = false;
    changed();
  };
  const look = () => {
    const now = monotonic();
    if (awaySince !== undefined) restore?.();
    silentSince ??= now;
    if (now - silentSince > ANSWER_MS && awaySince === undefined) away(new Error('it does not answer'));
    if (now - Math.max(silentSince, renewedAt) > HUNG_MS && ['ready', 'connect'].includes(redis.status)) {
      renewedAt = now;
      redis.disconnect(true);
    }
    // One question at a time: while Redis is away it waits for the answer, and is repeated on the next connection.
    if (asking || redis.status !== 'ready') return;
    asking = true;
    redis
      .ping()
      .then(back, away)
      .finally(() => {
        asking = false;
      });
  };
  redis.on('ready', back);
  redis.on('error', away);
  redis.on('close', () => {
    // Of what follows, the reason why it can't be made again says more.
    if (awaySince === undefined) away(new Error('the connection was closed'));
  });
  const timer = setInterval(look, ASK_MS).unref();
  return {
    async here() {
      if (awaySince === undefined && redis.status !== 'ready') {
        await new Promise<void>((resolve) => {
          const limit = setTimeout(resolve, FIRST_CONNECTION_MS);
          waiting.add(() => {
            clearTimeout(limit);
            resolve();
          });
        });
      }
      return awaySince === undefined && redis.status === 'ready';
    },
    stop() {
      stopped = true;
      clearTimeout(notice);
      clearInterval(timer);
      changed();
    },
  };
}

function lasted(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
