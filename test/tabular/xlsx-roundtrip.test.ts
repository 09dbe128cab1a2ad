import { join } from 'node:path';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { readRows, temporaryFolder } from './xlsx-building.ts';
import '../whole-strings-zipped.ts';

const folder = temporaryFolder();

/** Text as a cell can hold it: no half surrogate pairs, and none of XML's line ends, which another writer does not keep. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((s) => !/[\p{Cc}\uFFFE\uFFFF]/u.test(s) && !s.includes('_x'));
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
const moment = fc
  .date({ min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((d) => new Date(Math.floor(d.getTime() / 1000) * 1000));

function cellOf(value: string | number | boolean | Date): Cell {
  if (!(value instanceof Date)) return value;
  const iso = value.toISOString().slice(0, 19);
  return { kind: 'date', iso: iso.endsWith('T00:00:00') ? iso.slice(0, 10) : iso };
}

function expected(rows: readonly (readonly Cell[])[], firstRow: number): Record<number, readonly Cell[]> {
  const trimmed = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  return Object.fromEntries(trimmed.map((row, i) => [i + firstRow, row] as const).filter(([, row]) => row.length > 0));
}

test('characters of two halves are whole wherever they stand in a long text', async () => {
  for (const before of ['', 'x']) {
    const long = before + '\u{1f9f8}'.repeat(12_000);
    const whole = new ExcelJS.Workbook();
    whole.addWorksheet('Bilag').addRow([long]);
    const filename = join(folder, `long${before}.xlsx`);
    await whole.xlsx.writeFile(filename);
    expect(await readRows(filename)).toEqual({ 1: [long] });
    await writeWorkbook(filename, 'Bilag', ['Tekst'], [[long]]);
    expect(await readRows(filename)).toEqual({ 1: ['Tekst'], 2: [long] });
  }
});

test('what exceljs writes, streamed or whole, with or without shared strings, is read as it was', async () => {
  const values = fc.array(fc.array(fc.oneof(text, number, fc.boolean(), moment, fc.constant('')), { maxLength: 6 }), {
    maxLength: 20,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(values, fc.boolean(), fc.boolean(), async (rows, streamed, useSharedStrings) => {
      const filename = join(folder, `exceljs-${run++}.xlsx`);
      const streamTo = streamed ? filename : `${filename}.unused`;
      const stream = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: streamTo, useStyles: true, useSharedStrings });
      const whole = new ExcelJS.Workbook();
      const workbook = streamed ? stream : whole;
      const sheet = workbook.addWorksheet('Bilag');
      for (const [i, row] of rows.entries()) {
        row.forEach((value, j) => {
          const cell = sheet.getCell(i + 1, j + 1);
          cell.value = value === '' ? null : value;
          if (value instanceof Date) cell.numFmt = 'dd.mm.yyyy hh:mm';
        });
      }
      if (streamed) await stream.commit();
      else await whole.xlsx.writeFile(filename);
      expect(await readRows(filename)).toEqual(
        expected(
          rows.map((row) => row.map(cellOf)),
          1,
        ),
      );
    }),
    { numRuns: 60 },
  );
});

test('leading zeros that a format shows are kept in the workbook of failed rows', async () => {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Bilag');
  sheet.addRow([7, 150, 20260105, 12.5]);
  for (const [column, format] of [
    [1, '000'],
    [2, '0000'],
    [3, '00000000'],
    [4, '000'],
  ] as const) {
    sheet.getCell(1, column).numFmt = format;
  }
  const filename = join(folder, 'zeros.xlsx');
  await workbook.xlsx.writeFile(filename);
  const read = await readRows(filename);
  expect(read).toEqual({ 1: ['007', '0150', '20260105', 12.5] });
  await writeWorkbook(filename, 'Bilag', ['A', 'B', 'C', 'D'], [read[1]!]);
  expect((await readRows(filename))[2]).toEqual(read[1]);
});

test('what writeWorkbook writes is read as it was, control characters and escapes included', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '0123',
      '=1+1',
      "'x",
      '_x000D_',
      '_x005F_',
      'a\r\nb',
      ' a ',
      '\t',
      '\u0000',
      '1e5',
      'TRUE',
      '#N/A',
      '+47 22',
    ),
  );
  const day = moment.map(cellOf);
  const error = fc.constantFrom('#N/A', '#DIV/0!', '#VALUE!').map((it): Cell => ({ kind: 'error', text: it }));
  const cells = fc.array(fc.oneof<fc.Arbitrary<Cell>[]>(anyText, number, fc.boolean(), day, error), { maxLength: 6 });
  const path = join(folder, 'ours.xlsx');
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { maxLength: 20 }), async (rows) => {
      await writeWorkbook(path, 'Bilag', ['Dato', 'Beløp'], rows);
      expect(await readRows(path)).toEqual({ 1: ['Dato', 'Beløp'], ...expected(rows, 2) });
    }),
    { numRuns: 60 },
  );
});
