import { describe, expect, it } from 'vitest';
import { ColumnSums, isSumLabel } from '../../src/reading/column-sums.ts';

describe('a sum below rows', () => {
  it('is right for the rows since the start, since the sum above, or since any sum above', () => {
    const sums = new ColumnSums();
    for (const units of [100, 20]) sums.add(units, false);
    expect(sums.compare(4, 120)).toBeUndefined();
    sums.add(5, false);
    expect(sums.compare(6, 5)).toBeUndefined();
    expect(sums.compare(7, 125)).toBeUndefined();
    sums.add(1, false);
    // From the first sum on.
    expect(sums.compare(9, 6)).toBeUndefined();
  });

  it('may count what the job skips, one sign, or the opposite one', () => {
    const sums = new ColumnSums();
    sums.add(100, false);
    sums.add(-30, false);
    sums.add(7, true);
    for (const right of [70, 77, 107, 100 + 7, -30, -70]) expect(sums.compare(5, right)).toBeUndefined();
  });

  it('is told with both figures where it differs', () => {
    const sums = new ColumnSums();
    sums.add(100, false);
    sums.compare(3, 100);
    sums.add(30, false);
    expect(sums.compare(5, 40)).toEqual({
      row: 5,
      says: 40,
      rows: [
        { since: 0, units: 130 },
        { since: 3, units: 30 },
      ],
    });
  });

  it('is not judged where an amount among its rows can not be read', () => {
    const sums = new ColumnSums();
    sums.add(100, false);
    sums.lose();
    expect(sums.compare(4, 99)).toBeUndefined();
    sums.add(30, false);
    expect(sums.compare(6, 31)).toMatchObject({ rows: [{ since: 4, units: 30 }] });
  });
});

describe('a label', () => {
  it.each(['Sum', 'SUM:', 'Total', 'Totalt', ' i alt ', 'Delsum:', 'Summe'])(
    '"%s" says that a row is a sum',
    (text) => {
      expect(isSumLabel(text, true)).toBe(true);
    },
  );

  it('may say more where the row has no date, as bookings do', () => {
    expect(isSumLabel('Sum januar', false)).toBe(true);
    expect(isSumLabel('Total Oslo 2231', true)).toBe(false);
    expect(isSumLabel('Summerkurs', false)).toBe(false);
  });
});
