import type { Cell } from '../../core/cell.ts';
import { BOOKING_WORDS, rankOf } from '../../reading/field-words.ts';
import { areApart } from './amount-columns.ts';
import { columnFor, type Found, put } from './named-columns.ts';
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

/** `Debet`, `Kredit` and `Beløp`, or `Soll`, `Haben` and `Betrag`, of which rows fill all: the first two are accounts. */
export function takeAccountPair(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
): void {
  const debit = columnFor(columns, found, 'debit');
  const credit = columnFor(columns, found, 'credit');
  if (debit?.look !== 'account' || credit?.look !== 'account' || !found.has('amount')) return;
  if (found.has('debitAccount') || found.has('creditAccount') || areApart([debit, credit], rows)) return;
  found.delete('debit');
  found.delete('credit');
  put(found, 'debitAccount', debit.index, 'name');
  put(found, 'creditAccount', credit.index, 'name');
}
