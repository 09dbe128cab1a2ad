import { distance } from 'fastest-levenshtein';

const NUMBER = /^\d{1,15}$/;

/** What could take the place of a value. */
export interface NamedValue {
  readonly value: string;
  readonly name: string;
}

/**
 * Values by how near they are to another, each once. An account's first digit is its class: those of the same class and
 * length come first, by their numbers; all others by how many letters differ.
 */
export function rankValues(wrong: string, known: readonly NamedValue[]): NamedValue[] {
  const each = new Map(known.map((one) => [one.value, one]));
  each.delete(wrong);
  return [...each.values()]
    .map((one) => ({ one, rank: rankOf(wrong, one.value) }))
    .sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || (a.one.value < b.one.value ? -1 : 1))
    .map(({ one }) => one);
}

/** Whether two are numbers of one length and class: an asset is no suggestion for a sale. */
export function isOfClass(one: string, other: string): boolean {
  return NUMBER.test(one) && NUMBER.test(other) && one[0] === other[0] && one.length === other.length;
}

function rankOf(wrong: string, value: string): readonly [sort: number, apart: number] {
  if (isOfClass(wrong, value)) return [0, Math.abs(Number(wrong) - Number(value))];
  return [1, distance(wrong.toLowerCase(), value.toLowerCase())];
}
