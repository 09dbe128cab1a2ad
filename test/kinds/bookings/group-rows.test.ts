import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENTRY_MAX_LINES } from '../../../src/core/records.ts';
import { RowGrouper, WINDOW_ROWS } from '../../../src/kinds/bookings/group-rows.ts';
import type { Group, RowReading } from '../../../src/reading/row-context.ts';
import { ReadAgain } from '../../../src/tabular/table.ts';
import { group } from '../../reading/reading-rows.ts';

const line = group('', [{}]).lines[0]!;
const reading = (row: number, key: string | undefined, lines = 1): RowReading => ({
  row,
  key,
  group: key ?? '',
  sourceKey: key ?? '',
  source: undefined,
  lines: Array.from({ length: lines }, () => ({ ...line, row })),
  vat: undefined,
  side: undefined,
  issues: undefined,
});

function grouped(readings: readonly RowReading[], window?: number): Group[] {
  const grouper = new RowGrouper(1, undefined, window);
  const groups = readings.flatMap((one) => grouper.add(one));
  return [...groups, ...grouper.flush()];
}
const shown = (groups: readonly Group[]) => groups.map(({ seq, key, rows }) => `${seq} ${key}: ${rows.join(' ')}`);

describe('rows become entries', () => {
  test('of equal key, wherever they stand within the window, in the order of the first row', () => {
    expect(shown(grouped(['a', 'b', 'a', 'c', 'b'].map((key, at) => reading(at + 2, key))))).toEqual([
      '1 a: 2 4',
      '2 b: 3 6',
      '3 c: 5',
    ]);
  });

  test('without a key every row is an entry, equal or not', () => {
    expect(shown(grouped([reading(2, undefined), reading(3, undefined)]))).toEqual(['1 : 2', '2 : 3']);
  });

  test('a row whose key is missing is alone with its issue', () => {
    expect(shown(grouped([reading(2, 'a'), reading(3, ''), reading(4, ''), reading(5, 'a')])).sort()).toEqual([
      '1 a: 2 5',
      '2 : 3',
      '3 : 4',
    ]);
  });

  test('a key that comes back after the window moved on asks for the file to be read again', () => {
    const rows = [
      reading(2, 'a'),
      ...Array.from({ length: 12 }, (_, at) => reading(at + 3, `k${at}`)),
      reading(99, 'a'),
    ];
    expect(() => grouped(rows, 10)).toThrow(ReadAgain);
    try {
      grouped(rows, 10);
    } catch (error) {
      expect((error as ReadAgain).hint).toEqual({ order: 'scattered' });
    }
    expect(shown(grouped(rows, Number.POSITIVE_INFINITY))[0]).toBe('1 a: 2 99');
    expect(WINDOW_ROWS).toBeGreaterThanOrEqual(1_000);
  });

  test('the window drops the oldest entries first, whole', () => {
    const grouper = new RowGrouper(1, undefined, 6);
    const groups = ['a', 'a', 'b', 'c', 'a', 'd', 'd'].flatMap((key, at) => grouper.add(reading(at + 2, key)));
    expect(shown(groups)).toEqual(['1 a: 2 3 6', '2 b: 4']);
    expect(shown(grouper.flush())).toEqual(['3 c: 5', '4 d: 7 8']);
  });

  test('an entry with too many lines keeps its rows and its sums, not its lines', () => {
    const [one] = grouped(
      Array.from({ length: ENTRY_MAX_LINES / 2 + 1 }, (_, at) => reading(at + 2, 'a', 2)),
      Number.POSITIVE_INFINITY,
    );
    expect(one!.rows).toHaveLength(ENTRY_MAX_LINES / 2 + 1);
    expect(one!.lines).toHaveLength(0);
    expect(one!.tooLarge?.get('1920')?.value()).toBe(BigInt(100 * (ENTRY_MAX_LINES + 2)));
    const [most] = grouped(
      Array.from({ length: ENTRY_MAX_LINES / 2 }, (_, at) => reading(at + 2, 'a', 2)),
      Number.POSITIVE_INFINITY,
    );
    expect(most).toMatchObject({ tooLarge: undefined });
  });

  test('whatever the order, every row is in exactly one entry, and an entry has one key', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 60 }),
        fc.integer({ min: 2, max: 30 }),
        (keys, window) => {
          const rows = keys.map((key, at) => reading(at + 2, key));
          let groups: Group[];
          try {
            groups = grouped(rows, window);
          } catch (error) {
            expect(error).toBeInstanceOf(ReadAgain);
            groups = grouped(rows, Number.POSITIVE_INFINITY);
          }
          expect(groups.flatMap((one) => one.rows).sort((a, b) => a - b)).toEqual(rows.map(({ row }) => row));
          const whole = groups.filter(({ key }) => key !== '');
          expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length);
          for (const { key, rows: own } of groups) for (const row of own) expect(keys[row - 2]).toBe(key);
          expect(groups.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(groups.map((_, at) => at + 1));
        },
      ),
    );
  });

  test('a correction keeps the ordinal that a row had', () => {
    const given = new Map([
      [5, 3],
      [6, 3],
    ]);
    const grouper = new RowGrouper(10, (row) => {
      const seq = given.get(row);
      given.clear();
      return seq;
    });
    const groups = [reading(5, 'a'), reading(6, 'b')].flatMap((one) => grouper.add(one));
    expect(shown([...groups, ...grouper.flush()])).toEqual(['3 a: 5', '10 b: 6']);
  });
});
