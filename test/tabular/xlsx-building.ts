import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll } from 'vitest';
import { type Cell, cellText } from '../../src/core/cell.ts';
import type { Source } from '../../src/tabular/table.ts';
import { openWorkbook } from '../../src/tabular/xlsx/workbook.ts';

/** A folder that goes when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-xlsx-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A ZIP archive with these entries, in this order; names may repeat. */
export function zip(entries: readonly (readonly [name: string, content: Buffer | string])[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    common.copy(head, 4);
    const local = Buffer.concat([head, Buffer.from(name), packed]);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    common.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    locals.push(local);
    directory.push(Buffer.concat([central, Buffer.from(name)]));
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** What a test's workbook is made of: whole parts by name (undefined: no such part), instead of those that every workbook has. */
export type Parts = Readonly<Record<string, Buffer | string | undefined>>;

export const SHEET = 'xl/worksheets/sheet1.xml';
export const STRINGS = 'xl/sharedStrings.xml';
export const STYLES = 'xl/styles.xml';
export const BOOK = 'xl/workbook.xml';
export const BOOK_RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';

export function sheetXml(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;
}

export function stringsXml(items: string): string {
  return `<sst ${MAIN}>${items}</sst>`;
}

/** Styles whose cell formats have these number formats: a built-in id, or a code. */
export function stylesXml(formats: readonly (number | string)[]): string {
  const spelledOut = formats.map((f, i) =>
    typeof f === 'string' ? `<numFmt numFmtId="${200 + i}" formatCode="${f}"/>` : '',
  );
  const cells = formats.map((f, i) => `<xf numFmtId="${typeof f === 'string' ? 200 + i : f}"/>`);
  // Cell style formats come first in real files and must not be taken for cell formats.
  const decoy = '<cellStyleXfs><xf numFmtId="14"/><xf numFmtId="14"/></cellStyleXfs>';
  return `<styleSheet ${MAIN}><numFmts>${spelledOut.join('')}</numFmts>${decoy}<cellXfs>${cells.join('')}</cellXfs></styleSheet>`;
}

export function workbookXml(properties = ''): string {
  const sheets = `<sheets><sheet name="Bilag" sheetId="1" r:id="rId1"/></sheets>`;
  return `<workbook ${MAIN} xmlns:r="${TYPE}">${properties}${sheets}</workbook>`;
}

export function relationshipsXml(...targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${TYPE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${all.join('')}</Relationships>`;
}

/** The bytes of a small workbook with one sheet. */
export function workbookBytes(parts: Parts): Buffer {
  const all: Parts = {
    '_rels/.rels': relationshipsXml(['officeDocument', 'xl/workbook.xml']),
    [BOOK]: workbookXml(),
    [BOOK_RELATIONSHIPS]: relationshipsXml(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    [SHEET]: sheetXml(''),
    [STRINGS]: stringsXml(''),
    [STYLES]: stylesXml([0]),
    ...parts,
  };
  return zip(Object.entries(all).filter((entry): entry is [string, Buffer | string] => entry[1] !== undefined));
}

export function writeFile(folder: string, bytes: Buffer): string {
  const path = join(folder, `${randomBytes(6).toString('hex')}.xlsx`);
  writeFileSync(path, bytes);
  return path;
}

/** The records of a table by their row number. */
export async function readTable(source: Source, table: number): Promise<Record<number, readonly Cell[]>> {
  const rows: Record<number, readonly Cell[]> = {};
  for await (const chunk of source.chunks(table)) {
    chunk.records.forEach((record, i) => {
      rows[chunk.lines[i] as number] = record;
    });
  }
  return rows;
}

/** Opens a file and reads its first table. */
export async function readRows(path: string, table = 0): Promise<Record<number, readonly Cell[]>> {
  const source = await openWorkbook(path);
  try {
    return await readTable(source, table);
  } finally {
    await source.close();
  }
}

export function texts(rows: Record<number, readonly Cell[]>): Record<number, string[]> {
  return Object.fromEntries(Object.entries(rows).map(([line, cells]) => [line, cells.map(cellText)]));
}
