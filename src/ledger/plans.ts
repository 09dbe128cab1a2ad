import type { SentLine } from '../core/batch-body.ts';
import type { Cause } from '../core/cause-book.ts';
import type { Facts } from '../core/facts.ts';
import { QUESTION_CODES } from '../core/issue.ts';
import type { BatchEntry, BatchState, FrozenBatch } from '../core/states.ts';
import { noteBookedTotals } from './booked-as.ts';
import {
  type Blocking,
  type Claim,
  type ClaimConflict,
  type ClaimedEntry,
  type ClaimFate,
  claimFates,
  claimsOf,
  claimVersion,
  conflictsIn,
  noteCorrected,
  noteSaidSame,
  releaseClaim,
  saidOf,
  setBlockers,
  settledThen,
  type Twin,
  takeClaims,
} from './claims.ts';
import {
  type ContactClaims,
  movedSince,
  newestEvent,
  type Rival,
  rivalsOf,
  takeContactClaims,
} from './contact-claims.ts';
import { blocksWithin, type EntryBlock, givenUp, insertBlock, type NewBlock } from './entry-blocks.ts';
import { listedAmount } from './import-list.ts';
import { type Imports, importsOf, lastBatchNo } from './imports.ts';
import { type IdRanges, keepListed } from './listed-contacts.ts';
import { writePlanned } from './planned-rows.ts';
import { promoteCanary } from './promote-canary.ts';
import { revisionsOf } from './revisions.ts';
import type { EntryRow, ImportRow, NewEntry } from './rows.ts';
import {
  bodyOf,
  type CreatedContact,
  createdContacts,
  type DifferentlyRead,
  differentlyRead,
  firstRows,
  newestEntries,
  type ReadingOf,
  type SentContent,
  sentContents,
  sentEntries,
} from './sent-entries.ts';
import { openSqlite, type Sql } from './sqlite-database.ts';
import { insistedOf } from './waiting.ts';

/** Page cache of the planner, which is also what it sorts claims in: they are taken in the order of their tree, so that a small one will do. */
const CACHE_KILOBYTES = 8_000;
/** Contacts whose numbers are read at once. */
const CONTACTS_A_PAGE = 500;
/** Rows that one transaction deletes, so that it stays under 100 ms. */
const DELETE_ROWS = 500;

/** An entry that can't go into a batch, with why. */
export interface SetAside {
  readonly entry: NewEntry;
  readonly problems: readonly {
    readonly row: number;
    readonly cause: number;
    readonly detail: string | null;
    readonly own?: Facts | undefined;
  }[];
  /** Of a duplicate, the entry that the service has. */
  readonly twin?: Twin | undefined;
  /** Its amounts before they were converted. */
  readonly original?: Pick<Claim, 'identity' | 'content'> | undefined;
}

/** An entry that a person corrected, by what it says now; null where that can't be read. */
export interface CorrectedEntry {
  readonly seq: number;
  /** The first of its rows. */
  readonly row: number;
  readonly identity: number | null;
  readonly content: string | null;
}

/** A remark on a row of an entry. */
export interface Remarked {
  readonly seq: number;
  readonly row: number;
  readonly cause: number;
  readonly detail: string | null;
  readonly own?: Facts | undefined;
}

/** What the planner writes, in bulk: its own connection, in the planner's thread. */
export interface PlanWriter {
  /** Throws away a plan that was not finished, or that nothing was sent of. */
  clear(num: number): Promise<void>;
  /** Throws away the batches that planning a part again left unfinished. */
  clearUnsent(num: number, fromBatch: number): Promise<void>;
  /** Batches with the entries set aside since the last call, their causes, and remarks on entries of either. */
  write(
    num: number,
    source: number,
    batches: readonly FrozenBatch[],
    aside: readonly SetAside[],
    causes: readonly Cause[],
    remarks?: readonly Remarked[],
  ): Promise<void>;
  /** The end of a first plan. @param blocks what its entries say, where they can be compared */
  finishPlan(num: number, result: PlanResult, blocks: readonly NewBlock[]): Promise<void>;
  /** The end of planning a part again: what waited is replaced and what still waits is written, all or nothing. */
  finishAgain(num: number, result: AgainResult, blocks: readonly NewBlock[]): Promise<void>;
  /** Claims with any of these identities. */
  claims(identities: readonly number[]): Promise<Claim[]>;
  /** What became of the entry behind a claim, as it stood when its import was first asked about. */
  fate(entry: ClaimedEntry): Promise<ClaimFate>;
  /** By ordinal: earlier entries that entries of an import are, as they were found or as a person said; of those on hold for themselves too. */
  siblings(num: number): Promise<ReadonlyMap<number, Twin>>;
  /** By ordinal: what entries of an import were said to be, by people or as far as both say the same. */
  saidOf(num: number): Promise<ReadonlyMap<number, readonly Pick<Claim, 'identity' | 'content'>[]>>;
  /** Entries of other imports of the same books within these days, by what they say. */
  blocks(num: number, company: string, firstDay: string, lastDay: string): Promise<EntryBlock[]>;
  givenUp(num: number): Promise<ReadonlySet<number>>;
  firstRows(num: number, seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, number>>;
  /** Imports whose files have the columns of this one and were read differently (`ImportRow.reading`), the newest first. */
  differentlyRead(of: ReadingOf): Promise<readonly DifferentlyRead[]>;
  /** Tells of each entry of an import that was sent, will be, or was skipped by a person. */
  sentContents(num: number, take: (entry: SentContent) => void): Promise<void>;
  /** The draft lines of an entry as they were sent. */
  sentLines(claim: Pick<Claim, 'import' | 'seq'>): Promise<readonly SentLine[] | undefined>;
  /** The draft lines of a company's booked entries, the newest first; not all of them. */
  newestEntries(company: string, kind: string): AsyncIterable<readonly SentLine[]>;
  /** Goes up whenever anyone takes a claim. */
  claimVersion(): Promise<number>;
  /**
   * Takes the claims of all batches that are ready and were never sent, or wait for what becomes of other imports.
   * @param seen claim version that the plan looked for duplicates at: where claims were taken since, the same voucher
   * with other lines is looked for too
   * @returns batches that hold entries which somebody claimed since
   */
  takeClaims(num: number, seen: number): Promise<number[]>;
  /** Takes the claims of contacts that are to be created. @returns batches that got none, since another import may have the contact */
  takeContactClaims(num: number, claims: ContactClaims): Promise<number[]>;
  /** Keeps the IDs of the contacts that the service listed while an import was planned. */
  keepListed(num: number, ids: IdRanges): Promise<void>;
  /** Why such a batch got none. */
  rivals(batch: number): Promise<Rival[]>;
  /** The contact of a rival as it was created. */
  createdContact(rival: Pick<Rival, 'import' | 'seq'>): Promise<CreatedContact | undefined>;
  /** The newest event of any import. */
  newestEvent(): Promise<number>;
  /** Whether an import is at work, or was since this event. */
  movedSince(num: number, event: number): Promise<boolean>;
  /** A batch has no claims of its own: it waits for another import. */
  beginWaiting(num: number, no: number): Promise<void>;
  /** Batches whose entries wait for what becomes of other imports. */
  waitingBatches(num: number): Promise<number[]>;
  isWaiting(num: number, no: number): Promise<boolean>;
  /** Ordinals of the entries of a batch that come under the claim of an entry of another import, in other words than their own. */
  underOthers(num: number, no: number): Promise<ReadonlySet<number>>;
  /** All entries of a waiting batch have their claims: it is ready. */
  endWaiting(num: number, no: number): Promise<void>;
  /**
   * Which imports the entries of this one wait for now, and how many for each.
   * @param isOvertaken another process has judged some of the entries meanwhile: what is known stays, and is looked at again
   */
  setBlockers(num: number, blockers: ReadonlyMap<number, Blocking>, isOvertaken: boolean): Promise<void>;
  /** Batches with an outcome that an import had when `takeClaims` found its claims. */
  settledThen(num: number): Promise<number>;
  /** Entries of such a batch that somebody claimed since. */
  conflicts(batch: number): Promise<ClaimConflict[]>;
  body(num: number, no: number): Promise<{ entries: BatchEntry[]; body: string }>;
  nextCause(num: number): Promise<number>;
  /** Entries that are booked in the newest correction although they look like duplicates. */
  insisted(num: number): Promise<ReadonlySet<number>>;
  /** Numbers of batches behind `after` that create a contact and were never sent; a page of them. */
  contactsToCreate(num: number, after: number): Promise<number[]>;
  /**
   * Takes a batch that was never sent out of the plan; what is left of its entries goes on in others.
   * @returns false: another process has done so before
   */
  withdraw(num: number, no: number, parts: WithdrawnParts): Promise<boolean>;
  readonly imports: Imports;
}

/** What becomes of the entries of a batch that is taken out of a plan. */
export interface WithdrawnParts {
  /** Each makes a batch of its own. */
  readonly rest: readonly ((no: number) => FrozenBatch)[];
  readonly aside: readonly (SetAside & { readonly batchEntry: BatchEntry })[];
  readonly causes: readonly Cause[];
}

/** What the planner found, written when the plan is complete. */
export type PlanResult = Pick<
  ImportRow,
  | 'kind'
  | 'job_hash'
  | 'reading'
  | 'facts'
  | 'rows_read'
  | 'rows_skipped'
  | 'file_totals'
  | 'corrected_totals'
  | 'planned_at'
  | 'claims_seen'
  | 'todo'
>;

/** What planning a part again comes to. */
export interface AgainResult {
  /** Ordinals of the entries that waited and were planned again. */
  readonly replaced: readonly number[];
  readonly aside: readonly SetAside[];
  readonly causes: readonly Cause[];
  readonly remarks: readonly Remarked[];
  /** Entries of a correction. */
  readonly corrected: readonly CorrectedEntry[];
  readonly addedRows: number;
  /** Rows that the correction left out, or that today's job skips. */
  readonly skippedRows: number;
  /** Sum per account of the rows that were planned again, in minor units. */
  readonly totals: Readonly<Record<string, string>>;
  readonly facts: string;
  /** How the job read each of the files that they stand in. */
  readonly readings: readonly string[];
  readonly claimsSeen: number;
  readonly at: number;
}

/**
 * @param holder the planner in whose name all is written: each transaction throws once another has taken the import over
 */
export function openPlanWriter(
  path: string,
  holder: { readonly num: number; readonly planner: string },
): PlanWriter & { close(): void } {
  const opened = openSqlite(path, CACHE_KILOBYTES);
  const writer = planWriterOn({
    ...opened,
    write: (work) => opened.write((tx) => fenced(tx, holder, () => work(tx))),
  });
  return { ...writer, close: () => opened.close() };
}

export function planWriterOn(db: Sql): PlanWriter {
  const imports = importsOf(db);
  const sent = sentEntries();
  return {
    clear: (num) => clear(db, num),
    clearUnsent: (num, fromBatch) => db.write((tx) => clearUnsent(tx, num, fromBatch)),
    write: (num, source, batches, aside, causes, remarks) =>
      db.write((tx) => writePlanned(tx, num, source, batches, aside, causes, remarks)),
    async finishPlan(num, result, blocks) {
      await noteBookedTotals(db, num, result.facts);
      await db.write(async (tx) => {
        await importsOf(tx).update(num, { ...result, ...listedAmount(result.file_totals, result.facts) });
        for (const block of blocks) await insertBlock(tx, num, block);
      });
    },
    finishAgain: (num, result, blocks) =>
      db.write(async (tx) => {
        await finishAgain(tx, num, result);
        for (const block of blocks) await insertBlock(tx, num, block);
      }),
    fate: claimFates(db),
    saidOf: (num) => saidOf(db, num),
    siblings: (num) => siblings(db, num),
    blocks: (num, company, firstDay, lastDay) => blocksWithin(db, num, company, firstDay, lastDay),
    givenUp: (num) => givenUp(db, num),
    firstRows: (num, seqs) => firstRows(db, num, seqs),
    differentlyRead: (of) => differentlyRead(db, of),
    sentContents: (num, take) => sentContents(db, num, take),
    sentLines: async (claim) => (await sent(db, claim))?.lines,
    newestEntries: (company, kind) => newestEntries(db, company, kind),
    imports,
    claims: (identities) => claimsOf(db, identities),
    claimVersion: () => claimVersion(db),
    takeClaims: (num, seen) => takeClaims(db, num, seen),
    takeContactClaims: (num, claims) => takeContactClaims(db, num, claims),
    keepListed: (num, ids) => keepListed(db, num, ids),
    rivals: (batch) => rivalsOf(db, batch),
    createdContact: createdContacts(db),
    newestEvent: () => newestEvent(db),
    movedSince: (num, event) => movedSince(db, num, event),
    beginWaiting: (num, no) =>
      db.write(async (tx) => {
        await tx.run(
          "update batch set state = 'waiting' where import = ? and no = ? and state = 'ready' and attempt is null",
          num,
          no,
        );
        await promoteCanary(tx, num, no);
      }),
    waitingBatches: async (num) =>
      (
        await db.all<{ no: number }>("select no from batch where import = ? and state = 'waiting' order by no", num)
      ).map(({ no }) => no),
    isWaiting: async (num, no) =>
      (await db.get("select 1 from batch where import = ? and no = ? and state = 'waiting'", num, no)) !== undefined,
    underOthers: async (num, no) =>
      new Set(
        (
          await db.all<{ seq: number }>(
            `select e.value ->> 0 as seq from batch_body y, json_each(y.entries) e where y.import = ?1 and y.no = ?2
             and exists (select 1 from said_same s where s.identity = e.value ->> 5 and s.content = e.value ->> 6 and s.import <> ?1)`,
            num,
            no,
          )
        ).map(({ seq }) => seq),
      ),
    async endWaiting(num, no) {
      const ready = "update batch set state = 'ready' where import = ? and no = ? and state = 'waiting'";
      await db.write((tx) => tx.run(ready, num, no));
    },
    setBlockers: (num, blockers, isOvertaken) => setBlockers(db, num, blockers, isOvertaken),
    settledThen: (num) => settledThen(db, num),
    conflicts: (batch) => conflictsIn(db, batch),
    body: (num, no) => bodyOf(db, num, no),
    nextCause: async (num) =>
      (await db.get<{ no: number }>('select coalesce(max(no), 0) + 1 as no from cause where import = ?', num))!.no,
    insisted: async (num) => new Set(await insistedOf(db, num, (await imports.corrections(num)).at(-1)?.no ?? 0)),
    contactsToCreate: async (num, after) =>
      (
        await db.all<{ no: number }>(
          `select no from batch where import = ? and no > ? and state in ('ready', 'waiting') and attempt is null
             and step = 'create-contact' order by no limit ${CONTACTS_A_PAGE}`,
          num,
          after,
        )
      ).map(({ no }) => no),
    withdraw: (num, no, { rest, aside, causes }) =>
      db.write(async (tx) => {
        const gone = await tx.run(
          "update batch set state = 'withdrawn' where import = ? and no = ? and state in ('ready', 'waiting') and attempt is null",
          num,
          no,
        );
        const { source, state } = (await tx.get<{ source: number; state: BatchState }>(
          'select source, state from batch where import = ? and no = ?',
          num,
          no,
        ))!;
        if (gone === 0) {
          // Another process that settles what waits has done the same.
          if (state === 'withdrawn') return false;
          throw new Error(`Batch ${no} can't be withdrawn: a request was sent for it.`);
        }
        const placed = aside.map((one) => ({ ...one, entry: { ...one.entry, source } }));
        const first = (await lastBatchNo(tx, num)) + 1;
        const batches = rest.map((make, at) => make(first + at));
        await writePlanned(tx, num, source, batches, placed, causes);
        await noteBookedTotals(tx, num, (await importsOf(tx).byNum(num)).facts, seqsOf(aside));
        for (const { batchEntry } of aside) await releaseClaim(tx, num, batchEntry);
        await promoteCanary(tx, num, no);
        return true;
      }),
  };
}

function seqsOf(aside: readonly SetAside[]): number[] {
  return aside.map(({ entry }) => entry.seq);
}

/** A process that stood still for longer than its lease must not write into a plan that another makes now. */
export async function fenced<T>(
  db: Sql,
  { num, planner }: { num: number; planner: string },
  work: () => Promise<T>,
): Promise<T> {
  if ((await db.get('select 1 from import where num = ? and planner = ?', num, planner)) !== undefined)
    return await work();
  throw new Error(`Import ${num} is planned by another process now.`);
}

async function clear(db: Sql, num: number): Promise<void> {
  // Those of a plan that was cancelled, and did nothing, belong to no batch.
  const sent = await db.get('select 1 from attempt where import = ? and batch > 0 limit 1', num);
  if (sent !== undefined) throw new Error(`Import ${num} has sent requests; its plan can't be thrown away.`);
  for (const table of ['entry_block', 'batch_body', 'batch', 'problem', 'entry', 'cause']) {
    const statement = `delete from ${table} where rowid in (select rowid from ${table} where import = ? limit ${DELETE_ROWS})`;
    while ((await db.write((tx) => tx.run(statement, num))) > 0);
  }
}

/** Of a part that is being planned again: the halves of a refused batch are none, their entries stand nowhere else. */
export const LEFTOVER = "state in ('ready', 'waiting') and attempt is null and parent is null";

export async function clearUnsent(db: Sql, num: number, fromBatch: number): Promise<void> {
  const unsent = `import = ? and no >= ? and ${LEFTOVER}`;
  await db.run(
    `delete from batch_body where import = ? and no in (select no from batch where ${unsent})`,
    num,
    num,
    fromBatch,
  );
  await db.run(`delete from batch where ${unsent}`, num, fromBatch);
}

async function siblings(db: Sql, num: number): Promise<ReadonlyMap<number, Twin>> {
  const found = await db.all<Twin & { readonly of: number; readonly isSaid: number }>(
    `select e.seq as of, e.twin ->> 0 as import, e.twin ->> 1 as seq, e.twin ->> 2 as row,
       exists (select 1 from said_same s where s.identity = e.identity and s.content = e.content
         and s.import = e.twin ->> 0 and s.seq = e.twin ->> 1) as isSaid
     from entry e where e.import = ?1 and e.state in ('duplicate', 'duplicate-skipped', 'skipped') and e.twin is not null
     union all
     select e.seq as of, c.import, c.seq, c.row, 0 as isSaid from entry e
       cross join claim c on c.identity = e.identity and c.content = e.content and c.import <> ?1
     where e.import = ?1 and e.state = 'held' and not exists (
       select 1 from problem p join cause q on q.import = p.import and q.no = p.cause
       where p.import = ?1 and p.seq = e.seq and q.code in (select value from json_each(?2)))`,
    num,
    JSON.stringify([...QUESTION_CODES, 'entry-changed']),
  );
  return new Map(found.map(({ of, isSaid, ...twin }) => [of, isSaid === 1 ? { ...twin, said: true as const } : twin]));
}

async function finishAgain(db: Sql, num: number, result: AgainResult): Promise<void> {
  const imports = importsOf(db);
  const before = await imports.byNum(num);
  const totals = unitsOf(before.file_totals);
  const corrected = unitsOf(before.corrected_totals);
  const add = (sums: Readonly<Record<string, string>>, sign: bigint) => {
    for (const [account, units] of Object.entries(sums)) {
      for (const of of [totals, corrected]) of.set(account, (of.get(account) ?? 0n) + sign * BigInt(units));
    }
  };
  const now = new Map(result.corrected.map((entry) => [entry.seq, entry]));
  for (const seq of result.replaced) {
    const entry = (await db.get<EntryRow>('select * from entry where import = ? and seq = ?', num, seq))!;
    add(JSON.parse(entry.totals), -1n);
    await noteCorrected(db, entry, now.get(seq));
    await db.run("update entry set state = 'replaced' where import = ? and seq = ?", num, seq);
    await db.run('delete from problem where import = ? and seq = ?', num, seq);
  }
  add(result.totals, 1n);
  await writePlanned(db, num, 0, [], result.aside, result.causes, result.remarks);
  await noteBookedTotals(db, num, result.facts, seqsOf(result.aside));
  await noteSaidSame(db, result.aside);
  // What stands in a correction takes the place of corrections that are not in it; a retry has none to plan, or is to be as the file says.
  const setAside = await revisionsOf(db).supersede(num, result.replaced, result.at);
  if (setAside !== undefined) {
    const correction = before.todo === 'correction' ? (await imports.corrections(num)).at(-1)?.no : undefined;
    await imports.record(num, result.at, await whoAsked(db, before), 'mends-set-aside', { correction, ...setAside });
  }
  await imports.update(num, {
    rows_read: before.rows_read + result.addedRows,
    rows_skipped: before.rows_skipped + result.skippedRows,
    file_totals: unitsText(totals),
    corrected_totals: unitsText(corrected),
    facts: result.facts,
    ...readAlso(before.reading, result.readings),
    claims_seen: result.claimsSeen,
    todo: 'claim',
  });
}

/**
 * Entries of one import that were read in two ways: whoever comes later compares with all of them. The headers of a
 * correction are others in any case.
 */
function readAlso(before: string | null, readings: readonly string[]): Partial<Pick<ImportRow, 'reading'>> {
  if (before === null) return {};
  const wayOf = (reading: string) => reading.slice(reading.indexOf(':') + 1);
  if (readings.every((reading) => wayOf(reading) === wayOf(before))) return {};
  return { reading: `${before.slice(0, before.indexOf(':'))}:mixed` };
}

function unitsOf(totals: string | null): Map<string, bigint> {
  const sums = JSON.parse(totals ?? '{}') as Readonly<Record<string, string>>;
  return new Map(Object.entries(sums).map(([account, units]) => [account, BigInt(units)]));
}

/** An account that comes to nothing is left out. */
function unitsText(sums: ReadonlyMap<string, bigint>): string {
  return JSON.stringify(
    Object.fromEntries([...sums].flatMap(([account, units]) => (units === 0n ? [] : [[account, String(units)]]))),
  );
}

/** For a retry, or a correction: its beginning stands in the history by the same name. */
async function whoAsked(db: Sql, { num, todo }: ImportRow): Promise<string> {
  const asked = 'select who from event where import = ? and what = ? order by id desc limit 1';
  return (await db.get<{ who: string }>(asked, num, todo))!.who;
}
