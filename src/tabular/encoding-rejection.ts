import type { FileHandle } from 'node:fs/promises';
import { FileRejected } from '../core/issue.ts';
import { candidatesFor } from './doubtful-letters.ts';
import type { FoundEncoding } from './encoding.ts';

/** Bytes read at once to find the line of a fault, and whose words are shown. */
const BLOCK_BYTES = 64 * 1024;

/**
 * Why a file can't be read in its encoding, naming the line and the byte, and what may help. Another encoding is only
 * ever suggested, never used: a wrong letter in a booking would go unseen.
 *
 * @param fault the place in the file, in bytes from 0; no byte where the file ends inside a character
 * @param inferred whether the encoding was found by us rather than named by the job
 */
export async function encodingRejection(
  file: FileHandle,
  found: FoundEncoding,
  fault: { readonly offset: number; readonly byte: number | undefined },
  inferred: boolean,
): Promise<FileRejected> {
  const wide = found.encoding.startsWith('utf-16');
  const line = wide ? 0 : await lineAt(file, fault.offset);
  const place = wide ? `Before byte ${fault.offset}` : `On line ${line}`;
  const value = fault.byte === undefined ? undefined : `0x${fault.byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const what =
    value === undefined ? 'the file breaks off inside a character or holds half a character' : `the byte ${value}`;
  return new FileRejected({
    code: 'encoding-invalid',
    ...(value === undefined ? {} : { value }),
    ...(wide ? { variant: 'wide' as const } : {}),
    facts: { line, encoding: found.encoding },
    message: `${place}, ${what}${value === undefined ? '' : ` (byte ${fault.offset + 1} of the file)`} is ${reason(found, inferred)}.`,
    suggestion: await remedy(file, found, inferred),
  });
}

function reason(found: FoundEncoding, inferred: boolean): string {
  if (found.encoding === 'windows-1252' && inferred) return 'neither UTF-8 nor Windows-1252';
  if (found.encoding === 'utf-8' && found.skip > 0) return 'not UTF-8, though the file begins with the mark of UTF-8';
  if (found.encoding === 'utf-8' && inferred) return 'not UTF-8, though the letters before it are';
  return inferred ? `not ${found.encoding}` : `not ${found.encoding}, which the job names (file.encoding)`;
}

async function remedy(file: FileHandle, found: FoundEncoding, inferred: boolean): Promise<string> {
  if (found.encoding === 'utf-8' && inferred) {
    return 'Correct the letters on that line, and save the file as UTF-8.';
  }
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, 0);
  const { encodings, shown } = candidatesFor(buffer.subarray(0, bytesRead), [found.encoding]);
  return encodings.length === 0
    ? 'Save the file as UTF-8, or name its encoding in the job (file.encoding: cp865, cp850, iso-8859-15, …).'
    : `Set file.encoding in the job to the one whose words are right: ${shown}. If none is, save the file as UTF-8.`;
}

/** The physical line of a byte, in an encoding where line ends are the bytes of ASCII. */
async function lineAt(file: FileHandle, offset: number): Promise<number> {
  const block = Buffer.alloc(BLOCK_BYTES);
  let line = 1;
  let before = 0;
  for (let position = 0; position < offset; ) {
    const { bytesRead } = await file.read(block, 0, Math.min(BLOCK_BYTES, offset - position), position);
    if (bytesRead === 0) break;
    for (const byte of block.subarray(0, bytesRead)) {
      if (byte === 13 || (byte === 10 && before !== 13)) line++;
      before = byte;
    }
    position += bytesRead;
  }
  return line;
}
