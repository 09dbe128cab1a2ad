import { existsSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { type JobFile, readJob } from '../../config/read-job.ts';
import { listJobs } from '../../config/read-jobs.ts';
import { scheduledJobs } from '../../config/scheduled-jobs.ts';
import { UsageError } from '../../domain/issue.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import { lastDue } from '../../rules/next-run.ts';
import { explainError } from '../explain-error.ts';
import { nextRunWords, outcomeWords, remedyOf, zonedTime } from '../format-schedule.ts';
import type { Check } from './check.ts';

/** A due time that nobody has seen to for so long was missed, in milliseconds. */
const LATE_MS = 60_000;

/** Every job with a schedule: when it runs next, and what came of it last. */
export async function checkSchedules(config: Config, now: number): Promise<Check[]> {
  const schedules = scheduledJobs(await soundJobs(config.jobs));
  if (schedules.length === 0) return [];
  try {
    const ledger = await existingLedger(config);
    try {
      return schedules.map((schedule) => checkSchedule(schedule, ledger, now));
    } finally {
      ledger?.close();
    }
  } catch (error) {
    const { message, suggestion } = explainError(error);
    return [{ ok: false, what: `schedules: ${message}`, remedy: suggestion }];
  }
}

function checkSchedule(
  schedule: { job: string; cron: string; tz: string },
  ledger: Ledger | undefined,
  now: number,
): Check {
  const { job, cron, tz } = schedule;
  const paused = ledger?.pausedJobs.find(job);
  if (paused !== undefined) {
    const { at, who, reason } = paused;
    return { ok: true, what: `schedule of ${job}: paused ${zonedTime(at, tz)} by ${who}: ${reason}` };
  }
  const what = `schedule of ${job}: ${nextRunWords(schedule, now)}`;
  const seen = ledger?.runs.schedules().find((row) => row.job === job && row.cron === cron && row.tz === tz);
  if (ledger === undefined || seen === undefined)
    return { ok: true, what: `${what}; no "bilag start" has seen it so far` };
  const after = Math.max(seen.since, ledger.runs.newestDue(job, now) ?? 0);
  const missed = lastDue(schedule, after, now - LATE_MS);
  if (missed !== undefined && ledger.runs.underWay(job, now) === undefined)
    return {
      ok: false,
      what: `${what}; nobody ran it ${zonedTime(missed, tz)}`,
      remedy: 'It is made up for once as soon as there is a: bilag start',
    };
  const last = ledger.runs.last(job);
  if (last === undefined) return { ok: true, what: `${what}; it never ran` };
  const at = `last run ${zonedTime(last.began_at, tz)}`;
  if (last.ended_at === null) return { ok: true, what: `${what}; ${at}, under way` };
  const ok = last.outcome !== 'failed';
  return { ok, what: `${what}; ${at}, ${outcomeWords(last)}`, ...(ok ? {} : { remedy: remedyOf(last) ?? '' }) };
}

/** What is wrong with the others was said with the jobs. */
async function soundJobs(folder: string): Promise<JobFile[]> {
  try {
    const read = await Promise.allSettled((await listJobs(folder)).map(({ path }) => readJob(path)));
    return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [];
  }
}

/** To open one that is not there would make it. */
async function existingLedger({ ledgerPath }: Config): Promise<Ledger | undefined> {
  if (!existsSync(ledgerPath)) return undefined;
  const { openLedger } = await import('../../ledger/open-ledger.ts');
  return openLedger(`sqlite:${ledgerPath}`);
}
