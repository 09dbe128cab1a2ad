import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cell, cellText } from '../domain/cell.ts';
import { writeAtomically } from './write-atomically.ts';

export interface WriteCsvOptions {
  readonly delimiter: string;
  /**
   * Puts an apostrophe before texts that a spreadsheet would take for a formula; default true. It changes those texts: say
   * false for a file that only programs read.
   */
  readonly formulaGuard?: boolean;
}

/** How spreadsheets tell a formula; a plain signed number begins alike and is none. */
const FORMULA_START = /^[=+\-@\t\r]/;
const SIGNED_NUMBER = /^[+-][\d.,'\s]*\d[\d.,'\s]*[+-]?$/;

/** Writes records as CSV that Excel opens right: UTF-8 with byte order mark, CRLF, quotes where needed. Atomic (`writeAtomically`). */
export async function writeCsv(
  path: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  options: WriteCsvOptions,
): Promise<void> {
  const { stringify } = await import('csv-stringify');
  const guard = options.formulaGuard ?? true;
  async function* records(): AsyncGenerator<string[]> {
    yield header.map((name) => guarded(name, guard));
    for await (const row of rows) yield row.map((cell) => guarded(cellText(cell), guard));
  }
  await writeAtomically(path, async (stream) => {
    const stringifier = stringify({ delimiter: options.delimiter, record_delimiter: 'windows', bom: true });
    await pipeline(Readable.from(records()), stringifier, stream);
  });
}

function guarded(text: string, guard: boolean): string {
  return guard && FORMULA_START.test(text) && !SIGNED_NUMBER.test(text) ? `'${text}` : text;
}
