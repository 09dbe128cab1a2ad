import { distance } from 'fastest-levenshtein';

/** Beyond this share of the longer word two words are strangers, and a suggestion would only mislead. */
const LARGEST_DISTANCE_SHARE = 0.4;
/** Shorter words than this are inside too many others for that to say anything. */
const SHORTEST_CONTAINED = 3;

/** The known word that a mistyped one most likely meant, or undefined where none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = simplified(word);
  let best: string | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  let contained: string | undefined;
  for (const candidate of known) {
    const other = simplified(candidate);
    const apart = slips(wanted, other);
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, other.length) * LARGEST_DISTANCE_SHARE));
    // Of two equally near ones, the one that begins more alike: `acount` is `account`, not `amount`.
    const score = apart - sharedBeginning(wanted, other) / (wanted.length + 1);
    if (apart <= allowed && score < bestScore) {
      best = candidate;
      bestScore = score;
    }
    if (
      Math.min(wanted.length, other.length) >= SHORTEST_CONTAINED &&
      (other.includes(wanted) || wanted.includes(other))
    )
      contained ??= candidate;
  }
  return best ?? contained;
}

function sharedBeginning(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** Edit distance, in which two letters that changed places are one slip. */
function slips(one: string, other: string): number {
  const apart = distance(one, other);
  return apart === 2 && one.length === other.length && letters(one) === letters(other) ? 1 : apart;
}

function letters(word: string): string {
  return [...word].sort().join('');
}

/** `contra_account`, `Contra-Account` and `contraAccount` are one word to the person who writes them. */
function simplified(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '');
}

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
