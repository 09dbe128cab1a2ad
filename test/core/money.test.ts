import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinor, jsonAmount, MinorSum } from '../../src/core/money.ts';

const Exact = Decimal.clone({ precision: 1000, toExpNeg: -60, toExpPos: 1000 });
const minor = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(0, -0, 1, -1, 99, 100, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
);
const scale = fc.integer({ min: 0, max: 6 });

const exact = (units: number | bigint, decimals: number) => new Exact(String(units)).div(new Exact(10).pow(decimals));

describe('formatMinor', () => {
  it.each([
    [-1000, 2, '-10.00'],
    [0, 2, '0.00'],
    [-0, 2, '0.00'],
    [-5, 2, '-0.05'],
    [123456, 2, '1234.56'],
    [7, 0, '7'],
    [1, 4, '0.0001'],
    [-(2n ** 70n), 2, '-11805916207174113034.24'],
  ])('%s at scale %i is %s', (units, decimals, text) => {
    expect(formatMinor(units, decimals)).toBe(text);
  });

  it('says exactly what decimal.js says', () => {
    fc.assert(
      fc.property(fc.oneof(minor, fc.bigInt()), scale, (units, decimals) => {
        expect(formatMinor(units, decimals)).toBe(
          exact(units, decimals)
            .toFixed(decimals)
            .replace(/^-(?=[0.]*$)/, ''),
        );
      }),
    );
  });

  it.each([2 ** 53, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s, which is no exact amount', (units) => {
    expect(() => formatMinor(units, 2)).toThrow(RangeError);
    expect(() => jsonAmount(units, 2)).toThrow(RangeError);
  });
});

describe('jsonAmount', () => {
  it.each([
    [-1000, 2, '-10'],
    [50, 2, '0.5'],
    [-50, 2, '-0.5'],
    [123456, 2, '1234.56'],
    [-0, 2, '0'],
    [100, 0, '100'],
    [1, 6, '0.000001'],
    [Number.MAX_SAFE_INTEGER, 2, '90071992547409.91'],
    [Number.MAX_SAFE_INTEGER, 6, '9007199254.740991'],
  ])('%s at scale %i is %s', (units, decimals, text) => {
    expect(jsonAmount(units, decimals)).toBe(text);
  });

  it('is a JSON number, the shortest that is exact', () => {
    fc.assert(
      fc.property(minor, scale, (units, decimals) => {
        const text = jsonAmount(units, decimals);
        expect(text).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
        expect(new Exact(text).eq(exact(units, decimals))).toBe(true);
      }),
    );
  });
});

describe('MinorSum', () => {
  it('is exact at any size and in any order', () => {
    const numbers = fc.array(minor, { maxLength: 40 });
    fc.assert(
      fc.property(numbers, numbers, (first, second) => {
        const sum = new MinorSum();
        const other = new MinorSum();
        for (const units of first) sum.add(units);
        for (const units of second) other.add(units);
        sum.addSum(other);
        const expected = [...first, ...second].reduce((total, units) => total + BigInt(units), 0n);
        expect(sum.value()).toBe(expected);
        expect(sum.isZero()).toBe(expected === 0n);
        for (const units of [...first, ...second]) sum.add(-units);
        expect(sum.isZero()).toBe(true);
      }),
    );
  });

  it('comes back to zero from beyond 2^53', () => {
    const sum = new MinorSum();
    for (let count = 0; count < 5; count++) sum.add(Number.MAX_SAFE_INTEGER);
    expect(sum.value()).toBe(5n * (2n ** 53n - 1n));
    expect(sum.isZero()).toBe(false);
    for (let count = 0; count < 5; count++) sum.add(-Number.MAX_SAFE_INTEGER);
    expect(sum.isZero()).toBe(true);
  });

  it('can be added to itself', () => {
    const sum = new MinorSum();
    sum.add(Number.MAX_SAFE_INTEGER);
    sum.add(2);
    sum.addSum(sum);
    expect(sum.value()).toBe(2n * (2n ** 53n + 1n));
  });
});
