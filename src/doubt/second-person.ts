import { UsageError } from '../core/issue.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Decision } from '../ledger/doubts.ts';
import type { ImportRow, ProposalRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { checkWord, overtaken, type ResolveDoubtOptions, type Resolved, resolveDoubt, settleDoubt } from './resolve.ts';

/**
 * Where a person is known by the name in `ports.who`; undefined: nobody had to say who they are. Two names of one list
 * are two people; a name of the one list and a name of the other may be the same person.
 */
export type Place = ProposalRow['place'] | undefined;

export type Said =
  | ({ readonly outcome: 'decided' } & Resolved)
  /** Nothing is decided until another person says the same. @property entries that it is about, counted */
  | { readonly outcome: 'proposed'; readonly entries: number };

/**
 * Whether what a person says of an import's doubts needs a second one's word: where the job says so today, or said so
 * when the import was planned, so that nobody takes the rule away from what is in doubt already.
 */
export async function needsSecondPerson(row: ImportRow, ports: Pick<PipelinePorts, 'job'>): Promise<boolean> {
  const { secondPerson } = JSON.parse(row.facts ?? '{}') as Partial<PlanFacts>;
  if (secondPerson === true) return true;
  try {
    const { job } = await ports.job(row.job);
    return job.doubt?.confirm === 'second-person';
  } catch (error) {
    // It is gone, or broken: what it said at the plan stands.
    if (error instanceof UsageError) return false;
    throw error;
  }
}

/**
 * A person says what became of a batch in doubt, or of a part of it. Where the job wants two people, it is kept, takes the
 * place of what this person said before, and is decided as soon as two people of one list say the same of the same
 * entries. Nobody's answer keeps others from giving theirs.
 * @throws UsageError where it can't be carried out, or nobody can tell who says it
 */
export async function sayWhatBecame(
  row: ImportRow,
  no: number,
  word: { readonly became: Decision['became']; readonly reason: string },
  place: Place,
  ports: PipelinePorts,
  options: ResolveDoubtOptions = {},
): Promise<Said> {
  const { became, reason } = word;
  if (!(await needsSecondPerson(row, ports)))
    return { outcome: 'decided', ...(await resolveDoubt(row, no, became, reason, ports, options)) };
  const known = checkKnown(row, place);
  const { now, who } = ports;
  // The answer and what follows from it are one step: of two people who answer at once one sees what the other said.
  const said = await ports.ledger.write(async (ledger) => {
    const within = { ...ports, ledger };
    const { batch, named } = await checkWord(row, no, became, reason, within, options);
    const seqs = named && [...named].sort((one, other) => one - other);
    const answer: ProposalRow = {
      import: row.num,
      batch: no,
      attempt: batch.attempt!,
      became,
      reason,
      at: now(),
      who,
      place: known,
      part: seqs === undefined ? null : JSON.stringify(seqs),
    };
    if (!(await ledger.proposals.make(answer, batch.state, seqs === undefined ? {} : { entries: seqs.length })))
      throw await overtaken(row, no, within);
    const { mayAnswer } = options;
    const counts = ({ who }: ProposalRow) => mayAnswer === undefined || mayAnswer.includes(who);
    const first = (await ledger.proposals.of(batch)).find((other) => counts(other) && agrees(other, answer));
    if (first === undefined) return { outcome: 'proposed', entries: seqs?.length ?? batch.entries } as const;
    const reasons = `${first.who}: ${first.reason}; ${who}: ${reason}`;
    const both = { ...within, who: `${first.who} and ${who}` };
    return { outcome: 'decided', ...(await settleDoubt(row, no, became, reasons, both, options)) } as const;
  });
  return said.outcome === 'proposed' ? said : { ...said, state: await finishIfDone(row.num, ports) };
}

/** Whether two people say the same of the same entries, and are surely two. */
function agrees(one: ProposalRow, other: ProposalRow): boolean {
  return (
    one.place === other.place && !sameName(one.who, other.who) && one.became === other.became && one.part === other.part
  );
}

/**
 * A person withdraws their own answer, with a reason: they look again, or leave it to others.
 * @throws UsageError where they have given none that still stands
 */
export async function withdrawAnswer(
  row: ImportRow,
  no: number,
  reason: string,
  place: Place,
  ports: PipelinePorts,
): Promise<void> {
  const { ledger, now, who } = ports;
  const known = checkKnown(row, place);
  if (reason.trim() === '') {
    throw new UsageError('A reason is needed.', 'Say why you withdraw your answer.', { reason: 'reason-needed' });
  }
  const batch = await ledger.posting.batch(row.num, no);
  const mine = batch && (await ledger.proposals.of(batch)).find((each) => each.who === who && each.place === known);
  if (mine !== undefined && (await ledger.proposals.drop(mine, now(), reason))) return;
  throw new UsageError(
    `${who} has no answer about batch ${no} of import ${row.id} that could be withdrawn.`,
    `See what there is: bilag resolve ${row.id} ${no}`,
    { reason: 'proposal-none' },
  );
}

/** @throws UsageError where nobody can tell who it is */
function checkKnown({ job }: ImportRow, place: Place): ProposalRow['place'] {
  if (place !== undefined) return place;
  throw new UsageError(
    `The job ${job} wants a second person’s word, and without users nobody can tell two people apart here.`,
    'Configure users in bilag.yaml (bilag password NAME --role operator), or decide on the command line, where the system’s users are told apart.',
    { reason: 'people-unknown', facts: { job } },
  );
}

/** Names that look alike are one: users are told apart by their names. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase();
  return plain(one) === plain(other);
}
