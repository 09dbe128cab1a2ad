import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

type Cause = Plan['receipt']['issues'][number];

/** What stands in the way, by cause, and what people should know besides. */
export function PlanIssues({ plan }: { readonly plan: Plan }) {
  const { issues, remarks = [], kind } = plan.receipt;
  // Duplicates are told by themselves, with where they were booked before.
  const causes = issues.filter(({ code, settled }) => code !== 'duplicate' && settled === undefined);
  if (causes.length === 0 && remarks.length === 0 && plan.moreIssues === 0) {
    return plan.receipt.entries.pending === 0 || plan.waits > 0 ? null : <p class="all-well">{p.value.noIssues}</p>;
  }
  return (
    <>
      {causes.length > 0 && <Causes title={p.value.issues} causes={causes} more={plan.moreIssues} kind={kind} />}
      {remarks.length > 0 && <Causes title={p.value.remarks} causes={remarks} more={0} kind={kind} />}
    </>
  );
}

interface CausesProps {
  readonly title: string;
  readonly causes: readonly Cause[];
  readonly more: number;
  readonly kind: Plan['receipt']['kind'];
}

function Causes({ title, causes, more, kind }: CausesProps) {
  const affected = ({ rows, entries }: Cause) => {
    const said = common.value.rows(rows, count(rows));
    return hasVouchers(kind) ? p.value.inEntries(said, common.value.entries(entries, count(entries))) : said;
  };
  return (
    <section class="sheet pad" aria-label={title}>
      <h2>{title}</h2>
      <ul class="plan-causes">
        {causes.map((cause) => (
          <li key={`${cause.code} ${cause.column ?? ''} ${cause.value ?? ''} ${cause.message}`}>
            <p>
              <strong>{causeTitle(cause)}</strong>
            </p>
            <p class="soft">
              {cause.rows > 0 && affected(cause)}
              {cause.row !== undefined && `, ${p.value.firstRow(cause.row)}`}
            </p>
            <p>
              <Why of={cause} />
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="soft">{p.value.moreIssues(count(more))}</p>}
    </section>
  );
}
