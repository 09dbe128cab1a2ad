import { MinorSum } from '../core/money.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { EntryRow, ImportRow } from '../ledger/rows.ts';
import { batchSums, eachTotal, negated } from './batch-sums.ts';
import { FORGOTTEN } from './causes.ts';

/** Where the money of an account is, in minor units: file + corrected + remapped = booked + inDoubt + pending + already + notBooked. */
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
  /** In duplicates, on the accounts that the service has them on: an earlier import booked them. */
  readonly already: bigint;
  /** Of that, what waits for a person: duplicates that nobody has decided about. */
  readonly alreadyHeld: bigint;
  /** What duplicates have on it, or, negative, do not have on it, that are booked on other accounts than today's job would book them on. */
  readonly remapped: bigint;
  /** Of that, what waits for a person. */
  readonly remappedHeld: bigint;
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
  readonly remapped = new MinorSum();
  readonly remappedHeld = new MinorSum();
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

const SETTLED = [['already', 'remapped']] as const;
const DUPLICATE = { settled: SETTLED, held: [...SETTLED, ['alreadyHeld', 'remappedHeld']] } as const;

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
  await ledger.findings.entryTotals(row.num, ({ state, totals, booked_totals: booked }) => {
    if (state === 'replaced') return;
    const place = ASIDE[state];
    const places = place === 'already' ? DUPLICATE[state === 'duplicate' ? 'held' : 'settled'] : undefined;
    if (places === undefined) return add(totals, place);
    for (const [already, remapped] of places) {
      add(booked ?? totals, already);
      if (booked === null) continue;
      add(booked, remapped);
      eachTotal(totals, (account, units) => of(account)[remapped].addText(negated(units)));
    }
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
    remapped: sum.remapped.value(),
    remappedHeld: sum.remappedHeld.value(),
    notBooked: sum.waiting.value() + sum.skipped.value(),
    skipped: sum.skipped.value(),
  }));
}
