import { describe, expect, test } from 'vitest';
import { openOffice } from '../importing/office.ts';

const job = (vat = 'vat: Kode,', rest = '') => `kind: bookings
columns: { entry: Nr, date: Dato, account: Konto, amount: Beløp, ${vat} description: Tekst }
${rest}
`;
/** What a voucher of these lines (account;code;amount) comes to. */
async function comesTo(lines: readonly string[], yaml = job()) {
  const office = await openOffice({ jobs: { gl: yaml } });
  const rows = lines.map((line) => `7;05.01.2026;${line};Bilag`);
  const { receipt } = await office.book('a.csv', ['Nr;Dato;Konto;Kode;Beløp;Tekst', ...rows].join('\n'), 'gl');
  expect(receipt.mismatches).toEqual([]);
  return receipt.entries.booked === 1 ? 'booked' : receipt.issues.map(({ code }) => code).join();
}

describe('a voucher with VAT codes and lines for the same VAT is on hold', () => {
  test.each([
    ['of a purchase', ['6800;1;1000,00', '2710;;250,00', '2400;;-1250,00']],
    ['with a code on the line of the VAT too', ['6800;1;1000,00', '2710;1;250,00', '2400;;-1250,00']],
    ['of a sale', ['1500;;2500,00', '3000;3;-2000,00', '2700;;-500,00']],
    ['rounded', ['6800;1;33,33', '2710;;8,33', '2400;;-41,66']],
    ['in one line for several', ['6800;1;1000,00', '6340;1;400,00', '2710;;350,00', '2400;;-1750,00']],
    ['beside one without VAT', ['6800;1;1000,00', '7770;;400,00', '2710;;250,00', '2400;;-1650,00']],
    ['of two rates in one line', ['6800;1;1000,00', '4310;11;200,00', '2710;;280,00', '2400;;-1480,00']],
    [
      'of two rates in two lines',
      ['6800;1;1000,00', '4310;11;200,00', '2710;;250,00', '2711;;30,00', '2400;;-1480,00'],
    ],
    ['of a credit note', ['6800;1;-1000,00', '2710;;-250,00', '2400;;1250,00']],
  ])('%s', async (_, lines) => {
    expect(await comesTo(lines)).toBe('vat-twice');
  });

  test('where the code is that of the account', async () => {
    const yaml = job('', 'vat: { default: account }');
    expect(await comesTo(['6800;;1000,00', '2710;;250,00', '2400;;-1250,00'], yaml)).toBe('vat-twice');
  });
});

describe('vouchers are booked as they stand', () => {
  test.each([
    ['gross under a code', ['6800;1;1250,00', '2400;;-1250,00']],
    ['VAT in a line, without codes', ['6800;;1000,00', '2710;;250,00', '2400;;-1250,00']],
    ['VAT in a line, under a code of 0 %', ['6800;0;1000,00', '2710;;250,00', '2400;;-1250,00']],
    ['VAT beside it that is not its own', ['6800;1;1250,00', '2710;;312,00', '2400;;-1562,00']],
    ['VAT that is settled', ['2700;;500,00', '2710;;-250,00', '2740;;-250,00']],
    ['VAT that is settled, with a rounding', ['2700;3;500,00', '2710;;125,00', '2740;;-625,00']],
    ['a share of a sale on another account', ['3000;3;-1000,00', '3010;;-250,00', '1500;;1250,00']],
    ['VAT of the opposite side', ['6800;1;1000,00', '2710;;-250,00', '2400;;-750,00']],
  ])('%s', async (_, lines) => {
    expect(await comesTo(lines)).toBe('booked');
  });

  test('where the job maps the codes to none, or no code', async () => {
    const lines = ['6800;1;1000,00', '2710;;250,00', '2400;;-1250,00'];
    expect(await comesTo(lines, job(undefined, 'vat: { codes: { "1": none } }'))).toBe('booked');
    expect(await comesTo(lines, job(''))).toBe('booked');
  });
});
