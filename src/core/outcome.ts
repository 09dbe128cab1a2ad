/** What is known of a request after it was sent, or tried to be (design, section 4). */
export type OutcomeKind = 'booked' | 'not-applied' | 'in-doubt' | 'rejected' | 'misconfigured';

/** So much of a reply's body is kept, in characters. */
export const EVIDENCE_BODY_LENGTH = 2_000;

/** What was seen on the wire: kept with the attempt, shown to people, never interpreted again. */
export interface Evidence {
  readonly status?: number;
  /** Only headers that matter: content-type, retry-after, location, server, date, request ids. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The first characters of the reply's body. */
  readonly body?: string;
  /** Code and message of a transport error. */
  readonly error?: string;
  /** Nothing was sent because of bilag itself: a damaged body, an attempt log that can't be written, a lease that was lost. */
  readonly own?: true;
  /** What is stored to be sent is not what was planned: no later try can send it. */
  readonly damaged?: true;
  /** Milliseconds from first byte to outcome. */
  readonly elapsed?: number;
  /** What of a reply with a success status says that the request was not, or not wholly, applied. */
  readonly contradiction?: Contradiction;
}

export const CONTRADICTIONS = ['count', 'failed', 'error', 'no-ids'] as const;

/** How a reply contradicts its request. */
export interface Contradiction {
  /**
   * `count`: it lists another number of entries than were sent. `failed`: it says so. `error`: it holds an error, or a
   * message of that level. `no-ids`: it names nothing, and the service is known to answer IDs.
   */
  readonly what: (typeof CONTRADICTIONS)[number];
  /** The number that it lists, else the words or the part of the reply that say so. */
  readonly said: string;
  /** Entries in the request. */
  readonly sent: number;
}

/** A booked entry as the service names it. */
export interface BookedId {
  readonly id: number | null;
  readonly number: string | null;
}

export interface Outcome {
  readonly kind: OutcomeKind;
  readonly evidence: Evidence;
  /** The service's own words, for people; empty where it said nothing. */
  readonly message: string;
  /** booked: one per entry where the reply lines up one to one, else absent. */
  readonly ids?: readonly BookedId[];
  /** booked, of a step that asks: the reply as text. */
  readonly reply?: string;
  /** not-applied: wait at least this long, as the service asked, in milliseconds. */
  readonly retryAfter?: number;
}
