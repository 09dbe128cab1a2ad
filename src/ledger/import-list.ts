import type { SentLine } from '../core/batch-body.ts';
import { formatRow } from '../core/row-ranges.ts';
import { DEBIT_TOTAL, type ImportState, type RowCounts } from '../core/states.ts';
import type { CauseRow, EntryRow, ImportRow, ProblemRow, Skip } from './rows.ts';
import { sentEntries } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** Which imports a list shows. */
export interface ImportFilter {
  /** Only imports older than the one of this number. */
  readonly before?: number | undefined;
  /** Only imports newer than the one of this number. */
  readonly after?: number | undefined;
  /** Only imports received at this time or later, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Only imports received before this time. */
  readonly until?: number | undefined;
  readonly states?: readonly ImportState[] | undefined;
  readonly job?: string | undefined;
  readonly kind?: string | undefined;
  /** What the file's name contains, in upper or lower case; or the beginning of an import's id. */
  readonly search?: string | undefined;
}

/** The list of all imports, in pages that take as long as they are however many imports there are. */
export interface ImportList {
  /** Newest first. With `after`: the next newer ones. */
  imports(limit: number, filter: ImportFilter): Promise<ListedImport[]>;
  /** How many are in a state, counted up to `most`. */
  countUpTo(most: number, state: ImportState): Promise<number>;
}

/** Letters and digits of ids, and how many of them make a search for one. */
const ID_BEGINNING = /^[0-9A-HJKMNP-TV-Z]{8,26}$/i;
/** Imports whose ids begin alike that a search finds. */
const FOUND_BY_ID = 200;

type Way = 'all' | 'state' | 'job' | 'search';
const WHICH: Readonly<Record<Way, string>> = {
  all: 'import where',
  state: 'import indexed by import_listed_state where state = ?4 and',
  job: 'import indexed by import_listed_job where job = ?4 and',
  // The rows themselves are wide: what is looked at one by one is looked at in the index.
  search: `import indexed by import_list where (?4 is null or state in (select value from json_each(?4)))
    and (?5 is null or job = ?5) and (?6 is null or kind = ?6)
    and (?7 is null or (file like ?7 escape '\\' and (file glob ?8 or file glob ?9))) and`,
};

/** Numbers of a page of imports between two others: ?1 and ?2, at most ?3. */
export function pageQuery(way: Way, order: 'asc' | 'desc'): string {
  return `select num from ${WHICH[way]} num > ?1 and num < ?2 order by num ${order} limit ?3`;
}

export const BY_ID = `select num from import where id >= ?1 and id < ?2 order by id limit ${FOUND_BY_ID}`;
export const NEXT = 'select num, created_at as at from import where num >= ? order by num limit 1';
export const COUNTED =
  'select count(*) as count from (select 1 from import indexed by import_listed_state where state = ? limit ?)';

export function importListOf(db: Sql): ImportList {
  const listed = async (num: number) =>
    (await db.get<ListedImport>(`select ${LISTED} from import i where i.num = ?`, num))!;
  return {
    async imports(limit, { before = Number.MAX_SAFE_INTEGER, after = 0, since, until, ...filter }) {
      const order = after > 0 ? 'asc' : 'desc';
      const low = Math.max(after, since === undefined ? 0 : (await firstSince(db, since)) - 1);
      const high = Math.min(before, until === undefined ? before : await firstSince(db, until));
      const page = async (way: Way, ...values: (string | null)[]) =>
        (await db.all<{ num: number }>(pageQuery(way, order), low, high, limit, ...values)).map(({ num }) => num);
      const inPage = ({ num }: ListedImport) => num > low && num < high;
      const byId: ListedImport[] = [];
      for (const num of await idsLike(db, filter.search)) byId.push(await listed(num));
      const found =
        byId.length > 0
          ? byId.filter((row) => inPage(row) && fits(row, filter)).map(({ num }) => num)
          : await pageOf(filter, page);
      const nums = found.sort((a, b) => (order === 'asc' ? a - b : b - a)).slice(0, limit);
      if (order === 'asc') nums.reverse();
      const rows: ListedImport[] = [];
      for (const num of nums) rows.push(await listed(num));
      return rows;
    },
    countUpTo: async (most, state) => (await db.get<{ count: number }>(COUNTED, state, most))!.count,
  };
}

/** Number of the first import that was received at a time or later, or behind the last one. Imports are numbered as they are received. */
async function firstSince(db: Sql, time: number): Promise<number> {
  let low = 1;
  let behind = (await db.get<{ last: number }>('select coalesce(max(num), 0) + 1 as last from import'))!.last;
  while (low < behind) {
    const middle = Math.floor((low + behind) / 2);
    const { num, at } = (await db.get<{ num: number; at: number }>(NEXT, middle)) ?? { num: behind, at: time };
    if (at >= time) behind = middle;
    else low = num + 1;
  }
  return low;
}

type Chosen = Omit<ImportFilter, 'before' | 'after' | 'since' | 'until'>;

/** Numbers of imports that fit, by the index that knows them. */
async function pageOf(
  { states, job, kind, search }: Chosen,
  page: (way: Way, ...values: (string | null)[]) => Promise<number[]>,
): Promise<number[]> {
  const isOne = kind === undefined && search === undefined && (job === undefined || states === undefined);
  if (isOne && job !== undefined) return await page('job', job);
  if (isOne && states !== undefined) return (await Promise.all(states.map((state) => page('state', state)))).flat();
  if (isOne) return await page('all');
  const patterns = search === undefined ? undefined : containsPatterns(search);
  return await page(
    'search',
    states === undefined ? null : JSON.stringify(states),
    job ?? null,
    kind ?? null,
    patterns?.like ?? null,
    patterns?.glob ?? null,
    patterns?.globApart ?? null,
  );
}

async function idsLike(db: Sql, search = ''): Promise<number[]> {
  if (!ID_BEGINNING.test(search)) return [];
  const beginning = search.toUpperCase();
  return (await db.all<{ num: number }>(BY_ID, beginning, `${beginning}~`)).map(({ num }) => num);
}

function fits(row: ListedImport, { states, job, kind }: Chosen): boolean {
  const { state } = row;
  return (states?.includes(state) ?? true) && (job ?? row.job) === row.job && (kind ?? row.kind) === row.kind;
}

/** Characters that mean something in a pattern of SQLite's GLOB, and of its LIKE. */
const GLOB_SPECIAL = /[*?[]/;
const LIKE_SPECIAL = /[%_\\]/;

/** Patterns of names that contain a text, in upper or lower case. */
export interface ContainsPatterns {
  /** For LIKE, with `\` for the escape: fits every such name, and perhaps others. */
  readonly like: string;
  /** For GLOB: fits such a name and no other. */
  readonly glob: string;
  /** As `glob`, where letters and their marks are characters of their own, as a Mac spells names; null where that is the same. */
  readonly globApart: string | null;
}

/**
 * LIKE knows upper and lower case of the letters of ASCII alone: to it `Æ` is not `æ`. GLOB can be told of any letter, but is
 * much slower, so that it is asked of the names alone that LIKE lets through.
 */
export function containsPatterns(text: string): ContainsPatterns {
  const whole = text.normalize('NFC');
  const apart = text.normalize('NFD');
  return { like: likeOf(whole), glob: globOf(whole), globApart: apart === whole ? null : globOf(apart) };
}

function likeOf(text: string): string {
  const known = Array.from(text, (character) =>
    character > '\x7f' ? '%' : LIKE_SPECIAL.test(character) ? `\\${character}` : character,
  );
  return `%${known.join('')}%`;
}

function globOf(text: string): string {
  return `*${Array.from(text, either).join('')}*`;
}

function either(character: string): string {
  const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  // `ß` has no upper case of one character.
  const single = [...forms].filter((form) => Array.from(form).length === 1);
  if (single.length > 1) return `[${single.join('')}]`;
  return GLOB_SPECIAL.test(character) ? `[${character}]` : character;
}

/** Rows of the imports that were received on one day, in UTC, as each import stood at its last change. */
interface DailyRows {
  /** `2026-11-22` */
  readonly day: string;
  readonly outcome: Exclude<keyof RowCounts, 'read'>;
  readonly rows: number;
}

/** Rows by day and outcome. A trigger of the ledger keeps them in step with the counts of imports, whoever writes those. */
export interface Daily {
  /** @param from the first day that counts */
  since(from: string): Promise<DailyRows[]>;
}

export function dailyOf(db: Sql): Daily {
  return {
    since: (from) =>
      db.all<DailyRows>(
        'select day, outcome, rows from daily where day >= ? and rows <> 0 order by day, outcome',
        from,
      ),
  };
}

/** An entry that another one is compared with. */
interface EntryAt {
  readonly key: string;
  readonly rows: string;
  /** Undefined where it is not to be sent, or its request is not known any more. */
  readonly lines: readonly SentLine[] | undefined;
  readonly skip: Skip | undefined;
}

/** Views of the ledger in pages: each takes as long as the page is, however much the ledger holds. */
export interface ImportPages extends ImportList {
  /** The import of exactly this id. */
  ofId(id: string): Promise<ImportRow | undefined>;
  /** Entries that wait for a person, in file order, behind the entry `after`. */
  waiting(num: number, after: number, limit: number): Promise<EntryRow[]>;
  /** Why an entry waits. */
  problems(num: number, seq: number, limit: number): Promise<(ProblemRow & CauseRow)[]>;
  /** The entry of an import that begins in a row: with its lines as they are sent, or with who skipped it. */
  entryAt(num: number, row: number): Promise<EntryAt | undefined>;
  /** The number of the newest line of any import's history; 0 where there is none. */
  lastEvent(): Promise<number>;
  /** Imports whose history has grown since that line, each once, those that it grew of last at the end. */
  changedSince(event: number, limit: number): Promise<(ListedImport & { event: number })[]>;
  /** Imports at work, with what has to be counted to say how far they are. */
  underWay(): Promise<ListedImport[]>;
}

export function importPagesOf(db: Sql): ImportPages {
  return {
    ...importListOf(db),
    ofId: (id) => db.get<ImportRow>('select * from import where id = ?', id),
    waiting: (num, after, limit) =>
      db.all<EntryRow>(
        `select * from entry where import = ? and seq > ? and state in ('held', 'rejected', 'duplicate')
         order by seq limit ?`,
        num,
        after,
        limit,
      ),
    problems: (num, seq, limit) =>
      db.all<ProblemRow & CauseRow>(
        `select p.*, c.code, c."column", c.value, c.message, c.suggestion, c.variant, c.facts, c.remark from problem p
         join cause c on c.import = p.import and c.no = p.cause
         where p.import = ? and p.seq = ? and c.remark = 0 order by p.row, c.no limit ?`,
        num,
        seq,
        limit,
      ),
    entryAt: (num, row) => entryAt(db, num, formatRow(row)),
    lastEvent: async () => (await db.get<{ last: number }>('select coalesce(max(id), 0) as last from event'))!.last,
    changedSince: (event, limit) =>
      db.all<ListedImport & { event: number }>(
        `select ${LISTED}, max(e.id) as event from event e join import i on i.num = e.import
         where e.id > ? group by e.import order by event limit ?`,
        event,
        limit,
      ),
    underWay: () =>
      db.all<ListedImport>(`select ${LISTED} from import i where i.state in ('planning', 'posting') order by i.num`),
  };
}

/** Whether the rows of an entry begin with the one of parameter 2: for 4 these are `4`, `4-5` and `4,7`, and not `40`. */
const begins = (rows: string) => `(${rows} = ?2 or ${rows} glob ?2 || '[-,]*')`;

async function entryAt(db: Sql, num: number, row: string): Promise<EntryAt | undefined> {
  const sent = await db.get<{ seq: number; key: string; rows: string }>(
    `select e.value ->> 0 as seq, e.value ->> 1 as key, e.value ->> 2 as rows
     from batch b join batch_body y on y.import = b.import and y.no = b.no, json_each(y.entries) e
     where b.import = ?1 and b.state not in ('split', 'withdrawn') and ${begins('(e.value ->> 2)')} limit 1`,
    num,
    row,
  );
  if (sent !== undefined) {
    const { seq, key, rows } = sent;
    return { key, rows, lines: (await sentEntries()(db, { import: num, seq }))?.lines, skip: undefined };
  }
  const skipped = await db.get<{ key: string; rows: string; skipped: string | null }>(
    `select key, rows, skipped from entry where import = ?1 and state = 'skipped' and ${begins('rows')} limit 1`,
    num,
    row,
  );
  if (skipped === undefined) return undefined;
  const { key, rows, skipped: skip } = skipped;
  return { key, rows, lines: undefined, skip: skip === null ? undefined : (JSON.parse(skip) as Skip) };
}

/** Decimals of amounts where no plan says how many there are. */
const USUAL_SCALE = 2;

/**
 * What a list shows of the amounts of an import: the sum of debit, out of what its plan comes to.
 * @param fileTotals sums per account, JSON @param facts how the file was read, JSON
 */
export function listedAmount(fileTotals: string | null, facts: string | null): Pick<ImportRow, 'amount' | 'scale'> {
  const totals = JSON.parse(fileTotals ?? '{}') as Readonly<Record<string, string>>;
  const { scale = USUAL_SCALE } = JSON.parse(facts ?? '{}') as { readonly scale?: number };
  return { amount: totals[DEBIT_TOTAL] ?? null, scale };
}

/** An import as a list shows it: without what may be long. */
export type ListedImport = Pick<
  ImportRow,
  | 'num'
  | 'id'
  | 'job'
  | 'kind'
  | 'file'
  | 'bytes'
  | 'state'
  | 'counts'
  | 'rows_read'
  | 'rows_skipped'
  | 'created_at'
  | 'created_by'
  | 'finished_at'
  | 'amount'
  | 'scale'
  | 'cancelled'
>;

/** Columns of a listed import, of the table `import i`. */
export const LISTED =
  'i.num, i.id, i.job, i.kind, i.file, i.bytes, i.state, i.counts, i.rows_read, i.rows_skipped, i.created_at, i.created_by, i.finished_at, i.amount, i.scale, i.cancelled';

/** What the imports of a job in one state come to. Rows are as they were when each import last changed its state. */
export interface ImportTotals extends Omit<RowCounts, 'read'> {
  readonly state: ImportState;
  readonly job: string;
  readonly imports: number;
}

/** Sums over the whole ledger, for those who watch it from outside. */
export interface Totals {
  imports(): Promise<ImportTotals[]>;
  /**
   * When an import of each job was last booked whole, or a run of it ended well: with no import that was rejected, new or
   * met again. What is said to have happened after `now` does not count: a clock was set back.
   */
  successes(now: number): Promise<{ readonly job: string; readonly at: number }[]>;
  /** Batches in doubt, by service; services without any are left out. */
  inDoubt(): Promise<{ readonly service: string; readonly batches: number }[]>;
  /** Notices that are still to be sent. */
  noticesWaiting(): Promise<number>;
}

const sum = (outcome: string) => `coalesce(sum(counts ->> '$.rows.${outcome}'), 0) as ${outcome}`;
const OUTCOMES = ['booked', 'held', 'rejected', 'duplicate', 'skipped', 'inDoubt', 'pending'] as const;

/** The newest run of a job that ended well by `?1`; what it began may have been rejected since. */
const GOOD_RUN = `select ended_at from run where job = known.job and ended_at <= ?1 and (
    outcome = 'nothing-new' and coalesce(detail ->> '$.rejected', 0) = 0
    or outcome = 'ok' and not exists (
      select 1 from json_each(run.detail, '$.imports') brought join import i on i.id = brought.value
      where i.state = 'rejected'))
  order by began_at desc limit 1`;

/** Answered from the index alone: the rows themselves hold the sums of every account. */
export const IMPORT_TOTALS = `select state, job, count(*) as imports, ${OUTCOMES.map(sum).join(', ')} from import group by state, job`;

export function totalsOf(db: Sql): Totals {
  return {
    imports: () => db.all<ImportTotals>(IMPORT_TOTALS),
    successes: (now) =>
      db.all(
        `select job, max(at) as at from (
           select job, max(finished_at) as at from import where state = 'completed' and finished_at <= ?1 group by job
           union all
           select job, (${GOOD_RUN}) as at from (select distinct job from run) known)
         where at is not null group by job`,
        now,
      ),
    inDoubt: () =>
      db.all(
        `select service, count(*) as batches from batch join import on num = import
         where batch.state = 'in-doubt' group by service`,
      ),
    noticesWaiting: async () =>
      (await db.get<{ count: number }>("select count(*) as count from notice where state = 'waiting'"))!.count,
  };
}
