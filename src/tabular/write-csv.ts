import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cell, cellText } from '../core/cell.ts';
import { writeAtomically } from '../core/disk.ts';
import type { DecimalMark } from '../core/scan-amount.ts';
import { guarded } from './formula-guard.ts';

export interface WriteCsvOptions {
  readonly delimiter: string;
  /** Numbers of these columns have this decimal mark; those of others the point. */
  readonly decimal?: { readonly mark: DecimalMark; readonly columns: ReadonlySet<number> } | undefined;
}

/**
 * Writes records as CSV that Excel opens right: UTF-8 with byte order mark, CRLF, quotes where needed, and no text that it
 * would take for a formula (`guarded`). Atomic (`writeAtomically`).
 */
export async function writeCsv(
  path: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  { delimiter, decimal }: WriteCsvOptions,
): Promise<void> {
  const { stringify } = await import('csv-stringify');
  async function* records(): AsyncGenerator<string[]> {
    yield header.map(guarded);
    for await (const row of rows)
      yield row.map((cell, at) => guarded(written(cell, decimal?.columns.has(at) ? decimal.mark : '.')));
  }
  await writeAtomically(path, async (stream) => {
    const stringifier = stringify({ delimiter, record_delimiter: 'windows', bom: true });
    await pipeline(Readable.from(records()), stringifier, stream);
  });
}

/** CSV has no number formats: a currency that one says stands before the number. */
function written(cell: Cell, mark: DecimalMark): string {
  const isMoney = typeof cell === 'object' && cell.kind === 'money';
  const text = isMoney || typeof cell === 'number' ? cellText(cell).replace('.', mark) : cellText(cell);
  return isMoney ? `${cell.currency} ${text}` : text;
}
