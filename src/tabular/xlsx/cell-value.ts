import { type Cell, carriedNumber, type DateCell, type ErrorCell, numberText } from '../../core/cell.ts';
import { CELL_MAX_CHARACTERS, LAST_SERIAL_1900, malformed } from './limits.ts';
import type { SharedStrings } from './strings.ts';
import type { CellFormat } from './styles.ts';
import { nameCode } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

/** Cell types (`t` of a cell; ECMA-376, part 1, 18.18.11). */
export const NUMBER = nameCode('n');
export const SHARED = nameCode('s');
export const BOOLEAN = nameCode('b');
export const ERROR = nameCode('e');
export const FORMULA_TEXT = nameCode('str');
export const INLINE = nameCode('inlineStr');
export const ISO_DATE = nameCode('d');

/** What the cells of a workbook are read against. */
export interface CellContext {
  readonly part: string;
  readonly strings: SharedStrings;
  readonly styles: readonly CellFormat[];
  /** Nobody has calculated the formulas of the workbook: programs that write them put a zero for each. */
  readonly isUncalculated: boolean;
  readonly dates: (serial: number, kind: FormatKind) => DateCell | undefined;
}

/** From here on a number has more than the 15 digits that Excel shows. */
const PADDED_LIMIT = 1e15;

/** What a person sees in place of a formula's result that the workbook does not hold: programs that write formulas often don't calculate. */
export const NO_STORED_VALUE = errorCell('formula without a stored value');

export function errorCell(text: string): ErrorCell {
  return { kind: 'error', text };
}

export function numberCell(value: number, style: number, context: CellContext): Cell {
  const format = context.styles[style] ?? NOT_DATE;
  if (format === NOT_DATE) return value;
  if (format === SHOWN_NEGATIVE) return value > 0 ? `${numberText(value)} (shown as negative)` : value;
  if (typeof format === 'string') return padded(value, format);
  if (typeof format === 'object') return { kind: 'money', value, currency: format.currency };
  return context.dates(value, format) ?? value;
}

/** The text that a person sees, so that voucher numbers, accounts and postal codes keep their zeros; a number where it is not whole. */
function padded(value: number, zeros: string): Cell {
  if (!Number.isInteger(value) || value < 0 || value >= PADDED_LIMIT) return value;
  return String(value).padStart(zeros.length, '0');
}

export function isZero(cell: Cell | undefined): boolean {
  if (typeof cell === 'object') return cell.kind === 'money' && cell.value === 0;
  return cell === 0 || (typeof cell === 'string' && /^0+$/.test(cell));
}

export function sharedCell(index: number, context: CellContext): Cell {
  return context.strings.get(index) ?? errorCell(`text number ${index} is missing in the workbook`);
}

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The cell that a value's text stands for. What makes no sense becomes an error value: it must not pass as empty, zero or text. */
export function cellFromText(type: number, text: string, style: number, context: CellContext): Cell {
  switch (type) {
    case FORMULA_TEXT:
    case INLINE:
      return checkedText(unescapeXstring(text), context);
    case ERROR:
      return errorCell(text.trim() || 'error without a name');
    case ISO_DATE:
      return isoDate(text) ?? checkedText(text.trim(), context);
  }
  const bare = text.trim();
  if (bare === '') return '';
  if (type === BOOLEAN) {
    if (bare === '1' || bare === 'true') return true;
    return bare === '0' || bare === 'false' ? false : errorCell(`${bare.slice(0, 40)} (not a truth value)`);
  }
  const value = NUMBER_TEXT.test(bare) ? Number(bare) : Number.NaN;
  if (!Number.isFinite(value)) return errorCell(`${bare.slice(0, 40)} (not a number)`);
  return type === SHARED ? sharedCell(value, context) : numberCell(value + 0, style, context);
}

function checkedText(text: string, context: CellContext): string {
  if (text.length <= CELL_MAX_CHARACTERS) return text;
  throw malformed(
    context.part,
    `holds a text of more than ${CELL_MAX_CHARACTERS} characters, more than a cell can have`,
  );
}

const POINT = 46;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** Up to here digits and power of ten are both exact, so that their quotient is the nearest number: what `Number` gives. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15] as const;

/** A plain decimal number of up to 15 digits, straight from its bytes; NaN for anything else. */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number {
  const negative = bytes[from] === MINUS;
  const start = negative ? from + 1 : from;
  let value = 0;
  let point = -1;
  for (let i = start; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte >= ZERO && byte <= NINE) value = value * 10 + (byte - ZERO);
    else if (byte === POINT && point < 0) point = i;
    else return Number.NaN;
  }
  const digits = to - start - (point < 0 ? 0 : 1);
  if (digits === 0 || digits > EXACT_DIGITS) return Number.NaN;
  if (point >= 0) value /= POWERS_OF_TEN[to - point - 1] as number;
  return negative ? 0 - value : value;
}

const DAY_MILLISECONDS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Days from 1899-12-30 to 1904-01-01: what lies between the two epochs. */
const EPOCH_DISTANCE_DAYS = 1_462;
const EPOCH_1899_12_30 = Date.UTC(1899, 11, 30);
/** Excel counts a 29 February 1900 that never was, so that the days before it are one further on. */
const FALSE_LEAP_DAY = 60;
const MEMO_MAX_ENTRIES = 10_000;

/** How a cell's number format shows its number. */
export const NOT_DATE = 0;
export const DATE = 1;
/** Only hours, minutes or seconds. */
export const TIME = 2;
/** A number that is not negative is shown with a minus, or in parentheses: `"-"#,##0.00`, `(0.00)`. */
export const SHOWN_NEGATIVE = 'shown negative';
export type FormatKind = typeof NOT_DATE | typeof DATE | typeof TIME;

/**
 * Turns serial numbers into dates as Excel shows them, times rounded to the second, but never to the next day. Undefined for what is no day: a time of
 * day below 1, a negative number, a number after the year 9999, and serial 60, the 29 February 1900 that never was.
 */
export function serialDates(epoch1904: boolean): (serial: number, kind: FormatKind) => DateCell | undefined {
  const memo = new Map<number, DateCell | undefined>();
  return (serial, kind) => {
    // Day 0 of the 1904 epoch is the first of January 1904; in the 1900 epoch, and as a time, it is no day.
    if (serial < (epoch1904 && kind === DATE ? 0 : 1)) return undefined;
    const known = memo.get(serial);
    if (known !== undefined) return known;
    if (memo.size === MEMO_MAX_ENTRIES) memo.clear();
    const cell = serialDate(serial, epoch1904);
    memo.set(serial, cell);
    return cell;
  };
}

function serialDate(serial: number, epoch1904: boolean): DateCell | undefined {
  const days = carriedNumber(serial);
  let day = Math.floor(days);
  const time = Math.min(Math.round((days - day) * DAY_SECONDS), DAY_SECONDS - 1);
  if (epoch1904) day += EPOCH_DISTANCE_DAYS;
  else if (day === FALSE_LEAP_DAY) return undefined;
  else if (day < FALSE_LEAP_DAY) day += 1;
  if (!(day <= LAST_SERIAL_1900)) return undefined;
  const iso = new Date(EPOCH_1899_12_30 + day * DAY_MILLISECONDS + time * 1000).toISOString();
  return { kind: 'date', iso: time === 0 ? iso.slice(0, 10) : iso.slice(0, 19) };
}

/** A date as `t="d"` cells hold it (ISO 8601): undefined where it is none, or has a zone, and is an instant. */
export function isoDate(text: string): DateCell | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, day, minutes, seconds] = match as unknown as [string, string, string | undefined, string | undefined];
  const time = minutes === undefined ? '00:00:00' : `${minutes}:${seconds ?? '00'}`;
  const instant = new Date(`${day}T${time}Z`);
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(day)) return undefined;
  return { kind: 'date', iso: time === '00:00:00' ? day : `${day}T${time}` };
}
