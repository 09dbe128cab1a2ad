import { type Cell, cellText } from '../core/cell.ts';
import { currenciesInHeader, isCurrencyCode, unitInHeader } from '../core/currency.ts';
import { FileRejected } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { normaliseHeader } from '../core/text.ts';
import type { Chunk } from '../tabular/table.ts';
import { type CurrencyAbove, currencyAbove } from './currency-above.ts';
import { describeDuplicate, describeMissing, describeNoHeader } from './describe-header.ts';
import { type MappedColumn, mappedColumns } from './mapped-columns.ts';

/** `header: auto` looks for the row that names the columns among as many records. */
export const HEADER_SEARCH_RECORDS = 100;

/** Which cell of a record is what. Indexes count from 0. */
export interface ColumnIndexes {
  /** Per field that has a column; several where a value is made of them. */
  readonly columns: Readonly<Partial<Record<string, readonly number[]>>>;
  /** Index of the column with one of these headers (of a rule, a skip or the sign); -1 where there is none. */
  columnOf(accepted: readonly string[]): number;
}

/** How a record serves as the row that names the columns. */
export interface HeaderMatch extends ColumnIndexes {
  readonly found: number;
  readonly missing: readonly MappedColumn[];
  readonly repeated: readonly { readonly column: MappedColumn; readonly indexes: readonly number[] }[];
}

export interface FoundHeader extends ColumnIndexes {
  /** Line (CSV) or row (workbook) of the header; 0 where the file has none. */
  readonly line: number;
  /** As the file spells them, trimmed; column numbers where the file has no header. */
  readonly headers: readonly string[];
  /** The currency that the lines above it name. */
  readonly above?: CurrencyAbove | undefined;
}

/** Compares a record with the headers that a job maps (design, section 5: trimmed, Unicode normalised, case folded). */
export function matchHeader(record: readonly Cell[], job: Job): HeaderMatch {
  const byName = new Map<string, number[]>();
  for (const [index, cell] of record.entries()) {
    const name = normaliseHeader(cellText(cell));
    if (name === '') continue;
    const before = byName.get(name);
    if (before === undefined) byName.set(name, [index]);
    else before.push(index);
  }
  const indexesOf = (accepted: readonly string[]) =>
    [...new Set(accepted.map(normaliseHeader))].flatMap((header) => byName.get(header) ?? []);
  return assign(mappedColumns(job), indexesOf);
}

/**
 * Finds the row that names the columns of a job.
 * @param chunk the first records of the table: HEADER_SEARCH_RECORDS, or as many as reach a numbered header row
 * @throws FileRejected `header-missing`, `column-missing`, `column-duplicate`
 */
export function findHeader(chunk: Chunk, job: Job): FoundHeader {
  const { header } = job.file;
  if (header === 'none') return numberedColumns(chunk, job);
  if (header !== 'auto') {
    const at = chunk.lines.indexOf(header);
    const record = chunk.records[at];
    if (record === undefined) throw new FileRejected(describeNoHeader(chunk, job, header));
    const match = matchHeader(record, job);
    const ofTwo = isWhole(match) ? undefined : headerOfTwo(chunk, at, job);
    return ofTwo ?? withAbove(chunk, at, accept(record, header, match));
  }
  let best: { record: readonly Cell[]; line: number; match: HeaderMatch } | undefined;
  const searched = chunk.records.slice(0, HEADER_SEARCH_RECORDS);
  for (const [at, record] of searched.entries()) {
    const match = matchHeader(record, job);
    const line = chunk.lines[at] ?? 0;
    if (isWhole(match)) return withAbove(chunk, at, accept(record, line, match));
    if (match.found > (best?.match.found ?? 0)) best = { record, line, match };
  }
  for (const at of searched.keys()) {
    const ofTwo = headerOfTwo(chunk, at, job);
    if (ofTwo !== undefined) return ofTwo;
  }
  if (best === undefined) throw new FileRejected(describeNoHeader(chunk, job));
  return accept(best.record, best.line, best.match);
}

/**
 * The header that a row makes with the one above it; undefined where the two don't name all columns of the job, or where the upper
 * one says a currency or a unit that would be lost: `Beløp EUR` or `Beløp i øre` above `Inn` and `Ut`.
 */
function headerOfTwo(chunk: Chunk, at: number, job: Job): FoundHeader | undefined {
  const names = namesOfTwo(chunk.records[at - 1], chunk.records[at]);
  const match = names && matchHeader(names, job);
  if (match === undefined || !isWhole(match)) return undefined;
  const found = withAbove(chunk, at, accept(names!, chunk.lines[at]!, match));
  const isCurrencyKnown = found.above?.line === chunk.lines[at - 1];
  const isLost = (cell: Cell, column: number) =>
    names![column] !== cell && saysMore(cellText(cell).trim(), isCurrencyKnown);
  return chunk.records[at - 1]!.some(isLost) ? undefined : found;
}

/**
 * The names of the columns where two rows say them together, as `Beløp` above `Inn` and `Ut`: the lower row names the parts of
 * what the upper one names, and is empty where that has none. Undefined where either row says them alone.
 */
export function namesOfTwo(
  upper: readonly Cell[] | undefined,
  lower: readonly Cell[] | undefined,
): readonly Cell[] | undefined {
  if (upper === undefined || lower === undefined) return undefined;
  const isFilled = (cell: Cell | undefined) => cellText(cell).trim() !== '';
  const isUpper = (at: number) => isFilled(upper[at]) && !isFilled(lower[at]);
  const names = Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) =>
    isUpper(at) ? upper[at]! : (lower[at] ?? ''),
  );
  return lower.some(isFilled) && names.some((_, at) => isUpper(at)) ? names : undefined;
}

/** Whether a header says more of its figures than what they are. */
function saysMore(header: string, isCurrencyKnown: boolean): boolean {
  const isCurrency = currenciesInHeader(header).length > 0 || isCurrencyCode(header);
  return (isCurrency && !isCurrencyKnown) || unitInHeader(header) !== undefined;
}

function isWhole({ missing, repeated }: HeaderMatch): boolean {
  return missing.length === 0 && repeated.length === 0;
}

function withAbove({ records, lines }: Chunk, at: number, header: FoundHeader): FoundHeader {
  return { ...header, above: currencyAbove(records.slice(0, at), lines) };
}

function accept(record: readonly Cell[], line: number, match: HeaderMatch): FoundHeader {
  const headers = record.map((cell) => cellText(cell).trim());
  if (match.missing.length > 0) throw new FileRejected(describeMissing(match.missing, headers, line));
  const [twice] = match.repeated;
  if (twice !== undefined) throw new FileRejected(describeDuplicate(twice.column, twice.indexes, headers, line));
  return { line, headers, columns: match.columns, columnOf: match.columnOf };
}

/** Without a header columns are numbers, 1 is the first; the widest of the first records says how many there are. */
function numberedColumns(chunk: Chunk, job: Job): FoundHeader {
  const width = chunk.records.reduce((widest, record) => Math.max(widest, record.length), 0);
  const headers = Array.from({ length: width }, (_, index) => String(index + 1));
  // Cells at the end of a row are often left out where they are empty: a column that may be empty can lie beyond.
  const match = assign(mappedColumns(job), (accepted, column) =>
    [...new Set(accepted.map((header) => Number(header) - 1))].filter(
      (index) => index < width || column === undefined || !NEVER_EMPTY.has(column.use),
    ),
  );
  return accept(headers, 0, match);
}

/** Fields without which no row can be booked. */
const NEVER_EMPTY: ReadonlySet<string> = new Set([
  'entry',
  'date',
  'account',
  'amount',
  'debitAccount',
  'creditAccount',
]);

function assign(
  mapped: readonly MappedColumn[],
  indexesOf: (accepted: readonly string[], column?: MappedColumn) => number[],
): HeaderMatch {
  const columns: Record<string, number[]> = {};
  const missing: MappedColumn[] = [];
  const repeated: { column: MappedColumn; indexes: number[] }[] = [];
  for (const column of mapped) {
    const indexes = indexesOf(column.headers, column);
    const [index] = indexes;
    if (index === undefined) missing.push(column);
    else if (indexes.length > 1) repeated.push({ column, indexes });
    if (index === undefined || column.path[0] !== 'columns') continue;
    const before = columns[column.use];
    if (before === undefined) columns[column.use] = [index];
    else before.push(index);
  }
  return {
    columns,
    columnOf: (accepted) => indexesOf(accepted)[0] ?? -1,
    found: mapped.length - missing.length,
    missing,
    repeated,
  };
}

/** Columns that are mapped for any of these uses. */
export function matchedColumns(job: Job, headers: readonly string[], uses: readonly string[]): number[] {
  const { columnOf } = matchHeader(headers, job);
  const mapped = mappedColumns(job).filter(({ use }) => uses.includes(use));
  return mapped.map((column) => columnOf(column.headers)).filter((at) => at >= 0);
}

/** Columns that the key of an entry stands in; several where it is made of them. */
export function keyColumns(job: Job, headers: readonly string[]): readonly number[] {
  return matchHeader(headers, job).columns['entry'] ?? [];
}
