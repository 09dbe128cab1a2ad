import type { Config } from '../../config/config.ts';
import { readJob } from '../../config/read-job.ts';
import { listJobs } from '../../config/read-jobs.ts';
import { findService } from '../../config/service.ts';
import { UsageError } from '../../domain/issue.ts';
import type { Check } from './check.ts';

/** Every job: sound, and of a service that is configured. */
export async function checkJobs({ jobs, services }: Config): Promise<Check[]> {
  const checks: Check[] = [];
  let listed: Awaited<ReturnType<typeof listJobs>>;
  try {
    listed = await listJobs(jobs);
  } catch (error) {
    // That the folder is not there was said already.
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
  for (const { name, path } of listed) {
    try {
      const { job } = await readJob(path);
      // That none is configured at all is said once, with the services.
      if (Object.keys(services).length > 0) findService(services, job.service);
      checks.push({ ok: true, what: `job ${name}: ${job.kind}, service ${job.service}` });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      for (const what of error.message.split('\n'))
        checks.push({ ok: false, what: `job ${name}: ${what}`, remedy: error.suggestion });
    }
  }
  return checks.length > 0
    ? checks
    : [{ ok: false, what: `jobs: ${jobs} holds none`, remedy: 'Write one: see jobs/ of bilag for examples.' }];
}
