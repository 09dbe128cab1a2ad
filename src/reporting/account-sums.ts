import { MinorSum } from '../core/money.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import { batchSums, eachTotal } from './batch-sums.ts';
import { FORGOTTEN } from './causes.ts';

/** Where the money of an account is, in minor units: file + corrected = booked + inDoubt + pending + already + notBooked. */
export interface AccountTotal {
  readonly account: string;
  /** What the rows of the file say. */
  readonly file: bigint;
  /** What corrections and retries moved to it, or, negative, from it. */
  readonly corrected: bigint;
  readonly booked: bigint;
  readonly inDoubt: bigint;
  /** In requests that are still to be sent. */
  readonly pending: bigint;
  /** In duplicates: an earlier import has them. */
  readonly already: bigint;
  /** Of that, what waits for a person: duplicates that nobody has decided about. */
  readonly alreadyHeld: bigint;
  /** In entries that are held, rejected or skipped. */
  readonly notBooked: bigint;
  /** Of that, what was skipped. */
  readonly skipped: bigint;
}

class Sums {
  /** As it is corrected by now, without what was skipped. */
  readonly stands = new MinorSum();
  readonly corrected = new MinorSum();
  readonly booked = new MinorSum();
  readonly inDoubt = new MinorSum();
  readonly pending = new MinorSum();
  readonly already = new MinorSum();
  readonly alreadyHeld = new MinorSum();
  readonly waiting = new MinorSum();
  readonly skipped = new MinorSum();
}

const ASIDE = {
  held: 'waiting',
  rejected: 'waiting',
  duplicate: 'already',
  'duplicate-skipped': 'already',
  skipped: 'skipped',
} as const satisfies Record<Exclude<EntryRow['state'], 'replaced'>, keyof Sums>;

/** Per account, debit and credit among them. @param afresh every batch is read, as a proof has it */
export async function accountSums(row: ImportRow, ledger: Ledger, afresh: boolean): Promise<AccountTotal[]> {
  if (FORGOTTEN.includes(row.state)) return [];
  const sums = new Map<string, Sums>();
  const of = (account: string) => {
    const sum = sums.get(account) ?? new Sums();
    sums.set(account, sum);
    return sum;
  };
  const add = (totals: string | null, to: keyof Sums) =>
    eachTotal(totals ?? '{}', (account, units) => of(account)[to].addText(units));
  add(row.file_totals, 'stands');
  add(row.corrected_totals, 'corrected');
  for (const [account, { booked, inDoubt, pending }] of await batchSums(row.num, ledger, afresh)) {
    const sum = of(account);
    sum.booked.addSum(booked);
    sum.inDoubt.addSum(inDoubt);
    sum.pending.addSum(pending);
  }
  await ledger.findings.entryTotals(row.num, ({ state, totals }) => {
    if (state !== 'replaced') add(totals, ASIDE[state]);
    if (state === 'duplicate') add(totals, 'alreadyHeld');
  });
  return [...sums].map(([account, sum]) => ({
    account,
    file: sum.stands.value() - sum.corrected.value() + sum.skipped.value(),
    corrected: sum.corrected.value(),
    booked: sum.booked.value(),
    inDoubt: sum.inDoubt.value(),
    pending: sum.pending.value(),
    already: sum.already.value(),
    alreadyHeld: sum.alreadyHeld.value(),
    notBooked: sum.waiting.value() + sum.skipped.value(),
    skipped: sum.skipped.value(),
  }));
}
