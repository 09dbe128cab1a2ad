import { basename, resolve } from 'node:path';
import { takeCorrection } from '../../arriving/receive.ts';
import { UsageError } from '../../core/issue.ts';
import {
  answerQuestions,
  checkAnswers,
  type GivenAnswer,
  numberingOf,
  parseAnswer,
  recordNumbering,
} from '../../correcting/answer-questions.ts';
import { jobOf } from '../../correcting/retry.ts';
import { kindWords } from '../../kinds/kinds.ts';
import { findImport } from '../../ledger/find-import.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import type { CliContext } from '../context.ts';
import type { ExitCode } from '../output/exit-code.ts';
import { openCorrectionsWords } from '../output/open-corrections.ts';
import { checkReadable } from '../receive-files.ts';
import { runImports } from '../run-imports.ts';
import { inSession, type Session } from '../session.ts';
import { patienceOf, type WaitOptions } from './import.ts';

export interface RetryOptions extends WaitOptions {
  readonly file?: string;
  readonly asFile?: boolean;
  /** `CODE=ANSWER` */
  readonly answer?: readonly string[];
  readonly reason?: string;
  readonly remember?: boolean;
  readonly series?: string;
}

/** `bilag retry`: what waits is planned and booked again, under today's job. */
export function retryCommand(id: string, options: RetryOptions, context: CliContext): Promise<ExitCode> {
  const patienceMs = patienceOf(options);
  if (options.file !== undefined && options.asFile) {
    throw new UsageError(
      '--file and --as-file do not go together: the corrected file replaces earlier corrections anyway.',
      'Leave --as-file out.',
    );
  }
  const answers = (options.answer ?? []).map(parseAnswer);
  if (options.remember && answers.length === 0) {
    throw new UsageError('--remember remembers an answer.', 'Say which: --answer CODE=ANSWER --remember');
  }
  if (answers.length > 0 && (options.file !== undefined || options.asFile)) {
    throw new UsageError('--answer does not go with --file or --as-file.', 'Answer first, then retry with the file.');
  }
  return inSession(context, async (session) => {
    const row = await findImport(id, session.runtime.ledger);
    await begin(row, options, answers, session);
    const taken = { several: false, nums: [row.num], known: new Set<number>(), refused: [] };
    return runImports(taken, session, { planOnly: false, json: options.json ?? false, patienceMs });
  });
}

async function begin(
  row: ImportRow,
  { file, asFile = false, reason = '', remember = false, series }: RetryOptions,
  answers: readonly GivenAnswer[],
  { context, runtime, display }: Session,
): Promise<void> {
  const { ports } = runtime;
  const { revisions } = ports.ledger;
  if (file !== undefined) {
    const path = resolve(context.cwd, file);
    await checkReadable(path);
    const job = await jobOf(row, ports, `bilag retry ${row.id} --file ${file}`);
    await takeCorrection(row, path, basename(path), job, ports);
    const corrections = await revisions.open(row.num);
    if (corrections !== undefined) {
      display.say(
        `Not submitted: ${openCorrectionsWords(corrections, kindWords(row.kind))}. For rows in ${basename(path)}, the file counts: bilag show ${row.id} says what was set aside.`,
      );
    }
    return;
  }
  if (answers.length > 0) {
    if (remember) {
      await checkAnswers(row, answers, reason, ports);
      const numbering = await numberingOf(row, answers, series, ports);
      await runtime.remember(row.job, { section: 'columns.entry', ...numbering });
      await recordNumbering(row, numbering, ports);
    }
    await answerQuestions(row, answers, reason, ports);
    return;
  }
  // Interrupted before: the same command goes on. Booked meanwhile: there is nothing to do.
  if (row.state === 'planning' || row.state === 'posting' || row.state === 'completed') return;
  const { retryImport } = await import('../../correcting/retry.ts');
  await retryImport(row, ports, { asFile });
  const left = asFile ? undefined : await revisions.open(row.num);
  if (left !== undefined) {
    display.say(
      `Not retried: ${openCorrectionsWords(left, kindWords(row.kind))} and not submitted. Submit them on the page of rows with errors, or retry them as the file has them: bilag retry ${row.id} --as-file`,
    );
  }
}
