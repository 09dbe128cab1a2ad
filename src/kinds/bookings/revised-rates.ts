import { compareContents } from '../../core/entry-content.ts';
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
  readonly #num: number;
  readonly #store: Pick<PlanStore, 'fate'>;
  readonly #tally: FileTally;
  readonly #earlierAmounts: Pick<EarlierAmounts, 'isOfJob'>;
  readonly #missing: FileVerdict['rates'];

  constructor(
    { num }: Pick<PlanOrder, 'num'>,
    store: Pick<PlanStore, 'fate'>,
    tally: FileTally,
    earlierAmounts: Pick<EarlierAmounts, 'isOfJob'>,
    missing: FileVerdict['rates'],
  ) {
    this.#num = num;
    this.#store = store;
    this.#tally = tally;
    this.#earlierAmounts = earlierAmounts;
    this.#missing = missing;
  }

  /** The earlier entry that a new one may be. @param bucket by the amount in its own currency */
  async revisedBy({ identity, content }: Original, bucket: Bucket): Promise<Claim | undefined> {
    if (this.#missing !== undefined)
      return this.#missing.name(identity, (claim) => compareContents(content, claim.content).same);
    const sent = await this.#sent(content, bucket);
    if (sent.length > 0) this.#tally.rates.add(identity, sent);
    return undefined;
  }

  /** Entries that were sent, are on their way, or were skipped by a person: of the same job, or with the same texts. */
  async #sent(content: string, { claims }: Bucket): Promise<Claim[]> {
    const sent: Claim[] = [];
    for (const claim of claims) {
      if (claim.import === this.#num) continue;
      if (!compareContents(content, claim.content).same && !(await this.#earlierAmounts.isOfJob(claim))) continue;
      const fate = await this.#store.fate(claim);
      if (fate.is !== 'pending' || fate.isOnItsWay) sent.push(claim);
    }
    return sent;
  }
}
