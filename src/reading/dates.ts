import { calendarDate, fullYear } from '../core/calendar-date.ts';
import { ZONE_FORM, type ZonedTime, zonedTime } from '../core/zoned-time.ts';

/** Which number of `03/04/2026` is the day. */
export type DateOrder = 'dmy' | 'mdy';

/** With the year in front. */
export type YearFirstOrder = 'ymd' | 'ydm';

/** What a text says as a date (`YYYY-MM-DD`), day first and month first; the two differ only where the order matters. */
export interface DateReading {
  readonly dmy: string | undefined;
  readonly mdy: string | undefined;
  /** Only for a two-digit year last: what `26-01-31` or `26.01.31` would be if the year stood first; null where it can't. */
  readonly yearFirst?: string | null;
  /** The form alone says which number is the day. */
  readonly plain?: true;
  /** Only for such a form with separators: what it would be with day and month the other way round. */
  readonly swapped?: string | undefined;
  /** A time of day with a zone stands behind the day: the text is an instant. */
  readonly time?: ZonedTime;
}

/** A time of day and a zone behind a date. Without a zone the time is checked and dropped; so is a zone without a time. */
const ZONE = String.raw`(?:\s?(${ZONE_FORM}))?`;
const CLOCK = String.raw`([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?(?:\s?([AP])M)?`;
const TAIL = new RegExp(String.raw`^(?:(?:T|\s+)${CLOCK})?${ZONE}$`, 'i');
/** Without separators: with the seconds, or behind a T. */
const COMPACT_CLOCK = String.raw`(?=T|\d{6})T?([01]\d|2[0-3])([0-5]\d)(?:([0-5]\d)(?:\.\d{1,9})?)?()`;
const COMPACT_TAIL = new RegExp(`^${COMPACT_CLOCK}${ZONE}$`, 'i');

const YEAR_FIRST_FORM = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const COMPACT_FORM = /^(\d{4})(\d\d)(\d\d)/;
const YEAR_LAST_FORM = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/;

/**
 * Reads a trimmed text as a date without a pattern (design, section 5): year first is plain, points mean day first,
 * and only `/` and `-` with the year last leave the order open. Undefined where it has no such form at all.
 */
export function readAutoDate(text: string): DateReading | undefined {
  const plain = YEAR_FIRST_FORM.exec(text);
  if (plain !== null) {
    const [year, month, day] = [Number(plain[1]), Number(plain[3]), Number(plain[4])];
    const reading = same(calendarDate(year, month, day), calendarDate(year, day, month));
    return withTail(reading, text.slice(plain[0].length), TAIL);
  }
  const last = YEAR_LAST_FORM.exec(text);
  if (last !== null) return withTail(readYearLast(last), text.slice(last[0].length), TAIL);
  const compact = COMPACT_FORM.exec(text);
  if (compact === null) return undefined;
  const reading = same(calendarDate(Number(compact[1]), Number(compact[2]), Number(compact[3])));
  const tail = text.slice(compact[0].length);
  return withTail(reading, tail, TAIL) ?? withTail(reading, tail, COMPACT_TAIL);
}

/** The reading with what its tail says; undefined where something else stands behind the date. */
function withTail(reading: DateReading, tail: string, form: RegExp): DateReading | undefined {
  if (tail === '') return reading;
  const found = form.exec(tail);
  if (found === null) return undefined;
  const time = zonedTime(found.slice(1, 4), found[4] || undefined, found[5]);
  return time === undefined ? reading : { ...reading, time };
}

function readYearLast(found: RegExpExecArray): DateReading {
  const first = Number(found[1]);
  const second = Number(found[3]);
  const yearDigits = found[4]!.length;
  const year = fullYear(Number(found[4]), yearDigits);
  const dmy = calendarDate(year, second, first);
  const mdy = calendarDate(year, first, second);
  const reading = found[2] === '.' ? same(dmy, mdy) : { dmy, mdy };
  if (yearDigits === 4) return reading;
  const yearFirst = found[1]!.length === 2 ? calendarDate(fullYear(first, 2), second, Number(found[4])) : undefined;
  return { ...reading, yearFirst: yearFirst ?? null };
}

function same(date: string | undefined, swapped?: string | undefined): DateReading {
  return { dmy: date, mdy: date, plain: true, swapped };
}

/** The pattern by which a job would name the form of such a text with that order: `d/M/yyyy HH:mm`. */
export function patternOf(text: string, order: DateOrder | YearFirstOrder): string {
  const last = YEAR_LAST_FORM.exec(text);
  const found = last ?? YEAR_FIRST_FORM.exec(text);
  const separator = found?.[2] ?? '/';
  const year = last?.[4]?.length === 2 ? 'yy' : 'yyyy';
  const parts = { dmy: ['d', 'M', year], mdy: ['M', 'd', year], ymd: [year, 'M', 'd'], ydm: [year, 'd', 'M'] }[order];
  const tail = TAIL.exec(found === null ? '' : text.slice(found[0].length));
  if (tail?.[1] === undefined) return parts.join(separator);
  const zone = tail[5] === undefined ? '' : `${/\s$/.test(text.slice(0, -tail[5].length)) ? ' ' : ''}X`;
  return `${parts.join(separator)} HH:mm${tail[3] === undefined ? '' : ':ss'}${zone}`;
}
