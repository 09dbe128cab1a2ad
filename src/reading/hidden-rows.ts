import { agree, counted } from '../core/counted.ts';
import { FileRejected } from '../core/issue.ts';
import type { Job } from '../core/job.ts';
import { formatRanges } from '../core/row-ranges.ts';
import type { Chunk } from '../tabular/table.ts';

/** Rows that a message names. */
const NAMED_ROWS = 20;

/** What became of the rows of a file that are hidden in their sheet. */
export interface HiddenRows {
  /** How many hold anything. */
  readonly rows: number;
  readonly are: 'taken' | 'skipped';
}

/** The rows of a workbook that a person who looks at it does not see. */
export class HiddenRowsRule {
  readonly #what: Job['file']['hidden'];
  #rows = 0;

  constructor(what: Job['file']['hidden']) {
    this.#what = what;
  }

  /** At the end of the file; undefined where none is hidden. */
  get found(): HiddenRows | undefined {
    if (this.#rows === 0) return undefined;
    return { rows: this.#rows, are: this.#what === 'skip' ? 'skipped' : 'taken' };
  }

  /** The records that are to be read. @throws FileRejected `rows-hidden` where the job does not say what becomes of hidden ones */
  async *chunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
    const named: number[] = [];
    this.#rows = 0;
    for await (const chunk of chunks) {
      const { hidden } = chunk;
      if (hidden !== undefined) {
        this.#rows += hidden.length;
        if (this.#what === 'ask') named.push(...hidden.slice(0, NAMED_ROWS + 1 - named.length));
      }
      if (named.length > 0) continue;
      yield hidden === undefined || this.#what === 'take' ? chunk : visible(chunk, new Set(hidden));
    }
    if (named.length > 0) throw rowsHidden(this.#rows, named);
  }
}

function visible({ lines, records }: Chunk, hidden: ReadonlySet<number>): Chunk {
  return {
    lines: lines.filter((line) => !hidden.has(line)),
    records: records.filter((_, at) => !hidden.has(lines[at]!)),
  };
}

function rowsHidden(rows: number, named: readonly number[]): FileRejected {
  const ranges = formatRanges(named.slice(0, NAMED_ROWS));
  const are = counted(rows, 'row with data is', 'rows with data are');
  return new FileRejected({
    code: 'rows-hidden',
    value: String(rows),
    facts: { rows: ranges },
    message: `${are} hidden in the workbook, by hand, by a closed group or by a filter: ${agree(rows, 'row')} ${ranges}${rows > NAMED_ROWS ? ', …' : ''}.`,
    suggestion:
      'Set file.hidden in the job: take reads hidden rows like any others, skip leaves them out. Or show them in the workbook, and save it.',
    choices: [{ value: 'take' }, { value: 'skip' }],
  });
}
