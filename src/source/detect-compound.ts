import type { FileHandle } from 'node:fs/promises';
import type { Refusal } from './detect-type.ts';

/** Bytes of a compound file's directory that are looked at: 128 bytes an entry. */
const DIRECTORY_BYTES = 8 * 1024;

/** What one of Microsoft's compound files (before 2007, and encrypted ones since) is. */
export async function detectCompound(file: FileHandle, head: Buffer): Promise<Refusal> {
  const names = await directory(file, head);
  const has = (name: string) => names.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) {
    return {
      what: 'a workbook protected by a password',
      suggestion:
        'Open it in Excel, remove the password (File, Info, Protect Workbook, Encrypt with Password) and save it.',
    };
  }
  if (has('Workbook') || has('Book')) {
    return { what: 'an old Excel workbook (XLS)', suggestion: 'Open it in Excel and save it as XLSX.' };
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
