import { type FileHandle, open } from 'node:fs/promises';
import { FileRejected } from '../core/issue.ts';

/** Bytes at the start of a file that tell what it is. */
const HEAD_BYTES = 64 * 1024;
/** Share of control characters, and of NULs, from which a file is no text. Below it, the reader names the line. */
const BINARY_CONTROL_SHARE = 0.02;
const BINARY_NUL_SHARE = 0.1;

/** What a file is, if it can't be read, and what its owner can do about it. */
interface Refusal {
  /** Said after "The file is": `a PDF`. */
  readonly what: string;
  readonly suggestion: string;
  readonly variant?: 'archive' | 'excel' | 'lock' | 'password';
}

/** How a ZIP starts: with an entry, with nothing but its end, or as the first of several parts. */
const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/** Formats by their first bytes; in Latin-1. */
const SIGNATURES: readonly (readonly [string, Refusal])[] = [
  [
    '\x1f\x8b',
    { what: 'a GZIP archive', suggestion: 'Unpack it first, and import what is inside.', variant: 'archive' },
  ],
  ['BZh', { what: 'a BZIP2 archive', suggestion: 'Unpack it first, and import what is inside.', variant: 'archive' }],
  [
    '7z\xbc\xaf\x27\x1c',
    { what: 'a 7-Zip archive', suggestion: 'Unpack it first, and import what is inside.', variant: 'archive' },
  ],
  [
    '\xfd7zXZ\0',
    { what: 'an XZ archive', suggestion: 'Unpack it first, and import what is inside.', variant: 'archive' },
  ],
  [
    '\x28\xb5\x2f\xfd',
    { what: 'a Zstandard archive', suggestion: 'Unpack it first, and import what is inside.', variant: 'archive' },
  ],
  [
    'Rar!\x1a\x07',
    { what: 'a RAR archive', suggestion: 'Unpack it first, and import what is inside.', variant: 'archive' },
  ],
  ['%PDF-', { what: 'a PDF', suggestion: 'Export the figures as CSV or XLSX instead; a PDF is made for printing.' }],
  ['{\\rtf', { what: 'a rich text document (RTF)', suggestion: 'Export the figures as CSV or XLSX.' }],
  ['\x89PNG\r\n', image('PNG')],
  ['\xff\xd8\xff', image('JPEG')],
  ['GIF8', image('GIF')],
  ['II*\0', image('TIFF')],
  ['MM\0*', image('TIFF')],
  ['SQLite format 3\0', { what: 'an SQLite database', suggestion: 'Export the table as CSV.' }],
  ['PAR1', { what: 'a Parquet file', suggestion: 'Export it as CSV.' }],
];

/**
 * Whether a file is CSV or a workbook (XLSX), by its content: names lie (banks call quoted CSV "xls").
 *
 * @param path where its bytes are
 * @param name what its owner calls it; only tells an Office lock file
 * @throws FileRejected `file-type` saying what it is instead and what to do, `file-empty`
 */
export async function detectType(path: string, name: string): Promise<'csv' | 'xlsx'> {
  if (/(^|[/\\])(~\$|\.~lock\.)[^/\\]*$/.test(name)) {
    throw refused({
      what: 'a lock file, which Office keeps while a document is open',
      suggestion: 'Import the document itself (the same name without the mark at its start); close it first.',
      variant: 'lock',
    });
  }
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) {
      throw new FileRejected({
        code: 'file-empty',
        message: 'The file is empty (0 bytes).',
        suggestion: 'Export or copy it again.',
      });
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), 0, null, 0);
    const found = await detect(file, size, buffer.subarray(0, bytesRead));
    if (typeof found === 'string') return found;
    throw refused(found);
  } finally {
    await file.close();
  }
}

async function detect(file: FileHandle, size: number, head: Buffer): Promise<'csv' | 'xlsx' | Refusal> {
  const start = head.toString('latin1', 0, 64);
  if (ZIP_STARTS.some((bytes) => start.startsWith(bytes))) return detectArchive(file, size, head);
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return detectCompound(file, head);
  const signature = SIGNATURES.find(([bytes]) => start.startsWith(bytes));
  if (signature !== undefined) return signature[1];
  return detectText(head) ?? (isBinary(head) ? BINARY : 'csv');
}

const BINARY: Refusal = {
  what: 'no text and no workbook',
  suggestion: 'Export it as CSV or XLSX from the program it belongs to.',
};

/** Control characters that no text has. In UTF-16 and UTF-32 any byte can be half of a letter: their decoder judges. */
function isBinary(head: Buffer): boolean {
  if (isWide(head)) return false;
  let controls = 0;
  let nuls = 0;
  for (const byte of head) {
    if (byte === 0) nuls++;
    else if (byte < 32 && (byte < 9 || byte > 13) && byte !== 26 && byte !== 27) controls++;
  }
  if (controls > head.length * BINARY_CONTROL_SHARE) return true;
  return nuls > head.length * BINARY_NUL_SHARE;
}

/** Every second byte, or three of four, is NUL at the same places: UTF-16 or UTF-32. */
function isWide(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 4);
  if (['\xff\xfe', '\xfe\xff', '\0\0\xfe\xff'].some((mark) => start.startsWith(mark))) return true;
  const nuls = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) nuls[i % 2]!++;
  return Math.min(nuls[0]!, nuls[1]!) < Math.max(nuls[0]!, nuls[1]!) / 10 && nuls[0]! + nuls[1]! > head.length * 0.2;
}

function image(format: string): Refusal {
  return { what: `a picture (${format})`, suggestion: 'Export the figures as CSV or XLSX from where they come from.' };
}

function refused(refusal: Refusal): FileRejected {
  return new FileRejected({
    code: 'file-type',
    message: `The file is ${refusal.what}; CSV files and workbooks (XLSX) can be read.`,
    suggestion: refusal.suggestion,
    ...(refusal.variant === undefined ? {} : { variant: refusal.variant }),
  });
}

/** A ZIP's directory is found by a record in its last bytes: 22 and a comment of at most 65,535. */
const TAIL_BYTES = 22 + 65_535;
/** A directory larger than this belongs to no workbook. */
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;
/** A ZIP64 archive's own record of where its directory stands. */
const ZIP64_END_BYTES = 56;
/** File names told in a message. */
const NAMES_TOLD = 3;

/** What a ZIP holds: a workbook, or something else. */
async function detectArchive(file: FileHandle, size: number, head: Buffer): Promise<'xlsx' | Refusal> {
  const names = await entryNames(file, size);
  if (names === undefined) {
    return {
      what: 'a ZIP archive or workbook that is cut short or damaged',
      suggestion: 'Copy or download it again; if it is a workbook, open it in Excel and save it as XLSX.',
    };
  }
  const has = (start: string) => names.some((name) => name.startsWith(start));
  if (has('xl/')) {
    if (!has('xl/workbook.bin')) return 'xlsx';
    return { what: 'a binary workbook (XLSB)', suggestion: 'Open it in Excel and save it as XLSX.', variant: 'excel' };
  }
  if (names.includes('mimetype') || head.includes('opendocument')) {
    const spreadsheet = head.includes('opendocument.spreadsheet');
    const what = spreadsheet ? 'an OpenDocument spreadsheet (ODS)' : 'an OpenDocument file';
    return { what, suggestion: 'Open it in LibreOffice and save it as XLSX or CSV.' };
  }
  if (has('word/')) return { what: 'a Word document', suggestion: 'Put the figures into a workbook or a CSV file.' };
  if (has('ppt/')) return { what: 'a PowerPoint file', suggestion: 'Put the figures into a workbook or a CSV file.' };
  if (has('Index/')) return { what: 'a Numbers or Pages document', suggestion: 'Export it to Excel (XLSX) or CSV.' };
  const told = names.slice(0, NAMES_TOLD).join(', ') + (names.length > NAMES_TOLD ? ', …' : '');
  const holding = names.length === 0 ? ' that is empty' : ` that holds ${told}`;
  return {
    what: `a ZIP archive${holding}`,
    suggestion: 'Unpack it first, and import the files that are inside.',
    variant: 'archive',
  };
}

/** Names of the entries, with `/` between folders; undefined where the directory can't be read. */
async function entryNames(file: FileHandle, size: number): Promise<string[] | undefined> {
  const tail = await readAt(file, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) return undefined;
  let start = tail.readUInt32LE(end + 16);
  let length = tail.readUInt32LE(end + 12);
  if (start === 0xffffffff || length === 0xffffffff) {
    // ZIP64 keeps the true numbers in a record just before.
    const large = tail.lastIndexOf('PK\x06\x06', end, 'latin1');
    if (large < 0 || large + ZIP64_END_BYTES > tail.length) return undefined;
    length = Number(tail.readBigUInt64LE(large + 40));
    start = Number(tail.readBigUInt64LE(large + 48));
  }
  if (start + length > size || length > DIRECTORY_MAX_BYTES) return undefined;
  const directory = await readAt(file, start, length);
  const names: string[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    names.push(directory.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/'));
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Bytes of a compound file's directory that are looked at: 128 bytes an entry. */
const DIRECTORY_BYTES = 8 * 1024;

/** What one of Microsoft's compound files (before 2007, and encrypted ones since) is. */
async function detectCompound(file: FileHandle, head: Buffer): Promise<Refusal> {
  const names = await directory(file, head);
  const has = (name: string) => names.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) {
    return {
      what: 'a workbook protected by a password',
      variant: 'password',
      suggestion:
        'Open it in Excel, remove the password (File, Info, Protect Workbook, Encrypt with Password) and save it.',
    };
  }
  if (has('Workbook') || has('Book')) {
    return {
      what: 'an old Excel workbook (XLS)',
      suggestion: 'Open it in Excel and save it as XLSX.',
      variant: 'excel',
    };
  }
  if (has('WordDocument')) {
    return { what: 'an old Word document', suggestion: 'Put the figures into a workbook or a CSV file.' };
  }
  return { what: 'an old Office file', suggestion: 'Open it in its program and save the figures as XLSX or CSV.' };
}

async function directory(file: FileHandle, head: Buffer): Promise<Buffer> {
  if (head.length < 52) return Buffer.alloc(0);
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(30), 16);
  const position = (head.readUInt32LE(48) + 1) * sectorBytes;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(DIRECTORY_BYTES), 0, DIRECTORY_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** Markup and exchange formats that are text but no table; none where the text may be CSV. */
function detectText(head: Buffer): Refusal | undefined {
  const text = looseText(head);
  if (text.startsWith('#FLAGGA')) {
    return { what: 'an SIE file', suggestion: 'SIE is not read. Export the vouchers as CSV or XLSX instead.' };
  }
  if (text.startsWith('<')) return markup(text);
  if (/^(\{\s*("[^"]*"\s*:|\})|\[\s*(\{\s*"|\]))/.test(text)) {
    return { what: 'JSON', suggestion: 'Export the rows as CSV or XLSX.' };
  }
  return undefined;
}

function markup(text: string): Refusal | undefined {
  if (/<(\w+:)?AuditFile\b/.test(text)) {
    return { what: 'a SAF-T file (XML)', suggestion: 'SAF-T is not read. Export the vouchers as CSV or XLSX instead.' };
  }
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet')) {
    return {
      what: 'an Excel 2003 spreadsheet (XML)',
      suggestion: 'Open it in Excel and save it as XLSX.',
      variant: 'excel',
    };
  }
  if (/urn:iso:std:iso:20022:tech:xsd:camt/.test(text)) {
    return { what: 'a bank statement in XML (camt)', suggestion: 'Ask the bank for the statement as CSV or XLSX.' };
  }
  if (
    /^<(!doctype html|html|head|meta|body|table|div|style)\b/i.test(text) ||
    /^<\?xml[^>]*>\s*<!doctype html|^<\?xml[^>]*>\s*<html\b/i.test(text)
  ) {
    return {
      what: 'a web page (HTML)',
      suggestion:
        'If it opens as a table in Excel, save it there as XLSX; if it is a login or error page, download the file again.',
    };
  }
  if (/^<(\?xml\b|!--|!doctype\b|[a-z][\w:.-]*(\s[^<>]*)?\/?>)/i.test(text)) {
    return { what: 'XML', suggestion: 'Export the rows as CSV or XLSX.' };
  }
  return undefined;
}

/** The text as far as markup needs it, in whatever encoding: byte order marks, NULs and leading blanks dropped. */
function looseText(head: Buffer): string {
  return head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
}
