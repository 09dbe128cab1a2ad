import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { readingLines } from '../../src/cli/output/plan.ts';
import { type ReceiptView, receiptLines } from '../../src/cli/output/receipt.ts';
import { openOffice } from './office.ts';

/** Files that are not what was exported: what can't be trusted of them is not booked. */

const CARD = `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst }
defaults: { account: "1920", contraAccount: "2990" }
`;

async function bring(file: string | Buffer, job = CARD, name = 'a.csv') {
  const office = await openOffice({ jobs: { card: job } });
  const { row, receipt } = await office.book(name, file, 'card');
  const issues = (await office.ledger.findings.causes(row.num)).map(({ code, variant }) => `${code}/${variant ?? ''}`);
  return { office, receipt, row, issues, booked: receipt.entries.booked };
}

describe('a file that ends in the middle of its last row', () => {
  const HEADER = 'Dato;Beløp;Valuta;Tekst';
  const CUT = `${HEADER}\n31.01.2026;1 234,50;NOK;a\n30.01.2026;-1`;

  it('holds that row, and books the others', async () => {
    const { booked, issues, office, row } = await bring(CUT);
    expect({ booked, issues }).toEqual({ booked: 1, issues: ['field-missing/cut'] });
    const [cause] = await office.ledger.findings.causes(row.num);
    expect(cause).toMatchObject({
      message: expect.stringContaining('seems to end in the middle'),
    });
  });

  it('holds it in rows that are grouped by voucher, too', async () => {
    const job =
      'kind: bookings\ncolumns: { entry: Nr, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n';
    const file =
      'Nr;Konto;Dato;Beløp;Tekst\n1;1920;30.01.2026;5;a\n2;1920;30.01.2026;6;b\n2;3000;30.01.2026;-6;b\n1;3000;30.01.2026;-5';
    expect(await bring(file, job)).toMatchObject({ booked: 1, issues: ['field-missing/cut'] });
  });

  it.each([
    ['with a line end behind it', `${CUT}\n`],
    ['with a blank line behind it', `${CUT}\n;;;`],
    ['that is full', `${CUT};;`],
    ['where other rows are short too', CUT.replace(';NOK;a', '')],
    ['that stands alone', `${HEADER}\n30.01.2026;-1`],
    ['that a DOS program has ended', `${CUT}\r\n\x1a`],
  ])('is not seen in a row %s', async (_, file) => {
    expect((await bring(file)).issues).toEqual([]);
  });
});

describe('a file that ends in the middle of an amount', () => {
  const file = (last: string, ...others: string[]) =>
    ['Dato;Tekst;Beløp', ...[...others, last].map((amount, at) => `${10 + at}.01.2026;Kjøp ${at};${amount}`)].join(
      '\n',
    );
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `-${at + 1}9,95`);

  it.each(['-12', '-1290', '-1290,', '-1290,5', '1.290', '-1 2'])('holds that row: %s', async (last) => {
    const { booked, issues, office, row } = await bring(file(last, '-50,00', '1.250,50', '-9,95'));
    expect({ booked, issues }).toEqual({ booked: 3, issues: ['amount-invalid/cut'] });
    const [cause] = await office.ledger.findings.causes(row.num);
    expect(cause).toMatchObject({ value: last, message: expect.stringContaining('seems to end in the middle') });
  });

  it('holds it where no amount needs a padding zero, and ten rows have two decimals', async () => {
    expect(await bring(file('-12', ...rows(10)))).toMatchObject({ booked: 10, issues: ['amount-invalid/cut'] });
    expect(await bring(file('-12', ...rows(9)))).toMatchObject({ booked: 10, issues: [] });
  });

  it('books it when it is written out', async () => {
    const { office, row } = await bring(file('-12', '-50,00', '-9,95'));
    const again = await office.book('b.csv', file('-1290,50\n', '-50,00', '-9,95'), 'card');
    expect(again.receipt.entries).toMatchObject({ booked: 1, duplicate: 2, held: 0 });
    expect((await office.receipt(row)).entries).toMatchObject({ booked: 2, held: 1 });
  });

  const ORDINARY = ['-50,00', '1250,50', '-9,95'];
  it.each([
    ['with a line end behind it', `${file('-12', ...ORDINARY)}\n`],
    ['written like the others', file('-12,00', ...ORDINARY)],
    ['where another row has none', file('-12', '100', ...ORDINARY)],
    ['where decimals are written as needed', file('12', '9,9', '45,5')],
    ['of whole amounts with thousands', file('500', '1.200', '25.000')],
    ['of whole amounts', file('12', '1200', '500')],
    ['whose amounts have a currency behind them', file('12 kr', '50,00 kr', '9,95 kr')],
    ['that stands alone', file('-12')],
    [
      'whose last column is a text',
      'Dato;Beløp;Tekst\n10.01.2026;5,00;kl 12.30\n11.01.2026;6,00;kl 12.50\n12.01.2026;7,00;kl 12',
    ],
    ['whose last column is empty', 'Dato;Tekst;Beløp;Inn\n10.01.2026;a;5,00;50,00\n11.01.2026;b;6,00;'],
  ])('is not seen in a row %s', async (_, given) => {
    expect((await bring(given)).issues).toEqual([]);
  });
});

describe('a second header below the first', () => {
  const FIRST = 'Dato;Tekst;Beløp;Saldo\n31.01.2026;a;-5,00;2000,00\n';
  const ROW = '30.01.2026;b;1995,00;-5,00\n';

  it.each([
    ['in another order', 'Dato;Tekst;Saldo;Beløp'],
    ['with another name', 'Dato;Tekst;Beløp EUR;Saldo'],
    ['with a column less', 'Dato;Beløp;Saldo'],
  ])('%s refuses the file', async (_, header) => {
    const { row, office } = await bring(`${FIRST}${header}\n${ROW}`);
    const { state, reason } = await office.ledger.imports.byNum(row.num);
    expect(state).toBe('rejected');
    expect(JSON.parse(reason!)).toMatchObject({
      code: 'column-duplicate',
      message: expect.stringContaining('Row 3 names the columns once more'),
      facts: { row: '3', columns: header.split(';') },
    });
  });

  it('that is the same as the first is held by itself', async () => {
    const { booked, issues } = await bring(`${FIRST}Dato;Tekst;Beløp;Saldo\n${ROW}`);
    expect({ booked, issues: issues.length }).toEqual({ booked: 2, issues: 2 });
  });

  it('is none where a row only holds such a word', async () => {
    expect(await bring(`${FIRST}30.01.2026;Tekst;-5,00;1995,00\n`)).toMatchObject({ booked: 2, issues: [] });
  });
});

it('holds voucher numbers that a spreadsheet rounded: two of them were one voucher', async () => {
  const job = 'kind: bookings\ncolumns: { entry: Nr, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n';
  const row = (nr: string, account: number, amount: number) => `${nr};30.01.2026;${account};${amount};a\n`;
  const pair = (nr: string, at: number) => row(nr, 1920, at + 5) + row(nr, 3000, -at - 5);
  const numbers = ['2,02601E+11', '2,02601E+11', '2E+11', 'E+11', '12'];
  const { booked, issues } = await bring(`Nr;Dato;Konto;Beløp;Tekst\n${numbers.map(pair).join('')}`, job);
  expect({ booked, issues }).toEqual({ booked: 2, issues: ['cell-error/', 'cell-error/'] });
});

describe('sheets of a workbook that are not read', () => {
  const HEADER = ['Dato', 'Tekst', 'Beløp'];
  const rows = (header: string[]) => [header, ['31.01.2026', 'a', '-5,00']];

  /** Each sheet with its records; those that begin with a dash are hidden. */
  async function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<Buffer> {
    const book = new ExcelJS.Workbook();
    for (const [name, records] of Object.entries(sheets)) {
      book.addWorksheet(name, { state: name.startsWith('-') ? 'hidden' : 'visible' }).addRows(records as string[][]);
    }
    return Buffer.from(await book.xlsx.writeBuffer());
  }

  it('are named in plan and receipt where they hold anything', async () => {
    const file = await workbook({
      Januar: rows(HEADER),
      Februar: rows(['Dato', 'Tekst', 'Belop']),
      Mars: rows(['31.03.2026', 'b', '7']),
      '-April': rows(HEADER),
      Mai: [],
      '-Juni': [],
      Juli: [HEADER],
    });
    const { booked, receipt, row, office } = await bring(file, CARD, 'a.xlsx');
    const unread = ['Februar (has no column "Beløp")', 'Mars', '-April (hidden)'];
    expect({ booked, unread: receipt.unread }).toEqual({ booked: 1, unread });
    const facts = JSON.parse((await office.ledger.imports.byNum(row.num)).facts!);
    expect(facts).toMatchObject({ sheet: 'Januar', unread });
    expect(readingLines(facts, await office.ports.job('card')).join('\n')).toContain(
      `Januar; not read: ${unread.join(', ')}`,
    );
    const view = { receipt, names: new Map() } as unknown as ReceiptView;
    const lines = receiptLines(view, (_, text) => text)
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(lines).toContain(`sheets not read: ${unread.join(', ')}`);
  });

  it('are not named where the job names the sheet that is meant', async () => {
    const job = `${CARD}file: { sheet: Januar }\n`;
    const { receipt } = await bring(await workbook({ Januar: rows(HEADER), Notat: [['x']] }), job, 'a.xlsx');
    expect(receipt.unread).toBeUndefined();
  });
});
