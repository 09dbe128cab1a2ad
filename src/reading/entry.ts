import { counted } from '../core/counted.ts';
import type { Facts } from '../core/facts.ts';
import type { Issue } from '../core/issue.ts';
import { formatMinor, MinorSum } from '../core/money.ts';
import { ENTRY_MAX_LINES } from '../core/records.ts';
import type { FrozenBatch } from '../core/states.ts';
import { visibleText } from '../core/text.ts';
import type { Claim, Twin } from '../ledger/claims.ts';
import type { Group } from './row-context.ts';

/** What becomes an entry: the rows of a voucher, a contact, a custom field. */
export interface Unit {
  /** Ordinal by first appearance. */
  readonly seq: number;
  /** What people call it; empty where it goes by its rows. */
  readonly key: string;
  readonly rows: readonly number[];
  /** Per row, what keeps it from being booked. */
  readonly issues: readonly { readonly row: number; readonly issue: Issue }[] | undefined;
  /** What the service calls it, where it has it already. */
  readonly serviceId?: number | undefined;
}

/** What makes two entries the same (docs: the same entry, section 1). */
export interface Fingerprint {
  /** Finds the voucher whatever it says: by its number; without one, by dates and amounts. */
  readonly identity: number;
  /** What the file says of it, without its number among equals. */
  readonly content: string;
  /** Other identities that it may have been claimed under. */
  readonly others?: readonly number[];
  /** Of a converted amount: identity and content with the amount in its own currency, for the rate may be revised. */
  readonly original?: { readonly identity: number; readonly content: string };
}

/** A unit that was checked, on its way to the claims. */
export interface Candidate<U extends Unit> extends Fingerprint {
  readonly unit: U;
}

/** Claims with one identity, looked up once for all entries that have it. */
export interface Bucket {
  readonly claims: readonly Claim[];
  readonly byContent: ReadonlyMap<string, Claim>;
}

/** What the claims of others say of an entry. */
export type Judged =
  /** It is new: it takes this claim. */
  | { readonly is: 'sound'; readonly content: string }
  /** What becomes of it depends on an entry of which nobody knows yet whether it is booked. */
  | {
      readonly is: 'waits';
      readonly content: string;
      /** That entry, where it is claimed under another identity or with another content. */
      readonly twin?: Twin;
    }
  | {
      readonly is: 'aside';
      readonly state: 'held' | 'duplicate' | 'duplicate-skipped';
      readonly why: EntryIssue;
      /** The entry that it is a duplicate of. */
      readonly twin?: Twin | undefined;
    };

/** Tells new entries from those that somebody has claimed. Entries come in file order. */
export interface ClaimJudge<U extends Unit> {
  /** A promise only where more has to be asked: nearly every entry is new, and a promise for each costs more than the answer. */
  judge(candidate: Candidate<U>, bucketOf: (identity: number) => Bucket): Judged | Promise<Judged>;
  /** Whether it is told of one that can't be booked as it is: the file has a row for the earlier entry that says the same. */
  isMet?(unit: U): boolean;
  meet?(candidate: Candidate<U>, bucketOf: (identity: number) => Bucket): Promise<void>;
}

/** A unit that can be booked, with its claim. */
export interface Sound<U extends Unit> {
  readonly unit: U;
  readonly identity: number;
  readonly content: string;
  /** Of one that waits: see `Judged`. */
  readonly twin?: Twin | undefined;
  readonly original?: Fingerprint['original'] | undefined;
}

/** What the second half of planning has to know of a kind of entries. */
export interface EntryKind<U extends Unit> {
  /** Told of each in the order of the file, whether it can be booked or not. @param print undefined where it can't be read well enough */
  met?(unit: U, print: Fingerprint | undefined): void;
  /** How much of it is kept in memory, in lines. */
  weight(unit: U): number;
  /** What is wrong with the whole of it, though its rows are sound. */
  check(unit: U): EntryIssue | undefined;
  /** Undefined where its rows can't be read well enough to tell. */
  fingerprint(unit: U): Fingerprint | undefined;
  /** Sums per account, in minor units, as JSON. */
  totals(unit: U): string;
  /** Entries that travel together. */
  readonly together: number;
  freeze(no: number, entries: readonly Sound<U>[]): FrozenBatch;
}

/** An issue of a whole entry, with what is particular to this one. */
export interface EntryIssue {
  readonly issue: Issue;
  /** Null where the issue says it all. */
  readonly detail: string | null;
  /** What is particular to this one, beside the facts of the issue. */
  readonly facts?: Facts;
}

/**
 * Checks an entry whose rows are all sound: its draft lines as sent sum to exactly zero (design, section 8).
 * @param converted its amounts may have been rounded when they were converted from another currency
 */
export function checkEntry(group: Group, scale: number, converted = false): EntryIssue | undefined {
  if (group.tooLarge !== undefined) {
    return {
      issue: {
        code: 'entry-too-large',
        facts: { most: ENTRY_MAX_LINES },
        message: `A voucher has more than ${ENTRY_MAX_LINES} lines; it would have to be sent in one request.`,
        suggestion: 'Split the voucher, or check that the right column is mapped to entry.',
      },
      detail: `Voucher ${visibleText(group.key)} has more than ${ENTRY_MAX_LINES} lines (in ${counted(group.rows.length, 'row')}); it would have to be sent in one request.`,
      facts: { rows: group.rows.length },
    };
  }
  const sum = new MinorSum();
  const debit = new MinorSum();
  for (const line of group.lines) {
    sum.add(line.units);
    if (line.units > 0) debit.add(line.units);
  }
  if (sum.isZero()) return undefined;
  const difference = sum.value();
  return {
    issue: {
      code: 'entry-unbalanced',
      message: 'Debit and credit of the voucher differ.',
      suggestion: converted
        ? 'Correct an amount, or add the row that is missing. If only rounding of converted amounts is left, add a row with the difference on an account for rounding, in the currency of the books and without a rate.'
        : 'Correct an amount, or add the row that is missing, so that the rows of the voucher add up to zero.',
    },
    detail: `${group.key === '' ? 'The voucher' : `Voucher ${visibleText(group.key)}`} is out of balance by ${formatMinor(difference, scale)}: debit ${formatMinor(debit.value(), scale)}, credit ${formatMinor(difference - debit.value(), scale)}.`,
    facts: {
      difference: formatMinor(difference, scale),
      debit: formatMinor(debit.value(), scale),
      credit: formatMinor(debit.value() - difference, scale),
    },
  };
}
