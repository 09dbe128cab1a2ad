import type { Company } from '../core/company.ts';
import type { KnownId } from '../core/records.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** What was said of a company's books whose IDs are all others. `asked`: nobody has said anything yet. */
export type IdsVerdict = 'asked' | 'same';

/** The IDs that plans rested on, so that other books behind the same name, and IDs that moved, are noticed before anything is sent. */
export interface KnownIds {
  /** The IDs known of a company, the newest first. @param most as many at most */
  of(company: Company, most: number): KnownId[];
  /** The ID known of each of these; left out where none is. */
  find(company: Company, references: readonly KnownId[]): Map<KnownId, number | null>;
  /** Keeps what a plan rested on; what is known already stays as it is. */
  note(company: Company, ids: readonly KnownId[], at: number): void;
  /** What the service says now, in the place of what was known. It ends whatever was asked about the company. */
  learn(company: Company, ids: readonly (Omit<KnownId, 'id'> & { readonly now: number | null })[], at: number): void;
  /** Whether it is asked if these are other books, or somebody said that they are the same. */
  verdict(company: Company): IdsVerdict | undefined;
  setVerdict(company: Company, verdict: IdsVerdict): void;
}

const VERDICT = 'ids-of:';

export function knownIdsOf(db: SqliteDatabase): KnownIds {
  return {
    of: (company, most) =>
      db.all<KnownId>(
        `select kind, code, service_id as id from known_id where company = ? and service_id is not null
         order by at desc, kind, code limit ?`,
        company,
        most,
      ),
    find: (company, references) =>
      new Map(
        references.flatMap((reference) => {
          const row = db.get<{ id: number | null }>(
            'select service_id as id from known_id where company = ? and kind = ? and code = ?',
            company,
            reference.kind,
            reference.code,
          );
          return row === undefined ? [] : [[reference, row.id] as const];
        }),
      ),
    note: (company, ids, at) => db.transaction(() => noteIds(db, company, ids, at)),
    learn: (company, ids, at) =>
      db.transaction(() => {
        for (const { kind, code, now } of ids) {
          db.run(
            'insert or replace into known_id (company, kind, code, service_id, at) values (?, ?, ?, ?, ?)',
            company,
            kind,
            code,
            now,
            at,
          );
        }
        db.run('delete from meta where name = ?', VERDICT + company);
      }),
    verdict: (company) =>
      db.get<{ value: IdsVerdict }>('select value from meta where name = ?', VERDICT + company)?.value,
    setVerdict: (company, verdict) =>
      void db.run('insert or replace into meta (name, value) values (?, ?)', VERDICT + company, verdict),
  };
}

function noteIds(db: SqliteDatabase, company: Company, ids: readonly KnownId[], at: number): void {
  for (const { kind, code, id } of ids) {
    db.run(
      'insert or ignore into known_id (company, kind, code, service_id, at) values (?, ?, ?, ?, ?)',
      company,
      kind,
      code,
      id,
      at,
    );
  }
}
