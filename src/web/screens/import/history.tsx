import type { JobKind } from '../../../core/job.ts';
import { clock, count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { ShowAll, useFirst } from '../../parts/show-all.tsx';
import { who } from '../../parts/who.ts';
import { eventWords } from './event-words.ts';
import type { Events } from './live-import.ts';
import { t } from './words.ts';

/** The newest lines, which are shown before somebody asks for all. */
const SHOWN = 12;

interface Change {
  readonly row?: string;
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/** Everything that was done and decided, by whom, to the second, with what was before and after; the newest first. */
export function History({ events, kind }: { readonly events: Events; readonly kind: JobKind }) {
  const newest = events.toReversed();
  const [shown, isAll] = useFirst(newest, SHOWN);
  const earlier = newest.length - shown.length;
  return (
    <Sheet class="history" title={t.history}>
      <ol>
        {shown.map((event, at) => (
          <li key={newest.length - at}>
            <time dateTime={event.at}>{clock(event.at)}</time>
            <span class="who">{who(event.who)}</span>
            <div>
              {eventWords(event, kind)}
              {changesOf(event.detail).map(({ row, column, from, to }) => (
                <div key={`${row} ${column}`} class="change">
                  <span class="soft">{row === undefined ? column : `${t.row} ${row}, ${column}`}</span>
                  <del>{from === '' ? '–' : from}</del>
                  <Icon of="arrow" />
                  <ins>{to === '' ? '–' : to}</ins>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <ShowAll of={earlier} words={t.earlier(earlier, count(earlier))} isAll={isAll} />
    </Sheet>
  );
}

/** What stood in cells before and after, as the history keeps it. */
function changesOf(detail: unknown): readonly Change[] {
  const { changes = [], ...one } = (detail ?? {}) as Partial<Change> & { readonly changes?: readonly Change[] };
  return typeof one.column === 'string' && typeof one.to === 'string' ? [one as Change] : changes;
}
