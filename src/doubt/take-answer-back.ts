import { UsageError } from '../core/issue.ts';
import { stepOf } from '../kinds/kinds.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { BatchRow, DecisionRow, ImportRow } from '../ledger/rows.ts';
import { keepCounts } from '../reporting/receipt.ts';

/** States of a batch that an answer about the whole of it left it in, and that nothing was built on yet. */
const LEFT_IN = { booked: 'booked', ready: 'not-booked' } as const;
/** An import that is planned again builds on what was said. */
const CORRECTED_IN = ['posting', 'in-doubt', 'completed', 'partly-booked'] as const;

/**
 * Takes a person's answer about a batch back, for it was wrong: the batch is in doubt again about the same request, and is
 * answered anew. Only while nothing was built on the answer: declared not booked, it was not sent again since; declared
 * booked, no next step followed, and its outcome did not come after all.
 * @throws UsageError where there is no such answer, or something was built on it
 */
export async function takeAnswerBack(row: ImportRow, no: number, reason: string, ports: PipelinePorts): Promise<void> {
  const { ledger, now, who } = ports;
  if (reason.trim() === '') {
    throw new UsageError('A reason is needed.', 'Add --reason with how you know.', { reason: 'reason-needed' });
  }
  await ledger.write(async (tx) => {
    const batch = await tx.posting.batch(row.num, no);
    if (batch === undefined)
      throw new UsageError(`Import ${row.id} has no batch ${no}.`, `See them with: bilag show ${row.id}`, {
        reason: 'batch-none',
      });
    const answer = await correctableAnswer(row, batch, { ledger: tx });
    if (answer === undefined) throw await notCorrectable(row, batch, { ledger: tx });
    const { who: before, at, became } = answer;
    const taken = { at: now(), who, reason, answer: { who: before, at, became } };
    if (!(await tx.doubts.reopen(row.num, no, batch.attempt!, batch.state, taken)))
      throw await notCorrectable(row, (await tx.posting.batch(row.num, no))!, { ledger: tx });
    await keepCounts(row.num, tx);
  });
}

/** What a person said of the whole of a batch, and may be taken back now; undefined where there is no such answer. */
export async function correctableAnswer(
  { num }: Pick<ImportRow, 'num'>,
  batch: BatchRow,
  ports: Pick<PipelinePorts, 'ledger'>,
): Promise<DecisionRow | undefined> {
  const { state } = await ports.ledger.imports.byNum(num);
  return CORRECTED_IN.some((each) => each === state) ? await latestAnswer(batch, ports) : undefined;
}

/** What a person said of the whole of a batch, and nothing was built on; undefined where there is no such answer. */
export async function latestAnswer(
  batch: BatchRow,
  { ledger }: Pick<PipelinePorts, 'ledger'>,
): Promise<DecisionRow | undefined> {
  const { import: num, no, attempt, state, step, stage } = batch;
  if (state !== 'booked' && state !== 'ready') return undefined;
  // Of a custom field bilag remembers that it is active, and other imports go by that.
  if (step !== 'book' && step !== 'create-contact') return undefined;
  const answer = (await ledger.doubts.decisions(num)).findLast((each) => each.batch === no);
  if (answer === undefined || answer.taken_back_at !== null || answer.part !== null) return undefined;
  if (answer.attempt !== attempt || answer.became !== LEFT_IN[state] || answer.who === 'probe') return undefined;
  const outcome = (await ledger.posting.attempts(num, no)).find(({ id }) => id === attempt)?.outcome ?? 'in-doubt';
  if (outcome !== 'in-doubt') return undefined;
  // What waited for this batch was sent because of the answer.
  const built = (await ledger.posting.batches(num)).some((each) => each.stage > stage && each.attempts > 0);
  return built ? undefined : answer;
}

async function notCorrectable(
  row: ImportRow,
  { no, state, step }: BatchRow,
  { ledger }: Pick<PipelinePorts, 'ledger'>,
): Promise<UsageError> {
  const said = (await ledger.doubts.decisions(row.num)).some(({ batch }) => batch === no);
  if (state === 'in-doubt') {
    return new UsageError(
      `Batch ${no} of import ${row.id} is in doubt: there is no answer to correct.`,
      'Say what became of it without --correct.',
      { reason: 'correct-nothing' },
    );
  }
  const is = state === 'booked' ? stepOf(step).done : state;
  return new UsageError(
    said
      ? `What was said of batch ${no} of import ${row.id} can't be corrected any more: it is ${is}, and something was built on that.`
      : `Nobody has said anything of batch ${no} of import ${row.id}: it is ${is}.`,
    `What is there now: bilag show ${row.id}`,
    { reason: said ? 'correct-too-late' : 'correct-nothing' },
  );
}
