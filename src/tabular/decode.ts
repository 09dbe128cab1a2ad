import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { repairedEncoding } from '../core/repaired-encoding.ts';
import { cutSequence, type FoundEncoding, mostlyUtf8 } from './encoding.ts';
import { unmisread } from './repaired-text.ts';
import { ReadAgain } from './table.ts';

/** Turns the bytes of a file into UTF-8, block by block. */
export interface Decoder {
  /**
   * @param bytes the next block; the result may share its memory
   * @param last whether the file ends with it
   * @throws EncodingFault where bytes mean nothing in the encoding
   * @throws ReadAgain where the file was taken for UTF-8 and turns out to be Windows-1252
   */
  decode(bytes: Buffer, last: boolean): Buffer;
}

/** Bytes that mean nothing in the encoding of their file. */
export class EncodingFault extends Error {
  /** Place in the bytes given to the decoder since it was made, from 0. */
  readonly offset: number;
  /** The byte there, or undefined where the file ends inside a character. */
  readonly byte: number | undefined;
  constructor(offset: number, byte: number | undefined) {
    super('encoding fault');
    this.offset = offset;
    this.byte = byte;
  }
}

export function createDecoder(found: FoundEncoding): Decoder {
  if (found.encoding === 'utf-8') return utf8Decoder(found.certain);
  if (found.encoding === 'utf-16le' || found.encoding === 'utf-16be') return utf16Decoder(found.encoding);
  const repaired = repairedEncoding(found.encoding);
  if (repaired !== undefined) return repairingDecoder(createDecoder({ encoding: repaired, skip: 0, certain: true }));
  return isSingleByte(found.encoding) ? singleByteDecoder(found.encoding) : multiByteDecoder(found.encoding);
}

function utf8Decoder(certain: boolean): Decoder {
  let offset = 0;
  let cut = Buffer.alloc(0);
  let beyondAscii = false;
  return {
    decode(bytes, last) {
      const block = cut.length > 0 ? Buffer.concat([cut, bytes]) : bytes;
      const text = last ? block : block.subarray(0, block.length - cutSequence(block));
      if (!isUtf8(text)) {
        if (!certain && !beyondAscii && !mostlyUtf8(text)) {
          throw new ReadAgain('the bytes are not UTF-8', { encoding: 'windows-1252' });
        }
        const at = validLength(text);
        throw new EncodingFault(offset + at, text[at]);
      }
      beyondAscii ||= !isAscii(text);
      cut = Buffer.from(block.subarray(text.length));
      offset += text.length;
      return text;
    },
  };
}

/** @param inner of the bytes that were misread */
function repairingDecoder(inner: Decoder): Decoder {
  const outer = utf8Decoder(true);
  let offset = 0;
  return {
    decode(bytes, last) {
      const text = outer.decode(bytes, last);
      const before = unmisread(text.toString('utf8'));
      if (before === undefined) throw new EncodingFault(offset, undefined);
      offset += bytes.length;
      return inner.decode(before, last);
    },
  };
}

/** Length of the valid UTF-8 at the start of bytes that are not all valid, by halving. */
function validLength(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const part = bytes.subarray(0, middle);
    if (isUtf8(part.subarray(0, middle - cutSequence(part)))) low = middle;
    else high = middle;
  }
  // The halving ends at the byte that breaks a sequence; the fault is where that sequence begins.
  return low - cutSequence(bytes.subarray(0, low));
}

function utf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let offset = 0;
  return {
    decode(bytes, last) {
      try {
        const text = decoder.decode(bytes, { stream: !last });
        offset += bytes.length;
        return Buffer.from(text, 'utf8');
      } catch {
        throw new EncodingFault(offset + bytes.length, undefined);
      }
    },
  };
}

/** Code pages of one byte a character: no state between blocks, and blocks of ASCII are already UTF-8. */
function singleByteDecoder(encoding: string): Decoder {
  let offset = 0;
  const isLatin = encoding === 'windows-1252' || encoding === 'iso-8859-1';
  return {
    decode(bytes) {
      const start = offset;
      offset += bytes.length;
      if (isAscii(bytes)) return bytes;
      const latin = isLatin ? bytes.toString('latin1') : undefined;
      // Windows-1252 differs from ISO-8859-1 only where that has control characters, which no text file means.
      const control = latin?.search(/[\x80-\x9f]/) ?? -1;
      if (latin !== undefined && control < 0) return Buffer.from(latin, 'utf8');
      if (encoding === 'iso-8859-1') throw new EncodingFault(start + control, bytes[control]);
      const text = iconv.decode(bytes, encoding, { stripBOM: false });
      const unknown = text.indexOf('\ufffd');
      if (unknown >= 0) throw new EncodingFault(start + unknown, bytes[unknown]);
      return Buffer.from(text, 'utf8');
    },
  };
}

function multiByteDecoder(encoding: string): Decoder {
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  let offset = 0;
  return {
    decode(bytes, last) {
      const text = decoder.write(bytes) + ((last && decoder.end()) || '');
      if (text.includes('\ufffd')) {
        const before = iconv.encode(text.slice(0, text.indexOf('\ufffd')), encoding).length;
        throw new EncodingFault(offset + before, bytes[before]);
      }
      offset += bytes.length;
      return Buffer.from(text, 'utf8');
    },
  };
}

/** One byte a character, and ASCII where ASCII is. */
function isSingleByte(encoding: string): boolean {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const text = iconv.decode(all, encoding, { stripBOM: false });
  const back = iconv.decode(Buffer.from(all).reverse(), encoding, { stripBOM: false });
  return text.length === 256 && back.length === 256 && text.startsWith(all.toString('latin1', 0, 128));
}
