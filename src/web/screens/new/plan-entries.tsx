import { amount, count, day } from '../../format.ts';
import { Scrolled } from '../../parts/scrolled.tsx';
import { Head } from '../../parts/table.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** The first entries, line by line, as they would be sent. */
export function PlanEntries({ bookings: { first } }: { readonly bookings: NonNullable<Plan['bookings']> }) {
  if (first.length === 0) return null;
  return (
    <section class="sheet pad" aria-label={p.value.first}>
      <h2>{p.value.first}</h2>
      {first.map(({ key, rows, lines, moreLines }) => (
        <Scrolled class="table plan-entry" key={rows} label={p.value.entryOf(key, rows)}>
          <table>
            <caption>{p.value.entryOf(key, rows)}</caption>
            <Head
              class="visually-hidden"
              columns={[[p.value.date], [p.value.account], [p.value.amount], [p.value.vatCode], [p.value.text]]}
            />
            <tbody>
              {lines.map((line, at) => (
                <tr key={`${rows} ${at}`}>
                  <td>{day(line.date)}</td>
                  <td>
                    <span class="mono">{line.account}</span> {line.name}
                  </td>
                  <td class="num">{amount(line.amount)}</td>
                  <td>{line.vatCode === '' ? '' : `${p.value.vatCode} ${line.vatCode}`}</td>
                  <td>{line.description}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {moreLines > 0 && <p class="soft">{p.value.moreLines(count(moreLines))}</p>}
        </Scrolled>
      ))}
    </section>
  );
}
