import { join } from 'node:path';
import type { z } from 'zod';
import { findService } from '../../../config/config.ts';
import type { BrokenJob } from '../../../config/job-book.ts';
import { scheduledJobs } from '../../../config/job-folder.ts';
import { type Problem, problemsIn } from '../../../config/problems.ts';
import type { JobFile } from '../../../config/read-job.ts';
import { shownJob, withoutFetchSecrets } from '../../../config/shown-job.ts';
import type { Diagnosis } from '../../../core/diagnosis.ts';
import type { FetchSection } from '../../../core/fetch-section.ts';
import { UsageError } from '../../../core/issue.ts';
import type { JobKind } from '../../../core/job.ts';
import { nextRun } from '../../../core/next-run.ts';
import type { RunTold } from '../../../core/run-code.ts';
import type { RunDetail, RunRow } from '../../../ledger/runs.ts';
import { diagnosisWords } from '../../../reporting/diagnosis-words.ts';
import { jobHealth } from '../../../reporting/job-health.ts';
import { type JobTurn, jobTurns, turnCounts } from '../../../reporting/job-history.ts';
import { countOutcomes } from '../../../reporting/receipt.ts';
import { runWords } from '../../../reporting/run-words.ts';
import { cronWords } from '../../../reporting/schedule-words.ts';
import type { RuntimeStatus, ServerPorts } from '../../ports.ts';
import { isoTime } from '../describe.ts';
import { REJECTED_MS, URGENCY } from '../imports/needs.ts';
import { serviceTrouble } from '../operation/services.ts';
import type { jobAnswer, jobsAnswer, runAnswer } from './shapes.ts';

/** Runs that are shown of one job. */
const RUNS_SHOWN = 20;
/** Turns that a job is judged by at a glance. */
const TURNS_SHOWN = 14;
/** Imports among which those turns are looked for: a fetch may bring several files. */
const IMPORTS_READ = 40;
/** Imports that wait, or are under way, are counted up to this. */
const COUNTED = 100;

/** The jobs as they stand now, and those that can't be used. */
export async function jobsBody(ports: ServerPorts): Promise<z.output<typeof jobsAnswer>> {
  const { book } = ports.runtimeStatus;
  const ill = await illServices(ports);
  const unreadable = book.unreadable();
  return {
    jobs: await Promise.all(book.jobs().map((file) => listedJob(file, ill, ports))),
    broken: book
      .problems()
      .filter(({ goesOn }) => !goesOn)
      .map(({ name, problems, diagnoses }) => ({
        name,
        problems: [...problems],
        diagnoses: diagnoses.map(diagnosisBody),
      })),
    ...(unreadable === undefined
      ? {}
      : { unreadable: unreadable.message, unread: problemsIn(unreadable).map(diagnosisBody) }),
  };
}

/** One job, with its runs and its definition. */
export async function jobBody(file: JobFile, ports: ServerPorts): Promise<z.output<typeof jobAnswer>> {
  return {
    ...(await listedJob(file, await illServices(ports), ports)),
    definition: shownJob(file),
    runs: (await ports.ledger.runs.ofJob(file.name, RUNS_SHOWN)).map(runBody),
  };
}

/** Services that refuse bilag or don't respond. */
async function illServices(ports: ServerPorts): Promise<ReadonlySet<string>> {
  const ill = new Set<string>();
  for (const { name } of ports.runtimeStatus.services) {
    const trouble = await serviceTrouble(name, ports);
    if (trouble !== undefined && trouble.why !== 'asked-to-wait') ill.add(name);
  }
  return ill;
}

type ListedJob = z.output<typeof jobsAnswer>['jobs'][number];

async function listedJob(file: JobFile, ill: ReadonlySet<string>, ports: ServerPorts): Promise<ListedJob> {
  const { ledger, runtimeStatus } = ports;
  const { name, job } = file;
  const { fetch } = job;
  const [schedule] = scheduledJobs([file]);
  const runs = await ledger.runs.ofJob(name, TURNS_SHOWN);
  const turns = jobTurns(runs, await ledger.pages.imports(IMPORTS_READ, { job: name }), TURNS_SHOWN);
  const [last] = runs;
  const counted = await countedOf(name, ports);
  const pause = await pauseBody(file, ports);
  const { problems, diagnoses } = problemsOf(file, runtimeStatus);
  const { health, why } = jobHealth({
    ...counted,
    isBroken: problems.length > 0,
    isServiceIll: ill.has(job.service),
    runFailed: runs.find(({ outcome }) => outcome !== null)?.outcome === 'failed',
    isPaused: 'paused' in pause,
  });
  return {
    name,
    health,
    ...(why === undefined ? {} : { failing: why }),
    ...counted,
    kind: job.kind as JobKind,
    service: job.service,
    company: runtimeStatus.services.find((service) => service.name === job.service)?.company || job.service,
    bytes: job.limits.bytes,
    inbox: join(runtimeStatus.inbox, name),
    match: [...job.file.match],
    ...(fetch === undefined ? {} : { fetch: fetchBody(fetch) }),
    ...(schedule === undefined ? {} : { schedule: scheduleBody(schedule) }),
    ...pause,
    ...(last === undefined ? {} : { lastRun: runBody(last) }),
    turns: turns.map(({ at, came }) => ({ at: isoTime(at), came })),
    ...(turns[0] === undefined ? {} : { last: await lastBody(turns[0], ports) }),
    problems: [...problems],
    diagnoses: diagnoses.map(diagnosisBody),
  };
}

/** Imports of a job that need a person, by the rules of `/api/needs`, and those that are under way. */
async function countedOf(name: string, { ledger: { jobStanding }, now }: ServerPorts) {
  const counted = { waiting: 0, underWay: 0 };
  for (const state of URGENCY) {
    const since = state === 'rejected' ? now() - REJECTED_MS : undefined;
    counted.waiting += await jobStanding.countUpTo(COUNTED - counted.waiting, name, state, since);
  }
  for (const state of ['planning', 'posting'] as const)
    counted.underWay += await jobStanding.countUpTo(COUNTED - counted.underWay, name, state);
  return counted;
}

/** The newest turn of a job. What is at work is counted as it is now. */
async function lastBody({ at, came, run, imports }: JobTurn, { ledger }: ServerPorts): Promise<ListedJob['last']> {
  const [first] = imports;
  const atWork = imports.length === 1 && came === 'posting' ? await countOutcomes(first!, ledger) : undefined;
  const counts = atWork === undefined ? imports : [{ counts: JSON.stringify(atWork) }];
  const reason = came === 'rejected' ? (await ledger.imports.byNum(first!.num)).reason : null;
  return {
    at: isoTime(at),
    came,
    ...(run === undefined ? {} : { run: run.id }),
    ...(first === undefined ? {} : { import: first.id, counts: turnCounts(counts) }),
    ...(reason === null ? {} : { reason: JSON.parse(reason) }),
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
function problemsOf(
  { name, job }: JobFile,
  { book, services }: RuntimeStatus,
): Pick<BrokenJob, 'problems' | 'diagnoses'> {
  const broken = book.problems().find((each) => each.name === name);
  if (broken !== undefined) return broken;
  try {
    findService(Object.fromEntries(services.map((service) => [service.name, service])), job.service);
    return { problems: [], diagnoses: [] };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = `${error.message} ${error.suggestion ?? ''}`.trim();
    const told: Diagnosis = { code: 'service-none', facts: { service: job.service } };
    return { problems: [message], diagnoses: [{ file: '', line: 0, key: 'service', message, told }] };
  }
}

function diagnosisBody(problem: Problem): z.output<typeof jobsAnswer>['broken'][number]['diagnoses'][number] {
  const { line, told = { code: 'wrong' } } = problem;
  return { line, ...told, words: diagnosisWords(problem) };
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
  const detail = JSON.parse(row.detail ?? '{"files":{},"imports":[]}') as RunDetail;
  const { files, imports, message, suggestion, told } = detail;
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
    ...(told === undefined ? {} : { told: toldBody(told) }),
  };
}

/** Why a file was not taken, with what a page says without words of its own. */
export function toldBody(told: RunTold) {
  const { file, more } = told;
  const words = runWords(told);
  return {
    ...told,
    ...(file === undefined ? {} : { about: `${file}${more === undefined ? '' : ` (+${more})`}: ` }),
    ...(words === undefined ? {} : { words }),
  };
}

function fetchBody(section: FetchSection): NonNullable<z.output<typeof jobAnswer>['fetch']> {
  const { url, path, sftp } = withoutFetchSecrets(section);
  if (sftp !== undefined) return { way: 'sftp', from: `${sftp.user}@${sftp.host}:${sftp.path}` };
  return url === undefined ? { way: 'path', from: path! } : { way: 'url', from: url };
}
