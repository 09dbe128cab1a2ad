import { describe, expect, test } from 'vitest';
import { judgeAnswer, type Sought } from '../../src/doubt/judge-answer.ts';
import type { BookedLine } from '../../src/service/booked-lines.ts';

const DATE = '2026-01-05';
const line = (more: Partial<BookedLine> = {}): BookedLine => ({
  accountId: 1,
  date: DATE,
  journalEntryId: 60_001,
  deleted: false,
  ...more,
});
const sought = (entries: number, elsewhere = false): Sought => ({
  lines: Array.from({ length: entries }, (_, entry) => [
    { entry, accountId: 1, date: DATE },
    { entry, accountId: 2, date: DATE },
  ]).flat(),
  elsewhere,
});

describe('one entry under a description', () => {
  test.each<[string, readonly BookedLine[], string]>([
    ['no line at all', [], 'absent'],
    ['its line', [line()], 'found'],
    ['its other line', [line({ accountId: 2 })], 'found'],
    ['a line that says neither account nor date', [line({ accountId: undefined, date: undefined })], 'found'],
    ['its line among others, such as of VAT', [line({ accountId: 9 }), line()], 'found'],
    ['a line of another account', [line({ accountId: 9 })], 'unclear'],
    ['a line whose account can’t be read', [line({ accountId: Number.NaN })], 'unclear'],
    ['a line of another date', [line({ date: '2026-01-06' })], 'unclear'],
    ['a deleted line', [line({ deleted: true })], 'unclear'],
    ['a deleted line and one that is not', [line({ deleted: true }), line()], 'found'],
  ])('%s', (_, answer, say) => {
    for (const rejection of ['whole', 'unknown'] as const)
      expect(judgeAnswer(answer, sought(1), rejection).say).toBe(say);
  });
});

describe('several entries under one description', () => {
  const both = [line(), line({ journalEntryId: 60_002 })];
  const nameless = Array.from({ length: 4 }, () => line({ journalEntryId: undefined }));
  test('where a request is booked whole, its lines stand for all if the look-up names no journal entries', () => {
    expect(judgeAnswer(nameless, sought(2), 'whole').say).toBe('found');
    expect(judgeAnswer(nameless.slice(1), sought(2), 'whole').say).toBe('unclear');
    expect(judgeAnswer([line()], sought(2), 'whole').say).toBe('unclear');
    expect(judgeAnswer(both, sought(2), 'whole').say).toBe('found');
  });

  test('where a request is booked whole, one stands for those of which the answer has no room', () => {
    expect(judgeAnswer([line()], sought(2), 'whole', false).say).toBe('found');
    expect(judgeAnswer([line()], sought(2), 'unknown', false).say).toBe('unclear');
  });

  test('as many journal entries are needed where some may have been refused', () => {
    expect(judgeAnswer(both, sought(2), 'unknown').say).toBe('found');
    expect(judgeAnswer([line(), line({ accountId: 2 })], sought(2), 'unknown').say).toBe('unclear');
    expect(judgeAnswer(both, sought(3), 'unknown').say).toBe('unclear');
    expect(judgeAnswer([...both, line({ journalEntryId: 60_003 })], sought(2), 'unknown').say).toBe('unclear');
    expect(judgeAnswer(nameless, sought(2), 'unknown').say).toBe('unclear');
    expect(judgeAnswer([], sought(2), 'unknown').say).toBe('absent');
  });

  test('what another batch of the same origin may have booked says nothing', () => {
    expect(judgeAnswer([line()], sought(1, true), 'whole').say).toBe('unclear');
    expect(judgeAnswer([], sought(1, true), 'whole').say).toBe('absent');
  });
});
