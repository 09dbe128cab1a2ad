import { canonicalText } from '../../core/canonical-text.ts';
import { type Cell, cellText } from '../../core/cell.ts';
import { hash53 } from '../../core/hash.ts';
import { FileRejected } from '../../core/issue.ts';
import { type Hints, openTable } from '../../reading/open-table.ts';
import type { PlanOrder, PlanPorts } from '../../reading/plan-ports.ts';
import { ReadAgain } from '../../tabular/table.ts';

/** Hashes of what the cells of a row say: with their signs, and without: an export may turn them round, and the job with it. */
export interface RowCells {
  readonly signed: number;
  readonly unsigned: number;
}

/** Told of each row of a file. */
type TakeRow = (row: number, cells: RowCells) => void;

/**
 * Reads a file by its cells alone. What today's job can't open has no rows.
 * @param begin called at the beginning, and again where the file has to be read anew (another encoding)
 */
export async function eachRow(
  order: PlanOrder,
  ports: Pick<PlanPorts, 'open' | 'watchdog'>,
  begin: () => TakeRow,
): Promise<void> {
  let hints: Hints = {};
  for (;;) {
    const take = begin();
    try {
      const table = await openTable(order, ports, hints);
      try {
        for await (const { records, lines } of table.chunks()) {
          for (const [at, record] of records.entries()) {
            const row = table.rowOf(record, lines[at]!);
            if (row === undefined) continue;
            ports.watchdog.at(row);
            take(row, cellsOf(record));
          }
          ports.watchdog.rest();
        }
      } finally {
        await table.source.close();
      }
      return;
    } catch (error) {
      // A file that today's job can't open was read by another sheet or header: its rows are other rows.
      if (error instanceof FileRejected) return;
      if (!(error instanceof ReadAgain)) throw error;
      hints = { ...hints, ...error.hint };
    }
  }
}

/** A sign before or behind a number. */
const SIGN = /^[-+\u2212]\s?(?=[\d.,])|(?<=\d)\s?[-+\u2212]$/;

function cellsOf(record: readonly Cell[]): RowCells {
  const texts = record.map((cell) => canonicalText(cellText(cell)));
  // A row may end in as many empty cells as it likes.
  while (texts.at(-1) === '') texts.pop();
  const signed = texts.join('\u0001');
  return { signed: hash53(signed), unsigned: hash53(texts.map((text) => text.replace(SIGN, '')).join('\u0001')) };
}
