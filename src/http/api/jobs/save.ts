import { join } from 'node:path';
import { listJobs } from '../../../config/job-folder.ts';
import { JOB_NAME } from '../../../config/read-job.ts';
import { createFile } from '../../../core/disk.ts';
import { UsageError } from '../../../core/issue.ts';
import { ApiError } from '../../errors.ts';

/** Bytes of a job's name: its file's name gets an ending, and another while it is written. */
const NAME_MAX_BYTES = 200;
/** Jobs that a folder may hold before no more are added from outside. */
const JOBS_MAX = 1_000;

/** What a file system answers where nothing may be written. */
const NOT_WRITABLE: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR']);

/** The folder can't be written: whoever may do so has to put the file there. */
export class JobNotSaved extends ApiError {}

/** @throws ApiError 400 where it can be no job's name */
export function checkJobName(given: string): string {
  const name = given.normalize('NFC');
  if (JOB_NAME.test(name) && Buffer.byteLength(name) <= NAME_MAX_BYTES) return name;
  throw new ApiError(
    400,
    'job-name',
    `${JSON.stringify(given.slice(0, 60))} can't be the name of a job.`,
    'A name begins with a letter or a digit; letters, digits, ".", "_" and "-" follow, a hundred at most.',
    { facts: { name: given.slice(0, 60) } },
  );
}

/**
 * Writes a new job into the folder of jobs, whole or not at all. A job that is there is never written over.
 * @returns the path of its file
 * @throws ApiError 409 where the name is taken; JobNotSaved where the folder can't be written
 */
export async function saveJob(folder: string, name: string, yaml: string): Promise<string> {
  const path = join(folder, `${name}.yaml`);
  try {
    const names = (await listJobs(folder)).map((job) => job.name);
    const same = names.find((other) => other.toLowerCase() === name.toLowerCase());
    if (same !== undefined) throw taken(same);
    if (names.length >= JOBS_MAX) throw new JobNotSaved(409, 'too-many-jobs', `${folder} holds ${names.length} jobs.`);
    if (await createFile(path, yaml)) return path;
    throw taken(name);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof UsageError) && !NOT_WRITABLE.has(code)) throw error;
    throw new JobNotSaved(
      409,
      'jobs-read-only',
      error instanceof UsageError ? error.message : `The folder of jobs, ${folder}, can't be written.`,
      `Copy the text, and have it put there as ${name}.yaml; bilag finds it at once.`,
      { facts: { file: `${name}.yaml` } },
    );
  }
}

function taken(name: string): ApiError {
  return new ApiError(
    409,
    'job-exists',
    `There is a job ${name} already.`,
    'Give this one another name. What is there is never written over.',
    { facts: { name } },
  );
}
