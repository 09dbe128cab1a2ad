import type { JobKind } from '../../core/job.ts';
import type { AmountForm } from '../../reading/amount-form.ts';
import type { FoundFigures } from '../../reading/find-figures.ts';

/**
 * A field that a column was found for, and what spoke for it: what it is called, what its values look like, or that a running
 * balance follows from it. A name may stand in two columns, and a voucher number with its series too, in this order.
 */
export interface ProposedColumn {
  readonly field: string;
  /** Index of the column. */
  readonly column: number;
  readonly why: 'name' | 'values' | 'balance';
}

/** The column that says debit or credit, and its values. */
export interface ProposedSign {
  readonly column: number;
  readonly debit: readonly string[];
  readonly credit: readonly string[];
}

/** What the rows of a file may be, and which column is what: a proposal for a person to look over. */
export interface Proposal {
  readonly kind: JobKind;
  /** Bookings: how a row says its amount. */
  readonly form: AmountForm;
  readonly columns: readonly ProposedColumn[];
  /** Bookings: columns of gross, net and VAT; the `amount` above is the first of them. */
  readonly figures?: FoundFigures;
  /** Bookings: index of the column of VAT percentages, where none has codes. */
  readonly percent?: number;
  /** Bookings: the currency that the column of amounts says, unless it is the usual one: are the books in it? */
  readonly currency?: { readonly value: string; readonly column: number };
  /** Bookings with `signed`, `contra` or `pair`. */
  readonly sign?: ProposedSign;
  /** Amounts have the opposite sign: each lowers the balance of the file. */
  readonly negate?: true;
}
