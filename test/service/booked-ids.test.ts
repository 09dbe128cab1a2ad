import { expect, test } from 'vitest';
import { bookedIds } from '../../src/service/reply.ts';

const of = (rows: unknown, entries: number, sent: unknown = []) =>
  bookedIds(JSON.stringify(rows), entries, JSON.stringify(sent));

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
  expect(bookedIds(' ', 1, '[]')).toBeUndefined();
});

const entry = (...amounts: readonly (number | string)[]) => ({ DraftLines: amounts.map((Amount) => ({ Amount })) });

test('rows that show the lines of other entries are in another order: which got which ID is not known', () => {
  const sent = [entry(100, -100), entry(200, -200), entry('300.00', '-300.00')];
  const rows = [
    { ID: 7, ...entry(-100, 100) },
    { ID: 8, ...entry('200.0000', -200) },
    { ID: 9, ...entry(300, -300) },
  ];
  expect(of(rows, 3, sent)?.map(({ id }) => id)).toEqual([7, 8, 9]);
  expect(of([rows[1], rows[0], rows[2]], 3, sent)).toBeUndefined();
  expect(of([rows[0], { ID: 8 }, rows[1]], 3, sent)).toBeUndefined();
});

test('lines that no entry had are lines of the service: they say nothing about the order', () => {
  const rows = [
    { ID: 7, ...entry(80, 20, -100) },
    { ID: 8, DraftLines: null },
  ];
  expect(of(rows, 2, [entry(100, -100), entry(200, -200)])?.map(({ id }) => id)).toEqual([7, 8]);
});
