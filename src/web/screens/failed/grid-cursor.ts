import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { WaitingEntry } from '../../../http/api/corrections/shapes.ts';
import { itemOf, layOut, placeOf, type RowHeights } from '../../parts/grid/layout.ts';
import { type Cursor, moveCursor, type Pressed } from '../../parts/grid/move-cursor.ts';
import type { WaitingList } from './waiting-list.ts';

/** Where the keyboard is: by names that stay when the list is loaded again. Line -1 is the head of the entry. */
interface At {
  readonly seq: number;
  readonly line: number;
  readonly column: number;
}

/** The cursor of the grid of entries; column 0 is the row's number, the file's columns follow. */
export function createGridCursor(list: WaitingList, heights: ReadonlySignal<RowHeights>) {
  const at = signal<At>();
  /** The cell under the cursor is edited; with the text that it begins with, else its own. */
  const editing = signal<{ readonly text?: string }>();
  const layout = computed(() =>
    layOut(
      list.entries.value.map(({ lines }) => lines.length),
      heights.value,
    ),
  );
  const places = computed(() => new Map(list.entries.value.map(({ seq }, group) => [seq, group])));
  const columns = computed(() => (list.head.value?.columns.length ?? 0) + 1);

  const cursor = computed<Cursor>(() => {
    const { value } = at;
    const group = value === undefined ? undefined : places.value.get(value.seq);
    if (value === undefined || group === undefined) return { item: 0, column: 0 };
    const line = Math.min(value.line, list.entries.value[group]!.lines.length - 1);
    return { item: itemOf(layout.value, { group, line }), column: value.column };
  });

  /** Loads what is below, until there is an item or no more. */
  async function reach(item: number): Promise<void> {
    while (item >= layout.value.items && list.hasMore.value && list.failure.value === undefined) await list.more();
  }

  async function to({ item, column }: Cursor): Promise<void> {
    editing.value = undefined;
    await reach(item);
    const last = layout.value.items - 1;
    if (last < 0) return;
    const { group, line } = placeOf(layout.value, Math.min(item, last));
    at.value = { seq: list.entries.value[group]!.seq, line, column: Math.min(column, columns.value - 1) };
  }

  /** The next line, over heads of entries; where it is the last one, it stays. */
  async function toLine(step: 1 | -1, column = cursor.value.column): Promise<void> {
    const { item } = cursor.value;
    await reach(item + 2);
    let next = item + step;
    while (next >= 0 && next < layout.value.items && placeOf(layout.value, next).line < 0) next += step;
    const isThere = next >= 0 && next < layout.value.items;
    await to(isThere ? { item: next, column } : cursor.value);
  }

  return {
    layout,
    columns,
    cursor,
    editing,
    to,
    toLine,
    /** @returns false where the key moves nothing */
    press(pressed: Pressed, page: number): Promise<void> | false {
      const moved = moveCursor(cursor.value, pressed, { items: layout.value.items, columns: columns.value, page });
      return moved === undefined ? false : to(moved);
    },
    /** The first cell that a cause is about; of an entry that is out of balance its first amount; else the head of the entry. */
    toCause(cause: number): Promise<void> {
      const { lines = [], difference } = list.entries.value[0] ?? {};
      const isOf = (problem: { readonly cause?: number | undefined }) => problem.cause === cause;
      const line = lines.findIndex(({ problems }) => problems.some(isOf));
      if (line < 0 && difference !== undefined) {
        const amount = firstAmount(lines, list.head.value?.amounts ?? []);
        if (amount !== undefined) return to(amount);
      }
      const header = lines[line]?.problems.find(isOf)?.column;
      const column = header === undefined ? 0 : (list.head.value?.columns.indexOf(header) ?? -1) + 1;
      return to({ item: line + 1, column });
    },
    /** Right, and on to the next line behind the last column; left likewise. */
    aside(step: 1 | -1): Promise<void> {
      const { item, column } = cursor.value;
      const next = column + step;
      if (next >= 1 && next < columns.value) return to({ item, column: next });
      return toLine(step, step > 0 ? 1 : columns.value - 1);
    },
  };
}

/** The first amount of an entry, as a place of the grid. */
function firstAmount(lines: WaitingEntry['lines'], amounts: readonly number[]): Cursor | undefined {
  for (const [line, { cells }] of lines.entries()) {
    const column = amounts.find((each) => (cells[each] ?? '').trim() !== '');
    if (column !== undefined) return { item: line + 1, column: column + 1 };
  }
  return undefined;
}

export type GridCursor = ReturnType<typeof createGridCursor>;
