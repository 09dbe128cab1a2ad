import { extname } from 'node:path';
import type { Cell } from '../domain/cell.ts';
import { UsageError } from '../domain/issue.ts';

export interface RecordsToWrite {
  readonly sheet: string;
  readonly header: readonly string[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  readonly delimiter: string;
  /** Columns whose long texts are broken into lines in a workbook. */
  readonly wrap: readonly number[];
}

/**
 * Checks the ending of a file that is to be written, before anything is read for it.
 * @throws UsageError
 */
export function checkEnding(path: string): '.xlsx' | '.csv' {
  const ending = extname(path).toLowerCase();
  if (ending === '.xlsx' || ending === '.csv') return ending;
  throw new UsageError(
    `--out writes .xlsx or .csv, and ${JSON.stringify(path)} is neither.`,
    'For example: --out failed.xlsx',
  );
}

/** A spreadsheet that takes `;` for the delimiter takes `,` for the decimal mark: `300.5` would become a date there. */
async function* withDecimalComma(rows: RecordsToWrite['rows'], delimiter: string): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    yield row.map((cell) =>
      delimiter === ';' && typeof cell === 'number' && !Number.isInteger(cell) ? String(cell).replace('.', ',') : cell,
    );
  }
}

/** Writes records as a workbook or as CSV, whichever the file's ending says. */
export async function writeRecords(path: string, records: RecordsToWrite): Promise<void> {
  const { header, rows, sheet, delimiter, wrap } = records;
  await writing(path, async () => {
    if (checkEnding(path) === '.xlsx') {
      const { writeWorkbook } = await import('../source/write-workbook.ts');
      await writeWorkbook(path, sheet, header, rows, { wrap });
    } else {
      const { writeCsv } = await import('../source/write-csv.ts');
      await writeCsv(path, header, withDecimalComma(rows, delimiter), { delimiter });
    }
  });
}

/**
 * Writes a file that a person named.
 * @throws UsageError where it can't be written there
 */
export async function writing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR' && code !== 'ENOTDIR') throw error;
    if (code === 'ENOENT')
      throw new UsageError(`${path} can't be written: the folder does not exist.`, 'Create it first.');
    throw new UsageError(
      `${path} can't be written: ${message}.`,
      'Name a file in a folder that exists and that you may write in.',
    );
  }
}
