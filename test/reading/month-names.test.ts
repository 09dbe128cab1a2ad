import { describe, expect, it } from 'vitest';
import { compileDatePattern } from '../../src/reading/date-pattern.ts';
import { monthOfName } from '../../src/reading/month-names.ts';
import { patternsFor } from '../../src/reading/suggest-date-pattern.ts';

const LANGUAGES = ['nb', 'nn', 'sv', 'da', 'de', 'de-AT', 'en-GB', 'en-US'];

describe('names of months', () => {
  it.each(LANGUAGES)('are those that %s writes, long and short', (language) => {
    for (const month of ['long', 'short'] as const) {
      const form = new Intl.DateTimeFormat(language, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });
      for (let number = 1; number <= 12; number++) {
        const parts = form.formatToParts(new Date(Date.UTC(2019, number - 1, 12)));
        const name = parts.find(({ type }) => type === 'month')!.value;
        expect(monthOfName(name), `${language}: ${name}`).toBe(number);
        const written = parts.map(({ value }) => value).join('');
        const iso = `2019-${String(number).padStart(2, '0')}-12`;
        const readings = patternsFor(written).map((pattern) => compileDatePattern(pattern).read(written));
        expect(readings, written).toContain(iso);
      }
    }
  });
});

describe('a pattern that is advised', () => {
  it.each([
    ['12-Dec-2019', ['d-MMM-yyyy']],
    ['5-des-19', ['d-MMM-yy']],
    ['Dec 12, 2019', ['MMM d, yyyy']],
    ['12. desember 2019', ['d. MMM yyyy']],
    ['12 mars 2019 10:30', ['d MMM yyyy HH:mm']],
    ['03/04/2026', ['d/M/yyyy', 'M/d/yyyy']],
    ['31/12/2026', ['d/M/yyyy']],
    ['20260131', ['yyyyMMdd']],
    ['den 3. mai 2026', ["'den' d. MMM yyyy"]],
    ['primo februar', []],
    ['29.02.2026', []],
    ['', []],
  ])('reads %s', (text, patterns) => {
    expect(patternsFor(text)).toEqual(patterns);
    for (const pattern of patterns) expect(compileDatePattern(pattern).read(text)).toBeDefined();
  });
});
