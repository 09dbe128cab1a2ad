import { canonicalText } from '../../core/canonical-text.ts';
import { type Cell, cellText } from '../../core/cell.ts';
import { hash53 } from '../../core/hash.ts';
import { FileRejected } from '../../core/issue.ts';
import { compareCodes, normaliseHeader } from '../../core/text.ts';
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
 * Reads a file by its cells alone. One that can't be opened has no rows: its bytes are lost, or today's job names columns that
 * it has not.
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
      const columns = columnsByName(table.header.headers);
      try {
        for await (const { records, lines } of table.chunks()) {
          for (const [at, record] of records.entries()) {
            const row = table.rowOf(record, lines[at]!);
            if (row === undefined) continue;
            ports.watchdog.at(row);
            take(row, cellsOf(record, columns));
          }
          ports.watchdog.rest();
        }
      } finally {
        await table.source.close();
      }
      return;
    } catch (error) {
      if (error instanceof FileRejected || (error as NodeJS.ErrnoException).code === 'ENOENT') return;
      if (!(error instanceof ReadAgain)) throw error;
      hints = { ...hints, ...error.hint };
    }
  }
}

/** A sign before or behind a number. */
const SIGN = /^[-+\u2212]\s?(?=[\d.,])|(?<=\d)\s?[-+\u2212]$/;

/**
 * The columns of a file in the order of their names: an export that is set up anew may have them in another one. Columns without
 * a name behind the last one are none: they come of a delimiter at the end of each line.
 */
export function columnsByName(headers: readonly string[]): readonly number[] {
  const names = headers.map(normaliseHeader);
  const last = names.findLastIndex((name) => name !== '');
  return names
    .slice(0, last + 1)
    .map((name, at) => ({ name, at }))
    .sort((one, other) => compareCodes(one.name, other.name) || one.at - other.at)
    .map(({ at }) => at);
}

function cellsOf(record: readonly Cell[], columns: readonly number[]): RowCells {
  const texts = columns.map((at) => canonicalText(cellText(record[at])));
  return {
    signed: hash53(texts.join('\u0001')),
    unsigned: hash53(texts.map((text) => text.replace(SIGN, '')).join('\u0001')),
  };
}
