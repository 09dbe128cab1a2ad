import type { Cancellation } from '../core/cancelled-issue.ts';
import type { Issue } from '../core/issue.ts';
import type { Outcome } from '../core/outcome.ts';
import type { BatchEntry, FrozenBatch } from '../core/states.ts';
import { nameContact } from './backfill-ids.ts';
import { bookedBefore } from './booked-before.ts';
import { type FieldMemory, proveFields, rememberField } from './custom-fields.ts';
import { inTurn, lastBatchNo, pendingOf } from './imports.ts';
import { insertBatch, insertProblem } from './planned-rows.ts';
import { clearUnsent, fenced, LEFTOVER } from './plans.ts';
import { promoteCanary } from './promote-canary.ts';
import type { AttemptRow, BatchRow } from './rows.ts';
import { bodyOf } from './sent-entries.ts';
import { causeOf, setRejected } from './set-rejected.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { bookWithdrawn } from './withdrawn-batches.ts';

/** A batch that may now be sent, once, under this attempt. */
export interface Sending {
  readonly batch: BatchRow;
  readonly body: Buffer;
  /** The batch's entries, packed as JSON. */
  readonly entries: string;
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
      readonly stops?: Cancellation | undefined;
    };

/** Each method is one transaction. */
export interface Posting {
  /** Whether a batch is due. */
  hasDue(num: number, now: number): boolean;
  batch(num: number, no: number): BatchRow | undefined;
  body(num: number, no: number): { entries: BatchEntry[]; body: string };
  batches(num: number): BatchRow[];
  /** Those that did not simply go through, or are not simply still to be sent: of a hundred thousand contacts a few. */
  notable(num: number): BatchRow[];
  /** Whether a batch, or one that came of it, waits to be sent or is being sent. */
  isUnderWay(num: number, no: number): boolean;
  /** Attempts to send it; of a part of a batch in doubt, also the attempt that the doubt is about. */
  attempts(num: number, no: number): AttemptRow[];
  /**
   * The next batch that is due: ready → sending, durably. Undefined where none is due, enough are under way, the holder's
   * lease is gone, or the import is not posting, or cancelled: what is being planned again has no claims yet.
   */
  beginSending(num: number, attempt: NewAttempt, now: number): Sending | undefined;
  /**
   * Writes the outcome of an attempt, if the batch is still in that attempt's hands or was not sent again since, and in the
   * same transaction begins the next: one sync to disk for both. A batch of which any request is known to be booked is
   * booked, and never sent again.
   */
  settle(attempt: string, outcome: Outcome, settlement: Settlement, now: number, next: NewAttempt | undefined): Settled;
  /**
   * Throws away batches that planning a part again left behind when it was cut off.
   * @throws where the import is no longer this planner's
   */
  clearUnsent(num: number, planner: string): void;
  lastBatchNo(num: number): number;
  /** Whether another entry is claimed that is recognised by the same: the service may have its contact. */
  hasEqual(num: number, entry: BatchEntry): boolean;
  /** Whether batches that were never sent wait, for their turn or for what is in doubt at a lower stage. */
  hasUnsent(num: number): boolean;
  /** Whether a batch is to be sent, or is being sent, whatever others wait for. */
  hasUnsettled(num: number): boolean;
  /** Whether a batch up to this number, or a part of one, is ready to be sent. */
  isReadyOf(num: number, upTo: number): boolean;
  /** Anything that may still be sent, without a person, or is being sent. */
  hasPending(num: number): boolean;
  /** An import at rest of which something is pending is posted. */
  postPending(num: number, now: number): void;
}

/** Whether a batch is due by the time `?2`: it need not wait any longer, or was put off before somebody set the clock back. */
const DUE = '(due_at <= ?2 or exists (select 1 from attempt where attempt.id = batch.attempt and ended_at > ?2))';

export function postingOf(db: SqliteDatabase): Posting {
  const batch = (num: number, no: number) =>
    db.get<BatchRow>('select * from batch where import = ? and no = ?', num, no);
  const begin = (num: number, attempt: NewAttempt, now: number): Sending | undefined => {
    const due = db.get<BatchRow>(
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
    db.run(
      "update batch set state = 'sending', attempt = ?, holder = ?, deadline = ?, attempts = attempts + 1 where import = ? and no = ?",
      attempt.id,
      attempt.holder,
      attempt.deadline,
      num,
      due.no,
    );
    db.run(
      'insert into attempt (id, import, batch, holder, began_at, deadline) values (?, ?, ?, ?, ?, ?)',
      attempt.id,
      num,
      due.no,
      attempt.holder,
      now,
      attempt.deadline,
    );
    const frozen = db.get<Pick<Sending, 'body' | 'entries'>>(
      'select body, entries from batch_body where import = ? and no = ?',
      num,
      due.no,
    )!;
    return { batch: { ...due, state: 'sending', attempt: attempt.id, attempts: due.attempts + 1 }, ...frozen };
  };
  /** Of the same batch an earlier request, declared not booked, turned out to be: nothing of it is sent once more. */
  const isBookedAlready = ({ id, import: num, batch: no }: AttemptRow, { to }: Settlement): boolean =>
    (to === 'ready' || to === 'split' || to === 'rejected') &&
    db.get("select 1 from attempt where import = ? and batch = ? and outcome = 'booked' and id <> ?", num, no, id) !==
      undefined;
  const record = (sent: AttemptRow, outcome: Outcome, meant: Settlement, now: number): boolean => {
    const settlement = isBookedAlready(sent, meant) ? bookedBefore(db, batch(sent.import, sent.batch)!) : meant;
    db.run(
      'update attempt set ended_at = ?, outcome = ?, evidence = ? where id = ?',
      now,
      // A refusal of several entries proves nothing where the service may have applied some of them.
      meant.to === 'in-doubt' ? 'in-doubt' : outcome.kind,
      JSON.stringify(outcome.evidence),
      sent.id,
    );
    const moved = db.run(
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
    // However late it is told: a field that nobody remembers is created once more.
    const field = 'field' in meant && outcome.kind === 'booked' ? meant.field : undefined;
    if (field !== undefined) rememberField(db, sent.import, field, now);
    // A part of it that was declared not booked, and is not sent yet.
    if (moved === 0 && outcome.kind === 'booked')
      db.run(
        "update batch set state = 'booked' where import = ? and parent = ? and state = 'ready' and attempt is null and step not in ('activate-field', 'read-back')",
        sent.import,
        sent.batch,
      );
    // A field is not ready for use when it is created: its entry waits to be activated by a retry.
    const isReady = meant.to !== 'continued' || field === undefined;
    if (moved === 0 && outcome.kind === 'booked' && isReady && bookWithdrawn(db, sent.import, sent.batch)) {
      postAgain(db, sent.import, now);
    }
    if (moved === 0) return false;
    if (settlement.to === 'split' || settlement.to === 'ready') postAgain(db, sent.import, now);
    if (settlement.to === 'split') {
      const { source } = batch(sent.import, sent.batch)!;
      for (const half of settlement.halves(lastBatchNo(db, sent.import) + 1)) {
        insertBatch(db, sent.import, half, sent.batch, source);
      }
    }
    if (settlement.to === 'continued') {
      const { source } = batch(sent.import, sent.batch)!;
      insertBatch(db, sent.import, settlement.next(lastBatchNo(db, sent.import) + 1), sent.batch, source);
    }
    if (settlement.to === 'rejected') {
      setRejected(db, sent, settlement.entry, settlement.issue, settlement.detail);
      promoteCanary(db, sent.import, sent.batch);
    }
    const readBack = settlement.to === 'booked' && batch(sent.import, sent.batch)!.step === 'read-back';
    if (readBack && settlement.ids !== null) nameContact(db, sent.import, sent.batch, settlement.ids);
    if (settlement.to === 'booked' && settlement.proved !== undefined)
      proveFields(db, sent.import, settlement.proved, now);
    if (settlement.to === 'booked' && settlement.remark !== undefined) {
      for (const { seq } of bodyOf(db, sent.import, sent.batch).entries)
        insertProblem(db, sent.import, seq, 0, causeOf(db, sent.import, settlement.remark), null);
    }
    if (settlement.to === 'booked' || settlement.to === 'rejected') {
      if (settlement.stops !== undefined) stopImport(db, sent.import, settlement.stops);
    }
    if (settlement.to === 'booked' || settlement.to === 'continued' || settlement.to === 'rejected')
      postWaiting(db, sent.import, now);
    return true;
  };
  return {
    hasDue: (num, now) =>
      db.get(
        `select 1 from batch where import = ?1 and state = 'ready' and ${DUE} and ${inTurn('?1')} limit 1`,
        num,
        now,
      ) !== undefined,
    batch,
    body: (num, no) => bodyOf(db, num, no),
    batches: (num) => db.all<BatchRow>('select * from batch where import = ? order by no', num),
    notable: (num) =>
      db.all<BatchRow>(
        `select * from batch where import = ? and not (state in ('booked', 'continued') and attempts <= 1)
           and not (state = 'ready' and attempts = 0)
           and not (state = 'withdrawn' and step <> 'book' and attempts = 0) order by no`,
        num,
      ),
    isUnderWay: (num, no) =>
      db.get(
        `with recursive family (no) as (select ?2 union
           select b.no from batch b join family f on b.parent = f.no where b.import = ?1)
         select 1 from batch join family using (no) where import = ?1 and state in ('ready', 'sending') limit 1`,
        num,
        no,
      ) !== undefined,
    attempts: (num, no) =>
      db.all<AttemptRow>(
        `select * from attempt where import = ?1 and (batch = ?2 or id = (select attempt from batch where import = ?1 and no = ?2))
         order by began_at, rowid`,
        num,
        no,
      ),
    beginSending: (num, attempt, now) => db.transaction(() => begin(num, attempt, now)),
    settle: (attempt, outcome, settlement, now, next) =>
      db.transaction(() => {
        const sent = db.get<AttemptRow>('select * from attempt where id = ?', attempt)!;
        const recorded = record(sent, outcome, settlement, now);
        return { recorded, next: next === undefined ? undefined : begin(sent.import, next, now) };
      }),
    clearUnsent: (num, planner) => db.transaction(() => fenced(db, { num, planner }, () => clearUnsent(db, num, 0))),
    lastBatchNo: (num) => lastBatchNo(db, num),
    hasEqual: (num, { identity, seq }) =>
      db.get('select 1 from claim where identity = ? and not (import = ? and seq = ?) limit 1', identity, num, seq) !==
      undefined,
    hasUnsent: (num) => db.get(`select 1 from batch where import = ? and ${LEFTOVER} limit 1`, num) !== undefined,
    isReadyOf: (num, upTo) =>
      db.get(
        `with recursive made as (
           select no from batch where import = ?1 and no <= ?2
           union select b.no from batch b join made on b.parent = made.no where b.import = ?1)
         select 1 from batch where import = ?1 and state = 'ready' and no in (select no from made) limit 1`,
        num,
        upTo,
      ) !== undefined,
    hasUnsettled: (num) =>
      db.get("select 1 from batch where import = ? and state in ('ready', 'sending') limit 1", num) !== undefined,
    hasPending: (num) => db.get(`${pendingOf('?1')} limit 1`, num) !== undefined,
    postPending: (num, now) => postWaiting(db, num, now),
  };
}

/**
 * An import that came to rest has something to send again: in the transaction that says so, or a process that dies
 * in between would leave it there for ever.
 */
export function postAgain(db: SqliteDatabase, num: number, now: number): void {
  db.run(
    "update import set state = 'posting', posting_at = ?, named = 0 where num = ? and state in ('in-doubt', 'partly-booked')",
    now,
    num,
  );
}

/** One statement, of which an import that is posting costs a look at its row: it is asked after every batch. */
const POST_WAITING = `update import set state = 'posting', posting_at = ?1, named = 0
  where num = ?2 and state in ('in-doubt', 'partly-booked') and exists (${pendingOf('?2')})`;

/** What was settled may be what others of the import waited for. */
export function postWaiting(db: SqliteDatabase, num: number, now: number): void {
  db.run(POST_WAITING, now, num);
}

/** Nothing more of an import is begun; what is left of it is held as if somebody had cancelled it. */
export function stopImport(db: SqliteDatabase, num: number, cancellation: Cancellation): void {
  db.run('update import set cancelled = ? where num = ? and cancelled is null', JSON.stringify(cancellation), num);
  db.run(
    "insert into event (import, at, who, what, detail) values (?, ?, ?, 'stopped', ?)",
    num,
    cancellation.at,
    cancellation.who,
    JSON.stringify({ reason: cancellation.reason }),
  );
}
