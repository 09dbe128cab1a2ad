import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEntry } from '../../src/reading/entry.ts';
import { group } from './reading-rows.ts';

test('an entry is sound when its lines sum to exactly zero, at any size', () => {
  const amounts = fc.array(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(amounts, (units) => {
      const sum = units.reduce((total, one) => total + BigInt(one), 0n);
      const found = checkEntry(
        group(
          '1',
          units.map((one) => ({ units: one })),
        ),
        2,
      );
      expect(found === undefined).toBe(sum === 0n);
    }),
  );
});

test('what is out of balance is said with both sides', () => {
  const found = checkEntry(group('17', [{ units: 10050 }, { units: -10000 }, { units: -49 }]), 2);
  expect(found).toMatchObject({
    issue: { code: 'entry-unbalanced' },
    detail: 'Voucher 17 is out of balance by 0.01: debit 100.50, credit -100.49.',
  });
  expect(checkEntry(group('', [{ units: 1 }]), 2)!.detail).toMatch(/^The voucher is out of balance by 0\.01/);
});

test('an entry that was too large says so, whatever it sums to', () => {
  expect(checkEntry({ ...group('1', [{ units: 0 }]), tooLarge: new Map() }, 2)).toMatchObject({
    issue: { code: 'entry-too-large' },
  });
});
