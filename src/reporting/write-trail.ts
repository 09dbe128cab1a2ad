import { extname } from 'node:path';
import type { Cell } from '../core/cell.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { TrailOrder } from './make-trail.ts';
import { trailOf } from './trail.ts';

/** A spreadsheet that takes this for the delimiter takes `,` for the decimal mark: `300.5` would become a date there. */
const DELIMITER = ';';

/**
 * Writes the audit trail of an import (design, section 7): as a workbook or as CSV, by the path's ending.
 * @throws UsageError where it doesn't fit into a workbook
 */
export async function writeTrail(row: ImportRow, path: string, ports: Pick<PipelinePorts, 'ledger'>): Promise<void> {
  const { header, rows, wrap } = trailOf(row, ports);
  if (extname(path).toLowerCase() === '.csv') {
    const { writeCsv } = await import('../tabular/write-csv.ts');
    await writeCsv(path, header, withDecimalComma(rows), { delimiter: DELIMITER });
  } else {
    const { writeWorkbook } = await import('../tabular/write-workbook.ts');
    await writeWorkbook(path, 'Audit trail', header, rows, { wrap });
  }
}

/** The same in a thread, out of the ledger over a connection of its own. */
export async function trailTask({ ledger: path, num, path: to }: TrailOrder): Promise<void> {
  const ledger = openLedger(`sqlite:${path}`);
  try {
    await writeTrail(await ledger.imports.byNum(num), to, { ledger });
  } finally {
    ledger.close();
  }
}

async function* withDecimalComma(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    yield row.map((cell) =>
      typeof cell === 'number' && !Number.isInteger(cell) ? String(cell).replace('.', ',') : cell,
    );
  }
}
