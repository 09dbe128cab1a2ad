import { JobError } from '../../config/problem.ts';
import { UsageError } from '../../domain/issue.ts';
import { nearest } from '../../domain/nearest.ts';
import type { JobToday } from '../../pipeline/ports.ts';
import { ApiError } from './api-error.ts';
import type { ServerPorts } from './server-ports.ts';

/** @throws ApiError 404 where there is no such job: it names the nearest */
export async function jobOf(name: string, ports: ServerPorts): Promise<JobToday> {
  try {
    return await ports.job(name);
  } catch (error) {
    const names = ports.jobs().map((job) => job.name);
    if (!(error instanceof UsageError) || error instanceof JobError || names.includes(name)) throw error;
    const meant = nearest(name, names);
    throw new ApiError(
      404,
      'job-unknown',
      `There is no job ${JSON.stringify(name)}.`,
      `${meant === undefined ? '' : `Did you mean "${meant}"? `}${names.length === 0 ? 'There are none yet.' : `Jobs: ${names.join(', ')}.`}`,
    );
  }
}
