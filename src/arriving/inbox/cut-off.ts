import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { findEncoding } from '../../tabular/encoding.ts';

/** Bytes that are read at a time; an even number, so that no character of UTF-16 is cut. */
const CHUNK_BYTES = 1024 * 1024;
/** Bytes at the start that tell the encoding. */
const HEAD_BYTES = 64 * 1024;
/** The record at the end of a ZIP, and the longest comment that may follow it, in bytes. */
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_MAX_BYTES = 65_535;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
/** What a quote that opens a cell may follow. */
const BEFORE_CELL = /[\r\n,;\t|]/;

/**
 * Whether a file ends as if its writer had stopped half-way: text that ends inside
 * quotes, or without a line end where all other lines have one; a workbook without the end of its ZIP. Text is read once
 * from end to end, a chunk at a time. One that bilag may not read counts too: who wrote it may be about to hand it over. What
 * can't be read for another reason is left to those who receive it.
 */
export async function isCutOff(path: string | Buffer): Promise<boolean> {
  // Nothing is followed, and nothing waits for the other end of a pipe.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    const file = await open(path, flags);
    try {
      const { size } = await file.stat();
      const head = await readAt(file, 0, Math.min(size, HEAD_BYTES));
      if (head.toString('latin1', 0, 2) === 'PK') return !(await hasZipEnd(file, size));
      return await isCutText(file, size, head);
    } finally {
      await file.close();
    }
  } catch (error) {
    return isUnreadable(error);
  }
}

/** Whether the system refuses to let the file be read. */
export function isUnreadable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

async function hasZipEnd(file: FileHandle, size: number): Promise<boolean> {
  const length = Math.min(size, ZIP_END_BYTES + ZIP_COMMENT_MAX_BYTES);
  return (await readAt(file, size - length, length)).includes(ZIP_END);
}

async function isCutText(file: FileHandle, size: number, head: Buffer): Promise<boolean> {
  const { encoding, skip } = findEncoding(head, head.length === size, 'auto');
  const text = createTextEnd();
  for (let at = skip; at < size; at += CHUNK_BYTES) {
    text.read(plainText(await readAt(file, at, Math.min(CHUNK_BYTES, size - at)), encoding));
  }
  return text.isCutOff();
}

/** Quotes, delimiters and line ends are themselves in every encoding but UTF-16: of others the bytes are enough. */
function plainText(bytes: Buffer, encoding: string): string {
  if (!encoding.startsWith('utf-16')) return bytes.toString('latin1');
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (encoding === 'utf-16be' ? even.swap16() : even).toString('utf16le');
}

/** Follows a text in pieces: a quote opens a cell where a cell begins, and one that stands twice inside it is text. */
function createTextEnd() {
  let isQuoted = false;
  /** Where the last quote closed a cell, counted from the piece at hand on. */
  let closed = Number.NEGATIVE_INFINITY;
  /** The last character before this piece, and the last that is no blank. */
  let last = '';
  let before = '\n';
  let hasLineFeed = false;
  let hasReturn = false;
  const precedes = (text: string, at: number) => {
    while (at > 0 && text[at - 1] === ' ') at--;
    return at === 0 ? before : text[at - 1]!;
  };
  return {
    read(text: string): void {
      for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
        if (isQuoted) {
          isQuoted = false;
          closed = at;
        } else if (closed === at - 1 || BEFORE_CELL.test(precedes(text, at))) isQuoted = true;
      }
      hasLineFeed ||= text.includes('\n');
      hasReturn ||= text.includes('\r');
      closed -= text.length;
      before = precedes(text, text.length);
      last = text.at(-1) ?? last;
    },
    isCutOff(): boolean {
      // A line end of two characters may be cut in two.
      const isLineEnd = last === '\n' || (last === '\r' && !hasLineFeed);
      return isQuoted || ((hasLineFeed || hasReturn) && !isLineEnd);
    },
  };
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
