import { scheduledJobs } from '../config/job-folder.ts';
import { type Log, logOnce } from '../core/log.ts';
import { nextRun } from '../core/next-run.ts';
import type { RunRow } from '../ledger/runs.ts';
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
export async function logRuns(
  { ledger, jobs }: Pick<Runtime, 'ledger' | 'jobs'>,
  log: Log,
  now: () => number,
): Promise<() => void> {
  const schedules = new Map<string, string>();
  const known = new Map<string, 'under-way' | 'ended'>(
    (await ledger.runs.list(LOOKED_AT)).map((run) => [run.id, stateOf(run)]),
  );
  const complain = logOnce(log, () => performance.now());

  const lookAtSchedules = () => {
    const gone = new Set(schedules.keys());
    for (const schedule of scheduledJobs(jobs.jobs())) {
      const { job, cron, tz } = schedule;
      gone.delete(job);
      if (schedules.get(job) === `${cron} ${tz}`) continue;
      schedules.set(job, `${cron} ${tz}`);
      const next = new Date(nextRun(schedule, now())).toISOString();
      log('schedule-set', `${job}: ${nextRunWords(schedule, now())}`, { job, next, cron, tz });
    }
    for (const job of gone) {
      schedules.delete(job);
      log('schedule-ended', `${job}: no schedule any more`, { job });
    }
  };
  const lookAtRuns = async () => {
    for (const run of (await ledger.runs.list(LOOKED_AT)).reverse()) {
      const before = known.get(run.id);
      const state = stateOf(run);
      if (before === state) continue;
      known.set(run.id, state);
      const { id, job, outcome } = run;
      if (before === undefined) log('run-began', `${job}: run began, ${reasonOf(run)}`, { run: id, job });
      if (state === 'under-way') continue;
      const words = `${job}: run ended, ${outcomeWords(run)}`;
      const about = { run: id, job, outcome };
      if (outcome === 'failed') log('run-failed', [words, remedyOf(run) ?? ''].join(' ').trim(), about);
      else log('run-ended', words, about);
    }
    // What is no longer looked at need not be known.
    for (const id of [...known.keys()].slice(0, -2 * LOOKED_AT)) known.delete(id);
  };
  const reasonOf = ({ job, manual, due_at }: RunRow) => {
    const schedule = scheduledJobs(jobs.jobs()).find((each) => each.job === job);
    return manual === 1 ? 'by hand' : `due ${zonedTime(due_at, schedule?.tz ?? 'UTC')}`;
  };
  const look = async () => {
    try {
      lookAtSchedules();
      await lookAtRuns();
    } catch (error) {
      complain('periodic-work-failed', (error as Error).message, { work: 'log-runs', error });
    }
  };
  await look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

function stateOf({ ended_at }: RunRow): 'under-way' | 'ended' {
  return ended_at === null ? 'under-way' : 'ended';
}
