import { setTimeout as timeout } from 'node:timers/promises';
import { ratePeriod, type ServiceRate } from '../core/service-rate.ts';
import { createTolerance } from './tolerance.ts';

export type GateRequest = 'booking' | 'look-up';

/** What all processes on all machines share of a gate. */
export interface SharedGate {
  /**
   * @param rate undefined where only the service's own pauses count
   * @returns 0: the request is counted and may go. Else the milliseconds after which it is worth asking again, and
   * whether it is the service that asked for the pause
   */
  take(request: GateRequest, rate: ServiceRate | undefined): Promise<GateAnswer>;
  /** The service asked for no requests for so many milliseconds. */
  holdUp(ms: number): Promise<void>;
}

export interface GateAnswer {
  readonly waitMs: number;
  readonly held: boolean;
}

/**
 * Says when a request may be sent to a service: it counts look-ups and bookings of all processes against the rate of the
 * service, bookings first, and lets nothing through while the service has asked for a pause.
 */
export interface RequestGate {
  /** For how long the service wants no requests, as far as this process knows, in milliseconds; 0: it takes them. */
  heldFor(): number;
  /**
   * The service asked for a pause (`Retry-After`), in milliseconds: it holds for every process, and no longer.
   * @param sentAt when the request was sent, on the gate's clock. Several that were under way when the pause began are asked for one pause.
   */
  holdUp(ms: number, sentAt: number): void;
  /** @returns 0: the booking is counted and may go; else milliseconds after which it is worth asking again */
  book(): Promise<number>;
  /**
   * Waits for a look-up's turn.
   * @returns 0: it is counted and may go; else the milliseconds for which the service wants no requests
   */
  lookUp(signal?: AbortSignal): Promise<number>;
}

export interface RequestGateOptions {
  readonly rate?: ServiceRate | undefined;
  /** Undefined until there is a Redis. */
  readonly shared?: () => SharedGate | undefined;
  /** Milliseconds on a clock that nobody can set. */
  readonly now?: () => number;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export function createRequestGate(options: RequestGateOptions = {}): RequestGate {
  const { rate, shared = () => undefined, now = () => performance.now(), sleep = rest } = options;
  const tolerate = createTolerance({ now });
  let heldSince = 0;
  let heldUntil = 0;
  /** When the last requests went that count, where nothing is shared. */
  const gone: number[] = [];

  /** Without the others this process keeps the rate by itself. */
  function alone(): GateAnswer {
    if (rate === undefined) return { waitMs: 0, held: false };
    const period = ratePeriod(rate);
    while (gone.length > 0 && gone[0]! <= now() - period) gone.shift();
    if (gone.length >= rate.requests) return { waitMs: gone[0]! + period - now(), held: false };
    gone.push(now());
    return { waitMs: 0, held: false };
  }

  const heldFor = () => Math.max(0, heldUntil - now());

  function hold(since: number, ms: number): void {
    if (heldFor() === 0) heldSince = since;
    heldUntil = Math.max(heldUntil, since + ms);
  }

  async function take(request: GateRequest): Promise<GateAnswer> {
    const held = heldFor();
    if (held > 0) return { waitMs: held, held: true };
    const answer = (await tolerate<GateAnswer | undefined>(() => shared()?.take(request, rate), undefined)) ?? alone();
    if (answer.held) hold(now(), answer.waitMs);
    return answer;
  }

  return {
    heldFor,
    holdUp(ms, sentAt) {
      const since = sentAt < heldSince ? heldSince : now();
      if (since + ms <= Math.max(heldUntil, now())) return;
      hold(since, ms);
      void tolerate(() => shared()?.holdUp(heldFor()), undefined);
    },
    book: async () => (await take('booking')).waitMs,
    async lookUp(signal) {
      for (;;) {
        const { waitMs, held } = await take('look-up');
        // Aborted, it is not sent: whoever sends it finds that out.
        if (waitMs === 0 || signal?.aborted) return 0;
        if (held) return waitMs;
        await sleep(waitMs, signal);
      }
    },
  };
}

async function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await timeout(ms, undefined, { signal }).catch(() => undefined);
}
