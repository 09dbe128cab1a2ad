import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { FileRejected } from '../../src/core/issue.ts';
import { openWorkbook } from '../../src/tabular/xlsx/workbook.ts';
import { readTable, texts } from './xlsx-building.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const date = (iso: string) => ({ kind: 'date', iso });
const error = (text: string) => ({ kind: 'error', text });

interface Expected {
  /** Names, with `-` before those that are not visible. */
  readonly sheets: readonly string[];
  /** Of the sheet `sheet` (default the first): how many records, the row of the last, and some of them by row. */
  readonly sheet?: number;
  readonly records: number;
  readonly last?: number;
  readonly rows?: Readonly<Record<number, readonly unknown[]>>;
}

// What the XML of each file says, read by eye and checked against a second reader in another language.
const FILES: Readonly<Record<string, Expected>> = {
  'bank-and-ledger/no-dnb-mastercard-statement.xlsx': {
    sheets: ['transaksjonsliste'],
    records: 10,
    last: 10,
    rows: {
      1: ['Dato', 'Beløpet gjelder', 'Valuta', 'Kurs', 'Inn', 'Ut'],
      3: [date('2025-10-25'), 'Innbetaling', '', '', 5000],
      10: [date('2025-10-30'), 'AMAZON EU, Luxembourg', '12.50 EUR', 11.85, '', 148.13],
    },
  },
  'bank-and-ledger/no-saft-888888888-ExcelView.xlsx': {
    sheets: ['Disclaimer', 'Dimensjoner', 'Avgiftssatser', 'Kontoer', 'Kontospesifikasjoner', 'Kunder', 'Leverandører'],
    sheet: 3,
    records: 24,
    last: 24,
    rows: {
      2: [
        1250,
        'Inventar',
        'GL',
        132500,
        145500,
        '12 - Transportmidler, inventar, maskiner o.l.',
        '',
        '',
        date('2015-01-01'),
      ],
    },
  },
  'charts/saft-Financial_Template_v1.10.xlsx': {
    sheets: ['Disclaimer', 'Header', 'MasterFiles', 'GeneralLedgerEntries', 'Commons'],
    sheet: 4,
    records: 114,
    last: 125,
  },
  'xlsx/calm-date_iso.xlsx': {
    sheets: ['Sheet'],
    records: 6,
    rows: { 1: [date('2021-01-01')], 2: [date('2021-01-01T10:10:10')], 3: ['10:10:10'] },
  },
  'xlsx/calm-empty_sheet.xlsx': { sheets: ['Sheet1'], records: 0 },
  'xlsx/calm-errors.xlsx': {
    sheets: ['Feuil1', 'Feuil2', 'Feuil3'],
    records: 7,
    last: 7,
    rows: { 1: [error('#DIV/0!')], 2: [error('#NAME?')], 5: [error('#REF!')], 7: [error('#N/A')] },
  },
  'xlsx/calm-has_x000D_.xlsx': { sheets: ['Sheet1'], records: 1, rows: { 1: ['ABC\r\nDEF'] } },
  'xlsx/calm-inlineStr_cdata.xlsx': {
    sheets: ['Sheet1'],
    records: 2,
    rows: { 1: ['Hello CDATA', 'World'], 2: ['12345', 'NormalText'] },
  },
  'xlsx/calm-issue_174.xlsx': { sheets: ['Sheet1'], records: 2, last: 2 },
  'xlsx/calm-merged_range.xlsx': {
    sheets: ['Sheet1', 'Sheet2'],
    records: 3,
    last: 4,
    rows: { 3: ['A3', 'B3', 'C3', '', 'E3', 'F3', 'G3', 'H3'] },
  },
  'xlsx/calm-nonstandard-xml-ns-prefix.xlsx': { sheets: ['Sheet1'], records: 3, rows: { 1: ['a', 'b'], 3: [2, 4] } },
  'xlsx/calm-richtext-after-plain.xlsx': {
    sheets: ['Sheet1', 'Sheet2', 'Sheet3'],
    records: 2,
    rows: { 2: ['tvalrval1rval2', 'rval1rval2', 'rval1rval2', 'rval1rval2'] },
  },
  'xlsx/calm-rph.xlsx': { sheets: ['Sheet1'], records: 1, rows: { 1: ['課きく　毛こ'] } },
  'xlsx/calm-whitespace_trim.xlsx': {
    sheets: ['inlineStr', 'SharedStrings'],
    records: 3,
    rows: {
      1: ['trimmed value', 'value with tabs', ' \t\n', 'clean text'],
      2: ['line1\nline2', '  line1\nline2  '],
      3: ['日期 时间'],
    },
  },
  'xlsx/clxm-CellsWithDateTimeWithLocalePrefix.xlsx': {
    sheets: ['Sheet1'],
    records: 4,
    rows: { 1: [date('2019-01-21')], 2: [date('2019-01-21')], 3: [date('2019-01-21')], 4: [date('2019-01-21')] },
  },
  'xlsx/clxm-NoReferencesOnRowsOrCells.xlsx': {
    sheets: ['Sheet1'],
    records: 2,
    rows: { 1: ['Test1', 'Test2'], 2: [1, 2] },
  },
  'xlsx/clxm-TableWithNameNull.xlsx': { sheets: ['Response Sets'], records: 2, last: 2 },
  'xlsx/csvk-ne_1033_data.xlsx': { sheets: ['NE data'], records: 1037, last: 1037 },
  'xlsx/excj-chart-sheet.xlsx': { sheets: ['Sheet1'], records: 7, rows: { 2: ['Jan', 8, 150, 80] } },
  'xlsx/excj-formulas.xlsx': {
    sheets: ['Sheet1'],
    records: 2,
    rows: { 1: ['someone@example.com', '(formula with hyperlink)'] },
  },
  'xlsx/fric-skip-rows.xlsx': { sheets: ['Sheet 1'], records: 4, rows: { 1: ['Table 1'], 4: ['', 'TOTAL'] } },
  'xlsx/shjs-1904.xlsx': {
    sheets: ['Sheet1'],
    records: 5,
    rows: {
      1: [1, date('1904-01-02'), '1904-01-02', '1904-01-02'],
      5: [11111, date('1934-06-03'), '1934-06-03', '1934-06-03'],
    },
  },
  'xlsx/shjs-fn.xlsx': {
    sheets: ['Sheet1'],
    records: 3,
    rows: { 3: ['FIELDVALUE', '=FIELDVALUE(A2,"Result")', error('#VALUE!')] },
  },
  'xlsx/shjs-large_strings.xlsx': {
    sheets: ['Large Strings', 'Simple', 'longwordslist'],
    sheet: 2,
    records: 17619,
    last: 17619,
  },
  'xlsx/shjs-sheet_visibility.xlsx': {
    sheets: ['Visible', '-Hidden', '-VeryHidden'],
    sheet: 2,
    records: 2,
    rows: { 2: [86, 101, 114, 121, 72, 105, 100, 100, 101, 110] },
  },
};

const REJECTED: Readonly<Record<string, RegExp>> = {
  // Text stands before the root element: Excel calls it damaged too.
  'xlsx/excj-invalid-xml.xlsx': /xl\/worksheets\/sheet1\.xml holds text outside its root element/,
  'xlsx/calm-pass_protected.xlsx': /not an \.xlsx workbook/,
};

describe.skipIf(!existsSync(CORPUS))('the workbooks of the corpus (skipped where it is not there)', () => {
  test.each(Object.entries(FILES))('%s', async (file, expected) => {
    const source = await openWorkbook(CORPUS + file);
    expect(source.tables.map(({ name, visible }) => (visible ? name : `-${name}`))).toEqual(expected.sheets);
    const rows = await readTable(source, expected.sheet ?? 0);
    await source.close();
    expect(Object.keys(rows)).toHaveLength(expected.records);
    if (expected.last !== undefined) expect(Object.keys(rows).at(-1)).toBe(String(expected.last));
    for (const [row, cells] of Object.entries(expected.rows ?? {})) expect(rows[Number(row)]).toEqual(cells);
  });

  test.each(Object.entries(REJECTED))('%s is rejected', async (file, message) => {
    const read = async () => {
      const source = await openWorkbook(CORPUS + file);
      try {
        await readTable(source, 0);
      } finally {
        await source.close();
      }
    };
    await expect(read()).rejects.toThrow(message);
    await expect(read()).rejects.toBeInstanceOf(FileRejected);
  });

  test('all others are read to the end, in every sheet, twice alike', async () => {
    const others = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.xlsx') && !(file in REJECTED))
      .sort();
    expect(others.length).toBeGreaterThan(25);
    for (const file of others) {
      const source = await openWorkbook(CORPUS + file);
      for (let table = 0; table < source.tables.length; table++) {
        const rows = await readTable(source, table);
        const head = await source.head(table, 3);
        expect(head.records, file).toEqual(Object.values(rows).slice(0, 3));
        for (const record of Object.values(rows)) expect(record.at(-1), file).not.toBe('');
      }
      await source.close();
    }
  });

  test('the ledger view: its lines add up to the totals of the audit file that it was made from', async () => {
    const source = await openWorkbook(`${CORPUS}bank-and-ledger/no-saft-888888888-ExcelView.xlsx`);
    const rows = await readTable(source, 4);
    await source.close();
    const header = texts(rows)[1] as string[];
    const at = (line: readonly Cell[], name: string) => line[header.indexOf(name)] ?? '';
    const lines = Object.values(rows).slice(1, -1);
    expect(lines).toHaveLength(214);
    for (const line of lines)
      expect(at(line, 'Bilagsdato')).toMatchObject({ kind: 'date', iso: expect.stringMatching(/^2017-/) });
    const sum = (name: string) =>
      lines.reduce((total, line) => total + Math.round(100 * (at(line, name) as number)), 0);
    // TotalDebit and TotalCredit of no-saft-888888888.xml, in cents.
    expect([sum('Beløp/Deb'), sum('Beløp/Kre'), sum('Beløp')]).toEqual([948704935, -948704935, 0]);
  });
});
