/** First step of the backoff, in milliseconds: the mean of the first wait is half of it. */
export const RETRY_BASE_MS = 500;
/** No step is longer, in milliseconds: an outage of a day is met by one try in five minutes at most. */
export const RETRY_MAX_MS = 5 * 60_000;
/** A service may ask for a pause of this length at most, in milliseconds; longer ones are cut to it. */
export const RETRY_AFTER_MAX_MS = 60 * 60_000;

export interface RetryDelayOptions {
  readonly baseMs?: number;
  readonly maxMs?: number;
  /** The service asked for a wait of at least this long: the jitter comes on top, or everyone would come back at once. */
  readonly atLeastMs?: number;
}

/**
 * How long to wait before try `attempt + 1`, in whole milliseconds: exponential backoff with full jitter, that is a
 * random part of a step that doubles from attempt to attempt.
 * @param attempt how many tries failed so far, counted from 1
 * @param random answers numbers from 0 (included) to 1 (excluded)
 */
export function retryDelay(attempt: number, random: () => number, options: RetryDelayOptions = {}): number {
  const { baseMs = RETRY_BASE_MS, maxMs = RETRY_MAX_MS, atLeastMs = 0 } = options;
  // 2 ** 1024 is Infinity, which min() cuts to the maximum: no attempt number is too large.
  const step = Math.min(maxMs, baseMs * 2 ** (Math.max(1, attempt) - 1));
  return Math.ceil(atLeastMs) + Math.floor(random() * step);
}

/**
 * Milliseconds to wait by a `Retry-After` header in either of its forms, seconds or an HTTP date (RFC 9110, 10.2.3).
 * @param now milliseconds since 1970, as the date form is measured against it
 * @returns undefined for a value that is neither; never negative, never above RETRY_AFTER_MAX_MS
 */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : dateWait(text, now);
  if (wait === undefined || Number.isNaN(wait)) return undefined;
  return Math.min(RETRY_AFTER_MAX_MS, Math.max(0, Math.ceil(wait)));
}

function dateWait(text: string, now: number): number | undefined {
  // Date.parse takes "-5" and "2020" for dates too; every form of an HTTP date begins with the name of a day.
  return /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) - now : undefined;
}
