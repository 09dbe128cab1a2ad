import type { ImportState } from '../domain/import.ts';
import type { JobKind } from '../domain/job.ts';
import { containsPatterns } from './contains-patterns.ts';
import { LISTED, type ListedImport } from './listed-import.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Which imports a list shows. */
export interface ImportFilter {
  /** Only imports older than the one of this number. */
  readonly before?: number | undefined;
  /** Only imports newer than the one of this number. */
  readonly after?: number | undefined;
  readonly states?: readonly ImportState[] | undefined;
  readonly job?: string | undefined;
  readonly kind?: JobKind | undefined;
  /** What the file's name contains, in upper or lower case; or the beginning of an import's id. */
  readonly search?: string | undefined;
}

/** The list of all imports, in pages that take as long as they are however many imports there are. */
export interface ImportList {
  /** Newest first. With `after`: the next newer ones. */
  imports(limit: number, filter: ImportFilter): ListedImport[];
  /** How many are in a state, counted up to `most`. */
  countUpTo(most: number, state: ImportState): number;
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
export const COUNTED =
  'select count(*) as count from (select 1 from import indexed by import_listed_state where state = ? limit ?)';

export function importListOf(db: SqliteDatabase): ImportList {
  const listed = (num: number) => db.get<ListedImport>(`select ${LISTED} from import i where i.num = ?`, num)!;
  return {
    imports(limit, { before = Number.MAX_SAFE_INTEGER, after = 0, ...filter }) {
      const order = after > 0 ? 'asc' : 'desc';
      const page = (way: Way, ...values: (string | null)[]) =>
        db.all<{ num: number }>(pageQuery(way, order), after, before, limit, ...values).map(({ num }) => num);
      const inPage = ({ num }: ListedImport) => num > after && num < before;
      const byId = idsLike(db, filter.search).map(listed);
      const found =
        byId.length > 0
          ? byId.filter((row) => inPage(row) && fits(row, filter)).map(({ num }) => num)
          : pageOf(filter, page);
      const nums = found.sort((a, b) => (order === 'asc' ? a - b : b - a)).slice(0, limit);
      if (order === 'asc') nums.reverse();
      return nums.map(listed);
    },
    countUpTo: (most, state) => db.get<{ count: number }>(COUNTED, state, most)!.count,
  };
}

type Chosen = Omit<ImportFilter, 'before' | 'after'>;

/** Numbers of imports that fit, by the index that knows them. */
function pageOf(
  { states, job, kind, search }: Chosen,
  page: (way: Way, ...values: (string | null)[]) => number[],
): number[] {
  const isOne = kind === undefined && search === undefined && (job === undefined || states === undefined);
  if (isOne && job !== undefined) return page('job', job);
  if (isOne && states !== undefined) return states.flatMap((state) => page('state', state));
  if (isOne) return page('all');
  const patterns = search === undefined ? undefined : containsPatterns(search);
  return page(
    'search',
    states === undefined ? null : JSON.stringify(states),
    job ?? null,
    kind ?? null,
    patterns?.like ?? null,
    patterns?.glob ?? null,
    patterns?.globApart ?? null,
  );
}

function idsLike(db: SqliteDatabase, search = ''): number[] {
  if (!ID_BEGINNING.test(search)) return [];
  const beginning = search.toUpperCase();
  return db.all<{ num: number }>(BY_ID, beginning, `${beginning}~`).map(({ num }) => num);
}

function fits(row: ListedImport, { states, job, kind }: Chosen): boolean {
  const { state } = row;
  return (states?.includes(state) ?? true) && (job ?? row.job) === row.job && (kind ?? row.kind) === row.kind;
}
