import type { Contradiction, OutcomeKind } from '../core/outcome.ts';
import { retryAfter } from '../core/retry-delay.ts';
import { type Asked, contradictionIn } from './reply-contradiction.ts';

/** What a request met, as far as it could be seen from here. */
export type Seen =
  /** Not one byte of the request left this machine's hands. */
  | { readonly sent: false }
  /** Bytes of the request left; without a reply the connection ended, or time ran out, before one was there. */
  | { readonly sent: true; readonly reply: Reply | undefined };

export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, as far as it was read. */
  readonly body: string;
  /**
   * How the body ended: `complete` with the length that was announced, `closed` where none was and the connection ended
   * it (a cut looks the same), `cut` before its end, `too-long` for what we read of a reply.
   */
  readonly end: 'complete' | 'closed' | 'cut' | 'too-long';
}

interface ClassifyOptions {
  /** The statuses that the service is known to answer when nothing was done; `[429]` unless configured otherwise. */
  readonly notApplied: readonly number[];
  /** Milliseconds since 1970, for a `Retry-After` that is a date. */
  readonly now: number;
  /** What a success must not contradict; undefined: nothing was to be done. */
  readonly asked?: Asked | undefined;
}

interface Classified {
  readonly kind: OutcomeKind;
  /** Milliseconds; only where nothing was applied and the service said how long to wait. */
  readonly retryAfter?: number;
  /** Only of a reply that would be a success without it. */
  readonly contradiction?: Contradiction;
}

/** Section 8 knows these three; 202, 206 or 207 say that something is still to be done, or was done in part. */
const SUCCESS: ReadonlySet<number> = new Set([200, 201, 204]);
const REJECTED: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);
const MISCONFIGURED: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * The outcome of a booking request, by the table of section 4 of the design. Whatever the table does not list is in
 * doubt: a wrong "not applied" books twice, a wrong "booked" loses a booking, a doubt costs a look. So is a success that
 * contradicts the request.
 */
export function classifyOutcome(seen: Seen, options: ClassifyOptions): Classified {
  if (!seen.sent) return { kind: 'not-applied' };
  const { reply } = seen;
  if (reply === undefined || reply.end === 'cut') return { kind: 'in-doubt' };
  const { status } = reply;
  if (status >= 200 && status < 300) return classifySuccess(reply, options.asked);
  if (options.notApplied.includes(status)) {
    const wait = retryAfter(reply.headers['retry-after'], options.now);
    return wait === undefined ? { kind: 'not-applied' } : { kind: 'not-applied', retryAfter: wait };
  }
  if (REJECTED.has(status)) return { kind: 'rejected' };
  if (MISCONFIGURED.has(status)) return { kind: 'misconfigured' };
  return { kind: 'in-doubt' };
}

/** Whether a status refuses the request for what it says; of several entries a service may have applied some all the same. */
export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && REJECTED.has(status);
}

function classifySuccess({ status, body, end }: Reply, asked: Asked | undefined): Classified {
  if (!SUCCESS.has(status) || end === 'too-long') return { kind: 'in-doubt' };
  // An empty body that only the closing of the connection ended may be all that came of a longer one.
  if (body.trim() === '') return { kind: end === 'complete' ? 'booked' : 'in-doubt' };
  try {
    const parsed: unknown = JSON.parse(body);
    // A number that is cut off is another number.
    if (typeof parsed === 'number' && end !== 'complete') return { kind: 'in-doubt' };
    const contradiction = asked && contradictionIn(parsed, asked);
    return contradiction === undefined ? { kind: 'booked' } : { kind: 'in-doubt', contradiction };
  } catch {
    // It is no JSON, or nested deeper than can be looked through.
    return { kind: 'in-doubt' };
  }
}
