import { describe, expect, test } from 'vitest';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, REMARK_CODES, ROW_ISSUE_CODES } from '../../src/core/issue.ts';
import en from '../../src/web/text/issue-titles.en.ts';
import nb from '../../src/web/text/issue-titles.nb.ts';

const CODES = [...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES];
const FACTS = [
  {},
  { column: 'Konto' },
  { value: '3015' },
  { column: 'Konto', value: '3015' },
  { column: 'Konto', value: '' },
];

describe('titles of issues', () => {
  test.each(CODES)('%s has one in both languages, whatever the issue names', (code) => {
    for (const facts of FACTS) {
      const titles = [en[code](facts), nb[code](facts)];
      for (const title of titles) {
        expect(title).toMatch(/^\S.*[^\s.:]$/);
        expect(title).not.toMatch(/undefined| {2}|“”|«»/);
      }
      expect(titles[0]).not.toBe(titles[1]);
    }
  });

  test('they name the value and the column', () => {
    const unknown = { column: 'Konto', value: '3015' };
    expect(en['account-unknown'](unknown)).toBe('Account 3015 is unknown');
    expect(nb['account-unknown'](unknown)).toBe('Konto 3015 finnes ikke');
    const typo = { column: 'Beløp', value: '4 9O0,00' };
    expect(en['amount-invalid'](typo)).toBe('“4 9O0,00” in column Beløp is not a valid amount');
    expect(nb['amount-invalid'](typo)).toBe('«4 9O0,00» i kolonnen Beløp er ikke et gyldig beløp');
  });

  test('a long text is cut between letters, and stays on one line', () => {
    const title = en['date-invalid']({ value: `first\nsecond ${'😀'.repeat(200)}` });
    expect(title).toMatch(/^“first second 😀+…” is not a valid date$/u);
    expect(title.length).toBeLessThan(200);
  });
});
