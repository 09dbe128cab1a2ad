import { expect, test } from 'vitest';
import { ulid } from '../../src/core/ulid.ts';

test('has 26 characters of Crockford’s base 32', () => {
  expect(ulid(0, () => 0)).toBe('00000000000000000000000000');
  expect(ulid(2 ** 48 - 1, () => 0.999_999_999)).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(ulid(1_469_918_176_385, () => 0).slice(0, 10)).toBe('01ARYZ6S41');
  for (let i = 0; i < 100; i++) expect(ulid(Date.now(), Math.random)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('sorts by time', () => {
  const times = [1, 31, 32, 1_000, 1_700_000_000_000, 1_700_000_000_001];
  const ids = times.map((time) => ulid(time, Math.random));
  expect([...ids].sort()).toEqual(ids);
});
