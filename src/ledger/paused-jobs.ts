import type { SqliteDatabase } from './sqlite-database.ts';

/** A job of which nothing comes in by itself, until somebody resumes it. */
export interface PausedJob {
  readonly job: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly reason: string;
}

/** Jobs that people have paused. They are known by name: a job whose file is gone and comes back is paused still. */
export interface PausedJobs {
  /** False where it was paused before: who did it first, and why, stays. */
  pause(paused: PausedJob): boolean;
  /** What its schedule missed meanwhile is not made up for. @returns what it was; undefined where it was not paused */
  resume(job: string, now: number): PausedJob | undefined;
  find(job: string): PausedJob | undefined;
  list(): PausedJob[];
}

export function pausedJobsOf(db: SqliteDatabase): PausedJobs {
  const find = (job: string) =>
    db.get<PausedJob>("select job, at, who, coalesce(reason, '') as reason from paused_job where job = ?", job);
  return {
    pause: ({ job, at, who, reason }) =>
      db.run('insert or ignore into paused_job (job, at, who, reason) values (?, ?, ?, ?)', job, at, who, reason) > 0,
    resume: (job, now) =>
      db.transaction(() => {
        const paused = find(job);
        if (paused === undefined) return undefined;
        db.run('delete from paused_job where job = ?', job);
        // Its times count from here on, as if the schedule were new.
        db.run('update schedule set since = ? where job = ?', now, job);
        return paused;
      }),
    find,
    list: () => db.all<PausedJob>("select job, at, who, coalesce(reason, '') as reason from paused_job order by job"),
  };
}
