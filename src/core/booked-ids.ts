import type { BookedId } from './outcome.ts';

/** What the service calls the entries of a batch, in their order. */
type Named = [id: number | null, number: string | null];
/** The first of several that follow each other, and how many they are; without a count it is one. */
type Run = [id: number | null, number: string | null, count?: number];

/** The number that is counted up: the first one in the text, if it can be counted exactly and has no zeros before it. */
const COUNTED = /^(\D*)(0|[1-9]\d{0,14})(?!\d)(.*)$/s;

/**
 * The names of a batch as JSON. A service mostly counts up: a hundred entries are `[[60001,"1-2026",100]]`, which is 60001 with
 * 1-2026, 60002 with 2-2026, and so on. Of one entry it is `[[60001,"1-2026"]]`, into which SQL looks.
 */
export function packIds(ids: readonly BookedId[]): string {
  const runs: Run[] = [];
  let follows: ((id: BookedId, count: number) => boolean) | undefined;
  let count = 0;
  for (const each of ids) {
    if (follows?.(each, count)) {
      runs.at(-1)![2] = ++count;
      continue;
    }
    runs.push([each.id, each.number]);
    count = 1;
    const at = counter([each.id, each.number]);
    follows = at && (({ id, number }, nth) => id === each.id! + nth && number === at(nth));
  }
  return JSON.stringify(runs);
}

/** Empty where nothing is known. */
export function unpackIds(packed: string | null): Named[] {
  if (packed === null) return [];
  return (JSON.parse(packed) as Run[]).flatMap(([id, number, count = 1]) => {
    const at = count === 1 ? undefined : counter([id, number])!;
    return Array.from({ length: count }, (_, nth): Named => (at === undefined ? [id, number] : [id! + nth, at(nth)]));
  });
}

/** The number of the n-th that follows; undefined where nothing can be counted up. */
function counter([id, number]: Named): ((nth: number) => string | null) | undefined {
  if (id === null) return undefined;
  if (number === null) return () => null;
  const [, before, counted, behind] = COUNTED.exec(number) ?? [];
  if (counted === undefined) return undefined;
  return (nth) => `${before}${Number(counted) + nth}${behind}`;
}
