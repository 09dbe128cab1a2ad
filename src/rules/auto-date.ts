import { calendarDate, fullYear } from './calendar-date.ts';

/** Which number of `03/04/2026` is the day. */
export type DateOrder = 'dmy' | 'mdy';

/** What a text says as a date (`YYYY-MM-DD`), day first and month first; the two differ only where the order matters. */
export interface DateReading {
  readonly dmy: string | undefined;
  readonly mdy: string | undefined;
  /** Only for a two-digit year last: what `26-01-31` would be if the year stood first; null where it can't. */
  readonly yearFirst?: string | null;
  /** The form alone says which number is the day. */
  readonly plain?: true;
}

/** A time of day and a zone behind a date: checked, then dropped, since the date counts as it is written. */
const ZONE = String.raw`(?:\s?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?`;
const CLOCK = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:\s?[AP]M)?`;
const TAIL = String.raw`(?:(?:T|\s+)${CLOCK})?${ZONE}`;
const COMPACT_TAIL = String.raw`(?:T?(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\.\d{1,9})?|T(?:[01]\d|2[0-3])[0-5]\d)?${ZONE}`;

const YEAR_FIRST_FORM = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TAIL}$`, 'i');
const COMPACT_FORM = new RegExp(String.raw`^(\d{4})(\d\d)(\d\d)(?:${TAIL}|${COMPACT_TAIL})$`, 'i');
const YEAR_LAST_FORM = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)${TAIL}$`, 'i');

/**
 * Reads a trimmed text as a date without a pattern (design, section 5): year first is plain, points mean day first,
 * and only `/` and `-` with the year last leave the order open. Undefined where it has no such form at all.
 */
export function readAutoDate(text: string): DateReading | undefined {
  const plain = YEAR_FIRST_FORM.exec(text);
  if (plain !== null) return same(calendarDate(Number(plain[1]), Number(plain[3]), Number(plain[4])));
  const last = YEAR_LAST_FORM.exec(text);
  if (last !== null) return readYearLast(last);
  const compact = COMPACT_FORM.exec(text);
  if (compact !== null) return same(calendarDate(Number(compact[1]), Number(compact[2]), Number(compact[3])));
  return undefined;
}

function readYearLast(found: RegExpExecArray): DateReading {
  const first = Number(found[1]);
  const second = Number(found[3]);
  const yearDigits = found[4]!.length;
  const year = fullYear(Number(found[4]), yearDigits);
  const dmy = calendarDate(year, second, first);
  if (found[2] === '.') return same(dmy);
  const mdy = calendarDate(year, first, second);
  if (yearDigits === 4) return { dmy, mdy };
  const yearFirst = found[1]!.length === 2 ? calendarDate(fullYear(first, 2), second, Number(found[4])) : undefined;
  return { dmy, mdy, yearFirst: yearFirst ?? null };
}

function same(date: string | undefined): DateReading {
  return { dmy: date, mdy: date, plain: true };
}

/** The pattern by which a job would name the form of such a text with that order: `d/M/yyyy HH:mm`. */
export function patternOf(text: string, order: DateOrder | 'ymd'): string {
  const found = YEAR_LAST_FORM.exec(text);
  const separator = found?.[2] ?? '/';
  const year = found?.[4]?.length === 2 ? 'yy' : 'yyyy';
  const parts = order === 'dmy' ? ['d', 'M', year] : order === 'mdy' ? ['M', 'd', year] : [year, 'M', 'd'];
  const clock = /\d:\d\d(:\d\d)?$/.exec(text);
  const time = clock === null ? '' : clock[1] === undefined ? ' HH:mm' : ' HH:mm:ss';
  return parts.join(separator) + time;
}
