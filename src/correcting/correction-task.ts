import { type Cell, cellText } from '../core/cell.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { FileRejected } from '../core/issue.ts';
import { HEADER_SEARCH_RECORDS } from '../reading/match-header.ts';
import { openSource } from '../tabular/open-source.ts';
import { ReadAgain } from '../tabular/table.ts';
import type { CorrectionQuestion } from './correction-of.ts';

/** The import that a file of failed rows belongs to; undefined for any other file. @throws FileRejected */
export function correctionTask({ path, file }: CorrectionQuestion): Promise<string | undefined> {
  return belongsTo(path, file);
}

async function belongsTo(
  path: string,
  file: string,
  hint: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const source = await openSource(path, file, { delimiter: 'auto', encoding: 'auto', hint });
  try {
    const { records } = await source.head(0, HEADER_SEARCH_RECORDS);
    const header = records[0];
    const column = header === undefined ? -1 : columnOf(header, CORRECTION_COLUMNS.import);
    if (header === undefined || column < 0 || columnOf(header, CORRECTION_COLUMNS.row) < 0) return undefined;
    const ids = new Set(records.slice(1).map((record) => cellText(record[column]).trim()));
    ids.delete('');
    if (ids.size > 1) {
      throw new FileRejected({
        code: 'correction-mismatch',
        column: CORRECTION_COLUMNS.import,
        value: [...ids].join(', '),
        variant: 'several',
        message: `The file holds failed rows of several imports: ${[...ids].join(', ')}.`,
        suggestion: 'Keep the rows of each import in a file of their own.',
      });
    }
    return [...ids][0];
  } catch (error) {
    if (!(error instanceof ReadAgain)) throw error;
    return belongsTo(path, file, { ...hint, ...error.hint });
  } finally {
    await source.close();
  }
}

function columnOf(header: readonly Cell[], name: string): number {
  return header.findIndex((cell) => cellText(cell).trim() === name);
}
