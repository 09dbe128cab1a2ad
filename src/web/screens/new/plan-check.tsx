import { count } from '../../format.ts';
import { sortOf, UNNAMED } from '../../kinds.ts';
import { Facts } from '../../parts/facts.tsx';
import { Fold } from '../../parts/fold.tsx';
import { OutcomeBar } from '../../parts/outcome-bar.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { readingFacts } from '../../text/reading-facts.ts';
import { sayOf } from '../../why/why.ts';
import { common } from '../../words.ts';
import { money, readyOf, willWords } from './book-words.ts';
import { PlanIssues } from './plan-issues.tsx';
import { p } from './plan-words.ts';
import type { Chosen } from './questions.ts';
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
  const skipped = rows.skipped === 0 ? '' : ` · ${count(rows.skipped)} ${p.skipped}`;
  return (
    <Sheet title={willWords(plan)} acts={plan.bookings !== undefined && <b class="tab">{money(plan)}</b>}>
      <div class="in">
        <OutcomeBar
          legend
          counts={{ booked: ready, pending: plan.waits, held: entries.held, duplicate: entries.duplicate }}
          words={p.outcome[sort]}
        />
        <p class="soft small">
          {p.rowsRead(common.rows(count(rows.read)))}
          {skipped}
        </p>
        {plan.waits > 0 && <p class="small">{p.waitsWhy(count(plan.waits))}</p>}
      </div>
      {wrong.map((each, at) => (
        <p key={at} class="problem rejected" role="alert">
          {sayOf('wrong', each)}
        </p>
      ))}
      <PlanIssues plan={plan} onChoose={onChoose} />
      {plan.facts !== undefined && <ReadAs of={plan.facts} requests={requests(plan)} />}
    </Sheet>
  );
}

interface ReadAsProps {
  readonly of: NonNullable<Plan['facts']>;
  readonly requests: string;
}

/** How the whole file was read: the first rows may have shown less. */
function ReadAs({ of, requests }: ReadAsProps) {
  const facts = readingFacts({ ...of, type: of.kind });
  const said = facts.flatMap(([, value]) => value ?? []).slice(0, 3);
  return (
    <Fold title={p.readAs} says={said.join(', ')}>
      <Facts of={facts} />
      <p class="soft">{requests}</p>
    </Fold>
  );
}

function requests({ bookings }: Plan): string {
  if (bookings === undefined || bookings.lines === 0) return '';
  const { lines, requests: n } = bookings;
  return `${p.lines(count(lines))} ${p.inRequests(count(n))}`;
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
