import type { FrozenBatch } from '../domain/batch.ts';
import { HashTable } from '../domain/hash-table.ts';
import type { Issue } from '../domain/issue.ts';
import type { MinorSum } from '../domain/money.ts';
import { formatRanges } from '../domain/row-ranges.ts';
import type { Claim } from '../ledger/claims.ts';
import type { SetAside } from '../ledger/plan-writer.ts';
import { type Cause, CauseBook } from '../rules/cause-book.ts';
import { checkEntry } from '../rules/check-entry.ts';
import { changedIssue, duplicateIssue, type EarlierEntry } from '../rules/duplicate-issue.ts';
import { contentHash, fingerprint } from '../rules/fingerprint.ts';
import { addTotals, freezeBatch, plainTotals, type SoundEntry } from '../rules/freeze-batch.ts';
import { batchMarker } from '../rules/marker.ts';
import type { Group } from '../rules/reading.ts';
import type { PlanOrder } from './plan-ports.ts';

/** Entries that are checked for duplicates together: one query instead of so many. */
const CHECK_ENTRIES = 100;
/** Lines of entries that are checked together, and of a batch, after which no entry is added to them: long entries fill memory. */
const TOGETHER_LINES = 10_000;
/** Batches written in one transaction. */
const WRITE_BATCHES = 5;
/** Entries set aside that are written in one transaction. */
const WRITE_ASIDE = 1_000;

/** Where a plan is kept. */
export interface PlanStore {
  /** Throws away what an unfinished plan left. */
  clear(): void;
  write(batches: readonly FrozenBatch[], aside: readonly SetAside[], causes: readonly Cause[]): void;
  claims(identities: readonly number[]): Claim[];
  claimVersion(): number;
  /** The import behind a claim, for people; whether it sent these very bytes, before the ledger forgot them. */
  describe(num: number): { id: string; file: string; sameBytes: boolean };
}

/** The second half of planning: entries are checked, told from duplicates, cut into batches and written. */
export class PlanSink {
  readonly #order: PlanOrder;
  readonly #store: PlanStore;
  readonly #causes: CauseBook;
  readonly #occurrences = new HashTable();
  /** Per identity: ordinals that entries of this import hold already, or that `book` passes over. */
  readonly #passed = new Map<number, number>();
  /** Taken before the first look at the claims: whoever claims after it is looked for again before posting. */
  readonly claimVersion: number;
  #unchecked: { group: Group; identity: number; text: string; ordinal: number }[] = [];
  #uncheckedLines = 0;
  #sound: SoundEntry[] = [];
  #soundLines = 0;
  #batches: FrozenBatch[] = [];
  #aside: SetAside[] = [];
  #asideOfCorrection: SetAside[] = [];
  #causesOfCorrection: Cause[] = [];
  #nextBatch: number;
  #held = 0;
  #firstIssue = '';

  constructor(order: PlanOrder, store: PlanStore) {
    this.#order = order;
    this.#store = store;
    this.#causes = new CauseBook(order.job.limits.issues, order.again?.nextCause ?? 1);
    this.#nextBatch = order.again?.nextBatch ?? 1;
    this.claimVersion = store.claimVersion();
  }

  add(group: Group): void {
    if (group.issues !== undefined) {
      this.#hold(
        group,
        'held',
        group.issues.map(({ row, issue }) => ({ row, issue, detail: null })),
      );
      return;
    }
    const { scale } = this.#order.job.file;
    const wrong = checkEntry(group, scale);
    if (wrong !== undefined) {
      this.#hold(group, 'held', [{ row: 0, issue: wrong.issue, detail: wrong.detail }]);
      return;
    }
    const { identity, text } = fingerprint(this.#order.company, group, scale);
    // With a key, equal rows are one entry already; only keyless entries can occur several times.
    const ordinal = group.key === '' ? this.#occurrences.get(identity) : 0;
    if (group.key === '') this.#occurrences.set(identity, ordinal + 1);
    this.#unchecked.push({ group, identity, text, ordinal });
    this.#uncheckedLines += group.lines.length;
    if (this.#uncheckedLines >= TOGETHER_LINES) this.#check();
  }

  /** Called between chunks, so that what is kept in memory stays small. */
  flushFull(): void {
    if (this.#unchecked.length >= CHECK_ENTRIES) this.#check();
    if (this.#batches.length >= WRITE_BATCHES || this.#aside.length >= WRITE_ASIDE) this.#write();
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
    const size = this.#order.job.batch.entries;
    for (const entry of entries) {
      const content = this.#claimable(entry, claims.get(entry.identity));
      if (content === undefined) continue;
      this.#sound.push({ group: entry.group, identity: entry.identity, content });
      this.#soundLines += entry.group.lines.length;
      if (this.#sound.length === size || this.#soundLines >= TOGETHER_LINES) {
        this.#freeze(this.#sound);
        this.#sound = [];
        this.#soundLines = 0;
      }
    }
  }

  /** The content hash under which an entry can be claimed; undefined where it was set aside instead. */
  #claimable(
    entry: { group: Group; identity: number; text: string; ordinal: number },
    claims: Claim[] | undefined,
  ): string | undefined {
    const { group, identity, text } = entry;
    const first = entry.ordinal + (this.#passed.get(identity) ?? 0);
    let content = contentHash(text, first);
    if (claims === undefined) return content;
    const { num, job } = this.#order;
    const own = (claim: Claim) => claim.import === num;
    // The same import's other equal entries are no duplicates of this one; with `book`, nobody's are.
    for (let ordinal = first; ; content = contentHash(text, ++ordinal)) {
      const same = claims.find((claim) => claim.content === content);
      if (same === undefined) break;
      const again = () => job.onDuplicate !== 'book' || this.#store.describe(same.import).sameBytes;
      if (own(same) ? same.seq === group.seq : again()) {
        if (own(same)) break;
        const skipped = job.onDuplicate === 'skip';
        this.#hold(group, skipped ? 'duplicate-skipped' : 'duplicate', [
          { row: 0, ...duplicateIssue(group.key, this.#earlier(same)) },
        ]);
        return undefined;
      }
      // Equal entries that come later in the file must not end at the same ordinal.
      this.#passed.set(identity, ordinal + 1 - entry.ordinal);
    }
    const changed =
      group.key === '' ? undefined : claims.find((claim) => !own(claim) && claim.content !== contentHash(text, 0));
    if (changed !== undefined && !claims.some((claim) => claim.content === contentHash(text, 0))) {
      this.#hold(group, 'held', [{ row: 0, ...changedIssue(group.key, group.lines[0]!.date, this.#earlier(changed)) }]);
      return undefined;
    }
    return content;
  }

  #earlier(claim: Claim): EarlierEntry {
    const { id, file } = this.#store.describe(claim.import);
    return { id, file, row: claim.row };
  }

  #freeze(entries: readonly SoundEntry[]): void {
    const { marker, importId, job } = this.#order;
    const no = this.#nextBatch++;
    this.#batches.push(freezeBatch(no, entries, job.file.scale, batchMarker(marker, importId, no)));
    if (this.#batches.length >= WRITE_BATCHES) this.#write();
  }

  #hold(
    group: Group,
    state: SetAside['entry']['state'],
    issues: readonly { row: number; issue: Issue; detail: string | null }[],
  ): void {
    if (state === 'held') {
      this.#held++;
      this.#firstIssue ||= issues[0]!.detail ?? issues[0]!.issue.message;
    }
    const sums = group.tooLarge ?? new Map<string, MinorSum>();
    addTotals(sums, group.lines);
    const aside: SetAside = {
      entry: {
        seq: group.seq,
        source: this.#order.again?.source ?? 0,
        key: group.key,
        rows: formatRanges(group.rows),
        row_count: group.rows.length,
        state,
        totals: JSON.stringify(plainTotals(sums)),
      },
      problems: issues.map(({ row, issue, detail }) => ({ row, cause: this.#causes.note(issue), detail })),
    };
    if (this.#order.again !== undefined) this.#asideOfCorrection.push(aside);
    else this.#aside.push(aside);
  }

  #write(): void {
    const causes = this.#causes.takeFresh();
    if (this.#order.again !== undefined) this.#causesOfCorrection.push(...causes);
    this.#store.write(this.#batches, this.#aside, this.#order.again === undefined ? causes : []);
    this.#batches = [];
    this.#aside = [];
  }
}
