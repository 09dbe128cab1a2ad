import type { Cell } from '../../core/cell.ts';
import type { AmountForm } from '../../reading/amount-form.ts';
import { isCurrencyHeader } from '../../reading/currency-columns.ts';
import { BOOKING_WORDS, plainHeader, rankOf } from '../../reading/field-words.ts';
import { namesAccounts, takeAccountPair } from './account-columns.ts';
import { amountsOf, soleAmount, takeSides, turnSides } from './amount-columns.ts';
import { currencyOf, keepCurrency } from './amount-currency.ts';
import { proofOf, takeProved } from './balance-proof.ts';
import { columnFor, type Found, put, taken } from './named-columns.ts';
import { type ColumnLook, type ValueLook, valuesOf } from './profile-column.ts';
import type { Proposal } from './proposal.ts';
import { signOf } from './sign-column.ts';
import { isJournal, saysBankDebit } from './statement.ts';
import { seriesOf } from './voucher-series.ts';

/** Dates on which nothing is booked: a payment is due, a person was born, a card expires. */
const OTHER_DATE = /forfall|förfall|forfald|fällig|due|fød|född|birth|geburt|utløp|utgår|expir/;
/** The end of a name of dates. */
const DATE_ENDING = /(dato|datum|^date| date)$/i;

const dateRank = rankOf({ date: BOOKING_WORDS.date! });

/** Completes the columns that were found by their names for rows that are bookings. @param found changed on the way */
export function proposeBookings(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
): Proposal {
  let sign = signOf(columns, found);
  const balance = found.get('balance');
  found.delete('sign');
  found.delete('balance');
  const isFree = ({ index }: ColumnLook) => !taken(found, index) && index !== balance?.column && index !== sign?.column;
  fill(found, 'date', firstOf(columns.filter(isFree), 'date'));
  takeAccountPair(columns, rows, found);
  const pair = found.has('debitAccount') && found.has('creditAccount');
  const isSide = ({ index }: ColumnLook) =>
    found.get('debit')?.column === index || found.get('credit')?.column === index;
  const hasSides = found.has('debit') && found.has('credit');
  let two =
    !pair &&
    (hasSides ||
      takeSides(
        columns.filter((each) => isFree(each) || isSide(each)),
        rows,
        found,
      ));
  const proof = pair ? undefined : proofOf(columns, rows, found, sign);
  if (proof !== undefined) {
    two = 'debit' in proof.amounts;
    takeProved(found, proof);
    if (!('amount' in proof.amounts) || proof.amounts.sign === undefined) sign = undefined;
  }
  if (two) found.delete('amount');
  else {
    found.delete('debit');
    found.delete('credit');
    const sole = found.has('amount') ? undefined : soleAmount(columns.filter(isFree));
    if (sole !== undefined) put(found, 'amount', sole.index, 'values');
  }
  const form = formOf(found, pair, two);
  const isOneLine = form === 'signed' || form === 'two-columns';
  const hasAccount = found.has('account') || found.has('contraAccount') || columns.some(namesAccounts);
  const isTurned =
    proof === undefined
      ? form === 'contra' &&
        !hasAccount &&
        saysBankDebit(columns, found, sign) &&
        !isJournal(columns, rows, found, sign)
      : proof.isOpposite;
  if (isTurned && sign !== undefined) sign = { ...sign, debit: sign.credit, credit: sign.debit };
  if (isTurned && two && proof === undefined) turnSides(found);
  if (isOneLine) fill(found, 'account', firstOf(columns.filter(isFree), 'account'));
  fillDescription(
    columns.filter(({ index }) => !taken(found, index) && index !== sign?.column),
    found,
  );
  keepCurrency(columns, found);
  const currency = currencyOf(columns, found);
  const entry = columnFor(columns, found, 'entry');
  const lines = isOneLine ? amountsOf(found, sign) : undefined;
  const series =
    entry === undefined ? undefined : seriesOf(columns, columns.filter(isFree), rows, { entry, amounts: lines });
  const key = series === undefined ? [] : [{ field: 'entry', column: series.index, why: 'name' } as const];
  const isOfForm = (field: string) => form === 'pair' || !/^(debit|credit)(Account|Vat)$/.test(field);
  // A flag beside amounts that have signs of their own says it a second time.
  const amount = columnFor(columns, found, 'amount');
  const signed = amount !== undefined && valuesOf(amount, rows).some((text) => /^[-−(]|-$/.test(text));
  const withSign = sign !== undefined && !two && !signed;
  return {
    kind: 'bookings',
    form,
    columns: [...key, ...found.values()].filter(({ field }) => isOfForm(field)),
    ...(withSign ? { sign: sign! } : {}),
    ...(proof?.isOpposite && !two && !withSign ? { negate: true } : {}),
    ...(currency === undefined ? {} : { currency }),
  };
}

/** Rows that name a voucher are lines of it; rows that don't have both sides in them. */
function formOf(found: Found, pair: boolean, two: boolean): AmountForm {
  if (pair) return 'pair';
  if (found.has('contraAccount') || !found.has('entry')) return 'contra';
  return two ? 'two-columns' : 'signed';
}

function firstOf(free: readonly ColumnLook[], look: ValueLook): ColumnLook | undefined {
  return free.find((column) => column.look === look && !OTHER_DATE.test(plainHeader(column.header)));
}

/** The text that tells rows apart best. */
function fillDescription(free: readonly ColumnLook[], found: Found): void {
  const texts = free.filter(({ look, header }) => look === 'text' && !isCurrencyHeader(header) && !namesDate(header));
  fill(found, 'description', texts.sort((a, b) => b.distinct - a.distinct || a.index - b.index)[0]);
}

function fill(found: Found, field: string, column: ColumnLook | undefined): void {
  if (!found.has(field) && column !== undefined) put(found, field, column.index, 'values');
}

/** Whether a column is called as one of dates; some of its cells may hold other things. */
function namesDate(header: string): boolean {
  return dateRank(header).has('date') || DATE_ENDING.test(header.trim());
}
