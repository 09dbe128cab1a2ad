import { useSignal } from '@preact/signals';
import { amount, count } from '../../format.ts';
import { Table } from '../../parts/table.tsx';
import { isZero, less } from './decimals.ts';
import type { WholeImport } from './live-import.ts';
import { t } from './words.ts';

/** Accounts that are shown before somebody asks for all. */
const SHOWN = 12;

/** Per account what the file says against what is booked; what is not booked stands out. */
export function Accounts({ of }: { readonly of: WholeImport }) {
  const { totals, accountNames = {}, entries, state } = of;
  // Before all is sent it is no news that something is not booked.
  const isSent = state !== 'planned' && state !== 'posting';
  const isAll = useSignal(false);
  const { accounts, currency } = totals;
  const unit = currency === undefined ? '' : `, ${currency}`;
  if (accounts.length === 0) return null;
  const isDoubtful = entries.inDoubt > 0;
  const { pending } = totals;
  const shown = isAll.value ? accounts : accounts.slice(0, SHOWN);
  return (
    <div>
      <h3>{t.value.accounts}</h3>
      <p class="soft small">{t.value.accountsAbout}</p>
      <Table
        label={t.value.accounts}
        columns={[
          [t.value.account],
          [t.value.inFile, 'num'],
          [t.value.isBooked + unit, 'num'],
          ...(pending === undefined ? [] : [[t.value.toBook, 'num'] as const]),
          ...(isDoubtful ? [[t.value.inDoubt, 'num'] as const] : []),
          [t.value.difference, 'num'],
        ]}
        class="accounts"
        foot={(['debit', 'credit'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{t.value[side]}</th>
            <td class="num">{amount(totals[side])}</td>
            <td />
            {pending !== undefined && <td class="num">{amount(pending[side])}</td>}
            <td colSpan={isDoubtful ? 2 : 1} />
          </tr>
        ))}
      >
        {shown.map(({ account, file, booked, pending: toBook = '0', inDoubt = '0' }) => {
          const difference = less(file, booked, toBook, inDoubt);
          return (
            <tr key={account} class={isSent && !isZero(difference) ? 'differs' : ''}>
              <th scope="row">
                {account} <span class="soft">{accountNames[account]}</span>
              </th>
              <td class="num">{amount(file)}</td>
              <td class="num">{amount(booked)}</td>
              {pending !== undefined && <td class="num">{amount(toBook)}</td>}
              {isDoubtful && <td class="num doubtful">{isZero(inDoubt) ? '' : amount(inDoubt)}</td>}
              <td class="num difference">
                {!isZero(difference)
                  ? amount(difference)
                  : isZero(inDoubt) && isZero(toBook) && <span class="soft">✓ {t.value.same}</span>}
              </td>
            </tr>
          );
        })}
      </Table>
      {shown.length < accounts.length && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            isAll.value = true;
          }}
        >
          {t.value.showAll(count(accounts.length))}
        </button>
      )}
    </div>
  );
}
