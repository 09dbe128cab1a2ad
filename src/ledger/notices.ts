import type { ImportState } from '../core/states.ts';
import { LEASE_HORIZON_MS } from './leases.ts';
import { PLANNED_AGAIN } from './planned-again.ts';
import type { Sql } from './sqlite-database.ts';

/** No message of ours is put off so far, in milliseconds: one that is was put off before somebody set the clock back. */
const PUT_OFF_HORIZON_MS = 2 * 60 * 60_000;
/** What was read of a run's words at most, in characters: they come from other people's servers. */
const DETAIL_CHARACTERS = 20_000;

/** What an import can be told of, each once, as bits of `import.told`. */
export const TOLD = { 'partly-booked': 1, rejected: 2, 'in-doubt': 4, completed: 8 } as const;
export type ToldState = keyof typeof TOLD;
const ALL_TOLD = Object.values(TOLD).reduce((sum, bit) => sum + bit, 0);

/** A message on its way to people, by one channel. */
export interface NoticeRow {
  id: string;
  /** `import:ID:STATE` or `run:ID`. */
  about: string;
  channel: string;
  /** JSON; empty once it was sent. */
  message: string;
  state: 'waiting' | 'sent' | 'given-up';
  attempts: number;
  /** Those of them in which this message was not taken, while others may have been. */
  refusals: number;
  /** Not before. */
  due_at: number;
  holder: string | null;
  until: number;
  /** Recipients who have not got it yet, JSON; null: nobody has. */
  rest: string | null;
  at: number;
  ended_at: number | null;
  /** Why it could not be sent at the last try. */
  error: string | null;
}

export type NewNotice = Pick<NoticeRow, 'id' | 'about' | 'channel' | 'message' | 'at'>;

/** A run of a schedule that failed, and that nobody was told of. */
export interface FailedRun {
  id: string;
  job: string;
  due_at: number;
  began_at: number;
  ended_at: number;
  /** `{ message, suggestion? }`, JSON. */
  detail: string | null;
}

/** Why a message was not sent this time. */
export interface PutOff {
  readonly dueAt: number;
  readonly error: string;
  /** This message was not taken; others may be. */
  readonly refused?: boolean;
  /** Recipients who have not got it yet; undefined: as before. */
  readonly rest?: readonly string[] | undefined;
}

/**
 * What people are told, an outbox: that something was found is marked in the transaction that writes its messages, and
 * they are sent afterwards. Each method is one transaction. Times are milliseconds since 1970.
 */
export interface Notices {
  /**
   * From when on each of these kinds is told: a kind that was never told until now begins now. One that is left out
   * keeps its time, since another process may still tell of it.
   */
  toldFrom(kinds: readonly string[], now: number): Promise<Readonly<Record<string, number>>>;
  /** Imports to be booked that came to rest in this state since then, and that nobody was told of in this state. */
  untoldImports(state: ToldState, from: number): Promise<{ num: number; told: number; finished_at: number }[]>;
  /** Scheduled runs that failed since then and that were not looked at, oldest first. */
  untoldRuns(from: number): Promise<FailedRun[]>;
  /** What was told of a job's failures since it last succeeded, before this run: the runs' words, each once. */
  toldFailures(run: Pick<FailedRun, 'job' | 'began_at'>): Promise<string[]>;
  /**
   * Writes the messages about an import, and marks it as told.
   * @returns false where it is no longer as it was found
   */
  tellImport(
    found: { num: number; state: ImportState; told: number },
    bits: number,
    messages: NewNotice[],
  ): Promise<boolean>;
  /** Writes the messages about a run, or none where nobody needs to be told; false where somebody else did. */
  tellRun(id: string, messages: NewNotice[]): Promise<boolean>;
  /** Takes the message that has been due longest, until then. */
  claim(channel: string, holder: string, now: number, until: number): Promise<NoticeRow | undefined>;
  /** @param error what went wrong all the same, in words: some who did not get it */
  sent(id: string, now: number, error: string | null): Promise<void>;
  putOff(id: string, holder: string, why: PutOff): Promise<void>;
  giveUp(id: string, now: number, error: string): Promise<void>;
  /** Gives up what was written before then and still waits, unless somebody is sending it now. */
  giveUpOld(channel: string, before: number, now: number): Promise<{ count: number; error: string | null }>;
  /** Messages that were given up since then, or that wait and could not be sent so far. */
  undelivered(
    since: number,
  ): Promise<{ channel: string; state: NoticeRow['state']; count: number; error: string | null }[]>;
}

export function noticesOf(db: Sql): Notices {
  const insert = async (tx: Sql, messages: readonly NewNotice[]) => {
    for (const { id, about, channel, message, at } of messages) {
      await tx.run(
        `insert or ignore into notice (id, about, channel, message, state, due_at, at) values (?, ?, ?, ?, 'waiting', ?, ?)`,
        id,
        about,
        channel,
        message,
        at,
        at,
      );
    }
  };
  const next = (tx: Sql, channel: string, now: number) =>
    tx.get<NoticeRow>(
      `select * from notice where state = 'waiting' and channel = ?1 and (due_at <= ?2 or due_at > ?3)
       and (holder is null or until not between ?2 and ?4) order by due_at, id limit 1`,
      channel,
      now,
      now + PUT_OFF_HORIZON_MS,
      now + LEASE_HORIZON_MS,
    );
  const end = (tx: Sql, id: string, state: NoticeRow['state'], now: number, error: string | null) =>
    tx.run(
      "update notice set state = ?, ended_at = ?, error = ?, holder = null where id = ? and state = 'waiting'",
      state,
      now,
      error,
      id,
    );
  return {
    async toldFrom(kinds, now) {
      const read = async (tx: Sql) =>
        JSON.parse(
          (await tx.get<{ value: string }>("select value from meta where name = 'told-from'"))?.value ?? '{}',
        ) as Record<string, number>;
      // A time that is still to come was written before somebody set the clock back.
      const isSet = (from: Record<string, number>, kind: string) => from[kind] !== undefined && from[kind] <= now;
      const before = await read(db);
      // Usually all are there: nobody's lock is needed to see that.
      if (kinds.every((kind) => isSet(before, kind))) return before;
      return await db.write(async (tx) => {
        const from = await read(tx);
        for (const kind of kinds) if (!isSet(from, kind)) from[kind] = now;
        await tx.run("insert or replace into meta (name, value) values ('told-from', ?)", JSON.stringify(from));
        return from;
      });
    },
    untoldImports: (state, from) =>
      db.all(
        `select num, told, finished_at from import where state = ? and told in (select value from json_each(?))
         and finished_at >= ? and book = 1 and not ${PLANNED_AGAIN} order by finished_at`,
        state,
        JSON.stringify(Array.from({ length: ALL_TOLD + 1 }, (_, told) => told).filter((told) => !(told & TOLD[state]))),
        from,
      ),
    untoldRuns: (from) =>
      db.all<FailedRun>(
        `select id, job, due_at, began_at, ended_at, substr(detail, 1, ${DETAIL_CHARACTERS}) as detail from run
         where outcome = 'failed' and told = 0 and ended_at >= ? and manual = 0 order by began_at, id`,
        from,
      ),
    toldFailures: async ({ job, began_at }) =>
      (
        await db.all<{ detail: string | null }>(
          `select distinct substr(detail, 1, ${DETAIL_CHARACTERS}) as detail from run
           where job = ?1 and began_at < ?2 and outcome = 'failed' and told = 1 and began_at > coalesce((
             select max(began_at) from run where job = ?1 and began_at < ?2 and outcome in ('ok', 'nothing-new')), 0)`,
          job,
          began_at,
        )
      ).map(({ detail }) => detail ?? ''),
    tellImport: ({ num, state, told }, bits, messages) =>
      db.write(async (tx) => {
        const marked = await tx.run(
          'update import set told = told | ? where num = ? and state = ? and told = ?',
          bits,
          num,
          state,
          told,
        );
        if (marked > 0) await insert(tx, messages);
        return marked > 0;
      }),
    tellRun: (id, messages) =>
      db.write(async (tx) => {
        const marked = await tx.run('update run set told = 1 where id = ? and told = 0', id);
        if (marked > 0) await insert(tx, messages);
        return marked > 0;
      }),
    async claim(channel, holder, now, until) {
      if ((await next(db, channel, now)) === undefined) return undefined;
      return await db.write(async (tx) => {
        const row = await next(tx, channel, now);
        if (row === undefined) return undefined;
        await tx.run(
          'update notice set holder = ?, until = ?, attempts = attempts + 1 where id = ?',
          holder,
          until,
          row.id,
        );
        return { ...row, holder, until, attempts: row.attempts + 1 };
      });
    },
    sent: (id, now, error) =>
      db.write(async (tx) => {
        // That somebody was told, and when, is kept; the words are the receipt's.
        if ((await end(tx, id, 'sent', now, error)) > 0)
          await tx.run("update notice set message = '' where id = ?", id);
      }),
    async putOff(id, holder, { dueAt, error, refused = false, rest }) {
      await db.run(
        `update notice set due_at = ?, error = ?, refusals = refusals + ?, rest = coalesce(?, rest), holder = null
         where id = ? and holder = ? and state = 'waiting'`,
        dueAt,
        error,
        refused ? 1 : 0,
        rest === undefined ? null : JSON.stringify(rest),
        id,
        holder,
      );
    },
    async giveUp(id, now, error) {
      await end(db, id, 'given-up', now, error);
    },
    async giveUpOld(channel, before, now) {
      const old = (tx: Sql) =>
        tx.all<{ id: string; error: string | null }>(
          `select id, error from notice where state = 'waiting' and channel = ? and at < ?
           and (holder is null or until not between ? and ?)`,
          channel,
          before,
          now,
          now + LEASE_HORIZON_MS,
        );
      if ((await old(db)).length === 0) return { count: 0, error: null };
      return await db.write(async (tx) => {
        const rows = await old(tx);
        for (const { id, error } of rows) await end(tx, id, 'given-up', now, error);
        return { count: rows.length, error: rows.at(-1)?.error ?? null };
      });
    },
    undelivered: (since) =>
      db.all(
        `select channel, state, count(*) as count, max(error) as error from notice
         where (state = 'given-up' and ended_at >= ?) or (state = 'waiting' and error is not null)
         group by channel, state order by channel, state`,
        since,
      ),
  };
}
