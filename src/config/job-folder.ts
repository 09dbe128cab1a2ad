import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { UsageError } from '../core/issue.ts';
import { nearest } from '../core/nearest.ts';
import { JobError, type Problem } from './problems.ts';
import type { JobFile } from './read-job.ts';

const ENDINGS = ['.yaml', '.yml'];

/** Loaded with the first job, and the schema of jobs with it: most commands read none. */
export const readJob = async (path: string): Promise<JobFile> => (await import('./read-job.ts')).readJob(path);

/**
 * Reads every job of a folder, in the order of their names.
 * @throws JobError with everything that is wrong in any of them
 * @throws UsageError where the folder can't be read
 */
export async function readJobs(folder: string): Promise<JobFile[]> {
  const jobs: JobFile[] = [];
  const problems: Problem[] = [];
  for (const { path } of await listJobs(folder)) {
    try {
      jobs.push(await readJob(path));
    } catch (error) {
      if (!(error instanceof JobError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new JobError(problems);
  return jobs;
}

/**
 * Reads one job of a folder.
 * @throws UsageError where there is no job of that name: it lists those that there are
 * @throws JobError with everything that is wrong in the job
 */
export async function findJob(folder: string, name: string): Promise<JobFile> {
  const jobs = await listJobs(folder);
  const found = jobs.find((job) => job.name === name);
  if (found !== undefined) return readJob(found.path);
  const names = jobs.map((job) => job.name);
  const meant = nearest(name, names);
  const known = names.length === 0 ? `The folder ${folder} holds no jobs.` : `Jobs in ${folder}: ${names.join(', ')}.`;
  throw new UsageError(
    `there is no job ${JSON.stringify(name)}.`,
    meant === undefined ? known : `Did you mean "${meant}"? ${known}`,
    { reason: 'job-none', facts: { job: name } },
  );
}

/**
 * The job files of a folder, in the order of their names; an absent folder has none.
 * @throws JobError where two files give a job the same name
 */
export async function listJobs(folder: string): Promise<{ readonly name: string; readonly path: string }[]> {
  let files: string[];
  try {
    files = await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT'
        ? `the folder of jobs, ${folder}, does not exist.`
        : `the folder of jobs can't be read: ${message}.`,
      'Create it, or name another with BILAG_JOBS.',
      { reason: 'jobs-unreadable' },
    );
  }
  const byName = new Map<string, string>();
  const problems: Problem[] = [];
  for (const file of files.sort()) {
    const ending = extname(file);
    if (!ENDINGS.includes(ending) || file.startsWith('.')) continue;
    const name = file.slice(0, -ending.length);
    const other = byName.get(name);
    if (other === undefined) byName.set(name, join(folder, file));
    else
      problems.push({
        file: join(folder, file),
        line: 0,
        key: '',
        message: `${other} has the same name. Rename one of them.`,
        told: { code: 'name-twice', facts: { other } },
      });
  }
  if (problems.length > 0) throw new JobError(problems);
  return [...byName].map(([name, path]) => ({ name, path }));
}

/** The jobs that have a schedule, and the zone that it goes by: the machine's where the job names none. */
export function scheduledJobs(jobs: readonly JobFile[]): { job: string; cron: string; tz: string }[] {
  return jobs.flatMap(({ name, job: { schedule } }) =>
    schedule === undefined ? [] : [{ job: name, cron: schedule.cron, tz: schedule.tz ?? machineZone() }],
  );
}

function machineZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
