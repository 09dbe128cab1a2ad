import { count, day as dayOf } from '../../format.ts';
import { Scrolled } from '../../parts/scrolled.tsx';
import { common, OUTCOMES } from '../../words.ts';
import { totalOf } from './day-chart.tsx';
import type { Day } from './requests.ts';
import { t } from './words.ts';

/** Rows by day and outcome in figures, the newest day first; days without rows are left out. */
export function DayTable({ days }: { readonly days: readonly Day[] }) {
  const shown = days.filter((day) => totalOf(day) > 0).reverse();
  return (
    <Scrolled label={`${t.value.days}: ${t.value.asTable}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.value.day}</th>
            <th scope="col" class="num">
              {t.value.total}
            </th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" class="num">
                {common.value.outcome[outcome]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <tr key={day.day}>
              <th scope="row">{dayOf(day.day)}</th>
              <td class="num">{count(totalOf(day))}</td>
              {OUTCOMES.map((outcome) => (
                <td key={outcome} class="num">
                  {count(day[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
