import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { amount, count, day } from '../../format.ts';
import { listed } from '../../listed.ts';
import { Icon } from '../../parts/icon.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Vouchers beside the columns at a time. */
const PAGE = 6;

interface VouchersProps {
  readonly bookings: NonNullable<Plan['bookings']>;
  /** Below them. */
  readonly children?: ComponentChildren;
}

/** The first vouchers, line by line, as they are sent. */
export function Vouchers({ bookings: { first, entries }, children }: VouchersProps) {
  const from = useSignal(0);
  if (first.length === 0) return null;
  const at = from.value < first.length ? from.value : 0;
  const page = first.slice(at, at + PAGE);
  const turn = (to: number, icon: string, label: string) => (
    <button
      type="button"
      class="quiet icon"
      aria-label={label}
      disabled={to < 0 || to >= first.length}
      onClick={() => {
        from.value = to;
      }}
    >
      <Icon of={icon} />
    </button>
  );
  return (
    <Sheet
      title={p.first}
      acts={
        <span class="acts">
          <span class="small soft tab" role="status">
            {p.shownOf(count(at + 1), count(at + page.length), count(entries))}
          </span>
          {first.length > PAGE && turn(at - PAGE, 'back', p.before)}
          {first.length > PAGE && turn(at + PAGE, 'next', p.after)}
        </span>
      }
    >
      {page.map(({ key, rows, lines, moreLines }) => (
        <div class="vouch" key={rows}>
          <p class="vh">
            <b>{lines[0]?.description || key}</b>
            <span class="soft tab">{listed([key, p.rowOf(rows), day(lines[0]?.date ?? '')], ' · ')}</span>
          </p>
          <table aria-label={p.entryOf(key, rows)}>
            <tbody>
              {lines.map((line, no) => (
                <tr key={`${rows} ${no}`}>
                  <td>
                    <span class="acct">{line.account}</span>
                    <span class="soft">
                      {line.name}
                      {line.vatCode !== '' && `, ${p.vatCode} ${line.vatCode}`}
                    </span>
                  </td>
                  <td class="num">{amount(line.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {moreLines > 0 && <p class="soft small">{p.moreLines(count(moreLines))}</p>}
        </div>
      ))}
      {entries > first.length && at + PAGE >= first.length && (
        <footer class="soft small">{p.firstOnly(count(first.length))}</footer>
      )}
      {children}
    </Sheet>
  );
}
