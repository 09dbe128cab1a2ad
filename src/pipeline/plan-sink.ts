import type { FrozenBatch } from '../domain/batch.ts';
import { HashTable } from '../domain/hash-table.ts';
import type { Issue, Remark } from '../domain/issue.ts';
import { formatRanges } from '../domain/row-ranges.ts';
import type { Claim } from '../ledger/claims.ts';
import type { Remarked, SetAside } from '../ledger/plan-writer.ts';
import { type Cause, CauseBook } from '../rules/cause-book.ts';
import type { EntryIssue } from '../rules/check-entry.ts';
import type { EarlierEntry } from '../rules/duplicate-issue.ts';
import { contentHash } from '../rules/fingerprint.ts';
import type { EntryKind, Sound, Unit } from './entry-kind.ts';
import type { PlanOrder } from './plan-ports.ts';

/** Entries that are checked for duplicates together: one query instead of so many. */
const CHECK_ENTRIES = 100;
/** Lines of entries that are checked together, and of a batch, after which no entry is added to them: long entries fill memory. */
const TOGETHER_LINES = 10_000;
/** Batches of several entries that are written in one transaction; of single ones so many more. */
const WRITE_BATCHES = 5;
const WRITE_ENTRIES = 500;
/** Entries set aside that are written in one transaction. */
const WRITE_ASIDE = 1_000;

/** Where a plan is kept. */
export interface PlanStore {
  /** Throws away what an unfinished plan left. */
  clear(): void;
  write(
    batches: readonly FrozenBatch[],
    aside: readonly SetAside[],
    causes: readonly Cause[],
    remarks: readonly Remarked[],
  ): void;
  claims(identities: readonly number[]): Claim[];
  claimVersion(): number;
  /** The import behind a claim, for people; whether it sent these very bytes, before the ledger forgot them. */
  describe(num: number): { id: string; file: string; sameBytes: boolean };
}

interface Unchecked<U> {
  readonly unit: U;
  readonly identity: number;
  readonly text: string;
  readonly ordinal: number;
}

/** The second half of planning: entries are checked, told from duplicates, cut into batches and written. */
export class PlanSink<U extends Unit> {
  readonly #order: PlanOrder;
  readonly #store: PlanStore;
  readonly #kind: EntryKind<U>;
  readonly #causes: CauseBook;
  readonly #occurrences = new HashTable();
  /** Per identity: ordinals that entries of this import hold already, or that `book` passes over. */
  readonly #passed = new Map<number, number>();
  /** Taken before the first look at the claims: whoever claims after it is looked for again before posting. */
  readonly claimVersion: number;
  readonly #writeBatches: number;
  readonly #insisted: ReadonlySet<number>;
  /** Where a person insists on any: ordinals that entries of this plan hold, per identity, so that they take no others' place. */
  readonly #taken: Map<number, Set<number>> | undefined;
  #unchecked: Unchecked<U>[] = [];
  #uncheckedLines = 0;
  #sound: Sound<U>[] = [];
  #soundLines = 0;
  #batches: FrozenBatch[] = [];
  #aside: SetAside[] = [];
  #remarks: Remarked[] = [];
  #asideOfCorrection: SetAside[] = [];
  #causesOfCorrection: Cause[] = [];
  #remarksOfCorrection: Remarked[] = [];
  #nextBatch: number;
  #held = 0;
  #firstIssue = '';

  constructor(order: PlanOrder, store: PlanStore, kind: EntryKind<U>) {
    this.#order = order;
    this.#store = store;
    this.#kind = kind;
    this.#writeBatches = Math.max(WRITE_BATCHES, Math.floor(WRITE_ENTRIES / kind.together));
    this.#insisted = new Set(order.again?.insisted);
    this.#taken = this.#insisted.size === 0 ? undefined : new Map();
    this.#causes = new CauseBook(order.job.limits.issues, order.again?.nextCause ?? 1);
    this.#nextBatch = order.again?.nextBatch ?? 1;
    this.claimVersion = store.claimVersion();
  }

  add(unit: U): void {
    if (unit.issues !== undefined) {
      this.#setAside(
        unit,
        'held',
        unit.issues.map(({ row, issue }) => ({ row, issue, detail: null })),
      );
      return;
    }
    const wrong = this.#kind.check(unit);
    if (wrong !== undefined) {
      this.setAside(unit, 'held', wrong);
      return;
    }
    const { identity, text } = this.#kind.fingerprint(unit);
    // One that is insisted on goes behind all others, and is not counted among them: these are checked as ever.
    const repeats = this.#kind.repeats(unit) && !this.#insisted.has(unit.seq);
    const ordinal = repeats ? this.#occurrences.get(identity) : 0;
    if (repeats) this.#occurrences.set(identity, ordinal + 1);
    this.#unchecked.push({ unit, identity, text, ordinal });
    this.#uncheckedLines += this.#kind.weight(unit);
    if (this.#uncheckedLines >= TOGETHER_LINES) this.#check();
  }

  /** An entry that does not go into a batch, for one reason that is about the whole of it. */
  setAside(unit: U, state: SetAside['entry']['state'], { issue, detail }: EntryIssue): void {
    this.#setAside(unit, state, [{ row: 0, issue, detail }]);
  }

  /** @param remark what people should know of a row that goes on all the same; @param detail of this one */
  remark(seq: number, row: number, remark: Remark, detail: string | null): void {
    this.#remarks.push({ seq, row, cause: this.#causes.note(remark), detail });
  }

  /** Called between chunks, so that what is kept in memory stays small. */
  flushFull(): void {
    if (this.#unchecked.length >= CHECK_ENTRIES) this.#check();
    const full = this.#batches.length >= this.#writeBatches || this.#remarks.length >= WRITE_ASIDE;
    if (full || this.#aside.length >= WRITE_ASIDE) this.#write();
  }

  finish() {
    this.#check();
    if (this.#sound.length > 0) this.#freeze(this.#sound.splice(0));
    this.#write();
    return {
      held: this.#held,
      firstIssue: this.#firstIssue,
      again: {
        nextBatch: this.#nextBatch,
        nextCause: this.#causes.next,
        aside: this.#asideOfCorrection,
        causes: this.#causesOfCorrection,
        remarks: this.#remarksOfCorrection,
      },
    };
  }

  #check(): void {
    const entries = this.#unchecked;
    if (entries.length === 0) return;
    this.#unchecked = [];
    this.#uncheckedLines = 0;
    const claims = new Map<number, Claim[]>();
    for (const claim of this.#store.claims(entries.map((entry) => entry.identity))) {
      const same = claims.get(claim.identity);
      if (same === undefined) claims.set(claim.identity, [claim]);
      else same.push(claim);
    }
    for (const entry of entries) {
      const content = this.#claimable(entry, claims.get(entry.identity));
      if (content === undefined) continue;
      this.#sound.push({ unit: entry.unit, identity: entry.identity, content });
      this.#soundLines += this.#kind.weight(entry.unit);
      if (this.#sound.length === this.#kind.together || this.#soundLines >= TOGETHER_LINES) {
        this.#freeze(this.#sound);
        this.#sound = [];
        this.#soundLines = 0;
      }
    }
  }

  /** The content hash under which an entry can be claimed; undefined where it was set aside instead. */
  #claimable(entry: Unchecked<U>, claims: readonly Claim[] = []): string | undefined {
    const { unit, identity, text } = entry;
    const { num } = this.#order;
    const insisted = this.#insisted.has(unit.seq);
    const onDuplicate = insisted ? 'book' : this.#kind.onDuplicate(unit);
    const isUnique = !insisted && this.#kind.isUnique(unit);
    const own = (claim: Claim) => claim.import === num;
    const taken = this.#taken?.get(identity);
    const first = insisted ? 0 : entry.ordinal + (this.#passed.get(identity) ?? 0);
    // The same import's other equal entries are no duplicates of this one; with `book`, nobody's are.
    for (let ordinal = first; ; ordinal++) {
      const content = contentHash(text, ordinal);
      const same = claims.find((claim) => claim.content === content);
      if (same === undefined) {
        if (taken?.has(ordinal) && !isUnique) continue;
        if (!insisted && this.#isChanged(entry, claims)) return undefined;
        this.#take(identity, ordinal);
        return content;
      }
      const again = () => onDuplicate !== 'book' || (!insisted && this.#store.describe(same.import).sameBytes);
      const itself = own(same) && same.seq === unit.seq;
      if (itself) {
        this.#take(identity, ordinal);
        return !insisted && this.#isChanged(entry, claims) ? undefined : content;
      }
      if (own(same) ? isUnique : again()) {
        const skipped = onDuplicate === 'skip';
        this.setAside(
          unit,
          skipped ? 'duplicate-skipped' : 'duplicate',
          this.#kind.duplicate(unit, this.#earlier(same)),
        );
        return undefined;
      }
      // Equal entries that come later in the file must not end at the same ordinal.
      if (!insisted) this.#passed.set(identity, ordinal + 1 - entry.ordinal);
    }
  }

  /** The same identity was claimed before with other content: it is set aside for that. */
  #isChanged({ unit, text }: Unchecked<U>, claims: readonly Claim[]): boolean {
    if (claims.length === 0) return false;
    const whole = contentHash(text, 0);
    const other = claims.find((claim) => claim.import !== this.#order.num && claim.content !== whole);
    if (other === undefined || claims.some((claim) => claim.content === whole)) return false;
    const changed = this.#kind.changed(unit, this.#earlier(other));
    if (changed === undefined) return false;
    this.setAside(unit, 'held', changed);
    return true;
  }

  #take(identity: number, ordinal: number): void {
    if (this.#taken === undefined) return;
    const taken = this.#taken.get(identity) ?? new Set();
    this.#taken.set(identity, taken.add(ordinal));
  }

  #earlier(claim: Claim): EarlierEntry {
    const { id, file } = this.#store.describe(claim.import);
    return { id, file, row: claim.row };
  }

  #freeze(entries: readonly Sound<U>[]): void {
    this.#batches.push(this.#kind.freeze(this.#nextBatch++, entries));
    if (this.#batches.length >= this.#writeBatches) this.#write();
  }

  #setAside(
    unit: U,
    state: SetAside['entry']['state'],
    issues: readonly { row: number; issue: Issue; detail: string | null }[],
  ): void {
    if (state === 'held') {
      this.#held++;
      this.#firstIssue ||= issues[0]!.detail ?? issues[0]!.issue.message;
    }
    const aside: SetAside = {
      entry: {
        seq: unit.seq,
        source: this.#order.again?.source ?? 0,
        key: unit.key,
        rows: formatRanges(unit.rows),
        row_count: unit.rows.length,
        state,
        totals: JSON.stringify(this.#kind.totals(unit)),
        service_id: unit.serviceId ?? null,
      },
      problems: issues.map(({ row, issue, detail }) => ({ row, cause: this.#causes.note(issue), detail })),
    };
    if (this.#order.again !== undefined) this.#asideOfCorrection.push(aside);
    else this.#aside.push(aside);
  }

  #write(): void {
    const causes = this.#causes.takeFresh();
    const { again } = this.#order;
    if (again !== undefined) {
      this.#causesOfCorrection.push(...causes);
      this.#remarksOfCorrection.push(...this.#remarks);
      this.#store.write(this.#batches, [], [], []);
    } else this.#store.write(this.#batches, this.#aside, causes, this.#remarks);
    this.#batches = [];
    this.#aside = [];
    this.#remarks = [];
  }
}
