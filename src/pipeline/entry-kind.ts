import type { FrozenBatch } from '../domain/batch.ts';
import type { Issue } from '../domain/issue.ts';
import type { EntryIssue } from '../rules/check-entry.ts';
import type { EarlierEntry } from '../rules/duplicate-issue.ts';
import type { Fingerprint } from '../rules/fingerprint.ts';

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

/** A unit that can be booked, with its claim. */
export interface Sound<U extends Unit> {
  readonly unit: U;
  readonly identity: number;
  readonly content: string;
}

/** What the second half of planning has to know of a kind of entries. */
export interface EntryKind<U extends Unit> {
  /** How much of it is kept in memory, in lines. */
  weight(unit: U): number;
  /** What is wrong with the whole of it, though its rows are sound. */
  check(unit: U): EntryIssue | undefined;
  fingerprint(unit: U): Fingerprint;
  /** Whether equal ones may be several: two equal purchases are two, a voucher number is one. */
  repeats(unit: U): boolean;
  /** It exists once, whatever else the same import has: a claim on it, even one of its own import, makes this one a duplicate. */
  isUnique(unit: U): boolean;
  duplicate(unit: U, earlier: EarlierEntry): EntryIssue;
  /** The same identity was booked before with other content; undefined where that says nothing. */
  changed(unit: U, earlier: EarlierEntry): EntryIssue | undefined;
  /** Sums per account, in minor units. */
  totals(unit: U): Readonly<Record<string, string>>;
  /** What becomes of one that an earlier import has booked. */
  onDuplicate(unit: U): 'hold' | 'skip' | 'book';
  /** Entries that travel together. */
  readonly together: number;
  freeze(no: number, entries: readonly Sound<U>[]): FrozenBatch;
}
