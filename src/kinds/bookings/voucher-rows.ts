import type { SourceRow } from '../../core/entry-content.ts';
import { MinorSum } from '../../core/money.ts';
import type { Group, Line } from '../../reading/row-context.ts';

/**
 * What the dates of the rows of one number say (docs: the same entry, section 2): `one` date, or rows that balance only
 * together, are one voucher. Where the rows of each date balance alone, the number stands for several.
 * @returns `parts`: a voucher for each date, in the order of their first rows; the first keeps the ordinal
 */
export function partsByDate(group: Group): { is: 'one' } | { is: 'whole' } | { is: 'several'; parts: Group[] } {
  const { lines, rows } = group;
  const first = lines[0]?.date;
  if (lines.every(({ date }) => date === first)) return { is: 'one' };
  const dateOfRow = new Map<number, string>();
  const sums = new Map<string, MinorSum>();
  for (const { row, date, units } of lines) {
    dateOfRow.set(row, date);
    let sum = sums.get(date);
    if (sum === undefined) {
      sum = new MinorSum();
      sums.set(date, sum);
    }
    sum.add(units);
  }
  // What a row without a readable date or account belongs to is not known.
  if (dateOfRow.size < rows.length || sums.has('') || group.sources.length < rows.length) return { is: 'one' };
  const balanced = [...sums.values()].filter((sum) => sum.isZero()).length;
  if (balanced === sums.size)
    return { is: 'several', parts: [...sums.keys()].map((date) => partOf(group, date, dateOfRow)) };
  return { is: isBalanced(sums) ? 'whole' : 'one' };
}

function isBalanced(sums: ReadonlyMap<string, MinorSum>): boolean {
  const all = new MinorSum();
  for (const sum of sums.values()) all.addSum(sum);
  return all.isZero();
}

function partOf(group: Group, date: string, dateOfRow: ReadonlyMap<number, string>): Group {
  const places = group.rows.flatMap((row, at) => (dateOfRow.get(row) === date ? [at] : []));
  const isOurs = (row: number) => dateOfRow.get(row) === date;
  const isApart = (from: number, to: number) => to > from + 1 || group.breaks.includes(to);
  const issues = group.issues?.filter(({ row }) => isOurs(row)) ?? [];
  return {
    ...group,
    rows: places.map((at) => group.rows[at]!),
    lines: group.lines.filter((line) => line.date === date),
    sources: group.sources.filter(({ row }) => isOurs(row)),
    sides: group.sides?.filter(({ row }) => isOurs(row)),
    breaks: places.flatMap((at, i) => (i > 0 && isApart(places[i - 1]!, at) ? [i] : [])),
    issues: issues.length === 0 ? undefined : issues,
  };
}

/**
 * How many times the rows of an entry stand there: 1, unless its sequence of two rows or more repeats as a whole, or its
 * copies are separated by rows of other entries. Equal neighbours are meant: two equal wages, two coffees.
 */
export function copiesOf({ rows, sources, breaks }: Group): number {
  const count = rows.length;
  if (count < 2 || sources.length < count) return 1;
  if (breaks.length > 0) {
    const length = breaks[0]!;
    const apart = breaks.every((at, i) => at === length * (i + 1)) && count === length * (breaks.length + 1);
    if (apart && repeatsEvery(length, sources)) return breaks.length + 1;
  }
  if (count < 4 || repeatsEvery(1, sources)) return 1;
  for (let length = 2; length <= count / 2; length++) {
    if (count % length === 0 && repeatsEvery(length, sources)) return count / length;
  }
  return 1;
}

function repeatsEvery(length: number, sources: readonly SourceRow[]): boolean {
  for (let i = length; i < sources.length; i++) if (!isEqual(sources[i]!, sources[i - length]!)) return false;
  return true;
}

function isEqual(a: SourceRow, b: SourceRow): boolean {
  return (
    a.units === b.units &&
    a.date === b.date &&
    a.description === b.description &&
    a.account === b.account &&
    a.contraAccount === b.contraAccount &&
    a.vat === b.vat &&
    a.contraVat === b.contraVat
  );
}

/** The first of several equal copies, and the rows and lines of the others. */
export function firstCopy(group: Group, copies: number): { first: Group; rest: { rows: number[]; lines: Line[] } } {
  const kept = group.rows.slice(0, group.rows.length / copies);
  const isKept = new Set(kept);
  return {
    first: {
      ...group,
      rows: kept,
      lines: group.lines.filter(({ row }) => isKept.has(row)),
      sources: group.sources.filter(({ row }) => isKept.has(row)),
      sides: group.sides?.filter(({ row }) => isKept.has(row)),
      breaks: [],
    },
    rest: {
      rows: group.rows.slice(kept.length),
      lines: group.lines.filter(({ row }) => !isKept.has(row)),
    },
  };
}
