import type { ContactField } from './job-fields.ts';
import type { MatchBy } from './records.ts';

/**
 * States of a batch (design, section 4). `split` is a rejected batch whose entries went on in two halves; `continued` was
 * applied, and its entries went on in the batch of the step that follows; `rejected` is one entry that the service refused
 * alone; `withdrawn` was never sent and never will be; `waiting` has no claims yet, since other imports have the same entries
 * and it is not known whether these are booked.
 */
export type BatchState =
  | 'ready'
  | 'waiting'
  | 'sending'
  | 'booked'
  | 'in-doubt'
  | 'split'
  | 'continued'
  | 'rejected'
  | 'withdrawn';

/** Steps that pages have words for: what the request of a batch does. */
export type Step = 'book' | 'create-contact' | 'read-back' | 'create-field' | 'activate-field';

/** Stages of a contacts import: its custom fields, the first contact with custom values, all others. */
export const FIELD_STAGE = 0;
export const CANARY_STAGE = 1;
export const CONTACT_STAGE = 2;

/** Where sums per account also hold the sums of all debit and of all credit lines; no account can be called so. */
export const DEBIT_TOTAL = '\u0000debit';
export const CREDIT_TOTAL = '\u0000credit';

/** Sums in minor units per account as sent, and of debit and credit, in decimal text of an integer: exact beyond 2^53. */
export type AccountTotals = Readonly<Record<string, string>>;

/** One entry of a frozen batch, in the order of the body. */
export interface BatchEntry {
  /** Ordinal of the entry in its import, by first appearance in the file. */
  readonly seq: number;
  /** The file's entry key; empty where every row is an entry of its own. */
  readonly key: string;
  /** Lines of the file, as ranges: `12-14,20`. */
  readonly rows: string;
  readonly rowCount: number;
  /** Date of the first line, `YYYY-MM-DD`. */
  readonly date: string;
  /** Hash of company, series and key, or without a key of dates and amounts: finds the same voucher booked before with other lines. */
  readonly identity: number;
  /** Hash of all that makes two entries the same, and of its ordinal among equals: the claim. */
  readonly content: string;
  readonly lineCount: number;
  /** Length of the entry's JSON text inside the body's text, in UTF-16 units. */
  readonly length: number;
  /** The service had a contact before that can't be told from this one: a look-up of this one proves nothing. */
  readonly twin?: boolean;
  /** Contacts: all that it is known by, each of which it claims; those that its job matches by first, in that order. */
  readonly known?: readonly KnownBy[];
  /** Contacts: the fields that the row itself says; a job's default says nothing of a contact. */
  readonly said?: readonly ContactField[];
}

/** Something that a contact is known by. */
export interface KnownBy {
  readonly by: MatchBy;
  /** Hash of the company and the value, as in `BatchEntry.identity`. */
  readonly identity: number;
  /** Whether its job takes another contact with the same value for this one. */
  readonly matched: boolean;
}

/** A batch as it is frozen before anything is sent. */
export interface FrozenBatch {
  readonly no: number;
  readonly entries: readonly BatchEntry[];
  readonly rows: number;
  readonly lines: number;
  /** JSON of `AccountTotals`. */
  readonly totals: string;
  /** The exact request body, in UTF-8. */
  readonly body: Buffer;
  /** Default: `book`. */
  readonly step?: string;
  /** A batch is sent when nothing of a lower stage is unfinished. Default: 0. */
  readonly stage?: number;
  /** The service's ID of what the step is about: of the field to be activated, of the contact to be read back. */
  readonly target?: number | undefined;
  /** Its entries wait for what becomes of the same entries in other imports. */
  readonly waits?: boolean;
  /** What entries are found by besides their claims: of one that waits the other one's claim, where the two differ. */
  readonly same?: readonly {
    readonly identity: number;
    readonly content: string;
    readonly import: number;
    readonly seq: number;
    readonly row: number;
  }[];
}

/** The JSON text of each entry inside a frozen body. Its text is `[e1,e2,…]`; of one that is sent alone it is the entry's. */
export function entryTexts(body: string, entries: readonly BatchEntry[]): string[] {
  if (!body.startsWith('[')) return entries.map(() => body);
  let at = 1;
  return entries.map((entry) => {
    const text = body.slice(at, at + entry.length);
    at += entry.length + 1;
    return text;
  });
}

/** States of an import (design, section 7; fixed). */
export type ImportState =
  | 'planning'
  | 'planned'
  | 'posting'
  | 'completed'
  | 'partly-booked'
  | 'rejected'
  | 'in-doubt'
  | 'cancelled';

/** States in which nothing more happens without a person. */
export const RESTING_STATES: ReadonlySet<ImportState> = new Set([
  'planned',
  'completed',
  'partly-booked',
  'rejected',
  'in-doubt',
  'cancelled',
]);

/** Where each row that was read ended up. `read` equals the sum of the others when the receipt adds up. */
export interface RowCounts {
  read: number;
  booked: number;
  held: number;
  rejected: number;
  duplicate: number;
  skipped: number;
  inDoubt: number;
  pending: number;
}

/** Where each entry ended up. `planned` equals the sum of the others when the receipt adds up. */
export interface EntryCounts {
  planned: number;
  booked: number;
  held: number;
  rejected: number;
  duplicate: number;
  inDoubt: number;
  pending: number;
}

/** Outcome of a finished import from its counts (design, section 7). Duplicates that the job said to skip hold nothing up. */
export function finishedState(entries: EntryCounts, heldDuplicates: number): ImportState {
  if (entries.inDoubt > 0) return 'in-doubt';
  if (entries.held > 0 || entries.rejected > 0 || heldDuplicates > 0) return 'partly-booked';
  return 'completed';
}

/** States from which what waits can be retried. */
export const RETRIABLE: readonly ImportState[] = ['partly-booked', 'in-doubt'];

/** Whether all that is left of an import waits for what becomes of the same entries in other imports. @param pending entries still to be sent */
export function waitsOnly(
  state: ImportState,
  pending: number,
  waiting: readonly { readonly entries: number }[],
): boolean {
  const waits = waiting.reduce((sum, { entries }) => sum + entries, 0);
  return state === 'posting' && waits > 0 && waits >= pending;
}
