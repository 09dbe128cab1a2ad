import { type Cell, cellText } from '../domain/cell.ts';
import { compilePattern } from '../domain/compile-pattern.ts';
import type { BookingsJob, Rule } from '../domain/job.ts';
import type { BookingField } from '../domain/job-fields.ts';

/**
 * Characters of a text that a pattern may look at, whose time can grow with their square: 4,000 are 16 million steps. A row with
 * a longer one is held, never judged by a part of it.
 */
export const PATTERN_TEXT_MAX_CHARACTERS = 4_000;

/** A rule of the job, ready to be asked about a row. */
export interface RowRule {
  readonly override: boolean;
  readonly set: readonly (readonly [BookingField, string])[];
  matches(record: readonly Cell[], value: (field: BookingField) => string): boolean;
}

/** @param columnOf column of a header */
export function compileRule(rule: Rule, columnOf: (accepted: readonly string[]) => number): RowRule {
  const { column: byColumn = {}, ...byField } = rule.when;
  const fields = Object.entries(byField).map(
    ([field, source]) => [field as BookingField, compilePattern(source!)] as const,
  );
  const columns = Object.entries(byColumn).map(
    ([header, source]) => [columnOf([header]), compilePattern(source)] as const,
  );
  return {
    override: rule.override,
    set: Object.entries(rule.set) as [BookingField, string][],
    matches: (record, value) =>
      fields.every(([field, pattern]) => finds(pattern, value(field))) &&
      columns.every(([column, pattern]) => finds(pattern, cellText(record[column]).trim())),
  };
}

/** The test of a skip: a regular expression, or the whole value. */
export function valueTest(matches: string | undefined, equals: string | undefined): (text: string) => boolean {
  if (matches === undefined) return (text) => text === equals;
  const pattern = compilePattern(matches);
  return (text) => finds(pattern, text);
}

function finds(pattern: RegExp, text: string): boolean {
  return text.length <= PATTERN_TEXT_MAX_CHARACTERS && pattern.test(text);
}

/** Columns that patterns look at: by name, or as the description, which is the one field that can be long. */
export function patternColumns(
  { skip, rules }: BookingsJob,
  columnOf: (accepted: readonly string[]) => number,
  description: number,
): number[] {
  const patterned = skip.filter(({ matches }) => matches !== undefined);
  const named = [
    ...patterned.flatMap(({ column }) => (column === undefined ? [] : [columnOf(column)])),
    ...rules.flatMap(({ when }) => Object.keys(when.column ?? {}).map((header) => columnOf([header]))),
  ];
  const looksAtText =
    patterned.some(({ field }) => field === 'description') || rules.some(({ when }) => when.description);
  return [...new Set(looksAtText ? [...named, description] : named)].filter((column) => column >= 0);
}
