import { canonicalText } from '../../core/canonical-text.ts';
import { type Cell, cellText } from '../../core/cell.ts';
import { hash53 } from '../../core/hash.ts';
import { FileRejected } from '../../core/issue.ts';
import { type Hints, openTable } from '../../reading/open-table.ts';
import type { PlanOrder, PlanPorts } from '../../reading/plan-ports.ts';
import { ReadAgain } from '../../tabular/table.ts';

/** Told of each row of a file: its number, and a hash of its cells. */
type TakeRow = (row: number, cells: number) => void;

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
            take(row, cellsHash(record));
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

/** What the cells of a row say, but for signs: an export may turn them round, and the job with it. */
function cellsHash(record: readonly Cell[]): number {
  let text = '';
  let filled = 0;
  for (const cell of record) {
    const said = canonicalText(cellText(cell)).replace(SIGN, '');
    text += `${said}\u0001`;
    if (said !== '') filled = text.length;
  }
  return hash53(text.slice(0, filled));
}
