import { type FileHandle, open } from 'node:fs/promises';
import { FileRejected } from '../domain/issue.ts';
import { detectArchive } from './detect-archive.ts';
import { detectCompound } from './detect-compound.ts';
import { detectText } from './detect-text.ts';

/** Bytes at the start of a file that tell what it is. */
const HEAD_BYTES = 64 * 1024;
/** Share of control characters, and of NULs, from which a file is no text. Below it, the reader names the line. */
const BINARY_CONTROL_SHARE = 0.02;
const BINARY_NUL_SHARE = 0.1;

/** What a file is, if it can't be read, and what its owner can do about it. */
export interface Refusal {
  /** Said after "The file is": `a PDF`. */
  readonly what: string;
  readonly suggestion: string;
}

/** How a ZIP starts: with an entry, with nothing but its end, or as the first of several parts. */
const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];

/** Formats by their first bytes; in Latin-1. */
const SIGNATURES: readonly (readonly [string, Refusal])[] = [
  ['\x1f\x8b', { what: 'a GZIP archive', suggestion: 'Unpack it first, and import what is inside.' }],
  ['BZh', { what: 'a BZIP2 archive', suggestion: 'Unpack it first, and import what is inside.' }],
  ['7z\xbc\xaf\x27\x1c', { what: 'a 7-Zip archive', suggestion: 'Unpack it first, and import what is inside.' }],
  ['\xfd7zXZ\0', { what: 'an XZ archive', suggestion: 'Unpack it first, and import what is inside.' }],
  ['\x28\xb5\x2f\xfd', { what: 'a Zstandard archive', suggestion: 'Unpack it first, and import what is inside.' }],
  ['Rar!\x1a\x07', { what: 'a RAR archive', suggestion: 'Unpack it first, and import what is inside.' }],
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
  });
}
