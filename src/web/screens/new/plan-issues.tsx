import type { ComponentChildren } from 'preact';
import { count } from '../../format.ts';
import { hasVouchers } from '../../kinds.ts';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { common } from '../../words.ts';
import type { PlanProps } from './plan-check.tsx';
import { PlanDuplicates } from './plan-duplicates.tsx';
import { p } from './plan-words.ts';
import { SettleCause } from './settle-cause.tsx';
import type { Plan } from './shapes.ts';

type Cause = Plan['receipt']['issues'][number];

/** What stands in the way, by cause, what was booked before, and what people should know besides. */
export function PlanIssues({ plan, onChoose }: PlanProps) {
  const { issues, remarks = [], kind } = plan.receipt;
  // Duplicates of bookings are told by themselves, with where they were booked before.
  const causes = issues.filter(({ code, settled }) => code !== 'duplicate' && settled === undefined);
  return (
    <>
      {causes.length > 0 && (
        <Causes
          title={p.issues}
          tone="hold"
          causes={causes}
          kind={kind}
          settle={(cause) => <SettleCause cause={cause} service={plan.service} onChoose={onChoose} />}
        />
      )}
      {plan.moreIssues > 0 && <p class="problem soft">{p.moreIssues(count(plan.moreIssues))}</p>}
      <PlanDuplicates plan={plan} />
      {remarks.length > 0 && <Causes title={p.remarks} tone="skipped" causes={remarks} kind={kind} />}
    </>
  );
}

interface CausesProps {
  readonly title: string;
  readonly tone: 'hold' | 'skipped';
  readonly causes: readonly Cause[];
  readonly kind: Plan['receipt']['kind'];
  readonly settle?: (cause: Cause) => ComponentChildren;
}

function Causes({ title, tone, causes, kind, settle }: CausesProps) {
  const affected = ({ rows, entries }: Cause) => {
    const said = common.rows(count(rows));
    return hasVouchers(kind) ? p.inEntries(said, common.entries(count(entries))) : said;
  };
  return (
    <ul aria-label={title}>
      {causes.map((cause, at) => (
        <li key={at} class="problem">
          <span class={`dot ${tone}`} />
          <div>
            <b>{causeTitle(cause)}</b>
            <p class="soft small">
              {cause.rows > 0 && affected(cause)}
              {cause.row !== undefined && `, ${p.firstRow(cause.row)}`}
            </p>
            <div class="small">
              <Why of={cause} />
            </div>
          </div>
          {settle?.(cause)}
        </li>
      ))}
    </ul>
  );
}
