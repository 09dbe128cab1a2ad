import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type * as RetryModule from '../../../src/correcting/retry.ts';
import { load, openOffice } from '../../importing/office.ts';

const { correctImport } = await load<typeof RetryModule>('correcting/retry.js');

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

test('a person whom a correction adds at the bottom is created', async () => {
  const office = await open();
  const { row } = await office.book(
    'a.csv',
    `${HEADER}\nKari Nordmann;99887766;kari@x.no\nOla Hansen;123;ola@x.no\n`,
    'kunder',
  );
  const corrected = `${HEADER};bilag import;bilag row;bilag problem\nOla Hansen;22334455;ola@x.no;${row.id};3;\nNy Person;22110044;ny@x.no;;;\n`;
  const imported = await office.ledger.imports.byNum(row.num);
  const job = await office.ports.job('kunder');
  await correctImport(imported, office.file('x.csv', corrected), 'x.csv', job, office.ports);
  await office.plan(row);
  await office.post(row);
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
