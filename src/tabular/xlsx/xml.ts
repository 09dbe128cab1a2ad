import { TextDecoder } from 'node:util';
import type { Archive } from './archive.ts';
import { malformed, SMALL_PART_MAX_BYTES } from './limits.ts';
import { MORE, OPEN, XmlScanner } from './xml-scanner.ts';

/** Reads a small part to its end and calls `opened` for each of its elements. @throws FileRejected */
export async function readXmlPart(archive: Archive, part: string, opened: (xml: XmlScanner) => void): Promise<void> {
  const xml = new XmlScanner(part);
  for await (const chunk of utf8Xml(archive.stream(part, SMALL_PART_MAX_BYTES), part)) {
    xml.feed(chunk);
    for (let token = xml.next(); token !== MORE; token = xml.next()) if (token === OPEN) opened(xml);
  }
  xml.finish();
}

/** Bytes that are waited for before the encoding is judged: more than any XML declaration takes. */
const HEAD_BYTES = 256;

/**
 * XML as UTF-8 without byte order mark, whatever it was written in. Workbooks are UTF-8 or UTF-16 by their standard; a declared
 * encoding that Node knows is taken at its word.
 */
export async function* utf8Xml(chunks: AsyncIterable<Buffer>, part: string): AsyncGenerator<Buffer, void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  const begin = (first: Buffer): Buffer => {
    decoder = decoderFor(first, part);
    return decoder === undefined ? withoutMark(first) : decoded(decoder, first, part);
  };
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield decoder === undefined ? chunk : decoded(decoder, chunk, part);
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    yield begin(head);
    head = undefined;
  }
  if (head !== undefined) yield begin(head);
  if (decoder !== undefined) yield decoded(decoder, undefined, part);
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function decoded(decoder: TextDecoder, bytes: Buffer | undefined, part: string): Buffer {
  try {
    return Buffer.from(bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true }));
  } catch {
    throw malformed(part, `is not the ${decoder.encoding} text that it says it is`);
  }
}

/** Undefined for UTF-8, which is scanned as it is. */
function decoderFor(head: Buffer, part: string): TextDecoder | undefined {
  const encoding = markedEncoding(head) ?? declaredEncoding(head);
  if (/^(utf-?8|us-ascii|ascii)$/i.test(encoding)) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw malformed(part, `is written in the encoding ${encoding}, which is not known`);
  }
}

function markedEncoding(head: Buffer): string | undefined {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return undefined;
}

function declaredEncoding(head: Buffer): string {
  const declaration = head.toString('latin1', 0, HEAD_BYTES).split('?>')[0] ?? '';
  return /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? 'utf-8';
}
