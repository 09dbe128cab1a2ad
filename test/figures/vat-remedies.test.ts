import { describe, expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import { load, openOffice } from '../importing/office.ts';

const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const AMOUNT = '{ gross: Brutto, net: Netto, vat: Mva }';
const job = (amount: string, rest: string) => `kind: bookings
columns: { entry: Nr, date: Dato, account: Konto, amount: ${amount}, vat: Kode, description: Tekst }
defaults: { contraAccount: "2400" }
${rest}
`;
const file = (...rows: string[]) =>
  ['Nr;Dato;Konto;Netto;Mva;Brutto;Kode;Sats;Tekst', ...rows.map((row, at) => `${at + 1};05.01.2026;${row}`)].join(
    '\n',
  );

/** Rows that are held under one job are booked under another, by nothing but a retry. */
async function heldThenBooked(content: string, before: string, after: string) {
  const office = await openOffice({ jobs: { vat: before } });
  const { row, receipt } = await office.book('a.csv', content, 'vat');
  const { held } = receipt.entries;
  office.defineJob('vat', after);
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
  const { entries, mismatches, issues } = await office.receipt(row);
  expect(mismatches).toEqual([]);
  return { held, codes: receipt.issues.map(({ code }) => code), booked: entries.booked, left: issues.length };
}

describe('every remedy that a message names works', () => {
  test('vat.tolerance, for rounding', async () => {
    const content = file('6800;10,00;2,53;12,53;1;;Papir', '6800;10,00;2,50;12,53;1;;Papir');
    const found = await heldThenBooked(content, job(AMOUNT, ''), job(AMOUNT, 'vat: { tolerance: "0.03" }'));
    expect(found).toEqual({ held: 2, codes: ['vat-differs', 'gross-differs'], booked: 2, left: 0 });
  });

  test('vat.reverse, for codes of reverse charge', async () => {
    const content = file('6800;100,00;;100,00;86;;Tjenester fra utlandet');
    const found = await heldThenBooked(content, job(AMOUNT, ''), job(AMOUNT, 'vat: { reverse: ["86"] }'));
    expect(found).toEqual({ held: 1, codes: ['vat-differs'], booked: 1, left: 0 });
  });

  test('a code by a rule, by the account, or none, for VAT without a code', async () => {
    const content = file('6800;100,00;25,00;125,00;;;Papir', '6340;40,00;10,00;50,00;;;Lys');
    const booked = { held: 2, codes: ['vat-differs'], booked: 2, left: 0 };
    for (const rest of [
      'rules: [{ when: { account: "^6" }, set: { vat: "1" } }]',
      'vat: { default: account }',
      'rules: [{ when: { account: "^6" }, set: { vat: none } }]',
    ])
      expect(await heldThenBooked(content, job(AMOUNT, ''), job(AMOUNT, rest))).toEqual(booked);
  });

  test('leaving the VAT out, where its column has the opposite sign', async () => {
    const content = file('6800;100,00;-25,00;125,00;1;;Papir', '6340;40,00;-10,00;50,00;1;;Lys');
    const found = await heldThenBooked(content, job(AMOUNT, ''), job('{ gross: Brutto, net: Netto }', ''));
    expect(found).toEqual({ held: 2, codes: ['gross-differs', 'gross-differs'], booked: 2, left: 0 });
  });

  test('vat.percents, or a rule, for a percentage that the account does not decide', async () => {
    const content = file('1500;100,00;25,00;125,00;;25 %;Faktura', '1500;40,00;10,00;50,00;;25,0;Faktura');
    const found = { held: 2, codes: ['percent-unclear'], booked: 2, left: 0 };
    const before = job(AMOUNT, 'vat: { percent: Sats }');
    for (const rest of [
      'vat: { percent: Sats, percents: { "25": "3" } }',
      'vat: { percent: Sats }\nrules: [{ when: { account: "^15" }, set: { vat: "3" } }]',
    ])
      expect(await heldThenBooked(content, before, job(AMOUNT, rest))).toEqual(found);
  });
});

describe('the amount of rows with a VAT code is without VAT', () => {
  const remarksUnder = async (header: string, code: string) => {
    const office = await openOffice({ jobs: { vat: job(JSON.stringify(header), '') } });
    const content = `Nr;Dato;Konto;${header};Kode;Tekst\n1;05.01.2026;6800;100,00;${code};Papir\n2;06.01.2026;6340;40,00;${code};Lys\n`;
    const { receipt } = await office.book('a.csv', content, 'vat');
    return receipt.remarks?.map(({ code, column }) => `${code} ${column}`) ?? [];
  };

  test.each(['Beløp eks. mva', 'Netto', 'Grunnlag', 'Amount excl VAT'])(
    'by its header %s: that is said',
    async (header) => {
      expect(await remarksUnder(header, '1')).toEqual([`amount-is-net ${header}`]);
      expect(await remarksUnder(header, '')).toEqual([]);
    },
  );

  test('not where the header says that it is in it, or nothing', async () => {
    expect(await remarksUnder('Beløp inkl. mva', '1')).toEqual([]);
    expect(await remarksUnder('Beløp', '1')).toEqual([]);
  });
});

describe('one VAT code beside two accounts', () => {
  /** Account and code of each line that the service booked, by the text of its row. */
  async function bookedBy(columns: string, rows: readonly string[], rest = '') {
    const job = `kind: bookings\ncolumns: { ${columns}, description: Tekst }\n${rest}\n`;
    const office = await openOffice({ jobs: { vat: job } });
    const { receipt } = await office.book('a.csv', ['Dato;A;B;Beløp;Kode;Kode 2;Tekst', ...rows].join('\n'), 'vat');
    expect(receipt).toMatchObject({ state: 'completed', mismatches: [] });
    const { entries } = await office.booked();
    return entries.flatMap(({ lines }) => lines.map((line) => [line.AccountNumber, line.Amount, line.VatCode]));
  }

  const CONTRA = 'date: Dato, account: A, contraAccount: B, amount: Beløp';
  const PAIR = 'date: Dato, debitAccount: A, creditAccount: B, amount: Beløp';

  test('is that of the account which has VAT, wherever the bank stands', async () => {
    const rows = ['05.01.2026;1920;6800;-1250,00;1;;Papir', '06.01.2026;6800;1920;1250,00;1;;Papir igjen'];
    expect(await bookedBy(`${CONTRA}, vat: Kode`, rows)).toEqual([
      [1920, '-1250.00', null],
      [6800, '1250.00', '1'],
      [6800, '1250.00', '1'],
      [1920, '-1250.00', null],
    ]);
  });

  test('of purchases and of sales, with debit and credit accounts', async () => {
    const rows = ['05.01.2026;6800;2400;1250,00;1;;Papir', '06.01.2026;1500;3000;2500,00;3;;Salg'];
    expect(await bookedBy(`${PAIR}, vat: Kode`, rows)).toEqual([
      [6800, '1250.00', '1'],
      [2400, '-1250.00', null],
      [1500, '2500.00', null],
      [3000, '-2500.00', '3'],
    ]);
  });

  test('stays where the job says something of the other line, or no account has VAT', async () => {
    const rows = ['05.01.2026;1920;6800;-1250,00;1;;Papir'];
    const bank = [1920, '-1250.00', '1'];
    expect(await bookedBy(`${CONTRA}, vat: Kode, contraVat: Kode 2`, rows)).toEqual([bank, [6800, '1250.00', null]]);
    for (const rest of [
      'defaults: { contraVat: none }',
      'rules: [{ when: { account: "^1" }, set: { contraVat: none } }]',
    ])
      expect((await bookedBy(`${CONTRA}, vat: Kode`, rows, rest))[0]).toEqual(bank);
    const [first] = await bookedBy(`${CONTRA}, vat: Kode`, ['05.01.2026;1920;2400;-1250,00;1;;Papir']);
    expect(first).toEqual(bank);
  });
});
