import { expect, test } from 'vitest';
import { CauseBook } from '../../src/core/cause-book.ts';
import { FileRejected } from '../../src/core/issue.ts';

const issue = (value: string, column = 'Konto') => ({
  code: 'account-unknown' as const,
  column,
  value,
  message: `no ${value}`,
});

test('the same code, column and value is one cause, in however many rows', () => {
  const book = new CauseBook(10, 5);
  expect([issue('1'), issue('2'), issue('1'), issue('1', 'Motkonto')].map((one) => book.note(one))).toEqual([
    5, 6, 5, 7,
  ]);
  expect(book.takeFresh().map(({ no, value, column }) => `${no} ${column} ${value}`)).toEqual([
    '5 Konto 1',
    '6 Konto 2',
    '7 Motkonto 1',
  ]);
  book.note(issue('1'));
  expect(book.takeFresh()).toEqual([]);
  expect(book.next).toBe(8);
});

test('more causes than the job allows reject the file, naming the limit', () => {
  const book = new CauseBook(2, 1);
  book.note(issue('1'));
  book.note(issue('2'));
  book.note(issue('2'));
  expect(() => book.note(issue('3'))).toThrow(FileRejected);
  expect(() => book.note(issue('3'))).toThrow(/more than 2 different problems/);
});
