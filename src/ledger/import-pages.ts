import { type ImportList, importListOf } from './import-list.ts';
import { LISTED, type ListedImport } from './listed-import.ts';
import type { CauseRow, EntryRow, ImportRow, ProblemRow } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** Views of the ledger in pages: each takes as long as the page is, however much the ledger holds. */
export interface ImportPages extends ImportList {
  /** The import of exactly this id. */
  ofId(id: string): ImportRow | undefined;
  /** Entries that wait for a person, in file order, behind the entry `after`. */
  waiting(num: number, after: number, limit: number): EntryRow[];
  /** Why an entry waits. */
  problems(num: number, seq: number, limit: number): (ProblemRow & CauseRow)[];
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
