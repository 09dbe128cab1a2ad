import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashTable } from '../../src/core/hash.ts';

const LARGEST_HASH = 2 ** 53 - 1;

test('answers as a Map does, however many there are and whatever their bits', () => {
  const hash = fc.oneof(
    fc.integer({ min: 0, max: 40 }),
    fc.maxSafeNat(),
    fc.constant(LARGEST_HASH - 1),
    fc.integer({ min: 0, max: 2 ** 21 - 1 }).map((n) => n * 2 ** 32),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(hash, fc.integer({ min: 1, max: 2 ** 32 - 1 })), { maxLength: 300 }), (pairs) => {
      const table = new HashTable();
      const map = new Map<number, number>();
      for (const [key, value] of pairs) {
        table.set(key, value);
        map.set(key, value);
      }
      return (
        [...map].every(([key, value]) => table.get(key) === value) &&
        table.get(12_345_678) === (map.get(12_345_678) ?? 0)
      );
    }),
  );
});

test('grows without forgetting', () => {
  const table = new HashTable();
  const step = 7_919 * 2 ** 20;
  for (let i = 0; i < 50_000; i++) table.set((i * step) % LARGEST_HASH, i + 1);
  for (let i = 0; i < 50_000; i++) expect(table.get((i * step) % LARGEST_HASH)).toBe(i + 1);
});

test('the largest hash there is can be kept', () => {
  const table = new HashTable();
  table.set(LARGEST_HASH, 7);
  table.set(LARGEST_HASH - 1, 8);
  expect([table.get(LARGEST_HASH), table.get(LARGEST_HASH - 1), table.get(0)]).toEqual([7, 8, 0]);
});

test('with room for what is expected it grows all the same, and begins anew once it is cleared', () => {
  const table = new HashTable(10_000);
  for (let i = 1; i <= 30_000; i++) table.set(i * 4_099, i);
  for (let i = 1; i <= 30_000; i++) expect(table.get(i * 4_099)).toBe(i);
  table.clear();
  for (let i = 1; i <= 30_000; i += 997) expect(table.get(i * 4_099)).toBe(0);
  table.set(4_099, 5);
  expect([table.get(4_099), table.get(8_198)]).toEqual([5, 0]);
});
