import { z } from 'zod';
import type { BookingsJob, Job } from './job.ts';
import { currencyCode, group, oneOf, text } from './schema-parts.ts';

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
  },
  '{"dates":"d/M/yyyy"}',
);
export type JobAnswers = z.output<typeof jobAnswers>;

/** Where each of them stands in a job. */
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
};

/** A job as it would be with answers: to try them before they are written into it. */
export function jobWithAnswers(job: Job, answers: JobAnswers): Job {
  const { creditSign, currency, per, dates, ...others } = answers;
  const given = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const file = { ...job.file, ...given({ ...others, dates: dates === undefined ? undefined : [dates] }) };
  const { numbering } = job as unknown as BookingsJob;
  return {
    ...job,
    file,
    ...given({ creditSign, currency, numbering: per === undefined ? undefined : { ...numbering, per } }),
  } as Job;
}
