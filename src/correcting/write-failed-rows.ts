import { extname } from 'node:path';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { failedRows } from './failed-rows.ts';

/**
 * Writes the held and rejected entries of an import, to be corrected and given back (design, section 7): as a workbook or as
 * CSV, by the path's ending. It comes back to be booked: what is done to texts for a
 * spreadsheet's sake is undone when they are read.
 * @throws UsageError where the rows don't fit into a workbook
 */
export async function writeFailedRows(row: ImportRow, path: string, ports: PipelinePorts): Promise<void> {
  const { header, rows } = await failedRows(row, ports);
  if (extname(path).toLowerCase() === '.csv') {
    const { writeCsv } = await import('../tabular/write-csv.ts');
    const { delimiter = ';' } = JSON.parse(row.facts ?? '{}') as Partial<PlanFacts>;
    await writeCsv(path, header, rows, { delimiter });
  } else {
    const { writeWorkbook } = await import('../tabular/write-workbook.ts');
    await writeWorkbook(path, 'Failed rows', header, rows, { wrap: [header.length - 1] });
  }
}
