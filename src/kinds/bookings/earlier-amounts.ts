import { baseContent, compareContents, fieldsOf } from '../../core/entry-content.ts';
import { HashTable, hash53 } from '../../core/hash.ts';
import type { Claim, Twin } from '../../ledger/claims.ts';
import type { Bucket, Candidate } from '../../reading/entry.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';
import type { Group } from '../../reading/row-context.ts';
import { claimHash } from './missing-entries.ts';

/** Claims of other imports with one date and amount: by the fields that they have, then by what these say. */
export interface EqualAmounts {
  readonly classes: ReadonlyMap<string, ReadonlyMap<string, readonly Claim[]>>;
  /** Those of the same job, each entry once. */
  readonly ofJob: readonly Claim[];
}

/** Of several equal ones the first is taken: one that was booked settles an entry, of one that was skipped a person is asked. */
const RANKS = { booked: 0, pending: 1, doubt: 2, skipped: 3 } as const;

/**
 * Earlier entries by date and amount, for those that have no number: the n-th of several equal ones of a file is the n-th
 * earlier one (docs: the same entry, section 1).
 */
export class EarlierAmounts {
  readonly #num: number;
  readonly #jobName: string;
  readonly #store: Pick<PlanStore, 'describe' | 'fate'>;
  /** How many entries of this file an earlier one is. */
  readonly #taken = new HashTable();
  /** By what they say: how many of several equal ones are taken for sure, so that they need not be looked through again. */
  readonly #passed = new HashTable();
  /** Of entries of this import that are duplicates: the earlier ones that they are. */
  #siblings: ReadonlyMap<number, Twin> | undefined;
  /** Earlier ones that are taken only since a person said so. */
  readonly #said = new Set<number>();
  readonly #classes = new WeakMap<Bucket, EqualAmounts>();

  /** @param taken earlier entries that rows are by their cells, whatever they say, or that rows of another file of the import are */
  constructor(
    { num, jobName }: Pick<PlanOrder, 'num' | 'jobName'>,
    store: Pick<PlanStore, 'describe' | 'fate'>,
    taken: Iterable<Twin> = [],
  ) {
    for (const twin of taken) this.#takeTwin(twin);
    this.#num = num;
    this.#jobName = jobName;
    this.#store = store;
  }

  /** The earlier entry that an entry is by its cells, where it says the same too. */
  paired(content: string, { classes }: EqualAmounts, twin: Pick<Claim, 'import' | 'seq'>): Claim | undefined {
    const wanted = claimHash(twin);
    for (const equals of classes.values()) {
      for (const [base, equal] of equals) {
        const claim = equal.find((each) => claimHash(each) === wanted);
        // Its row has taken it from the beginning; another entry may have since.
        const isAlone = this.#taken.get(wanted) === 1;
        if (claim !== undefined && isAlone && compareContents(content, base).same) return claim;
      }
    }
    return undefined;
  }

  /** The next earlier entry of the same content that no other entry of this file is. */
  next(
    { identity, content }: Pick<Candidate<Group>, 'identity' | 'content'>,
    { classes }: EqualAmounts,
  ): Claim | undefined {
    const take = (base: string, equal: readonly Claim[]): Claim | undefined => {
      const id = hash53(`${identity}\u0001${base}`);
      // An entry has a claim for each of its texts, where a person said that they are of one entry.
      let at = this.#passed.get(id);
      while (at < equal.length && this.isTaken(equal[at]!)) at++;
      // An entry of this import that is judged again gives its earlier one back.
      if (this.#siblings === undefined) this.#passed.set(id, at);
      const found = equal[at];
      if (found !== undefined) this.#take(found, 1);
      return found;
    };
    const mine = fieldsOf(content);
    const exact = classes.get(mine)?.get(content);
    const found = exact === undefined ? undefined : take(content, exact);
    if (found !== undefined || classes.size === (exact === undefined ? 0 : 1)) return found;
    for (const [fields, equals] of classes) {
      if (fields === mine) continue;
      for (const [base, equal] of equals) {
        const other = compareContents(content, base).same ? take(base, equal) : undefined;
        if (other !== undefined) return other;
      }
    }
    return undefined;
  }

  /** One of these that no entry of this file is, whatever it says: it is taken. */
  takeOther(earlier: readonly Claim[]): Claim | undefined {
    const free = earlier.find((claim) => !this.isTaken(claim));
    if (free !== undefined) this.#take(free, 1);
    return free;
  }

  /**
   * Entries of this import that are duplicates have taken an earlier entry each.
   * @returns told of one that is judged once more, which takes one anew
   */
  countSiblings(siblings: ReadonlyMap<number, Twin>): { isJudgedAgain(seq: number): void } {
    const left = new Map(siblings);
    this.#siblings = left;
    for (const twin of left.values()) this.#takeTwin(twin);
    return {
      isJudgedAgain: (seq) => {
        const twin = left.get(seq);
        if (twin !== undefined && left.delete(seq)) this.#take(twin, -1);
      },
    };
  }

  /** Whether an entry of this file is that one. */
  isTaken(claim: Pick<Claim, 'import' | 'seq'>): boolean {
    return this.#taken.get(claimHash(claim)) > 0;
  }

  /**
   * Those that the file has no row for. Where there are none, those that are one only since a person said so: what she said of one
   * row says nothing of others that were asked about together with it, and they are asked about until she says so of them.
   */
  missingOf(earlier: readonly Claim[]): readonly Claim[] {
    const free = earlier.filter((claim) => !this.isTaken(claim));
    return free.length > 0 ? free : earlier.filter((claim) => this.#said.has(claimHash(claim)));
  }

  #takeTwin(twin: Twin): void {
    this.#take(twin, 1);
    if (twin.said) this.#said.add(claimHash(twin));
  }

  #take(claim: Pick<Claim, 'import' | 'seq'>, by: 1 | -1): void {
    const id = claimHash(claim);
    this.#taken.set(id, this.#taken.get(id) + by);
  }

  /** Those with one date and amount. */
  async of(bucket: Bucket): Promise<EqualAmounts> {
    const known = this.#classes.get(bucket);
    if (known !== undefined) return known;
    const classes = new Map<string, Map<string, Claim[]>>();
    const ofJob = new Map<number, Claim>();
    for (const claim of bucket.claims) {
      if (claim.import === this.#num) continue;
      const id = claimHash(claim);
      if (!ofJob.has(id) && (await this.isOfJob(claim))) ofJob.set(id, claim);
      const base = baseContent(claim.content);
      const fields = fieldsOf(base);
      let equals = classes.get(fields);
      if (equals === undefined) {
        equals = new Map();
        classes.set(fields, equals);
      }
      const equal = equals.get(base);
      if (equal === undefined) equals.set(base, [claim]);
      else equal.push(claim);
    }
    for (const equals of classes.values()) {
      for (const equal of equals.values()) {
        if (equal.length < 2) continue;
        const ranks = new Map<Claim, number>();
        for (const claim of equal) ranks.set(claim, RANKS[(await this.#store.fate(claim)).is]);
        equal.sort((a, b) => ranks.get(a)! - ranks.get(b)!);
      }
    }
    const made = { classes, ofJob: [...ofJob.values()] };
    this.#classes.set(bucket, made);
    return made;
  }

  async isOfJob({ import: num }: Claim): Promise<boolean> {
    return (await this.#store.describe(num)).job === this.#jobName;
  }
}
