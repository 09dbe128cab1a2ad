import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cell, cellText } from '../core/cell.ts';
import { writeAtomically } from '../core/disk.ts';
import { guarded } from './formula-guard.ts';

export interface WriteCsvOptions {
  readonly delimiter: string;
}

/**
 * Writes records as CSV that Excel opens right: UTF-8 with byte order mark, CRLF, quotes where needed, and no text that it
 * would take for a formula (`guarded`). Atomic (`writeAtomically`).
 */
export async function writeCsv(
  path: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  options: WriteCsvOptions,
): Promise<void> {
  const { stringify } = await import('csv-stringify');
  async function* records(): AsyncGenerator<string[]> {
    yield header.map(guarded);
    for await (const row of rows) yield row.map((cell) => guarded(written(cell)));
  }
  await writeAtomically(path, async (stream) => {
    const stringifier = stringify({ delimiter: options.delimiter, record_delimiter: 'windows', bom: true });
    await pipeline(Readable.from(records()), stringifier, stream);
  });
}

/** CSV has no number formats: a currency that one says stands before the number. */
function written(cell: Cell): string {
  const text = cellText(cell);
  return typeof cell === 'object' && cell.kind === 'money' ? `${cell.currency} ${text}` : text;
}
