import { describe, expect, test } from 'vitest';
import { DATE, NOT_DATE, SHOWN_NEGATIVE, serialDates, TIME } from '../../src/tabular/xlsx/cell-value.ts';
import { builtInKind, cellFormat, formatKind } from '../../src/tabular/xlsx/styles.ts';

describe('number formats', () => {
  test.each([
    'dd.mm.yyyy',
    'yyyy-mm-dd;@',
    'd/m/yy h:mm',
    'mmm\\-yy',
    'mmmm',
    '[$-409]d\\-mmm\\-yy;@',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '[$-414]d. mmmm yyyy',
    'm/d/yyyy\\ h:mm\\ AM/PM',
    'YYYY/MM/DD',
    'ggge"年"m"月"d"日"',
    '[$-411]ge',
    'yyyy\\-mm\\-dd\\Thh:mm:ss.000',
    'General;dd.mm.yyyy',
    '[Red]dd.mm',
    'd',
    'bbbb',
    '[<1]hh:mm;dd.mm.yyyy',
  ])('%s is a date', (code) => expect(formatKind(code)).toBe(DATE));

  test.each(['hh:mm', 'h:mm:ss AM/PM', 'mm:ss.0', 'ss,00', 'h"t"'])('%s is a time', (code) =>
    expect(formatKind(code)).toBe(TIME),
  );

  test.each([
    'General',
    'GENERAL',
    '0',
    '0.00',
    '#,##0.00',
    '0.00E+00',
    '##0.0E-0',
    '@',
    '',
    '0%',
    '# ?/?',
    '[h]:mm',
    '[mm]:ss',
    '[ss]',
    '0.00"d"',
    '0.00\\d',
    '#,##0\\ "kr"',
    '[$kr-414]\\ #,##0.00',
    '[Red]-0',
    '_-* #,##0.00\\ _D_M_-',
    '#,##0_d',
    '*y0',
    '0 stk',
    '"dd.mm.yyyy"',
    '[Yellow]0;[Magenta]0',
    '[>=100]0;0.0',
    '"unclosed d',
    '0;-0;;@',
    '[$USD] 0',
    '#,##0 "h/m"',
    '0 EUR',
  ])('%s is no date', (code) => expect(formatKind(code)).toBe(NOT_DATE));

  test.each(['00', '000', '00000000', '0'.repeat(255)])('%s shows leading zeros', (code) =>
    expect(cellFormat(code)).toBe(code),
  );

  test.each([
    ['000000\\ 00000', 11],
    ['000-000', 6],
    ['0000;-0000', 4],
    ['0000_)', 4],
    ['[$-414]0000', 4],
    ['[Red]00', 2],
  ])('%s shows leading zeros, without what stands between them', (code, zeros) =>
    expect(cellFormat(code)).toBe('0'.repeat(zeros)),
  );

  test.each(['"-"#,##0.00', '(#,##0.00)', '\\-0', '-0;0', '("kr "0)', '"("0.00")"'])(
    '%s shows a minus that is none',
    (code) => expect(cellFormat(code)).toBe(SHOWN_NEGATIVE),
  );

  test.each([
    '#,##0.00;-#,##0.00',
    '_(* #,##0.00_);_(* \\(#,##0.00\\)',
    '0.00;(0.00)',
    '0-0.00',
    '(000) 000-0000',
    '[<0]-0;0',
  ])('%s shows a minus only of what is negative', (code) => expect(cellFormat(code)).toBe(NOT_DATE));

  test.each(['', '0', '#00', '00.00', '"A"000', '00%', '@', '0'.repeat(256)])(
    '%s shows none, or more than zeros',
    (code) => expect(cellFormat(code)).toBe(NOT_DATE),
  );

  test('dates and times are cell formats, too', () => {
    expect([cellFormat('dd.mm.yyyy'), cellFormat('hh:mm')]).toEqual([DATE, TIME]);
  });

  test('built-in formats', () => {
    const kinds = (kind: number) => Array.from({ length: 60 }, (_, id) => id).filter((id) => builtInKind(id) === kind);
    expect(kinds(DATE)).toEqual([
      14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
    ]);
    expect(kinds(TIME)).toEqual([18, 19, 20, 21, 45, 47]);
  });
});

describe('serial numbers', () => {
  const since1900 = serialDates(false);
  const since1904 = serialDates(true);

  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [46023, '2026-01-01'],
    [46023.5, '2026-01-01T12:00:00'],
    [46023.9999999, '2026-01-01T23:59:59'],
    [46023.99999998843, '2026-01-01T23:59:59'],
    [46023.49999999, '2026-01-01T12:00:00'],
    // What reckoning leaves beyond the digits that a workbook carries is no time of day.
    [46023.99999999999, '2026-01-02'],
    [59.9999999, '1900-02-28T23:59:59'],
    [2958465.9999999, '9999-12-31T23:59:59'],
    [46023.00001157407, '2026-01-01T00:00:01'],
    [2958465, '9999-12-31'],
    [2958465.999, '9999-12-31T23:58:34'],
  ])('%d counted from 1900 is %s', (serial, iso) => expect(since1900(serial, DATE)).toEqual({ kind: 'date', iso }));

  test.each([0, 0.5, 0.999, -1, 60, 60.25, 2958466, 1e9, 1e300])('%d counted from 1900 is no day', (serial) => {
    expect(since1900(serial, DATE)).toBeUndefined();
    expect(since1900(serial, TIME)).toBeUndefined();
  });

  test('counted from 1904', () => {
    expect(since1904(0, DATE)).toEqual({ kind: 'date', iso: '1904-01-01' });
    expect(since1904(60, DATE)).toEqual({ kind: 'date', iso: '1904-03-01' });
    expect(since1904(2957003, DATE)).toEqual({ kind: 'date', iso: '9999-12-31' });
    expect([since1904(0.25, TIME), since1904(-1, DATE), since1904(2957004, DATE)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
