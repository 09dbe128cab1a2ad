import type { BookedId, Evidence } from '../core/outcome.ts';
import { retryAfter } from '../core/retry-delay.ts';
import type { Reply } from './classify-outcome.ts';
import { evidenceOf } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import { isRow } from './lists.ts';
import { idOf, replyMessage } from './reply-fields.ts';

/** The answer to a look-up: parsed JSON, or why there is none. */
export type GetReply = { readonly ok: true; readonly body: unknown } | ({ readonly ok: false } & GetFailure);

export interface GetFailure {
  /**
   * `unavailable`: wait and ask again; `misconfigured`: a person must correct credentials, rights or address;
   * `unexpected`: an answer that the interface does not know.
   */
  readonly kind: 'unavailable' | 'misconfigured' | 'unexpected';
  /** For people: the service, what it answered, and what to do. */
  readonly message: string;
  readonly evidence: Evidence;
  /** Milliseconds, where the service asked for a wait. */
  readonly retryAfter?: number;
  /** A 200 whose body is not JSON: a proxy's page, or a reply that was garbled on its way. */
  readonly notJson?: boolean;
}

interface GetContext {
  readonly service: string;
  readonly path: string;
  readonly now: number;
  readonly redact: (text: string) => string;
}

const REMEDIES: Readonly<Record<number, string>> = {
  401: 'check its token: ACCOUNTING_TOKEN, or auth in bilag.yaml',
  403: 'check what the credentials are allowed to do, and the company header',
  404: "check the service's baseUrl",
};
/** Statuses below 500 that pass by themselves: request timeout, too early, too many requests. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Sorts the reply to a look-up. A look-up changes nothing, so that it may be asked again after anything. */
export function getReply(exchange: Exchange, context: GetContext): GetReply {
  const { reply } = exchange;
  const isAnswer = reply !== undefined && reply.status === 200 && (reply.end === 'complete' || reply.end === 'closed');
  if (isAnswer) {
    try {
      return { ok: true, body: JSON.parse(reply.body) };
    } catch {
      // Falls through to "unexpected", with the reply as evidence.
    }
  }
  const kind = failureKind(reply);
  const message = context.redact(failureMessage(exchange, kind, context));
  const evidence = evidenceOf(exchange, context.redact);
  const wait = kind === 'unavailable' ? retryAfter(reply?.headers['retry-after'], context.now) : undefined;
  return {
    ...{ ok: false, kind, message, evidence },
    ...(wait === undefined ? {} : { retryAfter: wait }),
    ...(isAnswer ? { notJson: true } : {}),
  };
}

function failureKind(reply: Reply | undefined): GetFailure['kind'] {
  if (reply === undefined || reply.end === 'cut' || reply.status >= 500 || PASSING.has(reply.status)) {
    return 'unavailable';
  }
  return reply.status in REMEDIES ? 'misconfigured' : 'unexpected';
}

function failureMessage({ reply, error }: Exchange, kind: GetFailure['kind'], { service, path }: GetContext): string {
  const asked = `GET ${path.split('?')[0]}`;
  if (reply === undefined) return `service ${service} did not answer ${asked}: ${error}`;
  if (reply.end === 'cut') return `service ${service} broke off its reply to ${asked}: ${error}`;
  if (reply.end === 'too-long') return `service ${service} answered ${asked} with too much: ${error}`;
  const words = replyMessage(reply.body);
  const { location } = reply.headers;
  const to = reply.status >= 300 && reply.status < 400 && location !== undefined ? ` (to ${location})` : '';
  const answered = `service ${service} answered ${asked} with ${reply.status}${to}${words && `: ${words}`}`;
  if (kind === 'misconfigured') return `${answered}; ${REMEDIES[reply.status]}`;
  return kind === 'unexpected' && reply.status < 300 ? `${answered}; expected JSON` : answered;
}

/**
 * The IDs in the reply to a booking (design, section 8): only from an array with one object per entry sent, each with an
 * `ID` or a `JournalEntryNumber` of its own, in the order in which they were sent. Anything else, and which entry got which ID would be a guess.
 * @param body the text of a reply that was found to be a success
 * @param sent the body of the request
 */
export function bookedIds(body: string, entries: number, sent: string | Buffer): readonly BookedId[] | undefined {
  if (body.trim() === '') return undefined;
  let rows: unknown;
  try {
    rows = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!Array.isArray(rows) || rows.length !== entries) return undefined;
  const ids = rows.map(bookedId);
  if (!ids.every((each) => each !== undefined) || showOtherOrder(rows, sent)) return undefined;
  return distinct(ids.map(({ id }) => id)) && distinct(ids.map(({ number }) => number)) ? ids : undefined;
}

function bookedId(row: unknown): BookedId | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { ID, JournalEntryNumber } = row as Record<string, unknown>;
  const id = typeof ID === 'string' && /^\d{1,15}$/.test(ID) ? Number(ID) : ID;
  const number = String(JournalEntryNumber ?? '').trim();
  const known = {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    number: ['string', 'number'].includes(typeof JournalEntryNumber) && number !== '' ? number : null,
  };
  return known.id === null && known.number === null ? undefined : known;
}

/** Whether rows that show their lines show those of other entries than were sent in their places: by the amounts. */
function showOtherOrder(rows: readonly unknown[], sent: string | Buffer): boolean {
  const shown = rows.map(amountsIn);
  if (shown.every((amounts) => amounts === undefined)) return false;
  const own = (JSON.parse(sent.toString()) as unknown[]).map(amountsIn);
  return shown.some((amounts, at) => amounts !== undefined && amounts !== own[at] && own.includes(amounts));
}

/** The amounts of an entry in whatever order; undefined where it shows no lines. */
function amountsIn(entry: unknown): string | undefined {
  const lines = (entry as { readonly DraftLines?: unknown } | null)?.DraftLines;
  if (!Array.isArray(lines)) return undefined;
  return lines
    .map((line: { readonly Amount?: unknown } | null) => Number(line?.Amount))
    .sort((a, b) => a - b)
    .join(' ');
}

/** Two entries under one ID: the rows are not one to an entry (lines, say, that happen to be as many). */
function distinct(values: readonly (string | number | null)[]): boolean {
  const present = values.filter((value) => value !== null);
  return new Set(present).size === present.length;
}

/**
 * The ID in the reply to a creation: of an object, or of an array of one. What the reply looks like is shown for custom
 * fields alone (service interface, section 4.6); anything else names no ID.
 * @param body the text of a reply that was found to be a success
 */
export function createdId(body: string): number | undefined {
  let reply: unknown;
  try {
    reply = JSON.parse(body);
  } catch {
    return undefined;
  }
  const row: unknown = Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
  return isRow(row) ? idOf(row['ID']) : undefined;
}
