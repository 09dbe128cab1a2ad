import { setImmediate } from 'node:timers/promises';
import type { CellValue, Style, Worksheet } from 'exceljs';
import type { Cell } from '../core/cell.ts';
import { counted } from '../core/counted.ts';
import { writeAtomically } from '../core/disk.ts';
import { UsageError } from '../core/issue.ts';
import { CELL_MAX_CHARACTERS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from './xlsx/limits.ts';

export interface WriteWorkbookOptions {
  /** Width of each column in characters; default: as wide as its header, within bounds. */
  readonly columnWidths?: readonly (number | undefined)[];
  /** The header stays in sight when the sheet is scrolled; default true. */
  readonly freezeHeader?: boolean;
  /** Columns (0 is the first) whose long texts are broken into lines. */
  readonly wrap?: readonly number[];
}

const SHEET_NAME_MAX_CHARACTERS = 31;
const COLUMN_MIN_WIDTH = 10;
const COLUMN_MAX_WIDTH = 60;
/** Rows between pauses, in which what was written leaves memory. */
const ROWS_AT_A_TIME = 500;

const TEXT = '@';
const DAY = 'yyyy-mm-dd';
const DAY_AND_TIME = 'yyyy-mm-dd hh:mm:ss';
/** Before this day Excel's calendar is one day off: earlier dates are written as text. */
const FIRST_SAFE_DAY = '1900-03-01';
/** Error values that Excel knows. Any other is written as `#VALUE!`, so that it stays an error until a person corrects it. */
const EXCEL_ERRORS: ReadonlySet<string> = new Set('#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A'.split(' '));

/**
 * Writes records as an .xlsx workbook of one sheet, row by row. Text stays text, also when a person edits it later (`0123`,
 * `=A1`); numbers, truth values, error values and dates are written as such. Atomic (`writeAtomically`).
 * @throws UsageError where the records don't fit into a sheet
 */
export async function writeWorkbook(
  path: string,
  sheetName: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  options: WriteWorkbookOptions = {},
): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  await writeAtomically(path, async (stream) => {
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: true });
    const frozen = options.freezeHeader ?? true;
    const sheet = workbook.addWorksheet(safeSheetName(sheetName), {
      views: frozen ? [{ state: 'frozen', ySplit: 1 }] : [],
    });
    sheet.columns = header.map((name, column) => ({ width: columnWidth(name, options.columnWidths?.[column]) }));
    const style = cellStyles(options.wrap ?? []);
    writeRow(sheet, 1, header, style);
    let row = 1;
    for await (const cells of rows) {
      writeRow(sheet, ++row, cells, style);
      if (row % ROWS_AT_A_TIME !== 0) continue;
      await setImmediate();
      if (stream.errored !== null) throw stream.errored;
    }
    await workbook.commit();
  });
}

function columnWidth(name: string, asked: number | undefined): number {
  return asked ?? Math.min(Math.max(name.length + 2, COLUMN_MIN_WIDTH), COLUMN_MAX_WIDTH);
}

/** Excel refuses a workbook whose sheet has a name it would not allow. */
function safeSheetName(name: string): string {
  const safe = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, SHEET_NAME_MAX_CHARACTERS)
    .replace(/^'+|'+$/g, '')
    .trim();
  return safe === '' ? 'Sheet1' : safe;
}

type CellStyles = (format: string | undefined, column: number, header: boolean) => Partial<Style>;

/** Equal styles as one object: exceljs then looks a style up once and not for every cell. */
function cellStyles(wrap: readonly number[]): CellStyles {
  const styles = new Map<string, Partial<Style>>();
  return (format, column, header) => {
    const wraps = wrap.includes(column);
    const key = `${format} ${wraps} ${header}`;
    let style = styles.get(key);
    if (style === undefined) {
      style = {
        ...(format === undefined ? {} : { numFmt: format }),
        ...(wraps ? { alignment: { wrapText: true, vertical: 'top' } } : {}),
        ...(header ? { font: { bold: true } } : {}),
      };
      styles.set(key, style);
    }
    return style;
  };
}

function writeRow(sheet: Worksheet, number: number, cells: readonly Cell[], style: CellStyles): void {
  if (number > SHEET_MAX_ROWS || cells.length > SHEET_MAX_COLUMNS) {
    throw doesNotFit(`a sheet holds ${SHEET_MAX_ROWS} rows and ${SHEET_MAX_COLUMNS} columns`);
  }
  const row = sheet.getRow(number);
  cells.forEach((cell, column) => {
    if (cell === '') return;
    const written = row.getCell(column + 1);
    const { value, format } = writable(cell, number, column + 1);
    written.value = value;
    written.style = style(format, column, number === 1);
  });
  row.commit();
}

function writable(cell: Cell, row: number, column: number): { value: CellValue; format?: string } {
  if (typeof cell === 'string') return { value: xstring(cell, row, column), format: TEXT };
  if (typeof cell !== 'object') return { value: cell };
  if (cell.kind === 'error') {
    return { value: { error: EXCEL_ERRORS.has(cell.text) ? cell.text : '#VALUE!' } as CellValue };
  }
  if (cell.kind === 'money') return { value: cell.value, format: moneyFormat(cell.currency) };
  if (cell.iso < FIRST_SAFE_DAY) return { value: cell.iso, format: TEXT };
  const hasTime = cell.iso.includes('T');
  return { value: new Date(`${cell.iso}${hasTime ? 'Z' : 'T00:00:00Z'}`), format: hasTime ? DAY_AND_TIME : DAY };
}

/** A number format that shows a currency, and is read as one. */
function moneyFormat(currency: string): string {
  return `#,##0.00 [$${currency}]`;
}

/** Control characters that XML holds as they are. */
const KEPT_CONTROLS = /[\t\n\u007f-\u009f]/;

/** Escapes what XML can't hold or would change (ECMA-376, ST_Xstring), and text that looks like such an escape. */
function xstring(text: string, row: number, column: number): string {
  if (text.length > CELL_MAX_CHARACTERS) {
    throw doesNotFit(
      `row ${row}, column ${column} has ${counted(text.length, 'character')}, a cell holds ${CELL_MAX_CHARACTERS}`,
    );
  }
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (c) =>
      KEPT_CONTROLS.test(c) ? c : `_x${c.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    );
}

function doesNotFit(why: string): UsageError {
  return new UsageError(`The rows don't fit into a workbook: ${why}.`, 'Write them as CSV instead.', {
    reason: 'workbook-full',
  });
}
