import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { FileRejected, type Issue } from '../../src/core/issue.ts';
import { sheetRow } from '../../src/core/row-ranges.ts';
import { currencyMixed } from '../../src/reading/currency-issues.ts';
import { DATE_MEMO_TEXTS, DateInference, type DateOptions, dateHint } from '../../src/reading/infer-date-order.ts';
import { ReadAgain } from '../../src/tabular/table.ts';

interface Result {
  readonly dates?: (string | undefined)[];
  readonly order?: string | undefined;
  readonly issue?: Issue;
  /** How often the file was read. */
  readonly passes: number;
}

/** Reads the cells of one column, on lines from 2 on, until nothing is contradicted. */
function readFile(cells: readonly Cell[], options: Partial<DateOptions> = {}): Result {
  let hint: string | undefined;
  for (let passes = 1; passes < 5; passes++) {
    const inference = new DateInference({ column: 'Dato', formats: 'auto', hint, ...options });
    try {
      const dates = cells.map((cell, index) => {
        const date = inference.read(cell, index + 2);
        return typeof date === 'object' ? date.code : date;
      });
      return { dates, order: inference.finish(), passes };
    } catch (error) {
      if (error instanceof FileRejected) return { issue: error.issue, passes };
      if (!(error instanceof ReadAgain)) throw error;
      hint = error.hint[dateHint('Dato')];
      expect(hint).toMatch(/^(dmy|mdy)$/);
    }
  }
  throw new Error('read without end');
}

function readOne(cell: Cell, options: Partial<DateOptions> = {}): string | undefined {
  const { dates, issue } = readFile([cell], options);
  return issue?.code ?? dates?.[0];
}

const INVALID = 'date-invalid';
const RECEIVED = Date.parse('2026-02-03T12:00:00Z');
const ZONE = 'date-zone';
const AMBIGUOUS = 'date-ambiguous';

describe('the order that the whole file showed', () => {
  it('holds a date that only the other order reads, and no other', () => {
    const { dates, order } = readFile(['2/14/2026', '3/2/2026', '14/2/2026'], { known: 'dmy' });
    expect({ dates, order }).toEqual({ dates: [INVALID, '2026-02-03', '2026-02-14'], order: 'dmy' });
    const inference = new DateInference({ column: 'Dato', formats: 'auto', known: 'dmy' });
    expect(inference.read('2/14/2026', 2)).toMatchObject({
      message: expect.stringContaining('there is no such day with the day first, as in the rest of the file'),
    });
  });

  it('leaves no question open', () => {
    expect(readFile(['26-01-31', '26-01-30', '26-01-29', '1/2/2026'], { known: 'mdy' }).order).toBe('mdy');
  });
});

describe('dates that a program turned by the other order', () => {
  const cells = (...days: string[]): Cell[] => days.map((day) => ({ kind: 'date', iso: `${day}T00:00:00` }));
  const texts = ['13/01/2026', '25/01/2026', '31/01/2026'];
  // 3, 5 and 12 January.
  const turned = cells('2026-03-01', '2026-05-01', '2026-12-01');

  it('are refused, whichever order they were written in', () => {
    expect(readFile([...turned, ...texts]).issue).toMatchObject({
      code: 'date-mixed',
      variant: 'turned',
      value: '2026-03-01',
      suggestion: expect.stringContaining('file.dates in the job: [d/M/yyyy]'),
    });
    // No choice of an order makes them right.
    expect(readFile([...turned, ...texts]).issue).not.toHaveProperty('choices');
    const months = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
    const year = [...cells(...months.map((month) => `2026-${month}-05`)), ...months.map((month) => `20/${month}/2026`)];
    expect(readFile(year).issue?.code).toBe('date-mixed');
    expect(readFile([...turned, '1/13/2026', '1/25/2026', '1/31/2026']).issue?.code).toBe('date-mixed');
  });

  it.each<[string, Cell[]]>([
    ['two among many texts', [...cells('2026-05-01', '2026-02-01'), ...texts, '14/01/2026', '30/01/2026']],
    ['one among texts', [...cells('2026-05-01'), ...texts]],
    ['most beside one text', [...turned, ...texts.slice(0, 1)]],
  ])('are refused by the months of the texts: %s', (_, dates) => {
    expect(readFile(dates).issue).toMatchObject({ code: 'date-mixed', variant: 'turned' });
  });

  it.each<[string, Cell[]]>([
    ['a cell after the 12th', [...turned, ...cells('2026-01-20'), ...texts]],
    ['a text that is a date in both orders', [...turned, ...texts, '04/01/2026']],
    ['a text with points', [...turned, ...texts, '14.01.2026']],
    ['cells of the same month', [...cells('2026-01-02', '2026-01-05', '2026-01-09'), ...texts]],
    ['few of both', [...turned.slice(1, 2), ...texts.slice(1)]],
    ['few cells of another month', [...cells('2026-02-03'), '13/02/2026', '25/02/2026', '28/02/2026']],
    ['cells alone', turned],
  ])('are taken as they are with %s', (_, dates) => {
    expect(readFile(dates).issue).toBeUndefined();
  });

  it('are taken as they are where the job says how its texts are written', () => {
    expect(readFile([...turned, ...texts], { formats: ['d/M/yyyy'] }).dates).toEqual([
      '2026-03-01',
      '2026-05-01',
      '2026-12-01',
      '2026-01-13',
      '2026-01-25',
      '2026-01-31',
    ]);
  });
});

describe('a date', () => {
  it.each<[text: string, date: string | undefined]>([
    ['', undefined],
    [' \u00a0', undefined],
    // points: day first
    ['31.01.2026', '2026-01-31'],
    ['1.2.2026', '2026-02-01'],
    ['1.2.26', '2026-02-01'],
    ['01.02.69', '2069-02-01'],
    ['01.02.70', '1970-02-01'],
    ['01.13.2026', INVALID],
    ['31.02.2026', INVALID],
    ['29.02.2024', '2024-02-29'],
    ['29.02.2025', INVALID],
    ['29.02.2100', INVALID],
    ['29.02.2000', '2000-02-29'],
    ['00.01.2026', INVALID],
    ['01.00.2026', INVALID],
    [' 31.01.2026 ', '2026-01-31'],
    ['31.01.2026 12:00:00', '2026-01-31'],
    ['31.01.2026 12:00', '2026-01-31'],
    ['31.01.2026 25:00', INVALID],
    ['31.01.2026 x', INVALID],
    ['31.01.2026.', INVALID],
    ['31.01-2026', INVALID],
    ['31.01.026', INVALID],
    // year first: plain
    ['2026-01-31', '2026-01-31'],
    ['2026-02-01', '2026-02-01'],
    ['2026/02/01', '2026-02-01'],
    ['2026.02.01', '2026-02-01'],
    ['2026-2-1', '2026-02-01'],
    ['2026-31-01', INVALID],
    ['2026-02/01', INVALID],
    ['20260131', '2026-01-31'],
    ['20263101', INVALID],
    ['20260131120000', '2026-01-31'],
    ['20260131T120000Z', ZONE],
    ['2026-01-31T12:00:00', '2026-01-31'],
    ['2026-01-31T23:30:00-11:00', ZONE],
    ['2026-01-31T00:30:00.123+0100', ZONE],
    ['2026-01-31T12:00:00Z', ZONE],
    ['2018-02-25 12:34:56 +0000', ZONE],
    ['31.01.2026 12:00 UTC', ZONE],
    ['2026-01-31T12:00:00+15:00', INVALID],
    ['2026-01-31T23:59:59.999', '2026-01-31'],
    ['2026-01-31Z', '2026-01-31'],
    ['20260131+0100', '2026-01-31'],
    ['2026-01-31+01:00', '2026-01-31'],
    ['2026-01-31T12:60:00', INVALID],
    ['2026-01-31 and more', INVALID],
    // year last with / or -
    ['31/01/2026', '2026-01-31'],
    ['31-01-2026', '2026-01-31'],
    ['31-1-26', '2026-01-31'],
    ['01/31/2026', '2026-01-31'],
    ['1/31/2026 3:00:00 PM', '2026-01-31'],
    ['03/03/2026', '2026-03-03'],
    ['03/04/2026', AMBIGUOUS],
    ['3-4-26', AMBIGUOUS],
    ['03/04/2026 12:00', AMBIGUOUS],
    ['31/02/2026', INVALID],
    ['02/30/2026', INVALID],
    ['13/13/2026', INVALID],
    ['99-12-31', INVALID],
    // months by their names
    ['13. januar 2026', '2026-01-13'],
    ['13 jan 2026', '2026-01-13'],
    ['13.jan.26', '2026-01-13'],
    ['13.mai.2026', '2026-05-13'],
    ['13-Jan-26', '2026-01-13'],
    ['13/Jan/2026', '2026-01-13'],
    ['13JAN2026', '2026-01-13'],
    ['1. des. 2026', '2026-12-01'],
    ['1.\u00a0maj\u00a02026', '2026-05-01'],
    ['3. Ma\u0308rz 2026', '2026-03-03'],
    ['01-DEC-70', '1970-12-01'],
    ['Jan 13, 2026', '2026-01-13'],
    ['Jan. 13, 2026 3:00:00 PM', '2026-01-13'],
    ['January 3 26', '2026-01-03'],
    ['2026-Okt-03', '2026-10-03'],
    ['13. januar 2026 10:30', '2026-01-13'],
    ['13 Jan 2026 10:30:00 +0100', ZONE],
    ['31. februar 2026', INVALID],
    ['29 Feb 2025', INVALID],
    ['13. januar', INVALID],
    ['januar 2026', INVALID],
    ['mai 20 2', INVALID],
    ['13 jan 10:30', INVALID],
    ['13 jan 20265', INVALID],
    ['13 jan 2026 and more', INVALID],
    ['13 ja 2026', INVALID],
    ['13 foo 2026', INVALID],
    ['2026-13-Jan', INVALID],
    // years
    ['31.12.1899', INVALID],
    ['01.01.1900', '1900-01-01'],
    ['2199-12-31', '2199-12-31'],
    ['2200-01-01', INVALID],
    ['0026-01-31', INVALID],
    // day-month-year without separators is never taken for year-month-day
    ['31012026', INVALID],
    ['19122026', INVALID],
    ['20102010', INVALID],
    ['260131', INVALID],
    ['45322', INVALID],
    ['Sum', INVALID],
    ['2026', INVALID],
    ['٣١.٠١.٢٠٢٦', INVALID],
  ])('%j is %s', (text, date) => {
    expect(readOne(text)).toBe(date);
  });

  it('in ddMMyyyy is no date in yyyyMMdd, whichever day it is', () => {
    for (let day = Date.UTC(1900, 0, 1); day < Date.UTC(2200, 0, 1); day += 86_400_000) {
      const [year, month, date] = new Date(day).toISOString().slice(0, 10).split('-');
      const inference = new DateInference({ column: 'Dato', formats: 'auto' });
      if (typeof inference.read(`${date}${month}${year}`, 1) !== 'object') throw new Error(`${date}${month}${year}`);
    }
  });
});

describe('a time with its zone', () => {
  const OSLO = { timezone: 'Europe/Oslo' };

  it.each([
    // Winter is an hour before UTC, summer two.
    ['2026-01-31T22:59:59.999Z', '2026-01-31'],
    ['2026-01-31T23:00:00Z', '2026-02-01'],
    ['2026-06-30T21:59:59Z', '2026-06-30'],
    ['2026-06-30T22:00:00Z', '2026-07-01'],
    ['2026-01-31T00:30:00+02:00', '2026-01-30'],
    ['2026-01-31T00:30:00+0100', '2026-01-31'],
    ['2026-01-31T18:00:00-05', '2026-02-01'],
    ['20260131T230000Z', '2026-02-01'],
    ['20260131230000+0000', '2026-02-01'],
    ['20260131T2300Z', '2026-02-01'],
    ['31.01.2026 23:30 GMT', '2026-02-01'],
    ['01/31/2026 11:30 PM UTC', '2026-02-01'],
    ['01/31/2026 12:30 AM +0200', '2026-01-30'],
    ['2025-12-31T23:30:00Z', '2026-01-01'],
    // No time of day, or no zone: the day as it is written.
    ['2026-01-31Z', '2026-01-31'],
    ['2026-01-31-11:00', '2026-01-31'],
    ['2026-01-31T23:30:00', '2026-01-31'],
    ['31.01.2026', '2026-01-31'],
  ])('%s is on %s in Oslo', (text, day) => {
    expect(readOne(text, OSLO)).toBe(day);
  });

  it('is on another day in another place', () => {
    expect(readOne('2026-01-31T12:00:00Z', { timezone: 'Pacific/Auckland' })).toBe('2026-02-01');
    expect(readOne('2026-01-31T01:00:00Z', { timezone: 'America/New_York' })).toBe('2026-01-30');
    expect(readOne('2026-01-31T23:30:00Z', { timezone: 'UTC' })).toBe('2026-01-31');
  });

  it.each([
    ['2026-01-31T23:30:00Z', '2026-01-31 or 2026-02-01'],
    ['2026-01-31T00:30:00+01:00', '2026-01-30 or 2026-01-31'],
    ['2026-01-31T11:00:00Z', '2026-01-30 or 2026-01-31 or 2026-02-01'],
  ])('%s is asked about where the job names no place', (text, days) => {
    expect(new DateInference({ column: 'Dato', formats: 'auto' }).read(text, 2)).toMatchObject({
      code: 'date-zone',
      column: 'Dato',
      value: text,
      message: `"${text}" in column Dato is a time with its time zone: its day is ${days}, depending on the place.`,
      suggestion: 'Name the time zone whose calendar counts in the job (file.timezone: Europe/Oslo).',
    });
  });

  it('shows the order of day and month as it is written, and is asked about by patterns that read it', () => {
    expect(readFile(['03/04/2026 23:30 Z', '31/01/2026 23:30 Z'], OSLO)).toMatchObject({
      order: 'dmy',
      dates: ['2026-04-04', '2026-02-01'],
    });
    for (const [text, day] of [
      ['03/04/2026 23:30Z', '2026-04-04'],
      ['3-4-26 23:30:00 +00:00', '2026-04-04'],
    ] as const) {
      const [pattern] = /(?<=\[).+?(?=\])/.exec(readFile([text], OSLO).issue!.suggestion!)!;
      expect(readOne(text, { ...OSLO, formats: [pattern] })).toBe(day);
    }
  });

  it('is no day of the calendar beyond its last year', () => {
    expect(readOne('2199-12-31T23:30:00Z', OSLO)).toBe(INVALID);
  });

  it.each([
    ['yyyy-MM-ddTHH:mm:ssX', '2026-01-31T23:30:00Z', '2026-02-01'],
    ['yyyy-MM-ddTHH:mm:ssX', '2026-01-31T23:30:00+01:00', '2026-01-31'],
    ['dd.MM.yyyy HH:mm X', '31.01.2026 00:30 +0200', '2026-01-30'],
    ["yyyy-MM-ddTHH:mm:ss'Z'", '2026-01-31T23:30:00Z', '2026-02-01'],
    ["yyyy-MM-ddTHH:mm:ss.000'Z'", '2026-01-31T23:30:00.000Z', '2026-02-01'],
    ['yyyy-MM-dd HH:mm:ss +00:00', '2026-01-31 23:30:00 +00:00', '2026-02-01'],
    ["HH:mm 'UTC' dd.MM.yyyy", '23:30 UTC 31.01.2026', '2026-02-01'],
  ])('by the pattern %s reads %s as %s in Oslo, and is asked about without a place', (pattern, text, day) => {
    expect(readOne(text, { ...OSLO, formats: [pattern] })).toBe(day);
    expect(readOne(text, { formats: [pattern] })).toBe(ZONE);
  });

  it.each([
    ['dd.MM.yyyy X', '31.01.2026 +02:00', '2026-01-31'],
    ['yyyy-MM-ddTHH:mm:ss', '2026-01-31T23:30:00', '2026-01-31'],
    ['HH:mm-dd-MM-yyyy', '23:30-31-01-2026', '2026-01-31'],
  ])('the pattern %s has no time with a zone: %s is %s anywhere', (pattern, text, day) => {
    expect(readOne(text, { ...OSLO, formats: [pattern] })).toBe(day);
    expect(readOne(text, { formats: [pattern] })).toBe(day);
  });

  it('is the day that the place has, whatever the zone it is written in', () => {
    const instants = fc.integer({ min: Date.UTC(1971, 0, 1) / 60_000, max: Date.UTC(2100, 0, 1) / 60_000 });
    const zones = fc.constantFrom('Europe/Oslo', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC');
    fc.assert(
      fc.property(instants, zones, fc.integer({ min: -12 * 60, max: 14 * 60 }), (minute, timezone, offset) => {
        const there = new Date((minute + offset) * 60_000).toISOString().slice(0, 19);
        const sign = offset < 0 ? '-' : '+';
        const digits = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, '0');
        const text = `${there}${sign}${digits(offset / 60)}:${digits(offset % 60)}`;
        const day = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(
          minute * 60_000,
        );
        expect(readOne(text, { timezone })).toBe(day);
        const asked = new DateInference({ column: 'Dato', formats: 'auto' }).read(text, 2) as Issue;
        expect(asked.message).toContain(day);
      }),
      { numRuns: 300 },
    );
  });
});

describe('cells of a workbook', () => {
  it.each<[cell: Cell, epoch1904: boolean, date: string]>([
    [{ kind: 'date', iso: '2026-01-31' }, false, '2026-01-31'],
    [{ kind: 'date', iso: '2026-01-31T23:59:59' }, false, '2026-01-31'],
    [{ kind: 'date', iso: '1899-12-31' }, false, INVALID],
    [{ kind: 'error', text: '#N/A' }, false, 'cell-error'],
    [true, false, INVALID],
    [20260131, false, '2026-01-31'],
    [20261331, false, INVALID],
    [20260131.5, false, INVALID],
    [45322, false, '2024-01-31'],
    [45322.999, false, '2024-01-31'],
    [45322.99999999999, false, '2024-02-01'],
    [43860, true, '2024-01-31'],
    [29221, false, '1980-01-01'],
    [29220.9, false, INVALID],
    [65745, false, '2079-12-31'],
    [65746, false, INVALID],
    [27759, true, '1980-01-01'],
    [2026, false, INVALID],
    [0, false, INVALID],
    [-45322, false, INVALID],
    [310126, false, INVALID],
    [Number.NaN, false, INVALID],
    [1e300, false, INVALID],
  ])('%j (1904: %s) is %s', (cell, epoch1904, date) => {
    expect(readOne(cell, { epoch1904 })).toBe(date);
  });

  it('are dates whatever the patterns say, and keep out of their way', () => {
    const formats = ['dd.MM.yyyy'];
    expect(readFile([{ kind: 'date', iso: '2026-01-31' }, '2026-01-31', 45322], { formats }).dates).toEqual([
      '2026-01-31',
      INVALID,
      '2024-01-31',
    ]);
  });

  it('get back the leading zero that a number can not have', () => {
    expect(readOne(1022026, { formats: ['ddMMyyyy'] })).toBe('2026-02-01');
    expect(readOne(31012026, { formats: ['ddMMyyyy'] })).toBe('2026-01-31');
    expect(readOne(50126, { formats: ['ddMMyy'] })).toBe('2026-01-05');
  });
});

describe('a month by its name', () => {
  const NAMED = ['3. januar 2026', '03-Apr-26'];

  it('shows no order, and stands in the way of none', () => {
    expect(readFile([...NAMED, '03/04/2026']).issue?.code).toBe(AMBIGUOUS);
    const { dates, order } = readFile(['03/04/2026', ...NAMED, '01/31/2026', '01.02.2026']);
    expect(dates).toEqual(['2026-03-04', '2026-01-03', '2026-04-03', '2026-01-31', '2026-02-01']);
    expect(order).toBe('mdy');
    expect(readFile([...NAMED, '01.31.2026', '01.05.2026']).issue?.code).toBe(AMBIGUOUS);
  });

  it('is not read where the job names other patterns', () => {
    expect(readFile(NAMED, { formats: ['d. MMMM yyyy'] }).dates).toEqual(['2026-01-03', INVALID]);
  });

  it('has its year behind it, unless only a year in front would be near', () => {
    const received = { receivedAt: RECEIVED };
    expect(readFile(['20-Jan-26', '25-Jan-26'], received).dates).toEqual(['2026-01-20', '2026-01-25']);
    expect(readOne('25-Jan-26', received)).toBe('2026-01-25');
    const { issue } = readFile(['26-Jan-12 10:30', '25.des.13 10:30'], received);
    expect(issue?.code).toBe(AMBIGUOUS);
    expect(issue?.choices).toEqual([
      { value: 'd-MMM-yy HH:mm', means: '2012-01-26' },
      { value: 'yy-MMM-d HH:mm', means: '2026-01-12' },
    ]);
    for (const { value, means } of issue!.choices!) expect(readOne(issue!.value!, { formats: [value] })).toBe(means);
  });
});

describe('an order that the dates themselves contradict', () => {
  it.each<[string, string[], pattern: string, other: string]>([
    ['month first with points', ['01.31.2026', '01.05.2026', '02.03.2026'], 'd.M.yyyy', 'M.d.yyyy'],
    ['two digits of the year', ['01.31.26', '01.05.26', '02.03.26'], 'd.M.yy', 'M.d.yy'],
    ['day behind the year', ['2026-31-01', '2026-05-01', '2026-03-02'], 'yyyy-M-d', 'yyyy-d-M'],
    ['at the end', ['2026/05/01 10:00', '2026/31/01 10:00'], 'yyyy/M/d HH:mm', 'yyyy/d/M HH:mm'],
    ['as many as agree', ['01.05.2026', '31.01.2026', '01.31.2026'], 'd.M.yyyy', 'M.d.yyyy'],
  ])('is asked about: %s', (_, texts, pattern, other) => {
    const { issue } = readFile(texts);
    expect(issue?.code).toBe(AMBIGUOUS);
    expect(issue?.choices?.map(({ value }) => value)).toEqual([pattern, other]);
    for (const { value, means } of issue!.choices!) expect(readOne(issue!.value!, { formats: [value] })).toBe(means);
  });

  it.each<[string, string[]]>([
    ['a slip of the pen', ['01.05.2026', '31.01.2026', '30.01.2026', '01.31.2026']],
    ['a date that is none in either order', ['01.05.2026', '31.02.2026']],
    ['no date that both orders read', ['05.05.2026', '01.31.2026']],
    ['a slip in another form', ['01.05.2026', '2026-31-01']],
  ])('holds only the date that is none: %s', (_, texts) => {
    const { dates } = readFile(texts);
    expect(dates?.filter((date) => date === INVALID)).toHaveLength(1);
  });

  it('is asked about once, by the whole file', () => {
    expect(readFile(['01.31.2026', '01.05.2026'], { isPart: true }).dates).toEqual([INVALID, '2026-05-01']);
  });
});

describe('a number that lost the zero of its day', () => {
  it('is held where it would be a day far away, with the pattern that reads it', () => {
    const problem = new DateInference({ column: 'Dato', formats: 'auto', receivedAt: RECEIVED }).read(50126, 2);
    expect(problem).toMatchObject({ code: INVALID, value: '50126', suggestion: expect.stringContaining('[ddMMyy]') });
    expect(readOne(50126, { formats: ['ddMMyy'], receivedAt: RECEIVED })).toBe('2026-01-05');
  });

  it('is a day of a workbook where that is near, or the digits are no date', () => {
    for (const days of [46050, 45322, 50399]) expect(readOne(days, { receivedAt: RECEIVED })).toMatch(/^20/);
    expect(readOne(50126, { receivedAt: Date.parse('2037-01-01') })).toBe('2037-03-27');
  });
});

it('names sheet and row where several sheets are read', () => {
  const asked = (cells: readonly string[]): Issue => {
    const inference = new DateInference({ column: 'Dato', formats: 'auto', place: 'row' });
    try {
      for (const [at, cell] of cells.entries()) inference.read(cell, sheetRow(2, at + 5));
      inference.finish();
    } catch (error) {
      return (error as FileRejected).issue;
    }
    throw new Error('nothing is asked');
  };
  expect(asked(['03/04/2026'])).toMatchObject({ code: AMBIGUOUS, facts: { row: 'sheet2!5' } });
  expect(asked(['31/01/2026', '01/31/2026'])).toMatchObject({ code: 'date-mixed', facts: { row: 'sheet2!6' } });
  const found = ['EUR', 'SEK'].map(
    (code) => ({ code, by: 'cell', column: 'Beløp', word: code, row: sheetRow(2, 5) }) as const,
  );
  const { message, facts } = currencyMixed(found, 'NOK', 'main', 'row');
  expect(message).toContain('EUR (column Beløp, row sheet2!5)');
  expect(facts!['currencies']).toEqual(['EUR (sheet2!5)', 'SEK (sheet2!5)']);
});

describe('the order of day and month', () => {
  it.each([
    ['31/01/2026', 'dmy'],
    ['31-01-26', 'dmy'],
    ['01/31/2026', 'mdy'],
    ['1-31-26 12:00', 'mdy'],
  ])('is shown by %s', (evidence, order) => {
    const expected = order === 'dmy' ? '2026-04-03' : '2026-03-04';
    for (const cells of [
      [evidence, '03/04/2026'],
      ['03/04/2026', '05/05/2026', evidence],
    ]) {
      const result = readFile(cells);
      expect(result.order).toBe(order);
      expect(result.dates).toContain(expected);
    }
  });

  it('is asked about with both readings and the patterns to choose from', () => {
    expect(readFile(['05/05/2026', '03/04/2026', '2026-01-31', '31.01.2026']).issue).toMatchObject({
      code: AMBIGUOUS,
      column: 'Dato',
      value: '03/04/2026',
      message:
        '"03/04/2026" (column Dato, line 3) can be 2026-04-03 or 2026-03-04, and nothing in the column shows which.',
      suggestion:
        'Set file.dates in the job: [d/M/yyyy] if it is 2026-04-03, [M/d/yyyy] if it is 2026-03-04; ' +
        'list the patterns of the other dates in the column with it.',
      choices: [
        { value: 'd/M/yyyy', means: '2026-04-03' },
        { value: 'M/d/yyyy', means: '2026-03-04' },
      ],
    });
    expect(readFile(['05/05/2026', '03/04/2026']).issue?.suggestion).toMatch(/if it is 2026-03-04\.$/);
  });

  it('is answered by the patterns that the question names', () => {
    for (const text of ['03/04/2026', '3-4-26', '03/04/2026 12:00', '3/4/2026 12:00:00']) {
      const { suggestion } = readFile([text]).issue!;
      const [day, month] = [...suggestion!.matchAll(/\[(.+?)\] if it is ([\d-]+)/g)];
      expect(readOne(text, { formats: [day![1]!] })).toBe(day![2]);
      expect(readOne(text, { formats: [month![1]!] })).toBe(month![2]);
      expect([day![2], month![2]]).toEqual(['2026-04-03', '2026-03-04']);
    }
  });

  it('is refused where both stand in one column', () => {
    for (const cells of [
      ['31/01/2026', '01/31/2026'],
      ['01/31/2026', '31/01/2026'],
      ['03/04/2026', '01/31/2026', '31/01/2026'],
    ]) {
      expect(readFile(cells).issue?.code).toBe('date-mixed');
    }
    expect(readFile(['01/31/2026', '31-01-2026']).issue?.message).toBe(
      '"31-01-2026" (column Dato, line 3) has the day first and "01/31/2026" (column Dato, line 2) has the month ' +
        'first; a column has one order.',
    );
  });

  it('is not shown by days that do not exist, and not needed where it makes no difference', () => {
    expect(readFile(['31/02/2026', '05/05/2026', '', '2026-02-01'])).toEqual({
      dates: [INVALID, '2026-05-05', undefined, '2026-02-01'],
      order: undefined,
      passes: 1,
    });
  });

  it('takes a second reading only where something was read otherwise', () => {
    expect(readFile(['01/31/2026', '03/04/2026']).passes).toBe(1);
    expect(readFile(['03/04/2026', '31/01/2026']).passes).toBe(1);
    expect(readFile(['03/04/2026', '01/31/2026'])).toEqual({
      dates: ['2026-03-04', '2026-01-31'],
      order: 'mdy',
      passes: 2,
    });
  });

  it('is asked about where the year seems to stand first: one first number, many last ones', () => {
    const { issue } = readFile(['26-01-05', '26-01-06', '26-02-28']);
    expect(issue).toMatchObject({ code: AMBIGUOUS, value: '26-01-05' });
    expect(issue?.message).toContain('can be 2005-01-26 or 2026-01-05');
    expect(issue?.suggestion).toContain('[yy-M-d] if it is 2026-01-05');
    expect(readOne('26-01-05', { formats: ['yy-M-d'] })).toBe('2026-01-05');
    expect(readFile(['05-01-26', '06-01-26', '28-02-26']).dates).toEqual(['2026-01-05', '2026-01-06', '2026-02-28']);
  });

  it.each<[string, string[]]>([
    ['over New Year', ['25-12-30', '26-01-20', '26-01-21']],
    ['in two rows', ['25-12-30', '26-01-20']],
    ['in one row', ['26-01-20']],
    ['where both are of these years', ['25-01-26']],
    ['with strokes', ['25/12/30', '26/01/20']],
    ['with points, where the day first is far away', ['25.12.30', '26.01.20', '26.01.21']],
  ])('is asked about where the year may stand first %s', (_, texts) => {
    const { issue } = readFile(texts, { receivedAt: RECEIVED });
    expect(issue).toMatchObject({ code: AMBIGUOUS, column: 'Dato', value: texts[0] });
    for (const { value, means } of issue!.choices!) expect(readOne(texts[0]!, { formats: [value] })).toBe(means);
    expect(issue!.choices![1]!.means).toBe(`20${texts[0]!.replaceAll(/\D/g, '-')}`);
  });

  it.each<[string, string[]]>([
    ['dates of these years', ['30-12-25', '20-01-26', '21-01-26']],
    ['one day', ['31-01-26', '31-01-26']],
    ['one day with points', ['25.01.26']],
    ['two days with points', ['24.12.25', '25.01.26']],
    ['days that follow each other', ['25-01-26', '26-01-26']],
    ['an old file', ['01-02-13', '28-02-13']],
    ['a year in full beside them', ['20-01-26', '21-01-2026']],
    ['a day that is no month', ['20-01-26', '26-01-31', '31-01-35']],
  ])('has the day first in %s', (_, texts) => {
    expect(readFile(texts, { receivedAt: RECEIVED }).issue).toBeUndefined();
  });

  it('was decided by the whole file: a part of it asks nothing more', () => {
    expect(readFile(['25.12.30'], { receivedAt: RECEIVED, isPart: true }).dates).toEqual(['2030-12-25']);
  });

  it('comes back for any column of any order, or with a question', () => {
    const day = fc.integer({ min: Date.UTC(1970, 0, 1) / 86_400_000, max: Date.UTC(2069, 11, 31) / 86_400_000 });
    const style = fc.record({
      order: fc.constantFrom('dmy', 'mdy', 'ymd'),
      separator: fc.constantFrom('/', '-', '.'),
      padded: fc.boolean(),
      short: fc.boolean(),
      tail: fc.constantFrom('', ' 12:00', ' 09:30:15'),
    });
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 8 }), style, (days, { order, separator, ...rest }) => {
        fc.pre(order !== 'mdy' || separator !== '.');
        const isos = days.map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));
        const texts = isos.map((iso) => {
          const [y, m, d] = iso.split('-') as [string, string, string];
          const year = rest.short && order !== 'ymd' ? y.slice(2) : y;
          const [month, date] = rest.padded ? [m, d] : [String(Number(m)), String(Number(d))];
          const parts =
            order === 'dmy' ? [date, month, year] : order === 'mdy' ? [month, date, year] : [y, month, date];
          return parts.join(separator) + rest.tail;
        });
        const result = readFile(texts);
        if (result.issue === undefined) expect(result.dates).toEqual(isos);
        else expect(result.issue.code).toBe(AMBIGUOUS);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('any text', () => {
  it('is refused, or a day that exists and whose numbers it holds', () => {
    const pieces = fc.constantFrom(
      '0',
      '1',
      '2',
      '3',
      '9',
      '12',
      '26',
      '31',
      '2026',
      '.',
      '/',
      '-',
      ' ',
      'T',
      ':',
      'Z',
    );
    const text = fc.array(pieces, { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (value) => {
        const date = readOne(value);
        if (date === undefined || !/^\d/.test(date)) return;
        const [year, month, day] = date.split('-').map(Number) as [number, number, number];
        const exact = new Date(Date.UTC(year, month - 1, day));
        expect(exact.toISOString().slice(0, 10)).toBe(date);
        for (const number of [year % 100, month, day]) expect(value).toContain(String(number));
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('a problem', () => {
  it('names value, column, expectation and remedy', () => {
    const inference = new DateInference({ column: 'Dato', formats: 'auto' });
    expect(inference.read('31. januar', 2)).toMatchObject({
      code: INVALID,
      column: 'Dato',
      value: '31. januar',
      message: '"31. januar" in column Dato is not a valid date; expected is 31.01.2026, 2026-01-31 or 31/01/2026.',
      suggestion: 'Correct it in the file.',
    });
    expect(inference.read('den 31. januar 2026', 2)).toMatchObject({
      suggestion:
        "Correct it in the file, or say in the job how it is written: file.dates: ['den' d. MMM yyyy], with the patterns of the other dates in the column behind it.",
    });
    expect(inference.read('31.02.2026', 2)).toMatchObject({
      message: '"31.02.2026" in column Dato is not a valid date: there is no such day.',
    });
  });
});

it('remembers texts in bounded memory, and still knows them right', () => {
  const inference = new DateInference({ column: 'Dato', formats: 'auto' });
  for (let round = 0; round < 2; round++) {
    for (let minute = 0; minute < DATE_MEMO_TEXTS * 1.5; minute++) {
      const iso = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString().slice(0, 19);
      if (inference.read(iso, minute) !== iso.slice(0, 10)) throw new Error(iso);
    }
  }
});
