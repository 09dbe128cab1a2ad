import { daysOf } from '../core/entry-content.ts';
import { type QuestionCode, UsageError } from '../core/issue.ts';
import type { Numbering } from '../core/job.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { type Period, periodOf } from '../reading/entry-key.ts';
import { ANSWERS, isQuestion } from '../reading/file-questions.ts';
import { checkRetriable, retryImport } from './retry.ts';

/** What a person answers to one question about an import. */
export interface GivenAnswer {
  readonly code: QuestionCode;
  readonly answer: string;
}

/** Reads `CODE=ANSWER`. @throws UsageError that names the answers that there are */
export function parseAnswer(text: string): GivenAnswer {
  const [code = '', answer = ''] = text.split('=', 2).map((part) => part.trim());
  if (!isQuestion(code)) {
    throw new UsageError(
      `"${text}" answers no question: ${code === '' ? 'nothing' : `"${code}"`} stands before the equals sign.`,
      `Questions: ${Object.keys(ANSWERS).join(', ')}. For example: --answer text-changed=same`,
    );
  }
  checkAnswer({ code, answer });
  return { code, answer };
}

/** @throws UsageError that names the answers that there are */
export function checkAnswer({ code, answer }: GivenAnswer): void {
  if (Object.hasOwn(ANSWERS[code], answer)) return;
  const ways = Object.entries(ANSWERS[code]).map(([each, meaning]) => `${each} (${meaning})`);
  throw new UsageError(`"${answer}" is not an answer to ${code}.`, `Answer ${ways.join(' or ')}.`, {
    reason: 'answer-unknown',
  });
}

/**
 * What a job can remember of answers, so that the question does not come again.
 * @param series what people call the series of the file's numbers
 * @throws UsageError where there is nothing to remember
 */
export async function numberingOf(
  { num }: ImportRow,
  given: readonly GivenAnswer[],
  series: string | undefined,
  { ledger }: PipelinePorts,
): Promise<Numbering> {
  let numbering: Numbering = {};
  for (const { code, answer } of given) {
    if (code === 'numbers-restart') numbering = { ...numbering, per: answer === 'separate' ? 'date' : 'year' };
    if (code === 'date-changed' && answer === 'different')
      numbering = { ...numbering, per: await coarsestPeriod(num, ledger) };
    if (code !== 'other-series' || answer !== 'different') continue;
    if (series === undefined || series.trim() === '') {
      throw new UsageError(
        'A job remembers another series by its name.',
        'Add --series with what you call it: --series "Kasse 2"',
        { reason: 'series-needed' },
      );
    }
    numbering = { ...numbering, series: series.trim() };
  }
  if (Object.keys(numbering).length > 0) return numbering;
  throw new UsageError(
    'There is nothing in these answers that a job could remember.',
    'Leave --remember out. Remembered are: numbers-restart, date-changed=different, other-series=different.',
    { reason: 'keep-nothing' },
  );
}

/** Writes into the history what the job remembers from now on. */
export async function recordNumbering(
  { num, job }: ImportRow,
  numbering: Numbering,
  { ledger, now, who }: PipelinePorts,
): Promise<void> {
  const to = Object.entries(numbering).map(([key, value]) => `${key}: ${value}`);
  const section = 'columns.entry';
  await ledger.imports.record(num, now(), who, 'remembered', { job, section, from: [section], to: to.join(', ') });
}

/** The longest period that tells the vouchers that were asked about from the earlier ones. */
async function coarsestPeriod(num: number, ledger: Ledger): Promise<Period> {
  const held = await ledger.waiting.entries(num, await ledger.waiting.withCodes(num, ['date-changed']));
  const contents = new Map(held.flatMap(({ identity, content }) => (identity === null ? [] : [[identity, content!]])));
  const claims = await ledger.waits.writer().claims([...contents.keys()]);
  const pairs = claims.flatMap(({ import: other, identity, content }) =>
    other === num ? [] : [[daysOf(contents.get(identity)!), daysOf(content)] as const],
  );
  const tells = (per: Period) =>
    pairs.every(([here, there]) => !here.some((day) => there.some((old) => periodOf(day, per) === periodOf(old, per))));
  return (['year', 'month'] as const).find(tells) ?? 'date';
}

/**
 * Answers questions about a whole file: each answer counts for all entries that wait for it, stands in the history with its
 * reason, and has what waits planned and booked again (docs: the same entry).
 * @throws UsageError where a question is not open, no reason is given, or the import can't be retried now
 */
export async function answerQuestions(
  row: ImportRow,
  given: readonly GivenAnswer[],
  reason: string,
  ports: PipelinePorts,
): Promise<void> {
  const { now, who } = ports;
  const held = await checkAnswers(row, given, reason, ports);
  await retryImport(row, ports, {}, async (tx) => {
    for (const { code, answer, entries } of held) {
      await tx.answers.put(row.num, code, { answer, reason: reason.trim(), who, at: now() });
      await tx.imports.record(row.num, now(), who, 'answered', { code, answer, entries, reason: reason.trim() });
    }
  });
}

/**
 * Whether questions can be answered so now.
 * @returns how many entries wait for each
 * @throws UsageError as above
 */
export async function checkAnswers(
  row: ImportRow,
  given: readonly GivenAnswer[],
  reason: string,
  ports: PipelinePorts,
): Promise<(GivenAnswer & { readonly entries: number })[]> {
  const { ledger } = ports;
  if (reason.trim() === '') {
    throw new UsageError('An answer needs a reason.', 'Add --reason with why it is so.', { reason: 'reason-needed' });
  }
  await checkRetriable(row, ports);
  return await Promise.all(
    given.map(async ({ code, answer }) => {
      checkAnswer({ code, answer });
      const entries = (await ledger.waiting.withCodes(row.num, [code])).length;
      if (entries > 0) return { code, answer, entries };
      const open = await openQuestions(row, ports);
      throw new UsageError(
        `Nothing in import ${row.id} waits for an answer to ${code}.`,
        open.length === 0 ? 'No question about it is open.' : `Open: ${open.join(', ')}.`,
        { reason: 'answer-to-nothing' },
      );
    }),
  );
}

async function openQuestions({ num }: ImportRow, { ledger }: PipelinePorts): Promise<string[]> {
  return (await ledger.findings.causes(num)).flatMap(({ code, waits }) =>
    waits === 1 && isQuestion(code) ? [code] : [],
  );
}
