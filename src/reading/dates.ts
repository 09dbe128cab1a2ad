import { calendarDate, fullYear } from '../core/calendar-date.ts';
import { ZONE_FORM, type ZonedTime, zonedTime } from '../core/zoned-time.ts';
import { monthOfName } from './month-names.ts';

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
  /** Only for such a form with separators: what it would be with day and month the other way round; the same where the month has its name. */
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
/** `13. januar 2026`, `13-Jan-26`; `Jan 13, 2026`; `2026-Jan-13`. */
const NAME = String.raw`(?<month>[\p{L}\p{M}]{3,}\.?)`;
const LAST_YEAR = String.raw`(?<year>\d{4}|\d\d)(?!\d)`;
const DAY_NAME_YEAR = new RegExp(
  String.raw`^(?<day>\d{1,2})(?<before>\.?\s*|[-/])${NAME}(?<behind>,?\s*|[-/])${LAST_YEAR}`,
  'u',
);
const NAME_DAY_YEAR = new RegExp(String.raw`^${NAME}(?:\s*|[-/])(?<day>\d{1,2})(?:[,.]?\s+|[-/])${LAST_YEAR}`, 'u');
const YEAR_NAME_DAY = new RegExp(
  String.raw`^(?<year>\d{4})(?:\.?\s*|[-/])${NAME}(?:\s*|[-/])(?<day>\d{1,2})(?!\d)`,
  'u',
);

type Groups = Readonly<Partial<Record<string, string>>>;

/**
 * Reads a trimmed text as a date without a pattern (design, section 5): year first and months by their names are plain, points
 * mean day first, and only `/` and `-` with the year last leave the order open. Undefined where it has no such form at all.
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
  if (compact === null) return readNamed(text);
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

/** A date with the name of its month, which tells it from the day; of `26-Jan-13` the year may still be either number. */
function readNamed(text: string): DateReading | undefined {
  const dayFirst = DAY_NAME_YEAR.exec(text);
  const found = dayFirst ?? NAME_DAY_YEAR.exec(text) ?? YEAR_NAME_DAY.exec(text);
  const { day = '', month: name = '', year = '' }: Groups = found?.groups ?? {};
  const month = monthOfName(name);
  if (found === null || month === undefined) return undefined;
  const date = calendarDate(fullYear(Number(year), year.length), month, Number(day));
  const reading = withTail(same(date, date), text.slice(found[0].length), TAIL);
  if (reading === undefined || year.length !== 2) return reading;
  const mayBeYear = dayFirst !== null && day.length === 2;
  const yearFirst = mayBeYear ? calendarDate(fullYear(Number(day), 2), month, Number(year)) : undefined;
  return { ...reading, yearFirst: yearFirst ?? null };
}

function same(date: string | undefined, swapped?: string | undefined): DateReading {
  return { dmy: date, mdy: date, plain: true, swapped };
}

/** The pattern by which a job would name the form of such a text with that order: `d/M/yyyy HH:mm`. */
export function patternOf(text: string, order: DateOrder | YearFirstOrder): string {
  const named = DAY_NAME_YEAR.exec(text);
  const last = YEAR_LAST_FORM.exec(text);
  const found = named ?? last ?? YEAR_FIRST_FORM.exec(text);
  const { before = found?.[2] ?? '/', behind = before, year: digits = last?.[4] }: Groups = named?.groups ?? {};
  const year = digits?.length === 2 ? 'yy' : 'yyyy';
  const month = named === null ? 'M' : 'MMM';
  const parts = { dmy: ['d', month, year], mdy: [month, 'd', year], ymd: [year, month, 'd'], ydm: [year, 'd', month] };
  const [one, two, three] = parts[order];
  const day = `${one}${before}${two}${behind}${three}`;
  const tail = TAIL.exec(found === null ? '' : text.slice(found[0].length));
  if (tail?.[1] === undefined) return day;
  const zone = tail[5] === undefined ? '' : `${/\s$/.test(text.slice(0, -tail[5].length)) ? ' ' : ''}X`;
  return `${day} HH:mm${tail[3] === undefined ? '' : ':ss'}${zone}`;
}
