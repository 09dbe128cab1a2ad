import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash53 } from '../../src/core/hash.ts';
import { packCopies, RepeatedLines, unpackCopies } from '../../src/kinds/bookings/repeated-lines.ts';

/** Rows count from 2: behind a header. */
function copiesIn(lines: readonly string[]): ReadonlyMap<number, number> {
  const repeated = new RepeatedLines();
  for (const [at, line] of lines.entries()) repeated.add(at + 2, hash53(line));
  return repeated.find() ?? new Map();
}

const line = fc.constantFrom(...'abcdefgh');

test('a copy says what the row says that it is one of, and that row stands before it and is no copy', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const copies = copiesIn(lines);
      for (const [row, first] of copies) {
        expect(lines[first - 2]).toBe(lines[row - 2]);
        expect(first).toBeLessThan(row);
      }
      expect(unpackCopies(packCopies(copies))).toEqual(copies);
    }),
  );
});

test('wherever a block of an export stands once more, all of it is a copy, and nothing else', () => {
  const export_ = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(export_, fc.nat(), fc.nat(), fc.boolean(), (lines, from, length, goesOn) => {
      const begin = from % (lines.length - 4);
      const block = lines.slice(begin, begin + 5 + (length % (lines.length - begin - 4)));
      const after = goesOn ? ['another', 'one more'] : [];
      const copies = copiesIn([...lines, 'between', ...block, ...after]);
      expect([...copies].sort(([a], [b]) => a - b)).toEqual(
        block.map((_, at) => [lines.length + 3 + at, begin + 2 + at]),
      );
    }),
  );
});

test('long runs of equal lines, or of two in turn, are no copies, and take no longer than others', () => {
  const many = Array.from({ length: 300_000 }, (_, at) => at);
  expect(copiesIn(many.map(() => 'coffee')).size).toBe(0);
  expect(copiesIn([...many.map((at) => (at % 2 === 0 ? 'there' : 'back')), 'home']).size).toBe(0);
});

test('a long export that was pasted behind itself is found as a whole', () => {
  const lines = Array.from({ length: 150_000 }, (_, at) => `line ${at}`);
  const copies = copiesIn([...lines, ...lines]);
  expect(copies.size).toBe(lines.length);
  expect(packCopies(copies)).toEqual([[lines.length + 2, 2, lines.length]]);
});
