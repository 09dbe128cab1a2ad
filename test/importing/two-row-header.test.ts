import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { failedRows } from '../../src/correcting/failed-rows.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { load, openOffice } from './office.ts';

const { correctImport } = await load<typeof RetryModule>('correcting/retry.js');

/** Headers whose names stand in two rows, as merged cells have them. */

const JOB = `kind: bookings
columns: { date: Dato, description: Tekst, debit: Inn, credit: Ut }
defaults: { account: "1920", contraAccount: "7790" }
`;
const ROWS = [
  ['Kontoutskrift januar'],
  ['Dato', 'Tekst', 'Beløp', '', 'Saldo'],
  ['', '', 'Inn', 'Ut', ''],
  ['05.01.2026', 'Salg', '100,00', '', '600,00'],
  ['06.01.2026', 'Gebyr', '', '25,50', '574,50'],
  ['07.01.2026', 'Ukjent', 'x', '', '574,50'],
];

async function workbook(): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Ark');
  for (const row of ROWS)
    sheet.addRow(row.map((cell) => (/^\d+,\d+$/.test(cell) ? Number(cell.replace(',', '.')) : cell)));
  for (const merged of ['A1:E1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:E3']) sheet.mergeCells(merged);
  return Buffer.from(await book.xlsx.writeBuffer());
}

it.each([
  ['a.csv', () => ROWS.map((row) => row.join(';')).join('\n')],
  ['a.xlsx', workbook],
])('books and corrects %s by the names of both rows', async (name, file) => {
  const office = await openOffice({ jobs: { bank: JOB } });
  const { row, receipt } = await office.book(name, await file(), 'bank');
  expect(receipt).toMatchObject({ entries: { booked: 2, held: 1 }, rows: { held: 1 } });
  const amounts = (await office.booked()).entries.map(({ lines }) => lines.map(({ Amount }) => Amount));
  expect(amounts).toEqual([
    ['100.00', '-100.00'],
    ['-25.50', '25.50'],
  ]);
  expect(await office.ledger.findings.causes(row.num)).toMatchObject([{ code: 'amount-invalid', column: 'Inn' }]);
  const imported = await office.ledger.imports.byNum(row.num);
  const failed = await failedRows(imported, office.ports);
  const path = `${office.folder}/failed.xlsx`;
  const corrected = failed.rows.map((cells) => cells.map((cell) => (cell === 'x' ? '7,00' : cell)));
  await writeWorkbook(path, 'failed', failed.header, corrected);
  await correctImport(imported, path, 'failed.xlsx', await office.ports.job('bank'), office.ports);
  await office.plan(row);
  await office.post(row);
  expect((await office.receipt(row)).entries).toMatchObject({ booked: 3, held: 0 });
});

it.each([
  ['Dato;Tekst;Beløp EUR;;Saldo', ';;Inn;Ut;'],
  ['Dato;Tekst;Beløp i øre;;Saldo', ';;Inn;Ut;'],
  ['Dato;Tekst;SEK;;Saldo', ';;Inn;Ut;'],
])('does not read %s above %s: what it says of the amounts would be lost', async (upper, lower) => {
  const office = await openOffice({ jobs: { bank: JOB } });
  const { receipt } = await office.book('a.csv', [upper, lower, '05.01.2026;Salg;100,00;;600,00'].join('\n'), 'bank');
  expect(receipt.state).toBe('rejected');
  expect((await office.booked()).count).toBe(0);
});
