import type { FileHandle } from 'node:fs/promises';
import type { Refusal } from './detect-type.ts';

/** A ZIP's directory is found by a record in its last bytes: 22 and a comment of at most 65,535. */
const TAIL_BYTES = 22 + 65_535;
/** A directory larger than this belongs to no workbook. */
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;
/** A ZIP64 archive's own record of where its directory stands. */
const ZIP64_END_BYTES = 56;
/** File names told in a message. */
const NAMES_TOLD = 3;

/** What a ZIP holds: a workbook, or something else. */
export async function detectArchive(file: FileHandle, size: number, head: Buffer): Promise<'xlsx' | Refusal> {
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
    return { what: 'a binary workbook (XLSB)', suggestion: 'Open it in Excel and save it as XLSX.' };
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
  return { what: `a ZIP archive${holding}`, suggestion: 'Unpack it first, and import the files that are inside.' };
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
