/** Heights in pixels: of a group's head, and of each of its lines. */
export interface RowHeights {
  readonly head: number;
  readonly line: number;
}

/** Where everything stands in a list of groups: a group is an item for its head, and one for each line. */
export interface Layout {
  readonly heights: RowHeights;
  /** All items. */
  readonly items: number;
  /** Pixels. */
  readonly height: number;
  /** The item of each group's head. */
  readonly firsts: readonly number[];
  /** Pixels above each group. */
  readonly tops: readonly number[];
}

/** An item as a place: `line` is -1 for the head of the group. */
export interface Place {
  readonly group: number;
  readonly line: number;
}

/** A stretch of what is in the page: items, or so many pixels of nothing in place of what is out of sight. */
export type Segment =
  | { readonly kind: 'gap'; readonly px: number; readonly key: string }
  | { readonly kind: 'items'; readonly from: number; readonly to: number; readonly key: string };

/** @param lines lines of each group */
export function layOut(lines: readonly number[], heights: RowHeights): Layout {
  const firsts: number[] = [];
  const tops: number[] = [];
  let items = 0;
  let height = 0;
  for (const count of lines) {
    firsts.push(items);
    tops.push(height);
    items += 1 + count;
    height += heights.head + count * heights.line;
  }
  return { heights, items, height, firsts, tops };
}

/** The last place in ascending numbers that is not above `value`; 0 where all are. */
function lastUpTo(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ascending[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function placeOf({ firsts }: Layout, item: number): Place {
  const group = lastUpTo(firsts, item);
  return { group, line: item - firsts[group]! - 1 };
}

export function itemOf({ firsts }: Layout, { group, line }: Place): number {
  return firsts[group]! + line + 1;
}

/** Pixels above an item; above the end for the item after the last. */
export function topOf(layout: Layout, item: number): number {
  if (item >= layout.items) return layout.height;
  const { group, line } = placeOf(layout, item);
  const { head, line: each } = layout.heights;
  return layout.tops[group]! + (line < 0 ? 0 : head + line * each);
}

/** The item that stands so many pixels down. */
export function itemAt(layout: Layout, px: number): number {
  if (layout.items === 0 || px <= 0) return 0;
  if (px >= layout.height) return layout.items - 1;
  const group = lastUpTo(layout.tops, px);
  const { head, line } = layout.heights;
  const into = px - layout.tops[group]!;
  return layout.firsts[group]! + (into < head ? 0 : 1 + Math.floor((into - head) / line));
}

/** What is in sight, and so many items more on either side. @returns from, and the one after the last */
export function inSight(layout: Layout, top: number, height: number, over: number): readonly [number, number] {
  const from = Math.max(0, itemAt(layout, top) - over);
  const to = Math.min(layout.items, itemAt(layout, top + height) + 1 + over);
  return [from, to];
}

/**
 * What is in the page: the items in sight, and the pinned one wherever it stands, for it may hold the keyboard's
 * focus. Gaps stand for the rest, so that the whole is as high as if all were there.
 */
export function segmentsOf(
  layout: Layout,
  [first, last]: readonly [number, number],
  pinned: number,
): readonly Segment[] {
  // What was in sight may have gone since: the list was asked for again.
  const to = Math.min(last, layout.items);
  const from = Math.min(first, to);
  const runs: (readonly [number, number])[] = [[from, to]];
  if (pinned >= 0 && pinned < from) runs.unshift([pinned, pinned + 1]);
  if (pinned >= to && pinned < layout.items) runs.push([pinned, pinned + 1]);
  const segments: Segment[] = [];
  let done = 0;
  const gap = (until: number) => {
    const px = topOf(layout, until) - topOf(layout, done);
    if (px > 0) segments.push({ kind: 'gap', px, key: `gap ${segments.length}` });
  };
  for (const [start, end] of runs) {
    gap(start);
    if (end > start) segments.push({ kind: 'items', from: start, to: end, key: `items ${segments.length}` });
    done = end;
  }
  gap(layout.items);
  return segments;
}
