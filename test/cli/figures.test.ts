import { describe, expect, it } from 'vitest';
import { counted, readableAmount, readableSeconds, shorten, tableLines, wrap } from '../../src/cli/output/text.ts';

describe('amounts for people', () => {
  it.each([
    ['0.00', '0.00'],
    ['-10.00', '-10.00'],
    ['999.00', '999.00'],
    ['1000.00', '1 000.00'],
    ['-1234567.50', '-1 234 567.50'],
    ['12345678901234567890.01', '12 345 678 901 234 567 890.01'],
    ['1234', '1 234'],
  ])('%s is shown as %s', (plain, shown) => {
    expect(readableAmount(plain)).toBe(shown);
  });

  it('changes nothing but spaces', () => {
    for (const text of ['-1234567.50', '0.001', '100000000'])
      expect(readableAmount(text).replaceAll(' ', '')).toBe(text);
  });
});

describe('counts and times', () => {
  it('knows one from many', () => {
    expect(counted(1, 'entry', 'entries')).toBe('1 entry');
    expect(counted(1500, 'row')).toBe('1 500 rows');
  });

  it.each([
    [0.012, '12 ms'],
    [1.26, '1.3 s'],
    [42.4, '42 s'],
    [125, '2 min 5 s'],
  ])('%d seconds are %s', (seconds, shown) => {
    expect(readableSeconds(seconds)).toBe(shown);
  });
});

describe('columns', () => {
  it('aligns, and leaves no spaces at the end', () => {
    expect(
      tableLines(
        [
          ['1920', 'Bank', '-1.00'],
          ['30', '', '10.00'],
        ],
        [{ align: 'left' }, { align: 'left' }, { align: 'right' }],
      ),
    ).toEqual(['1920  Bank  -1.00', '30          10.00']);
  });

  it('cuts what is too long, and keeps it on one line', () => {
    expect(shorten('abc\ndef', 20)).toBe('abc def');
    expect(shorten('abcdef', 4)).toBe('abc…');
  });

  it('wraps at spaces, and loses no word', () => {
    const text = 'one two three four five';
    const lines = wrap(text, 9);
    expect(lines.every((line) => line.length <= 9)).toBe(true);
    expect(lines.join(' ')).toBe(text);
  });
});
