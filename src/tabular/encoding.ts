import { isAscii, isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { distance } from 'fastest-levenshtein';
import iconv from 'iconv-lite';
import { FileRejected, UsageError } from '../core/issue.ts';
import { REPAIR, repairedEncoding } from '../core/repaired-encoding.ts';

/** Names for the encodings that Nordic exports come in; any other that iconv-lite knows may be named too. */
const COMMON_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'cp865',
  'cp850',
  'cp437',
  'macintosh',
] as const;

/** iconv-lite's codecs that are no character sets of text files. */
const NO_ENCODINGS = ['base64', 'hex', 'binary', 'internal', 'utf7', 'utf7imap', 'cesu8'];
/** Share of NULs at even or odd places from which text without a byte order mark is UTF-16. */
const UTF16_NUL_SHARE = 0.4;
const NEAR_DISTANCE = 3;
/** UTF-8 sequences from which a file is certainly UTF-8. */
const CLEAR_SEQUENCES = 3;

export interface FoundEncoding {
  /** `utf-8`, `utf-16le`, `utf-16be`, `windows-1252`, or the name the job gave. */
  readonly encoding: string;
  /** Bytes of the byte order mark before the text. */
  readonly skip: number;
  /** The job or a byte order mark says so: later bytes can't change it. */
  readonly certain: boolean;
}

/**
 * The encoding of a file. A byte order mark is believed before anything else; then what the job names; then UTF-16 by
 * its NULs; then UTF-8 if the bytes are valid, else Windows-1252.
 *
 * @param head the first bytes of the file
 * @param whole whether `head` is all of it
 * @param named `auto`, or a name
 * @param knowing the name comes from an earlier reading of the whole file, not from a person
 * @throws UsageError where the name is unknown
 * @throws FileRejected `encoding-invalid` for UTF-32
 */
export function findEncoding(head: Buffer, whole: boolean, named: string, knowing = false): FoundEncoding {
  const name = named === 'auto' ? undefined : knownEncoding(named);
  const mark = byteOrderMark(head);
  if (name?.startsWith(REPAIR)) return { encoding: name, skip: mark?.skip ?? 0, certain: true };
  if (mark !== undefined) return mark;
  if (name !== undefined) {
    if (!knowing && !name.startsWith('utf') && clearlyUtf8(head, whole)) throw namedWrongly(name);
    return { encoding: name, skip: 0, certain: true };
  }
  const utf16 = utf16ByNuls(head);
  if (utf16 !== undefined) return { encoding: utf16, skip: 0, certain: true };
  const text = whole ? head : head.subarray(0, head.length - cutSequence(head));
  if (isUtf8(text) || mostlyUtf8(text)) return { encoding: 'utf-8', skip: 0, certain: false };
  return { encoding: 'windows-1252', skip: 0, certain: false };
}

/** Valid UTF-8 with so many characters beyond ASCII that no text in a code page looks like it by chance. */
function clearlyUtf8(head: Buffer, whole: boolean): boolean {
  const bytes = whole ? head : head.subarray(0, head.length - cutSequence(head));
  if (isAscii(bytes) || !isUtf8(bytes)) return false;
  let sequences = 0;
  for (const byte of bytes) if (byte >= 0xc0) sequences++;
  return sequences >= CLEAR_SEQUENCES;
}

function namedWrongly(name: string): FileRejected {
  return new FileRejected({
    code: 'encoding-invalid',
    value: name,
    variant: 'named',
    message: `The job reads the file as ${name}, but it is written in UTF-8.`,
    suggestion: 'Remove file.encoding from the job, or set it to utf-8.',
  });
}

function byteOrderMark(head: Buffer): FoundEncoding | undefined {
  const starts = (...bytes: number[]) => head.length >= bytes.length && bytes.every((byte, i) => head[i] === byte);
  if (starts(0xff, 0xfe, 0, 0) || starts(0, 0, 0xfe, 0xff)) {
    throw new FileRejected({
      code: 'encoding-invalid',
      variant: 'utf-32',
      message: 'The file is written in UTF-32, which is not read.',
      suggestion: 'Save it as UTF-8 ("CSV UTF-8" in Excel).',
    });
  }
  if (starts(0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', skip: 3, certain: true };
  if (starts(0xff, 0xfe)) return { encoding: 'utf-16le', skip: 2, certain: true };
  if (starts(0xfe, 0xff)) return { encoding: 'utf-16be', skip: 2, certain: true };
  return undefined;
}

/** UTF-16 without a byte order mark: in Western text every second byte is NUL, and the others hardly ever. */
function utf16ByNuls(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const nuls = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) nuls[i % 2]!++;
  const pairs = head.length / 2;
  const [even, odd] = [nuls[0]! / pairs, nuls[1]! / pairs];
  if (odd >= UTF16_NUL_SHARE && even < UTF16_NUL_SHARE / 10) return 'utf-16le';
  if (even >= UTF16_NUL_SHARE && odd < UTF16_NUL_SHARE / 10) return 'utf-16be';
  return undefined;
}

/** Bytes at the end that begin a UTF-8 sequence which goes on in what was not read yet. */
export function cutSequence(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/**
 * UTF-8 with some damage, rather than another encoding: most bytes beyond ASCII stand in valid sequences. Text in
 * Windows-1252 has hardly any such sequence.
 */
export function mostlyUtf8(bytes: Buffer): boolean {
  if (isAscii(bytes)) return false;
  const text = bytes.toString('utf8');
  const damaged = text.split('\ufffd').length - 1 - countOf(bytes, Buffer.from('\ufffd'));
  let sound = 0;
  for (const character of text) if (character > '\x7f' && character !== '\ufffd') sound++;
  return sound > damaged;
}

function countOf(bytes: Buffer, part: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + part.length)) count++;
  return count;
}

/** The name of an encoding as a job may spell it (`UTF8`, `latin1`, `cp1252`), in one spelling. */
function knownEncoding(named: string): string {
  const repaired = repairedEncoding(named);
  if (repaired !== undefined) return `${REPAIR}${knownEncoding(repaired)}`;
  const plain = plainName(named);
  if (plain === 'utf16') return 'utf-16le';
  if (plain === 'latin1') return 'iso-8859-1';
  if (plain === 'cp1252' || plain === 'ansi') return 'windows-1252';
  const common = COMMON_ENCODINGS.find((encoding) => plainName(encoding) === plain);
  if (common !== undefined) return common;
  if (plain !== '' && !NO_ENCODINGS.includes(plain) && iconv.encodingExists(named)) return named.toLowerCase();
  const near = COMMON_ENCODINGS.filter((encoding) => distance(plainName(encoding), plain) <= NEAR_DISTANCE);
  near.sort((a, b) => distance(plainName(a), plain) - distance(plainName(b), plain));
  throw new UsageError(
    `Unknown encoding ${JSON.stringify(named)} (file.encoding).`,
    near.length > 0
      ? `Did you mean ${near.join(' or ')}?`
      : `Known are auto, ${COMMON_ENCODINGS.join(', ')}, and others.`,
  );
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

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
