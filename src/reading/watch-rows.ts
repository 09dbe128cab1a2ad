import type { Cell } from '../core/cell.ts';
import { cellText } from '../core/cell.ts';
import { FileRejected } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { formatRow } from '../core/row-ranges.ts';
import { quoteValue } from '../core/text.ts';
import type { Chunk } from '../tabular/table.ts';
import { mappedColumns } from './mapped-columns.ts';
import { type FoundHeader, matchHeader } from './match-header.ts';

/** So many columns of the job that a row below the header names make it a header too. */
const NAMED_LEAST = 2;

/** Decimals of amounts as files pad them: `100,00`. */
const DECIMALS = 2;
/** Rows that show how a file writes amounts, where none of them ends in a padding zero: `9,95` is written alike in every way. */
const TELLING_ROWS = 10;
/** What may be the beginning of an amount. */
const BEGUN_AMOUNT = /^[-+]?\d[\d\s.,']*$/;

/** Looks for rows that show a whole file to be another than it seems, while its rows go by in file order. */
export class RowWatch {
  readonly #header: FoundHeader;
  readonly #job: Job;
  /** How the header and the job spell the columns that the job maps. */
  readonly #names: ReadonlySet<string>;
  readonly #mapped: readonly (readonly string[])[];
  #cutOff: number | undefined;
  /** The last cell of that row, where it has all cells. */
  #cutCell: Cell | undefined;
  /** The decimal mark in the last cells of all rows, each with two decimals; undefined where one is written in another way. */
  #lastMark: string | undefined = '';
  #lastCells = 0;
  #isPadded = false;

  /** @param isAgain the file was planned before, as it is */
  constructor(header: FoundHeader, job: Job, isAgain = false) {
    this.#header = header;
    this.#job = job;
    this.#mapped = header.line === 0 || isAgain ? [] : mappedColumns(job).map(({ headers }) => headers);
    const spelled = this.#mapped.map((accepted) => header.headers[header.columnOf(accepted)] ?? '');
    this.#names = new Set([...this.#mapped.flat(), ...spelled]);
  }

  /** Whether the file ends in the middle of this row: known when its record goes by. */
  isCutOff(row: number, record: readonly Cell[]): boolean {
    return row === this.#cutOff && (this.#cutCell === undefined || record.at(-1) === this.#cutCell);
  }

  /** The same chunks. @throws FileRejected `column-duplicate` where columns are named anew, and differently */
  async *chunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    const width = this.#header.headers.length;
    let full = 0;
    let rows = 0;
    for await (const chunk of chunks) {
      const { records, lines } = chunk;
      for (const [at, record] of records.entries()) {
        rows++;
        if (record.length >= width) full++;
        if (at < records.length - 1 || chunk.endsOpen !== true) this.#noteLast(record[width - 1]);
        if (this.#isNamed(record)) this.#checkHeader(record, lines[at]!);
      }
      // Programs that leave out empty cells at the end of a row do it in other rows too.
      const last = chunk.endsOpen === true ? records.at(-1)! : [];
      const isShort = last.length > 0 && last.length < width && full > 0 && full === rows - 1;
      const isCutCell = last.length === width && this.#isCutAmount(last[width - 1]!);
      this.#cutOff = isShort || isCutCell ? lines.at(-1) : undefined;
      this.#cutCell = isCutCell ? last[width - 1] : undefined;
      yield chunk;
    }
  }

  #noteLast(cell: Cell | undefined): void {
    if (this.#lastMark === undefined || cell === '' || cell === undefined) return;
    const mark = typeof cell === 'string' ? cell.at(-1 - DECIMALS) : undefined;
    const isAlike = (mark === ',' || mark === '.') && (this.#lastMark === '' || mark === this.#lastMark);
    this.#lastMark = isAlike ? mark : undefined;
    this.#lastCells++;
    this.#isPadded ||= isAlike && (cell as string).endsWith('0');
  }

  /** `-12` at the end of a file of which every other row has two decimals there. */
  #isCutAmount(cell: Cell): boolean {
    if (!this.#lastMark || !(this.#isPadded || this.#lastCells >= TELLING_ROWS)) return false;
    if (typeof cell !== 'string' || !BEGUN_AMOUNT.test(cell)) return false;
    const [, decimals = '', ...more] = cell.split(this.#lastMark);
    return more.length === 0 && decimals.length < DECIMALS;
  }

  #isNamed(record: readonly Cell[]): boolean {
    for (const cell of record) if (typeof cell === 'string' && cell !== '' && this.#names.has(cell)) return true;
    return false;
  }

  #checkHeader(record: readonly Cell[], line: number): void {
    const { columnOf } = matchHeader(record, this.#job);
    const named = this.#mapped.filter((accepted) => columnOf(accepted) >= 0);
    if (named.length < NAMED_LEAST || named.length * 2 <= this.#mapped.length) return;
    if (this.#mapped.every((accepted) => columnOf(accepted) === this.#header.columnOf(accepted))) return;
    throw headerAnew(record, line, this.#header.line);
  }
}

function headerAnew(record: readonly Cell[], row: number, first: number): FileRejected {
  const names = record.map((cell) => cellText(cell).trim()).filter((name) => name !== '');
  return new FileRejected({
    code: 'column-duplicate',
    column: names[0]!,
    facts: { row: formatRow(row), columns: names },
    message:
      `Row ${formatRow(row)} names the columns once more, in another order or by other names than row ${first}: ` +
      `${names.map((name) => quoteValue(name)).join(', ')}. The rows below it would be read by the wrong columns.`,
    suggestion: `Make two files of it: one that ends before row ${formatRow(row)}, and one that begins with it.`,
  });
}
