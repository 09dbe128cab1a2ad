import type { LeaseRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/**
 * No lease of ours reaches so far ahead, in milliseconds: one that does was written before somebody set the clock back,
 * and says nothing.
 */
export const LEASE_HORIZON_MS = 60_000;

/** Whether a lease until then still says that its holder lives. */
export function leaseHolds(until: number, now: number): boolean {
  return until >= now && until <= now + LEASE_HORIZON_MS;
}

/** Processes that send, and until when each is known to live. */
export interface Leases {
  register(holder: Omit<LeaseRow, 'struck' | 'since'> & { readonly since?: number }): Promise<void>;
  /** False where the lease had run out and the process was taken for dead: it must not send under this name again. */
  renew(id: string, until: number): Promise<boolean>;
  remove(id: string): Promise<void>;
  find(id: string): Promise<LeaseRow | undefined>;
  /** Those whose lease holds, oldest first. */
  living(now: number): Promise<LeaseRow[]>;
}

export function leasesOf(db: Sql): Leases {
  return {
    async register(holder) {
      await db.run(
        'insert into holder (id, host, pid, started, lease_until, since) values (?, ?, ?, ?, ?, ?)',
        holder.id,
        holder.host,
        holder.pid,
        holder.started,
        holder.lease_until,
        holder.since ?? null,
      );
    },
    renew: async (id, until) =>
      (await db.run('update holder set lease_until = ? where id = ? and struck = 0', until, id)) > 0,
    async remove(id) {
      await db.run('delete from holder where id = ?', id);
    },
    find: (id) => db.get<LeaseRow>('select * from holder where id = ?', id),
    living: (now) =>
      db.all<LeaseRow>(
        'select * from holder where struck = 0 and lease_until between ? and ? order by since, id',
        now,
        now + LEASE_HORIZON_MS,
      ),
  };
}
