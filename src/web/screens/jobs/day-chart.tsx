import { useSignal } from '@preact/signals';
import { count, day as dayOf } from '../../format.ts';
import { Loading } from '../../parts/loading.tsx';
import { Failure } from '../../parts/notice.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { usePolled } from '../../poll.ts';
import { common, OUTCOMES } from '../../words.ts';
import type { Day, Days } from './requests.ts';
import { t } from './words.ts';

/** Days that can be shown. */
const PERIODS = [30, 90] as const;
/** What happened on other days changes seldom, in milliseconds. */
const LOOK_MS = 15_000;

const totalOf = (day: Day) => OUTCOMES.reduce((sum, outcome) => sum + day[outcome], 0);

/** Rows by day and outcome: stacked bars, and the same as a table. */
export function DayChart() {
  const period = useSignal<number>(PERIODS[0]);
  const { loaded, again } = usePolled<Days>(`/api/days?days=${period.value}`, LOOK_MS);
  const { value, failure } = loaded.value;
  const days = value?.days;
  return (
    <section class="days jobs-part" aria-labelledby="days">
      <h2 id="days">{t.value.days}</h2>
      <div class="sheet pad">
        <header>
          <p class="soft">{t.value.daysAbout}</p>
          <fieldset class="period">
            <legend class="visually-hidden">{t.value.period}</legend>
            {PERIODS.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="period"
                  checked={period.value === each}
                  onChange={() => {
                    period.value = each;
                  }}
                />
                {t.value.lastDays(each)}
              </label>
            ))}
          </fieldset>
        </header>
        {failure !== undefined && <Failure failure={failure} again={again} />}
        {days === undefined && failure === undefined && <Loading />}
        {days !== undefined && <Bars days={days} />}
        {days !== undefined && (
          <details>
            <summary>{t.value.asTable}</summary>
            <DayTable days={days} />
          </details>
        )}
      </div>
    </section>
  );
}

function Bars({ days }: { readonly days: readonly Day[] }) {
  const most = Math.max(...days.map(totalOf));
  const all = days.reduce((sum, day) => sum + totalOf(day), 0);
  if (most === 0) return <p class="empty">{t.value.noRows}</p>;
  const there = OUTCOMES.filter((outcome) => days.some((day) => day[outcome] > 0));
  const sums = there.map((outcome) => ({ outcome, rows: days.reduce((sum, day) => sum + day[outcome], 0) }));
  const said = sums.map(({ outcome, rows }) => `${count(rows)} ${common.value.outcome[outcome]}`).join(', ');
  const top = roundUp(most);
  return (
    <figure>
      <div class="chart" role="img" aria-label={`${t.value.dayChart(count(all), days.length)}: ${said}`}>
        <div class="scale">
          <span>{count(top)}</span>
          <span>{count(top / 2)}</span>
          <span>0</span>
        </div>
        <div class="bars">
          {days.map((day) => (
            <div key={day.day} class="day-bar" title={titleOf(day)}>
              {there.map(
                (outcome) =>
                  day[outcome] > 0 && (
                    <span
                      key={outcome}
                      class={`of-${outcome} filled`}
                      style={{ height: `${(100 * day[outcome]) / top}%` }}
                    />
                  ),
              )}
            </div>
          ))}
        </div>
      </div>
      <div class="dates soft" aria-hidden="true">
        <span>{dayOf(days[0]!.day)}</span>
        <span>{dayOf(days.at(-1)!.day)}</span>
      </div>
      <figcaption>
        <ul class="legend">
          {sums.map(({ outcome, rows }) => (
            <li key={outcome}>
              <span class={`swatch of-${outcome} filled`} />
              {count(rows)} {common.value.outcome[outcome]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function titleOf(day: Day): string {
  const parts = OUTCOMES.filter((outcome) => day[outcome] > 0).map(
    (outcome) => `${count(day[outcome])} ${common.value.outcome[outcome]}`,
  );
  return [dayOf(day.day), ...parts].join('\n');
}

/** The next number that is easily read, and even. */
function roundUp(rows: number): number {
  const size = 10 ** Math.floor(Math.log10(rows));
  const step = [1, 2, 4, 5, 6, 8, 10].find((each) => each * size >= rows)!;
  return Math.max(2, step * size);
}

/** Rows by day and outcome in figures, the newest day first; days without rows are left out. */
function DayTable({ days }: { readonly days: readonly Day[] }) {
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
