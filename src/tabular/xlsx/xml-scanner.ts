import { malformed, XML_MAX_ATTRIBUTES, XML_MAX_DEPTH, XML_MAX_TOKEN_BYTES } from './limits.ts';
import { decodeXmlText } from './xml-text.ts';

/** What `next` found. `more`: the bytes so far hold no further whole token. */
export const MORE = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;
export type Token = typeof MORE | typeof OPEN | typeof CLOSE | typeof TEXT;

const LT = 60;
const GT = 62;
const SLASH = 47;
const EQUALS = 61;
const QUOTE = 34;
const APOSTROPHE = 39;
const COLON = 58;
const BANG = 33;
const QUESTION = 63;
const SPACE = 32;

/** A name as a number: names are compared millions of times and never needed as text. */
export function nameCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = step(code, name.charCodeAt(i));
  return code;
}

function step(code: number, byte: number): number {
  return (Math.imul(code, 257) + byte) | 0;
}

/**
 * A pull scanner for UTF-8 XML that comes in chunks. It knows well-formedness as far as reading needs it: tags match, there is
 * one root, nothing but white space around it. It refuses document type declarations, so that no entity can be defined.
 * It works on bytes, since a worksheet is nearly all markup, and none of that is ever wanted as a string.
 * @throws FileRejected from `next` and `finish`
 */
export class XmlScanner {
  readonly part: string;
  /** The bytes being scanned; `from` and `to` point into them until `feed` is called again. */
  bytes = Buffer.alloc(0);
  /** Of the last open or close: the code of its name without prefix. */
  name = 0;
  /** Elements that are open, the one just opened included, the one just closed not. */
  depth = 0;
  /** Of the last text: its range in `bytes`, and whether it was a CDATA section (which holds no entities). */
  from = 0;
  to = 0;
  cdata = false;

  #pos = 0;
  #end = 0;
  #window = Buffer.alloc(0);
  #selfClosing = false;
  #rootSeen = false;
  readonly #open = new Int32Array(XML_MAX_DEPTH);
  readonly #openLocal = new Int32Array(XML_MAX_DEPTH);
  #attributes = 0;
  readonly #attributeName = new Int32Array(XML_MAX_ATTRIBUTES);
  readonly #attributeLocal = new Int32Array(XML_MAX_ATTRIBUTES);
  readonly #attributeFrom = new Int32Array(XML_MAX_ATTRIBUTES);
  readonly #attributeTo = new Int32Array(XML_MAX_ATTRIBUTES);

  constructor(part: string) {
    this.part = part;
  }

  /** Adds bytes behind what is left of the earlier ones. */
  feed(chunk: Uint8Array): void {
    const rest = this.#end - this.#pos;
    if (rest > XML_MAX_TOKEN_BYTES) throw this.error(`holds a tag or text of more than ${XML_MAX_TOKEN_BYTES} bytes`);
    if (rest + chunk.length > this.#window.length) {
      const grown = Buffer.allocUnsafe(2 * (rest + chunk.length));
      this.#window.copy(grown, 0, this.#pos, this.#end);
      this.#window = grown;
      this.bytes = grown;
    } else {
      this.#window.copyWithin(0, this.#pos, this.#end);
    }
    this.#window.set(chunk, rest);
    this.#pos = 0;
    this.#end = rest + chunk.length;
  }

  /** To be called behind the last `next`: the document must be complete. */
  finish(): void {
    if (!this.#rootSeen || this.depth > 0) throw this.error('ends too early');
    this.#outsideRoot(this.#pos, this.#end);
  }

  /** The next token, in document order. An element written `<a/>` is opened and closed. Comments and instructions are passed over. */
  next(): Token {
    if (this.#selfClosing) {
      this.#selfClosing = false;
      this.name = this.#openLocal[--this.depth] as number;
      return CLOSE;
    }
    const bytes = this.bytes;
    while (this.#pos < this.#end) {
      const start = this.#pos;
      if (bytes[start] !== LT) {
        let i = start + 1;
        while (i < this.#end && bytes[i] !== LT) i++;
        if (i === this.#end) return MORE;
        this.#pos = i;
        if (this.depth === 0) this.#outsideRoot(start, i);
        else return this.#text(start, i, false);
        continue;
      }
      if (start + 1 === this.#end) return MORE;
      const kind = bytes[start + 1] as number;
      if (kind === SLASH) return this.#closeTag(start + 2);
      if (kind === QUESTION) {
        if (!this.#skipTo('?>', start + 2)) return MORE;
      } else if (kind === BANG) {
        const token = this.#declaration(start);
        if (token !== OPEN) return token;
      } else return this.#openTag(start + 1);
    }
    return MORE;
  }

  /** Whether the text of the last `TEXT` is followed by the end of its element, so that it is all of it. */
  textIsWhole(): boolean {
    return !this.cdata && this.#pos + 1 < this.#end && this.bytes[this.#pos + 1] === SLASH;
  }

  /** The last text, decoded. */
  text(): string {
    return decodeXmlText(this.bytes, this.from, this.to, this.cdata, this.part);
  }

  /** After an `OPEN`: sets `from` and `to` to the raw value of the attribute with this full name; false where there is none. */
  findAttribute(code: number): boolean {
    for (let i = 0; i < this.#attributes; i++) {
      if (this.#attributeName[i] !== code) continue;
      this.from = this.#attributeFrom[i] as number;
      this.to = this.#attributeTo[i] as number;
      return true;
    }
    return false;
  }

  /** The raw value that `findAttribute` found, as a name. */
  valueCode(): number {
    let code = 0;
    for (let i = this.from; i < this.to; i++) code = step(code, this.bytes[i] as number);
    return code;
  }

  /** After an `OPEN`: the decoded value of the attribute with this full name. */
  attribute(code: number): string | undefined {
    return this.findAttribute(code) ? decodeXmlText(this.bytes, this.from, this.to, false, this.part) : undefined;
  }

  /** After an `OPEN`: the decoded value of the attribute that has this name behind any prefix. */
  prefixedAttribute(code: number): string | undefined {
    for (let i = 0; i < this.#attributes; i++) {
      if (this.#attributeLocal[i] !== code || this.#attributeName[i] === code) continue;
      const [from, to] = [this.#attributeFrom[i] as number, this.#attributeTo[i] as number];
      return decodeXmlText(this.bytes, from, to, false, this.part);
    }
    return undefined;
  }

  error(what: string): Error {
    return malformed(this.part, what);
  }

  #text(from: number, to: number, cdata: boolean): Token {
    this.from = from;
    this.to = to;
    this.cdata = cdata;
    return TEXT;
  }

  #outsideRoot(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if ((this.bytes[i] as number) > SPACE) throw this.error('holds text outside its root element');
    }
    this.#pos = to;
  }

  #skipTo(ending: string, from: number): boolean {
    const at = this.bytes.indexOf(ending, from, 'latin1');
    if (at < 0 || at + ending.length > this.#end) return false;
    this.#pos = at + ending.length;
    return true;
  }

  /** A comment or CDATA section. `OPEN` stands for: go on. */
  #declaration(start: number): Token {
    const head = this.bytes.toString('latin1', start, Math.min(start + 9, this.#end));
    if (head.startsWith('<!--')) return this.#skipTo('-->', start + 4) ? OPEN : MORE;
    if (head === '<![CDATA[') {
      if (this.depth === 0) throw this.error('holds text outside its root element');
      if (!this.#skipTo(']]>', start + 9)) return MORE;
      return this.#text(start + 9, this.#pos - 3, true);
    }
    if (head.length < 9 && ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head) || '<!DOCTYPE'.startsWith(head))) {
      return MORE;
    }
    if (head === '<!DOCTYPE') throw this.error('holds a document type declaration, which workbooks never do');
    throw this.error('is not well-formed XML');
  }

  #closeTag(start: number): Token {
    const bytes = this.bytes;
    let code = 0;
    let i = start;
    let byte = 0;
    for (; i < this.#end && (byte = bytes[i] as number) !== GT && byte > SPACE; i++) code = step(code, byte);
    while (i < this.#end && (bytes[i] as number) <= SPACE) i++;
    if (i >= this.#end) return MORE;
    if (bytes[i] !== GT || this.depth === 0 || this.#open[this.depth - 1] !== code) {
      throw this.error('is not well-formed XML: its tags do not match');
    }
    this.#pos = i + 1;
    this.name = this.#openLocal[--this.depth] as number;
    return CLOSE;
  }

  #openTag(start: number): Token {
    const bytes = this.bytes;
    const end = this.#end;
    let code = 0;
    let local = 0;
    let i = start;
    let byte = 0;
    for (; i < end && (byte = bytes[i] as number) > SPACE && byte !== GT && byte !== SLASH; i++) {
      code = step(code, byte);
      local = byte === COLON ? 0 : step(local, byte);
    }
    this.#attributes = 0;
    for (;;) {
      while (i < end && (bytes[i] as number) <= SPACE) i++;
      if (i + 1 >= end && (i >= end || bytes[i] !== GT)) return MORE;
      byte = bytes[i] as number;
      if (byte === GT || byte === SLASH) break;
      i = this.#attribute(i);
      if (i < 0) return MORE;
    }
    this.#selfClosing = byte === SLASH;
    if (this.#selfClosing && bytes[++i] !== GT) throw this.error('is not well-formed XML');
    if (code === 0 || (this.depth === 0 && this.#rootSeen)) throw this.error('is not well-formed XML');
    if (this.depth === XML_MAX_DEPTH) throw this.error(`holds elements more than ${XML_MAX_DEPTH} deep`);
    this.#rootSeen = true;
    this.#pos = i + 1;
    this.name = local;
    this.#openLocal[this.depth] = local;
    this.#open[this.depth++] = code;
    return OPEN;
  }

  /** Notes the attribute that begins at `start`; the position behind it, or -1 where the bytes end in it. */
  #attribute(start: number): number {
    const bytes = this.bytes;
    const end = this.#end;
    let code = 0;
    let local = 0;
    let i = start;
    let byte = 0;
    for (; i < end && (byte = bytes[i] as number) !== EQUALS && byte > SPACE && byte !== GT; i++) {
      code = step(code, byte);
      local = byte === COLON ? 0 : step(local, byte);
    }
    while (i < end && (bytes[i] as number) <= SPACE) i++;
    if (i >= end) return -1;
    if (bytes[i] !== EQUALS) throw this.error('is not well-formed XML: an attribute has no value');
    i++;
    while (i < end && (bytes[i] as number) <= SPACE) i++;
    if (i >= end) return -1;
    const quote = bytes[i] as number;
    if (quote !== QUOTE && quote !== APOSTROPHE) throw this.error('is not well-formed XML: an attribute has no quotes');
    const from = ++i;
    while (i < end && (byte = bytes[i] as number) !== quote) {
      if (byte === LT) throw this.error('is not well-formed XML: an attribute holds <');
      i++;
    }
    if (i >= end) return -1;
    if (this.#attributes === XML_MAX_ATTRIBUTES) throw this.error('has an element with too many attributes');
    const n = this.#attributes++;
    this.#attributeName[n] = code;
    this.#attributeLocal[n] = local;
    this.#attributeFrom[n] = from;
    this.#attributeTo[n] = i;
    return i + 1;
  }
}
