import type { RunTold } from '../core/run-code.ts';
import { LEASE_HORIZON_MS } from './leases.ts';
import type { Sql } from './sqlite-database.ts';

/** What became of a run; `nothing-new`: the other side had nothing that was not imported before. */
export type RunOutcome = 'ok' | 'nothing-new' | 'failed';

/** A run of a job: its files are fetched. */
export interface RunRow {
  readonly id: string;
  readonly job: string;
  /** When it was to begin; of a run that a person asked for, when that was. */
  readonly due_at: number;
  /** 1: a person asked for it. */
  readonly manual: number;
  readonly began_at: number;
  /** The process that does it, for people. */
  readonly holder: string;
  /** Until when that process is known to live; it says nothing once the run has ended. */
  readonly until: number;
  readonly ended_at: number | null;
  readonly outcome: RunOutcome | null;
  /** JSON, a `RunDetail`. */
  readonly detail: string | null;
  /** Who asked for it; null where its schedule did. */
  readonly who: string | null;
}

/** What is known of a run when it begins. */
type NewRun = Pick<RunRow, 'id' | 'job' | 'due_at' | 'manual' | 'holder' | 'until'> & Partial<Pick<RunRow, 'who'>>;

/** What a run brought, and why it failed where it did. */
export interface RunDetail {
  /** Files, by what became of them. */
  readonly files: Readonly<Record<string, number>>;
  /** Ids of the imports that were begun or went on, the first ones where there are many. */
  readonly imports: readonly string[];
  /** How many files were met again whose imports stood rejected; absent: none. */
  readonly rejected?: number | undefined;
  readonly message?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Why it failed, for pages. */
  readonly told?: RunTold | undefined;
}

/** A schedule as it was last seen, and since when it is as it is. */
export interface ScheduleRow {
  readonly job: string;
  readonly cron: string;
  readonly tz: string;
  readonly since: number;
}

/**
 * What came of an attempt to begin a run; `taken`: it was done before, or is, by another; `paused`: somebody has paused
 * the job, or did when it was due.
 */
type Claim =
  | { readonly how: 'begun'; readonly run: RunRow }
  | { readonly how: 'under-way'; readonly run: RunRow }
  | { readonly how: 'taken' | 'paused' };

/** Runs of jobs, and since when they are due. Each method is one transaction. */
export interface Runs {
  /**
   * Begins a run, unless it was begun before, or another one of the same job is under way: of several processes one does
   * it. What a person asks for is begun though the job is paused.
   */
  claim(run: NewRun, now: number): Promise<Claim>;
  /** False where the lease had run out and somebody ended the run: it must not go on. */
  renew(id: string, until: number): Promise<boolean>;
  /** False where somebody had ended it. */
  end(id: string, at: number, outcome: RunOutcome, detail: RunDetail): Promise<boolean>;
  /** Forgets a run that was given up before it had an outcome: it is due again. */
  giveBack(id: string): Promise<void>;
  /** Ends the runs whose process is gone. @returns those */
  endLapsed(now: number, detail: (job: string) => RunDetail): Promise<RunRow[]>;
  underWay(job: string, now: number): Promise<RunRow | undefined>;
  /** The newest due time that has come and was seen to, whatever became of it. */
  newestDue(job: string, now: number): Promise<number | undefined>;
  /** The run of a job that began last; it may be under way. */
  last(job: string): Promise<RunRow | undefined>;
  /** Of one job, newest first. */
  ofJob(job: string, limit: number): Promise<RunRow[]>;
  /** Newest first. */
  list(limit: number): Promise<RunRow[]>;
  schedules(): Promise<ScheduleRow[]>;
  /** Remembers a schedule as it is from now on. */
  setSchedule(schedule: ScheduleRow): Promise<void>;
  forgetSchedule(job: string): Promise<void>;
}

/** How long runs that brought nothing are remembered, in milliseconds: there may be one every minute. */
const NOTHING_NEW_KEPT_MS = 30 * 24 * 60 * 60_000;

export function runsOf(db: Sql): Runs {
  const underWay = (tx: Sql, job: string, now: number) =>
    tx.get<RunRow>(
      'select * from run where job = ? and ended_at is null and until between ? and ? limit 1',
      job,
      now,
      now + LEASE_HORIZON_MS,
    );
  /** Whoever reckoned the due time may have done so before somebody paused the job, or resumed it. */
  const wasPaused = async (tx: Sql, job: string, due: number) =>
    (await tx.get(
      'select 1 from paused_job where job = ?1 union all select 1 from schedule where job = ?1 and since >= ?2',
      job,
      due,
    )) !== undefined;
  return {
    claim: ({ id, job, due_at, manual, holder, until, who }, now) =>
      db.write(async (tx): Promise<Claim> => {
        const run = await underWay(tx, job, now);
        if (run !== undefined) return { how: 'under-way', run };
        if (manual === 0 && (await wasPaused(tx, job, due_at))) return { how: 'paused' };
        const begun = await tx.run(
          `insert or ignore into run (id, job, due_at, manual, began_at, holder, until, who) values (?, ?, ?, ?, ?, ?, ?, ?)`,
          id,
          job,
          due_at,
          manual,
          now,
          holder,
          until,
          who ?? null,
        );
        if (begun === 0) return { how: 'taken' };
        return { how: 'begun', run: (await tx.get<RunRow>('select * from run where id = ?', id))! };
      }),
    renew: async (id, until) =>
      (await db.run('update run set until = ? where id = ? and ended_at is null', until, id)) > 0,
    end: (id, at, outcome, detail) =>
      db.write(async (tx) => {
        // After a failure the last success is still to be known, however long ago it was.
        if (outcome !== 'failed')
          await tx.run(
            `delete from run where outcome = 'nothing-new' and began_at < ? and job = (select job from run where id = ?)`,
            at - NOTHING_NEW_KEPT_MS,
            id,
          );
        return (
          (await tx.run(
            'update run set ended_at = ?, outcome = ?, detail = ? where id = ? and ended_at is null',
            at,
            outcome,
            JSON.stringify(detail),
            id,
          )) > 0
        );
      }),
    async giveBack(id) {
      await db.run('delete from run where id = ? and ended_at is null', id);
    },
    endLapsed: async (now, detail) => {
      const lapsed = 'ended_at is null and until not between ? and ?';
      const horizon = now + LEASE_HORIZON_MS;
      // Mostly there is none, and to look takes no lock.
      if ((await db.get(`select 1 from run where ${lapsed}`, now, horizon)) === undefined) return [];
      return await db.write(async (tx) => {
        const rows = await tx.all<RunRow>(`select * from run where ${lapsed}`, now, horizon);
        for (const { id, job } of rows)
          await tx.run(
            "update run set ended_at = ?, outcome = 'failed', detail = ? where id = ?",
            now,
            JSON.stringify(detail(job)),
            id,
          );
        return rows;
      });
    },
    underWay: (job, now) => underWay(db, job, now),
    newestDue: async (job, now) =>
      (
        await db.get<{ due: number | null }>(
          'select max(due_at) as due from run where job = ? and due_at <= ?',
          job,
          now,
        )
      )?.due ?? undefined,
    last: (job) => db.get<RunRow>('select * from run where job = ? order by began_at desc, rowid desc limit 1', job),
    ofJob: (job, limit) =>
      db.all<RunRow>('select * from run where job = ? order by began_at desc, rowid desc limit ?', job, limit),
    list: (limit) => db.all<RunRow>('select * from run order by rowid desc limit ?', limit),
    schedules: () => db.all<ScheduleRow>('select * from schedule order by job'),
    async setSchedule({ job, cron, tz, since }) {
      await db.run('insert or replace into schedule (job, cron, tz, since) values (?, ?, ?, ?)', job, cron, tz, since);
    },
    async forgetSchedule(job) {
      await db.run('delete from schedule where job = ?', job);
    },
  };
}

/** A job of which nothing comes in by itself, until somebody resumes it. */
interface PausedJob {
  readonly job: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly reason: string;
}

/** Jobs that people have paused. They are known by name: a job whose file is gone and comes back is paused still. */
export interface PausedJobs {
  /** False where it was paused before: who did it first, and why, stays. */
  pause(paused: PausedJob): Promise<boolean>;
  /** What its schedule missed meanwhile is not made up for. @returns what it was; undefined where it was not paused */
  resume(job: string, now: number): Promise<PausedJob | undefined>;
  find(job: string): Promise<PausedJob | undefined>;
  list(): Promise<PausedJob[]>;
}

export function pausedJobsOf(db: Sql): PausedJobs {
  const find = (tx: Sql, job: string) =>
    tx.get<PausedJob>("select job, at, who, coalesce(reason, '') as reason from paused_job where job = ?", job);
  return {
    pause: async ({ job, at, who, reason }) =>
      (await db.run(
        'insert or ignore into paused_job (job, at, who, reason) values (?, ?, ?, ?)',
        job,
        at,
        who,
        reason,
      )) > 0,
    resume: (job, now) =>
      db.write(async (tx) => {
        const paused = await find(tx, job);
        if (paused === undefined) return undefined;
        await tx.run('delete from paused_job where job = ?', job);
        // Its times count from here on, as if the schedule were new.
        await tx.run('update schedule set since = ? where job = ?', now, job);
        return paused;
      }),
    find: (job) => find(db, job),
    list: () => db.all<PausedJob>("select job, at, who, coalesce(reason, '') as reason from paused_job order by job"),
  };
}
