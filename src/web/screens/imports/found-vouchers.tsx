import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { z } from 'zod';
import type { vouchersAnswer } from '../../../http/api/imports/shapes.ts';
import { ask } from '../../api.ts';
import { amount, day } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Marked } from '../../parts/marked.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Head } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../use-action.ts';
import { common } from '../../words.ts';
import { t } from './words.ts';

type Answer = z.output<typeof vouchersAnswer>;

/** Vouchers that are shown before a person asks for more. */
const SHOWN = 20;

/** Vouchers of all imports that have a number, an amount or a text, the newest imports first. */
export function FoundVouchers({ q }: { readonly q: string }) {
  const pages = useSignal<readonly Answer[]>([]);
  const { isBusy, failure, act } = useAction();
  const load = (address: string) =>
    void act(async () => {
      pages.value = [...pages.value, await ask<Answer>(address)];
    });
  const begin = () => load(`/api/vouchers?${new URLSearchParams({ q, limit: String(SHOWN) })}`);
  useEffect(begin, []);
  const { vouchers: title, row, voucher, text, date, sum, outcome, file, none, searched, further } = t.found;
  const found = pages.value.flatMap(({ vouchers }) => vouchers);
  const { to, next } = pages.value.at(-1) ?? {};
  return (
    <section class="sheet found" aria-label={title} aria-busy={isBusy.value}>
      {found.length > 0 ? (
        <table class="list cards" aria-label={title}>
          <Head columns={[[voucher], [text], [date], [sum, 'num'], [outcome], [file]]} />
          <tbody>
            {found.map(({ import: id, entry, rows, ...each }, at) => (
              <tr key={at} class="pick">
                <th scope="row">
                  <Link
                    to={
                      each.outcome === 'held'
                        ? `/imports/${id}/failed?q=${encodeURIComponent(entry)}`
                        : `/imports/${id}`
                    }
                    class="file"
                  >
                    {entry || row(rows)}
                  </Link>
                </th>
                <td>{each.text === undefined ? <span class="zero">–</span> : <Marked of={each.text} parts={[q]} />}</td>
                <td class="nowrap">{each.date !== undefined && day(each.date)}</td>
                <td class="num" data-th={sum}>
                  {amount(each.amount)}
                </td>
                <td>
                  {common.outcome[each.outcome]} {each.bookedAs}
                </td>
                <td>{each.file}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        pages.value.length > 0 && <p class="pad">{none(q)}</p>
      )}
      {isBusy.value && <Loading />}
      <Failure failure={failure.value} again={begin} />
      {next !== undefined && (
        <p class="pager">
          <span>
            {searched} <Time at={to!} />
          </span>
          <button type="button" disabled={isBusy.value} onClick={() => load(next)}>
            {further}
          </button>
        </p>
      )}
    </section>
  );
}
