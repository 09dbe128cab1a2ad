import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packIds, unpackIds } from '../../src/core/booked-ids.ts';

const number = fc.oneof(
  fc.constant(null),
  fc
    .tuple(fc.constantFrom('', 'A', 'A-', '0', '00'), fc.nat(12), fc.constantFrom('', '-2026', '/7', ' x'))
    .map((parts) => parts.join('')),
  fc.string(),
);
const named = fc.record({ id: fc.oneof(fc.constant(null), fc.nat(5), fc.maxSafeNat()), number });
/** As services count, and not quite. */
const counted = fc
  .record({
    first: fc.nat(20),
    ids: fc.boolean(),
    begin: fc.nat(12),
    end: fc.constantFrom('', '-2026'),
    count: fc.nat(12),
  })
  .map(({ first, ids, begin, end, count }) =>
    Array.from({ length: count }, (_, at) => ({ id: ids ? first + at : null, number: `${begin + at}${end}` })),
  );

test('what is packed is unpacked, whatever the service calls its entries', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(counted, fc.array(named, { maxLength: 3 })), { maxLength: 4 }), (parts) => {
      const ids = parts.flat();
      expect(unpackIds(packIds(ids))).toEqual(ids.map(({ id, number }) => [id, number]));
    }),
  );
});

test('names that count up are a few characters, and one name stands there as it is', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => ({ id: 60_001 + at, number: `${1 + at}-2026` }));
  expect(packIds(hundred)).toBe('[[60001,"1-2026",100]]');
  expect(packIds([...hundred.slice(0, 2), ...hundred.slice(3, 5)])).toBe('[[60001,"1-2026",2],[60004,"4-2026",2]]');
  expect(packIds([{ id: 7, number: null }])).toBe('[[7,null]]');
  expect(unpackIds(null)).toEqual([]);
});
