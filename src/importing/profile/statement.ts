import { type Cell, cellText } from '../../core/cell.ts';
import { BOOKING_WORDS, rankOf } from '../../reading/field-words.ts';
import { type Amounts, movedBy, readerOf } from './balance-proof.ts';
import type { ColumnLook } from './profile-column.ts';

const rank = rankOf(BOOKING_WORDS);
/** Digits of the number of a bank account; accounts of the books have fewer. */
const BANK_ACCOUNT_DIGITS = 9;

/**
 * Whether a column is headed as the accounts of the books: `5000 Lønn` is one too, which looks like text. The same in all rows, or
 * numbers of bank accounts, is the account that a statement is about.
 */
export function namesAccounts({ header, distinct, samples }: ColumnLook): boolean {
  const fields = rank(header);
  if (!fields.has('account') && !fields.has('contraAccount')) return false;
  const isBankAccount = (text: string) => text.replace(/\D/g, '').length >= BANK_ACCOUNT_DIGITS;
  return distinct > 1 && !samples.every(isBankAccount);
}

/** Whether debits equal credits on each date, as in a journal; a row without a date has that of the row above. */
export function isBalanced(
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
