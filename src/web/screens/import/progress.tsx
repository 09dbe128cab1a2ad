import { clock, count } from '../../format.ts';
import { sortOf } from '../../kinds.ts';
import { Sheet } from '../../parts/sheet.tsx';
import { who } from '../../parts/who.ts';
import type { Events, WholeImport } from './live-import.ts';
import { waitingFor } from './on-hold.ts';
import { t } from './words.ts';

/** A step that is done, as the stylesheet calls it. */
const DONE = 'done booked';

/** The way of a file to its receipt: what is done, when, and what it waits for now. */
export function Progress({ of, events }: { readonly of: WholeImport; readonly events: Events }) {
  const { state, rows, entries, waiting = 0, kind } = of;
  const planned = events.findLast(({ what }) => what === 'planned' || what === 'posting');
  const isDone = state === 'completed';
  const isPosting = state === 'posting';
  const isPlanning = state === 'planning';
  const isWhole = state === 'rejected' || state === 'cancelled';
  const { steps } = t;
  const sub = t.rowsRead(count(rows.read));
  const way: Step[] = [
    { name: steps.taken, tone: DONE, at: of.takenIn, sub: t.by(who(of.who)) },
    isPlanning
      ? { name: steps.planning, tone: 'posting', sub }
      : { name: steps.planned, tone: planned === undefined ? '' : DONE, at: planned?.at, sub },
  ];
  if (!isWhole && !isPlanning)
    way.push({
      name: isPosting ? steps.posting : steps.booked,
      tone: isPosting ? 'posting' : entries.booked > 0 ? DONE : '',
      sub: t.bookedOf[sortOf(kind)](count(entries.booked), count(entries.planned)),
    });
  if (entries.inDoubt > 0)
    way.push({ name: steps.doubt, tone: 'unconfirmed', sub: t.inDoubt(entries.inDoubt, count(entries.inDoubt), of) });
  if (waiting > 0 && !isWhole && !of.cancelled) way.push({ name: steps.waits, tone: 'hold', sub: waitsWords(of) });
  way.push(
    isWhole
      ? { name: steps[state], tone: 'done rejected', at: of.finished, sub: '' }
      : { name: steps.complete, tone: isDone ? DONE : '', at: isDone ? of.finished : undefined, sub: '' },
  );
  return (
    <Sheet title={t.progress}>
      <ol class="steps">
        {way.map(({ name, tone, at, sub }) => (
          <li key={name} class={tone} aria-current={/^(posting|hold|unconfirmed)/.test(tone) ? 'step' : undefined}>
            {at !== undefined && <time class="t">{clock(at)}</time>}
            <b>{name}</b>
            <span class="sub">{sub}</span>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function waitsWords(of: WholeImport): string {
  const { toFix, booked } = waitingFor(of);
  return [toFix > 0 && t.held(toFix, count(toFix), of), booked > 0 && t.already(booked, count(booked))]
    .filter(Boolean)
    .join(', ');
}

interface Step {
  readonly name: string;
  readonly tone: string;
  readonly at?: string | undefined;
  readonly sub: string;
}
