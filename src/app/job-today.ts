import type { JobFile } from '../config/read-job.ts';
import { UsageError } from '../domain/issue.ts';
import type { JobToday } from '../pipeline/ports.ts';

/** @throws UsageError where it is of a kind that can't be run */
export function jobToday({ name, job, hash }: JobFile): JobToday {
  if (job.kind !== 'bookings') {
    throw new UsageError(
      `The job ${name} is of kind ${job.kind}, which can't be run yet.`,
      'Jobs of kind bookings can.',
    );
  }
  return { name, job, hash };
}
