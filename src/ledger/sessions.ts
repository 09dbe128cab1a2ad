import type { Sql } from './sqlite-database.ts';

/** Somebody who signed in. Times are milliseconds since 1970. */
export interface SessionRow {
  /** Hash of what the browser holds: whoever reads the ledger can't use it. */
  readonly id: string;
  readonly user: string;
  /** Sent with every change. */
  readonly csrf: string;
  readonly began_at: number;
  readonly seen_at: number;
  /** When it ends, however much it is used. */
  readonly until: number;
  /** Role and password as they were, as a hash. */
  readonly grounds: string;
}

/** Who is signed in. Each method is one transaction. */
export interface Sessions {
  /** @param before what was not seen since then is over @param most how many of one user there may be; the oldest go */
  begin(session: SessionRow, before: number, most: number): Promise<void>;
  find(id: string): Promise<SessionRow | undefined>;
  seen(id: string, at: number): Promise<void>;
  end(id: string): Promise<void>;
}

export function sessionsOf(db: Sql): Sessions {
  return {
    begin: ({ id, user, csrf, began_at, seen_at, until, grounds }, before, most) =>
      db.write(async (tx) => {
        await tx.run('delete from session where until <= ? or seen_at <= ?', began_at, before);
        await tx.run(
          'insert into session (id, user, csrf, began_at, seen_at, until, grounds) values (?, ?, ?, ?, ?, ?, ?)',
          id,
          user,
          csrf,
          began_at,
          seen_at,
          until,
          grounds,
        );
        await tx.run(
          'delete from session where user = ? and id not in (select id from session where user = ? order by began_at desc, rowid desc limit ?)',
          user,
          user,
          most,
        );
      }),
    find: (id) => db.get<SessionRow>('select * from session where id = ?', id),
    async seen(id, at) {
      await db.run('update session set seen_at = ? where id = ?', at, id);
    },
    async end(id) {
      await db.run('delete from session where id = ?', id);
    },
  };
}
