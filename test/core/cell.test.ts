import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cellText, numberText, WORKBOOK_SIGNIFICANT_DIGITS } from '../../src/core/cell.ts';

describe('the text of a cell, as a person reads it', () => {
  test.each([
    [undefined, ''],
    ['', ''],
    [' 0123 ', ' 0123 '],
    [9487049.3499999996, '9487049.35'],
    [0.1 + 0.2, '0.3'],
    [1920, '1920'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [-1.5e-7, '-0.00000015'],
    [123456789012345680, '123456789012346000'],
    [true, 'TRUE'],
    [false, 'FALSE'],
    [{ kind: 'date', iso: '2026-01-05' } as const, '2026-01-05'],
    [{ kind: 'error', text: '#N/A' } as const, '#N/A'],
  ])('%j is %j', (cell, text) => {
    expect(cellText(cell)).toBe(text);
  });
});

test('a number is rounded to 15 significant digits, and never written with an exponent', () => {
  // The smallest numbers there are have fewer digits than that.
  const number = fc
    .double({ noNaN: true, min: -1e300, max: 1e300 })
    .filter((value) => value === 0 || Math.abs(value) > 1e-290);
  fc.assert(
    fc.property(number, (value) => {
      const text = numberText(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      if (Number.isSafeInteger(value)) expect(Number(text) - value).toBe(0);
      else expect(new Decimal(text).eq(new Decimal(value.toPrecision(WORKBOOK_SIGNIFICANT_DIGITS)))).toBe(true);
    }),
  );
});
