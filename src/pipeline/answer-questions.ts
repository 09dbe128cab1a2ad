import type { QuestionCode } from '../domain/issue.ts';
import { UsageError } from '../domain/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { ANSWERS, isQuestion } from '../rules/file-questions.ts';
import type { PipelinePorts } from './ports.ts';
import { retryImport } from './retry-import.ts';

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
  throw new UsageError(`"${answer}" is not an answer to ${code}.`, `Answer ${ways.join(' or ')}.`);
}

/**
 * Answers questions about a whole file: each answer counts for all entries that wait for it, stands in the history with its
 * reason, and has what waits planned and booked again (docs: the same entry).
 * @throws UsageError where a question is not open, no reason is given, or the import can't be retried now
 */
export function answerQuestions(
  row: ImportRow,
  given: readonly GivenAnswer[],
  reason: string,
  ports: PipelinePorts,
): void {
  const { ledger, now, who } = ports;
  if (reason.trim() === '') throw new UsageError('An answer needs a reason.', 'Add --reason with why it is so.');
  const held = given.map(({ code, answer }) => {
    checkAnswer({ code, answer });
    const entries = ledger.waiting.withCodes(row.num, [code]).length;
    if (entries > 0) return { code, answer, entries };
    const open = openQuestions(row, ports);
    throw new UsageError(
      `Nothing in import ${row.id} waits for an answer to ${code}.`,
      open.length === 0 ? 'No question about it is open.' : `Open: ${open.join(', ')}.`,
    );
  });
  retryImport(row, ports, {}, () => {
    for (const { code, answer, entries } of held) {
      ledger.answers.put(row.num, code, { answer, reason: reason.trim(), who, at: now() });
      ledger.imports.record(row.num, now(), who, 'answered', { code, answer, entries, reason: reason.trim() });
    }
  });
}

function openQuestions({ num }: ImportRow, { ledger }: PipelinePorts): string[] {
  return ledger.findings.causes(num).flatMap(({ code, waits }) => (waits === 1 && isQuestion(code) ? [code] : []));
}
