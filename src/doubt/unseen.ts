import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { BatchRow, EventRow, ImportRow, ProposalRow } from '../ledger/rows.ts';
import { needsSecondPerson, type Place } from './second-person.ts';

/** Who asks what others said. */
export interface Reader {
  readonly who: string;
  readonly place: Place;
}

/** What somebody said of a batch that two people settle, as another person may see it. */
export interface SeenAnswer extends Pick<ProposalRow, 'who' | 'at' | 'place'> {
  readonly isMine: boolean;
  /** What they said; undefined: whoever asks has to answer first. */
  readonly said?: Pick<ProposalRow, 'became' | 'reason'> & {
    /** Ordinals of the entries that it is about; undefined: all of the batch. */
    readonly seqs?: readonly number[];
  };
}

/**
 * What people have said of a batch that two of them settle. That somebody answered, and when, everybody sees; what they said,
 * those of the same list who have an answer of their own there: the second person looks for themselves.
 */
export async function answersFor(
  batch: BatchRow,
  reader: Reader,
  { ledger }: { readonly ledger: Pick<Ledger, 'proposals'> },
): Promise<SeenAnswer[]> {
  const all = await ledger.proposals.of(batch);
  const hasAnswered = all.some((each) => isOf(each, reader));
  return all.map((each) => {
    const { who, at, place, became, reason, part } = each;
    const known = { who, at, place, isMine: isOf(each, reader) };
    if (!hasAnswered || place !== reader.place) return known;
    const seqs = part === null ? {} : { seqs: JSON.parse(part) as number[] };
    return { ...known, said: { became, reason, ...seqs } };
  });
}

/** Lines of the history that tell what a person says of a batch before it is settled. */
const TELLS: ReadonlySet<string> = new Set(['proposed', 'proposal-withdrawn', 'answer-taken-back']);

/** The history of an import for somebody: as long as a doubt is open, answers of others are told as `answersFor` tells them. */
export async function historyFor(
  row: ImportRow,
  reader: Reader,
  ports: Pick<PipelinePorts, 'ledger' | 'job'>,
): Promise<EventRow[]> {
  const { imports, doubts, proposals } = ports.ledger;
  const events = await imports.events(row.num);
  if (!events.some(({ what }) => TELLS.has(what))) return events;
  const open = await doubts.openAttempts(row.num);
  const takesTwo = await needsSecondPerson(row, ports);
  const mine = new Set(
    (await proposals.ofImport(row.num)).filter((each) => isOf(each, reader)).map(({ attempt }) => attempt),
  );
  return events.map((event) => {
    if (!TELLS.has(event.what) || event.detail === null) return event;
    const { attempt, place, reason, ...rest } = JSON.parse(event.detail) as Told;
    const isSettled = !open.has(attempt);
    if (event.what === 'answer-taken-back') {
      // What was decided is known; why it is wrong would say what is true instead.
      const told = isSettled || !takesTwo || mine.has(attempt);
      return told ? event : { ...event, detail: JSON.stringify({ ...rest, unseen: true }) };
    }
    const told = isSettled || (place === reader.place && (event.who === reader.who || mine.has(attempt)));
    return told ? event : { ...event, detail: JSON.stringify({ batch: rest.batch, unseen: true }) };
  });
}

interface Told extends Pick<ProposalRow, 'batch' | 'attempt' | 'reason'> {
  readonly place?: ProposalRow['place'];
}

function isOf({ who, place }: Pick<ProposalRow, 'who' | 'place'>, reader: Reader): boolean {
  return who === reader.who && place === reader.place;
}
