import { scheduledJobs } from '../config/job-folder.ts';
import { nextRun } from '../core/cron.ts';
import { logOnce } from '../core/log-context.ts';
import type { RunRow } from '../ledger/runs.ts';
import type { Logger } from './logger.ts';
import { nextRunWords, outcomeWords, remedyOf, zonedTime } from './output/schedule.ts';
import type { Runtime } from './runtime.ts';

/** Between two looks for runs and schedules that have changed, in milliseconds. */
const LOOK_MS = 1_000;
/** Newest runs that are looked at. */
const LOOKED_AT = 100;

/**
 * One line for each schedule, at first and when it changes, and for each run when it begins and when it has ended,
 * whoever does it.
 * @returns ends it
 */
export function logRuns(
  { ledger, jobs }: Pick<Runtime, 'ledger' | 'jobs'>,
  log: Logger,
  now: () => number,
): () => void {
  const schedules = new Map<string, string>();
  const known = new Map<string, 'under-way' | 'ended'>(
    ledger.runs.list(LOOKED_AT).map((run) => [run.id, stateOf(run)]),
  );
  const complain = logOnce(
    (line) => log.error(line),
    () => performance.now(),
  );

  const lookAtSchedules = () => {
    const gone = new Set(schedules.keys());
    for (const schedule of scheduledJobs(jobs.jobs())) {
      const { job, cron, tz } = schedule;
      gone.delete(job);
      if (schedules.get(job) === `${cron} ${tz}`) continue;
      schedules.set(job, `${cron} ${tz}`);
      const next = new Date(nextRun(schedule, now())).toISOString();
      log.info({ job, next, cron, tz }, `${job}: ${nextRunWords(schedule, now())}`);
    }
    for (const job of gone) {
      schedules.delete(job);
      log.info({ job }, `${job}: no schedule any more`);
    }
  };
  const lookAtRuns = () => {
    for (const run of ledger.runs.list(LOOKED_AT).reverse()) {
      const before = known.get(run.id);
      const state = stateOf(run);
      if (before === state) continue;
      known.set(run.id, state);
      const { id, job, outcome } = run;
      if (before === undefined) log.info({ run: id, job }, `${job}: run began, ${reasonOf(run)}`);
      if (state === 'under-way') continue;
      const words = `${job}: run ended, ${outcomeWords(run)}`;
      if (outcome === 'failed') log.error({ run: id, job, outcome }, [words, remedyOf(run) ?? ''].join(' ').trim());
      else log.info({ run: id, job, outcome }, words);
    }
    // What is no longer looked at need not be known.
    for (const id of [...known.keys()].slice(0, -2 * LOOKED_AT)) known.delete(id);
  };
  const reasonOf = ({ job, manual, due_at }: RunRow) => {
    const schedule = scheduledJobs(jobs.jobs()).find((each) => each.job === job);
    return manual === 1 ? 'by hand' : `due ${zonedTime(due_at, schedule?.tz ?? 'UTC')}`;
  };
  const look = () => {
    try {
      lookAtSchedules();
      lookAtRuns();
    } catch (error) {
      complain((error as Error).message);
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

function stateOf({ ended_at }: RunRow): 'under-way' | 'ended' {
  return ended_at === null ? 'under-way' : 'ended';
}
