import { entryName } from '../core/entry-names.ts';
import type { BatchEntry, FrozenBatch } from '../core/states.ts';
import { type FieldMemory, rememberField } from './custom-fields.ts';
import { lastBatchNo } from './imports.ts';
import { LEASE_HORIZON_MS } from './leases.ts';
import { insertBatch } from './planned-rows.ts';
import { postAgain, postWaiting } from './posting.ts';
import { proposalStands } from './proposals.ts';
import { withdrawRecovered } from './recovered-batches.ts';
import type { BatchRow, DecisionRow, ProposalRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
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
  /** What another person proposed, and this confirms: where that stands no more, nothing is decided. */
  readonly confirms?: Pick<ProposalRow, 'who' | 'at'> | undefined;
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
  orphans(now: number): { import: number; no: number; attempt: string }[];
  /**
   * A batch in doubt whose step may be sent again whatever became of it is due again.
   * @returns false where it is no longer in doubt about this attempt
   */
  sendAgain(num: number, no: number, attempt: string, now: number): boolean;
  /** All that are in doubt, of every import. */
  list(): BatchRow[];
  /**
   * Decides about a batch.
   * @param parts the batches that it goes on in: it is sent again in these, or, where it was booked, they are its next step;
   * undefined: it is sent again as it is, or nothing follows
   * @returns false where the batch is no longer in doubt about this attempt
   */
  decide(
    num: number,
    no: number,
    attempt: string,
    decision: Decision,
    parts?: (firstNo: number) => readonly FrozenBatch[],
  ): boolean;
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
  ): number | undefined;
  /**
   * Takes an answer back that nothing was built on: the batch is in doubt again about the same attempt.
   * @param state of the batch, as it was seen
   * @returns false where it is no longer so
   */
  reopen(num: number, no: number, attempt: string, state: BatchRow['state'], taken: TakenBackAnswer): boolean;
  decisions(num: number): DecisionRow[];
  /** Those that nobody has closed. Declared not booked, and not sent again when it turned out to be booked, is none. */
  contradictions(num: number): Contradiction[];
  /**
   * Closes the contradictions of a batch by a further decision, taken with the outcome known. What was declared booked
   * and was not sent again since is sent when this says that it is not.
   * @returns false where there was none
   */
  close(num: number, no: number, decision: Decision): boolean;
}

export function doubtsOf(db: SqliteDatabase): Doubts {
  const inDoubt = (num: number, no: number, attempt: string) =>
    db.get<BatchRow>(
      "select * from batch where import = ? and no = ? and attempt = ? and state = 'in-doubt'",
      num,
      no,
      attempt,
    );
  const move = (batch: BatchRow, to: 'booked' | 'ready', now: number) => {
    if (to === 'ready' && withdrawRecovered(db, batch)) return;
    // Due at once: by a time it would wait where the clock is set back.
    db.run(
      'update batch set state = ?, due_at = 0, holder = null where import = ? and no = ?',
      to,
      batch.import,
      batch.no,
    );
    if (to === 'ready') {
      waitForOwners(db, batch);
      postAgain(db, batch.import, now);
    } else postWaiting(db, batch.import, now);
  };
  const insertDecision = (
    { import: num, batch, attempt, part }: Pick<DecisionRow, 'import' | 'batch' | 'attempt' | 'part'>,
    { became, at, who, reason, confirms }: Decision,
    detail: object,
  ) => {
    db.run(
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
    db.run(
      "insert into event (import, at, who, what, detail) values (?, ?, ?, 'resolved', ?)",
      num,
      at,
      who,
      JSON.stringify({ batch, became, reason, ...detail, ...(confirms === undefined ? {} : { proposed: confirms }) }),
    );
  };
  const record = (batch: BatchRow, decision: Decision, part: readonly BatchEntry[] | null) => {
    const seqs = part === null ? null : JSON.stringify(part.map(({ seq }) => seq));
    const about = { import: batch.import, batch: batch.no, attempt: batch.attempt!, part: seqs };
    insertDecision(about, decision, part === null ? {} : { entries: part.map((entry) => entryName(entry)) });
  };
  const contradictions = (num: number) =>
    db
      .all<Contradiction>(
        `select d.*, a.outcome, a.ended_at, d.batch as stands from decision d join attempt a on a.id = d.attempt
         where d.import = ? and d.ended = 0 and d.taken_back_at is null and a.ended_at is not null and a.outcome is not 'in-doubt'
           and (d.became = 'booked') <> (a.outcome = 'booked')
           and not exists (select 1 from decision later where later.import = d.import and later.batch = d.batch
             and later.attempt = d.attempt and later.id > d.id and later.ended = 1)
           and (d.became = 'booked' or d.part is not null or exists (select 1 from attempt other where other.import = d.import
             and other.id <> d.attempt and other.batch in (
               with recursive family (no) as (select d.batch union
                 select b.no from batch b join family f on b.parent = f.no where b.import = d.import)
               select no from family)
             and coalesce(other.outcome, 'in-doubt') in ('booked', 'in-doubt'))
             or exists (select 1 from batch withdrawn where withdrawn.import = d.import and withdrawn.state = 'withdrawn'
               and d.batch in (withdrawn.no, withdrawn.parent))) order by d.id`,
        num,
      )
      .map((each) => (each.part === null ? each : { ...each, stands: partOf(each) }))
      .filter((each) => each.part === null || each.became === 'booked' || wasSent(num, each.stands));
  const wasSent = (num: number, no: number) =>
    db.get("select 1 from batch where import = ? and no = ? and state = 'booked' and attempts = 0", num, no) ===
    undefined;
  const partOf = ({ import: num, batch, part }: DecisionRow) =>
    db
      .all<{ no: number }>('select no from batch where import = ? and parent = ? order by no', num, batch)
      .find(({ no }) => JSON.stringify(bodyOf(db, num, no).entries.map(({ seq }) => seq)) === part)?.no ?? batch;
  return {
    orphans: (now) =>
      db.transaction(() => {
        const lost = db.all<{ import: number; no: number; attempt: string }>(
          `select import, no, attempt from batch where state = 'sending' and (deadline < ?1 or not exists
             (select 1 from holder where id = batch.holder and struck = 0 and lease_until between ?1 and ?2))`,
          now,
          now + LEASE_HORIZON_MS,
        );
        for (const { import: num, no, attempt } of lost) {
          db.run("update batch set state = 'in-doubt' where import = ? and no = ? and state = 'sending'", num, no);
          db.run(
            "update attempt set outcome = 'in-doubt', evidence = ? where id = ? and ended_at is null",
            JSON.stringify({ error: 'The process that sent it went away before it could write what came of it.' }),
            attempt,
          );
        }
        // Struck out: a process that only stood still must not go on as if nobody had given it up.
        db.run(
          'update holder set struck = 1 where struck = 0 and lease_until not between ? and ?',
          now,
          now + LEASE_HORIZON_MS,
        );
        db.run(
          "delete from holder where struck = 1 and id not in (select holder from batch where state = 'in-doubt' and holder is not null)",
        );
        return lost;
      }),
    sendAgain: (num, no, attempt, now) =>
      db.transaction(() => {
        const batch = inDoubt(num, no, attempt);
        if (batch !== undefined) move(batch, 'ready', now);
        return batch !== undefined;
      }),
    list: () => db.all<BatchRow>("select * from batch where state = 'in-doubt' order by import, no"),
    decide: (num, no, attempt, decision, parts) =>
      db.transaction(() => {
        const batch = inDoubt(num, no, attempt);
        if (batch === undefined || !proposalStands(db, num, no, decision)) return false;
        const booked = decision.became === 'booked';
        if (parts === undefined) {
          move(batch, booked ? 'booked' : 'ready', decision.at);
        } else {
          for (const part of parts(lastBatchNo(db, num) + 1)) insertBatch(db, num, part, no, batch.source);
          const state = booked ? 'continued' : 'split';
          db.run('update batch set state = ?, holder = null where import = ? and no = ?', state, num, no);
          postAgain(db, num, decision.at);
        }
        if (booked && decision.ids !== undefined)
          db.run('update batch set ids = ? where import = ? and no = ?', decision.ids, num, no);
        if (booked && decision.field !== undefined) rememberField(db, num, decision.field, decision.at);
        record(batch, decision, null);
        return true;
      }),
    decidePart: (num, no, attempt, decision, parts) =>
      db.transaction(() => {
        const batch = inDoubt(num, no, attempt);
        if (batch === undefined || !proposalStands(db, num, no, decision)) return undefined;
        const [decided, rest] = parts(lastBatchNo(db, num) + 1);
        for (const part of [decided, rest]) insertBatch(db, num, part, no, batch.source);
        db.run("update batch set state = 'split', holder = null where import = ? and no = ?", num, no);
        // The rest is still in the hands of the attempt that sent it.
        db.run(
          "update batch set state = 'in-doubt', attempt = ?, holder = ?, attempts = ? where import = ? and no = ?",
          attempt,
          batch.holder,
          batch.attempts,
          num,
          rest.no,
        );
        const half = db.get<BatchRow>('select * from batch where import = ? and no = ?', num, decided.no)!;
        move(half, decision.became === 'booked' ? 'booked' : 'ready', decision.at);
        record(batch, decision, bodyOf(db, num, decided.no).entries);
        return rest.no;
      }),
    reopen: (num, no, attempt, state, { at, who, reason, answer }) =>
      db.transaction(() => {
        const changed = db.run(
          "update batch set state = 'in-doubt', ids = null where import = ? and no = ? and attempt = ? and state = ?",
          num,
          no,
          attempt,
          state,
        );
        if (changed === 0) return false;
        db.run(
          'update decision set taken_back_at = ? where import = ? and batch = ? and attempt = ? and taken_back_at is null',
          at,
          num,
          no,
          attempt,
        );
        const detail = JSON.stringify({ batch: no, reason, ...answer });
        const insert = "insert into event (import, at, who, what, detail) values (?, ?, ?, 'answer-taken-back', ?)";
        db.run(insert, num, at, who, detail);
        // Whoever dies after this has left no doubt in an import that is done.
        db.run("update import set state = 'in-doubt' where num = ? and state in ('completed', 'partly-booked')", num);
        return true;
      }),
    decisions: (num) => db.all<DecisionRow>('select * from decision where import = ? order by id', num),
    contradictions,
    close: (num, no, decision) =>
      db.transaction(() => {
        if (!proposalStands(db, num, no, decision)) return false;
        db.run('delete from proposal where import = ? and batch = ?', num, no);
        const open = contradictions(num).filter(({ batch }) => batch === no);
        for (const { attempt, part, stands, became } of open) {
          insertDecision({ import: num, batch: no, attempt, part }, decision, { closes: true });
          if (decision.became === 'booked' || became === 'not-booked') continue;
          const batch = db.get<BatchRow>(
            "select * from batch where import = ? and no = ? and state in ('booked', 'continued')",
            num,
            stands,
          );
          if (batch === undefined) continue;
          // What was to read it back read nothing of it: it is read back when it is created.
          if (batch.state === 'continued')
            db.run(
              "update batch set state = 'withdrawn', holder = null where import = ? and parent = ? and step = 'read-back'",
              num,
              stands,
            );
          move(batch, 'ready', decision.at);
        }
        return open.length > 0;
      }),
  };
}
