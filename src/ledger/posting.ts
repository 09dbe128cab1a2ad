import type { Cancellation } from '../core/cancelled-issue.ts';
import type { Facts } from '../core/facts.ts';
import type { Issue } from '../core/issue.ts';
import { EVIDENCE_BODY_LENGTH, type Evidence, type Outcome } from '../core/outcome.ts';
import type { BatchEntry, FrozenBatch } from '../core/states.ts';
import { nameContact } from './backfill-ids.ts';
import { unpackBody } from './batches.ts';
import { bookedBefore } from './booked-before.ts';
import { type FieldMemory, proveFields, rememberField } from './custom-fields.ts';
import { inTurn, lastBatchNo, pendingOf } from './imports.ts';
import { wasListed } from './listed-contacts.ts';
import { insertBatch, insertProblem } from './planned-rows.ts';
import { clearUnsent, fenced, LEFTOVER } from './plans.ts';
import { promoteCanary } from './promote-canary.ts';
import type { AttemptRow, BatchRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import { causeOf, setRejected } from './set-rejected.ts';
import type { Sql } from './sqlite-database.ts';
import { bookWithdrawn } from './withdrawn-batches.ts';

/** A batch that may now be sent, once, under this attempt. */
export interface Sending {
  readonly batch: BatchRow;
  readonly body: Buffer;
  /** The batch's entries, packed as JSON. */
  readonly entries: string;
  /** Its control totals, JSON. */
  readonly totals: string;
}

/** An attempt that is about to be made. */
export interface NewAttempt {
  readonly id: string;
  readonly holder: string;
  /** When the sender must be taken for lost. */
  readonly deadline: number;
  /** Requests of this import that may be under way at once, on all machines. */
  readonly limit: number;
}

/** What became of an attempt: whether its batch was still in its hands, and what may be sent next. */
export interface Settled {
  readonly recorded: boolean;
  readonly next: Sending | undefined;
  /** The outcome that was written instead: the service answered with the ID of another contact. */
  readonly doubt?: Outcome | undefined;
}

/** What becomes of a batch when the outcome of its attempt is known. */
export type Settlement =
  | {
      readonly to: 'booked';
      readonly ids: string | null;
      readonly field?: FieldMemory | undefined;
      /** What is left of the import can't be sent as it is: it is stopped, as if somebody had cancelled it. */
      readonly stops?: Cancellation | undefined;
      /** Custom fields that were refused, and of which this contact shows that they are there. */
      readonly proved?: readonly FieldMemory[] | undefined;
      /** What people should know of it all the same. */
      readonly remark?: Issue | undefined;
    }
  /** It was applied, and its entries go on in the batch of the next step. */
  | {
      readonly to: 'continued';
      readonly ids: string | null;
      readonly next: (no: number) => FrozenBatch;
      readonly field?: FieldMemory | undefined;
    }
  | { readonly to: 'ready'; readonly dueAt: number }
  | { readonly to: 'in-doubt' }
  /** Several entries were refused together: these halves go on. */
  | { readonly to: 'split'; readonly halves: (firstNo: number) => readonly FrozenBatch[] }
  /** One entry was refused alone. */
  | {
      readonly to: 'rejected';
      readonly entry: BatchEntry;
      readonly issue: Issue;
      readonly detail: string;
      /** Particular to this entry. */
      readonly facts?: Facts | undefined;
      readonly stops?: Cancellation | undefined;
    };

/** Each method is one transaction. */
export interface Posting {
  /** Whether a batch is due. */
  hasDue(num: number, now: number): Promise<boolean>;
  batch(num: number, no: number): Promise<BatchRow | undefined>;
  body(num: number, no: number): Promise<{ entries: BatchEntry[]; body: string }>;
  /** The control totals of a batch, JSON. */
  totals(num: number, no: number): Promise<string>;
  batches(num: number): Promise<BatchRow[]>;
  /** Those that did not simply go through, or are not simply still to be sent: of a hundred thousand contacts a few. */
  notable(num: number): Promise<BatchRow[]>;
  /** Whether a batch, or one that came of it, waits to be sent or is being sent. */
  isUnderWay(num: number, no: number): Promise<boolean>;
  /** Attempts to send it; of a part of a batch in doubt, also the attempt that the doubt is about. */
  attempts(num: number, no: number): Promise<AttemptRow[]>;
  /**
   * The next batch that is due: ready → sending, durably. Undefined where none is due, enough are under way, the holder's
   * lease is gone, or the import is not posting, or cancelled: what is being planned again has no claims yet.
   */
  beginSending(num: number, attempt: NewAttempt, now: number): Promise<Sending | undefined>;
  /**
   * Writes the outcome of an attempt, if the batch is still in that attempt's hands or was not sent again since, and in the
   * same transaction begins the next: one sync to disk for both, and for all senders that are there at once. A batch of which any request is known to be booked is
   * booked, and never sent again.
   */
  settle(
    attempt: string,
    outcome: Outcome,
    settlement: Settlement,
    now: number,
    next: NewAttempt | undefined,
  ): Promise<Settled>;
  /**
   * Throws away batches that planning a part again left behind when it was cut off.
   * @throws where the import is no longer this planner's
   */
  clearUnsent(num: number, planner: string): Promise<void>;
  lastBatchNo(num: number): Promise<number>;
  /** Whether another entry is claimed that is recognised by the same: the service may have its contact. */
  hasEqual(num: number, entry: BatchEntry): Promise<boolean>;
  /** Whether batches that were never sent wait, for their turn or for what is in doubt at a lower stage. */
  hasUnsent(num: number): Promise<boolean>;
  /** Whether a batch is to be sent, or is being sent, whatever others wait for. */
  hasUnsettled(num: number): Promise<boolean>;
  /** Whether a batch up to this number, or a part of one, is ready to be sent. */
  isReadyOf(num: number, upTo: number): Promise<boolean>;
  /** Anything that may still be sent, without a person, or is being sent. */
  hasPending(num: number): Promise<boolean>;
  /** An import at rest of which something is pending is posted. */
  postPending(num: number, now: number): Promise<void>;
}

/** Whether a batch is due by the time `?2`: it need not wait any longer, or was put off before somebody set the clock back. */
const DUE = '(due_at <= ?2 or exists (select 1 from attempt where attempt.id = batch.attempt and ended_at > ?2))';

/** So much of a reply that is too long to be kept whole is kept where the batch keeps the IDs in it, in characters. */
const NAMED_BODY_LENGTH = 200;

function shortened(evidence: Evidence): Evidence {
  const { body } = evidence;
  if (body === undefined || body.length < EVIDENCE_BODY_LENGTH) return evidence;
  return { ...evidence, body: body.slice(0, NAMED_BODY_LENGTH) };
}

/** By `cross join` the parts of a batch are looked up by their parent: SQLite would rather try all parts of the import for each. */
export const PART_UNDER_WAY = `with recursive family (no) as (select ?2 union
    select b.no from family f cross join batch b on b.parent = f.no where b.import = ?1)
  select 1 from batch join family using (no) where import = ?1 and state in ('ready', 'sending') limit 1`;
export const PART_READY = `with recursive made as (select no from batch where import = ?1 and no <= ?2 union
    select b.no from made cross join batch b on b.parent = made.no where b.import = ?1)
  select 1 from batch where import = ?1 and state = 'ready' and no in (select no from made) limit 1`;

function otherContact({ evidence, ids }: Outcome, whose: string): Outcome {
  const said = `"ID": ${ids?.[0]?.id}, which ${whose}`;
  return { kind: 'in-doubt', message: '', evidence: { ...evidence, contradiction: { what: 'error', said, sent: 1 } } };
}

export function postingOf(db: Sql): Posting {
  const batch = (tx: Sql, num: number, no: number) =>
    tx.get<BatchRow>('select * from batch where import = ? and no = ?', num, no);
  const begin = async (tx: Sql, num: number, attempt: NewAttempt, now: number): Promise<Sending | undefined> => {
    const due = await tx.get<BatchRow>(
      `select * from batch where import = ?1 and state = 'ready' and ${DUE} and ${inTurn('?1')}
       and (select count(*) from batch where import = ?1 and state = 'sending') < ?3
       and exists (select 1 from import where num = ?1 and state = 'posting' and cancelled is null)
       and exists (select 1 from holder where id = ?4 and struck = 0 and lease_until >= ?2) order by no limit 1`,
      num,
      now,
      attempt.limit,
      attempt.holder,
    );
    if (due === undefined) return undefined;
    await tx.run(
      "update batch set state = 'sending', attempt = ?, holder = ?, deadline = ?, attempts = attempts + 1 where import = ? and no = ?",
      attempt.id,
      attempt.holder,
      attempt.deadline,
      num,
      due.no,
    );
    await tx.run(
      'insert into attempt (id, import, batch, holder, began_at, deadline) values (?, ?, ?, ?, ?, ?)',
      attempt.id,
      num,
      due.no,
      attempt.holder,
      now,
      attempt.deadline,
    );
    const frozen = (await tx.get<Pick<Sending, 'body' | 'entries' | 'totals'>>(
      'select body, entries, totals from batch_body where import = ? and no = ?',
      num,
      due.no,
    ))!;
    return {
      batch: { ...due, state: 'sending', attempt: attempt.id, attempts: due.attempts + 1 },
      entries: frozen.entries,
      totals: frozen.totals,
      body: unpackBody(frozen.body),
    };
  };
  /**
   * Whose ID a contact was answered with, where that is another one of its import, or one that the service had before. Those of
   * other imports are not compared: a service that was put back from a copy gives them out again.
   */
  const ownerOf = async (
    tx: Sql,
    { import: num, batch: no }: AttemptRow,
    { ids }: Outcome,
    settlement: Settlement,
  ): Promise<string | undefined> => {
    if ((settlement.to !== 'booked' && settlement.to !== 'continued') || settlement.ids === null) return undefined;
    const creates = "select 1 from batch where import = ? and no = ? and step = 'create-contact'";
    if ((await tx.get(creates, num, no)) === undefined) return undefined;
    const other = await tx.get(
      `select 1 from batch where import = ?1 and ids = ?3 and no <> ?2 and ids is not null
         and step = 'create-contact' limit 1`,
      num,
      no,
      settlement.ids,
    );
    if (other !== undefined) return 'another contact of this import has';
    const id = ids?.[0]?.id;
    return id != null && (await wasListed(tx, num, id)) ? 'a contact had before this import' : undefined;
  };
  /** Of the same batch an earlier request, declared not booked, turned out to be: nothing of it is sent once more. */
  const isBookedAlready = async (
    tx: Sql,
    { id, import: num, batch: no }: AttemptRow,
    { to }: Settlement,
  ): Promise<boolean> =>
    (to === 'ready' || to === 'split' || to === 'rejected') &&
    (await tx.get(
      "select 1 from attempt where import = ? and batch = ? and outcome = 'booked' and id <> ?",
      num,
      no,
      id,
    )) !== undefined;
  const record = async (
    tx: Sql,
    sent: AttemptRow,
    outcome: Outcome,
    meant: Settlement,
    now: number,
  ): Promise<boolean> => {
    const settlement = (await isBookedAlready(tx, sent, meant))
      ? await bookedBefore(tx, (await batch(tx, sent.import, sent.batch))!)
      : meant;
    const moved = await tx.run(
      `update batch set state = ?, message = ?, ids = ?, due_at = ?, holder = null
       where import = ?5 and no = ?6 and ((attempt = ?7 and state in ('sending', 'in-doubt'))
         or (state = 'ready' and (?1 in ('booked', 'continued') or (attempt = ?7 and ?1 <> 'in-doubt'))))`,
      settlement.to,
      outcome.message === '' ? null : outcome.message,
      settlement.to === 'booked' || settlement.to === 'continued' ? settlement.ids : null,
      settlement.to === 'ready' ? settlement.dueAt : 0,
      sent.import,
      sent.batch,
      sent.id,
    );
    const named = moved > 0 && settlement.to === 'booked' && settlement.ids !== null;
    await tx.run(
      'update attempt set ended_at = ?, outcome = ?, evidence = ? where id = ?',
      now,
      // A refusal of several entries proves nothing where the service may have applied some of them.
      meant.to === 'in-doubt' ? 'in-doubt' : outcome.kind,
      JSON.stringify(named ? shortened(outcome.evidence) : outcome.evidence),
      sent.id,
    );
    // However late it is told: a field that nobody remembers is created once more.
    const field = 'field' in meant && outcome.kind === 'booked' ? meant.field : undefined;
    if (field !== undefined) await rememberField(tx, sent.import, field, now);
    // A part of it that was declared not booked, and is not sent yet.
    if (moved === 0 && outcome.kind === 'booked')
      await tx.run(
        "update batch set state = 'booked' where import = ? and parent = ? and state = 'ready' and attempt is null and step not in ('activate-field', 'read-back')",
        sent.import,
        sent.batch,
      );
    // A field is not ready for use when it is created: its entry waits to be activated by a retry.
    const isReady = meant.to !== 'continued' || field === undefined;
    if (moved === 0 && outcome.kind === 'booked' && isReady && (await bookWithdrawn(tx, sent.import, sent.batch))) {
      await postAgain(tx, sent.import, now);
    }
    if (moved === 0) return false;
    if (settlement.to === 'split' || settlement.to === 'ready') await postAgain(tx, sent.import, now);
    if (settlement.to === 'split') {
      const { source } = (await batch(tx, sent.import, sent.batch))!;
      for (const half of settlement.halves((await lastBatchNo(tx, sent.import)) + 1)) {
        await insertBatch(tx, sent.import, half, sent.batch, source);
      }
    }
    if (settlement.to === 'continued') {
      const { source } = (await batch(tx, sent.import, sent.batch))!;
      await insertBatch(tx, sent.import, settlement.next((await lastBatchNo(tx, sent.import)) + 1), sent.batch, source);
    }
    if (settlement.to === 'rejected') {
      await setRejected(tx, sent, settlement.entry, settlement.issue, settlement.detail, settlement.facts);
      await promoteCanary(tx, sent.import, sent.batch);
    }
    const readBack = settlement.to === 'booked' && (await batch(tx, sent.import, sent.batch))!.step === 'read-back';
    if (readBack && settlement.ids !== null) await nameContact(tx, sent.import, sent.batch, settlement.ids);
    if (settlement.to === 'booked' && settlement.proved !== undefined)
      await proveFields(tx, sent.import, settlement.proved, now);
    if (settlement.to === 'booked' && settlement.remark !== undefined) {
      for (const { seq } of (await bodyOf(tx, sent.import, sent.batch)).entries)
        await insertProblem(tx, sent.import, seq, 0, await causeOf(tx, sent.import, settlement.remark), null);
    }
    if (settlement.to === 'booked' || settlement.to === 'rejected') {
      if (settlement.stops !== undefined) await stopImport(tx, sent.import, settlement.stops);
    }
    if (settlement.to === 'booked' || settlement.to === 'continued' || settlement.to === 'rejected')
      await postWaiting(tx, sent.import, now);
    return true;
  };
  return {
    hasDue: async (num, now) =>
      (await db.get(
        `select 1 from batch where import = ?1 and state = 'ready' and ${DUE} and ${inTurn('?1')} limit 1`,
        num,
        now,
      )) !== undefined,
    batch: (num, no) => batch(db, num, no),
    body: (num, no) => bodyOf(db, num, no),
    totals: async (num, no) =>
      (await db.get<{ totals: string }>('select totals from batch_body where import = ? and no = ?', num, no))!.totals,
    batches: (num) => db.all<BatchRow>('select * from batch where import = ? order by no', num),
    notable: (num) =>
      db.all<BatchRow>(
        `select * from batch where import = ? and not (state in ('booked', 'continued') and attempts <= 1)
           and not (state = 'ready' and attempts = 0)
           and not (state = 'withdrawn' and step <> 'book' and attempts = 0) order by no`,
        num,
      ),
    isUnderWay: async (num, no) => (await db.get(PART_UNDER_WAY, num, no)) !== undefined,
    attempts: (num, no) =>
      db.all<AttemptRow>(
        `select * from attempt where import = ?1 and (batch = ?2 or id = (select attempt from batch where import = ?1 and no = ?2))
         order by began_at, rowid`,
        num,
        no,
      ),
    beginSending: (num, attempt, now) => db.groupCommit((tx) => begin(tx, num, attempt, now)),
    settle: (attempt, outcome, settlement, now, next) =>
      db.groupCommit(async (tx) => {
        const sent = (await tx.get<AttemptRow>('select * from attempt where id = ?', attempt))!;
        const owner = await ownerOf(tx, sent, outcome, settlement);
        const doubt = owner === undefined ? undefined : otherContact(outcome, owner);
        const recorded = await record(tx, sent, doubt ?? outcome, doubt ? { to: 'in-doubt' } : settlement, now);
        return { recorded, next: next === undefined ? undefined : await begin(tx, sent.import, next, now), doubt };
      }),
    clearUnsent: (num, planner) => db.write((tx) => fenced(tx, { num, planner }, () => clearUnsent(tx, num, 0))),
    lastBatchNo: (num) => lastBatchNo(db, num),
    hasEqual: async (num, { identity, seq }) =>
      (await db.get(
        'select 1 from claim where identity = ? and not (import = ? and seq = ?) limit 1',
        identity,
        num,
        seq,
      )) !== undefined,
    hasUnsent: async (num) =>
      (await db.get(`select 1 from batch where import = ? and ${LEFTOVER} limit 1`, num)) !== undefined,
    isReadyOf: async (num, upTo) => (await db.get(PART_READY, num, upTo)) !== undefined,
    hasUnsettled: async (num) =>
      (await db.get("select 1 from batch where import = ? and state in ('ready', 'sending') limit 1", num)) !==
      undefined,
    hasPending: async (num) => (await db.get(`${pendingOf('?1')} limit 1`, num)) !== undefined,
    postPending: (num, now) => postWaiting(db, num, now),
  };
}

/**
 * An import that came to rest has something to send again: in the transaction that says so, or a process that dies
 * in between would leave it there for ever.
 */
export async function postAgain(db: Sql, num: number, now: number): Promise<void> {
  await db.run(
    "update import set state = 'posting', posting_at = ?, named = 0 where num = ? and state in ('in-doubt', 'partly-booked')",
    now,
    num,
  );
}

/** One statement, of which an import that is posting costs a look at its row: it is asked after every batch. */
const POST_WAITING = `update import set state = 'posting', posting_at = ?1, named = 0
  where num = ?2 and state in ('in-doubt', 'partly-booked') and exists (${pendingOf('?2')})`;

/** What was settled may be what others of the import waited for. */
export async function postWaiting(db: Sql, num: number, now: number): Promise<void> {
  await db.run(POST_WAITING, now, num);
}

/** Nothing more of an import is begun; what is left of it is held as if somebody had cancelled it. */
export async function stopImport(db: Sql, num: number, cancellation: Cancellation): Promise<void> {
  await db.run(
    'update import set cancelled = ? where num = ? and cancelled is null',
    JSON.stringify(cancellation),
    num,
  );
  await db.run(
    "insert into event (import, at, who, what, detail) values (?, ?, ?, 'stopped', ?)",
    num,
    cancellation.at,
    cancellation.who,
    JSON.stringify({ reason: cancellation.reason }),
  );
}
