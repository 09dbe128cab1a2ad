/** Failures in a row that open the breaker. */
export const BREAKER_FAILURES = 5;
/** First pause of an open breaker, in milliseconds; it doubles with each trial request that fails. */
export const BREAKER_PAUSE_MS = 5_000;
/** Longest pause, in milliseconds. */
export const BREAKER_PAUSE_MAX_MS = 5 * 60_000;
/** A trial request that has said nothing for this long is given up (its process died), in milliseconds, and another may go. */
export const BREAKER_TRIAL_MS = 2 * 60_000;

/** A service that refuses us is asked again after this time, in milliseconds: somebody may have corrected the token. */
export const MISCONFIGURED_PAUSE_MS = 30_000;

/**
 * The state of a service's breaker: plain data, so that it may be kept anywhere. Times are milliseconds on the clock
 * that the caller passes as `now`.
 */
export type Breaker =
  | { readonly state: 'closed'; readonly failures: number }
  /** Without a trip: the service asked for the pause, and when it is over the service is there. */
  | { readonly state: 'open'; readonly until: number; readonly trips: number }
  | { readonly state: 'half-open'; readonly since: number; readonly trips: number };

export interface BreakerOptions {
  readonly failures?: number;
  readonly pauseMs?: number;
  readonly pauseMaxMs?: number;
  readonly trialMs?: number;
}

export const CLOSED: Breaker = { state: 'closed', failures: 0 };

/** Whether a request may go now. `breaker` replaces the old state either way; `waitMs` says when it is worth asking again. */
export type Admission =
  | { readonly admitted: true; readonly breaker: Breaker }
  | { readonly admitted: false; readonly breaker: Breaker; readonly waitMs: number };

/** Asks to send one request. After a pause one request is let through as a trial, and nobody else until it is back. */
export function admit(breaker: Breaker, now: number, options: BreakerOptions = {}): Admission {
  if (breaker.state === 'closed') return { admitted: true, breaker };
  const free = breaker.state === 'open' ? breaker.until : breaker.since + (options.trialMs ?? BREAKER_TRIAL_MS);
  if (now < free) return { admitted: false, breaker, waitMs: free - now };
  if (breaker.trips === 0) return { admitted: true, breaker: CLOSED };
  return { admitted: true, breaker: { state: 'half-open', since: now, trips: breaker.trips } };
}

/** The service answered a request as a service does: booked it, or refused it with a reason. */
export function succeeded(breaker: Breaker, now: number): Breaker {
  // An answer to a request that left before the pause does not end it: the service asked for it, or the trial request will tell.
  return breaker.state === 'open' && now < breaker.until ? breaker : CLOSED;
}

/**
 * A request was not applied, or is in doubt. Doubt counts as much as an outage: a service that times out would put one
 * batch after the other in doubt, and each of them costs a person's time.
 * @param retryAfter the service asked for this pause, in milliseconds: the breaker opens at once, for all, for that time
 * and no longer
 */
export function failed(breaker: Breaker, now: number, retryAfter?: number, options: BreakerOptions = {}): Breaker {
  const asked = now + (retryAfter ?? 0);
  if (breaker.state === 'open') return { ...breaker, until: Math.max(breaker.until, asked) };
  const before = breaker.state === 'half-open' ? breaker.trips : 0;
  if (retryAfter !== undefined) return { state: 'open', until: asked, trips: before };
  const failures = breaker.state === 'closed' ? breaker.failures + 1 : 0;
  if (breaker.state === 'closed' && failures < (options.failures ?? BREAKER_FAILURES))
    return { state: 'closed', failures };
  return { state: 'open', until: now + pause(before + 1, options), trips: before + 1 };
}

function pause(trips: number, options: BreakerOptions): number {
  return Math.min(options.pauseMaxMs ?? BREAKER_PAUSE_MAX_MS, (options.pauseMs ?? BREAKER_PAUSE_MS) * 2 ** (trips - 1));
}
