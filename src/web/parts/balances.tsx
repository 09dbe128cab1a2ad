import { amount, count } from '../format.ts';
import { listed } from '../listed.ts';
import { common } from '../words.ts';
import { Table } from './table.tsx';

interface BalancesProps {
  readonly of: readonly {
    readonly sheet?: string | undefined;
    readonly account?: string | undefined;
    readonly opening?: string | undefined;
    readonly closing?: string | undefined;
  }[];
}

/** Accounts whose balances are shown; the receipt has them all. */
const SHOWN = 12;

/** What the file says of its balances before the first row and after the last. */
export function Balances({ of }: BalancesProps) {
  const { balance } = common;
  if (of.length === 0) return null;
  return (
    <>
      <Table
        label={balance.title}
        columns={[[balance.title], [balance.opening, 'num'], [balance.closing, 'num']]}
        class="balances"
      >
        {of.slice(0, SHOWN).map(({ sheet, account, opening, closing }) => (
          <tr key={`${sheet} ${account}`}>
            <th scope="row">{listed([sheet, account], ' ') || balance.ofFile}</th>
            <td class="num">{opening === undefined ? '' : amount(opening)}</td>
            <td class="num">{closing === undefined ? '' : amount(closing)}</td>
          </tr>
        ))}
      </Table>
      {of.length > SHOWN && <p class="soft">{balance.more(count(of.length - SHOWN))}</p>}
    </>
  );
}
