import { count } from '../../format.ts';
import { Balances } from '../../parts/balances.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import type { Trying } from './follow-trial.ts';
import { PlanCounts } from './plan-counts.tsx';
import { PlanCreated } from './plan-created.tsx';
import { PlanDuplicates } from './plan-duplicates.tsx';
import { PlanEntries } from './plan-entries.tsx';
import { PlanIssues } from './plan-issues.tsx';
import { PlanTotals } from './plan-totals.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';

interface PlanShownProps {
  readonly trying: Trying;
  readonly onAbandon: () => void;
  readonly onAgain: () => void;
}

/** The plan: on its way, refused, or what it comes to. */
export function PlanShown({ trying, onAbandon, onAgain }: PlanShownProps) {
  const { running, plan, failure, of } = trying;
  if (of === undefined) return null;
  return (
    <section class="plan" aria-label={p.value.title} aria-busy={running !== undefined}>
      {running !== undefined && (
        <div class="sheet planning">
          <h2>{p.value.planning}</h2>
          <progress aria-label={p.value.planning} />
          <p role="status">
            {p.value.rowsRead(common.value.rows(running.rows, count(running.rows)))} {running.waiting}
          </p>
          <button type="button" onClick={onAbandon}>
            {p.value.abandon}
          </button>
        </div>
      )}
      {failure !== undefined && <Failure failure={failure} again={onAgain} />}
      {plan !== undefined && <Planned plan={plan} />}
    </section>
  );
}

function Planned({ plan }: { readonly plan: Plan }) {
  const { reason, mismatches = [], balances = [] } = plan.receipt;
  if (reason !== undefined) {
    return (
      <Notice tone="bad">
        <h2>{p.value.rejected}</h2>
        <p>
          <strong>{causeTitle(reason)}</strong>
        </p>
        <p>
          <Why of={reason} />
        </p>
      </Notice>
    );
  }
  return (
    <>
      {mismatches.map((words) => (
        <Notice key={words} tone="bad">
          {words}
        </Notice>
      ))}
      <PlanCounts plan={plan} />
      <PlanIssues plan={plan} />
      <PlanDuplicates plan={plan} />
      {plan.bookings !== undefined && (
        <>
          <PlanTotals bookings={plan.bookings} currency={plan.facts?.currency?.code} />
          {balances.length > 0 && (
            <section class="sheet">
              <Balances of={balances} />
            </section>
          )}
          <PlanEntries bookings={plan.bookings} />
        </>
      )}
      {plan.created !== undefined && <PlanCreated created={plan.created} />}
    </>
  );
}
