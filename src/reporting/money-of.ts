import { formatMinor } from '../core/money.ts';
import { CREDIT_TOTAL, DEBIT_TOTAL, type EntryCounts } from '../core/states.ts';
import { compareCodes } from '../core/text.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { AccountTotal } from './account-sums.ts';

interface Sides {
  readonly debit: string;
  readonly credit: string;
}

/**
 * Where the money of an import is, as decimal text. Draft lines as sent: without the VAT lines that the service adds.
 * Of every account, and of each side: file + corrected + remapped = booked + inDoubt + pending + already + notBooked.
 */
export interface Money {
  /** What the file says. */
  readonly debit: string;
  readonly credit: string;
  readonly booked?: Sides;
  /** What is still to be booked; present where anything is. */
  readonly pending?: Sides;
  readonly inDoubt?: Sides;
  /** Duplicates, on the accounts that an earlier import booked them on; present where there are any. */
  readonly already?: Sides;
  /** Of `already`, duplicates that wait for a person; present where there are any. */
  readonly alreadyHeld?: Sides;
  /** What duplicates are booked on other accounts than today's job would book them on; present where any is. */
  readonly remapped?: Sides;
  /** Of `remapped`, duplicates that wait for a person; present where there are any. */
  readonly remappedHeld?: Sides;
  /** Held, rejected and skipped; present where there is anything. */
  readonly notBooked?: Sides;
  /** Of `notBooked`, what was skipped. */
  readonly skipped?: Sides;
  /** Present where corrections moved anything: how much from one account to another, and the entries and rows that stand in one. */
  readonly corrected?: Sides & { readonly moved: string; readonly entries: number; readonly rows: number };
  readonly accounts: readonly AccountMoney[];
}

export interface AccountMoney {
  readonly account: string;
  /** What the file says. */
  readonly file: string;
  /** What corrections moved to it, or, negative, from it; present where any account has such. */
  readonly corrected?: string;
  readonly booked: string;
  readonly pending?: string;
  readonly inDoubt?: string;
  readonly already?: string;
  readonly alreadyHeld?: string;
  readonly remapped?: string;
  readonly remappedHeld?: string;
  readonly notBooked?: string;
  /** The account that corrections put in its place. */
  readonly replacedBy?: string;
}

/** Told only where it is anything but nothing. */
const OPTIONAL = ['already', 'alreadyHeld', 'remapped', 'remappedHeld', 'notBooked', 'skipped'] as const;

export async function moneyOf(
  { num }: Pick<ImportRow, 'num'>,
  sums: readonly AccountTotal[],
  { scale, entries }: { readonly scale: number; readonly entries: EntryCounts },
  ledger: Ledger,
): Promise<Money> {
  const side = (name: string, of: keyof Omit<AccountTotal, 'account'>) =>
    formatMinor(sums.find(({ account }) => account === name)?.[of] ?? 0n, scale);
  const sides = (of: keyof Omit<AccountTotal, 'account'>): Sides => ({
    debit: side(DEBIT_TOTAL, of),
    credit: side(CREDIT_TOTAL, of),
  });
  const accounts = sums.filter(({ account }) => account !== DEBIT_TOTAL && account !== CREDIT_TOTAL);
  const some = {
    corrected: accounts.some(({ corrected }) => corrected !== 0n),
    pending: entries.pending > 0,
    inDoubt: entries.inDoubt > 0,
  };
  const others = OPTIONAL.filter((place) => accounts.some((each) => each[place] !== 0n));
  const replaced = some.corrected ? await ledger.findings.replacedValues(num) : new Map<string, string>();
  return {
    ...sides('file'),
    ...(accounts.length === 0 ? {} : { booked: sides('booked') }),
    ...(some.pending ? { pending: sides('pending') } : {}),
    ...(some.inDoubt ? { inDoubt: sides('inDoubt') } : {}),
    ...Object.fromEntries(others.map((place) => [place, sides(place)])),
    ...(some.corrected
      ? {
          corrected: {
            ...sides('corrected'),
            moved: formatMinor(movedBy(accounts), scale),
            ...(await ledger.findings.corrected(num)),
          },
        }
      : {}),
    accounts: accounts
      .sort((a, b) => compareCodes(a.account, b.account))
      .map((each) => ({
        account: each.account,
        file: formatMinor(each.file, scale),
        ...(some.corrected ? { corrected: formatMinor(each.corrected, scale) } : {}),
        booked: formatMinor(each.booked, scale),
        ...(some.pending ? { pending: formatMinor(each.pending, scale) } : {}),
        ...(some.inDoubt ? { inDoubt: formatMinor(each.inDoubt, scale) } : {}),
        ...Object.fromEntries(
          others.filter((place) => place !== 'skipped').map((place) => [place, formatMinor(each[place], scale)]),
        ),
        ...replacement(each, replaced.get(each.account)),
      })),
  };
}

/** What came to accounts: as much went from others, unless a correction changed amounts. */
function movedBy(accounts: readonly AccountTotal[]): bigint {
  let [to, from] = [0n, 0n];
  for (const { corrected } of accounts) {
    if (corrected > 0n) to += corrected;
    else from -= corrected;
  }
  return to > from ? to : from;
}

/** Of an account that corrections left nothing of. */
function replacement({ file, corrected }: AccountTotal, by: string | undefined): { replacedBy?: string } {
  return by !== undefined && corrected !== 0n && file + corrected === 0n ? { replacedBy: by } : {};
}
