import type { LookPart } from '../core/look.ts';
import type { BatchEntry } from '../core/states.ts';
import type { LookRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** What a look into the service's books found of a batch: counts of entries. */
export interface LookResult {
  readonly at: number;
  readonly found: number;
  readonly absent: number;
  /** Entries of which nothing can be said: no answer, or one that does not fit the question. */
  readonly unclear: number;
  /** 1: what is absent would have been seen, by what was found in the same look. */
  readonly control?: 0 | 1;
  /** For people. */
  readonly detail: string;
  /** The same for pages. */
  readonly parts: readonly LookPart[];
  /** BookedId[] of what was found, JSON, where the service has IDs of it. */
  readonly ids?: string | undefined;
}

/** A batch that the service said it has booked. */
export interface BookedBatch {
  /** The import's id. */
  readonly importId: string;
  readonly entries: readonly BatchEntry[];
  readonly body: string;
}

/** Whose bookings, and of them those whose requests were begun at this time or later, and after this attempt. */
export interface BookedAfter {
  readonly service: string;
  readonly company: string;
  readonly at: number;
  readonly attempt: string;
  /** Only what was answered at this time or later. */
  readonly answeredAt?: number;
}

/** Looks of the probe at batches in doubt (design, section 4). Each method is one transaction. */
export interface ProbeLog {
  /**
   * Begins a look at a batch in doubt, unless one was begun after `unlessSince`: of several processes one looks.
   * @returns its id; undefined where another looks, or the batch is no longer in doubt about this attempt
   */
  begin(num: number, no: number, attempt: string, now: number, unlessSince: number): Promise<number | undefined>;
  end(id: number, result: LookResult): Promise<void>;
  /** Looks at an attempt, oldest first. */
  of(attempt: string): Promise<LookRow[]>;
  /** Batches that the service answered with success, and that were never divided; the earliest first. */
  bookedAfter(after: BookedAfter, limit: number): Promise<BookedBatch[]>;
  /** Whether there is one. */
  hasBookedAfter(after: BookedAfter): Promise<boolean>;
}

/** The order of the rows is that in which requests were begun, also where somebody sets the clock. */
const BOOKED_AFTER = `from attempt a join batch b on b.attempt = a.id join import i on i.num = b.import
  where a.outcome = 'booked' and a.began_at >= ?1 and a.rowid > (select rowid from attempt where id = ?2)
    and a.ended_at >= ?5 and b.state = 'booked' and b.step = 'book' and b.parent is null and i.service = ?3 and i.company = ?4`;

export function probeLogOf(db: Sql): ProbeLog {
  return {
    begin: (num, no, attempt, now, unlessSince) =>
      db.write(async (tx) => {
        const wanted = await tx.get(
          `select 1 from batch where import = ?1 and no = ?2 and attempt = ?3 and state = 'in-doubt'
           and not exists (select 1 from look where attempt = ?3 and batch = ?2 and at > ?4)`,
          num,
          no,
          attempt,
          unlessSince,
        );
        if (wanted === undefined) return undefined;
        await tx.run('insert into look (import, batch, attempt, at) values (?, ?, ?, ?)', num, no, attempt, now);
        return (await tx.get<{ id: number }>('select last_insert_rowid() as id'))!.id;
      }),
    async end(id, { at, found, absent, unclear, control = 0, detail, parts, ids }) {
      await db.run(
        'update look set ended_at = ?, found = ?, absent = ?, unclear = ?, control = ?, detail = ?, parts = ?, ids = ? where id = ?',
        at,
        found,
        absent,
        unclear,
        control,
        detail,
        JSON.stringify(parts),
        ids ?? null,
        id,
      );
    },
    of: (attempt) => db.all<LookRow>('select * from look where attempt = ? order by id', attempt),
    bookedAfter: async ({ at, attempt, service, company, answeredAt = 0 }, limit) =>
      await Promise.all(
        (
          await db.all<{ import: number; no: number; id: string }>(
            `select b.import, b.no, i.id ${BOOKED_AFTER} order by a.began_at, a.rowid limit ?6`,
            at,
            attempt,
            service,
            company,
            answeredAt,
            limit,
          )
        ).map(async ({ import: num, no, id }) => ({ importId: id, ...(await bodyOf(db, num, no)) })),
      ),
    hasBookedAfter: async ({ at, attempt, service, company, answeredAt = 0 }) =>
      (await db.get(`select 1 ${BOOKED_AFTER} limit 1`, at, attempt, service, company, answeredAt)) !== undefined,
  };
}
