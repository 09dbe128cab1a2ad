import { count } from '../../format.ts';
import { rateText, saidBy } from '../../text/currency-text.ts';
import { common } from '../../words.ts';
import { f } from './form-words.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';
import { t } from './words.ts';

/** How the whole file was read: the first rows may have shown less. */
export function readAs({ facts }: Plan): string {
  if (facts === undefined) return '';
  const { kind, encoding, delimiter, sheet, unread, hidden, headerLine } = facts;
  const { decimal, dateOrder, numbersRestart: restart, amountColumns, vatUnchecked, currency, rate } = facts;
  const told = [
    kind.toUpperCase(),
    sheet,
    encoding,
    delimiter === '\t' ? t.value.tab : delimiter,
    unread && p.value.unread(unread.join(', ')),
    hidden && p.value.hiddenAre[hidden.are](count(hidden.rows)),
    `${t.value.as.header.toLowerCase()}: ${headerLine === 0 ? t.value.noHeader : t.value.line(count(headerLine))}`,
    decimal === undefined ? undefined : `${t.value.as.decimal.toLowerCase()}: ${t.value.decimalIs[decimal]}`,
    dateOrder === undefined ? undefined : t.value.datesAre[dateOrder],
    currency && `${p.value.currency}: ${currency.code}, ${p.value.currencyFrom[saidBy(currency.from)]}`,
    rate && `${p.value.rate}: ${rateText(rate, currency?.code)}`,
    amountColumns && `${f.value.fields.amount.toLowerCase()}: ${common.value.amountColumns(amountColumns)}`,
    vatUnchecked && `${f.value.fields.vat.toLowerCase()}: ${common.value.vatUnchecked(vatUnchecked.join(', '))}`,
    restart && p.value.restart(restart.numbers, count(restart.numbers), count(restart.entries)),
  ];
  return told.filter((each) => each !== undefined).join(' · ');
}
