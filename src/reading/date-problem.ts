import { YEAR_FIRST, YEAR_LAST } from '../core/calendar-date.ts';
import type { Issue, RowIssueCode } from '../core/issue.ts';
import { quoteValue } from '../core/text.ts';
import type { DateOrder } from './dates.ts';
import { patternsFor } from './suggest-date-pattern.ts';

/** Why a cell is no date; made only for a cell that isn't one. */
export interface DateProblem extends Issue {
  readonly code: Extract<RowIssueCode, 'date-invalid' | 'date-zone' | 'cell-error'>;
  readonly column: string;
  readonly value: string;
  readonly suggestion: string;
}

/** form: not written like a date; impossible: no such day, or a year out of range. */
export type DateRefusal = 'form' | 'impossible' | 'error-cell';

/** @param order of day and month in the rest of the file, where the date is a day in the other order only */
export function dateProblem(
  value: string,
  column: string,
  why: DateRefusal,
  formats: 'auto' | readonly string[],
  order?: DateOrder,
): DateProblem {
  const shown = `${quoteValue(value)} in column ${column}`;
  if (why === 'error-cell') {
    return {
      code: 'cell-error',
      column,
      value,
      message: `${shown} is an error value of the workbook, not a date.`,
      suggestion: 'Correct the formula in the workbook, or put the date in its place.',
    };
  }
  if (why === 'impossible') {
    return {
      code: 'date-invalid',
      column,
      value,
      variant: 'no-day',
      message: `${shown} is not a valid date: there is no such day${order === undefined ? '' : ` with the ${order === 'dmy' ? 'day' : 'month'} first, as in the rest of the file`}${farYear(value) ? `, or its year is not from ${YEAR_FIRST} to ${YEAR_LAST}` : ''}.`,
      suggestion: 'Correct the date in the file.',
    };
  }
  const expected = formats === 'auto' ? '31.01.2026, 2026-01-31 or 31/01/2026' : formats.join(' or ');
  return {
    code: 'date-invalid',
    column,
    value,
    facts: { expected: formats === 'auto' ? ['31.01.2026', '2026-01-31', '31/01/2026'] : formats },
    message: `${shown} is not a valid date; expected is ${expected}.`,
    suggestion: dateRemedy(value, formats),
  };
}

/** What to do about a date that is not written as expected. */
export function dateRemedy(value: string, formats: 'auto' | readonly string[]): string {
  const patterns = patternsFor(value);
  if (patterns.length === 0) return 'Correct it in the file.';
  const known = formats === 'auto' ? [] : formats;
  const ways = patterns.map((pattern) => `[${[...known, pattern].join(', ')}]`).join(' or ');
  const others = formats === 'auto' ? ', with the patterns of the other dates in the column behind it' : '';
  return `Correct it in the file, or say in the job how it is written: file.dates: ${ways}${others}.`;
}

/** @param days that the instant may be of, depending on the place */
export function zoneProblem(value: string, column: string, days: readonly string[]): DateProblem {
  return {
    code: 'date-zone',
    column,
    value,
    facts: { days },
    message: `${quoteValue(value)} in column ${column} is a time with its time zone: its day is ${days.join(' or ')}, depending on the place.`,
    suggestion: 'Name the time zone whose calendar counts in the job (file.timezone: Europe/Oslo).',
  };
}

/** Characters of a cell in which a year is looked for. */
const DATE_CHARACTERS = 100;

function farYear(value: string): boolean {
  return (value.slice(0, DATE_CHARACTERS).match(/\d{4}/g) ?? []).some(
    (year) => Number(year) < YEAR_FIRST || Number(year) > YEAR_LAST,
  );
}
