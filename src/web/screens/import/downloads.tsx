import { count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { rateText, saidBy } from '../../text/currency-text.ts';
import { common } from '../../words.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** What can be taken home of it. */
export function Downloads({ of }: { readonly of: WholeImport }) {
  const { links, state, waiting = 0, corrections = [], file } = of;
  const isPlanned = state !== 'rejected' && state !== 'cancelled' && state !== 'planning';
  const taken = (href: string, words: string, name = '') => (
    <li key={href}>
      <a href={href} download={name}>
        {words}
      </a>
    </li>
  );
  return (
    <details class="menu">
      <summary class="btn">
        <Icon of="get" />
        {t.value.downloads}
        <Icon of="down" />
      </summary>
      <ul>
        {waiting > 0 && isPlanned && taken(links.failed, t.value.failedXlsx)}
        {isPlanned && taken(links.trail, t.value.trailXlsx)}
        {isPlanned && taken(links.trail.replace(/xlsx$/, 'csv'), t.value.trailCsv)}
        {taken(links.receipt, t.value.receiptJson, `${file.replace(/\.\w+$/, '')}.receipt.json`)}
        {taken(links.file, t.value.original)}
        {corrections.map(({ correction, file: name, url }) =>
          taken(url, t.value.correctionFile(String(correction), name)),
        )}
      </ul>
    </details>
  );
}

/** How its file was read. */
export function readingFacts(reading: NonNullable<WholeImport['reading']>): [name: string, value: string][] {
  const {
    type,
    sheet,
    unread = [],
    hidden,
    encoding,
    delimiter,
    decimal,
    dateOrder,
    headerLine,
    numbersRestart: restart,
  } = reading;
  const { amountColumns, vatUnchecked, currency, rate } = reading;
  const { readAs } = t.value;
  const known: [string, string | undefined][] = [
    [readAs.type, type.toUpperCase()],
    [readAs.sheet, sheet],
    [readAs.unread, unread.length === 0 ? undefined : unread.join(', ')],
    [readAs.hidden, hidden && t.value.hiddenAre[hidden.are](count(hidden.rows))],
    [readAs.encoding, encoding],
    [readAs.delimiter, delimiter === '\t' ? t.value.tab : delimiter],
    [readAs.decimal, decimal],
    [readAs.dates, dateOrder === undefined ? undefined : t.value[dateOrder]],
    [readAs.currency, currency && `${currency.code}, ${t.value.currencyFrom[saidBy(currency.from)]}`],
    [readAs.rate, rate && rateText(rate, currency?.code)],
    [readAs.header, headerLine === 0 ? t.value.noHeader : String(headerLine)],
    [readAs.amount, amountColumns && common.value.amountColumns(amountColumns)],
    [readAs.vat, vatUnchecked && common.value.vatUnchecked(vatUnchecked.join(', '))],
    [readAs.numbers, restart && t.value.restart(restart.numbers, count(restart.numbers), count(restart.entries))],
  ];
  return known.filter((fact): fact is [string, string] => fact[1] !== undefined);
}
