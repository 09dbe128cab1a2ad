import ExcelJS from 'exceljs';
import '../whole-strings-zipped.ts';

/** A cell of a workbook: a text, or a number or instant with the format that it is shown in. */
export type SheetCell = string | number | null | { readonly value: number | Date; readonly format: string };

/** A workbook of one sheet, whose first row names the columns. */
export async function sheet(rows: readonly (readonly SheetCell[])[]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const to = workbook.addWorksheet('Bilag');
  for (const cells of rows) {
    const row = to.addRow([]);
    for (const [at, cell] of cells.entries()) {
      if (cell === null || cell === '') continue;
      const written = row.getCell(at + 1);
      if (typeof cell !== 'object') written.value = cell;
      else {
        written.value = cell.value;
        written.numFmt = cell.format;
      }
    }
    row.commit();
  }
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
