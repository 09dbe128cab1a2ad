import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMinor } from '../../src/core/money.ts';
import { isZero, plus } from '../../src/web/screens/import/decimals.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

test('a balance is exact, however large it is', () => {
  expect(plus('12.00', '-2.50')).toBe('9.50');
  expect(plus('-0.10', '-0.20', '0.30')).toBe('0.00');
  expect(plus('5', '-0.125')).toBe('4.875');
  expect(isZero('-0.00')).toBe(true);
  expect(isZero('0.01')).toBe(false);
  const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
  fc.assert(
    fc.property(units, units, units, fc.integer({ min: 0, max: 6 }), (file, booked, doubt, scale) => {
      const [a, b, c] = [file, booked, doubt].map((each) => formatMinor(each, scale));
      expect(plus(a!, b!, c!)).toBe(formatMinor(file + booked + doubt, scale));
    }),
  );
});

test('the history has words for every line that the pipeline writes', () => {
  const files = ['arriving', 'correcting', 'doubt', 'posting', 'importing', 'reporting', 'kinds', 'ledger'].flatMap(
    (folder) =>
      readdirSync(join(src, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.name.endsWith('.ts'))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  const written = new Set<string>();
  for (const text of files) {
    // `record(num, at, who, 'what', …)`, one of two, and lines that a statement writes by itself.
    for (const [call] of text.matchAll(/imports\.record\([^;]*?\);/gs)) {
      const [, what = ''] = /^imports\.record\((?:[^,]+,\s*){3}([\s\S]*)$/.exec(call) ?? [];
      const argument = /^[^,{)]*/.exec(what)![0];
      for (const [, name] of argument.matchAll(/'([a-z-]+)'/g)) written.add(name!);
    }
    for (const [, name] of text.matchAll(/insert into event [^"]*?'([a-z-]+)'/g)) written.add(name!);
  }
  // States are written by their names: these are those that an import ends in.
  for (const state of ['planned', 'posting', 'completed', 'partly-booked', 'in-doubt']) written.add(state);
  expect(written.size).toBeGreaterThan(20);
  const known = ['en', 'nb'].flatMap((language) => {
    const words = readFileSync(join(src, `web/screens/import/event-words.${language}.ts`), 'utf8');
    return [...words.matchAll(/^ {2}'?([a-z-]+)'?: \(/gm)].map(([, name]) => name!);
  });
  const twice = (name: string) => known.filter((each) => each === name).length;
  expect([...written].filter((what) => twice(what) !== 2).sort()).toEqual([]);
});
