import { relative } from 'node:path';
import { type Config, cappedConcurrency, findService } from '../../config/config.ts';
import { findJob, listJobs } from '../../config/job-folder.ts';
import { JobError, problemText } from '../../config/problems.ts';
import { readConfig } from '../../config/read-config.ts';
import { type JobFile, readJob } from '../../config/read-job.ts';
import { UsageError } from '../../core/issue.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../output/exit-code.ts';
import { styleFor } from '../output/text.ts';

/** `bilag job check`: every problem of every job, one a line, as `file:line: what is wrong`. */
export async function jobCheckCommand(name: string | undefined, context: CliContext): Promise<ExitCode> {
  const { out, err, cwd, env } = context;
  const config = await readConfig(context);
  const style = styleFor(out, env);
  const jobs = name === undefined ? await listJobs(config.jobs) : [{ name, path: undefined }];
  if (jobs.length === 0) err.write(`The folder ${config.jobs} holds no jobs.\n`);
  const problems: string[] = [];
  const sound: JobFile[] = [];
  for (const { name: each, path } of jobs) {
    try {
      sound.push(path === undefined ? await findJob(config.jobs, each) : await readJob(path));
    } catch (error) {
      if (error instanceof JobError) {
        const shown = error.problems.map((problem) => ({ ...problem, file: shownPath(problem.file, cwd) }));
        problems.push(...shown.map(problemText));
      } else if (error instanceof UsageError && path !== undefined) {
        // A file that can't be read keeps no other job from being checked.
        problems.push(error.message);
      } else throw error;
    }
  }
  const unknown = serviceProblems(sound, config);
  problems.push(...unknown);
  for (const { name: each, job, path } of sound) {
    out.write(`${style('green', '✓')} ${each}: ${job.kind} for the service ${job.service}, ${shownPath(path, cwd)}\n`);
    const capped = unknown.length > 0 ? undefined : cappedConcurrency(job, config.services);
    if (capped !== undefined) out.write(`  ${capped.what}. ${capped.remedy}\n`);
  }
  for (const problem of problems) out.write(`${style('red', '✗')} ${problem}\n`);
  return problems.length > 0 ? EXIT.usage : EXIT.ok;
}

/** A service that is not configured is told of once, with the jobs that need it. */
function serviceProblems(jobs: readonly JobFile[], { services }: Config): string[] {
  const names = [...new Set(jobs.map(({ job }) => job.service))];
  return names.flatMap((service) => {
    try {
      findService(services, service);
      return [];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const needing = jobs.filter(({ job }) => job.service === service).map(({ name }) => name);
      return [`${needing.join(', ')}: ${error.message} ${error.suggestion ?? ''}`.trim()];
    }
  });
}

function shownPath(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near === '' || near.startsWith('..') ? path : near;
}
