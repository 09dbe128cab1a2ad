import { count } from '../../format.ts';
import { rateText, saidBy } from '../../text/currency-text.ts';
import { common } from '../../words.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** What can be taken home of it, and how its file was read. */
export function Downloads({ of }: { readonly of: WholeImport }) {
  const { links, state, waiting = 0, corrections = [], file, reading } = of;
  const isPlanned = state !== 'rejected' && state !== 'cancelled' && state !== 'planning';
  const base = file.replace(/\.\w+$/, '');
  return (
    <section class="sheet pad downloads">
      <h2>{t.value.downloads}</h2>
      <ul>
        {waiting > 0 && isPlanned && (
          <li>
            <a href={links.failed} download>
              {t.value.failedXlsx}
            </a>
          </li>
        )}
        {isPlanned && (
          <>
            <li>
              <a href={links.trail} download>
                {t.value.trailXlsx}
              </a>
            </li>
            <li>
              <a href={links.trail.replace(/xlsx$/, 'csv')} download>
                {t.value.trailCsv}
              </a>
            </li>
          </>
        )}
        <li>
          <a href={links.receipt} download={`${base}.receipt.json`}>
            {t.value.receiptJson}
          </a>
        </li>
        <li>
          <a href={links.file} download>
            {t.value.original}
          </a>
        </li>
        {corrections.map(({ correction, file: name, url }) => (
          <li key={correction}>
            <a href={url} download>
              {t.value.correctionFile(String(correction), name)}
            </a>
          </li>
        ))}
      </ul>
      {reading !== undefined && (
        <>
          <h3>{t.value.reading}</h3>
          <dl class="facts">
            {facts(reading).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function facts(reading: NonNullable<WholeImport['reading']>): [name: string, value: string][] {
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
