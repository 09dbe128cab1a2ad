import { count } from '../../format.ts';
import { sortOf, UNNAMED } from '../../kinds.ts';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { sayOf } from '../../why/why.ts';
import { common } from '../../words.ts';
import { money, readyOf, willWords } from './book-words.ts';
import { PlanIssues } from './plan-issues.tsx';
import { p } from './plan-words.ts';
import type { Chosen } from './questions.ts';
import { readAs } from './read-as.ts';
import type { Plan } from './shapes.ts';

export interface PlanProps {
  readonly plan: Plan;
  readonly onChoose: (chosen: Chosen) => void;
}

/** What the plan comes to: how many of how many, their sum, all of them as one bar, and what stands in the way of the others. */
export function PlanCheck({ plan, onChoose }: PlanProps) {
  const { kind = UNNAMED, entries, rows, wrong = [] } = plan.receipt;
  const ready = readyOf(plan);
  const sort = sortOf(kind);
  const skipped = rows.skipped === 0 ? '' : ` · ${count(rows.skipped)} ${p.value.skipped}`;
  const facts = readAs(plan);
  return (
    <section class="sheet" aria-labelledby="will">
      <header>
        <h2 id="will">{willWords(plan)}</h2>
        {plan.bookings !== undefined && <b class="tab">{money(plan)}</b>}
      </header>
      <div class="in">
        <OutcomeBar
          legend
          counts={{ booked: ready, pending: plan.waits, held: entries.held, duplicate: entries.duplicate }}
          words={p.value.outcome[sort]}
        />
        <p class="soft small">
          {p.value.rowsRead(common.value.rows(rows.read, count(rows.read)))}
          {skipped}
        </p>
        {plan.waits > 0 && <p class="small">{p.value.waitsWhy(plan.waits, count(plan.waits))}</p>}
      </div>
      {wrong.map((each, at) => (
        <p key={at} class="problem rejected" role="alert">
          {sayOf('wrong', each)}
        </p>
      ))}
      <PlanIssues plan={plan} onChoose={onChoose} />
      {facts !== '' && (
        <details class="fold">
          <summary>
            {p.value.readAs}
            <span class="soft">{facts.split(' · ', 3).join(', ')}</span>
          </summary>
          <div class="in soft">
            {facts}
            {requests(plan)}
          </div>
        </details>
      )}
    </section>
  );
}

function requests({ bookings }: Plan): string {
  if (bookings === undefined || bookings.lines === 0) return '';
  const { lines, requests: n } = bookings;
  return ` · ${p.value.lines(lines, count(lines))} ${p.value.inRequests(n, count(n))}`;
}

/** Where the money of the file goes, side by side: it has to come to what the file says. */
export function placesOf({ receipt: { waiting, notBooked, already }, bookings }: Plan) {
  const places = [
    ['booked', bookings?.debit],
    ['waits', waiting],
    ['held', notBooked?.debit],
    ['already', already?.debit],
  ] as const;
  return places.flatMap(([place, sum]) => (sum === undefined ? [] : [[place, sum] as const]));
}
