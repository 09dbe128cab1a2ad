import { useSignal } from '@preact/signals';
import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Link } from '../../parts/link.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Entries that are shown until one asks for more. */
const SHOWN = 5;

/** Entries that an earlier import booked, each with its file and row. */
export function PlanDuplicates({ plan: { duplicates, moreDuplicates, receipt } }: { readonly plan: Plan }) {
  const all = useSignal(false);
  if (duplicates.length === 0 || !hasVouchers(receipt.kind)) return null;
  const shown = all.value ? duplicates : duplicates.slice(0, SHOWN);
  const more = moreDuplicates + duplicates.length - shown.length;
  return (
    <section class="sheet pad" aria-label={p.value.duplicates}>
      <h2>{p.value.duplicates}</h2>
      <ul class="earlier">
        {shown.map(({ rows, message, earlier }) => (
          <li key={rows}>
            <p>
              <span class="soft">{p.value.rowOf(rows)}</span> {message}{' '}
              {earlier !== undefined && <Link to={`/imports/${earlier}`}>{p.value.earlier}</Link>}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && all.value && <p class="soft">{p.value.moreDuplicates(count(more))}</p>}
      {!all.value && duplicates.length > SHOWN && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            all.value = true;
          }}
        >
          {p.value.moreDuplicates(count(more))}
        </button>
      )}
    </section>
  );
}
