import { isUtf8 } from 'node:buffer';
import { type CheckedEntry, checkBooking } from './booking-check.ts';
import type { Company } from './company.ts';
import type { ReplyStyle } from './fault-spec.ts';
import { failure, jsonReply, type Reply, refusal } from './reply.ts';

/** The action that books (service interface, section 4.1). */
export const BOOK_ACTION = 'book-journal-entries';

export interface BookingRequest {
  readonly company: Company;
  readonly body: Buffer;
  readonly request: number;
  readonly requestId: string | undefined;
  readonly lockedBefore: string;
  readonly reply: ReplyStyle;
  /** Books the first half only and says nothing of it: what a service does that is not all or nothing. */
  readonly half: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Books all entries of a request, or none and says why. */
export function bookJournalEntries({
  company,
  body,
  request,
  requestId,
  lockedBefore,
  reply,
  half,
  at,
}: BookingRequest): Reply {
  if (!isUtf8(body)) return failure(400, 'The request body is not UTF-8.');
  const text = body.toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return failure(400, `The request body is not JSON: ${(error as Error).message}`);
  }
  const { accounts, vatTypes, books } = company;
  const messages = checkBooking(parsed, text, { accounts, vatTypes, lockedBefore });
  if (messages.length > 0) return refusal(messages);
  const entries = parsed as CheckedEntry[];
  const count = half ? Math.floor(entries.length / 2) : entries.length;
  const booked = books.book({ request, requestId, body, at }, entries, count);
  return successReply(
    reply,
    () => booked.map(({ id, number }) => ({ ID: id, JournalEntryNumber: number })),
    () => booked.map(({ id }) => ({ ID: id })),
  );
}

/** A success in the style asked for: the interface doesn't show one (sections 4.1 and 4.11). */
export function successReply(style: ReplyStyle, full: () => unknown, ids: () => unknown): Reply {
  if (style === 'empty') return { status: 200 };
  if (style === '204') return { status: 204 };
  if (style === 'ids') return jsonReply(ids());
  return jsonReply(full(), style === '201' ? 201 : 200);
}
