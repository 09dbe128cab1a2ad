import type { RevisionRow } from './rows.ts';
import type { Sql } from './sqlite-database.ts';

/** A cell that is corrected. */
export interface NewRevision {
  readonly seq: number;
  readonly row: number;
  /** Among the columns of the original. */
  readonly column: number;
  /** What the file holds. */
  readonly was: string;
  readonly became: string;
}

/** Corrections that count and are not submitted: how much somebody has done, and who. */
export interface OpenCorrections {
  readonly entries: number;
  readonly rows: number;
  readonly cells: number;
  /** In the order of their first correction. */
  readonly by: readonly string[];
}

/**
 * What people corrected in the cells of entries that wait, each with who and when. Nothing is ever written over: of a cell the
 * one that is neither undone nor submitted counts, and there is at most one.
 */
export interface Revisions {
  /** To be called in a transaction (`Waiting.act`). What takes the place of another undoes it; what a cell held at first undoes it only. */
  save(num: number, at: number, who: string, cells: readonly NewRevision[]): Promise<void>;
  /** Takes back what is not submitted of an entry. @returns how many */
  undo(num: number, seq: number, at: number): Promise<number>;
  /**
   * Takes back what is not submitted of entries that are planned, or skipped, without it. To be called in a transaction.
   * @returns what that was; undefined where there was none
   */
  supersede(num: number, seqs: readonly number[], at: number): Promise<OpenCorrections | undefined>;
  /** What is not submitted of the entries that wait; undefined where there is nothing. */
  open(num: number): Promise<OpenCorrections | undefined>;
  /** What counts in these entries. */
  counting(num: number, seqs: readonly number[]): Promise<RevisionRow[]>;
  /** What counts in a column. */
  inColumn(num: number, column: number): Promise<RevisionRow[]>;
  /** Entries that wait and were corrected, by their seq, with the newest revision of each. */
  entries(num: number): Promise<{ seq: number; id: number; cells: number }[]>;
  /** How many of the entries of each cause wait and were corrected, by its number; causes without any are not there. @param seqs only of these */
  ofCauses(num: number, seqs?: readonly number[]): Promise<Map<number, number>>;
  /** They go with a correction. To be called in the transaction that begins it. */
  submit(num: number, seqs: readonly number[], correction: number): Promise<void>;
  /** The correction could not be used: what went with it counts again, and nobody insists on anything in it any more. */
  giveBack(num: number, correction: number): Promise<void>;
  /** What was submitted, in the order of the corrections. */
  submitted(num: number): Promise<RevisionRow[]>;
  /** What the file held, before all corrections that were submitted, in the rows of a cause, which is about a value of a column; each once. */
  atFirst(num: number, cause: number, column: number, value: string): Promise<string[]>;
  /**
   * What took the place of a value in a column, in earlier files of the same job for the same company, the most often first:
   * in how many entries, and when last.
   */
  replacements(
    of: { readonly job: string; readonly company: string },
    column: string,
    was: string,
  ): Promise<readonly Replacement[]>;
  /** All that there ever were, the oldest first. */
  history(num: number, limit: number): Promise<RevisionRow[]>;
}

/** A value that took the place of another, and was submitted. */
export interface Replacement {
  readonly became: string;
  readonly entries: number;
  readonly at: number;
}

/** Cells that are looked at for what took the place of a value, the newest. */
const REPLACED_CELLS = 5_000;

/** Of those that count. */
const COUNTS = 'correction is null and undone_at is null';
/** Whether an entry, as `e`, was corrected. */
export const IS_REVISED = `exists (select 1 from revision r where r.import = e.import and r.seq = e.seq and r.${COUNTS.replace(' and ', ' and r.')})`;

export function revisionsOf(db: Sql): Revisions {
  const undoCell = (num: number, { seq, row, column }: NewRevision, at: number) =>
    db.run(
      `update revision set undone_at = ? where import = ? and seq = ? and row = ? and "column" = ? and ${COUNTS}`,
      at,
      num,
      seq,
      row,
      column,
    );
  const counting = (num: number, seqs: readonly number[]) =>
    db.all<RevisionRow>(
      `select * from revision where import = ? and seq in (select value from json_each(?)) and ${COUNTS} order by id`,
      num,
      JSON.stringify(seqs),
    );
  return {
    async save(num, at, who, cells) {
      for (const cell of cells) {
        await undoCell(num, cell, at);
        if (cell.became === cell.was) continue;
        await db.run(
          'insert into revision (import, seq, row, "column", was, became, at, who) values (?, ?, ?, ?, ?, ?, ?, ?)',
          num,
          cell.seq,
          cell.row,
          cell.column,
          cell.was,
          cell.became,
          at,
          who,
        );
      }
    },
    undo: (num, seq, at) =>
      db.run(`update revision set undone_at = ? where import = ? and seq = ? and ${COUNTS}`, at, num, seq),
    async supersede(num, seqs, at) {
      const open = sumOf(await counting(num, seqs));
      if (open === undefined) return undefined;
      await db.run(
        `update revision set undone_at = ? where import = ? and seq in (select value from json_each(?)) and ${COUNTS}`,
        at,
        num,
        JSON.stringify(seqs),
      );
      return open;
    },
    open: async (num) =>
      sumOf(
        await db.all<Correction>(
          `select r.seq, r.row, r.who from revision r join entry e on e.import = r.import and e.seq = r.seq
           where r.import = ? and r.correction is null and r.undone_at is null
             and e.state in ('held', 'rejected', 'duplicate') order by r.id`,
          num,
        ),
      ),
    counting,
    inColumn: (num, column) =>
      db.all<RevisionRow>(`select * from revision where import = ? and "column" = ? and ${COUNTS}`, num, column),
    entries: (num) =>
      db.all(
        `select r.seq, max(r.id) as id, count(*) as cells from revision r join entry e on e.import = r.import and e.seq = r.seq
         where r.import = ? and r.correction is null and r.undone_at is null
           and e.state in ('held', 'rejected', 'duplicate') group by r.seq order by r.seq`,
        num,
      ),
    ofCauses: async (num, seqs) =>
      new Map(
        (
          await db.all<{ cause: number; entries: number }>(
            `select p.cause, count(distinct p.seq) as entries
             from (select distinct seq from revision where import = ?1 and ${COUNTS}) r
             join entry e on e.import = ?1 and e.seq = r.seq and e.state in ('held', 'rejected', 'duplicate')
             join problem p on p.import = ?1 and p.seq = r.seq
             where ?2 is null or r.seq in (select value from json_each(?2)) group by p.cause`,
            num,
            seqs === undefined ? null : JSON.stringify(seqs),
          )
        ).map(({ cause, entries }) => [cause, entries]),
      ),
    async submit(num, seqs, correction) {
      for (const seq of seqs) {
        await db.run(
          `update revision set correction = ? where import = ? and seq = ? and ${COUNTS}`,
          correction,
          num,
          seq,
        );
      }
    },
    async giveBack(num, correction) {
      await db.run('update revision set correction = null where import = ? and correction = ?', num, correction);
      await db.run('update entry set insisted = 0 where import = ? and insisted = ?', num, correction);
    },
    submitted: (num) =>
      db.all<RevisionRow>(
        'select * from revision where import = ? and correction is not null and undone_at is null order by id',
        num,
      ),
    atFirst: async (num, cause, column, value) =>
      (
        await db.all<{ text: string }>(
          // Of each row the first one: min() chooses it.
          `select distinct trim(coalesce(r.was, ?4)) as text from problem p
           left join (select row, was, min(id) from revision
             where import = ?1 and "column" = ?3 and correction is not null and undone_at is null group by row) r on r.row = p.row
           where p.import = ?1 and p.cause = ?2 order by text`,
          num,
          cause,
          column,
          value,
        )
      ).map(({ text }) => text),
    replacements: ({ job, company }, column, was) =>
      db.all<Replacement>(
        `select became, count(distinct import || ' ' || seq) as entries, max(at) as at from (
           select r.import, r.seq, r.became, r.at from revision r join import i on i.num = r.import
           where r.was = ? and r.correction is not null and r.undone_at is null and i.job = ? and i.company = ?
             and i.facts ->> ('$.headers[' || r."column" || ']') = ? order by r.import desc limit ?)
         group by became order by entries desc, at desc`,
        was,
        job,
        company,
        column,
        REPLACED_CELLS,
      ),
    history: (num, limit) =>
      db.all<RevisionRow>(
        'select * from (select * from revision where import = ? order by id desc limit ?) order by id',
        num,
        limit,
      ),
  };
}

type Correction = Pick<RevisionRow, 'seq' | 'row' | 'who'>;

function sumOf(corrections: readonly Correction[]): OpenCorrections | undefined {
  if (corrections.length === 0) return undefined;
  return {
    entries: new Set(corrections.map(({ seq }) => seq)).size,
    rows: new Set(corrections.map(({ row }) => row)).size,
    cells: corrections.length,
    by: [...new Set(corrections.map(({ who }) => who))],
  };
}
