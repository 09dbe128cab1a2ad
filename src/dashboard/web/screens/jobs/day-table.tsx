import { count, day as dayOf } from '../../format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import { common, OUTCOMES } from '../../words.ts';
import { totalOf } from './day-chart.tsx';
import type { Day } from './requests.ts';
import { t } from './words.ts';

/** Rows by day and outcome in figures, the newest day first; days without rows are left out. */
export function DayTable({ days }: { readonly days: readonly Day[] }) {
  const shown = days.filter((day) => totalOf(day) > 0).reverse();
  return (
    <Table
      label={`${t.value.days}: ${t.value.asTable}`}
      columns={[
        [t.value.day],
        [t.value.total, 'num'],
        ...OUTCOMES.map((outcome): Column => [common.value.outcome[outcome], 'num']),
      ]}
    >
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
    </Table>
  );
}
