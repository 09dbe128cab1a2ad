import { relative } from 'node:path';
import { JobError, problemText } from '../config/problem.ts';
import { readConfig } from '../config/read-config.ts';
import { type JobFile, readJob } from '../config/read-job.ts';
import { findJob, listJobs } from '../config/read-jobs.ts';
import { findService } from '../config/service.ts';
import { UsageError } from '../domain/issue.ts';
import type { CliContext } from './context.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { styleFor } from './style.ts';

/** `bilag job check`: every problem of every job, one a line, as `file:line: what is wrong`. */
export async function jobCheckCommand(name: string | undefined, context: CliContext): Promise<ExitCode> {
  const config = await readConfig(context);
  const style = styleFor(context.out, context.env);
  const shownPath = (path: string) => relative(context.cwd, path) || path;
  const jobs = name === undefined ? await listJobs(config.jobs) : [{ name, path: undefined }];
  if (jobs.length === 0) context.err.write(`The folder ${config.jobs} has no jobs.\n`);
  let wrong = 0;
  for (const each of jobs) {
    try {
      const job = each.path === undefined ? await findJob(config.jobs, each.name) : await readJob(each.path);
      const problem = serviceProblem(job, () => findService(config.services, job.job.service));
      if (problem === undefined) {
        context.out.write(`${style('green', '✓')} ${job.name}: ${job.job.kind}, ${shownPath(job.path)}\n`);
        continue;
      }
      wrong++;
      context.out.write(`${style('red', '✗')} ${shownPath(job.path)}: ${problem}\n`);
    } catch (error) {
      if (!(error instanceof JobError)) throw error;
      wrong++;
      for (const problem of error.problems) {
        context.out.write(`${style('red', '✗')} ${problemText({ ...problem, file: shownPath(problem.file) })}\n`);
      }
    }
  }
  return wrong > 0 ? EXIT.usage : EXIT.ok;
}

function serviceProblem({ job }: JobFile, find: () => unknown): string | undefined {
  if (job.kind !== 'bookings') return `jobs of kind ${job.kind} can't be run yet; jobs of kind bookings can.`;
  try {
    find();
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return `${error.message} ${error.suggestion ?? ''}`.trim();
  }
}
