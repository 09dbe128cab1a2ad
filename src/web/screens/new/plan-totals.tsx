import { amount, count, shownAmount } from '../../format.ts';
import { Account } from '../../parts/account.tsx';
import { Balances } from '../../parts/balances.tsx';
import { Figure } from '../../parts/figure.tsx';
import { Fold } from '../../parts/fold.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { ShowAll, useFirst } from '../../parts/show-all.tsx';
import { Table } from '../../parts/table.tsx';
import { placesOf } from './plan-check.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Accounts that are shown until one asks for all. */
const SHOWN = 20;

/** What would be booked per account and per VAT code, and that it comes to what the file says. */
export function PlanTotals({ plan }: { readonly plan: Plan }) {
  const { bookings, receipt } = plan;
  const [shown, isAll] = useFirst(bookings?.accounts ?? [], SHOWN);
  if (bookings === undefined) return null;
  const { accounts, totals, moreTotals, vat, debit, credit, entries } = bookings;
  const name = `${p.value.total}${receipt.currency === undefined ? '' : `, ${receipt.currency}`}`;
  return (
    <Sheet title={p.value.totals} says={p.value.withoutVat}>
      {accounts.length > 0 && (
        <Table
          label={p.value.totals}
          class="money list cards"
          columns={[[p.value.account], [p.value.vouchers, 'num'], [p.value.debit, 'num'], [p.value.credit, 'num']]}
          foot={<Line of={name} entries={entries} debit={debit} credit={credit} />}
        >
          {shown.map((each) => (
            <Line key={each.account} of={<Account of={each.account} name={each.name} />} {...each} />
          ))}
        </Table>
      )}
      <ShowAll of={accounts.length - shown.length} words={p.value.showAll(count(accounts.length))} isAll={isAll} />
      {moreTotals > 0 && shown.length === accounts.length && (
        <p class="soft in">{p.value.moreTotals(count(moreTotals))}</p>
      )}
      {vat.some(({ vatCode }) => vatCode !== '') && (
        <Fold title={p.value.vat}>
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
                  <Account of={each.account} name={each.name} />
                </td>
                <td>{each.vatCode}</td>
                <td class="num">{count(each.lines)}</td>
                <td class="num">{amount(each.amount)}</td>
              </tr>
            ))}
          </Table>
        </Fold>
      )}
      {(receipt.balances ?? []).length > 0 && (
        <div class="in gap">
          <Balances of={receipt.balances!} />
        </div>
      )}
      <Proof plan={plan} />
    </Sheet>
  );
}

interface LineProps {
  readonly of: preact.ComponentChildren;
  readonly entries: number;
  readonly debit: string;
  readonly credit: string;
}

function Line({ of, entries, debit, credit }: LineProps) {
  return (
    <tr>
      <th scope="row">{of}</th>
      <Figure name={p.value.vouchers}>{count(entries)}</Figure>
      <Figure name={p.value.debit}>{shownAmount(debit)}</Figure>
      <Figure name={p.value.credit}>{shownAmount(credit.replace('-', ''))}</Figure>
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
