import { createLimit } from './limit.ts';
import type { SharedCache } from './shared-cache.ts';

/** The process level holds this many values; beyond it the oldest go. */
const PROCESS_ENTRIES = 100_000;
/** Keys asked for in one command of the shared level. */
const SHARED_KEYS = 500;
/** The shared level answers within this time, in milliseconds, or is left out: it is there to save time. */
const SHARED_TIMEOUT_MS = 1_000;
/** After a failure the shared level is left alone for this long, in milliseconds. */
const SHARED_PAUSE_MS = 30_000;

export interface TieredCacheOptions {
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
  load(key: string): Promise<T>;
  /** How long a value may be kept, in milliseconds; 0 or less: not at all. */
  ttlMs(value: T): number;
  /** Whether something from the shared level is such a value (another version may have written it). */
  isValue(value: unknown): value is T;
}

export interface TieredCache {
  /**
   * The values of the keys: from this process, else the shared level, else loaded, each key once however many ask.
   * Rejects with the first error of a load; what was loaded by then stays.
   */
  getMany<T>(keys: readonly string[], recipe: Recipe<T>): Promise<Map<string, T>>;
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

export function createTieredCache(options: TieredCacheOptions): TieredCache {
  const { now } = options;
  const kept = new Map<string, Kept>();
  const flights = new Map<string, Promise<unknown>>();
  const limit = createLimit(options.concurrency);
  const shared = tolerant(options);
  const use: CacheUse = { hits: 0, shared: 0, loaded: 0 };

  function keep(key: string, entry: Kept): void {
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > PROCESS_ENTRIES) kept.delete(kept.keys().next().value ?? '');
  }

  async function loadAndKeep<T>(key: string, recipe: Recipe<T>): Promise<T> {
    use.loaded++;
    const value = await limit(() => recipe.load(key));
    const ttlMs = Math.floor(recipe.ttlMs(value));
    if (ttlMs > 0) {
      const entry = { value, until: now() + ttlMs };
      keep(key, entry);
      await shared.set(key, JSON.stringify(entry), ttlMs);
    }
    return value;
  }

  /** Takes off the keys that the shared level knows; all of the others are loaded. */
  function take<T>(keys: readonly string[], recipe: Recipe<T>): void {
    const texts = shared.getMany(keys);
    keys.forEach((key, index) => {
      const flight = texts
        .then((found) => {
          const entry = parseKept(found[index], now(), recipe);
          if (entry === undefined) return loadAndKeep(key, recipe);
          use.shared++;
          keep(key, entry);
          return entry.value;
        })
        .finally(() => flights.delete(key));
      // Whoever waits gets the error; if nobody does any more, it must not end the process.
      flight.catch(() => {});
      flights.set(key, flight);
    });
  }

  return {
    use,
    held: (prefix) =>
      [...kept].flatMap(([key, { value, until }]) => (key.startsWith(prefix) && until > now() ? [value] : [])),
    async getMany<T>(keys: readonly string[], recipe: Recipe<T>): Promise<Map<string, T>> {
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
      const landed = await Promise.all(wanted.map((key) => flights.get(key) as Promise<T>));
      wanted.forEach((key, index) => {
        values.set(key, landed[index] as T);
      });
      return values;
    },
  };
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
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let said = false;

  async function attempt<R>(ask: (level: SharedCache) => Promise<R>, otherwise: R): Promise<R> {
    if (shared === undefined || now() < pausedUntil) return otherwise;
    try {
      const answer = await within(ask(shared), SHARED_TIMEOUT_MS);
      said = false;
      return answer;
    } catch (error) {
      pausedUntil = now() + SHARED_PAUSE_MS;
      if (!said) onSharedFailure?.(error);
      said = true;
      return otherwise;
    }
  }

  return {
    getMany: (keys: readonly string[]) => attempt<readonly (string | null)[]>((level) => level.getMany(keys), []),
    set: (key: string, value: string, ttlMs: number) => attempt((level) => level.set(key, value, ttlMs), undefined),
  };
}

/** A client that reconnects keeps commands waiting instead of failing them. */
async function within<R>(answer: Promise<R>, ms: number): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the shared cache did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, expired]);
  } finally {
    clearTimeout(timer);
  }
}
