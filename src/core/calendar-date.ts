import { carriedNumber } from './cell.ts';

/** Years that a booking may have; anything else is a slip of the pen or another kind of number. */
export const YEAR_FIRST = 1900;
export const YEAR_LAST = 2199;

/** Two-digit years from here on are of the 1900s, those below of the 2000s. */
export const TWO_DIGIT_YEAR_PIVOT = 70;

/** Numbers in a date column count as days of a workbook only between these years: 2026 is no serial, 50000 is (2036). */
export const SERIAL_YEAR_FIRST = 1980;
export const SERIAL_YEAR_LAST = 2079;

const MS_PER_DAY = 86_400_000;
/** Day 0 of either epoch. Before March 1900 the first one is a day off, far below the years that count. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** `YYYY-MM-DD`; undefined where there is no such day, or its year is out of range. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  if (!(year >= YEAR_FIRST && year <= YEAR_LAST && month >= 1 && month <= 12 && day >= 1)) return undefined;
  if (day > daysInMonth(year, month)) return undefined;
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

export function fullYear(year: number, digits: number): number {
  if (digits !== 2) return year;
  return year < TWO_DIGIT_YEAR_PIVOT ? 2000 + year : 1900 + year;
}

/**
 * The date that a number in a date column stands for: the digits of `yyyyMMdd`, else days of the workbook's epoch,
 * whose fraction (the time of day) is dropped.
 */
export function dateOfNumber(value: number, epoch1904: boolean): string | undefined {
  if (Number.isInteger(value) && value >= YEAR_FIRST * 10_000 && value < (YEAR_LAST + 1) * 10_000) {
    return calendarDate(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100);
  }
  const zero = epoch1904 ? DAY_ZERO_1904 : DAY_ZERO_1900;
  const time = zero + Math.floor(carriedNumber(value)) * MS_PER_DAY;
  if (!(time >= Date.UTC(SERIAL_YEAR_FIRST, 0, 1) && time < Date.UTC(SERIAL_YEAR_LAST + 1, 0, 1))) return undefined;
  return new Date(time).toISOString().slice(0, 10);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
