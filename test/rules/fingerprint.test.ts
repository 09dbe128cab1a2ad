import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash53 } from '../../src/domain/hash53.ts';
import { contentHash, fingerprint } from '../../src/rules/fingerprint.ts';
import type { Line } from '../../src/rules/reading.ts';
import { group } from './reading-rows.ts';

type Some = Partial<Line & { number: string }>;
const print = (key: string, lines: readonly Some[], company = 'c', scale = 2) =>
  fingerprint(company, group(key, lines), scale);
const two: readonly Some[] = [{ units: 100 }, { units: -100, number: '3000' }];

describe('what makes two entries the same', () => {
  test.each<[string, ReturnType<typeof print>]>([
    ['the order of lines', print('1', [...two].reverse())],
    [
      'the rows they stand in',
      print(
        '1',
        two.map((line) => ({ ...line, row: 99 })),
      ),
    ],
    [
      'what a default or a rule made of the description',
      print(
        '1',
        two.map((line) => ({ ...line, description: 'other', descriptionCell: 'text' })),
      ),
    ],
    [
      'the account’s own VAT type',
      print(
        '1',
        two.map((line) => ({ ...line, vatByAccount: true })),
      ),
    ],
    [
      'the decimals that the job reads',
      print(
        '1',
        two.map((line) => ({ ...line, units: line.units! * 100 })),
        'c',
        4,
      ),
    ],
    [
      'the same, with fewer',
      print(
        '1',
        two.map((line) => ({ ...line, units: line.units! / 100 })),
        'c',
        0,
      ),
    ],
  ])('not %s', (_, other) => {
    expect(other).toEqual(print('1', two));
  });

  const vat = { code: '3', typeId: 3, issue: undefined };
  test.each<[string, ReturnType<typeof print>]>([
    ['the company', print('1', two, 'd')],
    ['the key', print('2', two)],
    ['an account', print('1', [{ units: 100 }, { units: -100, number: '3001' }])],
    ['an amount', print('1', [{ units: 101 }, { units: -101, number: '3000' }])],
    [
      'a date',
      print(
        '1',
        two.map((line) => ({ ...line, date: '2026-01-06' })),
      ),
    ],
    [
      'a VAT code',
      print('1', [
        { units: 100, vat },
        { units: -100, number: '3000' },
      ]),
    ],
    [
      'a description cell',
      print(
        '1',
        two.map((line) => ({ ...line, descriptionCell: 'Text' })),
      ),
    ],
    ['a line more', print('1', [...two, { units: 0 }])],
    ['the same line twice', print('1', [...two, ...two])],
  ])('but %s', (_, other) => {
    const { text } = print('1', two);
    expect(other.text).not.toBe(text);
    expect(contentHash(other.text, 0)).not.toBe(contentHash(text, 0));
  });

  test('the n-th occurrence is another claim than the first', () => {
    const { text } = print('', two);
    expect(new Set([0, 1, 2, 11].map((ordinal) => contentHash(text, ordinal))).size).toBe(4);
  });
});

describe('what finds the voucher whatever its lines', () => {
  test('company, key and date; not its lines, nor which of them comes first', () => {
    const dates: readonly Some[] = [{ date: '2026-01-05' }, { date: '2026-01-02' }, { date: '2026-01-09' }];
    const { identity } = print('1', dates);
    expect(print('1', [{ date: '2026-01-02', units: 7, number: '1' }]).identity).toBe(identity);
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...dates], { minLength: 3 }),
        (order) => print('1', order).identity === identity,
      ),
    );
    for (const other of [print('2', dates), print('1', dates, 'd'), print('1', [{ date: '2026-01-05' }])])
      expect(other.identity).not.toBe(identity);
  });

  test('without a key it is everything', () => {
    expect(print('', two).identity).toBe(hash53(print('', two).text));
    expect(print('', two).identity).not.toBe(print('', [{ units: 1 }, { units: -1 }]).identity);
  });

  test('a chance match of the short hash does not make entries the same', () => {
    expect(contentHash(print('1', two).text, 0)).toHaveLength(22);
    expect(contentHash('a', 0)).not.toBe(contentHash('b', 0));
  });
});
