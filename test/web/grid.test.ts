import { describe, expect, test } from 'vitest';
import {
  inSight,
  itemAt,
  itemOf,
  layOut,
  placeOf,
  type Segment,
  segmentsOf,
  topOf,
} from '../../src/web/parts/grid/layout.ts';
import { moveCursor } from '../../src/web/parts/grid/move-cursor.ts';

const heights = { head: 50, line: 30 };

describe('where the rows of a grid stand', () => {
  // Groups of 2, 0 and 3 lines: items 0 to 2, 3, and 4 to 7.
  const layout = layOut([2, 0, 3], heights);

  test('heads and lines follow each other', () => {
    expect(layout).toMatchObject({ items: 8, height: 3 * 50 + 5 * 30 });
    expect([...Array(8).keys()].map((item) => topOf(layout, item))).toEqual([0, 50, 80, 110, 160, 210, 240, 270]);
    expect([...Array(8).keys()].map((item) => placeOf(layout, item))).toEqual([
      { group: 0, line: -1 },
      { group: 0, line: 0 },
      { group: 0, line: 1 },
      { group: 1, line: -1 },
      { group: 2, line: -1 },
      { group: 2, line: 0 },
      { group: 2, line: 1 },
      { group: 2, line: 2 },
    ]);
  });

  test('a place and its item name each other, and an item stands from its top to the next', () => {
    const many = layOut(
      [...Array(500).keys()].map((each) => each % 7),
      heights,
    );
    for (let item = 0; item < many.items; item++) {
      expect(itemOf(many, placeOf(many, item))).toBe(item);
      expect(itemAt(many, topOf(many, item))).toBe(item);
      expect(itemAt(many, topOf(many, item + 1) - 1)).toBe(item);
    }
  });

  test('above and below there is the first and the last', () => {
    expect(itemAt(layout, -100)).toBe(0);
    expect(itemAt(layout, 10_000)).toBe(7);
    expect(itemAt(layOut([], heights), 10)).toBe(0);
  });

  test('what is in the page is as high as all of it, and holds the pinned row', () => {
    const many = layOut(Array(1_000).fill(4), heights);
    const px = (segment: Segment) =>
      segment.kind === 'gap' ? segment.px : topOf(many, segment.to) - topOf(many, segment.from);
    for (const top of [0, 7_777, 84_000, many.height - 400]) {
      for (const pinned of [-1, 0, 30, 2_500, many.items - 1]) {
        const sight = inSight(many, top, 600, 5);
        const segments = segmentsOf(many, sight, pinned);
        expect(segments.reduce((sum, each) => sum + px(each), 0)).toBe(many.height);
        const items = segments.flatMap((each) => (each.kind === 'items' ? [each] : []));
        const holds = (item: number) => items.some(({ from, to }) => from <= item && item < to);
        expect(holds(itemAt(many, top)) && holds(itemAt(many, top + 600))).toBe(true);
        if (pinned >= 0) expect(holds(pinned)).toBe(true);
        expect(items.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(40);
      }
    }
  });

  test('what was in sight may have gone since', () => {
    expect(segmentsOf(layout, [0, 24], 0)).toMatchObject([{ kind: 'items', from: 0, to: 8 }]);
    expect(segmentsOf(layout, [900, 950], 3)).toMatchObject([
      { kind: 'gap', px: 110 },
      { kind: 'items', from: 3, to: 4 },
      { kind: 'gap', px: 140 },
    ]);
  });

  test('nothing is nothing', () => {
    expect(segmentsOf(layOut([], heights), [0, 0], -1)).toEqual([]);
  });
});

describe('the cursor of a grid', () => {
  const bounds = { items: 100, columns: 6, page: 10 };
  const from = { item: 50, column: 2 };
  test.each([
    ['ArrowUp', false, { item: 49, column: 2 }],
    ['ArrowDown', false, { item: 51, column: 2 }],
    ['ArrowLeft', false, { item: 50, column: 1 }],
    ['ArrowRight', false, { item: 50, column: 3 }],
    ['Home', false, { item: 50, column: 0 }],
    ['End', false, { item: 50, column: 5 }],
    ['Home', true, { item: 0, column: 0 }],
    ['End', true, { item: Number.POSITIVE_INFINITY, column: 5 }],
    ['PageUp', false, { item: 40, column: 2 }],
    ['PageDown', false, { item: 60, column: 2 }],
    ['Enter', false, undefined],
    ['a', false, undefined],
  ])('%s (control: %s)', (key, ctrl, to) => {
    expect(moveCursor(from, { key, ctrl }, bounds)).toEqual(to);
  });

  test('stays in the grid at its edges, but may ask for what is below', () => {
    expect(moveCursor({ item: 0, column: 0 }, { key: 'ArrowUp', ctrl: false }, bounds)).toEqual({ item: 0, column: 0 });
    expect(moveCursor({ item: 3, column: 0 }, { key: 'ArrowLeft', ctrl: false }, bounds)).toEqual({
      item: 3,
      column: 0,
    });
    expect(moveCursor({ item: 3, column: 5 }, { key: 'ArrowRight', ctrl: false }, bounds)).toEqual({
      item: 3,
      column: 5,
    });
    expect(moveCursor({ item: 4, column: 5 }, { key: 'PageUp', ctrl: false }, bounds)).toEqual({ item: 0, column: 5 });
    expect(moveCursor({ item: 99, column: 5 }, { key: 'ArrowDown', ctrl: false }, bounds)).toEqual({
      item: 100,
      column: 5,
    });
  });
});
