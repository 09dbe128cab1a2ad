import { amountIn, compareContents, SETTLES_WITHIN_DAYS, spanOf } from '../../core/entry-content.ts';
import { firstRow } from '../../core/row-ranges.ts';
import type { Twin } from '../../ledger/claims.ts';
import type { PlanOrder } from '../../reading/plan-ports.ts';
import type { PlanStore } from '../../reading/plan-sink.ts';

/** A file may lack so many payments of an earlier one, however few both have in common. */
const MISSING_FEW = 10;
/** Of more it is no later export of the same account. */
const MISSING_AT_MOST = 1_000;
const MS_PER_DAY = 86_400_000;

/** A payment without a number that was sent, will be, or was skipped by a person. */
export interface SentPayment extends Twin {
  readonly content: string;
}

/** What the days of a file are, and which earlier entries it has rows for. */
export interface FileDays {
  /** The first and the last day of its rows, `YYYY-MM-DD`. */
  readonly days: readonly [first: string, last: string];
  hasRowFor(sent: Pick<Twin, 'import' | 'seq'>): boolean;
}

/**
 * Earlier payments that a later export of the same account has no row for, though it covers their days: banks list card
 * purchases on the day of the purchase, and on another one once they settle (docs: the same entry, section 1).
 */
export class MovedLines {
  readonly #byAmount = new Map<string, SentPayment[]>();

  constructor(missing: readonly SentPayment[]) {
    for (const sent of missing) {
      const amount = amountIn(sent.content);
      this.#byAmount.set(amount, [...(this.#byAmount.get(amount) ?? []), sent]);
    }
  }

  /** The one of the nearest day that says the same as a new payment; it is given once. */
  take(content: string): SentPayment | undefined {
    const equal = this.#byAmount.get(amountIn(content)) ?? [];
    const apart = (sent: SentPayment) => daysBetween(content, sent.content);
    const near = equal.filter(
      (sent) => apart(sent) <= SETTLES_WITHIN_DAYS && compareContents(content, sent.content).sameButDates,
    );
    const [nearest] = near.sort((a, b) => apart(a) - apart(b));
    if (nearest !== undefined) equal.splice(equal.indexOf(nearest), 1);
    return nearest;
  }
}

/** @returns undefined where the file has a row for each, or has nothing in common with earlier files of its job */
export async function movedLines(
  { company, jobName }: Pick<PlanOrder, 'company' | 'jobName'>,
  { days: [first, last], hasRowFor }: FileDays,
  store: Pick<PlanStore, 'blocks' | 'describe' | 'sentContents'>,
): Promise<MovedLines | undefined> {
  const lines = (await store.blocks(company, first, last)).filter(({ keyed }) => !keyed);
  const found: SentPayment[] = [];
  for (const num of new Set(lines.map((block) => block.import))) {
    if ((await store.describe(num)).job !== jobName) continue;
    const missing: SentPayment[] = [];
    let inCommon = 0;
    await store.sentContents(num, ({ seq, rows, content }) => {
      if (hasRowFor({ import: num, seq })) inCommon++;
      else if (content !== null && isWithin(spanOf(content), first, last) && missing.length <= MISSING_AT_MOST)
        missing.push({ import: num, seq, row: firstRow(rows), content });
    });
    if (inCommon > 0 && missing.length <= Math.min(MISSING_AT_MOST, Math.max(MISSING_FEW, inCommon)))
      found.push(...missing);
  }
  return found.length === 0 ? undefined : new MovedLines(found);
}

/** Of contents of one day each. */
function daysBetween(one: string, other: string): number {
  const [a, b] = [one, other].map((content) => Date.parse(spanOf(content)[0])) as [number, number];
  return Math.abs(a - b) / MS_PER_DAY;
}

/** Whether it is of one day, and that one of these. */
function isWithin([from, to]: readonly [string, string], first: string, last: string): boolean {
  return from === to && from >= first && from <= last;
}
