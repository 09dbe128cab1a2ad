import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonBytes } from '../../src/core/json-bytes.ts';
import { jsonAmount } from '../../src/core/money.ts';

/** Amounts of all sizes, and those around a power of ten or of two. */
const units = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(0, -0, 1, 10, 99, 100, 101, 110, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, -(2 ** 31)),
);
/** Texts of every alphabet, with halves of pairs, quotes and control characters. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'Kjøp «å»', '"', '\\', '\ud800'),
);

test('texts and amounts are written to the letter as JSON.stringify and jsonAmount write them, body after body', () => {
  const written = new JsonBytes();
  fc.assert(
    fc.property(fc.array(fc.tuple(text, units, fc.integer({ min: 0, max: 4 }))), (pieces) => {
      let expected = '[';
      written.ascii('[');
      for (const [string, amount, scale] of pieces) {
        written.string(string);
        written.ascii(',');
        written.amount(amount, scale);
        expected += `${JSON.stringify(string)},${jsonAmount(amount, scale)}`;
      }
      expect(written.units).toBe(expected.length);
      expect(written.take().toString()).toBe(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('a body that is larger than its buffer is whole, and what was taken stays as it was', () => {
  const written = new JsonBytes();
  written.string('first');
  const first = written.take();
  const long = 'Æ'.repeat(300_000);
  for (let i = 0; i < 3; i++) written.string(long);
  expect(written.take().toString()).toBe(JSON.stringify(long).repeat(3));
  expect(first.toString()).toBe('"first"');
  expect(written.take()).toHaveLength(0);
});
