import type { BodyKey } from '../core/batch-body.ts';
import type { BatchEntry } from '../core/states.ts';
import type { Twin } from '../ledger/claims.ts';
import type { Rival } from '../ledger/contact-claims.ts';
import type { PlanWriter, SetAside } from '../ledger/plans.ts';
import type { EntryIssue } from './entry.ts';
import type { Period } from './entry-key.ts';
import type { EarlierImport } from './plan-sink.ts';

export interface ClaimOrder {
  readonly num: number;
  readonly importId: string;
  readonly kind: string;
  readonly onDuplicate: 'hold' | 'skip' | 'book';
  readonly key: BodyKey;
  /** Bookings: the file has voucher numbers, and what these restart with. */
  readonly keyed: boolean;
  readonly per: Period | undefined;
  /** Entries that a person said are no duplicates. */
  readonly insisted: ReadonlySet<number>;
  /** Claims taken by everyone when the plan looked for duplicates. */
  readonly claimVersion: number;
  /** Contacts: `ContactClaims.listedAt`. */
  readonly listedAt: number;
}

/** An earlier import, for people. */
export type Describe = (num: number) => Promise<Pick<EarlierImport, 'id' | 'file' | 'rowName'>>;

/** What becomes of an entry that somebody else has claimed. */
export type Claimed =
  | { readonly is: 'ours' }
  | { readonly is: 'waits'; readonly on: number }
  | {
      readonly is: 'aside';
      readonly state: SetAside['entry']['state'];
      readonly why: EntryIssue;
      readonly serviceId?: number | undefined;
      /** The entry that it is a duplicate of. */
      readonly twin?: Twin | undefined;
    };

/** Compares a contact with those that rivals have created: a part of its own, since what tells phone numbers apart is large. */
export type CompareContact = (
  contact: { readonly entry: BatchEntry; readonly body: string },
  rivals: readonly Rival[],
  order: ClaimOrder,
  ports: {
    readonly created: PlanWriter['createdContact'];
    readonly describe: Describe;
  },
) => Promise<Claimed>;
