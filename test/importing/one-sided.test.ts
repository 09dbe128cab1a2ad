import { describe, expect, it } from 'vitest';
import { openOffice } from './office.ts';

/** Journals with a column for the account that is debited and one for the account that is credited, of which a row fills one. */

const COLUMNS =
  'date: Dato, debitAccount: Debetkonto, creditAccount: Kreditkonto, amount: Beløp, vat: Mva, description: Tekst';
const JOBS = {
  journal: `kind: bookings\ncolumns: { entry: Bilag, ${COLUMNS} }\n`,
  payments: `kind: bookings\ncolumns: { ${COLUMNS} }\n`,
  signed:
    'kind: bookings\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, vat: Mva, description: Tekst }\n',
};
const journal = (...rows: string[]) =>
  ['Bilag;Dato;Debetkonto;Kreditkonto;Beløp;Mva;Tekst', ...rows.map((row) => row.replace(';', ';05.01.2026;'))].join(
    '\n',
  );
const SALE = ['2;1500;;1250,00;;Salg', '2;;3000;1250,00;3;Salg'];

async function bring(file: string, job: keyof typeof JOBS = 'journal') {
  const office = await openOffice({ jobs: JOBS });
  const { row, receipt } = await office.book('a.csv', file, job);
  const issues = (await office.ledger.findings.causes(row.num)).map(({ code, variant, column }) =>
    [code, variant, column].filter((said) => said !== null).join(' '),
  );
  const lines = (await office.booked()).entries.map(({ lines }) =>
    lines.map(
      ({ AccountNumber, Amount, VatCode }) => `${AccountNumber} ${Amount}${VatCode === null ? '' : ` [${VatCode}]`}`,
    ),
  );
  return { office, row, receipt, issues, lines };
}

describe('a row with one account', () => {
  it('has the code of its row, whichever column that stands in', async () => {
    const office = await openOffice({
      jobs: { codes: JOBS.journal.replace('vat: Mva', 'debitVat: Debetmva, creditVat: Kreditmva') },
    });
    const rows = ['1;05.01.2026;6800;;1250,00;;1;Kjøp', '1;05.01.2026;;2400;1250,00;;;Kjøp'];
    const file = ['Bilag;Dato;Debetkonto;Kreditkonto;Beløp;Debetmva;Kreditmva;Tekst', ...rows].join('\n');
    await office.book('a.csv', file, 'codes');
    const [entry] = (await office.booked()).entries;
    expect(entry!.lines.map(({ AccountNumber, VatCode }) => [AccountNumber, VatCode])).toEqual([
      [6800, '1'],
      [2400, null],
    ]);
  });

  it('is a line of its voucher: debit as it is, credit with the opposite sign, and the code of the row', async () => {
    const { lines, issues } = await bring(
      journal(
        '1;6300;;1000,00;;Husleie',
        '1;;1920;400,00;;Husleie',
        '1;;2400;600,00;;Husleie',
        ...SALE,
        '3;5000;2930;100,00;;Lønn',
        '3;2930;;100,00;;Utbetalt',
        '3;;1920;100,00;;Utbetalt',
      ),
    );
    expect(issues).toEqual([]);
    expect(lines).toEqual([
      ['6300 1000.00', '1920 -400.00', '2400 -600.00'],
      ['1500 1250.00', '3000 -1250.00 [3]'],
      ['5000 100.00', '2930 -100.00', '2930 100.00', '1920 -100.00'],
    ]);
  });

  it.each([
    ['has a wrong amount, and both sides', ['1;6300;;1000,00;;a', '1;;1920;900,00;;a'], ['entry-unbalanced']],
    ['has no other side', ['1;6300;;1000,00;;a', '1;6540;;900,00;;a'], ['field-missing Kreditkonto']],
    ['has rows with both accounts', ['1;5000;2930;9,00;;a', '1;;1920;5,00;;a'], ['field-missing Debetkonto']],
    ['is one row', ['1;6300;;1000,00;;a'], ['field-missing Kreditkonto']],
    [
      'has a row with neither',
      ['1;6300;;1000,00;;a', '1;;;1000,00;;a'],
      ['field-missing Debetkonto', 'field-missing Kreditkonto'],
    ],
    ['has an account that is unknown', ['1;6300;;5,00;;a', '1;;9998;5,00;;a'], ['account-unknown Kreditkonto']],
    ['has no number', [';6300;;5,00;;a', ';;1920;5,00;;a'], ['field-missing Bilag']],
  ])('holds a voucher that %s', async (_, rows, issues) => {
    const found = await bring(journal(...rows, ...SALE));
    expect(found.issues.sort()).toEqual(issues);
    expect(found.lines).toHaveLength(1);
  });

  it('says what to do where nothing joins it to the row with the other', async () => {
    const { issues, lines, office, row } = await bring(journal(...SALE, '3;6300;1920;5,00;;Gebyr'), 'payments');
    expect(issues.sort()).toEqual(['field-missing side Debetkonto', 'field-missing side Kreditkonto']);
    expect(lines).toEqual([['6300 5.00', '1920 -5.00']]);
    const [cause] = await office.ledger.findings.causes(row.num);
    expect(cause!.suggestion).toContain('columns: { entry: Bilagsnr }');
  });

  it('says the same as a row of a journal with one column of accounts', async () => {
    const { office } = await bring(journal(...SALE));
    const other =
      'Bilag;Dato;Konto;Beløp;Mva;Tekst\n2;05.01.2026;1500;1250,00;;Salg\n2;05.01.2026;3000;-1250,00;3;Salg\n';
    const { receipt } = await office.book('b.csv', other, 'signed');
    expect(receipt.entries).toMatchObject({ booked: 0, duplicate: 1 });
  });
});
