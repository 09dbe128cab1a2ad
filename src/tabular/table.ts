import type { Cell } from '../core/cell.ts';

/** Some records of a file in file order: `records[i]` stands on line (CSV) or row (workbook) `lines[i]`, counted from 1 as a person sees it. Blank records are left out. */
export interface Chunk {
  readonly lines: readonly number[];
  readonly records: readonly (readonly Cell[])[];
  /** CSV: the last of them is the last of the file, and no line end stands behind it. */
  readonly endsOpen?: true;
  /** Workbook: those of `lines` that are hidden in the sheet, by hand, in a closed group or by a filter; absent where none is. */
  readonly hidden?: readonly number[];
  /** Workbook: columns (0 is the first) that are hidden in the sheet, as ranges from and to; absent where none is. */
  readonly hiddenColumns?: readonly (readonly [number, number])[];
}

/** One table inside a file: the whole of a CSV file, or a sheet of a workbook. */
export interface TableInfo {
  /** Sheet name; the empty string for CSV. */
  readonly name: string;
  /** Hidden sheets are only read when a job names them. */
  readonly visible: boolean;
}

/** How a file was found to be written; shown to people with a plan. */
export interface SourceFacts {
  readonly kind: 'csv' | 'xlsx';
  /** CSV only: `utf-8`, `utf-16le`, `windows-1252`, … */
  readonly encoding?: string;
  /** CSV only: nothing in the file says that it is this encoding; it is the likeliest of those that are possible. */
  readonly guessed?: boolean;
  /** CSV only. */
  readonly delimiter?: string;
  /** Workbook only: the workbook counts its days from 1904. */
  readonly epoch1904?: boolean;
}

/** An opened file: records can be read any number of times, each time from the start, in bounded memory. */
export interface Source {
  readonly facts: SourceFacts;
  readonly tables: readonly TableInfo[];
  /** The first `count` non-blank records of a table. */
  head(table: number, count: number): Promise<Chunk>;
  /**
   * All records of a table.
   * @throws FileRejected where the bytes turn out not to be what the file said it was
   * @throws ReadAgain where a later byte contradicts what was inferred (encoding): open the file again with `hint`
   */
  chunks(table: number): AsyncIterable<Chunk>;
  close(): Promise<void>;
}

/** Something inferred from the first rows was contradicted by a later one: read the file again from the start, now knowing. */
export class ReadAgain extends Error {
  readonly hint: Readonly<Record<string, string>>;
  constructor(reason: string, hint: Readonly<Record<string, string>>) {
    super(reason);
    this.name = 'ReadAgain';
    this.hint = hint;
  }
}
