import type { BigIntStats } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createCompleteness } from '../../../src/arriving/inbox/completeness.ts';

const SECOND = 1_000_000_000n;
/** A file that was made, written and last changed at 100 s. */
const written = {
  dev: 1n,
  ino: 2n,
  size: 10n,
  birthtimeNs: 100n * SECOND,
  mtimeNs: 100n * SECOND,
  ctimeNs: 100n * SECOND,
};
const stats = (values: Partial<typeof written> = {}) => ({ ...written, ...values }) as BigIntStats;

function looking(minimumAgeMs = 2_000) {
  let now = 0;
  const { look } = createCompleteness(minimumAgeMs, () => now);
  return (at: number, values: Partial<typeof written> = {}, renamed = false) => {
    now = at;
    return look('a.csv', stats(values), renamed);
  };
}

describe('a file is complete', () => {
  test('when two looks at the minimum age apart are equal', () => {
    const look = looking();
    expect(look(0)).toBe(2_000);
    expect(look(1_500)).toBe(500);
    expect(look(2_000)).toBe(0);
  });

  test.each([
    ['size', { size: 11n }],
    ['content', { mtimeNs: 101n * SECOND }],
    ['owner or mode', { ctimeNs: 101n * SECOND }],
    ['file', { ino: 3n }],
  ])('counting from the last change of its %s', (_, change) => {
    const look = looking();
    look(0);
    expect(look(2_000, change)).toBe(2_000);
    expect(look(3_999, change)).toBe(1);
    expect(look(4_000, change)).toBe(0);
  });

  test('after a moment when it was renamed in, but not when it is empty', () => {
    expect(looking()(0, {}, true)).toBe(250);
    expect(looking()(0, { size: 0n }, true)).toBe(2_000);
    const look = looking();
    look(0, {}, true);
    expect(look(250, {}, true)).toBe(0);
    // It was written to meanwhile.
    expect(look(250, {}, false)).toBe(1_750);
  });

  test('after a moment when its times say so at first sight, and only then', () => {
    const moved = { ctimeNs: 102n * SECOND };
    expect(looking()(0, moved)).toBe(250);
    const look = looking();
    look(0);
    expect(look(100, moved)).toBe(2_000);
  });

  test('not by its times where they were set before it was written, as a copy from Windows does', () => {
    expect(looking()(0, { mtimeNs: 50n * SECOND })).toBe(2_000);
  });

  test('in two looks also without a minimum age', () => {
    const look = looking(0);
    expect(look(0)).toBeGreaterThan(0);
    expect(look(0)).toBe(0);
  });
});
