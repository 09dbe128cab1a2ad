import { useSignal } from '@preact/signals';
import type { JobKind } from '../../../../domain/job.ts';
import { count } from '../../format.ts';
import { Time } from '../../parts/time.tsx';
import { who } from '../../parts/who.ts';
import { eventWords } from './event-words.ts';
import type { Events } from './live-import.ts';
import { t } from './words.ts';

/** The newest lines, which are shown before somebody asks for all. */
const SHOWN = 20;

/** Everything that was done and decided, by whom and when; the newest first. */
export function History({ events, kind }: { readonly events: Events; readonly kind: JobKind }) {
  const isAll = useSignal(false);
  const newest = events.toReversed();
  const shown = isAll.value ? newest : newest.slice(0, SHOWN);
  const earlier = newest.length - shown.length;
  return (
    <section class="sheet history">
      <h2>{t.value.history}</h2>
      <ol>
        {shown.map((event, at) => (
          <li key={newest.length - at}>
            <p class="soft">
              <Time at={event.at} /> · {who(event.who)}
            </p>
            <p>{eventWords(event, kind)}</p>
            {event.detail !== undefined && (
              <details>
                <summary>{t.value.details}</summary>
                <pre>{JSON.stringify(event.detail, null, 2)}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
      {earlier > 0 && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            isAll.value = true;
          }}
        >
          {t.value.earlier(earlier, count(earlier))}
        </button>
      )}
    </section>
  );
}
