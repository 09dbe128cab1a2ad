import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cellText } from '../core/cell.ts';
import { formatRow } from '../core/row-ranges.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { WaitingFilter } from '../ledger/waiting.ts';
import { readWaitingCells } from '../ledger/waiting-cells.ts';
import type { PlanFacts } from '../reading/plan-ports.ts';
import { runInThread } from '../threads/run-in-thread.ts';
import { filesOfRows } from './read-rows.ts';
import { type ReplacedValue, rowsReading } from './revise.ts';
import type { CopiedCells } from './waiting-rows.ts';
import type { WaitingQuestion } from './waiting-task.ts';

/**
 * What the file itself holds in the cells that read `from` by now: next month's file holds that again, not what an earlier
 * correction made of it.
 * @param folder that is this call's alone; it is removed
 * @returns each value once; none where the rows were added by a correction
 */
export async function valuesInFile(
  row: ImportRow,
  value: Omit<ReplacedValue, 'to'>,
  { filter, cells, folder }: { filter: WaitingFilter; cells: CopiedCells; folder: string },
  ports: PipelinePorts,
): Promise<string[]> {
  const { ledger } = ports;
  const seqs = await ledger.waiting.seqs(row.num, filter);
  const rows = await rowsReading(row.num, value, { seqs, cells }, ledger);
  const source = new Map((await ledger.waiting.entries(row.num, seqs)).map((entry) => [entry.seq, entry.source]));
  const first = new Map<number, string>();
  for (const { row: number, column, was } of await ledger.revisions.submitted(row.num)) {
    if (column === value.column && !first.has(number)) first.set(number, was);
  }
  const inFile = rows.flatMap(({ number, seq }) => {
    if (first.has(number)) return [first.get(number)!];
    return source.get(seq) === 0 ? [cellText(cells.row(number)!.cells[value.column])] : [];
  });
  const elsewhere = rows.filter(({ number, seq }) => !first.has(number) && source.get(seq) !== 0);
  if (elsewhere.length > 0) inFile.push(...(await fromOriginal(row, value.column, elsewhere, folder, ports)));
  return [...new Set(inFile.map((text) => text.trim()))];
}

/** Rows that stand in a file of failed rows that somebody gave back: their cells as they were is in the original alone. */
async function fromOriginal(
  row: ImportRow,
  column: number,
  rows: readonly { readonly number: number; readonly seq: number }[],
  folder: string,
  ports: PipelinePorts,
): Promise<string[]> {
  const { headers } = JSON.parse(row.facts!) as PlanFacts;
  const wanted = rows.map(({ number, seq }) => ({ seq, rows: formatRow(number), source: 0 }));
  const into = join(folder, 'original.cells');
  const question: WaitingQuestion = { into, headers, files: await filesOfRows(row, wanted, ports) };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await runInThread('waiting', question);
    const cells = readWaitingCells(into);
    try {
      return rows.flatMap(({ number }) => {
        const found = cells.row(number);
        return found === undefined ? [] : [cellText(found.cells[column])];
      });
    } finally {
      cells.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
