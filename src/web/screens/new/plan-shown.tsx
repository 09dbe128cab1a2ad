import { count } from '../../format.ts';
import type { Field } from '../../kinds.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Table } from '../../parts/table.tsx';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { say } from '../../why/why.ts';
import { common } from '../../words.ts';
import type { Trying } from './follow-dry-run.ts';
import { f } from './form-words.ts';
import { PlanCheck, type PlanProps } from './plan-check.tsx';
import { PlanTotals } from './plan-totals.tsx';
import { p } from './plan-words.ts';
import type { Plan } from './shapes.ts';
import { Vouchers } from './vouchers.tsx';

interface PlanShownProps {
  readonly trying: Trying;
  readonly onChoose: PlanProps['onChoose'];
  readonly onAbandon: () => void;
  readonly onAgain: () => void;
}

/** The plan: on its way, refused, or what it comes to. */
export function PlanShown({ trying, onChoose, onAbandon, onAgain }: PlanShownProps) {
  const { running, plan, failure, of } = trying;
  if (of === undefined) return null;
  return (
    <section class="plan" aria-label={p.title} aria-busy={running !== undefined}>
      {running !== undefined && (
        <div class="sheet pad planning">
          <h2>{p.planning}</h2>
          <progress aria-label={p.planning} />
          <p role="status">
            {p.rowsRead(common.rows(count(running.rows)))} {say([`waits/${running.waitsFor}`])}
          </p>
          <button type="button" onClick={onAbandon}>
            {p.abandon}
          </button>
        </div>
      )}
      <Failure failure={failure} again={onAgain} />
      {plan !== undefined && <Planned plan={plan} onChoose={onChoose} />}
    </section>
  );
}

function Planned({ plan, onChoose }: PlanProps) {
  const { reason } = plan.receipt;
  // What is asked about stands above, with its answers.
  if (reason?.choices !== undefined) return null;
  if (reason !== undefined) {
    return (
      <Notice tone="bad">
        <h2>{p.rejected}</h2>
        <p>
          <strong>{causeTitle(reason)}</strong>
        </p>
        <Why of={reason} />
      </Notice>
    );
  }
  return (
    <div class="split">
      <div>
        <PlanCheck plan={plan} onChoose={onChoose} />
        <PlanTotals plan={plan} />
        {plan.created !== undefined && <PlanCreated created={plan.created} />}
      </div>
      <aside class="side" aria-label={p.first}>
        {plan.bookings !== undefined && <Vouchers bookings={plan.bookings} />}
      </aside>
    </div>
  );
}

/** Contacts and custom fields that would be created, and those that are there and differ. */
function PlanCreated({ created }: { readonly created: NonNullable<Plan['created']> }) {
  const { first, fields, moreFields, differing, moreDiffering } = created;
  return (
    <>
      {differing.length > 0 && (
        <Sheet class="pad" title={p.differing}>
          {differing.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {moreDiffering > 0 && <p class="soft">{p.more(count(moreDiffering))}</p>}
        </Sheet>
      )}
      {fields.length > 0 && (
        <Sheet class="pad" title={p.fields}>
          <Table
            label={p.fields}
            columns={[[p.row], [p.fieldName], [p.fieldModel], [p.fieldType], [p.fieldEmpty], [p.todo]]}
          >
            {fields.map(({ rows, name, model, type, nullable, what }, at) => (
              <tr key={at}>
                <td>{rows === '' ? <span class="soft">{p.byJob}</span> : rows}</td>
                <td>{name}</td>
                <td>{model}</td>
                <td>{type}</td>
                <td>{nullable ? p.yes : p.no}</td>
                <td>{p.fieldDo[what]}</td>
              </tr>
            ))}
          </Table>
          {moreFields > 0 && <p class="soft">{p.more(count(moreFields))}</p>}
        </Sheet>
      )}
      {first.length > 0 && (
        <Sheet class="pad" title={p.firstContacts}>
          <div class="contacts">
            {first.map(({ rows, values }) => (
              <div key={rows}>
                <h3 class="soft">{p.rowOf(rows)}</h3>
                <dl class="findings">
                  {Object.entries(values).map(([field, value]) => (
                    <div key={field}>
                      <dt>{f.fields[field as Field] ?? field}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </div>
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}
