import { realpath } from 'node:fs/promises';
import { findJob } from '../config/job-folder.ts';
import { JobError } from '../config/problems.ts';
import { addAnswers, addMapping, addNumbering, addRule, type JobChange } from '../config/write-job.ts';
import { writeAtomically } from '../core/disk.ts';
import { UsageError } from '../core/issue.ts';

/** Each reads the file as the one before it left it: of two at once neither is lost. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Adds a mapping, a rule, answers about its files, or how voucher numbers are to be understood, to the file of a job, which is whole at every moment.
 * @param folder of the jobs
 * @throws UsageError where there is no such job, it would be wrong, or its file can't be written
 */
export function rememberMapping(folder: string, job: string, mapping: JobChange): Promise<void> {
  const mine = last.then(() => remember(folder, job, mapping));
  last = mine.catch(() => undefined);
  return mine;
}

async function remember(folder: string, job: string, mapping: JobChange): Promise<void> {
  const { path, text } = await findJob(folder, job);
  const mapped = withMapping(text, path, mapping);
  try {
    // Behind a link it is the file that is written, and the link stays.
    await writeAtomically(await realpath(path), async (stream) => {
      stream.end(mapped);
    });
  } catch (error) {
    throw new UsageError(
      `The job's file ${path} can't be written: ${(error as Error).message}.`,
      'Let bilag write it, or add the mapping by hand and leave "remember" out.',
      { reason: 'job-file-kept' },
    );
  }
}

function withMapping(text: string, path: string, mapping: JobChange): string {
  try {
    if (mapping.section === 'answers') return addAnswers(text, path, mapping);
    if (mapping.section === 'rules') return addRule(text, path, mapping);
    return mapping.section === 'columns.entry' ? addNumbering(text, path, mapping) : addMapping(text, path, mapping);
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    throw new UsageError(
      `The job would be wrong with that: ${error.message}`,
      'Leave "remember" out, or correct the job.',
      { reason: 'job-form-other' },
    );
  }
}
