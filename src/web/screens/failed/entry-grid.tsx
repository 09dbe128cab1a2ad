import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent, TargetedMouseEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { WaitingCause } from '../../../http/api/corrections/shapes.ts';
import { columnWidths, longestTexts } from '../../parts/grid/column-widths.ts';
import { inSight, placeOf, segmentsOf } from '../../parts/grid/layout.ts';
import { isTyped } from '../../parts/grid/move-cursor.ts';
import { Why } from '../../parts/why.tsx';
import { causeTitle } from '../../text/issue-words.ts';
import { cellFacts, rowProblems } from './cell-facts.ts';
import { entryName, type FailedModel } from './failed-model.ts';
import { createGridCursor, type GridCursor } from './grid-cursor.ts';
import { HeadRow } from './head-row.tsx';
import { LineRow } from './line-row.tsx';
import { isNarrow, useRowHeights } from './row-heights.ts';
import { t } from './words.ts';

/** Items beyond what is in sight, on either side. */
const OVER = 24;
/** Items beyond what is in sight that have to be there: with fewer, more are drawn. */
const CLOSE = 4;
/** Items before the end of what is loaded at which more is asked for. */
const AHEAD = 120;

/** How narrow a column can be made, and by how much a key widens it, in characters. */
const NARROWEST_CH = 4;
const STEP_CH = 2;
/** On a telephone two cells stand beside each other, where header and text have no more characters together. */
const HALF_CH = 18;

interface EntryGridProps {
  readonly model: FailedModel;
  readonly isFixed: boolean;
  /** All vouchers of a cause are to get a value. */
  readonly onAll: (cause: WaitingCause, value: string) => void;
}

/** The entries that wait, whole and in the file's own columns; of many thousands only what is in sight is in the page. */
export function EntryGrid({ model, isFixed, onAll }: EntryGridProps) {
  const { list } = model;
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const sight = useSignal<readonly [number, number]>([0, OVER * 2]);
  const columns = list.head.value?.columns ?? [];
  const amounts = list.head.value?.amounts ?? [];
  const { begun } = list;
  // As they are at first: columns that grow as more is loaded would move under the cursor.
  const longest = useMemo(
    () =>
      longestTexts(
        columns,
        list.entries.peek().flatMap(({ lines }) => lines.map(({ cells }) => cells)),
      ),
    [columns.join('\n')],
  );
  const natural = columnWidths(columns, longest);
  const wide = columns.map((header, place) => header.length + longest[place]! > HALF_CH && !amounts.includes(place));
  const isWide = wide.filter(Boolean).length;
  const cardRows = isWide + Math.ceil((columns.length - isWide) / 2);
  const heights = useRowHeights(cardRows);
  const grid = useMemo(() => createGridCursor(list, heights), [list]);
  const isCards = isNarrow();
  /** Widths that a person chose, by column. */
  const chosenWidths = useSignal<Readonly<Record<number, number>>>({});
  const widths = natural.map((width, place) => chosenWidths.value[place] ?? width);
  const resize = (place: number, width: number) => {
    if (place >= 0) chosenWidths.value = { ...chosenWidths.value, [place]: Math.max(NARROWEST_CH, Math.round(width)) };
  };
  /** Amounts stay in sight at the right: so many characters from there each. */
  const pins = isCards ? {} : pinsOf(widths, amounts);
  const pinned = isCards ? 0 : amounts.reduce((sum, place) => sum + widths[place]!, 0);
  const { value: layout } = grid.layout;
  const { item: at, column } = grid.cursor.value;
  const { value: entries } = list.entries;

  const look = () => {
    const { current } = scroller;
    if (current === null) return;
    const [from, to] = inSight(layout, current.scrollTop, current.clientHeight, CLOSE);
    if (from < sight.value[0] || to > sight.value[1]) {
      sight.value = inSight(layout, current.scrollTop, current.clientHeight, OVER);
    }
    if (to + AHEAD >= layout.items && list.hasMore.value && list.failure.value === undefined) void list.more();
  };
  useLayoutEffect(look, [layout]);
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return undefined;
    const watching = new ResizeObserver(look);
    watching.observe(current);
    return () => watching.disconnect();
  }, [layout]);
  useEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    const { value: cause } = model.sought;
    if (cause === undefined) {
      if (scroller.current !== null) bringIntoSight(scroller.current);
      return;
    }
    model.sought.value = undefined;
    wantsFocus.current = true;
    void grid.toCause(cause);
  }, [begun.value]);
  // The cursor's cell has the focus while the grid has it, also where its row was drawn anew.
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!wantsFocus.current || current === null || grid.editing.value !== undefined) return;
    if (current.contains(document.activeElement) && document.activeElement?.matches('button, input')) return;
    const cell = current.querySelector<HTMLElement>('[data-cursor]');
    if (cell === null || cell === document.activeElement) return;
    cell.focus({ preventScroll: true });
    (cell.querySelector('.entry-head') ?? cell).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const place = placeOf(layout, at);
  const chosen = entries[place.group];
  const press = (event: TargetedKeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('[data-cursor]');
    if (target.matches('button, input')) {
      if (event.key === 'Escape') cell?.focus();
      return;
    }
    const pressed = { key: event.key, ctrl: event.ctrlKey || event.metaKey };
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / layout.heights.line) - 2);
    const isCell = place.line >= 0 && column > 0 && !isFixed;
    if (event.altKey && /^Arrow(Left|Right)$/.test(event.key)) {
      resize(column - 1, (widths[column - 1] ?? 0) + (event.key === 'ArrowLeft' ? -STEP_CH : STEP_CH));
      event.preventDefault();
      return;
    }
    if (grid.press(pressed, page) === false) {
      if (event.key === 'Enter' || event.key === 'F2') {
        if (isCell) grid.editing.value = {};
        else cell?.querySelector<HTMLElement>('button')?.focus();
      } else if (event.key === ' ' && place.line < 0) {
        if (!isFixed && chosen !== undefined) model.choose(chosen.seq, !model.isChosen(chosen.seq));
      } else if (isCell && (event.key === 'Delete' || event.key === 'Backspace')) {
        grid.editing.value = { text: '' };
      } else if (isCell && isTyped(pressed, event.altKey)) grid.editing.value = { text: event.key };
      else return;
    }
    event.preventDefault();
  };

  /** To a cell; in the cell where one is already, a click edits it, which a finger can do too. */
  const click = (event: TargetedMouseEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>('tbody td, tbody th');
    if (cell === null || target.matches('button, input')) return;
    const item = Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2;
    const isHead = placeOf(layout, item).line < 0;
    const to = isHead ? column : Number(cell.getAttribute('aria-colindex')) - 1;
    if (item !== at || to !== column) void grid.to({ item, column: to });
    else if (!isHead && to > 0 && !isFixed) grid.editing.value = {};
  };

  return (
    <>
      <p id="grid-help" class="visually-hidden">
        {t.gridHelp}
      </p>
      <div class="grid-scroll" ref={scroller} onScroll={look} style={{ scrollPaddingRight: `${pinned}ch` }}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is what the W3C builds its grids of.
          role="grid"
          aria-label={t.grid}
          aria-describedby="grid-help"
          aria-rowcount={1 + layout.items}
          aria-colcount={grid.columns.value}
          aria-multiselectable={isFixed ? undefined : true}
          aria-readonly={isFixed}
          aria-busy={list.isLoading.value}
          style={isCards ? { '--rows': cardRows } : { width: `${widths.reduce((sum, each) => sum + each, 7)}ch` }}
          onKeyDown={press}
          onClick={click}
          onFocusIn={() => {
            wantsFocus.current = true;
          }}
          onFocusOut={(event) => {
            // To nowhere: its row was drawn anew, and gets the focus back.
            if (event.relatedTarget !== null)
              wantsFocus.current = scroller.current!.contains(event.relatedTarget as Node);
          }}
        >
          <colgroup>
            <col style={{ width: '7ch' }} />
            {widths.map((width, place) => (
              <col key={place} style={{ width: `${width}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" class="row-number" aria-colindex={1}>
                {t.rowNumber}
              </th>
              {columns.map((header, place) => (
                <th
                  key={place}
                  scope="col"
                  class={amounts.includes(place) ? 'num pin' : undefined}
                  style={pins[place]}
                  aria-colindex={place + 2}
                  title={header}
                >
                  {header}
                  <span
                    class="resize"
                    onPointerDown={(event) => drag(event, (by) => resize(place, widths[place]! * by))}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {segmentsOf(layout, sight.value, at).flatMap((segment) => {
              if (segment.kind === 'gap') {
                return [
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
                  <tr key={segment.key} class="gap" aria-hidden="true">
                    <td colSpan={grid.columns.value} style={{ height: `${segment.px}px` }} />
                  </tr>,
                ];
              }
              return Array.from({ length: segment.to - segment.from }, (_, index) => {
                const item = segment.from + index;
                const { group, line } = placeOf(layout, item);
                const entry = entries[group]!;
                const shared = { model, entry, item };
                return line < 0 ? (
                  <HeadRow
                    key={`${entry.seq}`}
                    {...shared}
                    span={grid.columns.value}
                    isHere={item === at}
                    isFixed={isFixed}
                  />
                ) : (
                  <LineRow
                    key={`${entry.seq} ${line}`}
                    {...shared}
                    grid={grid}
                    columns={columns}
                    amounts={amounts}
                    pins={pins}
                    wide={wide}
                    line={entry.lines[line]!}
                    at={item === at ? column : undefined}
                    onAll={onAll}
                  />
                );
              });
            })}
          </tbody>
        </table>
      </div>
      <CellDetails model={model} grid={grid} />
    </>
  );
}

/** Where pinned columns stick, by their places. */
export type Pins = Readonly<Record<number, { readonly right: string }>>;

function pinsOf(widths: readonly number[], amounts: readonly number[]): Pins {
  let right = 0;
  const pins: Record<number, { readonly right: string }> = {};
  for (const place of amounts.toReversed()) {
    pins[place] = { right: `${right}ch` };
    right += widths[place]!;
  }
  return pins;
}

/** Sideways, to the first cell that something is wrong with, unless it is in sight: the page stays where it is. */
function bringIntoSight(scroller: HTMLElement): void {
  const { scrollX, scrollY } = window;
  scroller.querySelector('td.problem')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  scrollTo(scrollX, scrollY);
}

/** Follows a pointer from the edge of a column. @param to so many times as wide as it was */
function drag(
  { currentTarget: edge, pointerId, clientX }: TargetedPointerEvent<HTMLElement>,
  to: (by: number) => void,
) {
  const wide = edge.parentElement!.offsetWidth;
  edge.setPointerCapture(pointerId);
  edge.onpointermove = (event) => to((wide + event.clientX - clientX) / wide);
  edge.onlostpointercapture = () => {
    edge.onpointermove = null;
  };
}

/** Beneath the grid: all that is to be said of the cell under the cursor. Its height stays, so that nothing moves. */
function CellDetails({ model, grid }: { readonly model: FailedModel; readonly grid: GridCursor }) {
  const columns = model.list.head.value?.columns ?? [];
  const { item, column } = grid.cursor.value;
  const { group, line: at } = placeOf(grid.layout.value, item);
  const entry = model.list.entries.value[group];
  if (entry === undefined) return null;
  const line = entry.lines[at];
  const cell =
    line === undefined || column === 0 ? undefined : cellFacts(entry, line, column - 1, columns, model.edits);
  const own = cell?.problems ?? (line === undefined ? [] : rowProblems(line, columns));
  // A sound amount of an entry that is out of balance may be the wrong one all the same.
  const problems = own.length > 0 ? own : entry.problems;
  const title =
    line === undefined
      ? entryName(entry, model.list.head.value?.kind)
      : column === 0
        ? t.entryOfRows(line.row)
        : t.cell(columns[column - 1]!, line.row);
  return (
    <div class="cell-details">
      <strong>{title}</strong>
      {problems.map((problem, at) => (
        <p key={at}>
          {`${causeTitle(problem)}. `}
          <Why of={problem} />
        </p>
      ))}
      {cell?.was !== undefined && <p>{cell.was === '' ? t.wasEmpty : t.was(cell.was)}</p>}
    </div>
  );
}
