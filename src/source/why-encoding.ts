import { isAscii } from 'node:buffer';
import { open } from 'node:fs/promises';

/** Bytes that the encoding is judged by, as where it is found. */
const HEAD_BYTES = 64 * 1024;

/**
 * What speaks for the encoding of a text: `mark` a byte order mark; `nuls` every second byte is NUL; `plain` nothing but ASCII so far;
 * `valid` the letters beyond ASCII are valid UTF-8; `not-utf8` they are not; `named` somebody said so.
 */
export type EncodingReason = 'named' | 'mark' | 'nuls' | 'plain' | 'valid' | 'not-utf8';

const MARKS = ['\xef\xbb\xbf', '\xff\xfe', '\xfe\xff'];

/** Why a file was found to be written as it is. @param encoding what was found; @param named `auto`, or a name */
export async function whyEncoding(path: string, encoding: string, named: string): Promise<EncodingReason> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const start = head.toString('latin1', 0, 3);
    if (MARKS.some((mark) => start.startsWith(mark))) return 'mark';
    if (named !== 'auto') return 'named';
    if (encoding.startsWith('utf-16')) return 'nuls';
    if (isAscii(head)) return 'plain';
    return encoding === 'utf-8' ? 'valid' : 'not-utf8';
  } finally {
    await file.close();
  }
}
