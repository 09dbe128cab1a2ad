import { compileDatePattern, explainDatePattern } from './date-pattern.ts';
import { patternOf, readAutoDate } from './dates.ts';
import { monthOfName } from './month-names.ts';

/** A text that is longer is no date. */
const DATE_MAX_CHARACTERS = 60;

/**
 * Patterns of `file.dates` that read a text, each of them tried on it: `d-MMM-yyyy` for `12-Dec-2019`. Several where day and
 * month, or day and year, can be either; none where the text can't be read by any.
 */
export function patternsFor(text: string): string[] {
  const written = text.trim();
  if (written.length > DATE_MAX_CHARACTERS) return [];
  const found = candidates(written).filter(
    (pattern) => explainDatePattern(pattern) === undefined && compileDatePattern(pattern).read(written) !== undefined,
  );
  return [...new Set(found)];
}

function candidates(written: string): string[] {
  const auto = readAutoDate(written);
  if (auto !== undefined && auto.plain !== true) return [patternOf(written, 'dmy'), patternOf(written, 'mdy')];
  const [clock = ''] = /[T\s]+\d\d:\d\d(:\d\d)?$/.exec(written) ?? [];
  const day = written.slice(0, written.length - clock.length);
  const tail = clock.replace(/\d\d:\d\d:\d\d/, 'HH:mm:ss').replace(/\d\d:\d\d/, 'HH:mm');
  if (/^\d{8}$/.test(day)) return [`yyyyMMdd${tail}`, `ddMMyyyy${tail}`, `MMddyyyy${tail}`];
  if (/^\d{6}$/.test(day)) return [`ddMMyy${tail}`, `yyMMdd${tail}`, `MMddyy${tail}`];
  // What stands for day, month by its name, and year; all else stands as it is.
  return ORDERS.map((order) => {
    let next = 0;
    const pattern = day.replace(/\d+|[\p{L}\p{M}]+\.?/gu, (piece) => {
      if (/^\d/.test(piece)) return numberToken(order[next++] ?? '', piece);
      return monthOfName(piece) === undefined ? `'${piece}'` : order[next++] === 'month' ? 'MMM' : `'${piece}'`;
    });
    return pattern + tail;
  });
}

const ORDERS = [
  ['day', 'month', 'year'],
  ['month', 'day', 'year'],
  ['year', 'month', 'day'],
] as const;

function numberToken(part: string, digits: string): string {
  if (part === 'year') return digits.length === 2 ? 'yy' : 'yyyy';
  return part === 'month' ? 'M' : 'd';
}
