import type { CauseAnswer, JobAnswers } from '../../../core/job-answers.ts';
import { amount, day } from '../../format.ts';
import type { Look, Plan } from './shapes.ts';
import { t } from './words.ts';

type Issue = Pick<
  NonNullable<Plan['receipt']['reason']>,
  'code' | 'column' | 'value' | 'variant' | 'message' | 'choices'
>;

/** A question about the whole file, with what was answered to it. */
export interface Asked extends Issue {
  readonly answer?: string | undefined;
}

/** Voucher numbers that start again are asked about beside entries that are held: the job can say it for all files. */
const RESTART = [{ value: 'date' }, { value: 'year' }];
/** Reads all sheets as one file; no sheet has no name. */
export const ALL_SHEETS = '';

export type AskedCode = keyof typeof t.ask;

/** What bilag can't answer by the file, where a key of the job does: of the look, of a refusal, or of a plan. */
export function questionsIn(look: Look | undefined, plan: Plan | undefined): readonly Issue[] {
  const { dates, decimal } = look?.formats ?? {};
  const { reason, issues = [] } = plan?.receipt ?? {};
  const restart = issues
    .filter(({ code }) => code === 'numbers-restart')
    .map((issue) => ({ ...issue, choices: RESTART }));
  return [dates?.problem, decimal?.problem, reason, ...restart].flatMap((issue) =>
    issue?.choices === undefined || !(issue.code in t.ask) ? [] : [issue],
  );
}

/** Those that were asked before stay with their answers; a new one comes behind them. */
export function withQuestions(before: readonly Asked[], found: readonly Issue[]): readonly Asked[] {
  const isSame = (one: Issue) => (other: Issue) => one.code === other.code && one.column === other.column;
  const fresh = found.filter((issue, at) => !before.some(isSame(issue)) && found.findIndex(isSame(issue)) === at);
  return fresh.length === 0 ? before : [...before, ...fresh];
}

/** What a person chose for a cause: a key that the job gets with the booking. */
export interface Chosen {
  readonly key: CauseAnswer;
  /** The value of the file that it is about; of a contra account none. */
  readonly of: string;
  readonly to: string;
  /** Of the account, or of the VAT code. */
  readonly name: string;
}

/** What the answers are in a job, and what was chosen for causes. */
export function answersOf(asked: readonly Asked[], chosen: readonly Chosen[]): JobAnswers {
  const answers: Record<string, unknown> = {};
  for (const { key, of, to } of chosen)
    answers[key] = key === 'contraAccount' ? to : { ...(answers[key] as object), [of]: to };
  return Object.assign(answers, ...asked.map(({ code, answer }) => (answer === undefined ? {} : keyOf(code, answer))));
}

function keyOf(code: Asked['code'], value: string): Record<string, string> {
  if (code === 'sheets-several') return value === ALL_SHEETS ? { sheets: 'all' } : { sheet: value };
  const key = KEYS[code.split('-', 1)[0]!];
  return key === undefined ? {} : { [key]: value };
}

const KEYS: Readonly<Record<string, keyof JobAnswers>> = {
  date: 'dates',
  decimal: 'decimal',
  encoding: 'encoding',
  rows: 'hidden',
  credit: 'creditSign',
  currency: 'currency',
  numbers: 'per',
};

/** What can be answered, in words: the value in question as each answer reads it. */
export function choicesOf({
  code,
  variant,
  choices = [],
}: Asked): readonly (readonly [value: string, words: string])[] {
  const { option } = t;
  const words = choices.map(({ value, means }): [string, string] => {
    if (code.startsWith('date-')) {
      const order = option.dates[value[0] as 'd'] ?? value;
      return [value, means === undefined ? order : `${order}: ${day(means)}`];
    }
    if (code.startsWith('decimal-')) {
      const mark = option.decimal[value as ','] ?? value;
      return [value, means === undefined ? mark : `${mark}: ${amount(means)}`];
    }
    if (code === 'encoding-doubtful') return [value, `${means} (${value})`];
    const known: Readonly<Record<string, string>> = variant === 'word' ? option.creditWords : option.other;
    return [value, code === 'sheets-several' ? value : (known[value] ?? value)];
  });
  return code === 'sheets-several' ? [[ALL_SHEETS, option.allSheets], ...words] : words;
}
