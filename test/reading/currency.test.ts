import { describe, expect, it } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { currenciesInHeader, currencyReader, currencyWordIn, unitInHeader } from '../../src/core/currency.ts';
import { lookAtColumn } from '../../src/importing/profile/profile-column.ts';
import { proposeJob } from '../../src/importing/profile/propose-job.ts';
import { currencyIn } from '../../src/reading/currency-cell.ts';

describe('a header', () => {
  it.each([
    ['Amount (SGD)', ['SGD']],
    ['Beløp NOK', ['NOK']],
    ['Beløp i EUR', ['EUR']],
    ['BeløpNOK', ['NOK']],
    ['amount_usd', ['usd']],
    ['BELØP EUR', ['EUR']],
    ['Beløp (kr)', ['kr']],
    ['Beløp i kroner', ['kroner']],
    ['Betrag €', ['€']],
    ['Amount EUR/NOK', ['EUR', 'NOK']],
    ['Beløp', []],
    ['AMOUNT ALL', []],
    ['Try again', []],
    ['Total all', []],
    ['Sum inkl. mva', []],
    ['Net amount', []],
    ['Beløp (danske kr)', ['danske kr']],
    ['Beløp i svenske kroner', ['svenske kroner']],
    ['Beløp SEK kr', ['SEK']],
    ['Beløp i euro', ['euro']],
    ['Umsatz in Euro', ['Euro']],
    ['Beløp i dollar', ['dollar']],
    ['Beløp eur', ['eur']],
    ['Beløp_eur', ['eur']],
    ['Beløp ved kjøp', []],
    ['Nok beløp', []],
  ])('%s names %j', (header, named) => {
    expect(currenciesInHeader(header)).toEqual(named);
  });
});

it.each([
  ['Beløp i øre', 'øre'],
  ['Beløp NOK i øre', 'øre'],
  ['Beløp (kr) i øre', 'øre'],
  ['Amount in pence', 'pence'],
  ['Beløp (tkr)', 'tkr'],
  ['Beløp i 1000', 'i 1000'],
  ['Amount (cents)', 'cents'],
  ['Beløp (kr 1000)', 'kr 1000'],
  ['Beløp i tusen kr', 'i tusen kr'],
  ['Resultat TNOK', 'TNOK'],
  ['MNOK', 'MNOK'],
  ['amount_minor', 'minor'],
  ['Amount (minor units)', 'minor units'],
  ['amountMinor', 'Minor'],
  ['amountMinorUnits', 'Minor Units'],
  ['gross_amount_minor', 'minor'],
  ['amount_nok_minor', 'minor'],
  ['Amount in minor units (NOK)', 'minor units'],
  ['amountInCents', 'Cents'],
  ['amountCents', 'Cents'],
  ['amount_cents', 'cents'],
  ['AMOUNT_CENTS', 'CENTS'],
  ['Amount (cts)', 'cts'],
  ['amount_cts', 'cts'],
  ['belop_ore', 'ore'],
  ['belop_i_ore', 'ore'],
  ['BelopOre', 'Ore'],
  ['BelopIOre', 'Ore'],
  ['Belop i ore', 'ore'],
  ['beloep_oere', 'oere'],
  ['belopp_ore', 'ore'],
  ['amount_ore', 'ore'],
  ['BeløpØre', 'Øre'],
  ['beløp_nok_øre', 'øre'],
  ['Amount (EUR cents)', 'cents'],
  ['amountEurCents', 'Cents'],
  ['BeløpTNOK', 'TNOK'],
  ['Beløp', undefined],
  ['Belop kroner og ore', undefined],
  ['Belop kr ore', undefined],
  ['Belop inkl. ore', undefined],
  ['beløp_kr_og_øre', undefined],
  ['Amount ore price', undefined],
  ['Iron ore', undefined],
  ['Score', undefined],
  ['Total score', undefined],
  ['Store', undefined],
  ['Amount in store', undefined],
  ['amount_in_store', undefined],
  ['Beløp butikk More', undefined],
  ['Minor works', undefined],
  ['Amount minor works', undefined],
  ['Minor', undefined],
  ['Amount center', undefined],
  ['amountCenter', undefined],
  ['CostCentre', undefined],
  ['Beløp sentrum', undefined],
  ['Sum foregående', undefined],
  ['Beløp øreavrunding', undefined],
  ['Beløp i kr og øre', undefined],
  ['Beløp med øre', undefined],
  ['Beløp i kroner med øre', undefined],
  ['Beløp inkl. øre', undefined],
  ['Beløp Kr. øre', undefined],
  ['Beløp kr-øre', undefined],
  ['Belopp (kr, öre)', undefined],
  ['Amount (dollars and cents)', undefined],
  ['Øreavrunding', undefined],
  ['Beløp uten øre', undefined],
  ['Beløp u/øre', undefined],
  ['Cost center', undefined],
  ['Beløp 1000', undefined],
])('the figures under %s are in %s', (header, unit) => {
  expect(unitInHeader(header)).toBe(unit);
});

it.each([
  ['Euro', 'Euro'],
  ['US$', 'US$'],
  ['US Dollar', 'US Dollar'],
  ['Svenske kroner', 'Svenske kroner'],
  ['kr (SEK)', 'SEK'],
  ['GBP £', 'GBP'],
  ['978', '978'],
  ['Zloty', 'Zloty'],
  ['Sveitsiske franc', 'Sveitsiske franc'],
  ['Kč', 'Kč'],
  ['forint', 'forint'],
  ['Sterling', 'Sterling'],
  ['tyrkiske lira', 'tyrkiske lira'],
  ['Innland', undefined],
  ['Ingen', undefined],
  ['Nei', undefined],
  ['N/A', undefined],
  ['NOK', 'NOK'],
  ['28.01.2026', undefined],
  ['46050', undefined],
  ['12.50 EUR', undefined],
  ['', undefined],
  ['-', undefined],
])('%s under Valuta says %s', (cell, word) => {
  expect(currencyWordIn(cell)).toBe(word);
});

describe('the cell of an amount', () => {
  it.each<[Cell, string | undefined]>([
    ['EUR 100,00', 'EUR'],
    ['-EUR 100,00', 'EUR'],
    ['-100,00 eur', 'eur'],
    ['(€100)', '€'],
    ['$-5', '$'],
    ['₹100', '₹'],
    ['100 SGD', 'SGD'],
    ['kr. 100,-', 'kr'],
    ['100,00 CR', undefined],
    ['1 234,50', undefined],
    ['-5', undefined],
    ['', undefined],
    [5, undefined],
    [{ kind: 'money', value: 5, currency: '€' }, '€'],
  ])('%j says %s', (cell, currency) => {
    expect(currencyIn(cell)).toBe(currency);
  });
});

it('what stands for a currency is read as the company means it', () => {
  const read = (own: string, ...words: string[]) => words.map(currencyReader(own)).join(' ');
  expect(read('NOK', 'kr', 'Kr.', 'kroner', 'nok', '$', '€', '£', '¥')).toBe('NOK NOK NOK NOK USD EUR GBP JPY');
  expect(read('EUR', 'kr', 'Euro', '€', 'FIM')).toBe('kr EUR EUR FIM');
  expect(read('SGD', '$', 'USD')).toBe('SGD USD');
  expect(read('CNY', '¥')).toBe('CNY');
  expect(read('NOK', 'svenske kroner', 'Danske kr', 'norske kroner', 'US$')).toBe('SEK DKK NOK USD');
  expect(read('NOK', 'euro', 'US Dollar', 'dollar', 'pund', '978')).toBe('EUR USD USD GBP 978');
  expect(read('SGD', 'dollar')).toBe('SGD');
});

describe('a proposal', () => {
  const proposed = (headers: readonly string[], ...rows: readonly (readonly Cell[])[]) => {
    const columns = headers.map((header, at) =>
      lookAtColumn(
        at,
        header,
        rows.map((row) => row[at]),
      ),
    );
    const { columns: fields, currency } = proposeJob(columns);
    return [fields.find(({ field }) => field === 'currency')?.column, currency];
  };

  it('maps the currency column that speaks of the amount, and no other', () => {
    const row = ['05.01.2026', 'Hotell', '100,00', 'EUR'];
    expect(proposed(['Dato', 'Tekst', 'Beløp', 'Valuta'], row)).toEqual([3, undefined]);
    expect(proposed(['Dato', 'Tekst', 'Beløp', 'Valuta', 'Valutabeløp'], [...row, '10,00'])).toEqual([
      undefined,
      undefined,
    ]);
    expect(proposed(['Dato', 'Tekst', 'Beløp NOK', 'Valuta'], row)).toEqual([undefined, undefined]);
  });

  it('tells of a currency in the header, around amounts, and in number formats', () => {
    const row = ['05.01.2026', 'Hotell'];
    expect(proposed(['Date', 'Text', 'Amount (SGD)'], [...row, '100.00'])[1]).toEqual({ value: 'SGD', column: 2 });
    expect(proposed(['Dato', 'Tekst', 'Beløp'], [...row, 'EUR 100,00'])[1]).toEqual({ value: 'EUR', column: 2 });
    const money = { kind: 'money', value: 100.5, currency: '€' } as const;
    expect(proposed(['Dato', 'Tekst', 'Beløp'], [...row, money])[1]).toEqual({ value: '€', column: 2 });
    expect(proposed(['Dato', 'Tekst', 'Beløp'], [...row, '100,00 kr'])[1]).toBeUndefined();
  });
});
