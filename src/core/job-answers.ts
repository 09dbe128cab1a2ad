import { z } from 'zod';
import { accountNumber, type BookingsJob, type Job, vatCode } from './job.ts';
import { currencyCode, group, mapOf, oneOf, text } from './schema-parts.ts';

/**
 * What a person answers about a file where the answer is a key of its job: each sets that key, and nothing else of the job. A
 * job that says the key already was never asked about.
 */
export const jobAnswers = group(
  {
    dates: text('a date pattern', 'd/M/yyyy').optional(),
    decimal: oneOf([',', '.']).optional(),
    encoding: text('the name of an encoding', 'cp865').optional(),
    hidden: oneOf(['take', 'skip']).optional(),
    sheet: text('the name of a sheet', 'Januar').optional(),
    sheets: z.literal('all').optional(),
    creditSign: oneOf(['negative', 'positive']).optional(),
    currency: currencyCode.optional(),
    per: oneOf(['date', 'year']).optional(),
    accounts: mapOf(accountNumber, '{"3015":"3010"}').optional(),
    vatCodes: mapOf(vatCode, '{"25":"3"}').optional(),
    contraAccount: accountNumber.optional(),
  },
  '{"dates":"d/M/yyyy"}',
);
export type JobAnswers = z.output<typeof jobAnswers>;

/** Where each of them stands in a job: the key itself, or the group that gets keys. */
export const ANSWER_PATHS: Readonly<Record<keyof JobAnswers, string>> = {
  dates: 'file.dates',
  decimal: 'file.decimal',
  encoding: 'file.encoding',
  hidden: 'file.hidden',
  sheet: 'file.sheet',
  sheets: 'file.sheets',
  creditSign: 'creditSign',
  currency: 'currency',
  per: 'columns.entry.per',
  accounts: 'accounts',
  vatCodes: 'vat.codes',
  contraAccount: 'defaults.contraAccount',
};

/** Answers about a value of the file, or about a field that rows leave empty: of these one decision settles a cause. */
export const CAUSE_ANSWERS = ['accounts', 'vatCodes', 'contraAccount'] as const satisfies (keyof JobAnswers)[];
export type CauseAnswer = (typeof CAUSE_ANSWERS)[number];

/** A key that a job gets by an answer. */
export interface AnsweredKey {
  /** Where it stands: the key, or the group that it stands in. */
  readonly section: string;
  /** The value of the file that it is about, which is its name in the group. */
  readonly of?: string;
  readonly to: string;
}

/** All keys that a job gets by answers. */
export function answeredKeys(answers: JobAnswers): AnsweredKey[] {
  return Object.entries(answers).flatMap(([key, said]): AnsweredKey[] => {
    const section = ANSWER_PATHS[key as keyof JobAnswers];
    if (said === undefined) return [];
    return typeof said === 'string'
      ? [{ section, to: said }]
      : Object.entries(said).map(([of, to]) => ({ section, of, to }));
  });
}

/** A job as it would be with answers: to try them before they are written into it. What it says already stays. */
export function jobWithAnswers(job: Job, answers: JobAnswers): Job {
  const { creditSign, currency, per, dates, accounts, vatCodes, contraAccount, ...others } = answers;
  const given = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const file = { ...job.file, ...given({ ...others, dates: dates === undefined ? undefined : [dates] }) };
  const { numbering, accounts: mapped, vat } = job as unknown as BookingsJob;
  return {
    ...job,
    file,
    ...given({
      creditSign,
      currency,
      numbering: per === undefined ? undefined : { ...numbering, per },
      accounts: accounts && { ...accounts, ...mapped },
      vat: vatCodes && { ...vat, codes: { ...vatCodes, ...vat?.codes } },
      defaults: contraAccount === undefined ? undefined : { contraAccount, ...job.defaults },
    }),
  } as Job;
}
