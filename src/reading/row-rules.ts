import { type Cell, cellText } from '../core/cell.ts';
import { compilePattern } from '../core/compile-pattern.ts';
import type { BookingField } from '../core/job-fields.ts';

/**
 * Characters of a text that a pattern may look at, whose time can grow with their square: 4,000 are 16 million steps. A row with
 * a longer one is held, never judged by a part of it.
 */
export const PATTERN_TEXT_MAX_CHARACTERS = 4_000;

/** A rule of a job whose rows have these fields. */
export interface RuleOf<Field extends string> {
  readonly when: Readonly<Partial<Record<Field, string>>> & {
    readonly column?: Readonly<Record<string, string>> | undefined;
  };
  readonly set: Readonly<Partial<Record<Field, string>>>;
  readonly override: boolean;
}

/** A skip of such a job: exactly one of `column` and `field`, exactly one of `matches` and `equals`. */
export interface SkipOf<Field extends string> {
  readonly column?: readonly string[] | undefined;
  readonly field?: Field | undefined;
  readonly matches?: string | undefined;
  readonly equals?: string | undefined;
}

/** A rule of the job, ready to be asked about a row. */
export interface RowRule<Field extends string = BookingField> {
  readonly override: boolean;
  readonly set: readonly (readonly [Field, string])[];
  matches(record: readonly Cell[], value: (field: Field) => string): boolean;
}

/** @param columnOf column of a header */
export function compileRule<Field extends string>(
  rule: RuleOf<Field>,
  columnOf: (accepted: readonly string[]) => number,
): RowRule<Field> {
  const { column: byColumn = {}, ...byField } = rule.when;
  const fields = (Object.entries(byField) as [Field, string][]).map(
    ([field, source]) => [field, compilePattern(source)] as const,
  );
  const columns = Object.entries(byColumn).map(
    ([header, source]) => [columnOf([header]), compilePattern(source)] as const,
  );
  return {
    override: rule.override,
    set: Object.entries(rule.set) as [Field, string][],
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

/**
 * Columns that patterns look at: by name, or as the row's own text.
 * @param text the one field that can be long, and its column
 */
export function patternColumns<Field extends string>(
  { skip, rules }: { readonly skip: readonly SkipOf<Field>[]; readonly rules: readonly RuleOf<Field>[] },
  columnOf: (accepted: readonly string[]) => number,
  text: { readonly field: Field; readonly column: number } | undefined,
): number[] {
  const patterned = skip.filter(({ matches }) => matches !== undefined);
  const named = [
    ...patterned.flatMap(({ column }) => (column === undefined ? [] : [columnOf(column)])),
    ...rules.flatMap(({ when }) => Object.keys(when.column ?? {}).map((header) => columnOf([header]))),
  ];
  const looksAtText =
    text !== undefined &&
    (patterned.some(({ field }) => field === text.field) || rules.some(({ when }) => when[text.field] !== undefined));
  return [...new Set(looksAtText ? [...named, text.column] : named)].filter((column) => column >= 0);
}
