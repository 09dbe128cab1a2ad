import { describe, expect, test } from 'vitest';
import { copiesOf, firstCopy, partsByDate } from '../../../src/kinds/bookings/voucher-rows.ts';
import { group } from '../../reading/reading-rows.ts';

const row = (number: string, units: number, date = '2026-01-05') => ({ number, units, date });
/** @param rows `A`: a row of its own text; a letter again: an equal row; `|`: rows of other vouchers stand there */
const copies = (rows: string) => {
  const letters = [...rows].filter((letter) => letter !== '|');
  const made = group(
    '1',
    letters.map((letter, at) => ({ ...row(letter, letter.charCodeAt(0)), row: at + 2 })),
  );
  let at = 0;
  for (const letter of rows) {
    if (letter === '|') made.breaks.push(at);
    else at++;
  }
  return copiesOf(made);
};

describe('several dates under one number', () => {
  test('one date is one voucher', () => {
    expect(partsByDate(group('1', [row('1920', 5), row('3000', -5)]))).toEqual({ is: 'one' });
  });

  test('rows of each date that balance alone are vouchers, and keep their rows', () => {
    const made = group(
      '1',
      [row('1920', 5), row('1920', 7, '2026-02-05'), row('3000', -5), row('3000', -7, '2026-02-05')].map(
        (line, at) => ({ ...line, row: at + 2 }),
      ),
    );
    const parts = partsByDate(made);
    expect(parts.is).toBe('several');
    if (parts.is !== 'several') return;
    expect(parts.parts.map(({ rows, lines }) => [rows, lines.map(({ units }) => units)])).toEqual([
      [
        [2, 4],
        [5, -5],
      ],
      [
        [3, 5],
        [7, -7],
      ],
    ]);
    expect(parts.parts.map(({ breaks }) => breaks)).toEqual([[1], [1]]);
  });

  test('rows that balance only together are one voucher', () => {
    expect(partsByDate(group('1', [row('1920', 5), row('3000', -5, '2026-02-05')]))).toEqual({ is: 'whole' });
  });

  test('rows that do not balance at all say nothing', () => {
    expect(partsByDate(group('1', [row('1920', 5), row('3000', -4, '2026-02-05')]))).toEqual({ is: 'one' });
  });
});

describe('rows that stand twice', () => {
  test.each([
    ['AB', 1],
    ['AA', 1],
    ['AAAA', 1],
    ['AABB', 1],
    ['ABAB', 2],
    ['ABABAB', 3],
    ['AABAAB', 2],
    ['ABA', 1],
    ['ABBA', 1],
    ['A|A', 2],
    ['A|A|A', 3],
    ['AB|AB', 2],
    ['AA|AA', 2],
    ['A|AA', 1],
    ['A|B', 1],
  ])('%s: %i', (rows, expected) => expect(copies(rows)).toBe(expected));

  test('the first copy keeps its rows and lines; the others are told', () => {
    const made = group(
      '1',
      ['A', 'B', 'A', 'B'].map((number, at) => ({ ...row(number, number === 'A' ? 5 : -5), row: at + 2 })),
    );
    const { first, rest } = firstCopy(made, 2);
    expect([first.rows, first.lines.length, first.sources.length]).toEqual([[2, 3], 2, 2]);
    expect([rest.rows, rest.lines.map(({ units }) => units)]).toEqual([
      [4, 5],
      [5, -5],
    ]);
  });
});
