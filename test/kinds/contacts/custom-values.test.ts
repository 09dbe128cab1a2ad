import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customNumber, customText } from '../../../src/kinds/contacts/custom-values.ts';

describe('a text', () => {
  it('is kept as it stands', () => {
    for (const type of ['Text', 'Small text field'] as const)
      expect(customText(' 007\n ', type, 'Nivå')).toBe(' 007\n ');
  });

  it('of a small text field has 255 UTF-16 code units at most', () => {
    expect(customText('x'.repeat(255), 'Small text field', 'Nivå')).toBe('x'.repeat(255));
    expect(customText('😀'.repeat(127), 'Small text field', 'Nivå')).toBe('😀'.repeat(127));
    expect(customText('😀'.repeat(128), 'Small text field', 'Nivå')).toMatchObject({ code: 'custom-value-invalid' });
    expect(customText('x'.repeat(256), 'Small text field', 'Nivå')).toMatchObject({
      code: 'custom-value-invalid',
      column: 'Nivå',
      value: 'x'.repeat(256),
      message: `"${'x'.repeat(60)}…" in column Nivå has 256 characters; a small text field holds 255.`,
      suggestion: 'Shorten it in the file, or use a custom field of type Text.',
    });
    expect(customText('x'.repeat(256), 'Text', 'Nivå')).toBe('x'.repeat(256));
  });
});

describe('a number', () => {
  it.each([
    ['12', 12],
    ['0', 0],
    ['-0', 0],
    ['-12', -12],
    ['\u221212', -12],
    ['+12', 12],
    [' 12 ', 12],
    ['12.0', 12],
    ['12,0', 12],
    ['12.00', 12],
    ['1 234', 1234],
    ['1\u00a0234\u00a0567', 1234567],
    ['1\u202f234,00', 1234],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%j is %d', (text, value) => {
    expect(customNumber(text, 'Nivå')).toBe(value);
  });

  it.each([
    ['', 'is not a whole number'],
    ['12.5', 'is not a whole number'],
    ['12,000', 'is not a whole number'],
    ['1.234', 'is not a whole number'],
    ['1,234', 'is not a whole number'],
    ['12 34', 'is not a whole number'],
    ['0 123', 'is not a whole number'],
    ['12-', 'is not a whole number'],
    ['12 stk', 'is not a whole number'],
    ['0x1f', 'is not a whole number'],
    ['Infinity', 'is not a whole number'],
    ['4,79E+10', 'was rounded by a spreadsheet'],
    ['007', 'begins with a zero'],
    ['-007', 'begins with a zero'],
    ['00', 'begins with a zero'],
    ['9007199254740992', 'has more digits than a number can keep'],
  ])('%j %s', (text, what) => {
    const issue = customNumber(text, 'Nivå');
    expect(issue).toMatchObject({ code: 'custom-value-invalid', column: 'Nivå', value: text });
    expect((issue as { message: string }).message).toContain(`in column Nivå ${what}`);
  });

  it('what is read is what is written', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(customNumber(String(value), 'Nivå')).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = customNumber(text, 'Nivå');
        if (typeof value === 'number') expect(text.replace(/\D/g, '')).toContain(String(Math.abs(value)));
      }),
    );
  });
});
