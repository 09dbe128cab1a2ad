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
  const name = `${p.total}${receipt.currency === undefined ? '' : `, ${receipt.currency}`}`;
  return (
    <Sheet title={p.totals} says={p.withoutVat}>
      {accounts.length > 0 && (
        <Table
          label={p.totals}
          class="money list cards"
          columns={[[p.account], [p.vouchers, 'num'], [p.debit, 'num'], [p.credit, 'num']]}
          foot={<Line of={name} entries={entries} debit={debit} credit={credit} />}
        >
          {shown.map((each) => (
            <Line key={each.account} of={<Account of={each.account} name={each.name} />} {...each} />
          ))}
        </Table>
      )}
      <ShowAll of={accounts.length - shown.length} words={p.showAll(count(accounts.length))} isAll={isAll} />
      {moreTotals > 0 && shown.length === accounts.length && <p class="soft in">{p.more(count(moreTotals))}</p>}
      {vat.some(({ vatCode }) => vatCode !== '') && (
        <Fold title={p.vat}>
          <Table
            label={p.vat}
            columns={[[p.account], [p.vatCode], [p.lineCount, 'num'], [p.amount, 'num']]}
            foot={vat.map(({ vatCode, lines, amount: sum }) => (
              <tr key={vatCode}>
                <th scope="row">{p.total}</th>
                <td>{vatCode === '' ? p.noVat : vatCode}</td>
                <td class="num">{count(lines)}</td>
                <td class="num">{amount(sum)}</td>
              </tr>
            ))}
          >
            {totals.map((each, at) => (
              <tr key={at}>
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
      <Figure name={p.vouchers}>{count(entries)}</Figure>
      <Figure name={p.debit}>{shownAmount(debit)}</Figure>
      <Figure name={p.credit}>{shownAmount(credit.replace('-', ''))}</Figure>
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
          {isBalanced ? p.balances : p.unbalanced}{' '}
          {places.map(([place, sum], at) => (
            <>
              {at > 0 && ' + '}
              <b>{amount(sum)}</b> {p.place[place]}
            </>
          ))}{' '}
          {adds ? '=' : '≠'} <b>{amount(receipt.debit)}</b> {p.inFile}. {!adds && p.lost}
        </span>
      </p>
    </footer>
  );
}
