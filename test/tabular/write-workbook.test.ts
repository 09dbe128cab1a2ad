import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { UsageError } from '../../src/core/issue.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { temporaryFolder } from './xlsx-building.ts';

const folder = temporaryFolder();

async function written(path: string): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  return workbook.worksheets[0] as ExcelJS.Worksheet;
}

test('another program sees text as text, dates as dates, numbers as numbers, errors as errors', async () => {
  const path = join(folder, 'values.xlsx');
  const rows: Cell[][] = [
    [
      '0123',
      '=SUM(A1:A9)',
      1234.5,
      true,
      { kind: 'date', iso: '2026-02-28' },
      { kind: 'date', iso: '2026-02-28T23:59:58' },
    ],
    [
      '',
      { kind: 'error', text: '#N/A' },
      { kind: 'error', text: 'formula without a stored value' },
      { kind: 'date', iso: '1900-01-15' },
    ],
  ];
  await writeWorkbook(path, 'Bilag', ['Konto', 'Tekst', 'Beløp'], rows);
  const sheet = await written(path);
  const cell = (address: string) => sheet.getCell(address);
  expect([cell('A2').value, cell('A2').type, cell('A2').numFmt]).toEqual(['0123', ExcelJS.ValueType.String, '@']);
  expect([cell('B2').value, cell('B2').type]).toEqual(['=SUM(A1:A9)', ExcelJS.ValueType.String]);
  expect([cell('C2').value, cell('D2').value]).toEqual([1234.5, true]);
  expect([cell('E2').value, cell('E2').numFmt]).toEqual([new Date('2026-02-28'), 'yyyy-mm-dd']);
  expect([cell('F2').value, cell('F2').numFmt]).toEqual([new Date('2026-02-28T23:59:58Z'), 'yyyy-mm-dd hh:mm:ss']);
  expect([cell('A3').value, cell('B3').value, cell('C3').value]).toEqual([
    null,
    { error: '#N/A' },
    { error: '#VALUE!' },
  ]);
  expect(cell('D3').value).toBe('1900-01-15');
});

test('the header is bold and stays in sight; columns have widths; long texts wrap; the name is one that Excel allows', async () => {
  const path = join(folder, 'look.xlsx');
  const options = { columnWidths: [undefined, 50], wrap: [1] };
  await writeWorkbook(path, 'januar/februar: [alle] bilag fra kassen', ['Konto', 'Feil'], [['1', 'lang']], options);
  const sheet = await written(path);
  expect(sheet.name).toBe('januar februar   alle  bilag fr');
  expect(sheet.getCell('A1').font?.bold).toBe(true);
  expect(sheet.getCell('A2').font?.bold).toBeFalsy();
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
  expect([sheet.getColumn(1).width, sheet.getColumn(2).width]).toEqual([10, 50]);
  expect([sheet.getCell('A2').alignment?.wrapText, sheet.getCell('B2').alignment?.wrapText]).toEqual([undefined, true]);
  await writeWorkbook(path, "''", ['a'], [], { freezeHeader: false });
  const plain = await written(path);
  expect([plain.name, plain.views?.[0]?.state === 'frozen', plain.rowCount]).toEqual(['Sheet1', false, 1]);
});

test('what fails leaves the old file as it was and nothing beside it', async () => {
  const path = join(folder, 'kept.xlsx');
  writeFileSync(path, 'old');
  const before = readdirSync(folder);
  async function* broken(): AsyncGenerator<Cell[]> {
    yield ['a'];
    throw new Error('the ledger went away');
  }
  await expect(writeWorkbook(path, 'a', ['a'], broken())).rejects.toThrow('the ledger went away');
  await expect(writeWorkbook(path, 'a', ['a'], [['x'.repeat(32768)]])).rejects.toThrow(UsageError);
  await expect(writeWorkbook(path, 'a', ['a'], [new Array<Cell>(16385).fill('x')])).rejects.toThrow(/16384 columns/);
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(before);
});

test('a folder that is not there is the system’s error', async () => {
  const path = join(folder, 'none', 'x.xlsx');
  await expect(writeWorkbook(path, 'a', ['a'], [])).rejects.toMatchObject({ code: 'ENOENT' });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
