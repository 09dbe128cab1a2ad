import { entryNames } from '../../core/entry-names.ts';
import { UsageError } from '../../core/issue.ts';
import type { Resolved } from '../../doubt/resolve.ts';
import type { Said } from '../../doubt/second-person.ts';
import { lateUntil, type Sender } from '../../doubt/sender.ts';
import type { SeenAnswer } from '../../doubt/unseen.ts';
import type { KindStep } from '../../kinds/kind.ts';
import { isFieldStep, stepOf } from '../../kinds/kinds.ts';
import { findImport } from '../../ledger/find-import.ts';
import type { AttemptRow, BatchRow, ImportRow } from '../../ledger/rows.ts';
import { receiptJson } from '../../reporting/receipt.ts';
import type { CliContext } from '../context.ts';
import { factsOf, viewImport } from '../import-view.ts';
import { batchContent, batchLines, looksAt } from '../output/batch.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { RECEIPT_WIDTH } from '../output/receipt.ts';
import { recoveredContent } from '../output/recovered.ts';
import { counted, readableSeconds, readableTime, styleFor, wrap } from '../output/text.ts';
import { runImports } from '../run-imports.ts';
import { inSession, type Session } from '../session.ts';
import { patienceOf, type WaitOptions } from './import.ts';

export interface ResolveOptions extends WaitOptions {
  readonly booked?: boolean;
  readonly notBooked?: boolean;
  readonly reason?: string;
  /** Names of entries, each value one or several between commas. */
  readonly entries?: readonly string[];
  readonly senderGone?: boolean;
  /** Takes one's own answer back, where two people have to say the same. */
  readonly withdraw?: boolean;
  /** What somebody said of it was wrong. */
  readonly correct?: boolean;
}

/**
 * `bilag resolve`: a person says what became of a batch in doubt, having seen its lines and the evidence; without a
 * verdict it only shows them.
 */
export function resolveCommand(
  id: string,
  no: string,
  options: ResolveOptions,
  context: CliContext,
): Promise<ExitCode> {
  const { booked = false, notBooked = false, reason = '', entries, senderGone, json = false } = options;
  const { withdraw = false, correct = false } = options;
  const patienceMs = patienceOf(options);
  if (booked && notBooked) throw new UsageError('A batch is --booked or --not-booked, not both.', LOOK_FIRST);
  if (withdraw && (booked || notBooked || correct))
    throw new UsageError('--withdraw does not go with an answer.', 'Leave --booked, --not-booked and --correct out.');
  if (correct && !(booked || notBooked))
    throw new UsageError('Say what is true instead.', 'Add --booked or --not-booked, and --reason.');
  const verdict = booked ? 'booked' : notBooked ? 'not-booked' : undefined;
  const batchNo = Number(no);
  if (!Number.isSafeInteger(batchNo) || batchNo < 1) {
    throw new UsageError(`A batch goes by its number, not ${JSON.stringify(no)}.`, `See them with: bilag show ${id}`);
  }
  return inSession(context, async (session) => {
    const { ledger, ports } = session.runtime;
    const { undecidedBatch } = await import('../../doubt/resolve.ts');
    const { needsSecondPerson, sayWhatBecame, withdrawAnswer } = await import('../../doubt/second-person.ts');
    const row = await findImport(id, ledger);
    await showBatch(row, batchNo, session, json);
    if (correct) {
      const { takeAnswerBack } = await import('../../doubt/take-answer-back.ts');
      await takeAnswerBack(row, batchNo, reason, ports);
      context.err.write(`The earlier answer about batch ${batchNo} is taken back.\n`);
    }
    const batch = await undecidedBatch(row, batchNo, ports);
    if (withdraw) {
      await withdrawAnswer(row, batchNo, reason, PLACE, ports);
      context.err.write(`Your answer about batch ${batchNo} is withdrawn ("${reason}"); it is still in doubt.\n`);
      return EXIT.inDoubt;
    }
    if (verdict === undefined) {
      context.err.write(howToDecide(row, batch, await needsSecondPerson(row, ports)));
      if (json)
        context.out.write(
          `${JSON.stringify(receiptJson((await viewImport(row.num, ledger, context.now())).receipt))}\n`,
        );
      return EXIT.inDoubt;
    }
    const word = { became: verdict, reason } as const;
    const said: Said = await sayWhatBecame(row, batchNo, word, PLACE, ports, { entries, senderGone });
    if (said.outcome === 'proposed') {
      context.err.write(keptWords(row, await answersOf(batch, session)));
      return EXIT.inDoubt;
    }
    const words =
      batch.step === 'book'
        ? resolvedWords(row, batch, verdict, reason, said)
        : createdWords(row, batch, verdict, reason, entryNames((await ledger.posting.body(row.num, batchNo)).entries));
    context.err.write(`${words}\n`);
    const taken = { several: false, nums: [row.num], known: new Set<number>(), refused: [] };
    return runImports(taken, session, { planOnly: false, json, patienceMs });
  });
}

/** The system's users are told apart here. */
const PLACE = 'command-line';

const LOOK_FIRST = 'Look it up in the service first.';

/** What a person needs to see before deciding: on stderr where stdout is for JSON. */
async function showBatch(row: ImportRow, no: number, { runtime, context }: Session, json: boolean): Promise<void> {
  const { ledger, ports } = runtime;
  const batch = await ledger.posting.batch(row.num, no);
  const facts = factsOf(row);
  if (batch === undefined || (facts === undefined && row.recovered === 0)) return;
  const { senderOf } = await import('../../doubt/sender.ts');
  const { contradictionWords } = await import('../../reporting/contradictions.ts');
  const output = json ? context.err : context.out;
  const style = styleFor(output, context.env);
  const attempts = await ledger.posting.attempts(row.num, no);
  const { done } = stepOf(batch.step);
  const contradictions = (await ledger.doubts.contradictions(row.num)).filter((each) => each.batch === no);
  const lines = [
    ...batchLines(
      batch,
      attempts,
      style,
      await looksAt(attempts, no, ledger),
      (await ledger.posting.body(row.num, no)).entries,
    ),
    ...(batch.state === 'in-doubt'
      ? wrap(
          senderWords(await senderOf(batch, ports), done) + lateWords(batch, attempts, ports.now()),
          RECEIPT_WIDTH - 2,
        )
      : []
    ).map(indented),
    ...(await answersOf(batch, { runtime })).flatMap((each) => answerLines(each)).map(indented),
    ...(facts === undefined
      ? await recoveredContent(batch, ledger, style)
      : await batchContent(batch, facts, ledger, style)
    ).map(indented),
    ...(
      await Promise.all(
        contradictions.map(async (each) => [
          '',
          ...wrap(await contradictionWords(each, row, ledger), RECEIPT_WIDTH).map((line) => style('red', line)),
        ]),
      )
    ).flat(),
  ];
  output.write(`${lines.join('\n')}\n\n`);
}

const indented = (line: string) => `  ${line}`;

function senderWords({ state, holder }: Sender, done: string): string {
  const process = holder === undefined ? 'the process that sent it' : `process ${holder.pid} on ${holder.host}`;
  switch (state) {
    case 'ended':
      return 'Its request has ended.';
    case 'gone':
      return 'The process that sent it is gone.';
    case 'alive':
      return `Its request is still in the hands of ${process}: until that has ended, you can't declare it not ${done}.`;
    case 'unknown':
      return `bilag can't see from here whether ${process} has ended: to declare it not ${done}, add --sender-gone.`;
  }
}

/** What is not in the books yet may still come. */
function lateWords({ attempt, step }: BatchRow, attempts: readonly AttemptRow[], now: number): string {
  const ended = attempts.find(({ id }) => id === attempt)?.ended_at ?? undefined;
  const until = lateUntil(ended, now);
  if (ended === undefined || until === undefined) return '';
  return ` That was only ${readableSeconds(Math.max(0, now - ended) / 1000)} ago, and the service may still be at work on it: before you say that it was not ${stepOf(step).done}, look again after ${readableTime(until)}.`;
}

/** What people said of it so far, as far as this one may see it. */
async function answersOf(batch: BatchRow, { runtime: { ports } }: Pick<Session, 'runtime'>): Promise<SeenAnswer[]> {
  const { answersFor } = await import('../../doubt/unseen.ts');
  return answersFor(batch, { who: ports.who, place: PLACE }, ports);
}

function answerLines({ who, at, place, isMine, said }: SeenAnswer): string[] {
  const where = place === PLACE ? '' : ' in the dashboard';
  const head = `${isMine ? 'You' : who} answered${where} at ${readableTime(at)}`;
  const elsewhere = 'People have other names there: that answer counts together with another one given there.';
  if (said === undefined)
    return wrap(place === PLACE ? `${head}. ${UNSEEN}` : `${head}. ${elsewhere}`, RECEIPT_WIDTH - 2);
  const { became, reason, seqs } = said;
  const what = seqs === undefined ? 'it was' : `${counted(seqs.length, 'voucher')} of it had been`;
  return wrap(
    `${head} that ${what} ${became === 'booked' ? 'booked' : 'not booked'} ("${reason}").`,
    RECEIPT_WIDTH - 2,
  );
}

const UNSEEN = 'Look for yourself: what others said is shown when you have answered.';

/** An answer that nothing follows from yet. */
function keptWords({ job }: ImportRow, answers: readonly SeenAnswer[]): string {
  const others = answers.filter(({ isMine, said }) => !isMine && said !== undefined);
  const kept = `Your answer is kept. The job ${job} wants two people: nothing is decided until another user of this system has looked too, and gives the same answer.`;
  if (others.length === 0) return `${kept}\n`;
  const differ =
    'The earlier answer differs. Look at it together; whoever was wrong answers again, which replaces the first answer, or withdraws it with --withdraw --reason TEXT.';
  return `${[kept, ...others.flatMap((each) => answerLines(each)), differ].join('\n')}\n`;
}

function howToDecide({ id, job }: ImportRow, { no, state, step, entries }: BatchRow, takesTwo: boolean): string {
  const command = `bilag resolve ${id} ${no}`;
  const { noun, of, request } = stepOf(step);
  const { there, absent, lookUp = `the ${noun}` } = DECIDE[request.asks === 'action' ? 'activation' : of];
  return [
    `Nothing is decided. Look ${lookUp} up in the service, then say what you found:`,
    `  ${command} --booked --reason TEXT       ${there}`,
    `  ${command} --not-booked --reason TEXT   ${absent}`,
    ...(entries > 1 && state === 'in-doubt' ? ['  --entries KEY,KEY,…   only these; the others stay in doubt'] : []),
    ...(takesTwo
      ? [`The job ${job} wants two people: it is decided when two users of this system give the same answer.`]
      : []),
    '',
  ].join('\n');
}

/** What the two verdicts mean, by what was sent. */
const CREATED = { there: 'it is there: it is not sent again', absent: 'it is not: it is sent again' };
const DECIDE: Record<KindStep['of'] | 'activation', { lookUp?: string; there: string; absent: string }> = {
  entries: { lookUp: 'its vouchers', there: 'they are there', absent: 'they are not: they are sent again' },
  contact: CREATED,
  record: CREATED,
  field: {
    there: 'it is there AND active: nothing more is sent of it',
    absent:
      'it is not there: it is sent again, then activated. One that is there and not active: activate it in the service first',
  },
  activation: {
    lookUp: 'the custom field',
    there: 'it is active: nothing more is sent of it',
    absent: 'it is not active: its activation is sent again',
  },
};

/** What was declared, and what comes of it, of something that is created. */
function createdWords(
  { id, file, recovered, cancelled }: ImportRow,
  { no, step }: BatchRow,
  verdict: 'booked' | 'not-booked',
  reason: string,
  name: string,
): string {
  const { noun, request } = stepOf(step);
  const isField = isFieldStep(step);
  const done = request.asks === 'action' ? 'active' : isField ? 'created and active' : 'created';
  const declared = `Batch ${no}: the ${isField ? 'custom field' : noun} ${name} is declared ${verdict === 'booked' ? done : `not ${done}`} ("${reason}")`;
  if (verdict === 'booked') return `${declared}; nothing of it will be sent again.`;
  if (recovered === 1) return `${declared}; what it sent is not known, so import ${file} again.`;
  if (cancelled !== null)
    return `${declared}; the import was stopped, so it is on hold; bilag retry ${id} takes up what is on hold.`;
  return `${declared}; it is sent again now.`;
}

function resolvedWords(
  { id, file, recovered, cancelled }: ImportRow,
  batch: BatchRow,
  verdict: 'booked' | 'not-booked',
  reason: string,
  { entries, rest }: Resolved,
): string {
  const what =
    rest === undefined
      ? `Batch ${batch.no} is`
      : `${counted(entries, 'voucher')} of batch ${batch.no} ${entries === 1 ? 'is' : 'are'}`;
  const declared = `${what} declared ${verdict === 'booked' ? 'booked' : 'not booked'} ("${reason}")`;
  const then =
    verdict === 'booked'
      ? 'nothing of it will be sent again'
      : recovered === 1
        ? `what it sent is not known, so import ${file} again; where that was done, bilag retry books it`
        : cancelled !== null
          ? `the import was cancelled, so ${counted(entries, 'voucher is', 'vouchers are')} on hold; bilag retry ${id} books what is on hold`
          : `${counted(entries, 'voucher is', 'vouchers are')} sent again now`;
  if (rest === undefined) return `${declared}; ${then}.`;
  const left = counted(rest.entries, 'other voucher is', 'other vouchers are');
  return `${declared}; ${then}. The ${left} still in doubt, as batch ${rest.no}.`;
}
