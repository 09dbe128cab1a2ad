import { holdRepeated, type WhyRepeated } from './hold-repeated.ts';
import { IS_REVISED } from './revisions.ts';
import type { EntryRow } from './rows.ts';
import type { Sql, Value } from './sqlite-database.ts';

/** States of entries that wait for a person. */
export type WaitingState = 'held' | 'rejected' | 'duplicate';

/** Which of the entries that wait. */
export interface WaitingFilter {
  /** Number of a cause. */
  readonly cause?: number | undefined;
  readonly state?: WaitingState | undefined;
  readonly revised?: boolean | undefined;
  /** Taken back before they were sent, by somebody who cancelled the import. */
  readonly cancelled?: boolean | undefined;
  /** A text that the entry's key holds, or something that was corrected in it. */
  readonly text?: string | undefined;
  /** With a text: entries that hold it in their cells. */
  readonly found?: readonly number[] | undefined;
  /** Only these. */
  readonly seqs?: readonly number[] | undefined;
}

export interface WaitingCount {
  entries: number;
  rows: number;
}

/** Entries that wait for a person: looked at, counted, and acted on. */
export interface Waiting {
  /** In file order, behind the entry `after`. */
  page(num: number, filter: WaitingFilter, after: number, limit: number): Promise<EntryRow[]>;
  count(num: number, filter: WaitingFilter): Promise<WaitingCount>;
  /** All that match, in file order. */
  seqs(num: number, filter: WaitingFilter): Promise<number[]>;
  /** Those of these entries that wait. */
  entries(num: number, seqs: readonly number[]): Promise<EntryRow[]>;
  any(num: number): Promise<boolean>;
  /** Those that wait for a cause with one of these codes. */
  withCodes(num: number, codes: readonly string[]): Promise<number[]>;
  /** Those that people call so. */
  ofKey(num: number, key: string): Promise<number[]>;
  /** Goes up whenever an entry is set aside; 0 where none waits. */
  newest(num: number): Promise<number>;
  /** Holds contacts that repeat an earlier row of which nothing was created. @returns whether there may be more */
  holdRepeated(num: number, why: WhyRepeated): Promise<boolean>;
  /** They are to be booked in this correction, duplicates or not. To be called in the transaction that begins it. */
  insist(num: number, seqs: readonly number[], correction: number): Promise<void>;
  /** Those of a correction. */
  insisted(num: number, correction: number): Promise<number[]>;
}

/** Whether an entry, as `e`, waits for a person. */
export const WAITS = "e.state in ('held', 'rejected', 'duplicate')";
/** Whether an entry, as `e`, waits because the import was cancelled. */
const IS_CANCELLED = `exists (select 1 from problem p join cause c on c.import = p.import and c.no = p.cause
  where p.import = e.import and p.seq = e.seq and c.code = 'cancelled')`;
export const SOME_WAITS = `select 1 from entry e where e.import = ? and ${WAITS} limit 1`;

export function waitingOf(db: Sql): Waiting {
  return {
    async page(num, filter, after, limit) {
      const { sql, values } = whereOf(filter);
      return await db.all<EntryRow>(
        `select e.* from entry e where e.import = ? and e.seq > ? and ${sql} order by e.seq limit ?`,
        num,
        after,
        ...values,
        limit,
      );
    },
    async count(num, filter) {
      const { sql, values } = whereOf(filter);
      // The driver adds to what it answers: only what was asked for goes out.
      const { entries, rows } = (await db.get<WaitingCount>(
        `select count(*) as entries, coalesce(sum(e.row_count), 0) as rows from entry e where e.import = ? and ${sql}`,
        num,
        ...values,
      ))!;
      return { entries, rows };
    },
    async seqs(num, filter) {
      const { sql, values } = whereOf(filter);
      return (
        await db.all<{ seq: number }>(
          `select e.seq from entry e where e.import = ? and ${sql} order by e.seq`,
          num,
          ...values,
        )
      ).map(({ seq }) => seq);
    },
    entries: (num, seqs) =>
      db.all<EntryRow>(
        `select e.* from entry e where e.import = ? and e.seq in (select value from json_each(?)) and ${WAITS} order by e.seq`,
        num,
        JSON.stringify(seqs),
      ),
    ofKey: async (num, key) =>
      (
        await db.all<{ seq: number }>(
          `select e.seq from entry e where e.import = ? and e.key = ? and ${WAITS}`,
          num,
          key,
        )
      ).map(({ seq }) => seq),
    any: async (num) => (await db.get(SOME_WAITS, num)) !== undefined,
    withCodes: async (num, codes) =>
      (
        await db.all<{ seq: number }>(
          `select distinct e.seq from entry e join problem p on p.import = e.import and p.seq = e.seq
           join cause c on c.import = p.import and c.no = p.cause
           where e.import = ? and ${WAITS} and c.code in (select value from json_each(?)) order by e.seq`,
          num,
          JSON.stringify(codes),
        )
      ).map(({ seq }) => seq),
    newest: async (num) =>
      (await db.get<{ newest: number }>(
        `select coalesce(max(newest), 0) as newest from (
           select max(rowid) as newest from entry where import = ?1 and state = 'held'
           union all select max(rowid) from entry where import = ?1 and state = 'rejected'
           union all select max(rowid) from entry where import = ?1 and state = 'duplicate')`,
        num,
      ))!.newest,
    holdRepeated: (num, why) => holdRepeated(db, num, why),
    async insist(num, seqs, correction) {
      for (const seq of seqs)
        await db.run('update entry set insisted = ? where import = ? and seq = ?', correction, num, seq);
    },
    insisted: (num, correction) => insistedOf(db, num, correction),
  };
}

/** Entries that are booked in a correction, duplicates or not. */
export async function insistedOf(db: Sql, num: number, correction: number): Promise<number[]> {
  return correction === 0
    ? []
    : (await db.all<{ seq: number }>('select seq from entry where import = ? and insisted = ?', num, correction)).map(
        ({ seq }) => seq,
      );
}

function whereOf({ cause, state, revised, cancelled, text, found, seqs }: WaitingFilter): {
  sql: string;
  values: Value[];
} {
  const parts = [state === undefined ? WAITS : 'e.state = ?'];
  const values: Value[] = state === undefined ? [] : [state];
  const add = (sql: string, ...given: Value[]) => {
    parts.push(sql);
    values.push(...given);
  };
  if (cause !== undefined) {
    add('exists (select 1 from problem p where p.import = e.import and p.cause = ? and p.seq = e.seq)', cause);
  }
  if (revised !== undefined) add(`${revised ? '' : 'not '}${IS_REVISED}`);
  if (cancelled !== undefined) add(`${cancelled ? '' : 'not '}${IS_CANCELLED}`);
  if (text !== undefined) {
    const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    add(
      `(e.key like ? escape '\\' or e.seq in (select value from json_each(?)) or exists (
        select 1 from revision r where r.import = e.import and r.seq = e.seq and r.correction is null
          and r.undone_at is null and r.became like ? escape '\\'))`,
      like,
      JSON.stringify(found ?? []),
      like,
    );
  }
  if (seqs !== undefined) add('e.seq in (select value from json_each(?))', JSON.stringify(seqs));
  return { sql: parts.join(' and '), values };
}
