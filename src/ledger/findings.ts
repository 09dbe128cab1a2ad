import { QUESTION_CODES, type QuestionCode } from '../core/issue.ts';
import { firstRowSql } from '../core/row-ranges.ts';
import type { BatchState } from '../core/states.ts';
import { unpackBody } from './batches.ts';
import type { BatchRow, CauseRow, EntryRow, ProblemRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** A cause with how much it holds up. */
export interface CauseCount extends CauseRow {
  rows: number;
  entries: number;
  /** The first row. */
  row: number;
  /** What is particular to the first entry. */
  detail: string | null;
  own: string | null;
  /** 1: an entry waits for it; 0: those that it is about are settled. */
  waits: number;
}

/** A contact or a custom field as it stands in a batch, or beside all batches as one that exists. */
export interface RecordRow {
  seq: number;
  key: string;
  rows: string;
  /** `exists`: the service had it. */
  state: BatchState | 'exists';
  step: string | null;
  /** BookedId[], JSON. */
  ids: string | null;
}

/** Batches with their bodies that are read at once: about a megabyte. */
const BATCHES_A_PAGE = 50;
/** Entries whose control totals are read at once: about 200 kB. */
const ENTRIES_A_PAGE = 2_000;

/** Sums and lists that a receipt is made of, each counted from where it is kept. */
export interface Findings {
  batchSums(
    num: number,
  ): Promise<{ state: BatchState; step: string; batches: number; entries: number; rows: number }[]>;
  /** `rowless`: entries that no row of the file makes, the custom fields that a job of contacts asks for. */
  entrySums(num: number): Promise<{ state: EntryRow['state']; entries: number; rows: number; rowless: number }[]>;
  /** The numbers of all batches by their state; JSON, for to read a row each of thousands takes forty times as long. */
  batchStates(num: number): Promise<{ state: BatchState; nos: string }[]>;
  /** How many batches were thrown away so far: while that stands, a number means the same batch. */
  discarded(num: number): Promise<number>;
  /** Control totals of these batches. */
  batchTotals(
    num: number,
    nos: readonly number[],
    visit: (batch: { readonly no: number; readonly totals: string }) => void,
  ): Promise<void>;
  /** Control totals of the entries that are not in a batch: a line each, of many at once that are alike. */
  entryTotals(
    num: number,
    visit: (entries: Pick<EntryRow, 'state' | 'totals' | 'booked_totals'>) => void,
  ): Promise<void>;
  /** How much people corrected: entries and rows with a corrected cell, and all of a file of failed rows that was given back. */
  corrected(num: number): Promise<{ entries: number; rows: number }>;
  /** Values that corrections replaced by one other value each, with that one. */
  replacedValues(num: number): Promise<Map<string, string>>;
  /** Causes that still hold something up, the most rows first. */
  causes(num: number): Promise<CauseCount[]>;
  /** Entries that wait, and all their rows, by cause: each entry once, under the first of its causes. @param causes by number, the first first */
  waitingOnce(num: number, causes: readonly number[]): Promise<Map<number, { entries: number; rows: number }>>;
  /** What people should know of rows that go on all the same, the most rows first. */
  remarks(num: number): Promise<CauseCount[]>;
  /** Remarks on one entry. */
  remarksOn(num: number, seq: number): Promise<(ProblemRow & CauseRow)[]>;
  /** By ordinal: what entries that wait are asked about. */
  questions(num: number): Promise<Map<number, QuestionCode[]>>;
  lastCause(num: number): Promise<number>;
  /** Contacts and custom fields that the service has by now, with what it calls them: in file order, behind those that stand in no row. */
  records(num: number, limit: number): Promise<RecordRow[]>;
  /** How many there are. */
  recordCount(num: number): Promise<number>;
  /** The first entries in a state, in file order. */
  firstEntries(num: number, state: EntryRow['state'], limit: number): Promise<EntryRow[]>;
  /** Entries that are not in a batch, in file order. */
  entries(num: number, ...states: EntryRow['state'][]): Promise<EntryRow[]>;
  problems(num: number, seq: number): Promise<(ProblemRow & CauseRow)[]>;
  /** Batches with their entries, in order. */
  eachBatch(num: number): AsyncIterable<BatchRow & { packed: string; body: string }>;
  /** Numbers of the batches that hold one entry each, with its seq: in file order, in which corrections are at their place. `rowless`: 1. */
  singleBatches(num: number): Promise<{ no: number; seq: number; rowless: number }[]>;
}

/** Numbers of the files of failed rows that people corrected and gave back; corrections made on the page have revisions. */
const GIVEN_BACK = `(select c.no from correction c where c.import = ?1 and c.file not like '%.mended.%')`;
const SET_ASIDE = "('held', 'rejected', 'duplicate', 'duplicate-skipped')";

/** The batches, as `b`, that tell what the service calls a record: of a contact its creation, of others the last step. */
const CREATED_CONTACT = "b.step = 'create-contact' and +b.state in ('booked', 'continued')";
const DONE = "b.step not in ('create-contact', 'read-back') and b.state = 'booked'";
const RECORDED = `b.import = ?1 and ((${CREATED_CONTACT}) or (${DONE}))`;

/** The first of them, in the order of their numbers: of a hundred thousand no more is read than is wanted. */
function recordsOf(which: string): string {
  return `select y.entries ->> '$[0][0]' as seq, y.entries ->> '$[0][1]' as key, y.entries ->> '$[0][2]' as rows,
    b.state, b.step, b.ids from batch b join batch_body y on y.import = b.import and y.no = b.no
    where b.import = ?1 and ${which} order by b.no limit ?2`;
}

export function findingsOf(db: Sql): Findings {
  const problems = (num: number, seq: number, remark: 0 | 1) =>
    db.all<ProblemRow & CauseRow>(
      `select p.*, c.code, c."column", c.value, c.message, c.suggestion, c.variant, c.facts, c.remark from problem p
       join cause c on c.import = p.import and c.no = p.cause
       where p.import = ? and p.seq = ? and c.remark = ? order by p.row, c.no`,
      num,
      seq,
      remark,
    );
  return {
    batchSums: (num) =>
      db.all(
        'select state, step, count(*) as batches, sum(entries) as entries, sum(rows) as rows from batch where import = ? group by state, step',
        num,
      ),
    entrySums: (num) =>
      db.all(
        'select state, count(*) as entries, sum(row_count) as rows, sum(row_count = 0) as rowless from entry where import = ? group by state',
        num,
      ),
    batchStates: (num) =>
      db.all('select state, json_group_array(no) as nos from batch where import = ? group by state', num),
    discarded: async (num) =>
      (await db.get<{ batches: number }>('select batches from discarded where import = ?', num))?.batches ?? 0,
    batchTotals: (num, nos, visit) =>
      db.each(
        visit,
        'select no, totals from batch_body where import = ? and no in (select value from json_each(?))',
        num,
        JSON.stringify(nos),
      ),
    async entryTotals(num, visit) {
      for (let after = 0; ; ) {
        const { last } = (await db.get<{ last: number | null }>(
          `select max(seq) as last from (
             select seq from entry where import = ? and seq > ? order by seq limit ${ENTRIES_A_PAGE})`,
          num,
          after,
        ))!;
        if (last === null) return;
        await db.each(
          visit,
          `select state, group_concat(totals, char(10)) as totals, group_concat(booked_totals, char(10)) as booked_totals
           from entry where import = ? and seq > ? and seq <= ? group by state, booked_totals is null`,
          num,
          after,
          last,
        );
        after = last;
      }
    },
    corrected: async (num) => {
      const { entries, rows } = (await db.get<{ entries: number; rows: number }>(
        `select coalesce(sum(entries), 0) as entries, coalesce(sum(rows), 0) as rows from (
           select count(distinct seq) as entries, count(distinct row) as rows from revision
             where import = ?1 and correction is not null and undone_at is null
           union all select b.entries, b.rows from batch b where b.import = ?1 and b.source in ${GIVEN_BACK}
             and b.state in ('booked', 'in-doubt', 'ready', 'waiting', 'sending')
           union all select 1, row_count from entry where import = ?1 and source in ${GIVEN_BACK} and state in ${SET_ASIDE})`,
        num,
      ))!;
      return { entries, rows };
    },
    replacedValues: async (num) =>
      new Map(
        (
          await db.all<{ was: string; became: string }>(
            `select was, min(became) as became from revision where import = ? and correction is not null and undone_at is null
             group by was having count(distinct became) = 1`,
            num,
          )
        ).map(({ was, became }) => [was, became]),
      ),
    causes: (num) =>
      db.all<CauseCount>(
        // Of one entry a cause is about rows, or about the whole of it (row 0), never both.
        `select c.*, p.rows, p.entries, p.row, p.detail, p.own, p.waits from (
           select p.cause, sum(case when p.row = 0 then e.row_count else 1 end) as rows, count(distinct p.seq) as entries,
             min(case when p.row = 0 then ${firstRowSql('e.rows')} else p.row end) as row, min(p.detail) as detail, min(p.own) as own,
             max(e.state <> 'duplicate-skipped') as waits
           from problem p join entry e on e.import = p.import and e.seq = p.seq and e.state in ${SET_ASIDE}
           where p.import = ?1 group by p.cause) p
         join cause c on c.import = ?1 and c.no = p.cause and c.remark = 0 order by p.rows desc, c.no`,
        num,
      ),
    waitingOnce: async (num, causes) =>
      new Map(
        (
          await db.all<{ cause: number; entries: number; rows: number }>(
            `with place(at, cause) as materialized (select key, value from json_each(?2)),
               first as (select p.seq, min(o.at) as at from problem p join place o on o.cause = p.cause where p.import = ?1 group by p.seq)
             select o.cause, count(*) as entries, sum(e.row_count) as rows from first f join place o on o.at = f.at
             join entry e on e.import = ?1 and e.seq = f.seq and e.state in ('held', 'rejected', 'duplicate') group by o.cause`,
            num,
            JSON.stringify(causes),
          )
        ).map(({ cause, ...counts }) => [cause, counts]),
      ),
    remarks: (num) =>
      db.all<CauseCount>(
        `select c.*, count(*) as rows, count(distinct p.seq) as entries, min(p.row) as row, min(p.detail) as detail,
           min(p.own) as own, 0 as waits
         from cause c join problem p on p.import = c.import and p.cause = c.no
         where c.import = ? and c.remark = 1 group by c.no order by rows desc, c.no`,
        num,
      ),
    remarksOn: (num, seq) => problems(num, seq, 1),
    questions: async (num) => {
      const found = new Map<number, QuestionCode[]>();
      for (const { seq, code } of await db.all<{ seq: number; code: QuestionCode }>(
        `select p.seq, c.code from problem p join cause c on c.import = p.import and c.no = p.cause
         where p.import = ? and c.code in (select value from json_each(?))`,
        num,
        JSON.stringify(QUESTION_CODES),
      ))
        found.set(seq, [...(found.get(seq) ?? []), code]);
      return found;
    },
    lastCause: async (num) =>
      (await db.get<{ no: number }>('select coalesce(max(no), 0) as no from cause where import = ?', num))!.no,
    records: (num, limit) =>
      db.all<RecordRow>(
        `select * from (
           select * from (${recordsOf(CREATED_CONTACT)}) union all select * from (${recordsOf(DONE)})
           union all select * from (
             select seq, key, rows, 'exists', null, json_array(json_array(service_id, null)) from entry
             where import = ?1 and service_id is not null and state in ('duplicate', 'duplicate-skipped')
             order by seq limit ?2))
         order by rows <> '', seq limit ?2`,
        num,
        limit,
      ),
    recordCount: async (num) =>
      (await db.get<{ count: number }>(
        `select (select count(*) from batch b where ${RECORDED}) + (select count(*) from entry
           where import = ?1 and service_id is not null and state in ('duplicate', 'duplicate-skipped')) as count`,
        num,
      ))!.count,
    firstEntries: (num, state, limit) =>
      db.all<EntryRow>('select * from entry where import = ? and state = ? order by seq limit ?', num, state, limit),
    entries: (num, ...states) =>
      db.all<EntryRow>(
        'select * from entry where import = ? and state in (select value from json_each(?)) order by seq',
        num,
        JSON.stringify(states),
      ),
    problems: (num, seq) => problems(num, seq, 0),
    async *eachBatch(num) {
      for (let after = 0; ; ) {
        // Of several rows libsql gives bytes as an ArrayBuffer.
        const page = await db.all<BatchRow & { packed: string; body: ArrayBuffer }>(
          `select b.*, y.entries as packed, y.body from batch b
           join batch_body y on y.import = b.import and y.no = b.no
           where b.import = ? and b.no > ? order by b.no limit ${BATCHES_A_PAGE}`,
          num,
          after,
        );
        for (const row of page) yield { ...row, body: unpackBody(Buffer.from(row.body)).toString() };
        if (page.length < BATCHES_A_PAGE) return;
        after = page.at(-1)!.no;
      }
    },
    singleBatches: (num) =>
      db.all(
        `select b.no, y.entries ->> '$[0][0]' as seq, y.entries ->> '$[0][2]' = '' as rowless from batch b
         join batch_body y on y.import = b.import and y.no = b.no where b.import = ? order by seq, b.no`,
        num,
      ),
  };
}
