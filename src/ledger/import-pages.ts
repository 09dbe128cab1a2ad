import { formatRow } from '../domain/row-ranges.ts';
import type { SentLine } from '../rules/cut-batch.ts';
import { type ImportList, importListOf } from './import-list.ts';
import { LISTED, type ListedImport } from './listed-import.ts';
import type { CauseRow, EntryRow, ImportRow, ProblemRow, Skip } from './rows.ts';
import { sentEntries } from './sent-entries.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** An entry that another one is compared with. */
export interface EntryAt {
  readonly key: string;
  readonly rows: string;
  /** Undefined where it is not to be sent, or its request is not known any more. */
  readonly lines: readonly SentLine[] | undefined;
  readonly skip: Skip | undefined;
}

/** Views of the ledger in pages: each takes as long as the page is, however much the ledger holds. */
export interface ImportPages extends ImportList {
  /** The import of exactly this id. */
  ofId(id: string): ImportRow | undefined;
  /** Entries that wait for a person, in file order, behind the entry `after`. */
  waiting(num: number, after: number, limit: number): EntryRow[];
  /** Why an entry waits. */
  problems(num: number, seq: number, limit: number): (ProblemRow & CauseRow)[];
  /** The entry of an import that begins in a row: with its lines as they are sent, or with who skipped it. */
  entryAt(num: number, row: number): EntryAt | undefined;
  /** The number of the newest line of any import's history; 0 where there is none. */
  lastEvent(): number;
  /** Imports whose history has grown since that line, each once, those that it grew of last at the end. */
  changedSince(event: number, limit: number): (ListedImport & { event: number })[];
  /** Imports at work, with what has to be counted to say how far they are. */
  underWay(): ListedImport[];
}

export function importPagesOf(db: SqliteDatabase): ImportPages {
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
        `select p.*, c.code, c."column", c.value, c.message, c.suggestion, c.remark from problem p
         join cause c on c.import = p.import and c.no = p.cause
         where p.import = ? and p.seq = ? and c.remark = 0 order by p.row, c.no limit ?`,
        num,
        seq,
        limit,
      ),
    entryAt: (num, row) => entryAt(db, num, formatRow(row)),
    lastEvent: () => db.get<{ last: number }>('select coalesce(max(id), 0) as last from event')!.last,
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

function entryAt(db: SqliteDatabase, num: number, row: string): EntryAt | undefined {
  const sent = db.get<{ seq: number; key: string; rows: string }>(
    `select e.value ->> 0 as seq, e.value ->> 1 as key, e.value ->> 2 as rows
     from batch b join batch_body y on y.import = b.import and y.no = b.no, json_each(y.entries) e
     where b.import = ?1 and b.state not in ('split', 'withdrawn') and ${begins('(e.value ->> 2)')} limit 1`,
    num,
    row,
  );
  if (sent !== undefined) {
    const { seq, key, rows } = sent;
    return { key, rows, lines: sentEntries(db)({ import: num, seq }), skip: undefined };
  }
  const skipped = db.get<{ key: string; rows: string; skipped: string | null }>(
    `select key, rows, skipped from entry where import = ?1 and state = 'skipped' and ${begins('rows')} limit 1`,
    num,
    row,
  );
  if (skipped === undefined) return undefined;
  const { key, rows, skipped: skip } = skipped;
  return { key, rows, lines: undefined, skip: skip === null ? undefined : (JSON.parse(skip) as Skip) };
}
