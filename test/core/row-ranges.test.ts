import fc from 'fast-check';
import Database from 'libsql';
import { expect, test } from 'vitest';
import {
  addedRow,
  firstRow,
  firstRowSql,
  formatRanges,
  formatRow,
  nameSheets,
  numberSheets,
  parseRanges,
  sheetRow,
} from '../../src/core/row-ranges.ts';

test('lines are written as ranges, added rows by their correction', () => {
  expect(formatRanges([])).toBe('');
  expect(formatRanges([12])).toBe('12');
  expect(formatRanges([12, 13, 14, 20])).toBe('12-14,20');
  expect(formatRanges([3, 2, 1])).toBe('3,2,1');
  expect(formatRanges([4, addedRow(1, 5), addedRow(1, 6), 5])).toBe('4,c1:5,c1:6,5');
  expect(formatRow(addedRow(12, 1_048_576))).toBe('c12:1048576');
});

test('what was written is read back, in order', () => {
  const row = fc.oneof(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc
      .tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 2 ** 31 }))
      .map(([no, line]) => addedRow(no, line)),
  );
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect([...parseRanges(formatRanges(rows))]).toEqual(rows);
    }),
  );
});

test.each([
  ['', 0],
  ['7', 7],
  ['12-14,20', 12],
  ['c3:5,c3:6', addedRow(3, 5)],
  ['sheet12!5-7,9', sheetRow(12, 5)],
])('the first row of %j is the same in SQL', (ranges, row) => {
  const db = new Database(':memory:');
  expect(firstRow(ranges)).toBe(row);
  expect(db.prepare(`select ${firstRowSql('rows')} as row from (select ? as rows)`).get(ranges)).toMatchObject({ row });
  db.close();
});

test('an added row is no row of the file, nor of another correction', () => {
  const rows = [addedRow(1, 1), addedRow(1, 2), addedRow(2, 1), addedRow(2, 2)];
  expect(new Set(rows).size).toBe(4);
  for (const row of rows) expect(row).toBeLessThan(0);
});

test('rows of several sheets are called by their sheets, and found by their names', () => {
  const sheets = [
    { no: 1, name: 'Januar' },
    { no: 3, name: 'Q1, bank!' },
  ];
  const rows = [sheetRow(1, 2), sheetRow(1, 3), sheetRow(3, 4), 5_000_000];
  expect(formatRanges(rows)).toBe('sheet1!2-3,sheet3!4,5000000');
  expect([...parseRanges(formatRanges(rows))]).toEqual(rows);
  expect(nameSheets(formatRanges(rows), sheets)).toBe('Januar!2-3,Q1, bank!!4,5000000');
  for (const row of rows)
    expect([...parseRanges(numberSheets(nameSheets(formatRow(row), sheets), sheets))]).toEqual([row]);
  expect(numberSheets('februar!2', sheets)).toBe('februar!2');
});
