import { amount, count, shownAmount } from '../../format.ts';
import { Account } from '../../parts/account.tsx';
import { Figure } from '../../parts/figure.tsx';
import { ShowAll, useFirst } from '../../parts/show-all.tsx';
import { Table } from '../../parts/table.tsx';
import { isNegative, isZero, negative, plus } from './decimals.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

type Totals = WholeImport['totals'];
type Place = (typeof PLACES)[number];

/** Accounts that are shown before somebody asks for all. */
const ACCOUNTS_SHOWN = 20;
const PLACES = ['file', 'corrected', 'remapped', 'booked', 'pending', 'inDoubt', 'already', 'notBooked'] as const;
/** Shown of every import of bookings, so that the columns are the same from one to the next. */
const ALWAYS: readonly Place[] = ['file', 'booked'];

/** Per account where its money is: what the file says and what was corrected is what is booked and what is not. */
export function Accounts({ of: { totals, accountNames = {}, issues } }: { readonly of: WholeImport }) {
  const { accounts } = totals;
  const there = PLACES.filter((place) => ALWAYS.includes(place) || placeOf(totals, place) !== undefined);
  const [shown, isAll] = useFirst(accounts, ACCOUNTS_SHOWN);
  const unknown = new Set(issues.flatMap(({ code, value }) => (code === 'account-unknown' ? [value] : [])));
  /** What stands on both sides of an account: its one amount above is what they differ by. */
  const bothWays = (place: Place, debit: string) =>
    place === 'corrected' || place === 'remapped'
      ? '0'
      : plus(debit, ...accounts.flatMap((each) => (isNegative(each[place] ?? '-') ? [] : [negative(each[place]!)])));
  const sums = there.map((place) => [place, placeOf(totals, place) ?? { debit: '0.00', credit: '0.00' }] as const);
  return (
    <>
      <Table
        label={t.accounts}
        columns={[[t.account], ...there.map((place) => [t.place[place], 'num'] as const)]}
        class="money list cards"
        foot={
          <>
            {sums.some(([place, { debit }]) => !isZero(bothWays(place, debit))) && (
              <tr class="both">
                <th scope="row">
                  {t.bothWays}
                  <span class="under">{t.bothWaysAbout}</span>
                </th>
                {sums.map(([place, { debit }]) => (
                  <Amount key={place} place={place} of={bothWays(place, debit)} isTold={false} />
                ))}
              </tr>
            )}
            {(['debit', 'credit'] as const).map((side) => (
              <tr key={side}>
                <th scope="row">{t[side]}</th>
                {sums.map(([place, of]) => (
                  <Amount key={place} place={place} of={of[side]} />
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t.balance}</th>
              {sums.map(([place, { debit, credit }]) => (
                <Amount key={place} place={place} of={plus(debit, credit)} isTold />
              ))}
            </tr>
          </>
        }
      >
        {shown.map((each) => (
          <tr key={each.account}>
            <th scope="row">
              <Account of={each.account} name={accountNames[each.account]} />
              {each.replacedBy !== undefined ? (
                <span class="flag">{t.replacedBy(each.replacedBy)}</span>
              ) : (
                unknown.has(each.account) && <span class="flag">{t.notInChart}</span>
              )}
            </th>
            {there.map((place) => (
              <Amount key={place} place={place} of={each[place] ?? '0'} />
            ))}
          </tr>
        ))}
      </Table>
      <ShowAll of={accounts.length - shown.length} words={t.showAll(count(accounts.length))} isAll={isAll} />
    </>
  );
}

interface AmountProps {
  readonly place: Place;
  readonly of: string;
  /** Nothing says something too: that nothing of an account is booked, and that a sum balances. */
  readonly isTold?: boolean;
}

function Amount({ place, of, isTold = place === 'booked' }: AmountProps) {
  return <Figure name={t.place[place]}>{isTold ? amount(of) : shownAmount(of)}</Figure>;
}

function placeOf(totals: Totals, place: Place): { readonly debit: string; readonly credit: string } | undefined {
  return place === 'file' ? totals : totals[place];
}
