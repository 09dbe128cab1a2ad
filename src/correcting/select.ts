import { counted } from '../core/counted.ts';
import { parseRanges } from '../core/row-ranges.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingCount, WaitingFilter, WaitingState } from '../ledger/waiting.ts';
import type { WaitingRows } from './waiting-rows.ts';

/** Which of the entries that wait, as a person says it. */
interface Selection {
  readonly cause?: number | undefined;
  readonly state?: WaitingState | undefined;
  readonly revised?: boolean | undefined;
  /** A text in a key, a cell, or what was corrected; or the number of a row. */
  readonly q?: string | undefined;
  readonly entries?: readonly number[] | undefined;
}

/** Characters of a text that is searched for; SQLite takes no pattern that is much longer. */
const SEARCH_MAX_CHARACTERS = 200;
/** `12`, `c1:5` */
const ROW = /^(?:c\d+:)?\d{1,10}$/;

/** A selection as the ledger knows it: cells are looked through where they are. */
export async function filterOf(
  row: ImportRow,
  { q = '', entries, ...plain }: Selection,
  rows: WaitingRows,
): Promise<WaitingFilter> {
  const text = q.slice(0, SEARCH_MAX_CHARACTERS).trim();
  const filter = { ...plain, seqs: entries };
  if (text === '') return filter;
  const found = await rows.use(row, (cells) => {
    const [number] = ROW.test(text) ? parseRanges(text) : [];
    const named = number === undefined ? undefined : cells.row(number);
    return [...cells.holding(text), ...(named === undefined ? [] : [named.seq])];
  });
  return { ...filter, text, found };
}

/** Others match now than those that a person confirmed; nothing was done. */
export class CountChanged extends Error {
  readonly now: WaitingCount;
  constructor(now: WaitingCount) {
    super(
      `Now ${counted(now.entries, 'entry', 'entries')} with ${counted(now.rows, 'row')} match: not those that were confirmed.`,
    );
    this.name = 'CountChanged';
    this.now = now;
  }
}

/** @throws CountChanged */
export function checkCount(now: WaitingCount, confirmed: WaitingCount): void {
  if (now.entries !== confirmed.entries || now.rows !== confirmed.rows) throw new CountChanged(now);
}
