import { useSignal } from '@preact/signals';
import { amount, count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

type Bookings = NonNullable<Plan['bookings']>;

/** Accounts that are shown until one asks for all. */
const SHOWN = 12;

/** What would be booked per account and per VAT code, as bars from the middle: debit to the right, credit to the left. */
export function PlanTotals({
  bookings,
  currency,
}: {
  readonly bookings: Bookings;
  readonly currency: string | undefined;
}) {
  const all = useSignal(false);
  const { totals, moreTotals, vat } = bookings;
  if (totals.length === 0) return null;
  const shown = all.value ? totals : totals.slice(0, SHOWN);
  return (
    <div class="totals">
      <section class="sheet pad" aria-label={p.value.totals}>
        <h2>{p.value.totals}</h2>
        <Table
          label={p.value.totals}
          columns={[
            [p.value.account],
            [p.value.vatCode],
            [p.value.lineCount, 'num lines'],
            [currency === undefined ? p.value.amount : `${p.value.amount}, ${currency}`, 'num'],
            [<span class="visually-hidden">{p.value.bar}</span>],
          ]}
        >
          {shown.map((total) => (
            <tr key={`${total.account} ${total.vatCode}`}>
              <td>
                <span class="mono">{total.account}</span> {total.name}
              </td>
              <td>{total.vatCode}</td>
              <td class="num lines">{count(total.lines)}</td>
              <td class="num">{amount(total.amount)}</td>
              <td>
                <Bar amount={total.amount} most={largest(totals)} />
              </td>
            </tr>
          ))}
        </Table>
        {!all.value && totals.length > SHOWN && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              all.value = true;
            }}
          >
            {p.value.showAll(count(totals.length))}
          </button>
        )}
        {moreTotals > 0 && all.value && <p class="soft">{p.value.moreTotals(count(moreTotals))}</p>}
      </section>
      {vat.some(({ vatCode }) => vatCode !== '') && (
        <section class="sheet pad" aria-label={p.value.vat}>
          <h2>{p.value.vat}</h2>
          <Table
            label={p.value.vat}
            columns={[
              [p.value.vatCode],
              [p.value.lineCount, 'num'],
              [p.value.amount, 'num'],
              [<span class="visually-hidden">{p.value.bar}</span>],
            ]}
          >
            {vat.map(({ vatCode, lines, amount: sum }) => (
              <tr key={vatCode}>
                <td>{vatCode === '' ? <span class="soft">{p.value.noVat}</span> : vatCode}</td>
                <td class="num">{count(lines)}</td>
                <td class="num">{amount(sum)}</td>
                <td>
                  <Bar amount={sum} most={largest(vat)} />
                </td>
              </tr>
            ))}
          </Table>
        </section>
      )}
    </div>
  );
}

/** Says nothing that the amount beside it does not. */
function Bar({ amount: text, most }: { readonly amount: string; readonly most: bigint }) {
  const units = unitsOf(text);
  // Thousandths of a whole bar: a length needs no more.
  const part = most === 0n ? 0 : Number(((units < 0n ? -units : units) * 1000n) / most) / 10;
  return (
    <span class={`amount-bar ${units < 0n ? 'credit' : 'debit'}`} aria-hidden="true">
      <span style={{ width: `${part / 2}%` }} />
    </span>
  );
}

function largest(amounts: readonly { readonly amount: string }[]): bigint {
  return amounts.reduce((most, { amount: text }) => {
    const units = unitsOf(text);
    const size = units < 0n ? -units : units;
    return size > most ? size : most;
  }, 0n);
}

function unitsOf(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
