import { useEffect } from 'preact/hooks';
import type { Summary as SummaryAnswer } from '../../../http/api/imports/shapes.ts';
import { count } from '../../format.ts';
import { follow } from '../../live.ts';
import { useLoaded } from '../../load.ts';
import { Link } from '../../parts/link.tsx';
import { t } from './words.ts';

/** Milliseconds between two looks at the counts while imports change. */
const AGAIN_MS = 2_000;

/** What waits for the bookkeeper, and what is at work: the first thing that she wants to know. */
export function Summary() {
  const { loaded, again } = useLoaded<SummaryAnswer>('/api/summary');
  useEffect(() => {
    const states = new Map<string, string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = follow((event) => {
      if (event !== 'reload') {
        if (states.get(event.import) === event.state) return;
        states.set(event.import, event.state);
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, AGAIN_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  const { value } = loaded.value;
  if (value === undefined) return <div class="summary" />;
  const { states, most } = value;
  const shown = (n: number, limit = most) => (n >= limit ? `${count(limit - 1)}+` : count(n));
  const waiting = states['partly-booked'] + states['in-doubt'];
  const atWork = states.planning + states.posting;
  const partly = states['partly-booked'];
  return (
    <section class="summary" aria-label={t.value.summary}>
      <p aria-live="polite">
        {waiting === 0 ? (
          <span class="calm">{t.value.nothingWaits}</span>
        ) : (
          <strong>
            <Link to="/?waiting=true">{t.value.waiting(waiting, shown(waiting))}</Link>
          </strong>
        )}
      </p>
      <ul>
        {states['in-doubt'] > 0 && (
          <li class="of-inDoubt">
            <Link to="/?state=in-doubt">{t.value.inDoubt(shown(states['in-doubt']))}</Link>
          </li>
        )}
        {partly > 0 && (
          <li class="of-held">
            <Link to="/?state=partly-booked">{t.value.partlyBooked(shown(partly))}</Link>
          </li>
        )}
        {atWork > 0 && <li class="of-pending">{t.value.atWork(atWork, shown(atWork))}</li>}
      </ul>
    </section>
  );
}
