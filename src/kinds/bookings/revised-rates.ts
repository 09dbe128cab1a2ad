import { baseContent, compareContents } from '../../core/entry-content.ts';
import type { BookingsJob } from '../../core/job.ts';
import type { Claim } from '../../ledger/claims.ts';
import type { Bucket, Fingerprint } from '../../reading/entry.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';
import type { EarlierAmounts } from './earlier-amounts.ts';
import type { FileTally, FileVerdict } from './file-tally.ts';

type Original = NonNullable<Fingerprint['original']>;

/**
 * The same amount of the same day in its own currency was sent at another rate, and the file has no row for it: the bank may
 * have revised the rate, and the text with it. Which rows the file has only its end shows, so the first pass counts
 * (`FileTally`), and the second one asks.
 */
export class RevisedRates {
  readonly #order: Pick<PlanOrder<BookingsJob>, 'num' | 'again'>;
  readonly #store: Pick<PlanStore, 'claims' | 'fate' | 'siblings'>;
  readonly #tally: FileTally;
  readonly #earlierAmounts: Pick<EarlierAmounts, 'isOfJob'>;
  readonly #left: FileVerdict['rates'];
  #areSiblingsCounted = false;

  constructor(
    order: Pick<PlanOrder<BookingsJob>, 'num' | 'again'>,
    store: Pick<PlanStore, 'claims' | 'fate' | 'siblings'>,
    tally: FileTally,
    earlierAmounts: Pick<EarlierAmounts, 'isOfJob'>,
    left: FileVerdict['rates'],
  ) {
    this.#order = order;
    this.#store = store;
    this.#tally = tally;
    this.#earlierAmounts = earlierAmounts;
    this.#left = left;
  }

  /** The earlier entry that a new one may be, each once. @param bucket by the amount in its own currency */
  async revisedBy({ identity, content }: Original, bucket: Bucket): Promise<Claim | undefined> {
    if (this.#left !== undefined) {
      const left = this.#left.get(identity) ?? [];
      const alike = left.findIndex((claim) => compareContents(content, claim.content).same);
      return left.splice(Math.max(alike, 0), 1)[0];
    }
    const sent = await this.#sent(content, bucket);
    if (sent.length === 0) return undefined;
    if (this.#order.again !== undefined) await this.#countSiblings();
    this.#tally.revised(identity, sent);
    return undefined;
  }

  /** Entries that were sent, are on their way, or were skipped by a person: of the same job, or with the same texts. */
  async #sent(content: string, { claims }: Bucket): Promise<Claim[]> {
    const sent: Claim[] = [];
    for (const claim of claims) {
      if (claim.import === this.#order.num) continue;
      if (!compareContents(content, claim.content).same && !(await this.#earlierAmounts.isOfJob(claim))) continue;
      const fate = await this.#store.fate(claim);
      if (fate.is !== 'pending' || fate.isOnItsWay) sent.push(claim);
    }
    return sent;
  }

  /** Duplicates of this import that are not planned again are an earlier entry each. */
  async #countSiblings(): Promise<void> {
    if (this.#areSiblingsCounted) return;
    this.#areSiblingsCounted = true;
    const { num } = this.#order;
    const siblings = [...(await this.#store.siblings(num)).values()];
    const free = new Map<string, Claim[]>();
    const keyOf = (claim: Pick<Claim, 'identity' | 'content'>) => `${claim.identity} ${baseContent(claim.content)}`;
    for (const claim of await this.#store.claims(siblings.map(({ identity }) => identity)))
      if (claim.import !== num) free.set(keyOf(claim), [...(free.get(keyOf(claim)) ?? []), claim]);
    for (const sibling of siblings) {
      const taken = free.get(keyOf(sibling))?.shift();
      if (taken !== undefined) this.#tally.taken(taken);
    }
  }
}
