import { type Cell, cellText } from '../core/cell.ts';
import type { SourceRow } from '../core/entry-content.ts';
import type { Facts } from '../core/facts.ts';
import type { Issue } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import type { BookingField } from '../core/job-fields.ts';
import type { MinorSum } from '../core/money.ts';
import type { AccountLookup } from '../core/records.ts';
import { formatRow } from '../core/row-ranges.ts';
import { REFUSED, scanAmount } from '../core/scan-amount.ts';
import { quoteValue } from '../core/text.ts';
import type { Figures, FiguresReader } from './gross-net-vat.ts';
import type { RuleOf, SkipOf } from './row-rules.ts';
import type { UnmatchedRow } from './unmatched-rows.ts';

/** A cell that was read: its value, nothing, or why it has none. */
export type CellReader<T> = (cell: Cell | undefined, row: number) => T | undefined | Issue;

/** The fields that the rows of a kind of job have. */
export interface RowKind<Field extends string> {
  readonly fields: readonly Field[];
  /** The person's own text, which is kept as it stands, and may be long. */
  readonly text: Field | undefined;
  /** What its other fields are, in words: `a voucher number, an account or a VAT code`. */
  readonly others: string;
}

/** What it takes to read the values of a row. */
export interface ValuesContext<Field extends string = BookingField> {
  readonly kind: RowKind<Field>;
  readonly job: {
    readonly file: Pick<Job['file'], 'header'>;
    readonly rules: readonly RuleOf<Field>[];
    readonly skip: readonly SkipOf<Field>[];
    readonly defaults: Readonly<Partial<Record<Field, string>>>;
  };
  /** Name of the file, for descriptions. */
  readonly file: string;
  readonly headers: readonly string[];
  /** Columns of each field; several where a value is made of them. */
  readonly columns: Partial<Record<Field, readonly number[]>>;
  /** Column of a header that a rule, a skip or the sign names. */
  readonly columnOf: (accepted: readonly string[]) => number;
  /** @param scale decimals; default: those of the job's amounts */
  readonly amount: (column: string, scale?: number) => CellReader<number>;
  readonly date: (column: string) => CellReader<string>;
  readonly scale: number;
  /** Whether the file ends in the middle of the row. */
  readonly isCutOff?: ((row: number, record: readonly Cell[]) => boolean) | undefined;
  /** Bookings: reads the amount where it stands in several columns. */
  readonly figures?: FiguresReader | undefined;
}

/** A cell that a question or a refusal about the whole file points at. */
export interface Example {
  readonly value: string;
  /** Header of its column. */
  readonly column: string;
  /** Number of its record as a person sees it. */
  readonly line: number;
}

/** `"1.000" (column Beløp, line 2)` */
export function showExample(example: Example, place: 'line' | 'row' = 'line'): string {
  return `${quoteValue(example.value)} (column ${example.column}, ${place} ${formatRow(example.line)})`;
}

/** `Kari` and `Nordmann` are `Kari Nordmann`; an error in one of the cells is one in the whole. */
export function joinedCell(cells: readonly (Cell | undefined)[]): Cell {
  const wrong = cells.find((cell) => typeof cell === 'object' && cell.kind === 'error');
  const parts = cells.map((cell) => cellText(cell).trim()).filter((text) => text !== '');
  return wrong ?? parts.join(' ');
}

/** Fills `{file}`, `{row}` and `{field}` in a value of the job; anything else in braces stays as it is. */
export function fillPlaceholders<Field extends string>(
  template: string,
  file: string,
  row: number,
  fields: readonly Field[],
  value: (field: Field) => string,
): string {
  return template
    .replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'file') return file;
      if (name === 'row') return String(row);
      const field = fields.find((each) => each === name);
      return field === undefined ? whole : value(field);
    })
    .trim();
}

/** A slash that stands alone in a part must not look like the one between parts. */
export function keyPart(text: string): string {
  return text.includes('/') ? text.replace(/(?<=^| )\/+(?= |$)/g, '$&/') : text;
}

/** Minor units of a plain decimal of the job; undefined where it is none. */
export function plainUnits(text: string, scale: number): number | undefined {
  const units = scanAmount(text, '.', scale, Number(`1e${scale}`));
  return units < REFUSED ? units : undefined;
}

export function isIsoDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** An account number of the file, once for all lines that name it. */
export interface AccountSlot {
  /** As the file has it, trimmed. */
  readonly text: string;
  /** As sent to the service: after the job's `accounts` mapping. */
  readonly number: string;
  /** The number stands in the text with something else: it counts only where the service has the account. */
  readonly isWithin?: boolean;
  /** Undefined until it was looked up. */
  lookup: AccountLookup | undefined;
}

/** A VAT code of the file, once for all lines that name it. */
export interface VatSlot {
  /** The service's VatCode: after the job's `vat.codes` mapping. */
  readonly code: string;
  readonly typeId: number | undefined;
  readonly issue:
    | { readonly code: 'vat-unknown' | 'vat-ambiguous'; readonly suggestion: string; readonly facts: Facts }
    | undefined;
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

/** The account that a row names: the one that is debited, or the one that is credited. */
export type Side = 'debit' | 'credit';

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
  /** Present where the row names only one of its two accounts, and is a line of its voucher. */
  readonly side: Side | undefined;
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
  /** Rows that name only one of their two accounts. */
  sides: { row: number; side: Side }[] | undefined;
  /** Places in `rows`: before these rows of other entries stand. */
  readonly breaks: number[];
  /** Per row, what keeps it from being booked. */
  issues: { row: number; issue: Issue }[] | undefined;
  /** Where it has more lines than an entry may have: their sums per account are kept instead of them. */
  tooLarge: Map<string, MinorSum> | undefined;
}
