import { type Cell, cellText } from '../../core/cell.ts';
import { withoutCurrency } from '../../reading/field-words.ts';
import { amountsOf } from './amount-columns.ts';
import { type Amounts, movedBy, readerOf } from './balance-proof.ts';
import { columnFor, type Found } from './named-columns.ts';
import type { ColumnLook } from './profile-column.ts';
import type { ProposedSign } from './proposal.ts';

/** What a bank calls money out of the account; to whom it belongs it is a credit. */
const BANK_DEBIT = /^(d|db|dr|debet|debit|s|soll)$/i;
const BANK_DEBIT_NAMES = /^(debit|debet|débit|soll|debits|debitamount|debetbeløp|debitbeløp)$/;

/** Whether a statement says its sides as the bank sees them: its debit is the customer's money going out. */
export function saysBankDebit(columns: readonly ColumnLook[], found: Found, sign: ProposedSign | undefined): boolean {
  if (sign !== undefined) return sign.debit.some((flag) => BANK_DEBIT.test(flag));
  const debit = columnFor(columns, found, 'debit');
  return debit !== undefined && BANK_DEBIT_NAMES.test(withoutCurrency(debit.header));
}

/** Whether debits equal credits, which nobody's bank account does. */
export function isJournal(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
  sign: ProposedSign | undefined,
): boolean {
  const amounts = amountsOf(found, sign);
  if (amounts === undefined || ('amount' in amounts && sign === undefined)) return false;
  return isBalanced(columns, rows, amounts, found.get('date')?.column);
}

/** Whether debits equal credits on each date, as in a journal; a row without a date has that of the row above. */
function isBalanced(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  amounts: Amounts,
  date: number | undefined,
): boolean {
  const of = 'amount' in amounts ? [amounts.amount] : [amounts.debit, amounts.credit];
  const read = readerOf(
    columns.filter(({ index }) => of.includes(index)),
    rows,
  );
  const sums = new Map<string, number>();
  let day = '';
  let moving = 0;
  for (const row of rows) {
    const moved = movedBy(row, amounts, read) ?? 0;
    day = (date === undefined ? '' : cellText(row[date]).trim()) || day;
    sums.set(day, (sums.get(day) ?? 0) + moved);
    if (moved !== 0) moving++;
  }
  return moving > 0 && [...sums.values()].every((sum) => sum === 0);
}
