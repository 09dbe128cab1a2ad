import { amount, count } from '../../format.ts';
import { rateText, saidBy } from '../../text/currency-text.ts';
import { common } from '../../words.ts';
import { readyOf } from './book-words.ts';
import { f } from './form-words.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';
import { t } from './words.ts';

/** What the plan comes to: one figure large, the others beside it, and all of them as one bar. */
export function PlanCounts({ plan }: { readonly plan: Plan }) {
  const { kind = 'bookings', entries, rows, debit } = plan.receipt;
  const ready = readyOf(plan);
  const isBookings = kind === 'bookings';
  const parts = [
    { of: 'booked', n: ready, words: isBookings ? p.value.ready : p.value.readyCreated },
    { of: 'pending', n: plan.waits, words: p.value.waits },
    { of: 'held', n: entries.held, words: p.value.held },
    { of: 'duplicate', n: entries.duplicate, words: isBookings ? p.value.duplicate : p.value.existing },
  ].filter(({ n }) => n > 0);
  const said = parts.map(({ n, words }) => `${count(n)} ${words}`).join(', ');
  const { bookings } = plan;
  const how =
    bookings === undefined || bookings.lines === 0
      ? ''
      : ` · ${p.value.lines(bookings.lines, count(bookings.lines))} ${p.value.inRequests(bookings.requests, count(bookings.requests))} · ${p.value.toBook(amount(bookings.debit), amount(debit))}`;
  return (
    <div class="sheet plan-counts">
      <h2>{p.value.title}</h2>
      <p class="plan-figure">
        <strong>{count(ready)}</strong> {(ready === 1 ? p.value.one : p.value.many)[kind]}{' '}
        {isBookings ? p.value.ready : p.value.readyCreated}
      </p>
      {parts.length > 0 && (
        <div class="outcomes">
          <div class="outcome-bar" role="img" aria-label={said} title={said}>
            {parts.map(({ of, n }) => (
              <span key={of} class={`of-${of}`} style={{ flexGrow: n }} />
            ))}
          </div>
          <ul class="legend">
            {parts.map(({ of, n, words }) => (
              <li key={of} class={`of-${of}`}>
                {count(n)} {words}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p class="soft">
        {p.value.rowsRead(common.value.rows(rows.read, count(rows.read)))}
        {rows.skipped > 0 && `, ${count(rows.skipped)} ${p.value.skipped}`}
        {how}
      </p>
      {plan.waits > 0 && <p>{p.value.waitsWhy(plan.waits, count(plan.waits))}</p>}
      <p class="soft">{readAs(plan)}</p>
    </div>
  );
}

/** How the whole file was read: the first rows may have shown less. */
function readAs({ facts }: Plan): string {
  if (facts === undefined) return '';
  const {
    kind,
    encoding,
    delimiter,
    sheet,
    unread,
    hidden,
    headerLine,
    decimal,
    dateOrder,
    numbersRestart: restart,
  } = facts;
  const { amountColumns, vatUnchecked, currency, rate } = facts;
  const told = [
    kind.toUpperCase(),
    sheet,
    unread && p.value.unread(unread.join(', ')),
    hidden && p.value.hiddenAre[hidden.are](count(hidden.rows)),
    encoding,
    delimiter === '\t' ? t.value.tab : delimiter,
    `${t.value.as.header.toLowerCase()}: ${headerLine === 0 ? t.value.noHeader : t.value.line(count(headerLine))}`,
    decimal === undefined ? undefined : `${t.value.as.decimal.toLowerCase()}: ${t.value.decimalIs[decimal]}`,
    dateOrder === undefined ? undefined : t.value.datesAre[dateOrder],
    currency && `${p.value.currency}: ${currency.code}, ${p.value.currencyFrom[saidBy(currency.from)]}`,
    rate && `${p.value.rate}: ${rateText(rate, currency?.code)}`,
    amountColumns && `${f.value.fields.amount.toLowerCase()}: ${common.value.amountColumns(amountColumns)}`,
    vatUnchecked && `${f.value.fields.vat.toLowerCase()}: ${common.value.vatUnchecked(vatUnchecked.join(', '))}`,
    restart && p.value.restart(restart.numbers, count(restart.numbers), count(restart.entries)),
  ];
  return `${p.value.readAs} ${told.filter((each) => each !== undefined).join(' · ')}`;
}
