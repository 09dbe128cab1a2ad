import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { openSource } from '../../src/tabular/open-source.ts';
import { withFile } from './csv-reading.ts';

const OPTIONS = { delimiter: 'auto', encoding: 'auto' };

it('opens CSV as CSV, though it is named a workbook', async () => {
  await withFile('Konto;Beløp\n1500;1,50\n', async (path) => {
    const source = await openSource(path, 'bank.xlsx', OPTIONS);
    expect(source.facts).toEqual({ kind: 'csv', encoding: 'utf-8', delimiter: ';' });
    expect((await source.head(0, 9)).records).toEqual([
      ['Konto', 'Beløp'],
      ['1500', '1,50'],
    ]);
    await source.close();
  });
});

it('opens a workbook as a workbook, though it is named CSV', async () => {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Bilag').addRow(['Konto', 1500]);
  await withFile(new Uint8Array(await workbook.xlsx.writeBuffer()), async (path) => {
    const source = await openSource(path, 'bank.csv', OPTIONS);
    expect(source.facts.kind).toBe('xlsx');
    expect((await source.head(0, 9)).records).toEqual([['Konto', 1500]]);
    await source.close();
  });
});

it('passes on what an earlier reading found', async () => {
  await withFile(Buffer.from('a;\xf8\n', 'latin1'), async (path) => {
    const source = await openSource(path, 'a.csv', { ...OPTIONS, hint: { encoding: 'windows-1252' } });
    expect((await source.head(0, 1)).records).toEqual([['a', 'ø']]);
    await source.close();
  });
});
