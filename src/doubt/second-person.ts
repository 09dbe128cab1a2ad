import { UsageError } from '../core/issue.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Decision } from '../ledger/doubts.ts';
import type { ImportRow, ProposalRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { checkWord, overtaken, type ResolveDoubtOptions, type Resolved, resolveDoubt } from './resolve.ts';

/**
 * Where a person is known by the name in `ports.who`; undefined: nobody had to say who they are. Two names of one list
 * are two people; a name of the one list and a name of the other may be the same person.
 */
export type Place = ProposalRow['place'] | undefined;

export type Said =
  | ({ readonly outcome: 'decided' } & Resolved)
  /** Nothing is decided until another person confirms it. @property entries that it is about, counted */
  | { readonly outcome: 'proposed'; readonly entries: number };

/**
 * Whether what a person says of an import's doubts needs a second one's word: where the job says so today, or said so
 * when the import was planned, so that nobody takes the rule away from what is in doubt already.
 */
export async function needsSecondPerson(row: ImportRow, ports: PipelinePorts): Promise<boolean> {
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
 * A person says what became of a batch in doubt, or of a part of it. Where the job wants a second person, it is kept as a
 * proposal; else it is decided.
 * @throws UsageError where it can't be carried out, a proposal stands already, or nobody can tell who says it
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
  const { ledger, now, who } = ports;
  const { batch, named } = await checkWord(row, no, became, reason, ports, options);
  const standing = await ledger.proposals.of(batch);
  if (standing !== undefined) throw proposedAlready(row, no, standing, ports);
  const part = named === undefined ? null : JSON.stringify([...named]);
  const proposal: ProposalRow = {
    import: row.num,
    batch: no,
    attempt: batch.attempt!,
    became,
    reason,
    at: now(),
    who,
    place: known,
    part,
    sender_gone: options.senderGone === true ? 1 : 0,
  };
  if (!(await ledger.proposals.make(proposal, batch.state, part === null ? {} : { entries: named!.size }))) {
    const faster = await ledger.proposals.of(batch);
    throw faster === undefined ? await overtaken(row, no, ports) : proposedAlready(row, no, faster, ports);
  }
  return { outcome: 'proposed', entries: named?.size ?? batch.entries };
}

/** What of a proposal a person saw, and confirms or rejects: where another one stands by now, nothing is done. */
export type SeenProposal = Partial<Pick<ProposalRow, 'became' | 'who' | 'at'>>;

/**
 * A second person confirms what one has proposed: it is decided, in both names.
 * @throws UsageError for whoever proposed it, for a name of another list, and where it stands no more
 */
export async function confirmProposal(
  row: ImportRow,
  no: number,
  seen: SeenProposal,
  place: Place,
  ports: PipelinePorts,
): Promise<Resolved> {
  const proposal = await openProposal(row, no, seen, ports);
  const { who, at, became, reason, part, sender_gone, attempt } = proposal;
  checkSecond(row, proposal, checkKnown(row, place), ports);
  return await resolveDoubt(
    row,
    no,
    became,
    reason,
    { ...ports, who: `${who} and ${ports.who}` },
    {
      attempt,
      seqs: part === null ? undefined : (JSON.parse(part) as number[]),
      senderGone: sender_gone === 1,
      confirms: { who, at },
    },
  );
}

/**
 * Takes a proposal away, with a reason: anybody who may decide rejects it, whoever made it withdraws it.
 * @throws UsageError where it stands no more
 */
export async function rejectProposal(
  row: ImportRow,
  no: number,
  seen: SeenProposal,
  reason: string,
  ports: PipelinePorts,
): Promise<void> {
  const { ledger, now, who } = ports;
  const proposal = await openProposal(row, no, seen, ports);
  if (reason.trim() === '') throw new UsageError('A reason is needed.', 'Say why it is not so.');
  if (!(await ledger.proposals.drop(proposal, now(), who, reason))) throw await overtaken(row, no, ports);
}

/** @throws UsageError where there is none, or another one than was seen */
async function openProposal(
  row: ImportRow,
  no: number,
  seen: SeenProposal,
  ports: PipelinePorts,
): Promise<ProposalRow> {
  const { ledger } = ports;
  const batch = await ledger.posting.batch(row.num, no);
  const proposal = batch && (await ledger.proposals.of(batch));
  const isSeen = (Object.keys(seen) as (keyof SeenProposal)[]).every((key) => seen[key] === proposal?.[key]);
  if (proposal !== undefined && isSeen) return proposal;
  if (batch !== undefined && (batch.state !== 'in-doubt' || proposal !== undefined))
    throw await overtaken(row, no, ports);
  throw new UsageError(
    `Nothing is proposed about batch ${no} of import ${row.id}.`,
    `See what there is: bilag resolve ${row.id} ${no}`,
  );
}

/** @throws UsageError where nobody can tell who it is */
function checkKnown({ job }: ImportRow, place: Place): ProposalRow['place'] {
  if (place !== undefined) return place;
  throw new UsageError(
    `The job ${job} wants a second person’s word, and without users nobody can tell two people apart here.`,
    'Configure users in bilag.yaml (bilag token NAME --role operator), or decide on the command line, where the system’s users are told apart.',
  );
}

/** Whether whoever asks is another person than the one who proposed it. */
export function mayConfirm(row: ImportRow, proposal: ProposalRow, place: Place, ports: PipelinePorts): boolean {
  try {
    checkSecond(row, proposal, checkKnown(row, place), ports);
    return true;
  } catch {
    return false;
  }
}

/** @throws UsageError where it may be the same person */
function checkSecond(
  { job }: ImportRow,
  proposal: ProposalRow,
  place: ProposalRow['place'],
  ports: PipelinePorts,
): void {
  if (proposal.place !== place) {
    const there = proposal.place === 'dashboard' ? 'in the dashboard' : 'on the command line';
    throw new UsageError(
      `${proposal.who} proposed it ${there}, where people have other names: nobody can tell whether ${ports.who} is somebody else.`,
      `Confirm it ${there}.`,
    );
  }
  if (sameName(proposal.who, ports.who)) {
    throw new UsageError(
      `${proposal.who} proposed it, and the job ${job} wants another person’s word.`,
      'Ask somebody else to look it up, and to confirm it.',
    );
  }
}

/** Names that look alike are one: users are told apart by their names. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase();
  return plain(one) === plain(other);
}

function proposedAlready(
  { id }: ImportRow,
  no: number,
  { who, became }: ProposalRow,
  ports: PipelinePorts,
): UsageError {
  const what = became === 'booked' ? 'booked' : 'not booked';
  return new UsageError(
    `${who} has proposed that batch ${no} of import ${id} was ${what}; ${who === ports.who ? 'another person confirms or rejects it' : 'confirm that or reject it'}.`,
    'Only one thing is proposed at a time: to say something else, take this back first.',
  );
}
