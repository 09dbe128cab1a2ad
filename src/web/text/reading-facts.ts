import type { z } from 'zod';
import type { importAnswer } from '../../http/api/shapes.ts';
import { count } from '../format.ts';
import { common } from '../words.ts';
import { rateText, saidBy } from './currency-text.ts';

type Reading = NonNullable<z.output<typeof importAnswer>['reading']>;

/** How a file was read, each fact by its name: of an import, and of its plan before. */
export function readingFacts(reading: Reading): readonly (readonly [name: string, value: string | undefined])[] {
  const { type, sheet, unread, hidden, encoding, delimiter, decimal, dateOrder, headerLine } = reading;
  const { numbersRestart: restart, amountColumns, vatUnchecked, currency, rate } = reading;
  const { fact, ...words } = common.reading;
  return [
    [fact.type, type.toUpperCase()],
    [fact.sheet, sheet],
    [fact.unread, unread?.join(', ')],
    [fact.hidden, hidden && words.hiddenAre[hidden.are](count(hidden.rows))],
    [fact.encoding, encoding],
    [fact.delimiter, delimiter === '\t' ? words.tab : delimiter],
    [fact.decimal, decimal],
    [fact.dates, dateOrder && words[dateOrder]],
    [fact.currency, currency && `${currency.code}, ${words.currencyFrom[saidBy(currency.from)]}`],
    [fact.rate, rate && rateText(rate, currency?.code)],
    [fact.header, headerLine === 0 ? words.noHeader : String(headerLine)],
    [fact.amount, amountColumns && words.amountColumns(amountColumns)],
    [fact.vat, vatUnchecked && words.vatUnchecked(vatUnchecked.join(', '))],
    [fact.numbers, restart && words.restart(restart.numbers, count(restart.numbers), count(restart.entries))],
  ];
}
