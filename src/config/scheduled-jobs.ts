import type { JobFile } from './read-job.ts';

/** The jobs that have a schedule, and the zone that it goes by: the machine's where the job names none. */
export function scheduledJobs(jobs: readonly JobFile[]): { job: string; cron: string; tz: string }[] {
  return jobs.flatMap(({ name, job: { schedule } }) =>
    schedule === undefined ? [] : [{ job: name, cron: schedule.cron, tz: schedule.tz ?? machineZone() }],
  );
}

function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
