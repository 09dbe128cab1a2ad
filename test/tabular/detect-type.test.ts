import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { deflateRawSync, gzipSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { detectType } from '../../src/tabular/detect-type.ts';
import { withFile } from './csv-reading.ts';

const CORPUS = new URL('../../../shared/corpus/', import.meta.url);

function detect(bytes: Uint8Array | string, name = 'file.csv'): Promise<string> {
  return withFile(bytes, (path) => detectType(path, name));
}

/** A ZIP with these entries, all empty. */
function zip(...names: string[]): Buffer {
  const content = deflateRawSync('');
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), content);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + content.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

describe('what is read', () => {
  it('a workbook, under any name', async () => {
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet('Bilag').addRow(['Konto', 1]);
    const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
    expect(await detect(bytes, 'file.xlsx')).toBe('xlsx');
    expect(await detect(bytes, 'file.csv')).toBe('xlsx');
    await expect(detect(bytes.subarray(0, -100))).rejects.toMatchObject({
      issue: { message: expect.stringContaining('cut short') },
    });
  });

  it.each([
    ['CSV named as a workbook', '"a","b"\n"1","2"\n', 'file.xls'],
    ['CSV that begins with a brace or a bracket', '[kr];{x}\n1;2\n', 'file.csv'],
    ['CSV that begins with a less-than sign', '<10;>20\n1;2\n', 'file.csv'],
    ['UTF-16 without a mark', iconv.encode('Dato;Beløp\n1;2\n', 'utf-16le'), 'file.csv'],
    ['UTF-16BE with a mark', iconv.encode('Dato;Beløp\n1;2\n', 'utf-16be', { addBOM: true }), 'file.csv'],
    ['text with one NUL, which the reader then names by its line', `${'a;b\n'.repeat(9)}\0`, 'file.csv'],
    ['text from DOS', iconv.encode('Beløp;Å\r\n1;2\r\n\x1a', 'cp865'), 'file.csv'],
  ])('%s', async (_name, bytes, name) => {
    expect(await detect(bytes, name)).toBe('csv');
  });
});

describe('what is rejected says what it is', () => {
  it.each<[RegExp, Uint8Array | string]>([
    [/GZIP.*/, gzipSync('a;b\n')],
    [/ZIP archive that holds bank\.csv, b\.csv;/, zip('bank.csv', 'b.csv')],
    [/ZIP archive that holds a, b, c, …;/, zip('a', 'b', 'c', 'd')],
    [/ZIP archive that is empty/, zip()],
    [/OpenDocument/, zip('mimetype', 'content.xml')],
    [/Word document/, zip('[Content_Types].xml', 'word/document.xml')],
    [/XLSB/, zip('[Content_Types].xml', 'xl/workbook.bin')],
    [/PDF/, '%PDF-1.7\n'],
    [/HTML/, '\ufeff\n<!DOCTYPE html><html><table>'],
    [/HTML/, '<table><tr><td>1</td></tr></table>'],
    [/HTML/, iconv.encode('<html><body>', 'utf-16le', { addBOM: true })],
    [/SAF-T/, '<?xml version="1.0"?><n1:AuditFile xmlns:n1="urn:StandardAuditFile-Taxation-Financial:NO">'],
    [/Excel 2003/, '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'],
    [/camt/, '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">'],
    [/is XML/, '<?xml version="1.0"?><rows/>'],
    [/SIE/, '#FLAGGA 0\n#PROGRAM "x" 1\n'],
    [/JSON/, '[\n {"a": 1}]'],
    [/JSON/, '{"rows": []}'],
    [/picture \(PNG\)/, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    [/picture \(JPEG\)/, Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    [/no text and no workbook/, createHash('shake256', { outputLength: 4096 }).digest()],
    [/no text and no workbook/, Buffer.alloc(100)],
  ])('%s', async (message, bytes) => {
    await expect(detect(bytes)).rejects.toMatchObject({
      name: 'FileRejected',
      issue: { code: 'file-type', message: expect.stringMatching(message), suggestion: expect.stringMatching(/\w/) },
    });
  });

  it.each(['~$januar.xlsx', '/inbox/~$januar.xlsx', '.~lock.januar.xlsx#'])('a lock file: %s', async (name) => {
    await expect(detect('\x04Kari', name)).rejects.toMatchObject({
      issue: { code: 'file-type', message: expect.stringContaining('lock file') },
    });
  });

  it('an empty file', async () => {
    await expect(detect('')).rejects.toMatchObject({ issue: { code: 'file-empty' } });
  });
});

describe.skipIf(!existsSync(CORPUS))('real files (skipped where the corpus is absent)', () => {
  const at = (path: string) => detectType(new URL(path, CORPUS).pathname, path);

  it.each([
    ['bank-and-ledger/swedbank-csv-named.xls', 'csv'],
    ['csv-edge/duck-utf16.csv', 'csv'],
    ['csv-edge/phps-premiere.utf16be.csv', 'csv'],
    ['csv-edge/csvk-null_byte.csv', 'csv'],
    ['xlsx/phps-Zip-Windows-Directory-Separator.xlsx', 'xlsx'],
    ['xlsx/clxm-protectstructurewithpassword.xlsx', 'xlsx'],
    ['xlsx/shjs-large_strings.xlsx', 'xlsx'],
  ])('%s is %s', async (path, type) => {
    expect(await at(path)).toBe(type);
  });

  it.each([
    ['bank-and-ledger/nl-rabo-anon.csv.gz', 'GZIP'],
    ['bank-and-ledger/no-saft-888888888.xml', 'SAF-T'],
    ['bank-and-ledger/sie-FAKT.SI', 'SIE'],
    ['bank-and-ledger/sie-MAMUT_SIE4_EXPORT.SE', 'SIE'],
    ['bank-and-ledger/sie-SIE4_Exempelfil_med_underdim.SE', 'SIE'],
    ['charts/saft-Standard_Tax_Codes.xml', 'XML'],
    ['csv-edge/csv-spectrum/spec-json.json', 'JSON'],
    ['csv-edge/fric-implicit-gz.csv', 'GZIP'],
    ['csv-edge/fric-implicit-zip.csv', 'ZIP archive that holds table.csv'],
    ['xlsx/calm-date_1904.xls', 'old Excel workbook (XLS)'],
    ['xlsx/calm-pass_protected.xlsx', 'protected by a password'],
  ])('%s is rejected: %s', async (path, what) => {
    await expect(at(path)).rejects.toMatchObject({
      issue: { code: 'file-type', message: expect.stringContaining(what) },
    });
  });
});
