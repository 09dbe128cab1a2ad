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
