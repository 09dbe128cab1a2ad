import { deflateSync, inflateSync } from 'node:zlib';
import type { ContactField } from '../core/job-fields.ts';
import type { BatchEntry, BatchState, KnownBy } from '../core/states.ts';
import type { AttemptRow, BatchRow, DecisionRow, LookRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** By what, the hash of the value, and whether the job matches by it. */
type PackedKnown = [KnownBy['by'], number, 0 | 1];

/** Entries of a batch as arrays: a row of their own for each would cost more than all the rest of the plan. SQL reads them by position. */
export function packEntries(entries: readonly BatchEntry[]): string {
  return JSON.stringify(
    entries.map((e) => {
      const packed = [e.seq, e.key, e.rows, e.rowCount, e.date, e.identity, e.content, e.lineCount, e.length];
      if (e.known !== undefined) {
        const known = e.known.map(({ by, identity, matched }) => [by, identity, matched ? 1 : 0]);
        return [...packed, e.twin ? 1 : 0, known, ...(e.said === undefined ? [] : [e.said])];
      }
      return e.twin ? [...packed, 1] : packed;
    }),
  );
}

export function unpackEntries(packed: string): BatchEntry[] {
  type Base = [number, string, string, number, string, number, string, number, number];
  type Packed = [...Base, number?, PackedKnown[]?, ContactField[]?];
  return (JSON.parse(packed) as Packed[]).map(
    ([seq, key, rows, rowCount, date, identity, content, lineCount, length, twin = 0, known, said]) => ({
      seq,
      key,
      rows,
      rowCount,
      date,
      identity,
      content,
      lineCount,
      length,
      ...(twin === 0 ? {} : { twin: true }),
      ...(known && { known: known.map(([by, of, matched]) => ({ by, identity: of, matched: matched === 1 })) }),
      ...(said && { said }),
    }),
  );
}

/** The fastest: it shrinks the body of a booking to an eighth, and a higher one hardly more. */
const DEFLATE_LEVEL = 1;
/** Most bodies come out in one piece: in pieces of the usual 16 kB it takes twice the time. */
const INFLATE = { chunkSize: 64 * 1024 };
/** The first byte of what zlib deflated; no JSON begins with it. */
const ZLIB = 0x78;

/** The body of a batch as it is stored: plain where it has one entry, for SQL looks into those of contacts. */
export function packBody(body: Buffer, entries: number): Buffer {
  return entries <= 1 ? body : deflateSync(body, { level: DEFLATE_LEVEL });
}

/** @returns what is stored, where that is damaged: its hash then tells */
export function unpackBody(packed: Buffer): Buffer {
  if (packed[0] !== ZLIB) return packed;
  try {
    return inflateSync(packed, INFLATE);
  } catch {
    return packed;
  }
}

/** The batches of an import and what became of each, in pages: an import may have tens of thousands. */
export interface BatchPages {
  /** In the order of their numbers, behind the batch `after`. */
  page(num: number, after: number, limit: number, state?: BatchState): Promise<BatchRow[]>;
  /** How many are in each state. */
  counts(num: number): Promise<{ readonly state: BatchState; readonly batches: number }[]>;
  /** The newest attempts to send a batch, oldest first; of a part of one in doubt also the attempt that the doubt is about. */
  attempts(num: number, no: number, limit: number): Promise<AttemptRow[]>;
  /** What people, or the probe, decided about a batch. */
  decisions(num: number, no: number): Promise<DecisionRow[]>;
  /** The newest looks into the service for a batch, oldest first. */
  looks(num: number, no: number, limit: number): Promise<LookRow[]>;
}

/** Pages of batches, of every state and of one; neither sorts, nor reads more than it shows. */
export const BATCH_PAGE = 'select * from batch where import = ?1 and no > ?2 order by no limit ?3';
export const BATCH_PAGE_OF_STATE =
  'select * from batch indexed by batch_state where import = ?1 and no > ?2 and state = ?4 order by no limit ?3';
/** From the index alone. */
export const BATCH_COUNTS =
  'select state, count(*) as batches from batch indexed by batch_state where import = ? group by state';

export function batchPagesOf(db: Sql): BatchPages {
  return {
    page: async (num, after, limit, state) =>
      state === undefined
        ? await db.all<BatchRow>(BATCH_PAGE, num, after, limit)
        : await db.all<BatchRow>(BATCH_PAGE_OF_STATE, num, after, limit, state),
    counts: (num) => db.all(BATCH_COUNTS, num),
    attempts: async (num, no, limit) =>
      (
        await db.all<AttemptRow>(
          `select * from attempt where import = ?1
             and (batch = ?2 or id = (select attempt from batch where import = ?1 and no = ?2))
           order by began_at desc, rowid desc limit ?3`,
          num,
          no,
          limit,
        )
      ).reverse(),
    decisions: (num, no) =>
      db.all<DecisionRow>(
        `select * from decision where import = ?1
           and (batch = ?2 or attempt = (select attempt from batch where import = ?1 and no = ?2)) order by id`,
        num,
        no,
      ),
    looks: async (num, no, limit) =>
      (
        await db.all<LookRow>(
          `select look.* from look join attempt a on a.id = look.attempt
           where a.import = ?1 and look.batch = ?2 order by look.id desc limit ?3`,
          num,
          no,
          limit,
        )
      ).reverse(),
  };
}
