import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/issue.ts';
import { compileDatePattern, explainDatePattern } from '../../src/reading/date-pattern.ts';
import { DateInference } from '../../src/reading/infer-date-order.ts';

const read = (pattern: string, text: string) => compileDatePattern(pattern).read(text);

describe('a date pattern', () => {
  it.each<[pattern: string, text: string, date: string | undefined]>([
    ['dd.MM.yyyy', '31.01.2026', '2026-01-31'],
    ['dd.MM.yyyy', '1.1.2026', undefined],
    ['dd.MM.yyyy', '31x01x2026', undefined],
    ['dd.MM.yyyy', '31.02.2026', undefined],
    ['dd.MM.yyyy', '31.01.2026 12:00', undefined],
    ['d.M.yyyy', '1.1.2026', '2026-01-01'],
    ['d.M.yyyy', '01.01.2026', '2026-01-01'],
    ['d.M.yy', '1.1.26', '2026-01-01'],
    ['d.M.yy', '1.1.2026', undefined],
    ['yyyyMMdd', '20260131', '2026-01-31'],
    ['ddMMyy', '310126', '2026-01-31'],
    ['ddMMyyyy', '31012026', '2026-01-31'],
    ['MM/dd/yyyy', '01/31/2026', '2026-01-31'],
    ['yyyy-MM-dd HH:mm:ss', '2026-01-31 12:00:00', '2026-01-31'],
    ['yyyy-MM-dd HH:mm:ss', '2026-01-31 24:00:00', undefined],
    ['yyyy-MM-ddTHH:mm', '2026-01-31T12:00', '2026-01-31'],
    ["dd. MMMM 'år' yyyy", '31. januar år 2026', '2026-01-31'],
    ['dd MMM yyyy', '31 Jan 2026', '2026-01-31'],
    ['dd MMM yyyy', '31 jan. 2026', '2026-01-31'],
    ['d. MMMM yyyy', '1. desember 2026', '2026-12-01'],
    ['dd-MMM-yy', '01-NOV-26', '2026-11-01'],
    ['d MMM yyyy', '1 mai 2026', '2026-05-01'],
    ['d MMM yyyy', '1 maj 2026', '2026-05-01'],
    ['d MMMM yyyy', '1 März 2026', '2026-03-01'],
    ['d MMMM yyyy', '1 Ma\u0308rz 2026', '2026-03-01'],
    ['d MMMM yyyy', '1 augusti 2026', '2026-08-01'],
    ['d MMM yyyy', '1 okt 2026', '2026-10-01'],
    ['d MMM yyyy', '1 Dez. 2026', '2026-12-01'],
    ['d MMM yyyy', '1 foo 2026', undefined],
    ['MMMM d, yyyy', 'January 31, 2026', '2026-01-31'],
    ['dd MMM yyyy', '31\u00a0Jan\u00a02026', '2026-01-31'],
    ['dd.MM.yyyy', '31.01.1899', undefined],
    ['[dd](MM)+yyyy', '[31](01)+2026', '2026-01-31'],
  ])('%s reads %j as %s', (pattern, text, date) => {
    expect(read(pattern, text)).toBe(date);
  });

  it.each([
    ['DD.MM.YYYY', '"DD", which means nothing. Days are d or dd'],
    ['dd.mm.yyyy', 'has no month'],
    ['dd.MM', 'has no year'],
    ['HH:mm', 'has no year and no month and no day'],
    ['dd.MM.yyyy dd', 'names the day twice'],
    ['dd MM MMM yyyy', 'names the month twice'],
    ['dMyyyy', "can't be told apart"],
    ['yyyyMd', "can't be told apart"],
    ['ddd.MM.yyyy', '"ddd", which means nothing'],
    ['', 'has no year'],
    [`dd.MM.yyyy${' '.repeat(100)}`, 'longer than'],
  ])('%s is refused', (pattern, reason) => {
    expect(explainDatePattern(pattern)).toContain(reason);
    expect(() => compileDatePattern(pattern)).toThrow(UsageError);
    expect(() => new DateInference({ column: 'Dato', formats: [pattern] })).toThrow(reason);
  });

  it('reads what Intl writes in each of the five languages', () => {
    const languages = fc.constantFrom('en', 'nb', 'sv', 'da', 'de');
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(languages, fc.constantFrom('short', 'long'), day, (language, width, date) => {
        const month = new Intl.DateTimeFormat(language, { month: width, day: 'numeric', timeZone: 'UTC' })
          .formatToParts(date)
          .find((part) => part.type === 'month')!.value;
        const text = `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
        expect(read(width === 'short' ? 'd MMM yyyy' : 'd MMMM yyyy', text)).toBe(date.toISOString().slice(0, 10));
      }),
      { numRuns: 500 },
    );
  });

  it('counts in the order of the list: the first that fits', () => {
    const inference = new DateInference({ column: 'Dato', formats: ['dd/MM/yy', 'MM/dd/yy', 'yyyyMMdd'] });
    expect(inference.read('03/04/26', 2)).toBe('2026-04-03');
    expect(inference.read('01/31/26', 3)).toBe('2026-01-31');
    expect(inference.read(' 20260131 ', 4)).toBe('2026-01-31');
    expect(inference.read('2026-01-31', 5)).toMatchObject({
      code: 'date-invalid',
      message: '"2026-01-31" in column Dato is not a valid date; expected is dd/MM/yy or MM/dd/yy or yyyyMMdd.',
    });
    expect(inference.finish()).toBe(undefined);
  });
});
