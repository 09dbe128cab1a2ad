import { useSignal } from '@preact/signals';
import { ask } from '../../api.ts';
import { clock, count } from '../../format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Failure } from '../../parts/notice.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { ShowAll, useFirst } from '../../parts/show-all.tsx';
import { who } from '../../parts/who.ts';
import { isOperator } from '../../session.ts';
import { useAction } from '../../use-action.ts';
import { eventWords } from './event-words.ts';
import type { Events, WholeImport } from './live-import.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { t } from './words.ts';

/** The newest lines, which are shown before somebody asks for all. */
const SHOWN = 12;

interface HistoryProps {
  readonly of: WholeImport;
  readonly events: Events;
  /** Something was done to it. */
  readonly done: () => void;
}

interface Change {
  readonly row?: string;
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/** Everything that was done and decided, by whom, to the second, with what was before and after; the newest first. */
export function History({ of: { import: id, kind, state }, events, done }: HistoryProps) {
  const newest = events.toReversed();
  const [shown, isAll] = useFirst(newest, SHOWN);
  const earlier = newest.length - shown.length;
  /** The skip that is to be taken back. */
  const asking = useSignal(0);
  const { failure, act } = useAction();
  const takeBack = async (reason: string) => {
    const address = `/api/imports/${id}/skips/${asking.value}/take-back`;
    asking.value = 0;
    await act(() => ask(address, { json: { reason } }));
    done();
  };
  const canTakeBack = isOperator.value && state !== 'planning';
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
              {canTakeBack && event.what === 'skipped' && openSkip(event, events) !== undefined && (
                <button
                  type="button"
                  class="small"
                  onClick={() => {
                    asking.value = openSkip(event, events)!;
                  }}
                >
                  {t.takeBack}
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
      <ShowAll of={earlier} words={t.earlier(earlier, count(earlier))} isAll={isAll} />
      <Failure failure={failure.value} />
      {asking.value > 0 && (
        <ReasonDialog
          title={t.takeBack}
          about={t.takeBackAbout}
          onAnswer={(reason) => void takeBack(reason)}
          onClose={() => {
            asking.value = 0;
          }}
        />
      )}
    </Sheet>
  );
}

/** The number of a skip of which something is still skipped, where this is the last line of it. */
function openSkip(event: Events[number], events: Events): number | undefined {
  const of = events.filter(({ detail }) => skipOf(detail).skip === skipOf(event.detail).skip);
  const left = of.reduce((sum, { what, detail }) => sum + skipOf(detail).entries * (what === 'skipped' ? 1 : -1), 0);
  return left > 0 && of.findLast(({ what }) => what === 'skipped') === event ? skipOf(event.detail).skip : undefined;
}

const skipOf = (detail: unknown) => (detail ?? {}) as { readonly skip?: number; readonly entries: number };

/** What stood in cells before and after, as the history keeps it. */
function changesOf(detail: unknown): readonly Change[] {
  const { changes = [], ...one } = (detail ?? {}) as Partial<Change> & { readonly changes?: readonly Change[] };
  return typeof one.column === 'string' && typeof one.to === 'string' ? [one as Change] : changes;
}
