import type { ImportState } from '../core/states.ts';
import { areLinesOvertaken } from './entry-blocks.ts';
import { LEASE_HORIZON_MS } from './leases.ts';
import type { CorrectionRow, EventRow, ImportRow } from './rows.ts';
import type { Sql, Value } from './sqlite-database.ts';

/** What is known of an import when it is received. */
export type NewImport = Pick<
  ImportRow,
  | 'id'
  | 'job'
  | 'kind'
  | 'service'
  | 'company'
  | 'file'
  | 'sha256'
  | 'bytes'
  | 'book'
  | 'host'
  | 'created_at'
  | 'created_by'
> &
  /** Drawn by the ledger where it is not given. */
  Partial<Pick<ImportRow, 'num'>>;

export interface Imports {
  create(values: NewImport): Promise<ImportRow>;
  /** @param id whole, or the beginning of one */
  find(id: string): Promise<ImportRow[]>;
  /** Of a number that is known to be in this ledger. */
  byNum(num: number): Promise<ImportRow>;
  /** Of a number from elsewhere, a queue: undefined where this ledger knows none, for it was deleted or is a restored older one. */
  findByNum(num: number): Promise<ImportRow | undefined>;
  /** Whether payments near those of its plan were booked by other imports since (`areLinesOvertaken`). */
  areLinesOvertaken(num: number): Promise<boolean>;
  /**
   * The newest import of the same bytes under the same job, for the same books; a recovered one does not count, for the
   * rest of the file is still to be imported.
   */
  ofFile(job: string, sha256: string, company: string): Promise<ImportRow | undefined>;
  list(limit: number): Promise<ImportRow[]>;
  inState(...states: ImportState[]): Promise<ImportRow[]>;
  update(num: number, values: Partial<ImportRow>): Promise<void>;
  /** Changes the state only if it is still what it was thought to be. */
  moveState(num: number, from: readonly ImportState[], to: ImportState, values?: Partial<ImportRow>): Promise<boolean>;
  /**
   * Puts an import to rest, unless something in it is to be sent or is being sent: whoever made that ready thought the
   * import was still at work, so that this is one look and one step.
   */
  rest(num: number, from: ImportState, to: ImportState, values: Partial<ImportRow>): Promise<boolean>;
  /**
   * Those that say they are in doubt although nothing in them is, or something is to be sent: who settled the last doubt, or freed
   * what waited, died before it could tell.
   */
  settled(): Promise<ImportRow[]>;
  /**
   * An import that creates contacts in the same books, or is just being planned to and came first: what it creates, the
   * service's list does not show yet. What waits itself is not waited for.
   */
  contactsBefore(num: number, now: number): Promise<ImportRow | undefined>;
  /** Takes the right to plan an import until `until`; false where another planner holds it, or there is nothing to plan. */
  claimPlanning(num: number, planner: string, now: number, until: number): Promise<boolean>;
  /** False where another has taken the right, or somebody has cancelled the import: it is not to be had again. */
  renewPlanning(num: number, planner: string, until: number): Promise<boolean>;
  /** Ends the planning: the state is changed only while the right to plan is this planner's. */
  endPlanning(num: number, planner: string, to: ImportState, values: Partial<ImportRow>): Promise<boolean>;
  /** Adds to the history. */
  record(num: number, at: number, who: string, what: string, detail?: unknown): Promise<void>;
  events(num: number): Promise<EventRow[]>;
  /** Gives the right to plan back, if it is still this planner's. */
  releasePlanning(num: number, planner: string): Promise<void>;
  /** Has an import planned again by a correction: both or neither. Undefined where it is in none of these states. */
  beginCorrection(
    row: Omit<CorrectionRow, 'no'>,
    from: readonly ImportState[],
    values: Partial<ImportRow>,
  ): Promise<number | undefined>;
  corrections(num: number): Promise<CorrectionRow[]>;
  setCorrectionFacts(num: number, no: number, facts: string): Promise<void>;
}

/** What an index of such batches alone is used for: it has to stand in the query word for word. */
const UNFINISHED = "state in ('ready', 'sending', 'in-doubt')";

/**
 * Whether the turn of a batch has come: those of a stage wait until nothing of a lower one is unfinished, in doubt included.
 * Both stages are looked up in the index; compared one by one, those that wait for a doubt took a tenth of a second a look.
 * @param num parameter that holds the import
 */
export function inTurn(num: string): string {
  return `${UNFINISHED} and stage = (select min(before.stage) from batch before where before.import = ${num} and before.${UNFINISHED})`;
}

/**
 * Batches of an import that may still be sent without a person, or are being sent, or wait for other imports. What waits beside a
 * doubt of the import's own is no reason to call it posting: two imports may wait for each other's doubts, and people
 * are told of what is in doubt.
 * @param num as above
 */
export function pendingOf(num: string): string {
  return `select 1 from batch where import = ${num} and state = 'waiting'
      and not exists (select 1 from batch where import = ${num} and state = 'in-doubt') union all
    select 1 from batch where import = ${num} and state in ('ready', 'sending') and ${inTurn(num)}`;
}

export function importsOf(db: Sql): Imports {
  const findByNum = (num: number) => db.get<ImportRow>('select * from import where num = ?', num);
  const update = async (tx: Sql, num: number, values: Partial<ImportRow>) => {
    const names = Object.keys(values);
    if (names.length === 0) return;
    await tx.run(
      `update import set ${names.map((name) => `${name} = ?`).join(', ')} where num = ?`,
      ...(Object.values(values) as Value[]),
      num,
    );
  };
  return {
    async create(values) {
      const names = Object.keys(values);
      await db.run(
        `insert into import (${names.join(', ')}, state) values (${names.map(() => '?').join(', ')}, 'planning')`,
        ...(Object.values(values) as Value[]),
      );
      return (await db.get<ImportRow>('select * from import where id = ?', values.id))!;
    },
    find: (id) =>
      db.all<ImportRow>("select * from import where id like ? || '%' order by num limit 20", id.replace(/[%_]/g, '')),
    byNum: async (num) => (await findByNum(num))!,
    findByNum,
    areLinesOvertaken: (num) => areLinesOvertaken(db, num),
    ofFile: (job, sha256, company) =>
      db.get<ImportRow>(
        'select * from import where job = ? and sha256 = ? and company = ? and recovered = 0 order by num desc limit 1',
        job,
        sha256,
        company,
      ),
    list: (limit) => db.all<ImportRow>('select * from import order by num desc limit ?', limit),
    inState: (...states) =>
      db.all<ImportRow>(
        'select * from import where state in (select value from json_each(?)) order by num',
        JSON.stringify(states),
      ),
    update: (num, values) => update(db, num, values),
    moveState: (num, from, to, values = {}) =>
      db.write(async (tx) => {
        const moved = await tx.run(
          'update import set state = ? where num = ? and state in (select value from json_each(?))',
          to,
          num,
          JSON.stringify(from),
        );
        if (moved === 0) return false;
        await update(tx, num, values);
        return true;
      }),
    rest: (num, from, to, values) =>
      db.write(async (tx) => {
        const rests = await tx.run(
          `update import set state = ?1 where num = ?2 and state = ?3 and not exists (${pendingOf('?2')})`,
          to,
          num,
          from,
        );
        if (rests > 0) await update(tx, num, values);
        return rests > 0;
      }),
    settled: () =>
      db.all<ImportRow>(
        `select * from import where state = 'in-doubt'
         and (not exists (select 1 from batch where import = num and state = 'in-doubt') or exists (${pendingOf('num')}))
         order by num`,
      ),
    contactsBefore: (num, now) =>
      db.get<ImportRow>(
        `select other.* from import other join import this on this.num = ?1 and other.company = this.company
         where other.kind = this.kind and other.num <> ?1 and ((other.state = 'posting' and exists (
             select 1 from batch where import = other.num and state in ('ready', 'sending'))) or (other.state = 'planning'
           and other.book = 1 and other.num < ?1 and other.planner is not null and other.planner_until between ?2 and ?3))
         limit 1`,
        num,
        now,
        now + LEASE_HORIZON_MS,
      ),
    claimPlanning: async (num, planner, now, until) =>
      (await db.run(
        `update import set planner = ?, planner_until = ? where num = ? and state = 'planning' and cancelled is null
         and (planner is null or planner = ? or planner_until not between ? and ?)`,
        planner,
        until,
        num,
        planner,
        now,
        now + LEASE_HORIZON_MS,
      )) > 0,
    renewPlanning: async (num, planner, until) =>
      (await db.run('update import set planner_until = ? where num = ? and planner = ?', until, num, planner)) > 0,
    endPlanning: (num, planner, to, values) =>
      db.write(async (tx) => {
        const ended = await tx.run(
          "update import set state = ? where num = ? and state = 'planning' and planner = ?",
          to,
          num,
          planner,
        );
        if (ended === 0) return false;
        await update(tx, num, values);
        return true;
      }),
    async record(num, at, who, what, detail) {
      await db.run(
        'insert into event (import, at, who, what, detail) values (?, ?, ?, ?, ?)',
        num,
        at,
        who,
        what,
        detail === undefined ? null : JSON.stringify(detail),
      );
    },
    events: (num) => db.all<EventRow>('select * from event where import = ? order by id', num),
    async releasePlanning(num, planner) {
      await db.run('update import set planner = null where num = ? and planner = ?', num, planner);
    },
    beginCorrection: (row, from, values) =>
      db.write(async (tx) => {
        const moved = await tx.run(
          "update import set state = 'planning' where num = ? and state in (select value from json_each(?))",
          row.import,
          JSON.stringify(from),
        );
        if (moved === 0) return undefined;
        await update(tx, row.import, values);
        const no = (await tx.get<{ no: number }>(
          'select coalesce(max(no), 0) + 1 as no from correction where import = ?',
          row.import,
        ))!.no;
        await tx.run(
          'insert into correction (import, no, file, sha256, facts, at, who) values (?, ?, ?, ?, ?, ?, ?)',
          row.import,
          no,
          row.file,
          row.sha256,
          row.facts,
          row.at,
          row.who,
        );
        return no;
      }),
    corrections: (num) => db.all<CorrectionRow>('select * from correction where import = ? order by no', num),
    async setCorrectionFacts(num, no, facts) {
      await db.run('update correction set facts = ? where import = ? and no = ?', facts, num, no);
    },
  };
}

/** The highest number of a batch of an import; 0 where it has none. A new batch gets the next. */
export async function lastBatchNo(db: Sql, num: number): Promise<number> {
  return (await db.get<{ no: number }>('select coalesce(max(no), 0) as no from batch where import = ?', num))!.no;
}
