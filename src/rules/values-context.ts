import type { Cell } from '../domain/cell.ts';
import type { Issue } from '../domain/issue.ts';
import type { Job } from '../domain/job.ts';
import type { BookingField } from '../domain/job-fields.ts';
import type { FiguresReader } from './gross-net-vat.ts';
import type { RuleOf, SkipOf } from './row-rules.ts';

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
  /** Bookings: reads the amount where it stands in several columns. */
  readonly figures?: FiguresReader | undefined;
}
