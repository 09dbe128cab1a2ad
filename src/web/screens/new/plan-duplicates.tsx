import { amount, count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Link } from '../../parts/link.tsx';
import { Told } from '../../parts/why.tsx';
import { common } from '../../words.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

/** Entries that an earlier import booked, each with its file and row. */
export function PlanDuplicates({ plan: { duplicates, moreDuplicates, receipt } }: { readonly plan: Plan }) {
  if (duplicates.length === 0 || !hasVouchers(receipt.kind)) return null;
  const n = duplicates.length + moreDuplicates;
  return (
    <div class="problem">
      <span class="dot already" />
      <div>
        <b>{p.bookedBefore(common.entries(count(n)))}</b>
        {receipt.already !== undefined && <span class="soft"> · {amount(receipt.already.debit)}</span>}
        <details class="more">
          <summary>{p.duplicates}</summary>
          <ul class="plain-list small">
            {duplicates.map((each) => (
              <li key={each.rows}>
                {p.rowOf(each.rows)} <Told of={each} />{' '}
                {each.earlier !== undefined && <Link to={`/imports/${each.earlier}`}>{p.earlier}</Link>}
              </li>
            ))}
            {moreDuplicates > 0 && <li class="soft">{p.more(count(moreDuplicates))}</li>}
          </ul>
        </details>
      </div>
    </div>
  );
}
