import { describe, expect, test } from 'vitest';
import { findFee } from '../../src/reading/find-fee.ts';

/** `Brutto! Gebyr Netto`: the job maps the column with the mark as the amount. `_` in a name is a blank, `-` an empty cell. */
function find(header: string, ...rows: string[]): string {
  const names = header.split(' ').map((name) => name.replace('!', '').replaceAll('_', ' '));
  const amount = header.split(' ').findIndex((name) => name.endsWith('!'));
  const found = findFee(
    names.map((name, index) => ({ index, header: name })),
    rows.map((row) => row.split(' ').map((cell) => (cell === '-' ? '' : cell))),
    amount,
    new Set([amount]),
  );
  if (found === undefined) return 'nothing';
  const { index, other, first, units } = found;
  return `${names[index]}${other === undefined ? '' : ` beside ${names[other]}`}: ${units} on row ${first + 1}`;
}

describe('the fees of a settlement', () => {
  test.each([
    ['Stripe', 'Amount! Fee Net', '100.00 3.20 96.80', '50.00 2.35 47.65', '-20.00 0.00 -20.00'],
    ['what Stripe pays out', 'Amount Fee Net!', '100.00 3.20 96.80', '50.00 2.35 47.65'],
    ['PayPal, with signs', 'Gross! Fee Net', '100.00 -3.20 96.80', '50.00 -2.35 47.65', '-98.00 0.00 -98.00'],
    ['Vipps', 'Brutto! Gebyr Netto', '100,00 1,75 98,25', '50,00 0,88 49,12'],
    ['Nets', 'Bruttobeløp Gebyr Nettobeløp!', '100,00 1,75 98,25', '50,00 0,88 49,12'],
    ['Zettle', 'Belopp! Avgift Netto', '100,00 1,75 98,25', '50,00 0,88 49,12'],
    ['in German', 'Betrag! Gebühr Auszahlung Netto', '100,00 1,75 - 98,25', '50,00 0,88 - 49,12'],
    ['to be paid out', 'Beløp! Provisjon Til_utbetaling', '100,00 25,00 75,00', '50,00 12,50 37,50'],
    ['with its currency', 'Amount_(NOK)! Fee_(NOK) Net_(NOK)', '100.00 3.20 96.80', '50.00 2.35 47.65'],
    ['a refund that gives its fee back', 'Gross! Fee Net', '100.00 3.20 96.80', '-100.00 -3.20 -96.80'],
  ])('are found: %s', (_, header, ...rows) => {
    expect(find(header!, ...rows)).toMatch(
      /^(Fee|Gebyr|Avgift|Gebühr|Provisjon|Fee \(NOK\)) beside .*: -?\d+ on row 1$/,
    );
  });

  test('are found in the cells of a workbook that its number formats show in a currency', () => {
    const columns = ['Brutto', 'Gebyr', 'Netto'].map((header, index) => ({ index, header }));
    const rows = [
      [100, 1.75, 98.25],
      [50, 0.88, 49.12],
    ].map((row) => row.map((value) => ({ kind: 'money', value, currency: 'kr' }) as const));
    expect(findFee(columns, rows, 0, new Set([0]))).toMatchObject({ index: 1, other: 2, units: 175 });
  });

  test('are told with the first of them', () => {
    expect(find('Beløp! Gebyr Netto', '80,00 - 80,00', '100,00 1,75 98,25', '50,00 0,88 49,12')).toBe(
      'Gebyr beside Netto: 175 on row 2',
    );
  });

  test('are believed of an amount that is called gross, net or payout', () => {
    expect(find('Netto! Gebyr', '98,25 1,75', '49,12 0,88')).toBe('Gebyr: 175 on row 1');
    expect(find('Payout_amount! Transaction_fee', '98.25 1.75', '49.12 0.88')).toBe('Transaction fee: 175 on row 1');
    expect(find('Gross! Stripe_Fee Tax_on_fee Net', '100 4 1 95', '50 2 0.5 47.5')).toBe('Stripe Fee: 400 on row 1');
  });

  test('are those of what is booked without them, whatever it is called', () => {
    expect(find('Beløp! Gebyr Totalt', '100,00 1,75 101,75', '50,00 0,88 50,88')).toBe(
      'Gebyr beside Totalt: 175 on row 1',
    );
  });
});

describe('no fees of a settlement', () => {
  test.each([
    ['all of them are zero', 'Amount! Fee Net', '100.00 0.00 100.00', '50.00 0.00 50.00'],
    ['all of them are empty', 'Brutto! Gebyr Netto', '100,00 - 100,00', '50,00 - 50,00'],
    ['one only', 'Brutto! Gebyr Netto', '100,00 1,75 98,25', '50,00 - 50,00'],
    [
      'a statement with a rare fee',
      'Beløp! Gebyr Saldo',
      '100,00 - 1100,00',
      '50,00 5,00 1145,00',
      '9,00 5,00 1149,00',
    ],
    ['a total with the fee in it', 'Pris Servicegebyr Totalt!', '40,00 5,00 45,00', '36,00 5,00 41,00'],
    ['the same, bought on a card', 'Pris Servicegebyr Totalt!', '-40,00 -5,00 -45,00', '-36,00 -5,00 -41,00'],
    ['coffee and tea', 'Tea Coffee Sum!', '40.00 5.00 45.00', '36.00 5.00 41.00'],
    ['coffee beside what is called gross', 'Gross! Coffee', '45.00 5.00', '41.00 5.00'],
    ['VAT', 'Netto! Mva Brutto', '100,00 25,00 125,00', '40,00 6,00 46,00'],
    ['VAT that is called so in Norway', 'Netto! Avgift Brutto', '100,00 25,00 125,00', '40,00 6,00 46,00'],
    ['an invoice fee beside VAT', 'Netto! Mva Gebyr Brutto', '100,00 25,00 49,00 174,00', '40,00 10,00 49,00 99,00'],
    ['a percentage', 'Gross! Fee_% Net', '100.00 3.00 97.00', '50.00 3.00 48.50'],
    ['wages', 'Ansatt Fastlønn Provisjon Brutto!', 'A 100,00 50,00 150,00', 'B 200,00 25,00 225,00'],
    ['a tax on wages', 'Brutto! Skatt Netto', '50000,00 15210,00 34790,00', '40000,00 9100,00 30900,00'],
    ['a discount', 'Brutto! Rabatt Netto', '100,00 10,00 90,00', '50,00 5,00 45,00'],
    ['a figure that does not add up', 'Beløp! Gebyr Netto', '100,00 1,75 98,25', '50,00 0,88 48,12'],
  ])('%s', (_, header, ...rows) => {
    expect(find(header!, ...rows)).toBe('nothing');
  });

  test('a column that the job names', () => {
    const columns = ['Brutto', 'Gebyr', 'Netto'].map((header, index) => ({ index, header }));
    const rows = [
      ['100,00', '1,75', '98,25'],
      ['50,00', '0,88', '49,12'],
    ];
    expect(findFee(columns, rows, 0, new Set([0, 1]))).toBeUndefined();
    expect(findFee(columns, rows, 0, new Set([0]))).toBeDefined();
  });
});
