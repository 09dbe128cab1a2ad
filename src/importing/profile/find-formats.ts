import { type Cell, cellText } from '../../core/cell.ts';
import { FileRejected, type Issue } from '../../core/issue.ts';
import { type DecimalMark, REFUSED, scanAmount } from '../../core/scan-amount.ts';
import { readAutoDate } from '../../reading/dates.ts';
import { DateInference, dateHint } from '../../reading/infer-date-order.ts';
import { DecimalInference } from '../../reading/infer-decimal.ts';
import { ReadAgain } from '../../tabular/table.ts';
import type { ColumnLook } from './profile-column.ts';

/** A value that shows something, and where it stands. */
export interface Evidence {
  readonly value: string;
  readonly column: string;
  readonly line: number;
}

/** How amounts and dates are written, as far as the first rows show. */
export interface FoundFormats {
  readonly decimal: {
    /** Absent where no amount has a mark, or where they could be read both ways. */
    readonly value?: DecimalMark;
    readonly evidence?: Evidence;
    /** Why they can't be read without being told. */
    readonly problem?: Issue;
  };
  readonly dates: {
    /** `plain`: the form alone says it. */
    readonly value?: 'dmy' | 'mdy' | 'plain';
    readonly evidence?: Evidence;
    readonly problem?: Issue;
  };
}

interface Rows {
  readonly lines: readonly number[];
  readonly records: readonly (readonly Cell[])[];
}

export interface FormatOptions {
  /** Indexes of the columns that hold amounts, and of the one that holds dates. */
  readonly amounts: readonly number[];
  readonly date: number | undefined;
  readonly decimal: 'auto' | DecimalMark;
  readonly dates: 'auto' | readonly string[];
  readonly place: 'line' | 'row';
  readonly epoch1904?: boolean | undefined;
}

/** Times that the rows are read before it is given up. */
const MAX_READS = 4;
const SCALE = 2;

/** Finds how amounts and dates are written, by the inference that a plan uses. */
export function findFormats(columns: readonly ColumnLook[], rows: Rows, options: FormatOptions): FoundFormats {
  return { decimal: findDecimal(columns, rows, options), dates: findDates(columns, rows, options) };
}

function findDecimal(columns: readonly ColumnLook[], rows: Rows, options: FormatOptions): FoundFormats['decimal'] {
  const amounts = columns.filter(({ index }) => options.amounts.includes(index));
  const found = settled((hints) => {
    const inference = new DecimalInference({ ...options, scale: SCALE, hint: hints['decimal'] });
    for (const { index, header } of amounts) {
      const read = inference.column(header);
      for (const [at, record] of rows.records.entries()) read(record[index], rows.lines[at] ?? 0);
    }
    return inference.finish();
  });
  if ('problem' in found) return found;
  const { value } = found;
  if (value === undefined) return {};
  const other = value === ',' ? '.' : ',';
  const reads = (text: string, mark: DecimalMark) => scanAmount(text, mark, SCALE, 10 ** SCALE) < REFUSED;
  const evidence = firstCell(amounts, rows, (text) => reads(text, value) && !reads(text, other));
  return { value, ...(evidence === undefined ? {} : { evidence }) };
}

function findDates(columns: readonly ColumnLook[], rows: Rows, options: FormatOptions): FoundFormats['dates'] {
  const first = columns.find(({ index }) => index === options.date);
  if (first === undefined) return {};
  const { index, header } = first;
  const found = settled((hints) => {
    const inference = new DateInference({
      column: header,
      formats: options.dates,
      epoch1904: options.epoch1904,
      hint: hints[dateHint(header)],
      place: options.place,
    });
    for (const [at, record] of rows.records.entries()) inference.read(record[index], rows.lines[at] ?? 0);
    return inference.finish();
  });
  if ('problem' in found) return found;
  const { value } = found;
  const shows = (text: string) => {
    const reading = readAutoDate(text);
    if (value === undefined || reading === undefined) return reading?.dmy !== undefined;
    return reading.dmy !== reading.mdy && (reading.dmy === undefined || reading.mdy === undefined);
  };
  const evidence = firstCell([first], rows, shows);
  return { value: value ?? 'plain', ...(evidence === undefined ? {} : { evidence }) };
}

/** Runs a reading until nothing contradicts what it was told. */
function settled<T>(
  read: (hints: Readonly<Record<string, string>>) => T,
): { readonly value: T } | { readonly problem: Issue } {
  let hints: Readonly<Record<string, string>> = {};
  for (let reads = 1; ; reads++) {
    try {
      return { value: read(hints) };
    } catch (error) {
      if (error instanceof FileRejected) return { problem: error.issue };
      if (!(error instanceof ReadAgain) || reads === MAX_READS) throw error;
      hints = { ...hints, ...error.hint };
    }
  }
}

function firstCell(columns: readonly ColumnLook[], rows: Rows, is: (text: string) => boolean): Evidence | undefined {
  for (const [at, record] of rows.records.entries()) {
    for (const { index, header } of columns) {
      const text = cellText(record[index]).trim();
      if (text !== '' && typeof record[index] === 'string' && is(text)) {
        return { value: text, column: header, line: rows.lines[at] ?? 0 };
      }
    }
  }
  return undefined;
}
