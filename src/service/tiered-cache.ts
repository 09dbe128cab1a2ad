import { createLimit } from '../core/limiter.ts';
import { createTolerance } from './tolerance.ts';

/** The process level holds this many values; beyond it the oldest go. */
const PROCESS_ENTRIES = 100_000;
/** Keys asked for in one command of the shared level. */
const SHARED_KEYS = 500;

interface TieredCacheOptions {
  readonly shared?: SharedCache | undefined;
  /** The wall clock in milliseconds: what is shared expires at the same moment everywhere. */
  readonly now: () => number;
  /** Values loaded at the same time, over all calls. */
  readonly concurrency: number;
  /** Told once when the shared level begins to fail, and again only after it has worked in between. */
  readonly onSharedFailure?: ((error: unknown) => void) | undefined;
}

/** How one kind of value is loaded and kept. */
export interface Recipe<T> {
  /** @param signal aborted when nobody waits for the value any more */
  load(key: string, signal: AbortSignal): Promise<T>;
  /** How long a value may be kept, in milliseconds; 0 or less: not at all. */
  ttlMs(value: T): number;
  /** Whether something from the shared level is such a value (another version may have written it). */
  isValue(value: unknown): value is T;
  /** Whether the shared level gets the value. What is not there yet is for each process to find out. */
  isShared(value: T): boolean;
}

interface TieredCache {
  /**
   * The values of the keys: from this process, else the shared level, else loaded, each key once however many ask.
   * Rejects with the first error of a load, or when the signal aborts; what was loaded by then stays, and loads that
   * nobody waits for any more are given up.
   */
  getMany<T>(keys: readonly string[], recipe: Recipe<T>, signal?: AbortSignal): Promise<Map<string, T>>;
  /** Forgets values in both levels: who asks from now on has them loaded. */
  drop(keys: readonly string[]): Promise<void>;
  /** Forgets what this process holds; the shared level, where others may have forgotten some, is asked again. */
  dropHeld(): void;
  /** What this process holds, and may still use, under keys that begin so. */
  held(prefix: string): unknown[];
  /** Since it was created. */
  readonly use: Readonly<CacheUse>;
}

/** Where the values that were asked for came from: this process, the shared level, or a load. */
export interface CacheUse {
  hits: number;
  shared: number;
  loaded: number;
}

interface Kept {
  readonly value: unknown;
  readonly until: number;
}

/** A value on its way. */
interface Flight {
  readonly value: Promise<unknown>;
  readonly given: AbortController;
  /** Calls that wait for it. */
  waiting: number;
}

export function createTieredCache(options: TieredCacheOptions): TieredCache {
  const { now } = options;
  const kept = new Map<string, Kept>();
  const flights = new Map<string, Flight>();
  const limit = createLimit(options.concurrency);
  const shared = tolerant(options);
  let drops = 0;
  const use: CacheUse = { hits: 0, shared: 0, loaded: 0 };

  /** @param since what was dropped when the value was asked for: what has been dropped since is not kept */
  function keep(key: string, entry: Kept, since: number): void {
    if (since !== drops) return;
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > PROCESS_ENTRIES) kept.delete(kept.keys().next().value ?? '');
  }

  async function loadAndKeep<T>(key: string, recipe: Recipe<T>, signal: AbortSignal): Promise<T> {
    const since = drops;
    const value = await limit(() => {
      signal.throwIfAborted();
      use.loaded++;
      return recipe.load(key, signal);
    });
    const ttlMs = Math.floor(recipe.ttlMs(value));
    if (ttlMs > 0) {
      const entry = { value, until: now() + ttlMs };
      keep(key, entry, since);
      if (since === drops && recipe.isShared(value)) await shared.set(key, JSON.stringify(entry), ttlMs);
    }
    return value;
  }

  /** Takes off the keys that the shared level knows; all of the others are loaded. */
  function take<T>(keys: readonly string[], recipe: Recipe<T>): void {
    const since = drops;
    const texts = shared.getMany(keys);
    keys.forEach((key, index) => {
      const given = new AbortController();
      const value = texts
        .then((found) => {
          const entry = parseKept(found[index], now(), recipe);
          if (entry === undefined) return loadAndKeep(key, recipe, given.signal);
          use.shared++;
          keep(key, entry, since);
          return entry.value;
        })
        .finally(() => land(key, flight));
      const flight: Flight = { value, given, waiting: 0 };
      // Whoever waits gets the error; if nobody does any more, it must not end the process.
      value.catch(() => {});
      flights.set(key, flight);
    });
  }

  function land(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  function leave(key: string, flight: Flight): void {
    if (--flight.waiting > 0) return;
    // Who asks from now on starts anew: this one is given up.
    land(key, flight);
    flight.given.abort();
  }

  return {
    use,
    held: (prefix) =>
      [...kept].flatMap(([key, { value, until }]) => (key.startsWith(prefix) && until > now() ? [value] : [])),
    async drop(keys) {
      drops++;
      for (const key of keys) {
        kept.delete(key);
        // What is on its way was asked for before this, and may be what is to be forgotten.
        flights.delete(key);
      }
      await shared.drop(keys);
    },
    dropHeld: () => kept.clear(),
    async getMany<T>(keys: readonly string[], recipe: Recipe<T>, signal?: AbortSignal): Promise<Map<string, T>> {
      const values = new Map<string, T>();
      const wanted: string[] = [];
      for (const key of new Set(keys)) {
        const entry = kept.get(key);
        if (entry === undefined || entry.until <= now()) wanted.push(key);
        else {
          use.hits++;
          values.set(key, entry.value as T);
        }
      }
      const missing = wanted.filter((key) => !flights.has(key));
      for (let from = 0; from < missing.length; from += SHARED_KEYS) {
        take(missing.slice(from, from + SHARED_KEYS), recipe);
      }
      const awaited = wanted.map((key) => [key, flights.get(key)!] as const);
      for (const [, flight] of awaited) flight.waiting++;
      try {
        const landed = await unlessAborted(Promise.all(awaited.map(([, { value }]) => value)), signal);
        wanted.forEach((key, index) => {
          values.set(key, landed[index] as T);
        });
      } finally {
        for (const [key, flight] of awaited) leave(key, flight);
      }
      return values;
    },
  };
}

/** Rejects with the signal's reason when it aborts. */
async function unlessAborted<R>(work: Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  if (signal === undefined) return work;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort!);
  }
}

function parseKept<T>(
  text: string | null | undefined,
  now: number,
  recipe: Recipe<T>,
): (Kept & { value: T }) | undefined {
  if (text === null || text === undefined) return undefined;
  try {
    const { value, until } = JSON.parse(text) as Record<string, unknown>;
    if (!recipe.isValue(value) || typeof until !== 'number' || until <= now) return undefined;
    // The writer's clock may be ahead: nothing is kept for longer than it would be when loaded here.
    return { value, until: Math.min(until, now + recipe.ttlMs(value)) };
  } catch {
    return undefined;
  }
}

/** The shared level, never failing and never slow: without an answer it has nothing. */
function tolerant({ shared, now, onSharedFailure }: TieredCacheOptions) {
  const tolerate = createTolerance({ now, onFailure: onSharedFailure });
  return {
    getMany: (keys: readonly string[]) => tolerate<readonly (string | null)[]>(() => shared?.getMany(keys), []),
    set: (key: string, value: string, ttlMs: number) => tolerate(() => shared?.set(key, value, ttlMs), undefined),
    drop: (keys: readonly string[]) => tolerate(() => shared?.drop(keys), undefined),
  };
}

/**
 * A cache that several processes share: the second level behind the one in this process. It may lose anything at any
 * time; its errors are tolerated.
 */
export interface SharedCache {
  /** One answer for each key, in their order; null where there is none. */
  getMany(keys: readonly string[]): Promise<readonly (string | null)[]>;
  /** @param ttlMs whole milliseconds, at least 1 */
  set(key: string, value: string, ttlMs: number): Promise<void>;
  drop(keys: readonly string[]): Promise<void>;
}
