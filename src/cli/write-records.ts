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
  /** The file comes back to be booked: then no text may be changed for a spreadsheet's sake. */
  readonly comesBack: boolean;
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

/** Writes records as a workbook or as CSV, whichever the file's ending says. */
export async function writeRecords(path: string, records: RecordsToWrite): Promise<void> {
  const { header, rows, sheet, delimiter, wrap, comesBack } = records;
  try {
    if (checkEnding(path) === '.xlsx') {
      const { writeWorkbook } = await import('../source/write-workbook.ts');
      await writeWorkbook(path, sheet, header, rows, { wrap });
    } else {
      const { writeCsv } = await import('../source/write-csv.ts');
      await writeCsv(path, header, rows, { delimiter, formulaGuard: !comesBack });
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR' && code !== 'ENOTDIR') throw error;
    throw new UsageError(
      `${path} can't be written: ${message}.`,
      'Name a file in a folder that exists and that you may write in.',
    );
  }
}
