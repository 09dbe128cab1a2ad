import { currenciesInHeader, DEFAULT_CURRENCY, isCrownWord, isCurrencyWord } from '../../core/currency.ts';
import { currencyColumnsNextTo } from '../../reading/currency-columns.ts';
import { AMOUNTS, columnFor, type Found } from './named-columns.ts';
import type { ColumnLook } from './profile-column.ts';
import type { Proposal } from './proposal.ts';

/** A column that is headed as a currency is the amount's where a plan would take it to speak of the amount. */
export function keepCurrency(columns: readonly ColumnLook[], found: Found): void {
  const currency = found.get('currency');
  const column = columnFor(columns, found, 'currency');
  if (currency === undefined || column === undefined) return;
  found.delete('currency');
  const mapped = new Set([...found.values()].map((each) => each.column));
  const isNamed = AMOUNTS.some(
    (field) => currenciesInHeader(columnFor(columns, found, field)?.header ?? '').length > 0,
  );
  const headers: string[] = [];
  for (const { index, header } of columns) headers[index] = header;
  const isCurrency = column.samples.every(isCurrencyWord);
  if (isCurrency && !isNamed && currencyColumnsNextTo(headers, mapped).includes(column.index)) {
    found.set('currency', currency);
  }
}

/** The currency that a column of amounts says. */
export function currencyOf(columns: readonly ColumnLook[], found: Found): Proposal['currency'] {
  const usual = (word: string) => isCrownWord(word) || word.toUpperCase() === DEFAULT_CURRENCY;
  for (const field of AMOUNTS) {
    const column = columnFor(columns, found, field);
    if (column === undefined) continue;
    const said = [...currenciesInHeader(column.header), ...(column.currency === undefined ? [] : [column.currency])];
    const other = said.find((word) => !usual(word));
    if (other !== undefined) return { value: other, column: column.index };
  }
  return undefined;
}
