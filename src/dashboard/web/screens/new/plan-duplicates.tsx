import { count } from '../../format.ts';
import { Link } from '../../parts/link.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Entries that an earlier import booked, each with its file and row. */
export function PlanDuplicates({ plan: { duplicates, moreDuplicates, receipt } }: { readonly plan: Plan }) {
  if (duplicates.length === 0 || (receipt.kind ?? 'bookings') !== 'bookings') return null;
  return (
    <section class="sheet" aria-label={p.value.duplicates}>
      <h2>{p.value.duplicates}</h2>
      <ul class="causes">
        {duplicates.map(({ rows, message, earlier }) => (
          <li key={rows}>
            <p>
              <span class="soft">{p.value.rowOf(rows)}</span> {message}{' '}
              {earlier !== undefined && <Link to={`/imports/${earlier}`}>{p.value.earlier}</Link>}
            </p>
          </li>
        ))}
      </ul>
      {moreDuplicates > 0 && <p class="soft">{p.value.moreDuplicates(count(moreDuplicates))}</p>}
    </section>
  );
}
