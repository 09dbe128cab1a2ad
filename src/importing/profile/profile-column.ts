import { type Cell, cellText } from '../../core/cell.ts';
import { REFUSED, scanAmount } from '../../core/scan-amount.ts';
import { visibleText } from '../../core/text.ts';
import { currencyIn } from '../../reading/currency-cell.ts';
import { readAutoDate } from '../../reading/dates.ts';

/** What the values of a column look like. */
export const VALUE_LOOKS = ['empty', 'date', 'amount', 'account', 'number', 'email', 'phone', 'flag', 'text'] as const;
export type ValueLook = (typeof VALUE_LOOKS)[number];
/** What the values of amounts may look like: whole crowns look like accounts. */
export const AMOUNT_LOOKS: readonly ValueLook[] = ['amount', 'number', 'account'];

/** A column of a file as its first rows show it. */
export interface ColumnLook {
  /** Counted from 0. */
  readonly index: number;
  /** As the file spells it; empty where the column has no name; its number where the file has no header. */
  readonly header: string;
  readonly look: ValueLook;
  /** Different values, the first ones. */
  readonly samples: readonly string[];
  /** Rows of those looked at in which the cell is filled. */
  readonly filled: number;
  /** Different values among these. */
  readonly distinct: number;
  /** The first currency that stands around amounts in its cells, or in their number formats. */
  readonly currency?: string;
}

/** Different values that are shown. */
const SAMPLES = 5;
/** Characters of a value that are shown. */
const SHOWN_CHARACTERS = 60;
/** Characters of a value that are judged: what is longer is text. */
const JUDGED_CHARACTERS = 80;
/** Share of the filled cells that must look alike. */
const ALIKE_SHARE = 0.8;
/** Different values of a column of flags, and characters of each. */
const FLAGS = 4;
const FLAG_CHARACTERS = 8;
/** Filled cells from which few different values are no chance. */
const FLAG_CELLS = 4;
/** Digits of an account number. */
const ACCOUNT = /^\d{3,8}$/;
/** `5000 Lønn` */
const NAMED_ACCOUNT = /^[1-9]\d{2,7}[\s:–-]+\p{L}/u;
const DIGITS = /^\d+$/;
const EMAIL = /^[^\s@;,]+@[^\s@;,]+\.[^\s@;,]+/;
const PHONE = /^\+?[\d ()/.-]{8,24}$/;
const PHONE_DIGITS = 8;
const SCALE = 6;

/** What a cell may be; several can be true of one. */
function judge(cell: Cell) {
  const text = cellText(cell).trim();
  const short = text.length <= JUDGED_CHARACTERS;
  const isDate = typeof cell === 'object' ? cell.kind === 'date' : short && isDateText(text);
  const isNumber = typeof cell === 'number' || (typeof cell === 'object' && cell.kind === 'money');
  const isAmount = isNumber || (typeof cell === 'string' && short && isAmountText(text));
  return {
    date: isDate,
    amount: isAmount,
    /** No account and no count would be written so. */
    fraction: isAmount && /[.,]\d{1,2}\D*$|^\s*[-−(]|-\s*$/.test(text),
    digits: short && DIGITS.test(text),
    account: short && ACCOUNT.test(text),
    email: short && EMAIL.test(text),
    phone: short && PHONE.test(text) && text.replace(/\D/g, '').length >= PHONE_DIGITS,
    flag: text.length <= FLAG_CHARACTERS,
  };
}

function isDateText(text: string): boolean {
  const reading = readAutoDate(text);
  return reading !== undefined && (reading.dmy !== undefined || reading.mdy !== undefined);
}

function isAmountText(text: string): boolean {
  const units = (mark: ',' | '.') => scanAmount(text, mark, SCALE, 10 ** SCALE);
  return text !== '' && (units(',') < REFUSED || units('.') < REFUSED);
}

/** Whether a cell is a number or a date: no name of a column is. */
export function isValue(cell: Cell): boolean {
  const { date, amount } = judge(cell);
  return date || amount;
}

/** Looks at a column. @param cells of the first rows, in their order */
export function lookAtColumn(index: number, header: string, cells: readonly (Cell | undefined)[]): ColumnLook {
  const seen = new Set<string>();
  const counts: Record<keyof ReturnType<typeof judge>, number> = {
    date: 0,
    amount: 0,
    fraction: 0,
    digits: 0,
    account: 0,
    email: 0,
    phone: 0,
    flag: 0,
  };
  let filled = 0;
  for (const cell of cells) {
    if (cell === undefined) continue;
    const text = cellText(cell).trim();
    if (text === '') continue;
    filled++;
    seen.add(text.slice(0, JUDGED_CHARACTERS));
    for (const [what, is] of Object.entries(judge(cell))) if (is) counts[what as keyof typeof counts]++;
  }
  const look = lookOf(counts, filled, seen.size);
  const currency = look === 'amount' ? cells.map(currencyIn).find((word) => word !== undefined) : undefined;
  return {
    index,
    header,
    look,
    samples: [...seen].slice(0, SAMPLES).map(shown),
    filled,
    distinct: seen.size,
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Whether a column holds numbers of accounts, with their names or without. */
export function holdsAccounts({ look, samples }: ColumnLook): boolean {
  if (look === 'account') return true;
  const isAccount = (text: string) => ACCOUNT.test(text) || NAMED_ACCOUNT.test(text);
  return (look === 'text' || look === 'flag') && samples.every(isAccount);
}

/** The different values of a column, in all rows that are looked at. */
export function valuesOf({ index, samples }: ColumnLook, rows: readonly (readonly Cell[])[]): readonly string[] {
  const values = new Set(samples);
  for (const row of rows) values.add(cellText(row[index]).trim());
  values.delete('');
  return [...values];
}

function lookOf(
  counts: Readonly<Record<keyof ReturnType<typeof judge>, number>>,
  filled: number,
  distinct: number,
): ValueLook {
  const most = (what: keyof typeof counts) => counts[what] >= filled * ALIKE_SHARE;
  if (filled === 0) return 'empty';
  if (most('date')) return 'date';
  if (most('email')) return 'email';
  if (most('account') && counts.fraction === 0) return 'account';
  if (most('digits')) return most('phone') ? 'phone' : 'number';
  if (most('amount') && (counts.fraction > 0 || !most('phone'))) return 'amount';
  if (most('phone')) return 'phone';
  return most('flag') && distinct <= FLAGS && filled >= FLAG_CELLS ? 'flag' : 'text';
}

function shown(text: string): string {
  const line = visibleText(text.replace(/\s+/gu, ' '));
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}
