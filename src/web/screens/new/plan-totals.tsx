import { useSignal } from '@preact/signals';
import { amount, count } from '../../format.ts';
import { Balances } from '../../parts/balances.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Table } from '../../parts/table.tsx';
import { placesOf } from './plan-check.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Accounts that are shown until one asks for all. */
const SHOWN = 20;

/** What would be booked per account and per VAT code, and that it comes to what the file says. */
export function PlanTotals({ plan }: { readonly plan: Plan }) {
  const all = useSignal(false);
  const { bookings, receipt } = plan;
  if (bookings === undefined) return null;
  const { accounts, totals, moreTotals, vat, debit, credit, entries } = bookings;
  const shown = all.value ? accounts : accounts.slice(0, SHOWN);
  const name = `${p.value.total}${receipt.currency === undefined ? '' : `, ${receipt.currency}`}`;
  return (
    <section class="sheet" aria-labelledby="per">
      <header>
        <h2 id="per">{p.value.totals}</h2>
        <span class="small soft">{p.value.withoutVat}</span>
      </header>
      {accounts.length > 0 && (
        <Table
          label={p.value.totals}
          class="money list cards"
          columns={[[p.value.account], [p.value.vouchers, 'num'], [p.value.debit, 'num'], [p.value.credit, 'num']]}
          foot={<Line of={name} entries={entries} debit={debit} credit={credit} />}
        >
          {shown.map((each) => (
            <Line
              key={each.account}
              of={
                <>
                  <span class="acct">{each.account}</span>
                  {each.name}
                </>
              }
              {...each}
            />
          ))}
        </Table>
      )}
      {shown.length < accounts.length && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            all.value = true;
          }}
        >
          {p.value.showAll(count(accounts.length))}
        </button>
      )}
      {moreTotals > 0 && shown.length === accounts.length && (
        <p class="soft in">{p.value.moreTotals(count(moreTotals))}</p>
      )}
      {vat.some(({ vatCode }) => vatCode !== '') && (
        <details class="fold">
          <summary>{p.value.vat}</summary>
          <div class="in">
            <Table
              label={p.value.vat}
              columns={[[p.value.account], [p.value.vatCode], [p.value.lineCount, 'num'], [p.value.amount, 'num']]}
              foot={vat.map(({ vatCode, lines, amount: sum }) => (
                <tr key={vatCode}>
                  <th scope="row">{p.value.total}</th>
                  <td>{vatCode === '' ? p.value.noVat : vatCode}</td>
                  <td class="num">{count(lines)}</td>
                  <td class="num">{amount(sum)}</td>
                </tr>
              ))}
            >
              {totals.map((each) => (
                <tr key={`${each.account} ${each.vatCode}`}>
                  <td>
                    <span class="acct">{each.account}</span>
                    {each.name}
                  </td>
                  <td>{each.vatCode}</td>
                  <td class="num">{count(each.lines)}</td>
                  <td class="num">{amount(each.amount)}</td>
                </tr>
              ))}
            </Table>
          </div>
        </details>
      )}
      {(receipt.balances ?? []).length > 0 && (
        <div class="in gap">
          <Balances of={receipt.balances!} />
        </div>
      )}
      <Proof plan={plan} />
    </section>
  );
}

interface LineProps {
  readonly of: preact.ComponentChildren;
  readonly entries: number;
  readonly debit: string;
  readonly credit: string;
}

function Line({ of, entries, debit, credit }: LineProps) {
  const side = (name: string, text: string) => (
    <td class={!/[1-9]/.test(text) ? 'num zero' : 'num'} data-th={name}>
      {!/[1-9]/.test(text) ? '–' : amount(text.replace('-', ''))}
    </td>
  );
  return (
    <tr>
      <th scope="row">{of}</th>
      <td class="num" data-th={p.value.vouchers}>
        {count(entries)}
      </td>
      {side(p.value.debit, debit)}
      {side(p.value.credit, credit)}
    </tr>
  );
}

/** Minor units: all amounts of a plan have as many decimals. */
const units = (text: string) => BigInt(text.replace('.', ''));

/** That what is booked balances, and that no amount of the file is lost. */
function Proof({ plan: { receipt, bookings }, plan }: { readonly plan: Plan }) {
  const places = placesOf(plan);
  const isBalanced = units(bookings!.debit) + units(bookings!.credit) === 0n;
  const adds = isBalanced && places.reduce((sum, [, each]) => sum + units(each), 0n) === units(receipt.debit);
  return (
    <footer>
      <p class={`proof ${adds ? 'booked' : 'rejected'}`} role={adds ? undefined : 'alert'}>
        <Icon of={adds ? 'check' : 'warn'} />
        <span>
          {isBalanced ? p.value.balances : p.value.unbalanced}{' '}
          {places.map(([place, sum], at) => (
            <>
              {at > 0 && ' + '}
              <b>{amount(sum)}</b> {p.value.place[place]}
            </>
          ))}{' '}
          {adds ? '=' : '≠'} <b>{amount(receipt.debit)}</b> {p.value.inFile}. {!adds && p.value.lost}
        </span>
      </p>
    </footer>
  );
}
