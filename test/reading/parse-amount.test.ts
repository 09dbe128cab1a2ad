import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { formatMinor } from '../../src/core/money.ts';
import { amountParser } from '../../src/reading/parse-amount.ts';

type Mark = ',' | '.';

/** Minor units, `empty`, or the code of the problem. */
function read(cell: Cell, decimal: Mark, scale = 2): number | string {
  const amount = amountParser({ decimal, scale, column: 'Beløp' })(cell);
  if (amount === undefined) return 'empty';
  return typeof amount === 'number' ? amount : amount.code;
}

const INVALID = 'amount-invalid';
const PRECISE = 'amount-too-precise';
const LONG = 'amount-too-long';

describe('amount text', () => {
  const table: [text: string, comma: number | string, point: number | string][] = [
    // plain
    ['', 'empty', 'empty'],
    ['   ', 'empty', 'empty'],
    ['\u00a0\t', 'empty', 'empty'],
    ['0', 0, 0],
    ['-0', 0, 0],
    ['-0,00', 0, INVALID],
    ['1234', 123400, 123400],
    ['0123', 12300, 12300],
    ['1234,5', 123450, INVALID],
    ['1234.56', INVALID, 123456],
    [',5', 50, INVALID],
    ['-,5', -50, INVALID],
    ['.5', INVALID, 50],
    ['5,', INVALID, INVALID],
    ['5.', INVALID, INVALID],
    // words for the side
    ['100,00 CR', -10000, INVALID],
    ['100.00 cr', INVALID, -10000],
    ['100,00 K', -10000, INVALID],
    ['100,00K', -10000, INVALID],
    ['100,00 kr CR', -10000, INVALID],
    ['100,00 D', 10000, INVALID],
    ['100 DR', 10000, 10000],
    ['100 CR', -10000, -10000],
    ['1 234,50 c', -123450, INVALID],
    // five thousand, or five on the credit side
    ['5 K', INVALID, INVALID],
    ['5,5 K', INVALID, INVALID],
    ['-100,00 K', INVALID, INVALID],
    ['(100,00) CR', INVALID, INVALID],
    ['kr.50 K', INVALID, INVALID],
    // The minus of typography has the last bits of an r.
    ['50K\u2212.', INVALID, INVALID],
    ['K', INVALID, INVALID],
    ['CR', INVALID, INVALID],
    ['100,00 CRX', INVALID, INVALID],
    // the traps
    ['1.000', 100000, 100],
    ['-1.000', -100000, -100],
    ['1,000', 100, 100000],
    ['1.500', 150000, 150],
    ['123,456', PRECISE, 12345600],
    ['1.234.567', 123456700, INVALID],
    ['0.500', INVALID, 50],
    ['0,505', PRECISE, INVALID],
    ['1234,567', PRECISE, INVALID],
    // groups
    ['1 234,50', 123450, INVALID],
    ['1\u00a0234,50', 123450, INVALID],
    ['1\u202f234,50', 123450, INVALID],
    ['1\u2009234,50', 123450, INVALID],
    ["1'234.50", INVALID, 123450],
    ['1’234.50', INVALID, 123450],
    ['1.234.567,89', 123456789, INVALID],
    ['1,234,567.89', INVALID, 123456789],
    ['12 34', INVALID, INVALID],
    ['1  234', INVALID, INVALID],
    ['1 2345', INVALID, INVALID],
    ['1234 567', INVALID, INVALID],
    ['0 500', INVALID, INVALID],
    ["1'234 567", INVALID, INVALID],
    ['1 234.567,00', INVALID, INVALID],
    ['12,34,567.00', INVALID, INVALID],
    ['1,23,456', INVALID, INVALID],
    ['1,2,3', INVALID, INVALID],
    ['1,234,56', INVALID, INVALID],
    // signs
    ['+5', 500, 500],
    ['-5', -500, -500],
    ['\u22125', -500, -500],
    ['- 5', -500, -500],
    ['5-', -500, -500],
    ['5 -', -500, -500],
    ['1.234,50-', -123450, INVALID],
    ['(5)', -500, -500],
    ['( 5,00 )', -500, INVALID],
    ['--5', INVALID, INVALID],
    ['-5-', INVALID, INVALID],
    ['+-5', INVALID, INVALID],
    ['(-5)', INVALID, INVALID],
    ['(5)-', INVALID, INVALID],
    ['(5', INVALID, INVALID],
    ['5)', INVALID, INVALID],
    ['((5))', INVALID, INVALID],
    ['()', INVALID, INVALID],
    ['-', INVALID, INVALID],
    ['12-3', INVALID, INVALID],
    // currencies
    ['kr 5', 500, 500],
    ['5 kr', 500, 500],
    ['KR5', 500, 500],
    ['kr. 1.234,50', 123450, INVALID],
    ['1 234,50 kr.', 123450, INVALID],
    ['kr.500', 50000, INVALID],
    ['kr.1,234.50', INVALID, 123450],
    ['NOK 5', 500, 500],
    ['5 SEK', 500, 500],
    ['DKK-5', -500, -500],
    ['-€5', -500, -500],
    ['€ -5', -500, -500],
    ['-$5.00', INVALID, -500],
    ['($5.00)', INVALID, -500],
    ['$(5.00)', INVALID, -500],
    ['(5.00) USD', INVALID, -500],
    ['$ -5', -500, -500],
    ['£5', 500, 500],
    ['5¥', 500, 500],
    ['5,00- EUR', -500, INVALID],
    ['5,00 EUR -', -500, INVALID],
    ["CHF 1'234.50", INVALID, 123450],
    ['kr', INVALID, INVALID],
    ['$', INVALID, INVALID],
    ['kr 5 kr', INVALID, INVALID],
    ['$5€', INVALID, INVALID],
    ['5 EURO', INVALID, INVALID],
    ['5 nok.', INVALID, INVALID],
    ['XXX 5', INVALID, INVALID],
    // whole kroner
    ['1 234,-', 123400, INVALID],
    ['1.234,-', 123400, INVALID],
    ['1234,–', 123400, INVALID],
    ['-1 234,-', -123400, INVALID],
    ['kr 1 234,-', 123400, INVALID],
    ['1 234,- kr', 123400, INVALID],
    ['1,234,-', INVALID, INVALID],
    ['1,50,-', INVALID, INVALID],
    ['1 234,--', INVALID, INVALID],
    ['1 234 ,-', INVALID, INVALID],
    ['1 234,- -', INVALID, INVALID],
    ['-5,--', INVALID, INVALID],
    [',-', INVALID, INVALID],
    ['5.-', INVALID, INVALID],
    // decimals
    ['1,500', 150, 150000],
    ['12,3400', 1234, INVALID],
    ['12,3450', PRECISE, INVALID],
    ['0,001', PRECISE, INVALID],
    ['0,000', 0, INVALID],
    // size
    ['9007199254740,99', 900719925474099, INVALID],
    ['90071992547409.91', INVALID, LONG],
    ['90071992547409', 9007199254740900, 9007199254740900],
    ['90071992547410', LONG, LONG],
    ['1234567890123.45', INVALID, 123456789012345],
    ['12345678901234.56', INVALID, LONG],
    ['000000000000000000001', 100, 100],
    ['1,00000000000000000000', 100, INVALID],
    [`1${'0'.repeat(400)}`, LONG, LONG],
    // nothing like an amount
    ['1e5', INVALID, INVALID],
    ['NaN', INVALID, INVALID],
    ['Infinity', INVALID, INVALID],
    ['0x10', INVALID, INVALID],
    ['1/2', INVALID, INVALID],
    ['5%', INVALID, INVALID],
    ['٥', INVALID, INVALID],
    ['５', INVALID, INVALID],
    ['1_000', INVALID, INVALID],
    ['Sum', INVALID, INVALID],
    ['.', INVALID, INVALID],
    [',', INVALID, INVALID],
    ['31.12.2026', INVALID, INVALID],
  ];

  it.each(table)('%j is %s under a comma and %s under a point', (text, comma, point) => {
    expect(read(text, ',')).toBe(comma);
    expect(read(text, '.')).toBe(point);
  });

  it('never answers -0', () => {
    for (const text of ['-0', '-0,00', '(0)', '0-', '-,0']) expect(Object.is(read(text, ','), 0)).toBe(true);
    expect(Object.is(read(-0, ','), 0)).toBe(true);
  });

  it('has as many decimals as the scale says', () => {
    expect(read('1,2345', ',', 4)).toBe(12345);
    expect(read('5', ',', 4)).toBe(50000);
    expect(read('5,0', ',', 0)).toBe(5);
    expect(read('5,5', ',', 0)).toBe(PRECISE);
  });
});

describe('numbers of a workbook', () => {
  it.each<[number, number | string]>([
    [0, 0],
    [-10, -1000],
    [0.5, 50],
    [9487049.3499999996, 948704935],
    [0.1 + 0.2, 30],
    [-1.005, PRECISE],
    [1.1 * 3, 330],
    [33.3333333333333, PRECISE],
    [5.6843418860808e-14, PRECISE],
    [1e21, LONG],
    [1e15, LONG],
    [90071992547409, 9007199254740900],
    [90071992547410, LONG],
    [Number.NaN, INVALID],
    [Number.POSITIVE_INFINITY, INVALID],
  ])('%d is %s', (value, expected) => {
    expect(read(value, ',')).toBe(expected);
    expect(read(value, '.')).toBe(expected);
  });

  it('say exactly what their 15 significant digits say', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((units) => units / 100),
      fc.tuple(fc.integer({ max: 1_000_000 }), fc.integer({ max: 1_000_000 })).map(([a, b]) => a / 100 + b / 100),
    );
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 4 }), (value, scale) => {
        const units = new Decimal(value.toPrecision(15)).mul(new Decimal(10).pow(scale));
        const amount = read(value, ',', scale);
        if (typeof amount === 'number') expect(units.eq(amount)).toBe(true);
        else if (amount === PRECISE) expect(units.isInteger()).toBe(false);
        else expect(units.abs().gte(10 ** 15)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('other cells', () => {
  it('are no amounts', () => {
    expect(read(true, ',')).toBe(INVALID);
    expect(read({ kind: 'date', iso: '2026-01-31' }, ',')).toBe(INVALID);
    expect(read({ kind: 'error', text: '#DIV/0!' }, ',')).toBe('cell-error');
    expect(amountParser({ decimal: ',', scale: 2, column: 'A' })(undefined)).toBe(undefined);
  });
});

describe('a problem', () => {
  const parse = amountParser({ decimal: ',', scale: 2, column: 'Beløp' });

  it('names value, column, expectation and remedy', () => {
    expect(parse('1e5')).toMatchObject({
      code: INVALID,
      column: 'Beløp',
      value: '1e5',
      message: '"1e5" in column Beløp is not a valid amount.',
      suggestion: 'Write it like 1234,50 or -1234,50 in the file; thousands are separated in groups of three.',
    });
    expect(parse('12.50')).toMatchObject({
      message: '"12.50" in column Beløp is a valid amount only if "." is the decimal mark, and here it is ",".',
    });
    expect(parse('0,125')).toMatchObject({ message: '"0,125" in column Beløp has more than 2 decimals.' });
  });

  it('keeps the whole value and shows a part of it', () => {
    const text = 'x'.repeat(5000);
    expect(parse(text)).toMatchObject({ value: text });
    expect((parse(text) as { message: string }).message.length).toBeLessThan(120);
  });
});

/** The ways in which programs write amounts. */
const dialect = fc.record({
  mark: fc.constantFrom<Mark>(',', '.'),
  group: fc.constantFrom('', ' ', '\u00a0', '\u202f', '\u2009', "'", '’', 'other'),
  negative: fc.constantFrom(
    '-N',
    '- N',
    '−N',
    'N-',
    'N -',
    '(N)',
    '-C N',
    'C -N',
    '(C N)',
    'C (N)',
    '-N C',
    'N- C',
    '(N) C',
  ),
  positive: fc.constantFrom('N', '+N', 'C N', 'N C', 'CN', 'NC'),
  currency: fc.constantFrom('kr', 'Kr', 'NOK', 'SEK', 'DKK', 'EUR', 'USD', 'GBP', 'CHF', '$', '€', '£', '¥', 'eur'),
  space: fc.constantFrom('', ' ', '\t', '\u00a0'),
  trim: fc.boolean(),
});

type Dialect = typeof dialect extends fc.Arbitrary<infer Type> ? Type : never;

function write(units: number, scale: number, style: Dialect): string {
  const [whole, decimals] = formatMinor(Math.abs(units), scale).split('.') as [string, string | undefined];
  const group = style.group === 'other' ? (style.mark === ',' ? '.' : ',') : style.group;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const shown = style.trim ? decimals?.replace(/0+$/, '') : decimals;
  const number = shown ? `${grouped}${style.mark}${shown}` : grouped;
  const text = (units < 0 ? style.negative : style.positive).replace('N', () => number);
  return style.space + text.replace('C', () => style.currency) + style.space;
}

describe('any amount in any dialect', () => {
  const limit = 10 ** 15 - 1;
  const amount = fc.oneof(fc.integer({ min: -limit, max: limit }), fc.integer({ min: -1_000_000, max: 1_000_000 }));

  it('comes back exactly', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 4 }), dialect, (units, scale, style) => {
        expect(read(write(units, scale, style), style.mark, scale)).toBe(units === 0 ? 0 : units);
      }),
      { numRuns: 3000 },
    );
  });
});

/** What a text says by regular expressions and decimal.js, read as loosely as any dialect could mean it. */
function oracle(text: string, mark: Mark, scale: number): Decimal[] {
  const m = mark === ',' ? ',' : '\\.';
  const other = mark === ',' ? '\\.' : ',';
  const blank = '[\\s\\u200b\\u200e\\u200f]';
  const space = '[ \\u00a0\\u2007\\u2009\\u202f]';
  const groups = [other, space, "['’]"].map((separator) => `[1-9]\\d{0,2}(?:${separator}\\d{3})+`);
  const number = `((?:\\d+|${groups.join('|')})(?:${m}\\d+|,[-–—])?|${m}\\d+)`;
  const affix = `(?:[-+−()]|\\p{Sc}|kr\\.?|[a-z]|${blank})*?`;
  const found = new RegExp(`^(${affix})${number}(${affix})$`, 'iu').exec(text);
  if (found === null) return [];
  const around = found[1]! + found[3]!;
  const wordsOf = (affixed: string) => (affixed.match(/[a-z]+/gi) ?? []).map((word) => word.toUpperCase());
  const isSide = (word: string) => ['C', 'CR', 'K', 'D', 'DR'].includes(word);
  const sides = wordsOf(found[3]!).filter(isSide);
  const others = [...wordsOf(found[1]!), ...wordsOf(found[3]!).filter((word) => !isSide(word))];
  if (!others.every((word) => word === 'KR' || Intl.supportedValuesOf('currency').includes(word))) return [];
  // One letter may be a unit, unless øre stand before it.
  if (sides.some((word) => word.length === 1) && !/\d[.,]\d\d$/.test(found[2]!)) return [];
  const signs = [...(around.match(/[-+−(]/g) ?? []), ...sides.map((word) => (word.startsWith('D') ? '+' : '-'))];
  if (signs.length > 1) return [];
  const plain = found[2]!
    .replace(/,[-–—]$/, '')
    .replace(mark, 'M')
    .replace(/[^\dM]/g, '')
    .replace('M', '.');
  const value = new Decimal(plain.startsWith('.') ? `0${plain}` : plain).mul(new Decimal(10).pow(scale));
  return [signs[0] === undefined || signs[0] === '+' ? value : value.neg()];
}

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...['0', '1', '5', '12', '123', '000', '500', '1234', ',', '.', ' ', '\u00a0', "'", '-', '+', '(', ')', '−', '–'],
    ...['kr', 'kr.', 'NOK', 'fjd', '$', '€', 'e', ',-', ';', 'CR', 'K', 'd'],
  );
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string(),
  );

  it('is read as what a dialect would write so, or refused', () => {
    fc.assert(
      fc.property(text, fc.constantFrom<Mark>(',', '.'), (value, mark) => {
        const amount = read(value, mark);
        if (amount === 'empty') expect(value.replace(/[\u200b\u200e\u200f]/g, '').trim()).toBe('');
        if (typeof amount !== 'number') return;
        expect(oracle(value, mark, 2).map(Number)).toEqual([amount === 0 ? expect.closeTo(0) : amount]);
      }),
      { numRuns: 20_000 },
    );
  });
});

it('does not read a side that another column says too', () => {
  const parse = amountParser({ decimal: ',', scale: 2, column: 'Beløp', sideSaid: true });
  expect(parse('100,00')).toBe(10000);
  expect(parse('100,00 kr')).toBe(10000);
  expect(parse('100,00 CR')).toMatchObject({
    code: 'amount-invalid',
    message: '"100,00 CR" in column Beløp says debit or credit itself, and the job takes that from another column.',
  });
});
