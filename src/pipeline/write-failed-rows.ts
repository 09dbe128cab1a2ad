import { extname } from 'node:path';
import type { ImportRow } from '../ledger/rows.ts';
import { writeCsv } from '../source/write-csv.ts';
import { writeWorkbook } from '../source/write-workbook.ts';
import { failedRows } from './failed-rows.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';

/** Writes the held and rejected entries, whole and in the file's own shape, as a workbook or CSV by the path's ending. */
export async function writeFailedRows(row: ImportRow, path: string, ports: PipelinePorts): Promise<void> {
  const { header, rows } = await failedRows(row, ports);
  if (extname(path).toLowerCase() === '.xlsx') {
    return writeWorkbook(path, 'Failed rows', header, rows, { wrap: [header.length - 1] });
  }
  const facts = row.facts === null ? undefined : (JSON.parse(row.facts) as PlanFacts);
  await writeCsv(path, header, rows, { delimiter: facts?.delimiter ?? ';', formulaGuard: false });
}
