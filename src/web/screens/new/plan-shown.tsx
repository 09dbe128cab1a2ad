import { amount, count } from '../../format.ts';
import { type Field, hasVouchers, UNNAMED } from '../../kinds.ts';
import { Balances } from '../../parts/balances.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { Table } from '../../parts/table.tsx';
import { Why } from '../../parts/why.tsx';
import { rateText, saidBy } from '../../text/currency-text.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import { readyOf } from './book-words.ts';
import type { Trying } from './follow-dry-run.ts';
import { f } from './form-words.ts';
import { PlanDuplicates } from './plan-duplicates.tsx';
import { PlanEntries } from './plan-entries.tsx';
import { PlanIssues } from './plan-issues.tsx';
import { PlanTotals } from './plan-totals.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';
import { t } from './words.ts';

interface PlanShownProps {
  readonly trying: Trying;
  readonly onAbandon: () => void;
  readonly onAgain: () => void;
}

/** The plan: on its way, refused, or what it comes to. */
export function PlanShown({ trying, onAbandon, onAgain }: PlanShownProps) {
  const { running, plan, failure, of } = trying;
  if (of === undefined) return null;
  return (
    <section class="plan" aria-label={p.value.title} aria-busy={running !== undefined}>
      {running !== undefined && (
        <div class="sheet pad planning">
          <h2>{p.value.planning}</h2>
          <progress aria-label={p.value.planning} />
          <p role="status">
            {p.value.rowsRead(common.value.rows(running.rows, count(running.rows)))} {running.waiting}
          </p>
          <button type="button" onClick={onAbandon}>
            {p.value.abandon}
          </button>
        </div>
      )}
      {failure !== undefined && <Failure failure={failure} again={onAgain} />}
      {plan !== undefined && <Planned plan={plan} />}
    </section>
  );
}

function Planned({ plan }: { readonly plan: Plan }) {
  const { reason, mismatches = [], balances = [] } = plan.receipt;
  if (reason !== undefined) {
    return (
      <Notice tone="bad">
        <h2>{p.value.rejected}</h2>
        <p>
          <strong>{causeTitle(reason)}</strong>
        </p>
        <p>
          <Why of={reason} />
        </p>
      </Notice>
    );
  }
  return (
    <>
      {mismatches.map((words) => (
        <Notice key={words} tone="bad">
          {words}
        </Notice>
      ))}
      <PlanCounts plan={plan} />
      <PlanIssues plan={plan} />
      <PlanDuplicates plan={plan} />
      {plan.bookings !== undefined && (
        <>
          <PlanTotals bookings={plan.bookings} currency={plan.facts?.currency?.code} />
          {balances.length > 0 && (
            <section class="sheet pad">
              <Balances of={balances} />
            </section>
          )}
          <PlanEntries bookings={plan.bookings} />
        </>
      )}
      {plan.created !== undefined && <PlanCreated created={plan.created} />}
    </>
  );
}

/** What the plan comes to: one figure large, the others beside it, and all of them as one bar. */
function PlanCounts({ plan }: { readonly plan: Plan }) {
  const { kind = UNNAMED, entries, rows, debit } = plan.receipt;
  const ready = readyOf(plan);
  const isBookings = hasVouchers(kind);
  const { bookings } = plan;
  const how =
    bookings === undefined || bookings.lines === 0
      ? ''
      : ` · ${p.value.lines(bookings.lines, count(bookings.lines))} ${p.value.inRequests(bookings.requests, count(bookings.requests))} · ${p.value.toBook(amount(bookings.debit), amount(debit))}`;
  return (
    <div class="sheet pad plan-counts">
      <h2>{p.value.title}</h2>
      <p class="plan-figure">
        <strong>{count(ready)}</strong> {(ready === 1 ? p.value.one : p.value.many)[kind]}{' '}
        {isBookings ? p.value.ready : p.value.readyCreated}
      </p>
      <OutcomeBar
        legend
        counts={{ booked: ready, pending: plan.waits, held: entries.held, duplicate: entries.duplicate }}
        words={{
          booked: isBookings ? p.value.ready : p.value.readyCreated,
          pending: p.value.waits,
          held: p.value.held,
          duplicate: isBookings ? p.value.duplicate : p.value.existing,
        }}
      />
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

/** Contacts and custom fields that would be created, and those that are there and differ. */
function PlanCreated({ created }: { readonly created: NonNullable<Plan['created']> }) {
  const { first, fields, moreFields, differing, moreDiffering } = created;
  return (
    <>
      {differing.length > 0 && (
        <section class="sheet pad" aria-label={p.value.differing}>
          <h2>{p.value.differing}</h2>
          <ul class="plan-causes">
            {differing.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {moreDiffering > 0 && <p class="soft">{p.value.moreDuplicates(count(moreDiffering))}</p>}
        </section>
      )}
      {fields.length > 0 && (
        <section class="sheet pad" aria-label={p.value.fields}>
          <h2>{p.value.fields}</h2>
          <Table
            label={p.value.fields}
            columns={[
              [p.value.row],
              [p.value.fieldName],
              [p.value.fieldModel],
              [p.value.fieldType],
              [p.value.fieldEmpty],
              [p.value.todo],
            ]}
          >
            {fields.map(({ rows, name, model, type, nullable, what }) => (
              <tr key={`${rows} ${model} ${name}`}>
                <td>{rows === '' ? <span class="soft">{p.value.byJob}</span> : rows}</td>
                <td>{name}</td>
                <td>{model}</td>
                <td>{type}</td>
                <td>{nullable ? p.value.yes : p.value.no}</td>
                <td>{p.value.fieldDo[what]}</td>
              </tr>
            ))}
          </Table>
          {moreFields > 0 && <p class="soft">{p.value.moreTotals(count(moreFields))}</p>}
        </section>
      )}
      {first.length > 0 && (
        <section class="sheet pad" aria-label={p.value.firstContacts}>
          <h2>{p.value.firstContacts}</h2>
          <div class="contacts">
            {first.map(({ rows, values }) => (
              <div key={rows}>
                <h3 class="soft">{p.value.rowOf(rows)}</h3>
                <dl class="findings">
                  {Object.entries(values).map(([field, value]) => (
                    <div key={field}>
                      <dt>{f.value.fields[field as Field] ?? field}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
