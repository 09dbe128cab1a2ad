import type { SentLine } from '../core/batch-body.ts';
import { type Cause, CauseBook } from '../core/cause-book.ts';
import { baseContent } from '../core/entry-content.ts';
import type { Facts } from '../core/facts.ts';
import type { Issue, Remark } from '../core/issue.ts';
import { formatRanges } from '../core/row-ranges.ts';
import type { FrozenBatch } from '../core/states.ts';
import type { Claim, ClaimedEntry, ClaimFate, Twin } from '../ledger/claims.ts';
import type { EntryBlock } from '../ledger/entry-blocks.ts';
import type { CorrectedEntry, Remarked, SetAside } from '../ledger/plans.ts';
import type { DifferentlyRead, ReadingOf, SentContent } from '../ledger/sent-entries.ts';
import type { Bucket, Candidate, ClaimJudge, EntryIssue, EntryKind, Fingerprint, Sound, Unit } from './entry.ts';
import type { PlanOrder } from './plan-ports.ts';

/** Entries that are checked for duplicates together: one query instead of so many. */
const CHECK_ENTRIES = 100;
/** Lines of entries that are checked together, and of a batch, after which no entry is added to them: long entries fill memory. */
const TOGETHER_LINES = 10_000;
/** Batches of several entries that are written in one transaction; of single ones so many more. */
const WRITE_BATCHES = 15;
const WRITE_ENTRIES = 500;
/** Entries set aside that are written in one transaction. */
const WRITE_ASIDE = 1_000;

/** Where a plan is kept. */
export interface PlanStore {
  /** Throws away what an unfinished plan left. */
  clear(): Promise<void>;
  write(
    batches: readonly FrozenBatch[],
    aside: readonly SetAside[],
    causes: readonly Cause[],
    remarks: readonly Remarked[],
  ): Promise<void>;
  claims(identities: readonly number[]): Promise<Claim[]>;
  claimVersion(): Promise<number>;
  /** The import behind a claim, for people; whether it sent these very bytes, before the ledger forgot them. */
  describe(num: number): Promise<EarlierImport>;
  /** By ordinal: earlier entries that entries of this import are, as they were found or as a person said. */
  siblings(num: number): Promise<ReadonlyMap<number, Twin>>;
  /** What entries of this import were said to be, by their ordinals: claims of others that came under theirs. */
  saidOf(num: number): Promise<ReadonlyMap<number, readonly Pick<Claim, 'identity' | 'content'>[]>>;
  /** What became of an entry that has a claim. */
  fate(entry: ClaimedEntry): Promise<ClaimFate>;
  /** The newest event of any import; whether an import is at work, or was since this event. */
  newestEvent(): Promise<number>;
  movedSince(num: number, event: number): Promise<boolean>;
  /** Entries that other imports of the same books sent within these days, by what they say. */
  blocks(company: string, firstDay: string, lastDay: string): Promise<EntryBlock[]>;
  /** Ordinals of entries of an import that were given up. */
  givenUp(num: number): Promise<ReadonlySet<number>>;
  /** The first rows of these entries of an import. */
  firstRows(num: number, seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, number>>;
  /** Imports of the same books whose files have the same columns and were read differently (`ImportRow.reading`), the newest first. */
  differentlyRead(of: ReadingOf): Promise<readonly DifferentlyRead[]>;
  /** Tells of each entry of an import that was sent, will be, or was skipped by a person. */
  sentContents(num: number, take: (entry: SentContent) => void): Promise<void>;
  /** The draft lines of an entry as they were sent; undefined where they are not known any more. */
  sentLines(claim: Pick<Claim, 'import' | 'seq'>): Promise<readonly SentLine[] | undefined>;
  /** The draft lines of a company's booked entries, the newest first; not all of them. */
  newestEntries(company: string, kind: string): AsyncIterable<readonly SentLine[]>;
}

/** An import that others are compared with. */
export interface EarlierImport {
  readonly id: string;
  readonly file: string;
  readonly job: string;
  readonly sameBytes: boolean;
  /** A row of it as people call it. */
  rowName(row: number): string;
}

const NO_CLAIMS: Bucket = { claims: [], byContent: new Map() };

/** The second half of planning: entries are checked, told from duplicates, cut into batches and written. */
export class PlanSink<U extends Unit> {
  readonly #order: PlanOrder;
  readonly #store: PlanStore;
  readonly #kind: EntryKind<U>;
  readonly #causes: CauseBook;
  readonly #judge: ClaimJudge<U>;
  /** Claims that the last entries were compared with: equal ones mostly follow each other. */
  #buckets = new Map<number, Bucket>();
  /** Whoever claims after it is looked for again before posting. */
  readonly claimVersion: number;
  readonly #writeBatches: number;
  #unchecked: (Candidate<U> & { readonly isHeld?: true })[] = [];
  #uncheckedLines = 0;
  #sound: Sound<U>[] = [];
  #soundLines = 0;
  #waiting: Sound<U>[] = [];
  #batches: FrozenBatch[] = [];
  #aside: SetAside[] = [];
  #remarks: Remarked[] = [];
  #asideOfCorrection: SetAside[] = [];
  #causesOfCorrection: Cause[] = [];
  #remarksOfCorrection: Remarked[] = [];
  readonly #corrected: CorrectedEntry[] = [];
  #nextBatch: number;
  #held = 0;
  /** Entries that were compared with earlier ones. */
  judged = 0;
  #firstIssue = '';

  /** @param claimVersion as it is before the first claim is looked up */
  constructor(order: PlanOrder, store: PlanStore, kind: EntryKind<U>, judge: ClaimJudge<U>, claimVersion: number) {
    this.#order = order;
    this.#store = store;
    this.#kind = kind;
    this.#writeBatches = Math.max(WRITE_BATCHES, Math.floor(WRITE_ENTRIES / kind.together));
    this.#judge = judge;
    this.#causes = new CauseBook(order.job.limits.issues, order.again?.nextCause ?? 1);
    this.#nextBatch = order.again?.nextBatch ?? 1;
    this.claimVersion = claimVersion;
  }

  add(unit: U): void {
    const fingerprint = this.#kind.fingerprint(unit);
    this.#kind.met?.(unit, fingerprint);
    if (unit.issues !== undefined) {
      this.#setAside(
        unit,
        'held',
        unit.issues.map(({ row, issue }) => ({ row, issue, detail: null })),
        fingerprint,
      );
      if (fingerprint !== undefined && this.#judge.isMet?.(unit))
        this.#unchecked.push({ unit, ...fingerprint, isHeld: true });
      return;
    }
    const wrong = this.#kind.check(unit);
    if (wrong !== undefined) {
      this.setAside(unit, 'held', wrong, fingerprint);
      return;
    }
    if (fingerprint === undefined) throw new Error('A sound entry whose rows cannot be read.');
    this.#unchecked.push({ unit, ...fingerprint });
    this.#uncheckedLines += this.#kind.weight(unit);
  }

  /** An entry that does not go into a batch, for one reason that is about the whole of it. */
  setAside(
    unit: U,
    state: SetAside['entry']['state'],
    { issue, detail, facts }: EntryIssue,
    print?: Fingerprint,
    twin?: Twin,
  ): void {
    this.#setAside(unit, state, [{ row: 0, issue, detail, own: facts }], print, twin);
  }

  /** @param remark what people should know of a row that goes on all the same; @param detail of this one */
  remark(seq: number, row: number, remark: Remark, detail: string | null, own?: Facts): void {
    this.#remarks.push({ seq, row, cause: this.#causes.note(remark), detail, own });
  }

  /** Called between chunks, so that what is kept in memory stays small. */
  async flushFull(): Promise<void> {
    if (this.#unchecked.length >= CHECK_ENTRIES || this.#uncheckedLines >= TOGETHER_LINES) await this.#check();
    const full = this.#batches.length >= this.#writeBatches || this.#remarks.length >= WRITE_ASIDE;
    if (full || this.#aside.length >= WRITE_ASIDE) await this.#write();
  }

  async finish() {
    await this.#check();
    if (this.#sound.length > 0) this.#freeze(this.#sound.splice(0));
    if (this.#waiting.length > 0) this.#freezeWaiting();
    await this.#write();
    return {
      held: this.#held,
      firstIssue: this.#firstIssue,
      /** Entries of a correction. */
      corrected: this.#corrected,
      again: {
        nextBatch: this.#nextBatch,
        nextCause: this.#causes.next,
        aside: this.#asideOfCorrection,
        causes: this.#causesOfCorrection,
        remarks: this.#remarksOfCorrection,
      },
    };
  }

  async #check(): Promise<void> {
    const entries = this.#unchecked;
    if (entries.length === 0) return;
    this.#unchecked = [];
    this.#uncheckedLines = 0;
    this.judged += entries.length;
    const bucketOf = await this.#look(entries);
    for (const entry of entries) {
      if (entry.isHeld) {
        await this.#judge.meet!(entry, bucketOf);
        continue;
      }
      const answer = this.#judge.judge(entry, bucketOf);
      const judged = answer instanceof Promise ? await answer : answer;
      if (judged.is === 'aside') {
        this.setAside(entry.unit, judged.state, judged.why, entry, judged.twin);
        continue;
      }
      const { unit, identity } = entry;
      this.#noteCorrected(unit, entry);
      const sound = { unit, identity, content: judged.content, original: entry.original };
      if (judged.is === 'waits') {
        this.#waiting.push({ ...sound, twin: judged.twin });
        if (this.#waiting.length === this.#kind.together) this.#freezeWaiting();
        continue;
      }
      this.#sound.push(sound);
      this.#soundLines += this.#kind.weight(entry.unit);
      if (this.#sound.length === this.#kind.together || this.#soundLines >= TOGETHER_LINES) {
        this.#freeze(this.#sound);
        this.#sound = [];
        this.#soundLines = 0;
      }
      if (this.#batches.length >= this.#writeBatches) await this.#write();
    }
  }

  /** Looks the claims of these entries up, but for those that the entries before had too. */
  async #look(entries: readonly Candidate<U>[]): Promise<(identity: number) => Bucket> {
    const wanted = new Set<number>();
    for (const { identity, others, original } of entries) {
      wanted.add(identity);
      if (original !== undefined) wanted.add(original.identity);
      if (others !== undefined) for (const other of others) wanted.add(other);
    }
    const buckets = new Map<number, Bucket>();
    const unknown: number[] = [];
    for (const identity of wanted) {
      const known = this.#buckets.get(identity);
      if (known === undefined) unknown.push(identity);
      else buckets.set(identity, known);
    }
    const found = new Map<number, Claim[]>();
    for (const claim of await this.#store.claims(unknown)) {
      const same = found.get(claim.identity);
      if (same === undefined) found.set(claim.identity, [claim]);
      else same.push(claim);
    }
    for (const [identity, claims] of found) {
      buckets.set(identity, { claims, byContent: new Map(claims.map((claim) => [claim.content, claim])) });
    }
    this.#buckets = buckets;
    return (identity) => buckets.get(identity) ?? NO_CLAIMS;
  }

  /** What a person made of an entry, whether it can be booked by now or not. */
  #noteCorrected({ seq, rows }: U, print: Fingerprint | undefined): void {
    if (!this.#order.again?.numbered) return;
    const { identity = null, content = null } = print ?? {};
    this.#corrected.push({ seq, row: rows[0] ?? 0, identity, content });
  }

  #freeze(entries: readonly Sound<U>[]): void {
    const frozen = this.#kind.freeze(this.#nextBatch++, entries);
    const same = this.#originals(entries);
    this.#batches.push(same.length === 0 ? frozen : { ...frozen, same });
  }

  /** By what converted entries are found where their rate is revised. */
  #originals(entries: readonly Sound<U>[]): NonNullable<FrozenBatch['same']> {
    const { num } = this.#order;
    const found: NonNullable<FrozenBatch['same']>[number][] = [];
    for (const { unit, original } of entries)
      if (original !== undefined) found.push({ ...original, import: num, seq: unit.seq, row: unit.rows[0] ?? 0 });
    return found;
  }

  #freezeWaiting(): void {
    const same = this.#waiting.flatMap(({ identity, content, twin }) =>
      twin === undefined ? [] : [{ identity, content, import: twin.import, seq: twin.seq, row: twin.row }],
    );
    const frozen = this.#kind.freeze(this.#nextBatch++, this.#waiting);
    this.#batches.push({ ...frozen, waits: true, same: [...same, ...this.#originals(this.#waiting)] });
    this.#waiting = [];
  }

  #setAside(
    unit: U,
    state: SetAside['entry']['state'],
    issues: readonly { row: number; issue: Issue; detail: string | null; own?: Facts | undefined }[],
    print = this.#kind.fingerprint(unit),
    twin?: Twin,
  ): void {
    if (state === 'held') {
      this.#held++;
      this.#firstIssue ||= issues[0]!.detail ?? issues[0]!.issue.message;
    }
    this.#noteCorrected(unit, print);
    const aside: SetAside = {
      entry: {
        seq: unit.seq,
        source: this.#order.again?.source ?? 0,
        key: unit.key,
        rows: formatRanges(unit.rows),
        row_count: unit.rows.length,
        state,
        totals: this.#kind.totals(unit),
        service_id: unit.serviceId ?? null,
        identity: print?.identity ?? null,
        content: print === undefined ? null : baseContent(print.content),
      },
      problems: issues.map(({ row, issue, detail, own }) => ({ row, cause: this.#causes.note(issue), detail, own })),
      twin,
      original: print?.original,
    };
    if (this.#order.again !== undefined) this.#asideOfCorrection.push(aside);
    else this.#aside.push(aside);
  }

  async #write(): Promise<void> {
    const causes = this.#causes.takeFresh();
    const { again } = this.#order;
    if (again !== undefined) {
      this.#causesOfCorrection.push(...causes);
      this.#remarksOfCorrection.push(...this.#remarks);
      await this.#store.write(this.#batches, [], [], []);
    } else await this.#store.write(this.#batches, this.#aside, causes, this.#remarks);
    this.#batches = [];
    this.#aside = [];
    this.#remarks = [];
  }
}
