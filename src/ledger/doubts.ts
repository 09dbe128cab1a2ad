import { entryName } from '../core/entry-names.ts';
import type { BatchEntry, FrozenBatch } from '../core/states.ts';
import { type FieldMemory, rememberField } from './custom-fields.ts';
import { lastBatchNo } from './imports.ts';
import { LEASE_HORIZON_MS } from './leases.ts';
import { insertBatch } from './planned-rows.ts';
import { postAgain, postWaiting } from './posting.ts';
import { withdrawRecovered } from './recovered-batches.ts';
import type { BatchRow, DecisionRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { Sql } from './sqlite-database.ts';
import { waitForOwners } from './waits.ts';

/** What somebody says became of a batch in doubt, or of a part of it. */
export interface Decision {
  readonly became: 'booked' | 'not-booked';
  readonly at: number;
  /** A user, or the probe. */
  readonly who: string;
  readonly reason: string;
  /** BookedId[] of what was found in the service, JSON. */
  readonly ids?: string | undefined;
  /** The custom field that the decision is about. */
  readonly field?: FieldMemory | undefined;
}

/** That an answer is taken back, for the history. */
export interface TakenBackAnswer {
  readonly at: number;
  readonly who: string;
  readonly reason: string;
  readonly answer: Pick<DecisionRow, 'who' | 'at' | 'became'>;
}

/** A decision, and the outcome of its attempt that came later and says otherwise. */
export interface Contradiction extends DecisionRow {
  readonly outcome: string;
  readonly ended_at: number;
  /** The batch that its entries stand in now, unless that was sent and refused: of a part, a batch of its own. */
  readonly stands: number;
}

/** Batches whose outcome is not known (design, section 4). Each method is one transaction; history is only added to. */
export interface Doubts {
  /** Batches that are being sent by a holder that is gone, or past their deadline, become in doubt. */
  orphans(now: number): Promise<{ import: number; no: number; attempt: string }[]>;
  /**
   * A batch in doubt whose step may be sent again whatever became of it is due again.
   * @returns false where it is no longer in doubt about this attempt
   */
  sendAgain(num: number, no: number, attempt: string, now: number): Promise<boolean>;
  /** All that are in doubt, of every import. */
  list(): Promise<BatchRow[]>;
  /** Since when the sender of an attempt is known to have gone without a word, by the history. */
  senderGoneSince(num: number, attempt: string): Promise<number | undefined>;
  /**
   * Decides about a batch.
   * @param parts the batches that it goes on in: it is sent again in these, or, where it was booked, they are its next step;
   * undefined: it is sent again as it is, or nothing follows
   * @returns false where the batch is no longer in doubt about this attempt, or is to be sent again though an earlier request for
   * it is known to be booked
   */
  decide(
    num: number,
    no: number,
    attempt: string,
    decision: Decision,
    parts?: (firstNo: number) => readonly FrozenBatch[],
  ): Promise<boolean>;
  /**
   * Decides about some entries of a batch; the rest stays in doubt, in a batch of its own.
   * @param parts the batches of the decided and of the other entries, from a number on
   * @returns the number of the batch that is still in doubt; undefined where nothing was decided
   */
  decidePart(
    num: number,
    no: number,
    attempt: string,
    decision: Decision,
    parts: (firstNo: number) => readonly [decided: FrozenBatch, rest: FrozenBatch],
  ): Promise<number | undefined>;
  /**
   * Takes an answer back that nothing was built on: the batch is in doubt again about the same attempt.
   * @param state of the batch, as it was seen
   * @returns false where it is no longer so
   */
  reopen(num: number, no: number, attempt: string, state: BatchRow['state'], taken: TakenBackAnswer): Promise<boolean>;
  decisions(num: number): Promise<DecisionRow[]>;
  /** Requests that people are asked about: in doubt, or of a batch with a contradiction. */
  openAttempts(num: number): Promise<ReadonlySet<string>>;
  /** Those that nobody has closed. Declared not booked, and not sent again when it turned out to be booked, is none. */
  contradictions(num: number): Promise<Contradiction[]>;
  /**
   * Closes the contradictions of a batch by a further decision, taken with the outcome known. What was declared booked
   * and was not sent again since is sent when this says that it is not.
   * @returns false where there was none
   */
  close(num: number, no: number, decision: Decision): Promise<boolean>;
}

/** Whether a request for a batch, or for what it is a part of, is known to be booked; not one of an earlier step. */
async function wasBooked(tx: Sql, num: number, no: number): Promise<boolean> {
  const booked = await tx.get(
    `with recursive line (no) as (select ?2 union
       select p.no from batch b join line l on b.no = l.no join batch p on p.import = b.import and p.no = b.parent
       where b.import = ?1 and p.state <> 'continued')
     select 1 from attempt where import = ?1 and outcome = 'booked' and batch in (select no from line) limit 1`,
    num,
    no,
  );
  return booked !== undefined;
}

export function doubtsOf(db: Sql): Doubts {
  const inDoubt = (tx: Sql, num: number, no: number, attempt: string) =>
    tx.get<BatchRow>(
      "select * from batch where import = ? and no = ? and attempt = ? and state = 'in-doubt'",
      num,
      no,
      attempt,
    );
  const move = async (tx: Sql, batch: BatchRow, to: 'booked' | 'ready', now: number) => {
    if (to === 'ready' && (await withdrawRecovered(tx, batch))) return;
    // Due at once: by a time it would wait where the clock is set back.
    await tx.run(
      'update batch set state = ?, due_at = 0, holder = null where import = ? and no = ?',
      to,
      batch.import,
      batch.no,
    );
    if (to === 'ready') {
      await waitForOwners(tx, batch);
      await postAgain(tx, batch.import, now);
    } else await postWaiting(tx, batch.import, now);
  };
  const insertDecision = async (
    tx: Sql,
    { import: num, batch, attempt, part }: Pick<DecisionRow, 'import' | 'batch' | 'attempt' | 'part'>,
    { became, at, who, reason }: Decision,
    detail: object,
  ) => {
    await tx.run(
      `insert into decision (import, batch, attempt, became, at, who, reason, part, ended) values (?, ?, ?, ?, ?, ?, ?, ?,
         exists (select 1 from attempt where id = ?3 and ended_at is not null))`,
      num,
      batch,
      attempt,
      became,
      at,
      who,
      reason,
      part,
    );
    await tx.run(
      "insert into event (import, at, who, what, detail) values (?, ?, ?, 'resolved', ?)",
      num,
      at,
      who,
      JSON.stringify({ batch, became, reason, ...detail }),
    );
  };
  const record = async (tx: Sql, batch: BatchRow, decision: Decision, part: readonly BatchEntry[] | null) => {
    const seqs = part === null ? null : JSON.stringify(part.map(({ seq }) => seq));
    const about = { import: batch.import, batch: batch.no, attempt: batch.attempt!, part: seqs };
    await insertDecision(tx, about, decision, part === null ? {} : { entries: part.map((entry) => entryName(entry)) });
  };
  const contradictions = async (tx: Sql, num: number): Promise<Contradiction[]> => {
    const found = await tx.all<Contradiction>(
      `select d.*, a.outcome, a.ended_at, d.batch as stands from decision d join attempt a on a.id = d.attempt
         where d.import = ? and d.ended = 0 and d.taken_back_at is null and a.ended_at is not null and a.outcome is not 'in-doubt'
           and (d.became = 'booked') <> (a.outcome = 'booked')
           and not exists (select 1 from decision later where later.import = d.import and later.batch = d.batch
             and later.attempt = d.attempt and later.id > d.id and later.ended = 1)
           and (d.became = 'booked' or d.part is not null or exists (select 1 from attempt other where other.import = d.import
             and other.id <> d.attempt and other.batch in (
               with recursive family (no) as (select d.batch union
                 select b.no from family f cross join batch b on b.parent = f.no where b.import = d.import)
               select no from family)
             and coalesce(other.outcome, 'in-doubt') in ('booked', 'in-doubt'))
             or exists (select 1 from batch withdrawn where withdrawn.import = d.import and withdrawn.state = 'withdrawn'
               and d.batch in (withdrawn.no, withdrawn.parent))) order by d.id`,
      num,
    );
    const open: Contradiction[] = [];
    for (const each of found) {
      const stands = each.part === null ? each.stands : await partOf(tx, each);
      if (each.part === null || each.became === 'booked' || (await wasSent(tx, num, stands)))
        open.push({ ...each, stands });
    }
    return open;
  };
  const wasSent = async (tx: Sql, num: number, no: number) =>
    (await tx.get("select 1 from batch where import = ? and no = ? and state = 'booked' and attempts = 0", num, no)) ===
    undefined;
  const partOf = async (tx: Sql, { import: num, batch, part }: DecisionRow): Promise<number> => {
    const parts = 'select no from batch where import = ? and parent = ? order by no';
    for (const { no } of await tx.all<{ no: number }>(parts, num, batch)) {
      const { entries } = await bodyOf(tx, num, no);
      if (JSON.stringify(entries.map(({ seq }) => seq)) === part) return no;
    }
    return batch;
  };
  return {
    orphans: (now) =>
      db.write(async (tx) => {
        const lost = await tx.all<{ import: number; no: number; attempt: string }>(
          `select import, no, attempt from batch where state = 'sending' and (deadline < ?1 or not exists
             (select 1 from holder where id = batch.holder and struck = 0 and lease_until between ?1 and ?2))`,
          now,
          now + LEASE_HORIZON_MS,
        );
        for (const { import: num, no, attempt } of lost) {
          await tx.run(
            "update batch set state = 'in-doubt' where import = ? and no = ? and state = 'sending'",
            num,
            no,
          );
          await tx.run(
            "update attempt set outcome = 'in-doubt', evidence = ? where id = ? and ended_at is null",
            JSON.stringify({ error: 'The process that sent it went away before it could write what came of it.' }),
            attempt,
          );
        }
        // Struck out: a process that only stood still must not go on as if nobody had given it up.
        await tx.run(
          'update holder set struck = 1 where struck = 0 and lease_until not between ? and ?',
          now,
          now + LEASE_HORIZON_MS,
        );
        await tx.run(
          "delete from holder where struck = 1 and id not in (select holder from batch where state = 'in-doubt' and holder is not null)",
        );
        return lost;
      }),
    sendAgain: (num, no, attempt, now) =>
      db.write(async (tx) => {
        const batch = await inDoubt(tx, num, no, attempt);
        if (batch !== undefined) await move(tx, batch, 'ready', now);
        return batch !== undefined;
      }),
    senderGoneSince: async (num, attempt) =>
      (
        await db.get<{ at: number }>(
          "select at from event where import = ? and what = 'sender-gone' and detail ->> 'attempt' = ? order by id limit 1",
          num,
          attempt,
        )
      )?.at,
    list: () => db.all<BatchRow>("select * from batch where state = 'in-doubt' order by import, no"),
    decide: (num, no, attempt, decision, parts) =>
      db.write(async (tx) => {
        const batch = await inDoubt(tx, num, no, attempt);
        if (batch === undefined) return false;
        if (decision.became === 'not-booked' && (await wasBooked(tx, num, no))) return false;
        const booked = decision.became === 'booked';
        if (parts === undefined) {
          await move(tx, batch, booked ? 'booked' : 'ready', decision.at);
        } else {
          for (const part of parts((await lastBatchNo(tx, num)) + 1))
            await insertBatch(tx, num, part, no, batch.source);
          const state = booked ? 'continued' : 'split';
          await tx.run('update batch set state = ?, holder = null where import = ? and no = ?', state, num, no);
          await postAgain(tx, num, decision.at);
        }
        if (booked && decision.ids !== undefined)
          await tx.run('update batch set ids = ? where import = ? and no = ?', decision.ids, num, no);
        if (booked && decision.field !== undefined) await rememberField(tx, num, decision.field, decision.at);
        await record(tx, batch, decision, null);
        return true;
      }),
    decidePart: (num, no, attempt, decision, parts) =>
      db.write(async (tx) => {
        const batch = await inDoubt(tx, num, no, attempt);
        if (batch === undefined) return undefined;
        if (decision.became === 'not-booked' && (await wasBooked(tx, num, no))) return undefined;
        const [decided, rest] = parts((await lastBatchNo(tx, num)) + 1);
        for (const part of [decided, rest]) await insertBatch(tx, num, part, no, batch.source);
        await tx.run("update batch set state = 'split', holder = null where import = ? and no = ?", num, no);
        // The rest is still in the hands of the attempt that sent it.
        await tx.run(
          "update batch set state = 'in-doubt', attempt = ?, holder = ?, attempts = ? where import = ? and no = ?",
          attempt,
          batch.holder,
          batch.attempts,
          num,
          rest.no,
        );
        const half = (await tx.get<BatchRow>('select * from batch where import = ? and no = ?', num, decided.no))!;
        await move(tx, half, decision.became === 'booked' ? 'booked' : 'ready', decision.at);
        await record(tx, batch, decision, (await bodyOf(tx, num, decided.no)).entries);
        return rest.no;
      }),
    reopen: (num, no, attempt, state, { at, who, reason, answer }) =>
      db.write(async (tx) => {
        const changed = await tx.run(
          "update batch set state = 'in-doubt', ids = null where import = ? and no = ? and attempt = ? and state = ?",
          num,
          no,
          attempt,
          state,
        );
        if (changed === 0) return false;
        await tx.run(
          'update decision set taken_back_at = ? where import = ? and batch = ? and attempt = ? and taken_back_at is null',
          at,
          num,
          no,
          attempt,
        );
        const detail = JSON.stringify({ batch: no, attempt, reason, ...answer });
        const insert = "insert into event (import, at, who, what, detail) values (?, ?, ?, 'answer-taken-back', ?)";
        await tx.run(insert, num, at, who, detail);
        // Whoever dies after this has left no doubt in an import that is done.
        await tx.run(
          "update import set state = 'in-doubt' where num = ? and state in ('completed', 'partly-booked')",
          num,
        );
        return true;
      }),
    decisions: (num) => db.all<DecisionRow>('select * from decision where import = ? order by id', num),
    openAttempts: async (num) => {
      const contradicted = (await contradictions(db, num)).map(({ batch }) => batch);
      const open = await db.all<{ attempt: string }>(
        `select attempt from batch where import = ?1 and attempt is not null and (state = 'in-doubt'
           or no in (select value from json_each(?2)))`,
        num,
        JSON.stringify(contradicted),
      );
      return new Set(open.map(({ attempt }) => attempt));
    },
    contradictions: (num) => contradictions(db, num),
    close: (num, no, decision) =>
      db.write(async (tx) => {
        await tx.run('delete from proposal where import = ? and batch = ?', num, no);
        const open = (await contradictions(tx, num)).filter(({ batch }) => batch === no);
        for (const { attempt, part, stands, became } of open) {
          await insertDecision(tx, { import: num, batch: no, attempt, part }, decision, { closes: true });
          if (decision.became === 'booked' || became === 'not-booked') continue;
          const batch = await tx.get<BatchRow>(
            "select * from batch where import = ? and no = ? and state in ('booked', 'continued')",
            num,
            stands,
          );
          if (batch === undefined) continue;
          // What was to read it back read nothing of it: it is read back when it is created.
          if (batch.state === 'continued')
            await tx.run(
              "update batch set state = 'withdrawn', holder = null where import = ? and parent = ? and step = 'read-back'",
              num,
              stands,
            );
          await move(tx, batch, 'ready', decision.at);
        }
        return open.length > 0;
      }),
  };
}
