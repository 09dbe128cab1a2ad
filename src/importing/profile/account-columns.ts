import type { Cell } from '../../core/cell.ts';
import { BOOKING_WORDS, plainHeader, rankOf } from '../../reading/field-words.ts';
import { areApart } from './amount-columns.ts';
import { readerOf } from './balance-proof.ts';
import { columnFor, type Found, put } from './named-columns.ts';
import { type ColumnLook, holdsAccounts } from './profile-column.ts';

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

/** Money goes from the account that is credited to the one that is debited. */
const FROM_ACCOUNT = /^(fra|från|from)(konto|account)(nr|no|nummer|number)?$/;
const TO_ACCOUNT = /^(til|till|to)(konto|account)(nr|no|nummer|number)?$/;

/**
 * Two columns of accounts beside the amount: `Fra konto` and `Til konto`; or `Debet`, `Kredit` and `Beløp`, `Soll`, `Haben` and
 * `Betrag`, of which rows fill all, or one of the first two with what is no amount.
 */
export function takeAccountPair(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
): void {
  const amount = columnFor(columns, found, 'amount');
  if (amount === undefined || found.has('debitAccount') || found.has('creditAccount')) return;
  const debit = columnFor(columns, found, 'debit');
  const credit = columnFor(columns, found, 'credit');
  if (debit === undefined && credit === undefined && !found.has('account')) {
    const called = (name: RegExp) =>
      columns.find((column) => name.test(plainHeader(column.header)) && holdsAccounts(column));
    putPair(found, called(TO_ACCOUNT), called(FROM_ACCOUNT));
  }
  if (debit?.look !== 'account' || credit?.look !== 'account') return;
  if (areApart([debit, credit], rows) && !areSidesOf(amount, [debit, credit], rows)) return;
  found.delete('debit');
  found.delete('credit');
  putPair(found, debit, credit);
}

function putPair(found: Found, debit: ColumnLook | undefined, credit: ColumnLook | undefined): void {
  if (debit === undefined || credit === undefined) return;
  put(found, 'debitAccount', debit.index, 'name');
  put(found, 'creditAccount', credit.index, 'name');
}

/** Whether the amounts of rows that fill the one column come to those of rows that fill the other, and none stands in either. */
function areSidesOf(
  amount: ColumnLook,
  [debit, credit]: readonly [ColumnLook, ColumnLook],
  rows: readonly (readonly Cell[])[],
): boolean {
  const read = readerOf([amount, debit, credit], rows);
  let sum = 0;
  for (const row of rows) {
    const units = read(row[amount.index]) ?? 0;
    const [account, other] = [read(row[debit.index]), read(row[credit.index])];
    if (units !== 0 && [account, other].some((each) => each !== undefined && Math.abs(each) === Math.abs(units)))
      return false;
    sum += account === undefined ? (other === undefined ? 0 : -units) : units;
  }
  return sum === 0;
}
