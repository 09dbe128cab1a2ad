import ExcelJS from 'exceljs';
import '../whole-strings-zipped.ts';
import type { XlsxDialect } from './dialect.ts';
import type { Entry } from './entries.ts';
import { cellOf, columnsOf, layOut } from './lay-out.ts';
import { finish, headerOf, preambleOf, type Written } from './written.ts';

export async function writeXlsx(entries: readonly Entry[], given: XlsxDialect): Promise<Written> {
  // A workbook's lines end with a line feed alone.
  const plain = entries.map(({ postings }) => ({
    postings: postings.map((one) => ({ ...one, description: one.description.replaceAll('\r\n', '\n') })),
  }));
  const laid = layOut(plain, given);
  const { fields, header } = columnsOf(given, laid.rows);
  const workbook = new ExcelJS.Workbook();
  workbook.properties.date1904 = given.date1904;
  if (given.sheets === 'hidden-first') {
    const decoy = workbook.addWorksheet('Kladd', { state: 'hidden' });
    decoy.addRow(header);
    decoy.addRow(header.map(() => '1'));
  }
  if (given.sheets === 'other-first' && given.headerRow === 'auto')
    workbook.addWorksheet('Forside').addRow(['Regnskap 2026']);
  if (given.sheets === 'named') workbook.addWorksheet('Annet').addRow(header);
  const sheet = workbook.addWorksheet('Bilag');
  for (const line of preambleOf(given)) sheet.addRow([line]);
  if (given.headerRow !== 'none') sheet.addRow(header);
  for (const [at, row] of laid.rows.entries()) {
    const cells = fields.map((field) => (field === undefined ? '' : cellOf(row[field], given, true)));
    const added = sheet.addRow(cells.map((cell) => (cell === '' ? null : cell)));
    added.eachCell((cell) => {
      if (cell.value instanceof Date) cell.numFmt = at % 2 === 0 ? 'dd.mm.yyyy' : 'yyyy-mm-dd';
    });
    if (given.blankRows && at % 7 === 3) sheet.addRow([]);
  }
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
  const file = {
    ...(given.sheets === 'named' ? { sheet: 'bilag ' } : {}),
    ...headerOf(given, preambleOf(given).length + 1),
  };
  return finish('file.xlsx', bytes, given, laid, file, fields);
}
