import { setImmediate as letOthers } from 'node:timers/promises';
import { type Cell, cellText } from '../core/cell.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { UsageError } from '../core/issue.ts';
import { formatRow, nameSheets, parseRanges } from '../core/row-ranges.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingCells } from '../ledger/waiting-cells.ts';
import { sheetsOf } from '../reading/named-sheets.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { correctionHeader, withRevisions } from './failed-rows.ts';

/** Entries whose rows are looked up together. */
const ENTRIES_AT_ONCE = 200;

/**
 * Writes entries that wait, whole, with what was corrected in them: a correction, as a workbook of failed rows is one. A row
 * keeps the types of its cells.
 * @param path without an ending
 * @returns the path with its ending
 */
export async function writeCorrection(
  path: string,
  row: ImportRow,
  seqs: readonly number[],
  cells: WaitingCells,
  ports: PipelinePorts,
): Promise<string> {
  const { headers, kind } = JSON.parse(row.facts!) as PlanFacts;
  const { import: id, row: number, problem } = CORRECTION_COLUMNS;
  const surplus = cells.surplus();
  const header = [...correctionHeader(headers, surplus), id, number, problem];
  const { writeWorkbook } = await import('../tabular/write-workbook.ts');
  const workbook = `${path}.xlsx`;
  try {
    await writeWorkbook(workbook, 'Corrected rows', header, lines(row, seqs, surplus, cells, ports));
    return workbook;
  } catch (error) {
    // A cell of a CSV file may be longer than one of a workbook, and holds nothing but text.
    if (!(error instanceof UsageError) || kind !== 'csv') throw error;
  }
  const { writeCsv } = await import('../tabular/write-csv.ts');
  const texts: Cell[][] = [];
  for await (const line of lines(row, seqs, surplus, cells, ports)) texts.push(line.map(cellText));
  await writeCsv(`${path}.csv`, header, texts, { delimiter: ';' });
  return `${path}.csv`;
}

async function* lines(
  row: ImportRow,
  seqs: readonly number[],
  surplus: number,
  cells: WaitingCells,
  { ledger }: PipelinePorts,
): AsyncGenerator<Cell[]> {
  const sheets = sheetsOf(row.facts);
  for (let at = 0; at < seqs.length; at += ENTRIES_AT_ONCE) {
    const some = seqs.slice(at, at + ENTRIES_AT_ONCE);
    const revisions = await ledger.revisions.counting(row.num, some);
    for (const entry of await ledger.waiting.entries(row.num, some)) {
      const mine = revisions.filter(({ seq }) => seq === entry.seq);
      const rows = cells.rows(entry.seq);
      for (const line of parseRanges(entry.rows)) {
        const found = rows.get(line);
        if (found === undefined) throw new Error(`Row ${formatRow(line)} of import ${row.id} is not in its file.`);
        const corrected = withRevisions(
          found.cells,
          mine.filter((revision) => revision.row === line),
        );
        const beyond = Array.from({ length: surplus }, (_, i) => found.beyond[i] ?? '');
        yield [...corrected, ...beyond, row.id, nameSheets(formatRow(line), sheets), ''];
      }
    }
    await letOthers();
  }
}
