import { baseContent, compareContents, fieldsOf } from '../../core/entry-content.ts';
import { HashTable, hash53 } from '../../core/hash.ts';
import type { Claim } from '../../ledger/claims.ts';
import type { Bucket, Candidate } from '../../reading/entry.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';
import type { Group } from '../../reading/row-context.ts';
import { claimHash } from './file-tally.ts';

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
  /** By content, since equals are interchangeable: how many entries of this file are one of them. */
  readonly #matched = new HashTable();
  /** Earlier entries that entries of this file are. */
  readonly #taken = new HashTable();
  readonly #classes = new WeakMap<Bucket, EqualAmounts>();

  /** @param taken entries that others of this file are by their cells, whatever they say */
  constructor(
    { num, jobName }: Pick<PlanOrder, 'num' | 'jobName'>,
    store: Pick<PlanStore, 'describe' | 'fate'>,
    taken: Iterable<Pick<Claim, 'import' | 'seq'>> = [],
  ) {
    for (const entry of taken) this.#taken.set(claimHash(entry), 1);
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
        if (claim !== undefined && compareContents(content, base).same) return claim;
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
      let used = this.#matched.get(id);
      while (used < equal.length && this.#taken.get(claimHash(equal[used]!)) > 0) used++;
      const taken = equal[used];
      if (taken === undefined) return undefined;
      this.#matched.set(id, used + 1);
      this.#taken.set(claimHash(taken), 1);
      return taken;
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

  /** An earlier entry of the job that no entry of this file is, whatever it says: it is taken. */
  takeOther(identity: number, { classes, ofJob }: EqualAmounts): Claim | undefined {
    const gone = new Set<number>();
    for (const equals of classes.values()) {
      for (const [base, equal] of equals) {
        const matched = this.#matched.get(hash53(`${identity}\u0001${base}`));
        for (const claim of equal.slice(0, matched)) gone.add(claimHash(claim));
      }
    }
    const free = ofJob.find((claim) => !gone.has(claimHash(claim)) && this.#taken.get(claimHash(claim)) === 0);
    if (free !== undefined) this.#taken.set(claimHash(free), 1);
    return free;
  }

  /**
   * Entries of this import that are duplicates have taken an earlier entry each, of their content.
   * @returns told of one that is judged once more, which takes one anew
   */
  countSiblings(siblings: ReadonlyMap<number, Pick<Claim, 'identity' | 'content'>>): {
    isJudgedAgain(seq: number): void;
  } {
    const left = new Map(siblings);
    const count = ({ identity, content }: Pick<Claim, 'identity' | 'content'>, by: 1 | -1) => {
      const id = hash53(`${identity}\u0001${content}`);
      this.#matched.set(id, this.#matched.get(id) + by);
    };
    for (const sibling of left.values()) count(sibling, 1);
    return {
      isJudgedAgain(seq) {
        const sibling = left.get(seq);
        if (sibling !== undefined && left.delete(seq)) count(sibling, -1);
      },
    };
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
