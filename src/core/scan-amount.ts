import { readAffixes } from './amount-affixes.ts';

export type DecimalMark = ',' | '.';

/** Design, section 5: more than this many significant digits is an issue. */
export const AMOUNT_SIGNIFICANT_DIGITS = 15;

/** A text that is longer is no amount, whatever stands in it. The smallest number of a workbook has 340 digits. */
const AMOUNT_MAX_CHARACTERS = 400;

/** Every answer of `scanAmount` from here on is no amount; amounts are safe integers and stay far below. */
export const REFUSED = 2 ** 60;
export const EMPTY = REFUSED;
export const INVALID = 2 * REFUSED;
export const TOO_PRECISE = 3 * REFUSED;
export const TOO_LONG = 4 * REFUSED;
/** `kr.500` where the decimal mark is the point: 500 after `kr.`, or 0.500 after `kr`. */
export const POINT_OF_KR = 5 * REFUSED;

const MINUS = 0x2d;
const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;

/**
 * Minor units that an amount's text says under one decimal mark, or one of the constants above. No regular expression
 * and no substring: this runs for every amount cell of a file.
 *
 * @param power 10 to the scale
 */
export function scanAmount(text: string, mark: DecimalMark, scale: number, power: number): number {
  if (text.length > AMOUNT_MAX_CHARACTERS) {
    // Fields of fixed width are padded.
    const bare = text.trim();
    const units = scanAmount(bare.slice(0, AMOUNT_MAX_CHARACTERS), mark, scale, power);
    return bare.length <= AMOUNT_MAX_CHARACTERS || units === INVALID ? units : TOO_LONG;
  }
  const length = text.length;
  if (length === 0) return EMPTY;
  const markCode = mark === ',' ? COMMA : POINT;
  const first = text.charCodeAt(0);
  const start = first === MINUS ? 1 : 0;
  // Nearly every cell is this plain; where it begins and ends with a digit nothing but the number can stand around it.
  if (isDigit(text.charCodeAt(start)) && isDigit(text.charCodeAt(length - 1))) {
    const units = scanDigits(text, start, length, markCode, scale, power);
    return start === 1 && units !== 0 && units < REFUSED ? -units : units;
  }
  const affixes = readAffixes(text);
  if (affixes === undefined) return INVALID;
  if (affixes.start === affixes.end) return affixes.bare ? EMPTY : INVALID;
  const { end } = affixes;
  // `,-` stands in place of decimals.
  if (affixes.wholeKroner && (mark !== ',' || hasMark(text, mark, affixes.start, end))) return INVALID;
  const units = scanDigits(text, affixes.start, end, markCode, scale, power);
  if (affixes.pointOfKr && mark === '.' && units !== INVALID && !hasMark(text, mark, affixes.start, end)) {
    return POINT_OF_KR;
  }
  return affixes.negative && units !== 0 && units < REFUSED ? -units : units;
}

function hasMark(text: string, mark: DecimalMark, start: number, end: number): boolean {
  return text.lastIndexOf(mark, end - 1) >= start;
}

/** Digits, groups and decimals between `start` and `end`, without a sign. */
function scanDigits(text: string, start: number, end: number, mark: number, scale: number, power: number): number {
  let units = 0;
  let significant = 0;
  /** Digits since the start or the last separator. */
  let run = 0;
  let separator = NO_SEPARATOR;
  let at = start;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      run++;
      units = units * 10 + (code - ZERO);
      if (units !== 0) significant++;
      continue;
    }
    if (code === mark) break;
    const kind = separatorKind(code);
    if (kind === NO_SEPARATOR) return INVALID;
    if (separator === NO_SEPARATOR) {
      // A first group that begins with 0 was never grouped: `0,500` has decimals, whatever the mark is held to be.
      if (run === 0 || run > 3 || text.charCodeAt(start) === ZERO) return INVALID;
      separator = kind;
    } else if (kind !== separator || run !== 3) {
      return INVALID;
    }
    run = 0;
  }
  if (separator !== NO_SEPARATOR && run !== 3) return INVALID;
  if (at === end) {
    if (run === 0) return INVALID;
    return checkSize(units * power, significant);
  }
  return scanDecimals(text, at + 1, end, units, significant, scale);
}

function scanDecimals(
  text: string,
  start: number,
  end: number,
  whole: number,
  wholeDigits: number,
  scale: number,
): number {
  if (start === end) return INVALID;
  let units = whole;
  let digits = wholeDigits;
  /** Digits up to the last one that is not 0: `1.50` has as many as `1.5`. */
  let significant = wholeDigits;
  let precise = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) return INVALID;
    if (at - start < scale) {
      units = units * 10 + (code - ZERO);
      if (units !== 0) digits++;
      if (code !== ZERO) significant = digits;
    } else if (code !== ZERO) {
      precise = true;
    }
  }
  if (precise) return TOO_PRECISE;
  for (let decimals = end - start; decimals < scale; decimals++) units *= 10;
  return checkSize(units, significant);
}

/** A sum that went past 2^53 may have been rounded on the way, but never back below it. */
function checkSize(units: number, significant: number): number {
  return significant > AMOUNT_SIGNIFICANT_DIGITS || units > Number.MAX_SAFE_INTEGER ? TOO_LONG : units;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const NO_SEPARATOR = 0;
const POINT_OR_COMMA = 1;
const APOSTROPHE = 2;
const SPACE = 3;

/** All spaces are one kind, both apostrophes are one kind; comma and point can't meet here, as one of them is the mark. */
function separatorKind(code: number): number {
  switch (code) {
    case COMMA:
    case POINT:
      return POINT_OR_COMMA;
    case 0x27:
    case 0x2019:
      return APOSTROPHE;
    case 0x20:
    case 0xa0: // no-break space
    case 0x2007: // figure space
    case 0x2009: // thin space
    case 0x202f: // narrow no-break space
      return SPACE;
    default:
      return NO_SEPARATOR;
  }
}
