import type { Issue } from '../core/issue.ts';
import type { BookingsJob, Job } from '../core/job.ts';
import type { CauseAnswer } from '../core/job-answers.ts';
import { chartOf } from './suggest-values.ts';

/**
 * The key of a job by which one decision settles a cause, for this file and for those that come: undefined where none does, or
 * where the job says it already, for what stands there a person has decided before.
 */
export function causeAnswerOf({ code, value, facts }: Issue, job: Job): CauseAnswer | undefined {
  const { accounts = {}, vat, defaults } = job as Partial<BookingsJob>;
  if (code === 'field-missing')
    return facts?.['field'] === 'contraAccount' && defaults?.contraAccount === undefined ? 'contraAccount' : undefined;
  const of = chartOf(code);
  if (of === undefined || value === undefined || value === '') return undefined;
  const [key, said] = of === 'account' ? (['accounts', accounts] as const) : (['vatCodes', vat?.codes ?? {}] as const);
  return Object.hasOwn(said, value) ? undefined : key;
}
