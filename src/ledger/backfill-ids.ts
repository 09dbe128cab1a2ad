import type { ImportRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';

/** A contact that was created by a request whose reply told no ID. */
export interface NamelessContact {
  readonly no: number;
  /** The body of its creation. */
  readonly body: string;
}

/** IDs of contacts whose creation was answered without one (service interface, section 4.11: the reply is not shown). */
export interface IdBackfill {
  /** Imports of a kind at rest that may have such contacts. */
  unnamed(kind: string): Promise<ImportRow[]>;
  /** Some of them, behind batch `after`. */
  nameless(num: number, after: number, limit: number): Promise<NamelessContact[]>;
  name(num: number, no: number, id: number): Promise<void>;
  /** Whether another contact, of this import or another of the same books, was created under these IDs. */
  hasIds(num: number, no: number, ids: string): Promise<boolean>;
  /** Nothing more can be found out. */
  finish(num: number): Promise<void>;
}

const AT_REST = "state in ('completed', 'partly-booked', 'in-doubt')";

export function idBackfillOf(db: Sql): IdBackfill {
  return {
    unnamed: (kind) => db.all<ImportRow>(`select * from import where kind = ? and named = 0 and ${AT_REST}`, kind),
    async nameless(num, after, limit) {
      const batches = await db.all<{ no: number }>(
        `select no from batch where import = ? and no > ? and state = 'booked' and ids is null
           and step in ('create-contact', 'read-back') order by no limit ?`,
        num,
        after,
        limit,
      );
      return Promise.all(batches.map(async ({ no }) => ({ no, body: (await bodyOf(db, num, no)).body })));
    },
    name: (num, no, id) => nameContact(db, num, no, JSON.stringify([[id, null]])),
    hasIds: async (num, no, ids) =>
      (await db.get(
        `select 1 from import this join import i on i.company = this.company and i.kind = this.kind
         join batch b on b.import = i.num where this.num = ?1 and b.ids = ?3 and b.state in ('booked', 'continued')
           and b.step = 'create-contact' and not (b.import = ?1 and b.no = ?2) limit 1`,
        num,
        no,
        ids,
      )) !== undefined,
    async finish(num) {
      await db.run(`update import set named = 1 where num = ? and ${AT_REST}`, num);
    },
  };
}

/**
 * A contact that was read back has a batch for that, behind the one that created it.
 * @param ids BookedId[], JSON
 */
export async function nameContact(db: Sql, num: number, no: number, ids: string): Promise<void> {
  await db.run(
    `update batch set ids = ?1 where import = ?2 and ids is null
       and (no = ?3 or no = (select parent from batch where import = ?2 and no = ?3 and step = 'read-back'))`,
    ids,
    num,
    no,
  );
}
