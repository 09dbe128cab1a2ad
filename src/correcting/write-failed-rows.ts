import { extname } from 'node:path';
import { amountFields } from '../core/job-fields.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { PRESUMED_MARK } from '../reading/infer-decimal.ts';
import { matchedColumns } from '../reading/match-header.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import type { WriteCsvOptions } from '../tabular/write-csv.ts';
import { failedRows } from './failed-rows.ts';

/** What columns that hold amounts, or rates, are mapped for. */
const AMOUNTS: readonly string[] = [...amountFields, 'net', 'vatAmount', 'rate'];

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
    const facts = JSON.parse(row.facts ?? '{}') as Partial<PlanFacts>;
    const { delimiter = ';' } = facts;
    await writeCsv(path, header, rows, { delimiter, decimal: await decimalOf(row, facts, ports) });
  } else {
    const { writeWorkbook } = await import('../tabular/write-workbook.ts');
    await writeWorkbook(path, 'Failed rows', header, rows, { wrap: [header.length - 1] });
  }
}

/**
 * A workbook's amounts are numbers: CSV writes them with the decimal mark that the messages beside them ask for, and that a
 * spreadsheet takes for no date.
 */
async function decimalOf(
  { job: name }: ImportRow,
  { kind, headers = [], decimal: found = PRESUMED_MARK }: Partial<PlanFacts>,
  ports: PipelinePorts,
): Promise<WriteCsvOptions['decimal']> {
  if (kind !== 'xlsx') return undefined;
  // Without its job the file can be looked at all the same.
  const job = (await ports.job(name).catch(() => undefined))?.job;
  if (job === undefined) return undefined;
  const columns = matchedColumns(job, headers, AMOUNTS);
  const { decimal } = job.file;
  return { mark: decimal === 'auto' ? found : decimal, columns: new Set(columns) };
}
