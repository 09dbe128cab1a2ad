import type { AccountLookup } from '../domain/account.ts';
import type { Issue } from '../domain/issue.ts';
import type { MinorSum } from '../domain/money.ts';
import type { SourceRow } from './entry-content.ts';
import type { Figures } from './gross-net-vat.ts';
import type { UnmatchedRow } from './unmatched-rows.ts';

/** An account number of the file, once for all lines that name it. */
export interface AccountSlot {
  /** As the file has it, trimmed. */
  readonly text: string;
  /** As sent to the service: after the job's `accounts` mapping. */
  readonly number: string;
  /** Undefined until it was looked up. */
  lookup: AccountLookup | undefined;
}

/** A VAT code of the file, once for all lines that name it. */
export interface VatSlot {
  /** The service's VatCode: after the job's `vat.codes` mapping. */
  readonly code: string;
  readonly typeId: number | undefined;
  readonly issue: { readonly code: 'vat-unknown' | 'vat-ambiguous'; readonly suggestion: string } | undefined;
}

/** What a row says of its VAT beside a code. */
export interface VatSaid {
  /** Undefined where the amount stands in one column, or can't be read. */
  readonly figures: Figures | undefined;
  /** Percentage of the row, as plain decimal text; undefined where it says none. */
  readonly percent: string | undefined;
  /** The row has no code: its percentage finds the VAT type of its first line. */
  readonly byPercent: boolean;
  /** The row, or the job, says that no VAT is meant. */
  readonly declined: boolean;
}

/** A draft line as the file says it, before its account has an ID. */
export interface Line {
  readonly row: number;
  readonly account: AccountSlot;
  /** Minor units at the import's scale. */
  readonly units: number;
  /** As sent, but for the marker of the probe: in canonical form. */
  readonly description: string;
  /** `YYYY-MM-DD`; empty where the row has an issue with its date. */
  readonly date: string;
  vat: VatSlot | undefined;
  /** No VAT code on the row, and the job says that the account's default VAT type counts. */
  readonly vatByAccount: boolean;
}

/** One row of the file after conversion. */
export interface RowReading {
  readonly row: number;
  /** Entry key as the file spells it; undefined where the row is an entry of its own. */
  readonly key: string | undefined;
  /** Rows with the same text are one entry: the key in the form in which keys are compared, with its period. */
  readonly group: string;
  /** The key from the row's own cells, in the form in which keys are compared; empty where there is none. */
  readonly sourceKey: string;
  /** What the row's cells say; undefined where its date or amount can't be read. */
  readonly source: SourceRow | undefined;
  /** None for a row whose amount or account can't be read. */
  readonly lines: readonly Line[];
  /** Only where the job maps more of the VAT than a code. */
  readonly vat: VatSaid | undefined;
  issues: Issue[] | undefined;
  /** Present where an account is the job's default, for no rule matched the row and no cell says it. */
  readonly unmatched?: UnmatchedRow | undefined;
}

/** All rows of one entry. */
export interface Group {
  /** Ordinal by first appearance. */
  seq: number;
  /** What its rows have in common (`RowReading.group`). */
  readonly id: string;
  readonly key: string;
  readonly sourceKey: string;
  readonly rows: number[];
  readonly lines: Line[];
  /** Per row what its cells say; fewer than rows where some can't be read. */
  readonly sources: SourceRow[];
  /** Places in `rows`: before these rows of other entries stand. */
  readonly breaks: number[];
  /** Per row, what keeps it from being booked. */
  issues: { row: number; issue: Issue }[] | undefined;
  /** Where it has more lines than an entry may have: their sums per account are kept instead of them. */
  tooLarge: Map<string, MinorSum> | undefined;
}
