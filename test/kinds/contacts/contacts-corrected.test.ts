import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import type * as SkipModule from '../../../src/correcting/skip.ts';
import { load, openOffice } from '../../importing/office.ts';

const { correctImport, retryImport } = await load<typeof RetryModule>('correcting/retry.js');
const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

const JOB = `kind: contacts
file: { sheets: all }
columns: { name: Navn, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
`;
const HEADER = 'Navn;Telefon;E-post';

const open = () => openOffice({ jobs: { kunder: JOB } });
type Office = Awaited<ReturnType<typeof open>>;
const names = async (office: Office) =>
  ((await office.call('GET', 'contacts')) as { contacts: { body: { Info: { Name: string } } }[] }).contacts
    .map(({ body }) => body.Info.Name)
    .sort();

type Row = Parameters<Office['post']>[0] & { readonly id: string };
async function correct(office: Office, row: Row, ...lines: string[]) {
  const text = [`${HEADER};bilag import;bilag row;bilag problem`, ...lines, ''].join('\n');
  const imported = await office.ledger.imports.byNum(row.num);
  const job = await office.ports.job('kunder');
  await correctImport(imported, office.file('x.csv', text), 'x.csv', job, office.ports);
  await office.plan(row);
  await office.post(row);
}
async function retry(office: Office, row: Row) {
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
}

test('a person whom a correction adds at the bottom is created', async () => {
  const office = await open();
  const { row } = await office.book(
    'a.csv',
    `${HEADER}\nKari Nordmann;99887766;kari@x.no\nOla Hansen;123;ola@x.no\n`,
    'kunder',
  );
  await correct(office, row, `Ola Hansen;22334455;ola@x.no;${row.id};3;`, 'Ny Person;22110044;ny@x.no;;;');
  expect(await names(office)).toEqual(['Kari Nordmann', 'Ny Person', 'Ola Hansen']);
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', contacts: { created: 3 }, mismatches: [] });
});

test('people of several sheets are created', async () => {
  const office = await open();
  const book = new ExcelJS.Workbook();
  for (const [sheet, name] of [
    ['Nord', 'Kari Nordmann'],
    ['Sør', 'Ola Hansen'],
  ] as const)
    book.addWorksheet(sheet).addRows([HEADER.split(';'), [name, '', `${name.slice(0, 3)}@x.no`]]);
  const { receipt } = await office.book('a.xlsx', Buffer.from(await book.xlsx.writeBuffer()), 'kunder');
  expect(receipt).toMatchObject({ state: 'completed', contacts: { created: 2 } });
  expect(await names(office)).toEqual(['Kari Nordmann', 'Ola Hansen']);
});

/** The service refuses the first of three rows of one person, and another one is created. */
async function refused() {
  const office = await open();
  await office.next('422');
  const kari = 'Kari Nordmann;99887766;kari@x.no';
  const { row, receipt } = await office.book(
    'a.csv',
    `${HEADER}\n${kari}\n${kari}\nKari N.;;kari@x.no\nOla Hansen;;\n`,
    'kunder',
  );
  expect(receipt, 'what repeats it waits with it').toMatchObject({
    contacts: { created: 1, existing: 0, rejected: 1, held: 2 },
    mismatches: [],
  });
  const repeated = receipt.issues.find(({ code }) => code === 'twin-given-up');
  expect(repeated).toMatchObject({ variant: 'repeated', rows: 2, row: '3' });
  return { office, row };
}

test('a row that repeats one that was refused is created once that is skipped', async () => {
  const { office, row } = await refused();
  const chosen = { filter: { state: 'rejected' as const }, expect: { entries: 1, rows: 1 } };
  await skipEntries(await office.ledger.imports.byNum(row.num), 'row 3 is right', chosen, office.ports);
  expect((await office.receipt(row)).state).toBe('partly-booked');
  await retry(office, row);
  expect(await names(office)).toEqual(['Kari Nordmann', 'Ola Hansen']);
  expect(await office.receipt(row)).toMatchObject({ contacts: { created: 2, existing: 1 }, mismatches: [] });
});

test('a row that repeats one that was refused is created beside it once that is corrected to somebody else', async () => {
  const { office, row } = await refused();
  await correct(
    office,
    row,
    `Liv Berg;91122334;liv@x.no;${row.id};2;`,
    `Kari Nordmann;99887766;kari@x.no;${row.id};3;`,
  );
  expect(await names(office)).toEqual(['Kari Nordmann', 'Liv Berg', 'Ola Hansen']);
});

test('a row that repeats one that was refused exists once that is created', async () => {
  const { office, row } = await refused();
  await retry(office, row);
  expect(await names(office)).toEqual(['Kari Nordmann', 'Ola Hansen']);
  expect(await office.receipt(row)).toMatchObject({ contacts: { created: 2, existing: 2 }, mismatches: [] });
});

test('a row that repeats one in doubt is not held: that one may be there', async () => {
  const office = await open();
  await office.next('reset-after');
  const kari = 'Kari Nordmann;99887766;kari@x.no';
  const { receipt } = await office.book('a.csv', `${HEADER}\n${kari}\n${kari}\n`, 'kunder');
  expect(receipt).toMatchObject({ state: 'in-doubt', contacts: { existing: 1, held: 0 }, mismatches: [] });
});
