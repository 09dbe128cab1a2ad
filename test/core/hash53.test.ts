import { expect, test } from 'vitest';
import { hash53, hash53After } from '../../src/core/hash.ts';

test('is a whole number of 53 bits', () => {
  for (const text of ['', 'a', 'ø', '\ud800', 'x'.repeat(10_000)]) {
    const hash = hash53(text);
    expect(Number.isSafeInteger(hash)).toBe(true);
    expect(hash).toBeGreaterThanOrEqual(0);
    expect(hash53(text)).toBe(hash);
  }
});

test('of texts that begin alike is the same when their beginning is hashed once', () => {
  for (const start of ['', 'c\u0001', 'Østlandet\u0002'])
    for (const text of ['', '1', 'Å 2026-01']) expect(hash53After(start)(text)).toBe(hash53(start + text));
});

test('texts that differ little have different hashes, spread over all bits', () => {
  const hashes = new Set<number>();
  let high = 0;
  for (let i = 0; i < 200_000; i++) {
    const hash = hash53(`c\u0001${i}\u00012026-01-05`);
    hashes.add(hash);
    if (hash >= 2 ** 52) high++;
  }
  expect(hashes.size).toBe(200_000);
  expect(high / 200_000).toBeGreaterThan(0.49);
  expect(high / 200_000).toBeLessThan(0.51);
});
