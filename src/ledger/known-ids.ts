import type { Company } from '../core/company.ts';
import type { KnownId } from '../core/records.ts';
import type { Sql } from './sqlite-database.ts';

/** What was said of a company's books whose IDs are all others. `asked`: nobody has said anything yet. */
export type IdsVerdict = 'asked' | 'same';

/** The IDs that plans rested on, so that other books behind the same name, and IDs that moved, are noticed before anything is sent. */
export interface KnownIds {
  /** The IDs known of a company, the newest first. @param most as many at most */
  of(company: Company, most: number): Promise<KnownId[]>;
  /** The ID known of each of these; left out where none is. */
  find(company: Company, references: readonly KnownId[]): Promise<Map<KnownId, number | null>>;
  /** Keeps what a plan rested on; what is known already stays as it is. */
  note(company: Company, ids: readonly KnownId[], at: number): Promise<void>;
  /** What the service says now, in the place of what was known. It ends whatever was asked about the company. */
  learn(
    company: Company,
    ids: readonly (Omit<KnownId, 'id'> & { readonly now: number | null })[],
    at: number,
  ): Promise<void>;
  /** Whether it is asked if these are other books, or somebody said that they are the same. */
  verdict(company: Company): Promise<IdsVerdict | undefined>;
  setVerdict(company: Company, verdict: IdsVerdict): Promise<void>;
}

const VERDICT = 'ids-of:';

export function knownIdsOf(db: Sql): KnownIds {
  return {
    of: (company, most) =>
      db.all<KnownId>(
        `select kind, code, service_id as id from known_id where company = ? and service_id is not null
         order by at desc, kind, code limit ?`,
        company,
        most,
      ),
    async find(company, references) {
      // A cross join keeps this order: from the table's side, SQLite would read the JSON anew for each of its rows.
      const { found } = (await db.get<{ found: string }>(
        `select json_group_array(json_array(r.key, k.service_id)) as found
         from json_each(?2) r cross join known_id k on k.company = ?1 and k.kind = r.value ->> 0 and k.code = r.value ->> 1`,
        company,
        JSON.stringify(references.map(({ kind, code }) => [kind, code])),
      ))!;
      return new Map((JSON.parse(found) as [number, number | null][]).map(([at, id]) => [references[at]!, id]));
    },
    note: (company, ids, at) => db.write((tx) => noteIds(tx, company, ids, at)),
    learn: (company, ids, at) =>
      db.write(async (tx) => {
        for (const { kind, code, now } of ids) {
          await tx.run(
            'insert or replace into known_id (company, kind, code, service_id, at) values (?, ?, ?, ?, ?)',
            company,
            kind,
            code,
            now,
            at,
          );
        }
        await tx.run('delete from meta where name = ?', VERDICT + company);
      }),
    verdict: async (company) =>
      (await db.get<{ value: IdsVerdict }>('select value from meta where name = ?', VERDICT + company))?.value,
    async setVerdict(company, verdict) {
      await db.run('insert or replace into meta (name, value) values (?, ?)', VERDICT + company, verdict);
    },
  };
}

async function noteIds(db: Sql, company: Company, ids: readonly KnownId[], at: number): Promise<void> {
  // In one statement: every plan rests on hundreds, of which it mostly brings none that is new.
  await db.run(
    `insert or ignore into known_id (company, kind, code, service_id, at)
     select ?1, value ->> 0, value ->> 1, value ->> 2, ?2 from json_each(?3)`,
    company,
    at,
    JSON.stringify(ids.map(({ kind, code, id }) => [kind, code, id])),
  );
}
