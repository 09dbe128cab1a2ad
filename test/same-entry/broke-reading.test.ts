import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as SkipModule from '../../src/correcting/skip.ts';
import { load } from '../importing/office.ts';
import { openBooks } from './books.ts';
import { CODE } from './names.ts';

const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

const file = (header: string, ...rows: readonly string[]) => [header, ...rows, ''].join('\n');
const job = (columns: string, more = '') => `kind: bookings
columns: { ${columns}, account: Konto, contraAccount: Motkonto, description: Tekst }
${more}`;
const BANK = 'Dato;Konto;Motkonto;Beløp;Tekst';
const PLAIN = 'date: Dato, amount: Beløp';
const mdy = job(PLAIN, 'file: { dates: [M/d/yyyy] }\n');
const dmy = job(PLAIN, 'file: { dates: [d/M/yyyy] }\n');

interface Corrected {
  readonly wrong: string;
  readonly right: string;
  readonly header: string;
  /** Two rows that both exports have. */
  readonly both: readonly [string, string];
  /** The same rows as the second export spells them. */
  readonly turned?: readonly [string, string];
  readonly fresh: string;
}

const CASES: Readonly<Record<string, Corrected>> = {
  'day and month': {
    wrong: mdy,
    right: dmy,
    header: BANK,
    both: ['02/03/2026;1920;3000;100,00;Salg', '04/05/2026;1920;3000;200,00;Salg'],
    fresh: '25/06/2026;1920;3000;300,00;Salg',
  },
  'the decimal mark': {
    wrong: job(PLAIN, 'file: { decimal: "." }\n'),
    right: job(PLAIN, 'file: { decimal: "," }\n'),
    header: BANK,
    both: ['02.03.2026;1920;3000;1.25;Salg', '03.03.2026;1920;3000;2.50;Salg'].map((row) =>
      row.replace(/(\d)\.(\d\d);S/, '$1.$20;S'),
    ) as unknown as [string, string],
    fresh: '04.03.2026;1920;3000;300;Salg',
  },
  'debit and credit': {
    wrong: job('date: Dato, debit: Inn, credit: Ut'),
    right: job('date: Dato, debit: Ut, credit: Inn'),
    header: 'Dato;Konto;Motkonto;Inn;Ut;Tekst',
    both: ['02.03.2026;1920;3000;100,00;;Salg', '03.03.2026;1920;3000;;200,00;Salg'],
    fresh: '04.03.2026;1920;3000;300,00;;Salg',
  },
  'the column of the amount': {
    wrong: job('date: Dato, amount: Beløp'),
    right: job('date: Dato, amount: Beløp NOK'),
    header: 'Dato;Konto;Motkonto;Beløp;Beløp NOK;Tekst',
    both: ['02.03.2026;1920;3000;10,00;115,00;Salg', '03.03.2026;1920;3000;20,00;230,00;Salg'],
    fresh: '04.03.2026;1920;3000;30,00;345,00;Salg',
  },
  'the column of the date': {
    wrong: job('date: Bokført, amount: Beløp'),
    right: job('date: Rentedato, amount: Beløp'),
    header: 'Bokført;Rentedato;Konto;Motkonto;Beløp;Tekst',
    both: ['02.03.2026;04.03.2026;1920;3000;10,00;Salg', '03.03.2026;05.03.2026;1920;3000;20,00;Salg'],
    fresh: '04.03.2026;06.03.2026;1920;3000;30,00;Salg',
  },
  'the column of the number': {
    wrong: job(`entry: Ref, ${PLAIN}`),
    right: job(`entry: Bilagsnr, ${PLAIN}`),
    header: `Ref;Bilagsnr;${BANK}`,
    both: ['77;1;02.03.2026;1920;3000;100,00;Salg', '77;2;02.03.2026;1920;3000;200,00;Salg'],
    fresh: '78;3;04.03.2026;1920;3000;300,00;Salg',
  },
  'the sign, with the export': {
    wrong: job(PLAIN, 'negate: true\n'),
    right: job(PLAIN),
    header: BANK,
    both: ['02.03.2026;1920;3000;100,00;Salg', '03.03.2026;1920;3000;200,00;Salg'],
    turned: ['02.03.2026;1920;3000;-100,00;Salg', '03.03.2026;1920;3000;-200,00;Salg'],
    fresh: '04.03.2026;1920;3000;-300,00;Salg',
  },
};

for (const [what, { wrong, right, header, both, turned = both, fresh }] of Object.entries(CASES)) {
  test(`${what}: a job that is corrected books no row twice that it read differently`, async () => {
    const books = await openBooks({ jobs: { wrong, right } });
    const first = await books.book('a.csv', file(header, ...both), 'wrong');
    expect(first.receipt).toMatchObject({ state: 'completed', rows: { booked: 2 } });
    const before = await books.entries();
    const { row, receipt } = await books.book('b.csv', file(header, ...turned, fresh), 'right');
    expect(receipt).toMatchObject({ rows: { read: 3, booked: 1, held: 2 } });
    expect(receipt.issues.map(({ code }) => code)).toEqual([CODE.reading]);
    expect(receipt.issues[0]!.message).toContain(first.row.id);
    expect(await books.entries()).toHaveLength(before.length + 1);

    expect(await books.answer(row, CODE.reading, 'same')).toMatchObject({ rows: { booked: 1, held: 0, duplicate: 2 } });
    expect(await books.entries()).toHaveLength(before.length + 1);
    // The next overlap asks nobody again.
    const next = await books.book('c.csv', file(header, fresh, ...turned), 'right');
    expect(next.receipt).toMatchObject({ rows: { booked: 0, held: 0, duplicate: 3 } });
  });
}

const [older, newer] = CASES['day and month']!.both;

test('what was reversed is booked as the job reads it now, once', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  await books.book('a.csv', file(BANK, older, newer), 'wrong');
  const { row } = await books.book('b.csv', file(BANK, older, newer), 'right');
  expect(await books.answer(row, CODE.reading, 'different')).toMatchObject({ rows: { booked: 2, held: 0 } });
  expect(await books.entries()).toHaveLength(4);
  const { receipt } = await books.book('c.csv', file(BANK, older, newer, '25/06/2026;1920;3000;3,00;Salg'), 'right');
  expect(receipt).toMatchObject({ rows: { booked: 1, held: 0, duplicate: 2 } });
});

test('two jobs that each book a part of the same rows are asked about once', async () => {
  const header = 'Dato;Konto;Motkonto;Brutto;Gebyr;Tekst';
  const books = await openBooks({
    jobs: { sales: job('date: Dato, amount: Brutto'), fees: job('date: Dato, amount: Gebyr') },
  });
  const month = (at: number) =>
    file(header, `02.0${at}.2026;1920;3000;100,00;-2,00;Vipps`, `03.0${at}.2026;1920;3000;50,00;-1,00;Vipps`);
  for (const at of [1, 2, 3]) {
    expect((await books.book(`sales${at}.csv`, month(at), 'sales')).receipt.rows).toMatchObject({ booked: 2, held: 0 });
    const { row, receipt } = await books.book(`fees${at}.csv`, month(at), 'fees');
    expect(receipt.rows.held).toBe(at === 1 ? 2 : 0);
    if (at === 1) await books.answer(row, CODE.reading, 'different');
    expect((await books.receipt(row)).rows).toMatchObject({ booked: 2, held: 0 });
  }
  expect(await books.entries()).toHaveLength(12);
  // The same file under a job that is corrected later is asked about all the same.
  writeFileSync(join(books.folder, 'jobs', 'fees.yaml'), job('date: Dato, amount: Gebyr', 'negate: true\n'));
  writeFileSync(join(books.folder, 'again.csv'), month(1).replaceAll('-', ''));
  expect(await books.run('import', 'again.csv', '--job', 'fees')).toMatchObject({ code: 3 });
});

test('a job is edited under its name, and the very same bytes are received again', async () => {
  const books = await openBooks({ jobs: { bank: mdy } });
  const path = join(books.folder, 'jobs', 'bank.yaml');
  writeFileSync(join(books.folder, 'a.csv'), file(BANK, older, newer));
  expect(await books.run('import', 'a.csv', '--job', 'bank')).toMatchObject({ code: 0 });
  writeFileSync(path, readFileSync(path, 'utf8').replace('M/d/yyyy', 'd/M/yyyy'));
  const again = await books.run('import', 'a.csv', '--job', 'bank', '--force');
  expect(again.code).toBe(3);
  expect(again.out.replace(/\s+/g, ' ')).toContain('when the job read them differently');
  expect(await books.entries()).toHaveLength(2);
});

test('a row that was never sent is booked, and of equal rows those that are new', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  // 31 is no month: the row is held, and nothing of it was sent.
  const impossible = '31/03/2026;1920;3000;9,00;Salg';
  await books.book('a.csv', file(BANK, older, impossible), 'wrong');
  const { receipt } = await books.book('b.csv', file(BANK, older, older, impossible), 'right');
  expect(receipt).toMatchObject({ rows: { read: 3, booked: 2, held: 1 } });
});

test('a row that is corrected while the question is open is not booked beside what was sent', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  await books.book('a.csv', file(BANK, older, newer), 'wrong');
  const { row } = await books.book('b.csv', file(BANK, older, newer), 'right');
  writeFileSync(
    join(books.folder, 'correction.csv'),
    file(`${BANK};bilag import;bilag row`, `${older.replace('100,00', '101,00')};${row.id};2`),
  );
  await books.run('import', 'correction.csv', '--job', 'right');
  const receipt = await books.receipt(row);
  expect(receipt.rows).toMatchObject({ booked: 0, held: 2 });
  expect(await books.entries()).toHaveLength(2);
});

test('other mappings and rules are no other reading', async () => {
  const rules = 'rules:\n  - when: { description: Salg }\n    set: { contraAccount: "3010" }\n';
  const books = await openBooks({ jobs: { wrong: dmy, right: `${dmy}${rules}accounts: { "3000": "3010" }\n` } });
  await books.book('a.csv', file(BANK, older, newer), 'wrong');
  const { receipt } = await books.book('b.csv', file(BANK, older, newer), 'right');
  expect(receipt).toMatchObject({ rows: { booked: 0, held: 0, duplicate: 2 } });
});

const line = (date: string, amount: string, text: string) => `${date};1920;3000;${amount};${text}`;

test('a refund is not taken for its purchase', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  await books.book('a.csv', file(BANK, line('02/03/2026', '100,00', 'Rema')), 'wrong');
  const { row, receipt } = await books.book(
    'b.csv',
    file(BANK, line('02/03/2026', '-100,00', 'Rema'), line('02/03/2026', '100,00', 'Rema')),
    'right',
  );
  expect(receipt.rows).toMatchObject({ booked: 1, held: 1 });
  expect(await books.answer(row, CODE.reading, 'same')).toMatchObject({ rows: { booked: 1, duplicate: 1 } });
  expect((await books.entries()).filter((entry) => entry.includes('1920 -100'))).toHaveLength(1);
});

test('an entry that a row is by its cells is not what another row says', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  await books.book('a.csv', file(BANK, line('02/03/2026', '129,00', 'Spotify')), 'wrong');
  const { row } = await books.book(
    'b.csv',
    file(BANK, line('03/02/2026', '129,00', 'Spotify'), line('02/03/2026', '129,00', 'Spotify')),
    'right',
  );
  expect(await books.answer(row, CODE.reading, 'same')).toMatchObject({ rows: { booked: 1, duplicate: 1 } });
  expect(await books.entries()).toHaveLength(2);
});

test('what was booked before an answer about another job is asked about, what that job books from then on is not', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  const [a, b, c] = ['a', 'b', 'c'].map((text, at) => line(`0${2 + at}/05/2026`, '10,00', text)) as [
    string,
    string,
    string,
  ];
  await books.book('a.csv', file(BANK, a), 'wrong');
  await books.book('b.csv', file(BANK, b), 'wrong');
  const { row } = await books.book('c.csv', file(BANK, a), 'right');
  await books.answer(row, CODE.reading, 'different');
  const { receipt } = await books.book('d.csv', file(BANK, a, b, c), 'right');
  expect(receipt.rows).toMatchObject({ booked: 1, held: 1, duplicate: 1 });
});

const LATIN = (text: string) => Buffer.from(text, 'latin1');
const blå = [line('02/03/2026', '100,00', 'Blåbær'), line('04/05/2026', '200,00', 'Brød')];
for (const [what, more, first, second] of [
  ['the row of the header', 'header: 3', file(BANK, ...blå), `Kontoutskrift\nMars\n${file(BANK, ...blå)}`],
  ['the encoding', 'encoding: utf-8', LATIN(file(BANK, ...blå)), file(BANK, ...blå)],
  [
    'the order of the columns',
    'header: auto',
    file(BANK, ...blå),
    file('Tekst;Beløp;Dato;Konto;Motkonto', 'Blåbær;100,00;02/03/2026;1920;3000', 'Brød;200,00;04/05/2026;1920;3000'),
  ],
  [
    'the end of each line',
    'header: auto',
    file(BANK, ...blå),
    file(BANK, ...blå)
      .trim()
      .replaceAll('\n', ';\n'),
  ],
  ['the delimiter', 'delimiter: "|"', file(BANK, ...blå), file(BANK, ...blå).replaceAll(';', '|')],
] as const) {
  test(`${what} changed together with the reading: the earlier file is read as it was`, async () => {
    const right = job(PLAIN, `file: { dates: [d/M/yyyy], ${more} }\n`);
    const books = await openBooks({ jobs: { wrong: mdy, right } });
    expect((await books.book('a.csv', first, 'wrong')).receipt.rows).toMatchObject({ booked: 2 });
    const { receipt } = await books.book('b.csv', second, 'right');
    expect(receipt.rows).toMatchObject({ booked: 0, held: 2 });
  });
}

test('what says the same under both readings is a duplicate, and nobody is asked', async () => {
  const both = [line('05/05/2026', '100,00', 'a'), line('05/05/2026', '100,00', 'a'), line('06/06/2026', '7,00', 'b')];
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  await books.book('a.csv', file(BANK, ...both), 'wrong');
  const { receipt } = await books.book('b.csv', file(BANK, ...both, line('25/06/2026', '1,00', 'c')), 'right');
  expect(receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 3 });
});

test('what a person skipped is asked about as such', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  const { row } = await books.book('a.csv', file(BANK, older.replace(';3000;', ';3999;')), 'wrong');
  const expected = { entries: 1, rows: 1 };
  const first = await books.ledger.imports.byNum(row.num);
  await skipEntries(first, 'paid in cash', { filter: {}, expect: expected }, books.ports);
  books.defineJob('right', `${dmy}accounts: { "3999": "3000" }\n`);
  const { receipt } = await books.book('b.csv', file(BANK, older.replace(';3000;', ';3999;'), newer), 'right');
  expect(receipt.rows).toMatchObject({ booked: 1, held: 1 });
  expect(receipt.issues.map(({ code }) => code)).toEqual([CODE.skipped]);
});

test('an earlier file whose bytes are lost keeps no other from being booked', async () => {
  const books = await openBooks({ jobs: { wrong: mdy, right: dmy } });
  const { row } = await books.book('a.csv', file(BANK, older), 'wrong');
  const { sha256 } = await books.ledger.imports.byNum(row.num);
  rmSync(join(books.ports.home, 'files', sha256.slice(0, 2), sha256));
  const { receipt } = await books.book('b.csv', file(BANK, newer), 'right');
  expect(receipt.rows).toMatchObject({ booked: 1, held: 0 });
});

test('another sheet is named together with the reading', async () => {
  const { default: ExcelJS } = await import('exceljs');
  const workbook = async (name: string) => {
    const made = new ExcelJS.Workbook();
    const to = made.addWorksheet(name);
    for (const row of [BANK, older, newer]) to.addRow(row.split(';'));
    return Buffer.from(await made.xlsx.writeBuffer());
  };
  const of = (dates: string, sheet: string) => job(PLAIN, `file: { dates: [${dates}], sheet: ${sheet} }\n`);
  const books = await openBooks({ jobs: { wrong: of('M/d/yyyy', 'Mars'), right: of('d/M/yyyy', 'Hele') } });
  await books.book('a.xlsx', await workbook('Mars'), 'wrong');
  const { receipt } = await books.book('b.xlsx', await workbook('Hele'), 'right');
  expect(receipt.rows).toMatchObject({ booked: 0, held: 2 });
});
