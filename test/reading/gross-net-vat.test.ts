import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { FiguresReader, toleranceUnits } from '../../src/reading/gross-net-vat.ts';
import { amountParser } from '../../src/reading/parse-amount.ts';

const NAMES = { gross: 'Brutto', net: 'Netto', vat: 'Mva' };
type Figure = keyof typeof NAMES;

/** Reads `gross net vat` of the columns that are mapped; `-` is an empty cell. */
function read(mapped: readonly Figure[], cells: string, tolerance?: string) {
  const columns = Object.fromEntries(
    mapped.map((figure, at) => {
      const name = NAMES[figure];
      return [figure, { name, at, read: amountParser({ decimal: '.', scale: 2, column: name }) }];
    }),
  );
  const record: Cell[] = cells.split(' ').map((cell) => (cell === '-' ? '' : cell));
  const found = new FiguresReader(columns, 2, toleranceUnits(tolerance, 2)).read(record, 2);
  if (found === undefined) return 'nothing';
  if ('gross' in found) return `${found.gross} ${found.net} ${found.vat}`;
  return found.map(({ code, column, message }) => `${code} ${column}: ${message}`).join(' | ');
}

const ALL = ['gross', 'net', 'vat'] as const;

describe('any two give the third', () => {
  test.each([
    [ALL, '125 100 25', '12500 10000 2500'],
    [['gross', 'net'], '125 100', '12500 10000 2500'],
    [['gross', 'vat'], '125 25', '12500 10000 2500'],
    [['net', 'vat'], '100 25', '12500 10000 2500'],
    [ALL, '- 100 25', '12500 10000 2500'],
    [ALL, '125 - 25', '12500 10000 2500'],
    [ALL, '125 100 -', '12500 10000 2500'],
    [ALL, '-125 -100 -25', '-12500 -10000 -2500'],
    [ALL, '- - -', 'nothing'],
    [ALL, '- - 0', 'nothing'],
    [ALL, '0 0 0', '0 0 0'],
  ] as const)('%j %s: %s', (mapped, cells, figures) => {
    expect(read(mapped, cells)).toBe(figures);
  });

  test('without VAT gross is net', () => {
    expect(read(ALL, '50 50 -')).toBe('5000 5000 0');
    expect(read(ALL, '50 - -')).toBe('5000 5000 0');
    expect(read(['net', 'vat'], '50 -')).toBe('5000 5000 0');
    expect(read(['gross', 'vat'], '50 -')).toBe('5000 5000 0');
    expect(read(['gross', 'net'], '50 -')).toBe('5000 5000 0');
  });

  test('net alone does not say the gross that has a column of its own', () => {
    const missing = 'field-missing Brutto: There is nothing in column Brutto; every booking needs an amount.';
    expect(read(ALL, '- 100 -')).toBe(missing);
    expect(read(['gross', 'net'], '- 100')).toBe(missing);
    expect(read(ALL, '- - 25')).toBe(missing);
    expect(read(['net', 'vat'], '- 25')).toMatch(/^field-missing Netto/);
  });
});

describe('what contradicts itself is held', () => {
  test('net and VAT that do not make the gross', () => {
    expect(read(ALL, '152 100 25')).toBe(
      'gross-differs Brutto: Net in column Netto (100.00) and VAT in column Mva (25.00) make 125.00, and gross in column Brutto is 152.00.',
    );
    expect(read(ALL, '125.01 100 25')).toBe('12501 10000 2500');
    expect(read(ALL, '125.02 100 25')).toMatch(/^gross-differs/);
    expect(read(ALL, '125.02 100 25', '0.02')).toBe('12502 10000 2500');
    expect(read(ALL, '125.01 100 25', '0')).toMatch(/^gross-differs/);
  });

  test('VAT with the opposite sign of its net', () => {
    expect(read(ALL, '125 100 -25')).toMatch(/^gross-differs/);
    expect(read(ALL, '75 100 -25')).toBe(
      'gross-differs Brutto: The VAT in column Mva (-25.00) has the opposite sign of the net (100.00).',
    );
    expect(read(['net', 'vat'], '100 -25')).toMatch(/^gross-differs Netto: The VAT/);
    expect(read(['gross', 'net'], '75 100')).toMatch(/can't both be right/);
    expect(read(['gross', 'net'], '125 100')).toBe('12500 10000 2500');
  });

  test('cells that are no amounts, each for itself', () => {
    expect(read(ALL, '125 1OO x')).toMatch(/^amount-invalid Netto: .* \| amount-invalid Mva: /);
  });

  test('amounts that are too long together', () => {
    expect(read(['net', 'vat'], '90000000000000 90000000000')).toMatch(/^amount-too-long Netto/);
  });
});
