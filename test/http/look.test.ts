import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openOffice } from '../importing/office.ts';
import { drafting, sample, sampleJob } from './drafting.ts';
import { serve } from './serve.ts';

const JOBS = ['bank', 'bookings', 'contacts', 'custom-fields', 'english-ledger', 'members', 'payroll', 'till'];
const CORPUS = new URL('../../../shared/corpus/', import.meta.url);

const office = await openOffice({ keep: true, jobs: Object.fromEntries(JOBS.map((name) => [name, sampleJob(name)])) });
const server = await serve(office, { keep: true });
const { bring, look } = drafting(server);

async function lookAt(name: string, content: Buffer | string, query = '') {
  const { draft } = (await bring(name, content)).json;
  const { status, json } = await look(draft, query);
  if (status !== 200) return { status, ...json };
  const header = (index: number): string => json.columns[index].header;
  const { kind, form, columns, sign } = json.proposal;
  const fields: Record<string, string> = {};
  for (const { field, column } of columns) fields[field] = [fields[field], header(column)].filter(Boolean).join(' + ');
  return {
    status,
    look: json,
    kind,
    form,
    fields,
    sign: sign === undefined ? undefined : { ...sign, column: header(sign.column) },
    fits: json.jobs.filter(({ fits }: { fits: boolean }) => fits).map(({ name: job }: { name: string }) => job),
    looks: Object.fromEntries(json.columns.map(({ header: of, look: is }: Record<string, string>) => [of, is])),
  };
}

describe('what is found out about a sample', () => {
  test('a journal in Windows-1252', async () => {
    const found = await lookAt('bookings.csv', sample('bookings.csv'));
    expect(found.look).toMatchObject({
      kind: 'csv',
      encoding: { value: 'windows-1252', why: 'not-utf8' },
      delimiter: { value: ';', why: 'columns', columns: 6, agreeing: 58 },
      header: { line: 1, why: 'known-names' },
      formats: { decimal: { value: ',', evidence: { column: 'Beløp', line: 2 } }, dates: { value: 'plain' } },
      rows: 57,
      whole: true,
      services: ['main'],
    });
    expect(found).toMatchObject({
      kind: 'bookings',
      form: 'signed',
      fields: {
        entry: 'Bilagsnr',
        date: 'Dato',
        account: 'Konto',
        amount: 'Beløp',
        vat: 'Mva-kode',
        description: 'Tekst',
      },
      fits: ['bookings'],
      looks: { Dato: 'date', Konto: 'account', Beløp: 'amount', Tekst: 'text' },
    });
    expect(found.look.columns[3].samples[0]).toBe('Husleie januar, Storgata 4');
    expect(found.look.jobs[0].columns).toContainEqual({ use: 'amount', header: 'Beløp' });
  });

  test('a header of two rows, as merged cells have it', async () => {
    const rows = '05.01.2026;Salg;100,00;;600,00\n06.01.2026;Gebyr;;25,50;574,50\n';
    const found = await lookAt('g.csv', `Kontoutskrift\nDato;Tekst;Beløp;;Saldo\n;;Inn;Ut;\n${rows}`);
    expect(found.look).toMatchObject({ header: { line: 3, why: 'known-names', known: 5 }, rows: 2 });
    expect(found.fields).toEqual({ date: 'Dato', description: 'Tekst', debit: 'Inn', credit: 'Ut' });
    const groups = await lookAt('h.csv', `;;Beløp;;\nDato;Tekst;Inn;Ut;Saldo\n${rows}`);
    expect(groups.look.header).toMatchObject({ line: 2, known: 5 });
    expect(groups.fields).toEqual(found.fields);
    const label = await lookAt('l.csv', `Dato;Tekst;Inn;Ut;Saldo\n;Inngående saldo;;;\n${rows}`);
    expect(label.look.header).toMatchObject({ line: 1, known: 5 });
  });

  test('gross, net and VAT, by what adds up and not by what they are called', async () => {
    const rows = '101;05.01.2026;6800;100,00;25,00;125,00;25 %\n102;06.01.2026;6300;2000,00;500,00;2500,00;25 %\n';
    const found = await lookAt('i.csv', `Bilagsnr;Dato;Konto;Beløp;Mva;Sum;Mva-sats\n${rows}`);
    expect(found.fields).toEqual({ entry: 'Bilagsnr', date: 'Dato', account: 'Konto', amount: 'Sum' });
    expect(found.look.proposal).toMatchObject({ figures: { gross: 5, net: 3, vat: 4, proved: true }, percent: 6 });
  });

  test.each([
    ['bank.csv', 'contra', { date: 'Bokføringsdato', amount: 'Beløp', description: 'Tittel' }, ['bank']],
    [
      'payroll.csv',
      'pair',
      {
        entry: 'Bilag',
        date: 'Dato',
        debitAccount: 'Debetkonto',
        creditAccount: 'Kreditkonto',
        amount: 'Beløp',
        description: 'Lønnsart',
      },
      ['payroll'],
    ],
    [
      'english-ledger.csv',
      'two-columns',
      {
        entry: 'Journal No',
        date: 'Date',
        account: 'Nominal Code',
        debit: 'Debit',
        credit: 'Credit',
        description: 'Details',
      },
      ['english-ledger'],
    ],
  ])('%s says its amounts as %s', async (name, form, fields, fits) => {
    expect(await lookAt(name, sample(name))).toMatchObject({ kind: 'bookings', form, fields, fits });
  });

  test('a till whose amounts have a flag', async () => {
    const found = await lookAt('till.csv', sample('till.csv'));
    expect(found).toMatchObject({
      form: 'signed',
      sign: { column: 'D/K', debit: ['D'], credit: ['K'] },
      fits: ['till'],
    });
    expect(found.look.encoding).toEqual({ value: 'utf-8', why: 'mark' });
  });

  test('dates that show their order, below a preamble', async () => {
    const { look: found } = await lookAt('english-ledger.csv', sample('english-ledger.csv'));
    expect(found.header.line).toBe(4);
    expect(found.formats).toEqual({
      decimal: { value: '.', evidence: { value: '6,400.00', column: 'Debit', line: 5 } },
      dates: { value: 'dmy', evidence: { value: '17/03/2026', column: 'Date', line: 20 } },
    });
  });

  test('a workbook, and the sheet of it that has a table', async () => {
    const found = await lookAt('bookings.xlsx', sample('bookings.xlsx'));
    expect(found.look).toMatchObject({ kind: 'xlsx', sheet: 'Bilagsjournal', header: { line: 4 } });
    expect(found.look.sheets.length).toBeGreaterThan(1);
    expect(found.fits).toEqual(['bookings']);
    const other = found.look.sheets.find(({ name }: { name: string }) => name !== 'Bilagsjournal').name;
    const asked = await lookAt('bookings.xlsx', sample('bookings.xlsx'), `?sheet=${encodeURIComponent(other)}`);
    expect(asked.look.sheet).toBe(other);
  });

  test.each([
    ['contacts.csv', 'contacts', { name: 'Navn', postalCode: 'Postnr', email: 'E-post' }, ['contacts']],
    ['contacts.xlsx', 'contacts', { name: 'Full name', city: 'City', phone: 'Phone' }, ['members']],
    ['custom-fields.csv', 'custom-fields', { name: 'Felt', model: 'Modell', type: 'Type' }, ['custom-fields']],
  ])('%s holds %s', async (name, kind, fields, fits) => {
    expect(await lookAt(name, sample(name))).toMatchObject({ kind, fields, fits });
  });

  test('a job reads it in its own way', async () => {
    const { look: found } = await lookAt('bookings.xlsx', sample('bookings.xlsx'), '?job=bookings');
    expect(found).toMatchObject({ header: { line: 4, why: 'job' }, sheet: 'Bilagsjournal' });
    expect(await lookAt('a.csv', sample('bank.csv'), '?job=nobody')).toMatchObject({ error: { code: 'job-unknown' } });
  });

  test('why a job does not fit', async () => {
    const { look: found } = await lookAt('bank.csv', sample('bank.csv'));
    const job = found.jobs.find(({ name }: { name: string }) => name === 'bookings');
    expect(job).toMatchObject({ fits: false, reason: { code: 'column-missing' } });
    expect(job.reason.message).toContain('Bilagsnr');
  });
});

describe('what can’t be known is asked', () => {
  test('amounts and dates that can be read in two ways', async () => {
    const { look: found } = await lookAt(
      'x.csv',
      'Bilag;Dato;Konto;Beløp\n1;03/04/2026;1920;1.000\n1;03/04/2026;3000;-1.000\n',
    );
    expect(found.formats.decimal.problem.code).toBe('decimal-ambiguous');
    expect(found.formats.dates.problem.code).toBe('date-ambiguous');
  });

  test('a file without names for its columns has numbers', async () => {
    const found = await lookAt('x.csv', '02.01.2026;1920;100,00;Husleie\n03.01.2026;1920;-50,00;Strøm\n');
    expect(found.look.header).toMatchObject({ line: 0, why: 'none' });
    expect(found).toMatchObject({ fields: { date: '1', amount: '3', description: '4' } });
  });

  test('what a person says counts', async () => {
    const content = 'a;b\nDato;Beløp\n1.2.2026;5,00\n';
    expect((await lookAt('x.csv', content, '?header=1')).look.columns[0].header).toBe('a');
    expect((await lookAt('x.csv', content, '?header=none')).look.columns[0].header).toBe('1');
    expect((await lookAt('x.csv', content, '?delimiter=,')).look.columns).toHaveLength(2);
    expect(await lookAt('x.csv', content, '?header=9')).toMatchObject({ error: { code: 'header-missing' } });
    expect(await lookAt('x.csv', content, '?encoding=klingon')).toMatchObject({ status: 409 });
  });
});

describe('a workbook of failed rows', () => {
  test('is told as the correction that it is', async () => {
    const { row } = await office
      .book('t.csv', 'Bilag;Dato;Konto;Beløp\n', 'bookings')
      .catch(() => ({ row: undefined }));
    expect(row).toBeDefined();
    const content = `Bilag;bilag import;bilag row\n1;${row!.id};2\n`;
    expect((await lookAt('failed.csv', content)).look.corrects).toEqual({
      import: row!.id,
      job: 'bookings',
      file: 't.csv',
    });
    const unknown = `Bilag;bilag import;bilag row\n1;01AAAAAAAAAAAAAAAAAAAAAAAA;2\n`;
    expect((await lookAt('failed.csv', unknown)).look.corrects).toBeUndefined();
  });
});

describe.skipIf(!existsSync(CORPUS))('real files (skipped where the corpus is absent)', () => {
  test.each([
    [
      'bank-and-ledger/no-dnb-mastercard-statement.xlsx',
      {
        kind: 'bookings',
        form: 'contra',
        fields: { date: 'Dato', debit: 'Inn', credit: 'Ut', description: 'Beløpet gjelder' },
      },
    ],
    [
      'bank-and-ledger/no-saft-888888888-ExcelView.xlsx',
      {
        kind: 'bookings',
        form: 'signed',
        look: { sheet: 'Kontospesifikasjoner' },
        fields: { entry: 'Bilagsnr.', account: 'Kontonr.', amount: 'Beløp' },
      },
    ],
    [
      'bank-and-ledger/deg-example-hsbchk-credit-records.csv',
      {
        fields: { date: 'Transaction date', amount: 'Billing amount' },
        look: { formats: { decimal: { value: '.' }, dates: { value: 'dmy', evidence: { value: '31/03/2025' } } } },
      },
    ],
    [
      'bank-and-ledger/b2y-test_row_format_CD_flag.csv',
      { look: { header: { line: 0 } }, looks: { 1: 'date', 4: 'amount' } },
    ],
    [
      // A bank's D is money out of the account.
      'bank-and-ledger/swedbank-csv-named.xls',
      { look: { kind: 'csv' }, sign: { column: 'D/K', debit: ['K'], credit: ['D'] } },
    ],
    ['bank-and-ledger/uk-airedale-nhs-payments.csv', { fields: { date: 'Payment Date', amount: 'Amount' } }],
    ['contacts/melt-customers.csv', { kind: 'contacts', fields: { name: 'first_name + last_name', email: 'email' } }],
    ['contacts/salesforce-accountData.csv', { kind: 'contacts', fields: { name: 'NAME', city: 'BILLINGCITY' } }],
    ['csv-edge/phps-premiere.utf16be.csv', { look: { encoding: { value: 'utf-16be' } } }],
    ['xlsx/calm-empty_sheet.xlsx', { status: 200, look: { columns: [] } }],
  ])('%s', async (path, expected) => {
    const found = await lookAt(path.split('/').at(-1)!, readFileSync(new URL(path, CORPUS)));
    expect(found).toMatchObject(expected);
  });
});
