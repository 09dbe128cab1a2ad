import { type Cell, cellText } from '../../core/cell.ts';
import { plainHeader } from '../../reading/field-words.ts';
import { type Amounts, movedBy, readerOf } from './balance-proof.ts';
import type { ColumnLook } from './profile-column.ts';

/** What the series of voucher numbers is called: each till has numbers of its own. */
const SERIES =
  /^(serie|series|bilagsserie|verserie|verifikationsserie|journal|(kasse|kassa|terminal|butikk|butik)(nr|nummer|id)?|(till|terminal|store|shop|register)(no|number|id)?)$/;

/**
 * The column with the series of the voucher numbers: of equal numbers in two series each is another voucher. No column that parts
 * the lines of a voucher is one, as a shop may that each line is for.
 * @param free columns that are nothing else @param amounts where the amounts stand, if each row is one line of its voucher
 */
export function seriesOf(
  columns: readonly ColumnLook[],
  free: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  { entry, amounts }: { readonly entry: ColumnLook; readonly amounts: Amounts | undefined },
): ColumnLook | undefined {
  return free.find(
    (column) =>
      SERIES.test(plainHeader(column.header)) &&
      column.filled >= entry.filled &&
      column.filled > 0 &&
      (amounts === undefined || !partsVouchers(columns, rows, [column.index, entry.index], amounts)),
  );
}

/** Whether rows of one number balance together, and not with their series. */
function partsVouchers(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  [series, entry]: readonly [series: number, entry: number],
  amounts: Amounts,
): boolean {
  const of = 'amount' in amounts ? [amounts.amount] : [amounts.debit, amounts.credit];
  const read = readerOf(
    columns.filter(({ index }) => of.includes(index)),
    rows,
  );
  const numbers = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const [name, number] = [series, entry].map((column) => cellText(row[column]).trim());
    const sums = numbers.get(number!) ?? new Map<string, number>();
    numbers.set(number!, sums.set(name!, (sums.get(name!) ?? 0) + (movedBy(row, amounts, read) ?? 0)));
  }
  return [...numbers.values()].some((bySeries) => {
    const sums = [...bySeries.values()];
    return sums.some((sum) => sum !== 0) && sums.reduce((all, sum) => all + sum, 0) === 0;
  });
}
