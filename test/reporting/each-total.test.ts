import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CREDIT_TOTAL, DEBIT_TOTAL } from '../../src/core/states.ts';
import { eachTotal } from '../../src/reporting/batch-sums.ts';

const account = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.constantFrom(DEBIT_TOTAL, CREDIT_TOTAL, '', 'ka"sse', '\\', 'a\\"b', '":"', '{}', 'Bankkonto å', '\u2028'),
  fc.string({ unit: 'binary' }),
);
const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String);

test('the totals are those that were written, whatever the accounts are called', () => {
  fc.assert(
    fc.property(fc.dictionary(account, units), (totals) => {
      const read: [string, string][] = [];
      eachTotal(JSON.stringify(totals), (...each) => read.push(each));
      expect(read).toEqual(Object.entries(totals));
    }),
    { numRuns: 1_000 },
  );
});

test('of several, each has its line', () => {
  const both = fc.array(fc.dictionary(account, units), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(both, (several) => {
      const read: [string, string][] = [];
      eachTotal(several.map((totals) => JSON.stringify(totals)).join('\n'), (...each) => read.push(each));
      expect(read).toEqual(several.flatMap((totals) => Object.entries(totals)));
    }),
  );
});
