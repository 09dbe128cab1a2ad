import { describe, expect, test } from 'vitest';
import { findFigures, isPercentHeader } from '../../src/reading/find-figures.ts';

/** `Netto Mva Brutto` and rows of the same form, `-` for an empty cell; tells what each column is. */
function find(header: string, ...rows: string[]) {
  const names = header.split(' ');
  const found = findFigures(
    names.map((name, index) => ({ index, header: name })),
    rows.map((row) => row.split(' ').map((cell) => (cell === '-' ? '' : cell))),
  );
  if (found === undefined) return 'nothing';
  const told = (['gross', 'net', 'vat'] as const)
    .filter((figure) => found[figure] !== undefined)
    .map((figure) => `${figure} ${names[found[figure]!]}`);
  return `${told.join(', ')}${found.proved ? '' : ', unsure'}`;
}

describe('three columns prove which is which', () => {
  test('whatever they are called, in any order', () => {
    expect(find('Netto Mva Brutto', '100,00 25,00 125,00', '40,00 6,00 46,00')).toBe(
      'gross Brutto, net Netto, vat Mva',
    );
    expect(find('Sum A B', '125,00 25,00 100,00', '46,00 6,00 40,00')).toBe('gross Sum, net B, vat A');
    // The header has them the wrong way round.
    expect(find('Brutto Mva Netto', '100,00 25,00 125,00', '40,00 6,00 46,00')).toBe(
      'gross Netto, net Brutto, vat Mva',
    );
  });

  test('rows without VAT and credit notes are no contradiction', () => {
    expect(find('Net VAT Gross', '100.00 25.00 125.00', '10.00 - 10.00', '-40.00 -10.00 -50.00')).toBe(
      'gross Gross, net Net, vat VAT',
    );
  });

  test('mixed rates on a row are VAT where the column is called so', () => {
    expect(find('Net VAT Gross', '100.00 21.37 121.37', '50.00 9.10 59.10')).toBe('gross Gross, net Net, vat VAT');
    expect(find('A B C', '100.00 21.37 121.37', '50.00 9.10 59.10')).toBe('nothing');
  });
});

describe('what adds up and is no VAT', () => {
  test.each([
    ['a payment provider', 'Gross Fee Net', '100.00 2.50 97.50', '200.00 25.00 175.00'],
    ['a commission that is 20 % of the net', 'Brutto Kommisjon Netto', '120,00 20,00 100,00', '60,00 10,00 50,00'],
    ['one that is 25 %', 'Bruttobeløp Provisjon Nettobeløp', '500,00 100,00 400,00', '250,00 50,00 200,00'],
    ['one with its sign', 'Brutto Gebyr Netto', '500,00 -100,00 400,00', '250,00 -50,00 200,00'],
    ['in short', 'Brutto Komm. Netto', '500,00 100,00 400,00', '250,00 50,00 200,00'],
    ['in German', 'Brutto Gebühr Netto', '500,00 100,00 400,00', '250,00 50,00 200,00'],
    ['for a service', 'Brutto Servicekostnad Netto', '500,00 100,00 400,00', '250,00 50,00 200,00'],
    ['a tax on wages of 20 %', 'Brutto Skatt Netto', '500,00 100,00 400,00', '250,00 50,00 200,00'],
    ['a Swedish fee', 'Belopp Avgift Netto', '500,00 9,25 490,75', '250,00 4,63 245,37'],
    ['one beside the net alone', 'Netto Avgift', '490,75 9,25', '245,37 4,63'],
    ['a till', 'Kontant Kort Sum', '800,00 200,00 1000,00', '500,00 913,00 1413,00'],
    ['wages', 'Brutto Skatt Netto', '50000,00 15210,00 34790,00', '40000,00 9100,00 30900,00'],
    ['one row', 'Netto Mva Brutto', '100,00 25,00 125,00', '- - -'],
    ['in and out', 'Inn Ut Saldo', '100,00 - 100,00', '- 25,00 75,00'],
  ])('%s', (_, ...table) => {
    const [header = '', ...rows] = table;
    expect(find(header, ...rows)).toBe('nothing');
  });

  test('three that are called so and contradict each other are not understood', () => {
    expect(find('Netto Mva Brutto', '100,00 25,00 125,00', '40,00 6,00 64,00')).toBe('nothing');
  });
});

test('a Norwegian `Avgift` that is a usual share is VAT', () => {
  expect(find('Netto Avgift Brutto', '100,00 25,00 125,00', '40,00 6,00 46,00')).toBe(
    'gross Brutto, net Netto, vat Avgift',
  );
  expect(find('Netto Avgift', '100,00 25,00', '40,00 6,00')).toBe('net Netto, vat Avgift');
  expect(find('Netto Merverdiavgift Brutto', '100,00 21,37 121,37', '50,00 9,10 59,10')).toBe(
    'gross Brutto, net Netto, vat Merverdiavgift',
  );
});

describe('two columns', () => {
  test('the share of the VAT shows which amount stands beside it', () => {
    expect(find('Netto Mva', '100,00 25,00', '40,00 6,00')).toBe('net Netto, vat Mva');
    expect(find('Brutto Mva', '125,00 25,00', '46,00 6,00')).toBe('gross Brutto, vat Mva');
    expect(find('Netto Mva', '125,00 25,00', '46,00 6,00')).toBe('gross Netto, vat Mva');
    expect(find('Brutto Netto', '125,00 100,00', '46,00 40,00')).toBe('gross Brutto, net Netto');
  });

  test('what it does not show is unsure', () => {
    expect(find('Netto Mva', '100,00 20,00', '200,00 40,00')).toBe('net Netto, vat Mva, unsure');
  });

  test('an amount that is not called gross or net proves nothing', () => {
    expect(find('Beløp Mva', '100,00 25,00', '40,00 10,00')).toBe('nothing');
  });
});

test('a column of percentages is called so', () => {
  for (const header of ['Mva %', 'MVA-sats', 'VAT rate', 'Momssats']) expect(isPercentHeader(header)).toBe(true);
  for (const header of ['Mva', 'Mva-kode', 'Rabatt %', 'Valutakurs', 'Mva 25%', 'Mva (15 %)'])
    expect(isPercentHeader(header)).toBe(false);
});
