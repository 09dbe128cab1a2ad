import { join } from 'node:path';
import type { z } from 'zod';
import { findService } from '../../../config/config.ts';
import { scheduledJobs } from '../../../config/job-folder.ts';
import type { JobFile } from '../../../config/read-job.ts';
import { shownJob, withoutFetchSecrets } from '../../../config/shown-job.ts';
import type { FetchSection } from '../../../core/fetch-section.ts';
import { UsageError } from '../../../core/issue.ts';
import { nextRun } from '../../../core/next-run.ts';
import type { RunDetail, RunRow } from '../../../ledger/runs.ts';
import { cronWords } from '../../../reporting/schedule-words.ts';
import type { RuntimeStatus, ServerPorts } from '../../ports.ts';
import type { jobAnswer, jobsAnswer, runAnswer } from './shapes.ts';

/** Runs that are shown of one job. */
const RUNS_SHOWN = 20;

export const isoTime = (at: number) => new Date(at).toISOString();

/** The jobs as they stand now, and those that can't be used. */
export async function jobsBody(ports: ServerPorts): Promise<z.output<typeof jobsAnswer>> {
  const { book } = ports.runtimeStatus;
  const unreadable = book.unreadable();
  return {
    jobs: await Promise.all(book.jobs().map((file) => listedJob(file, ports))),
    broken: book
      .problems()
      .filter(({ goesOn }) => !goesOn)
      .map(({ name, problems }) => ({ name, problems: [...problems] })),
    ...(unreadable === undefined ? {} : { unreadable }),
  };
}

/** One job, with its runs and its definition. */
export async function jobBody(file: JobFile, ports: ServerPorts): Promise<z.output<typeof jobAnswer>> {
  return {
    ...(await listedJob(file, ports)),
    definition: shownJob(file),
    runs: (await ports.ledger.runs.ofJob(file.name, RUNS_SHOWN)).map(runBody),
  };
}

async function listedJob(file: JobFile, ports: ServerPorts): Promise<z.output<typeof jobsAnswer>['jobs'][number]> {
  const { ledger, runtimeStatus } = ports;
  const { name, job } = file;
  const { fetch } = job;
  const [schedule] = scheduledJobs([file]);
  const last = await ledger.runs.last(name);
  return {
    name,
    kind: job.kind,
    service: job.service,
    bytes: job.limits.bytes,
    inbox: join(runtimeStatus.inbox, name),
    match: [...job.file.match],
    ...(fetch === undefined ? {} : { fetch: fetchBody(fetch) }),
    ...(schedule === undefined ? {} : { schedule: scheduleBody(schedule) }),
    ...(await pauseBody(file, ports)),
    ...(last === undefined ? {} : { lastRun: runBody(last) }),
    problems: [...problemsOf(file, runtimeStatus)],
  };
}

/** A schedule, with its words: the scheduler's rules are the server's, and much to load for a line on a screen. */
function scheduleBody({
  cron,
  tz,
}: ReturnType<typeof scheduledJobs>[number]): NonNullable<z.output<typeof jobsAnswer>['jobs'][number]['schedule']> {
  const en = cronWords(cron, 'en');
  const nb = cronWords(cron, 'nb');
  return { cron, tz, ...(en === undefined || nb === undefined ? {} : { words: { en, nb } }) };
}

/** What `bilag job check` says of it. */
function problemsOf({ name, job }: JobFile, { book, services }: RuntimeStatus): readonly string[] {
  const broken = book.problems().find((each) => each.name === name);
  if (broken !== undefined) return broken.problems;
  try {
    findService(Object.fromEntries(services.map((service) => [service.name, service])), job.service);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [`${error.message} ${error.suggestion ?? ''}`.trim()];
  }
}

/** Whether a job is paused, and when its schedule comes next where it is not. */
export async function pauseBody(file: JobFile, { ledger, now }: ServerPorts) {
  const paused = await ledger.pausedJobs.find(file.name);
  if (paused !== undefined) {
    const { at, who, reason } = paused;
    return { paused: { at: isoTime(at), who, reason } };
  }
  const [schedule] = scheduledJobs([file]);
  return schedule === undefined ? {} : { nextRun: isoTime(nextRun(schedule, now())) };
}

export function runBody(row: RunRow): z.output<typeof runAnswer>['run'] {
  const { files, imports, message, suggestion } = JSON.parse(row.detail ?? '{"files":{},"imports":[]}') as RunDetail;
  return {
    run: row.id,
    due: isoTime(row.due_at),
    began: isoTime(row.began_at),
    ...(row.ended_at === null ? {} : { ended: isoTime(row.ended_at) }),
    ...(row.outcome === null ? {} : { outcome: row.outcome }),
    ...(row.who === null ? {} : { by: row.who }),
    process: row.holder,
    files,
    imports: [...imports],
    ...(message === undefined ? {} : { message }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function fetchBody(section: FetchSection): NonNullable<z.output<typeof jobAnswer>['fetch']> {
  const { url, path, sftp } = withoutFetchSecrets(section);
  if (sftp !== undefined) return { way: 'sftp', from: `${sftp.user}@${sftp.host}:${sftp.path}` };
  return url === undefined ? { way: 'path', from: path! } : { way: 'url', from: url };
}
