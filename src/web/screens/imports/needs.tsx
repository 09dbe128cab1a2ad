import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { z } from 'zod';
import type { needsAnswer } from '../../../http/api/imports/shapes.ts';
import { amount, count } from '../../format.ts';
import { follow } from '../../live.ts';
import { useLoaded } from '../../load.ts';
import { Link } from '../../parts/link.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { Time } from '../../parts/time.tsx';
import { createSoon } from '../../soon.ts';
import { causeTitle } from '../../text/issue-words.ts';
import { t } from './words.ts';

/** Milliseconds between two looks at what needs a person while imports change. */
const AGAIN_MS = 2_000;
/** Where a person does something about it. */
const WAYS = {
  'in-doubt': (id: string) => `/doubt?import=${id}`,
  'partly-booked': (id: string) => `/imports/${id}/failed`,
  rejected: (id: string) => `/imports/${id}`,
  planned: (id: string) => `/imports/${id}`,
};

type Need = z.output<typeof needsAnswer>['needs'][number] & { readonly isOver?: boolean };

/**
 * What needs the bookkeeper, the most urgent first, with the money at stake: the first thing that she wants to know. What is
 * settled meanwhile stays where it is, and what is new is only counted: nothing moves away under the cursor.
 * @param turn whenever it is another one, what is there then is shown
 */
export function Needs({ turn }: { readonly turn: unknown }) {
  const { loaded, again } = useLoaded<z.output<typeof needsAnswer>>('/api/needs');
  const shown = useSignal<readonly Need[]>();
  const isAnew = useRef(true);
  const { value } = loaded.value;
  useEffect(() => {
    isAnew.current = true;
    if (turn !== undefined) again();
  }, [turn]);
  useEffect(() => {
    if (value === undefined) return;
    const kept = isAnew.current ? undefined : shown.value;
    shown.value =
      kept?.map((each) => value.needs.find((one) => one.import === each.import) ?? { ...each, isOver: true }) ??
      value.needs;
    isAnew.current = false;
  }, [value]);
  useEffect(() => {
    const states = new Map<string, string>();
    const soon = createSoon(again);
    const stop = follow((event) => {
      if (event !== 'reload') {
        if (states.get(event.import) === event.state) return;
        states.set(event.import, event.state);
      }
      soon.want(AGAIN_MS);
    });
    return () => {
      stop();
      soon.stop();
    };
  }, []);
  if (value === undefined || shown.value === undefined) return null;
  const n = value.needs.length;
  const { need, needYou, nothing, mostUrgent, noAmounts, notRead, over } = t;
  return (
    <div aria-live="polite">
      <Sheet title={n === 0 ? nothing : needYou(value.more ? `${count(n)}+` : count(n))} says={n > 0 && mostUrgent}>
        <ul class="needs">
          {shown.value.map(
            ({
              import: id,
              isOver,
              state,
              kind,
              entries,
              alreadyBooked = 0,
              amount: sum,
              file,
              reason,
              job,
              since: at,
            }) => {
              const toFix = entries - alreadyBooked;
              const isBooked = toFix === 0 && alreadyBooked > 0;
              const [what, act] = need[isBooked ? 'booked' : state];
              const n = toFix || alreadyBooked;
              const things = t.things[kind](n, count(n));
              return (
                <li key={id} class={`state-${state}`}>
                  <span class="dot" />
                  <p>
                    <b>{what(things)}</b>
                    <span class="sub">
                      {file} · {reason && `${causeTitle(reason)} · `}
                      {job} · <Time at={at} relative />
                    </span>
                  </p>
                  <span class={sum === undefined ? 'num zero' : 'num'}>
                    {sum !== undefined ? amount(sum) : isBooked ? '–' : state === 'rejected' ? notRead : noAmounts}
                  </span>
                  {isOver ? (
                    <span class="soft">{over}</span>
                  ) : (
                    <Link to={WAYS[state](id)} class="btn" aria-label={`${act} (${file})`}>
                      {act}
                    </Link>
                  )}
                </li>
              );
            },
          )}
        </ul>
      </Sheet>
    </div>
  );
}
