import { expect, test } from 'vitest';
import { bookedIds } from '../../src/service/reply.ts';

const of = (rows: unknown, entries: number) => bookedIds(JSON.stringify(rows), entries);

test('one record for each entry: its ID and number, numbers or texts', () => {
  const rows = [
    { ID: 7, JournalEntryNumber: '34-2026', Extra: 1 },
    { ID: '8', JournalEntryNumber: 35 },
  ];
  expect(of(rows, 2)).toEqual([
    { id: 7, number: '34-2026' },
    { id: 8, number: '35' },
  ]);
});

test('one of the two is enough', () => {
  expect(of([{ ID: 7, JournalEntryNumber: null }, { JournalEntryNumber: '2' }], 2)).toEqual([
    { id: 7, number: null },
    { id: null, number: '2' },
  ]);
});

test.each<[string, unknown, number]>([
  ['fewer', [{ ID: 7 }], 2],
  ['more', [{ ID: 7 }, { ID: 8 }], 1],
  ['one without either', [{ ID: 7 }, { Amount: 1 }], 2],
  ['one that is no record', [{ ID: 7 }, null], 2],
  ['one that is a number', [7, 8], 2],
  ['two of the same ID: lines of one entry, not entries', [{ ID: 7 }, { ID: 7 }], 2],
  [
    'two of the same number',
    [
      { ID: 7, JournalEntryNumber: '1' },
      { ID: 8, JournalEntryNumber: '1' },
    ],
    2,
  ],
  ['an ID that is not a whole number', [{ ID: 1.5 }], 1],
  ['an object around the array', { Data: [{ ID: 7 }] }, 1],
  ['a single object', { ID: 7 }, 1],
  ['a text', 'done', 1],
])('no IDs from %s', (_name, rows, entries) => {
  expect(of(rows, entries)).toBeUndefined();
});

test('no IDs from an empty body', () => {
  expect(bookedIds(' ', 1)).toBeUndefined();
});
