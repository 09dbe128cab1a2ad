import { expect, test } from 'vitest';
import { quoteName, visibleText } from '../../src/core/text.ts';

test('a name that turns the direction of writing is quoted with what turns it', () => {
  expect(quoteName('april \u202Evsc.exe')).toBe('"april \\u202evsc.exe"');
  expect(JSON.parse(quoteName('a\u2066b\u2069"\n'))).toBe('a\u2066b\u2069"\n');
});

test('on a terminal what would be obeyed stands as a sign', () => {
  expect(visibleText('a\u001b[31m\u202Eb\u061c\u007f')).toBe('a␛[31m\ufffdb\ufffd␡');
});
