import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from '../../src/core/canonical-text.ts';

test.each<[string, string, string]>([
  ['CRLF', 'Husleie\r\njanuar', 'Husleie januar'],
  ['LF', 'Husleie\njanuar', 'Husleie januar'],
  ['a tab', 'Husleie\tjanuar', 'Husleie januar'],
  ['several blanks', 'Husleie   januar', 'Husleie januar'],
  ['blanks at the ends', '  Husleie januar ', 'Husleie januar'],
  ['a no-break space', 'Husleie\u00a0januar', 'Husleie januar'],
  ['a narrow no-break space', '1\u202f000', '1 000'],
  ['line and paragraph separators', 'a\u2028b\u2029c\u0085d', 'a b c d'],
  ['a mixture', '\ufeff a \u00a0\r\n\u3000 b\v', 'a b'],
  ['NFD', 'Bla\u030abær', 'Bl\u00e5bær'],
  ['NFD where nothing else is wrong', 'e\u0301', '\u00e9'],
  ['nothing but white space', ' \n\u00a0', ''],
  ['nothing', '', ''],
])('%s', (_, text, canonical) => {
  expect(canonicalText(text)).toBe(canonical);
});

describe('for any text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u0301',
      '\u030a',
      'a',
      'e',
      'Å',
      '\u212b',
      'æ',
      '😀',
      '\ud800',
    ),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  test('what comes out is canonical, and stays as it is', () => {
    fc.assert(
      fc.property(text, (any) => {
        const canonical = canonicalText(any);
        expect(canonicalText(canonical)).toBe(canonical);
        expect(canonical.normalize('NFC')).toBe(canonical);
        expect(canonical).not.toMatch(/^\s|\s$|\s\s|[^\S ]/);
      }),
      { numRuns: 3_000 },
    );
  });

  test('the short way comes to the same as the long one', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(canonicalText(any)).toBe(
          any
            .normalize('NFC')
            .replace(/[\s\u0085]+/g, ' ')
            .trim(),
        );
      }),
      { numRuns: 3_000 },
    );
  });
});
