/**
 * States of a batch (design, section 4). `split` is a rejected batch whose entries went on in two halves; `rejected`
 * is one entry that the service refused alone; `withdrawn` was never sent and never will be.
 */
export type BatchState = 'ready' | 'sending' | 'booked' | 'in-doubt' | 'split' | 'rejected' | 'withdrawn';

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
  /** Hash of company, key and date: finds the same voucher booked before with other lines. */
  readonly identity: number;
  /** Hash of all that makes two entries the same, and of its ordinal among equals: the claim. */
  readonly content: string;
  readonly lineCount: number;
  /** Length of the entry's JSON text inside the body's text, in UTF-16 units. */
  readonly length: number;
}

/** A batch as it is frozen before anything is sent. */
export interface FrozenBatch {
  readonly no: number;
  readonly entries: readonly BatchEntry[];
  readonly rows: number;
  readonly lines: number;
  readonly totals: AccountTotals;
  /** The exact request body; kept, hashed and sent as UTF-8. */
  readonly body: string;
}

/** The JSON text of each entry inside a frozen body. Its text is `[e1,e2,…]`. */
export function entryTexts(body: string, entries: readonly BatchEntry[]): string[] {
  let at = 1;
  return entries.map((entry) => {
    const text = body.slice(at, at + entry.length);
    at += entry.length + 1;
    return text;
  });
}
