import { cutBatch } from '../core/batch-body.ts';
import { entriesNamed } from '../core/entry-names.ts';
import { UsageError } from '../core/issue.ts';
import type { BatchEntry, ImportState } from '../core/states.ts';
import { finishIfDone } from '../importing/finish-import.ts';
import { isFieldStep, stepOf } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Contradiction, Decision } from '../ledger/doubts.ts';
import type { BatchRow, ImportRow } from '../ledger/rows.ts';
import { fieldOf, nextOfBooked } from '../posting/settle-step.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { partsToSend, senderOf } from './sender.ts';
import { latestAnswer } from './take-answer-back.ts';

export interface ResolveDoubtOptions {
  /** Entries that it is about, by key or rows; undefined: all of the batch. */
  readonly entries?: readonly string[] | undefined;
  /** The same, by their ordinals in the import. */
  readonly seqs?: readonly number[] | undefined;
  /** The attempt whose evidence the person saw; undefined: the one that there is. */
  readonly attempt?: string | undefined;
  /** The person says that the process that sent it has ended, where this machine can't see it. */
  readonly senderGone?: boolean | undefined;
  /** Who may answer today, by name; undefined: whoever did. What others said before they lost the right counts no more. */
  readonly mayAnswer?: readonly string[] | undefined;
}

export interface Resolved {
  /** The import's, now. */
  readonly state: ImportState;
  /** The decided ones, counted. */
  readonly entries: number;
  /** The batch in which the others are still in doubt. */
  readonly rest?: { readonly no: number; readonly entries: number };
}

/** What a person says, found sound: nothing is decided by it yet. */
export interface Checked {
  readonly batch: BatchRow;
  /** The ordinals of the entries that it is about; undefined: the whole batch. */
  readonly named: ReadonlySet<number> | undefined;
  /** How the end of its sender is known, for the history. */
  readonly aside: string;
}

/**
 * Looks whether what a person says of a batch can be carried out.
 * @throws UsageError where the batch is not in doubt about what the person saw, or its sender may still be alive
 */
export async function checkWord(
  row: ImportRow,
  no: number,
  became: Decision['became'],
  reason: string,
  ports: PipelinePorts,
  { entries, seqs, attempt, senderGone = false }: ResolveDoubtOptions = {},
): Promise<Checked> {
  const batch = await undecidedBatch(row, no, ports);
  if (attempt !== undefined && batch.attempt !== attempt) {
    throw new UsageError(
      `Batch ${no} of import ${row.id} was sent again since, and is in doubt about that.`,
      'Look at it as it is now, then say what you found.',
      { reason: 'batch-changed' },
    );
  }
  if (reason.trim() === '') {
    throw new UsageError('A reason is needed.', 'Add --reason with how you know.', { reason: 'reason-needed' });
  }
  if (batch.state !== 'in-doubt') {
    await checkClosing(row, batch, became, entries ?? seqs, ports);
    return { batch, named: undefined, aside: '' };
  }
  const frozen = await ports.ledger.posting.body(row.num, no);
  const those = seqs === undefined ? seqsNamed(entries, frozen.entries) : seqsKnown(seqs, frozen.entries);
  const named = those?.size === frozen.entries.length ? undefined : those;
  if (became === 'not-booked') await checkNeverBooked(row, batch, ports);
  const aside = became === 'not-booked' ? await checkSenderEnded(batch, senderGone, ports) : '';
  if (named !== undefined && (row.facts === null || frozen.body === '')) {
    throw new UsageError(
      `Batch ${no} of import ${row.id} can't be divided: what was sent is not in this ledger any more.`,
      'Decide about the whole of it.',
      { reason: 'batch-undivided' },
    );
  }
  return { batch, named, aside };
}

function seqsNamed(
  names: readonly string[] | undefined,
  entries: readonly BatchEntry[],
): ReadonlySet<number> | undefined {
  return names && new Set([...entriesNamed(names, entries)].map(({ seq }) => seq));
}

/** @throws UsageError for an ordinal that no entry of the batch has */
function seqsKnown(seqs: readonly number[], entries: readonly BatchEntry[]): ReadonlySet<number> {
  const wanted = new Set(seqs);
  const found = entries.filter(({ seq }) => wanted.has(seq));
  if (found.length === wanted.size && found.length > 0) return wanted;
  throw new UsageError('The batch does not hold these vouchers.', 'Look at it as it is now.', {
    reason: 'batch-changed',
  });
}

/**
 * A person says what became of a batch in doubt, or of a part of it (design, section 4): declared not booked it is sent
 * again. Of a batch whose outcome came later and contradicts what was decided, it says what is true of the books now.
 * Whether one word is enough is asked before (`sayWhatBecame`).
 * @throws UsageError where the batch is not in doubt, its sender may still be alive, or somebody else was faster
 */
export async function resolveDoubt(
  row: ImportRow,
  no: number,
  became: Decision['became'],
  reason: string,
  ports: PipelinePorts,
  options: ResolveDoubtOptions = {},
): Promise<Resolved> {
  const settled = await settleDoubt(row, no, became, reason, ports, options);
  return { state: await finishIfDone(row.num, ports), ...settled };
}

/** The decision alone, which also fits into a transaction: whoever takes it finishes the import then (`finishIfDone`). */
export async function settleDoubt(
  row: ImportRow,
  no: number,
  became: Decision['became'],
  reason: string,
  ports: PipelinePorts,
  options: ResolveDoubtOptions = {},
): Promise<Omit<Resolved, 'state'>> {
  const { ledger, now, who } = ports;
  const { batch, named, aside } = await checkWord(row, no, became, reason, ports, options);
  const field =
    isFieldStep(batch.step) && became === 'booked'
      ? await fieldOf(batch, batch.target ?? undefined, true, ports)
      : undefined;
  const decision = { became, at: now(), who, reason: reason + aside, field };
  if (batch.state !== 'in-doubt') return { entries: await close(row, batch, decision, ports) };
  if (named === undefined) {
    const parts = became === 'booked' ? await nextOfBooked(batch, undefined, ports) : await partsToSend(batch, ports);
    if (!(await ledger.doubts.decide(row.num, no, batch.attempt!, decision, parts)))
      throw await overtaken(row, no, ports);
    return { entries: batch.entries };
  }
  const frozen = await ledger.posting.body(row.num, no);
  const key = JSON.parse(row.facts!) as PlanFacts;
  const rest = await ledger.doubts.decidePart(row.num, no, batch.attempt!, decision, (first) => [
    cutBatch(first, frozen, (entry) => named.has(entry.seq), key),
    cutBatch(first + 1, frozen, (entry) => !named.has(entry.seq), key),
  ]);
  if (rest === undefined) throw await overtaken(row, no, ports);
  return { entries: named.size, rest: { no: rest, entries: frozen.entries.length - named.size } };
}

/**
 * A batch that waits for a person: in doubt, or decided about in a way that its outcome contradicts.
 * @throws UsageError for any other
 */
export async function undecidedBatch(row: ImportRow, no: number, ports: PipelinePorts): Promise<BatchRow> {
  const batch = await ports.ledger.posting.batch(row.num, no);
  if (batch === undefined)
    throw new UsageError(`Import ${row.id} has no batch ${no}.`, `See them with: bilag show ${row.id}`, {
      reason: 'batch-none',
    });
  if (batch.state !== 'in-doubt' && (await contradictionsOf(batch, ports)).length === 0)
    throw await overtaken(row, no, ports);
  return batch;
}

async function contradictionsOf({ import: num, no }: BatchRow, { ledger }: PipelinePorts): Promise<Contradiction[]> {
  return (await ledger.doubts.contradictions(num)).filter(({ batch }) => batch === no);
}

/** Says what the batch is now, and who made it so. */
export async function overtaken({ num, id }: ImportRow, no: number, { ledger }: PipelinePorts): Promise<UsageError> {
  const { state, step } = (await ledger.posting.batch(num, no))!;
  if (state === 'in-doubt') {
    return new UsageError(
      `What is known of batch ${no} of import ${id} has changed meanwhile.`,
      'Look at it as it is now.',
      { reason: 'batch-changed' },
    );
  }
  const { done } = stepOf(step);
  const decided = (await ledger.doubts.decisions(num)).findLast(({ batch }) => batch === no);
  const words = decided === undefined ? '' : ` ${decidedWords(decided, done)}`;
  return new UsageError(
    `Batch ${no} of import ${id} is not in doubt; it is ${state === 'booked' ? done : state}.${words}`,
    (await latestAnswer((await ledger.posting.batch(num, no))!, { ledger })) === undefined
      ? `What is there now: bilag show ${id}`
      : `To correct that, as long as nothing was built on it, say what is true with --correct: bilag resolve ${id} ${no} --correct …`,
    { reason: 'batch-settled' },
  );
}

function decidedWords(
  { who, at, became, part, reason }: Decision & { readonly part: string | null },
  done: string,
): string {
  const what = part === null ? 'it' : 'a part of it';
  return `${who} declared ${what} ${became === 'booked' ? done : `not ${done}`} at ${timeWords(at)} ("${reason}").`;
}

/** A request that is known to have gone through is proof enough, whatever became of those after it. */
async function checkNeverBooked({ num, id }: ImportRow, batch: BatchRow, { ledger }: PipelinePorts): Promise<void> {
  for (let at: BatchRow | undefined = batch; at !== undefined; ) {
    const attempts = await ledger.posting.attempts(num, at.no);
    // What was done in an earlier step is not what is in doubt here.
    if (at !== batch && at.state === 'continued') return;
    if (attempts.some(({ outcome }) => outcome === 'booked')) {
      throw new UsageError(
        `Batch ${batch.no} of import ${id} can't be sent again: the service said of an earlier request that it was ${stepOf(batch.step).done}.`,
        batch.step === 'book'
          ? 'Declare it booked. If its vouchers were reversed in the service since, import them from a file of their own.'
          : 'Say --booked. Where it was removed from the service since, import it from a file of its own.',
        { reason: 'booked-said' },
      );
    }
    at = at.parent === null ? undefined : await ledger.posting.batch(num, at.parent);
  }
}

/**
 * @returns what the history should say of how its end is known, after the reason
 * @throws UsageError where its request may still arrive
 */
async function checkSenderEnded(batch: BatchRow, senderGone: boolean, ports: PipelinePorts): Promise<string> {
  const { state, holder } = await senderOf(batch, ports);
  if (state === 'ended' || state === 'gone') return '';
  const began = (await ports.ledger.posting.attempts(batch.import, batch.no)).find(
    ({ id }) => id === batch.attempt,
  )?.began_at;
  const since = began === undefined ? '' : `, since ${timeWords(began)}`;
  const process = holder === undefined ? 'the process that sent it' : `process ${holder.pid} on ${holder.host}`;
  if (state === 'alive') {
    throw new UsageError(
      `Batch ${batch.no} is still in the hands of ${process}${since}: its request may still arrive, even if the process is stopped.`,
      `Wait until it has ended, or end it (on ${holder!.host}: kill -9 ${holder!.pid}), then say so again.`,
      { reason: 'sender-alive', facts: { pid: holder!.pid, host: holder!.host } },
    );
  }
  if (senderGone) return ` (${process} has ended, says ${ports.who})`;
  throw new UsageError(
    `Batch ${batch.no} was in the hands of ${process}${since}, and from ${ports.host} nobody can see whether it has ended: its request may still arrive.`,
    `Make sure that it has ended${holder === undefined ? '' : ` (on ${holder.host}: kill -9 ${holder.pid})`}, then say so with --sender-gone.`,
    { reason: 'sender-unknown' },
  );
}

/** @throws UsageError where what was decided, and is contradicted, can't be closed by this word */
async function checkClosing(
  row: ImportRow,
  batch: BatchRow,
  became: Decision['became'],
  part: readonly unknown[] | undefined,
  ports: PipelinePorts,
): Promise<void> {
  const { no } = batch;
  if (part !== undefined) {
    throw new UsageError(
      `Batch ${no} is not in doubt: what was decided about it is contradicted, and that is closed as a whole.`,
      'Leave --entries out. Vouchers that are missing in the service can be imported from a file of their own.',
      { reason: 'closed-whole' },
    );
  }
  if (await ports.ledger.posting.isUnderWay(row.num, no)) {
    throw new UsageError(
      `Batch ${no} of import ${row.id} is being sent again; what is true of the books is known when that has ended.`,
      `Wait for it: bilag show ${row.id}`,
      { reason: 'sending-again' },
    );
  }
  if (became === 'not-booked' && (await contradictionsOf(batch, ports)).some((each) => each.became === 'not-booked')) {
    throw new UsageError(
      `Batch ${no} of import ${row.id} was declared not booked before, and sent again; nothing of it waits to be sent.`,
      'Say --booked when its vouchers are in the books once. If they were all reversed, import them from a file of their own.',
      { reason: 'declared-before' },
    );
  }
}

/**
 * What is true of the books, where the outcome of a request contradicted what had been decided.
 * @returns its entries, counted
 */
async function close(row: ImportRow, batch: BatchRow, decision: Decision, ports: PipelinePorts): Promise<number> {
  const { ledger } = ports;
  const { no } = batch;
  const contradictions = await contradictionsOf(batch, ports);
  // A completed import is not looked at again; one in doubt is.
  await ledger.imports.moveState(row.num, ['completed', 'partly-booked'], 'in-doubt');
  if (!(await ledger.doubts.close(row.num, no, decision))) throw await overtaken(row, no, ports);
  let count = 0;
  for (const { stands } of contradictions) count += (await ledger.posting.batch(row.num, stands))!.entries;
  return count;
}

function timeWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
