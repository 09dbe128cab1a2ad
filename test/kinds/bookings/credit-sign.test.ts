import { describe, expect, test } from 'vitest';
import { FileRejected } from '../../../src/core/issue.ts';
import { creditSignOf } from '../../../src/kinds/bookings/read-row.ts';

const amounts = (declared: 'negative' | 'positive' | undefined, ...pairs: [number, number][]) => {
  const sign = creditSignOf(declared);
  const read = pairs.map(([debit, credit]) => sign.amount(debit, credit, 'Kredit'));
  sign.finish();
  return read;
};

const statement = (declared: 'negative' | 'positive' | undefined, ...credits: number[]) => {
  const sign = creditSignOf(declared, true);
  const read = credits.map((credit) => sign.amount(0, credit, 'Ut'));
  sign.finish();
  return read;
};

describe('money in and out of an account', () => {
  test('a column for money out that is mostly negative is asked about', () => {
    expect(() => statement(undefined, -7, -8, 2)).toThrow('Most amounts in column Ut are negative (2 of 3)');
    expect(statement('negative', -7, -8, 2)).toEqual([-7, -8, 2]);
    expect(statement('positive', -7, -8, 2)).toEqual([7, 8, -2]);
  });

  test('some that are taken back among others stay as they are; in a ledger most may be', () => {
    expect(statement(undefined, 7, 8, -2)).toEqual([-7, -8, 2]);
    expect(statement(undefined, 7, -7)).toEqual([-7, 7]);
    expect(amounts(undefined, [0, -7], [0, -8], [0, 2])).toEqual([7, 8, -2]);
  });
});

describe('debit and credit in two columns', () => {
  test('are debit minus credit; a reversed credit among others stays reversed', () => {
    expect(amounts(undefined, [5, 0], [0, 7], [0, -2], [0, 0])).toEqual([5, -7, 2, 0]);
  });

  test('a credit column that is all negative is asked about', () => {
    expect(() => amounts(undefined, [5, 0], [0, -7])).toThrow(FileRejected);
    expect(() => amounts(undefined, [5, 0], [0, -7])).toThrow(/Every amount in column Kredit is negative/);
    expect(amounts('negative', [5, 0], [0, -7])).toEqual([5, -7]);
    expect(amounts('positive', [5, 0], [0, -7])).toEqual([5, 7]);
    expect(amounts(undefined, [5, 0])).toEqual([5]);
  });

  test('zero is never negative zero', () => {
    expect(amounts('negative', [0, -0], [-0, 0]).every((units) => Object.is(units, 0))).toBe(true);
  });
});
