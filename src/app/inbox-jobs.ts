import type { JobFile } from '../config/read-job.ts';
import type { InboxJob } from '../pipeline/inbox/inbox.ts';

/** The jobs as the inbox knows them. @param paused names of those whose files wait */
export function inboxJobs(jobs: readonly JobFile[], paused: ReadonlySet<string>): InboxJob[] {
  return jobs.map(({ name, job: { file, limits } }) => ({
    name,
    match: file.match,
    bytes: limits.bytes,
    paused: paused.has(name),
  }));
}
