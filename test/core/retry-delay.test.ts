import { describe, expect, test } from 'vitest';
import { RETRY_AFTER_MAX_MS, retryAfter, retryDelay } from '../../src/core/retry-delay.ts';

const ALMOST_ONE = 1 - Number.EPSILON;

describe('retryDelay', () => {
  test('the step doubles from attempt to attempt up to the maximum, and the wait is a random part of it', () => {
    const options = { baseMs: 100, maxMs: 1_000 };
    const longest = [1, 2, 3, 4, 5, 6].map((attempt) => retryDelay(attempt, () => ALMOST_ONE, options));
    expect(longest).toEqual([99, 199, 399, 799, 999, 999]);
    expect(retryDelay(4, () => 0.5, options)).toBe(400);
    expect(retryDelay(4, () => 0, options)).toBe(0);
  });

  test('a day of failures is no overflow', () => {
    for (const attempt of [0, 100, 1_000, 5_000, Number.MAX_SAFE_INTEGER]) {
      const wait = retryDelay(attempt, () => ALMOST_ONE);
      expect(Number.isSafeInteger(wait)).toBe(true);
      expect(wait).toBeLessThanOrEqual(300_000);
    }
  });

  test('what the service asked for is waited for, with the jitter on top', () => {
    expect(retryDelay(1, () => 0, { baseMs: 100, atLeastMs: 30_000 })).toBe(30_000);
    expect(retryDelay(1, () => 0.5, { baseMs: 100, atLeastMs: 30_000 })).toBe(30_050);
  });
});

describe('retryAfter', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  test.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['12', 12_000],
    [' 12 ', 12_000],
    ['1.5', 1_500],
    ['0', 0],
    ['-1', undefined],
    ['1e3', undefined],
    ['2026', 2_026_000],
    ['Sat, 31 Jan 2026 12:00:07 GMT', 7_000],
    ['Saturday, 31-Jan-26 12:00:07 GMT', 7_000],
    ['Sat, 31 Jan 2026 11:59:00 GMT', 0],
    ['Sat, 99 Jan 2026 11:59:00 GMT', undefined],
    ['Sun, 31 Jan 2027 12:00:00 GMT', RETRY_AFTER_MAX_MS],
    ['99999999999999999999', RETRY_AFTER_MAX_MS],
  ])('%s', (value, wait) => {
    expect(retryAfter(value, now)).toBe(wait);
  });
});
