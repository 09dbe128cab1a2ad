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

/** Looks for rows that show a whole file to be another than it seems, while its rows go by in file order. */
export class RowWatch {
  readonly #header: FoundHeader;
  readonly #job: Job;
  /** How the header and the job spell the columns that the job maps. */
  readonly #names: ReadonlySet<string>;
  readonly #mapped: readonly (readonly string[])[];
  #cutOff: number | undefined;

  /** @param isAgain the file was planned before, as it is */
  constructor(header: FoundHeader, job: Job, isAgain = false) {
    this.#header = header;
    this.#job = job;
    this.#mapped = header.line === 0 || isAgain ? [] : mappedColumns(job).map(({ headers }) => headers);
    const spelled = this.#mapped.map((accepted) => header.headers[header.columnOf(accepted)] ?? '');
    this.#names = new Set([...this.#mapped.flat(), ...spelled]);
  }

  /** Whether the file ends in the middle of this row: known when its record goes by. */
  isCutOff(row: number): boolean {
    return row === this.#cutOff;
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
        if (this.#isNamed(record)) this.#checkHeader(record, lines[at]!);
      }
      // Programs that leave out empty cells at the end of a row do it in other rows too.
      const isShort = chunk.endsOpen === true && records.at(-1)!.length < width;
      this.#cutOff = isShort && full > 0 && full === rows - 1 ? lines.at(-1) : undefined;
      yield chunk;
    }
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
