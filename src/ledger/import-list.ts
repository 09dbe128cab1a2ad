import type { ImportState } from '../domain/import.ts';
import type { JobKind } from '../domain/job.ts';
import { containsGlob } from './contains-glob.ts';
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
    and (?7 is null or file glob ?7 or file glob ?8 or num in (select value from json_each(?9))) and`,
};

/** Numbers of a page of imports between two others: ?1 and ?2, at most ?3. */
export function pageQuery(way: Way, order: 'asc' | 'desc'): string {
  return `select num from ${WHICH[way]} num > ?1 and num < ?2 order by num ${order} limit ?3`;
}

export const BY_ID = `select num from import where id >= ?1 and id < ?2 order by id limit ${FOUND_BY_ID}`;
export const COUNTED =
  'select count(*) as count from (select 1 from import indexed by import_listed_state where state = ? limit ?)';

export function importListOf(db: SqliteDatabase): ImportList {
  const idsLike = (search: string) =>
    ID_BEGINNING.test(search)
      ? db.all<{ num: number }>(BY_ID, search.toUpperCase(), `${search.toUpperCase()}~`).map(({ num }) => num)
      : [];
  return {
    imports(limit, { before = Number.MAX_SAFE_INTEGER, after = 0, states, job, kind, search }) {
      const order = after > 0 ? 'asc' : 'desc';
      const page = (way: Way, ...values: (string | null)[]) =>
        db.all<{ num: number }>(pageQuery(way, order), after, before, limit, ...values).map(({ num }) => num);
      let found: number[];
      if (kind !== undefined || search !== undefined || (job !== undefined && states !== undefined)) {
        // Names that came from a Mac may have their rings and dots as characters of their own.
        const forms = search === undefined ? [null, null] : [search.normalize('NFC'), search.normalize('NFD')];
        const patterns = forms.map((form) => (form === null ? null : containsGlob(form)));
        const ids = search === undefined ? null : JSON.stringify(idsLike(search));
        found = page(
          'search',
          states === undefined ? null : JSON.stringify(states),
          job ?? null,
          kind ?? null,
          ...patterns,
          ids,
        );
      } else if (job !== undefined) found = page('job', job);
      else if (states !== undefined) found = states.flatMap((state) => page('state', state));
      else found = page('all');
      const nums = found.sort((a, b) => (order === 'asc' ? a - b : b - a)).slice(0, limit);
      if (order === 'asc') nums.reverse();
      return nums.map((num) => db.get<ListedImport>(`select ${LISTED} from import i where i.num = ?`, num)!);
    },
    countUpTo: (most, state) => db.get<{ count: number }>(COUNTED, state, most)!.count,
  };
}
