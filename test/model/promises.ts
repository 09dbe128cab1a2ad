import type { AttemptRow } from '../../src/ledger/rows.ts';
import type { View } from './view.ts';
import { type State, timesApplied } from './world.ts';

type Truth = Pick<State, 'requests'>;

const NOT_BOOKED = ['ready', 'rejected', 'held'];

/** What a state of the ledger breaks, seen beside what the service really did; undefined where all is well. */
export function brokenBy(view: View, truth: Truth): string | undefined {
  const planning = view.importState === 'planning';
  if (view.importState === 'cancelled') {
    const open = truth.requests.find(({ applied, stage }) => applied.length > 0 || stage === 'wire');
    return open && `the import is cancelled, and ${open.attempt} is booked or may be`;
  }
  for (const [entry, places] of view.places) {
    // What is planned again stands in a batch before it leaves the entries that wait.
    const [place, ...more] = planning
      ? places.filter((each) => !NOT_BOOKED.includes(each.state) || each.state === 'ready' || places.length === 1)
      : places;
    if (place === undefined || more.length > 0)
      return `${entry} stands in ${places.length} places: ${JSON.stringify(places)}`;
    const applied = timesApplied(truth, entry);
    if (applied > 1) return `${entry} is booked ${applied} times`;
    if (place.state === 'booked' && applied === 0) return `${entry} counts as booked, and is not`;
    if (NOT_BOOKED.includes(place.state)) {
      if (applied > 0) return `${entry} is booked, and counts as ${place.state}`;
      if (onTheWire(truth, entry)) return `${entry} may still be booked, and counts as ${place.state}`;
    }
  }
  const pending = view.batches.some(({ state }) => state === 'ready' || state === 'sending');
  if (pending && view.importState !== 'posting' && !planning)
    return `a batch is due, and its import is ${view.importState}: nobody sends it`;
  return view.mismatches[0];
}

export const onTheWire = ({ requests }: Truth, entry: string): boolean =>
  requests.some(({ stage, entries }) => stage === 'wire' && entries.includes(entry));

/** What is wrong with a new attempt that takes these entries: the invariant of section 4 of the design. */
export function brokenByAttempt(
  view: View,
  truth: Truth,
  attempt: string,
  rejection: 'whole' | 'unknown',
): string | undefined {
  const { holder: name, batch } = attemptOf(view, attempt)!;
  const holder = view.tables['holder']!.find(({ id }) => id === name);
  if (holder === undefined || holder['struck'] === 1 || (holder['lease_until'] as number) < 0)
    return `${attempt} begins under a lease that is gone`;
  if (view.isCancelled) return `${attempt} begins, and the import was cancelled before`;
  for (const { content } of view.entriesOf.get(batch)!) {
    for (const earlier of truth.requests.filter(
      ({ entries, attempt: id }) => id !== attempt && entries.includes(content),
    )) {
      if (earlier.applied.includes(content)) return `${attempt} begins, and ${earlier.attempt} has booked ${content}`;
      if (earlier.stage === 'wire') return `${attempt} begins, and ${earlier.attempt} may still book ${content}`;
      if (!isKnown(view, earlier.attempt, content, rejection))
        return `${attempt} begins, and nobody said that ${earlier.attempt} has not booked ${content}`;
    }
  }
  return undefined;
}

/** Whether the ledger says, and why, that an attempt did not book an entry. */
function isKnown(view: View, id: string, content: string, rejection: 'whole' | 'unknown'): boolean {
  const attempt = attemptOf(view, id)!;
  const sent = view.entriesOf.get(attempt.batch)!;
  const { outcome, ended_at: ended } = attempt;
  if (ended !== null && (outcome === 'not-applied' || outcome === 'misconfigured')) return true;
  if (ended !== null && outcome === 'rejected' && (rejection === 'whole' || sent.length === 1)) return true;
  return view.decisions.some(({ attempt: about, became, batch, part }) => {
    if (about !== id || became !== 'not-booked') return false;
    const decided = view.entriesOf
      .get(batch)!
      .filter(({ seq }) => part === null || (JSON.parse(part) as number[]).includes(seq));
    return decided.some((entry) => entry.content === content);
  });
}

const attemptOf = (view: View, id: string) =>
  (view.tables['attempt'] as unknown as AttemptRow[]).find((attempt) => attempt.id === id);
