import iconv from 'iconv-lite';
import {
  type CsvStyle,
  type ExportStyle,
  FIELDS,
  type Kind,
  type Line,
  type Voucher,
  type XlsxStyle,
} from './generators.ts';
import { type SheetCell, sheet } from './sheet.ts';

/** A row of the file, and the voucher that it belongs to. */
export interface FileRow extends Line {
  readonly key: string;
  /** Which till: a column of its own, where any row has it. */
  readonly series?: string;
}

/** The header of that column. */
export const SERIES = 'Kasse';

export interface Exported {
  readonly name: string;
  readonly bytes: Buffer;
  /** As a person would read it, for whoever reads a failure. */
  readonly shown: string;
}

/** Rows in the order of a file. */
export function rowsOf(vouchers: readonly Voucher[], { rows }: Pick<ExportStyle, 'rows'>): FileRow[] {
  const all = vouchers.flatMap(({ key, lines }) => lines.map((line) => ({ ...line, key })));
  if (rows === 'by-voucher') return all;
  return [...all].sort((one, other) => one.account.localeCompare(other.account));
}

/** @param name without its ending */
export function writeExport(name: string, kind: Kind, vouchers: readonly Voucher[], style: ExportStyle) {
  return writeRows(name, kind, rowsOf(vouchers, style), style);
}

/** The same of rows in any order, and as often as they come. */
export async function writeRows(
  name: string,
  kind: Kind,
  rows: readonly FileRow[],
  style: ExportStyle,
): Promise<Exported> {
  if (style.format === 'csv') {
    const text = csvText(kind, rows, style);
    const bytes = encoded(text, style.encoding);
    // What an encoding can't hold comes as UTF-8.
    return { name: `${name}.csv`, bytes: bytes ?? Buffer.from(text), shown: text };
  }
  const table = xlsxCells(kind, rows, style);
  return {
    name: `${name}.xlsx`,
    bytes: await sheet(table),
    shown: table.map((cells) => JSON.stringify(cells)).join('\n'),
  };
}

/** Fields in the order of the file's columns; undefined is a column that no job maps. */
function columnsOf(
  kind: Kind,
  rows: readonly FileRow[],
  { columnOrder, extraColumns }: ExportStyle,
): (string | undefined)[] {
  const columns: (string | undefined)[] = Object.keys(FIELDS[kind]);
  if (rows.some(({ series }) => series !== undefined)) columns.push('series');
  for (let at = 0; at < extraColumns; at++) columns.push(undefined);
  if (columnOrder === 0) return columns;
  return columns
    .map((field, at) => ({ field, at, place: Math.imul((at + 1) * 2654435761, columnOrder | 1) >>> 0 }))
    .sort((one, other) => one.place - other.place || one.at - other.at)
    .map(({ field }) => field);
}

const headerOf = (kind: Kind, field: string | undefined, at: number) =>
  field === undefined
    ? `Ekstra ${at}`
    : field === 'series'
      ? SERIES
      : (FIELDS[kind] as Readonly<Record<string, string>>)[field]!;

function plainOf(row: FileRow, field: string | undefined, at: number, style: ExportStyle): string {
  switch (field) {
    case 'entry':
      return keyText(row.key, style);
    case 'account':
    case 'debitAccount':
      return row.account;
    case 'creditAccount':
      return row.contra;
    case 'vat':
      return row.vat;
    case 'series':
      return row.series ?? '';
    case 'description':
      return textAs(row.text, style.text, at);
    default:
      return `x${at}`;
  }
}

function textAs(text: string, how: ExportStyle['text'], at: number): string {
  switch (how) {
    case 'plain':
      return text;
    case 'decomposed':
      return text.normalize('NFD');
    case 'no-break':
      return text.replaceAll(' ', '\u00a0');
    case 'trailing':
      return `${text}${' '.repeat(1 + (at % 3))}`;
    case 'breaks':
      return text.replace(' ', '\n');
    case 'doubled':
      return ` ${text.replaceAll(' ', '  ')}`;
  }
}

function keyText(key: string, { keys }: Pick<ExportStyle, 'keys'>): string {
  if (keys === 'other-case') return key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
  if (keys === 'plain' || !/^[1-9]\d{3,}$/.test(key)) return key;
  return key.replace(/\B(?=(\d{3})+$)/g, keys === 'grouped' ? ' ' : '\u00a0');
}

function csvText(kind: Kind, rows: readonly FileRow[], style: CsvStyle): string {
  const { delimiter, quote, lineEnd, lastLineEnd } = style;
  const quoted = (value: string) =>
    quote === 'all' || /["\r\n]|^\s|\s$/.test(value) || value.includes(delimiter)
      ? `"${value.replaceAll('"', '""')}"`
      : value;
  const columns = columnsOf(kind, rows, style);
  const record = (cells: readonly string[]) => cells.map(quoted).join(delimiter);
  const lines = [record(columns.map((field, at) => headerOf(kind, field, at)))];
  for (const [at, row] of rows.entries()) {
    const cells = columns.map((field) => {
      if (field === 'date') return dateText(row.date, style.date);
      if (field === 'amount') return amountText(row.cents, style);
      const text = plainOf(row, field, at, style);
      return lineEnd === '\r\n' ? text.replaceAll('\n', '\r\n') : text;
    });
    lines.push(record(cells));
    if (style.blankRows && at % 5 === 2) lines.push(at % 2 === 0 ? '' : delimiter.repeat(columns.length - 1));
  }
  return lines.join(lineEnd) + (lastLineEnd ? lineEnd : '');
}

function xlsxCells(kind: Kind, rows: readonly FileRow[], style: XlsxStyle): SheetCell[][] {
  const columns = columnsOf(kind, rows, style);
  const table: SheetCell[][] = [columns.map((field, at) => headerOf(kind, field, at))];
  for (const [at, row] of rows.entries()) {
    table.push(
      columns.map((field): SheetCell => {
        if (field === 'date') return dateCell(row.date, at, style);
        if (field === 'amount') return amountCell(row.cents, style);
        if (field === 'entry' && style.keyCells === 'number' && /^\d+$/.test(row.key)) {
          const format = row.key.startsWith('0')
            ? '0'.repeat(row.key.length)
            : style.keys === 'grouped'
              ? '#,##0'
              : '0';
          return { value: Number(row.key), format };
        }
        return plainOf(row, field, at, style);
      }),
    );
    if (style.blankRows && at % 5 === 2) table.push([]);
  }
  return table;
}

function dateCell(date: string, at: number, { dates }: XlsxStyle): SheetCell {
  if (dates === 'text') return dateText(date, 'dd.MM.yyyy');
  if (dates === 'cell')
    return { value: new Date(`${date}T00:00:00Z`), format: at % 2 === 0 ? 'dd.mm.yyyy' : 'yyyy-mm-dd' };
  return { value: new Date(`${date}T${at % 2 === 0 ? '12:34:56' : '23:59:58'}Z`), format: 'dd.mm.yyyy hh:mm' };
}

function amountCell(cents: number, { amounts }: XlsxStyle): SheetCell {
  if (amounts === 'number') return cents / 100;
  if (amounts === 'grouped') return { value: cents / 100, format: '#,##0.00' };
  return (cents / 100).toFixed(2).replace('.', ',');
}

export function amountText(
  cents: number,
  { decimal, grouping, whole }: Pick<CsvStyle, 'decimal' | 'grouping' | 'whole'>,
): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const short = whole && digits.endsWith('00');
  const separator = grouping === 'mark' ? (whole ? '' : decimal === ',' ? '.' : ',') : grouping;
  const kroner = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, separator);
  return `${cents < 0 ? '-' : ''}${kroner}${short ? '' : decimal + digits.slice(-2)}`;
}

function dateText(iso: string, style: CsvStyle['date']): string {
  const [year, month, day] = iso.split('-') as [string, string, string];
  return style
    .replace('HH:mm:ss', '23:59:59')
    .replace('HH:mm', '23:59')
    .replace('yyyy', year)
    .replace('MM', month)
    .replace('M', String(Number(month)))
    .replace('dd', day)
    .replace('d', String(Number(day)));
}

/** Undefined where the encoding can't hold the text. */
function encoded(text: string, encoding: CsvStyle['encoding']): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`);
  if (encoding !== 'windows-1252') return iconv.encode(`\ufeff${text}`, encoding);
  const bytes = iconv.encode(text, encoding);
  return iconv.decode(bytes, encoding) === text ? bytes : undefined;
}
