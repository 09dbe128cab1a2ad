import type { LookRow } from './rows.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

/** What a look into the service's books found of a batch: counts of entries. */
export interface LookResult {
  readonly at: number;
  readonly found: number;
  readonly absent: number;
  /** Entries of which nothing can be said: no answer, or one that does not fit the question. */
  readonly unclear: number;
  /** For people. */
  readonly detail: string;
  /** BookedId[] of what was found, JSON, where the service has IDs of it. */
  readonly ids?: string | undefined;
}

/** Looks of the probe at batches in doubt (design, section 4). Each method is one transaction. */
export interface Looks {
  /**
   * Begins a look at a batch in doubt, unless one was begun after `unlessSince`: of several processes one looks.
   * @returns its id; undefined where another looks, or the batch is no longer in doubt about this attempt
   */
  begin(num: number, no: number, attempt: string, now: number, unlessSince: number): number | undefined;
  end(id: number, result: LookResult): void;
  /** Looks at an attempt, oldest first. */
  of(attempt: string): LookRow[];
}

export function looksOf(db: SqliteDatabase): Looks {
  return {
    begin: (num, no, attempt, now, unlessSince) =>
      db.transaction(() => {
        const wanted = db.get(
          `select 1 from batch where import = ?1 and no = ?2 and attempt = ?3 and state = 'in-doubt'
           and not exists (select 1 from look where attempt = ?3 and batch = ?2 and at > ?4)`,
          num,
          no,
          attempt,
          unlessSince,
        );
        if (wanted === undefined) return undefined;
        db.run('insert into look (import, batch, attempt, at) values (?, ?, ?, ?)', num, no, attempt, now);
        return db.get<{ id: number }>('select last_insert_rowid() as id')!.id;
      }),
    end(id, { at, found, absent, unclear, detail, ids }) {
      db.run(
        'update look set ended_at = ?, found = ?, absent = ?, unclear = ?, detail = ?, ids = ? where id = ?',
        at,
        found,
        absent,
        unclear,
        detail,
        ids ?? null,
        id,
      );
    },
    of: (attempt) => db.all<LookRow>('select * from look where attempt = ? order by id', attempt),
  };
}
