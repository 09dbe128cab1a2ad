import type { ImportState } from '../core/states.ts';
import type { Sql } from './sqlite-database.ts';

/** How the imports of one job stand. Each count is made in an index, and goes no further than it is asked to. */
export interface JobStanding {
  /**
   * Imports in a state, up to `most`; of partly booked ones only those that nobody stopped.
   * @param since received at this time or later, in milliseconds since 1970
   */
  countUpTo(most: number, job: string, state: ImportState, since?: number): Promise<number>;
}

/** What is asked first is answered by the index alone, however many imports there are. */
export const OF_JOB = `select count(*) as count from (
  select 1 from import indexed by import_totals where state = ?1 and job = ?2 limit ?3)`;
const NOT_STOPPED = `select count(*) as count from (
  select 1 from import indexed by import_totals where state = ?1 and job = ?2
    and (cancelled is null or cancelled ->> '$.again') limit ?3)`;
const RECEIVED_SINCE = `select count(*) as count from (
  select 1 from import indexed by import_totals where state = ?1 and job = ?2 and created_at >= ?4 limit ?3)`;

export function jobStandingOf(db: Sql): JobStanding {
  return {
    async countUpTo(most, job, state, since) {
      const query = state === 'partly-booked' ? NOT_STOPPED : since === undefined ? OF_JOB : RECEIVED_SINCE;
      const values = [state, job, most, ...(query === RECEIVED_SINCE ? [since!] : [])];
      return (await db.get<{ count: number }>(query, ...values))!.count;
    },
  };
}
