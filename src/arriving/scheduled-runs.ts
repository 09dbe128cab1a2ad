import { lastDue, nextRun } from '../core/next-run.ts';
import { ulid } from '../core/ulid.ts';
import type { RunDetail, RunRow, ScheduleRow } from '../ledger/runs.ts';
import { LEASE_MS } from '../posting/lease.ts';
import { type EndedRun, type RunPorts, runJob } from './run-job.ts';
import { toldOf } from './run-told.ts';

/** Runs of different jobs that a process does at once; the others are due still, and begin when there is room. */
const RUNS_AT_ONCE = 4;

/** A job that has a schedule. */
export type ScheduledJob = Pick<ScheduleRow, 'job' | 'cron' | 'tz'>;

/** What came of a run that a person asked for; undefined in `ended`: it was given up. */
export type RunNow =
  | { readonly how: 'under-way'; readonly run: RunRow }
  | { readonly how: 'ran'; readonly ended: EndedRun | undefined };

/** A run that a person asked for has begun, or another one is under way; `ended` never rejects unheard. */
export type RunBegun =
  | { readonly how: 'under-way'; readonly run: RunRow }
  | { readonly how: 'begun'; readonly run: RunRow; readonly ended: Promise<EndedRun | undefined> };

export interface ScheduledRuns {
  /**
   * Begins what is due, unless its job is paused, and ends the runs whose process is gone.
   * @param kept names of jobs whose schedule is remembered though they are not among these: they are broken at the moment,
   * and their runs fail
   */
  look(jobs: readonly ScheduledJob[], kept: ReadonlySet<string>): Promise<void>;
  /** Runs a job now, also one that is paused: a person asks for it. */
  runNow(job: string, signal: AbortSignal): Promise<RunNow>;
  /** The same, answered as soon as it has begun. @param who asks */
  beginNow(job: string, who: string): Promise<RunBegun>;
  /** Begins no more; resolves when what was under way has ended. */
  close(): Promise<void>;
}

/** Who brings a file in, where no person does. */
const SCHEDULE = 'schedule';

/**
 * Runs of jobs. The ledger decides: a run is claimed by its job and due time, so that of several processes one does it,
 * and only while no other run of that job is under way. Times that passed while nobody was there, or while a run took
 * longer, are made up for by one run; those that passed while the job was paused are not.
 */
export function scheduledRuns(ports: RunPorts, leaving: AbortSignal): ScheduledRuns {
  const { ledger, now, random, runner, log } = ports;
  const { runs } = ledger;
  const failed = (job: string) => (error: Error) => log('run-failed', error.message, { job, error });
  const underWay = new Map<string, Promise<unknown>>();
  /** Of ours none has lapsed, even if the machine slept meanwhile. */
  const own = new Set<string>();
  /** When each job's schedule comes next, as it was reckoned: that costs more than a look every two seconds is worth. */
  const next = new Map<string, { readonly of: string; readonly at: number }>();

  const endLapsed = async () => {
    for (const id of own) await runs.renew(id, now() + LEASE_MS);
    await runs.endLapsed(now(), lapsed);
  };
  const claim = async (job: string, due_at: number, who: string | null) => {
    const id = ulid(now(), random);
    const manual = who === null ? 0 : 1;
    return await runs.claim({ id, job, due_at, manual, holder: runner, until: now() + LEASE_MS, who }, now());
  };
  const perform = async (run: RunRow, signal: AbortSignal) => {
    own.add(run.id);
    const mine = { ...ports, who: run.who ?? SCHEDULE };
    const running = runJob(run, signal, mine).finally(() => {
      own.delete(run.id);
      underWay.delete(run.id);
    });
    underWay.set(run.id, running);
    return running;
  };
  /** Whether nothing of this job's schedule waits to begin any more. */
  const begin = async (schedule: ScheduleRow): Promise<boolean> => {
    const after = Math.max(schedule.since, (await runs.newestDue(schedule.job, now())) ?? 0);
    const of = `${schedule.cron} ${schedule.tz} ${after}`;
    const known = next.get(schedule.job);
    if (known?.of === of && now() < known.at) return true;
    const due = lastDue(schedule, after, now());
    if (due === undefined) {
      next.set(schedule.job, { of, at: nextRun(schedule, after) });
      return true;
    }
    if (leaving.aborted || underWay.size >= RUNS_AT_ONCE) return false;
    // Its place is taken before the ledger is asked: others look too, and whoever leaves waits for it.
    const place = `${schedule.job} ${due}`;
    const claiming = claim(schedule.job, due, null);
    underWay.set(place, claiming);
    const claimed = await claiming.finally(() => underWay.delete(place));
    if (claimed.how === 'begun' && leaving.aborted) {
      await runs.giveBack(claimed.run.id);
      return false;
    }
    if (claimed.how === 'begun') perform(claimed.run, leaving).catch(failed(schedule.job));
    return claimed.how !== 'under-way';
  };
  const beginNow = async (job: string, who: string, signal: AbortSignal): Promise<RunBegun> => {
    await endLapsed();
    for (let at = now(); ; at++) {
      const claimed = await claim(job, at, who);
      if (claimed.how === 'under-way') return claimed;
      // A due time that is this very millisecond is another run.
      if (claimed.how === 'begun') return { ...claimed, ended: perform(claimed.run, signal) };
    }
  };

  return {
    async look(jobs, kept) {
      await endLapsed();
      const paused = new Set((await ledger.pausedJobs.list()).map(({ job }) => job));
      const known = new Map((await runs.schedules()).map((schedule) => [schedule.job, schedule]));
      for (const scheduled of jobs) {
        const { job, cron, tz } = scheduled;
        const before = known.get(job);
        known.delete(job);
        try {
          const since = now();
          const same = before?.cron === cron && before.tz === tz && before.since <= since;
          // What the schedule of before has missed is made up for; the new one begins now, not yesterday.
          const clear = before === undefined || paused.has(job) || (await begin(before));
          if (!same && clear) await runs.setSchedule({ job, cron, tz, since });
        } catch (error) {
          log('schedule-failed', `The schedule of ${job}: ${(error as Error).message}`, { job, error });
        }
      }
      for (const [job, schedule] of known) {
        if (!kept.has(job)) await runs.forgetSchedule(job);
        // Its run fails, and says what is wrong in its file: else nobody would be told that nothing comes.
        else if (!paused.has(job)) await begin(schedule);
      }
    },
    async runNow(job, signal) {
      const begun = await beginNow(job, ports.who, AbortSignal.any([signal, leaving]));
      return begun.how === 'under-way' ? begun : { how: 'ran', ended: await begun.ended };
    },
    async beginNow(job, who) {
      const begun = await beginNow(job, who, leaving);
      if (begun.how === 'begun') begun.ended.catch(failed(job));
      return begun;
    },
    async close() {
      await Promise.allSettled([...underWay.values()]);
    },
  };
}

function lapsed(job: string): RunDetail {
  return {
    files: {},
    imports: [],
    message: 'the process ended before the run did',
    suggestion: `The next run fetches what this one left. To run it now: bilag run ${job}`,
    told: toldOf('abandoned'),
  };
}
