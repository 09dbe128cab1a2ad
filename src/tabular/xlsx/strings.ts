import type { Archive } from './archive.ts';
import {
  CELL_MAX_CHARACTERS,
  LONG_TEXT_CHARACTERS,
  SHARED_STRINGS_MAX_BYTES,
  SHARED_STRINGS_MAX_COUNT,
  tooLarge,
} from './limits.ts';
import { utf8Xml } from './xml.ts';
import { CLOSE, MORE, nameCode, OPEN, XmlScanner } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

const SST = nameCode('sst');
const SI = nameCode('si');

const PAGE_BYTES = 1024 ** 2;
/** UTF-8 bytes that a UTF-16 character can take. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Recently used strings kept as such: columns repeat few values, and equal cells then share one string. */
const MEMO_ENTRIES = 8_192;
/** Long texts have few places, so that the memory for them is bounded: one that a thousand cells refer to is decoded once. */
const LONG_MEMO_ENTRIES = 32;

/**
 * The texts that cells refer to by number. They lie outside the JavaScript heap as UTF-8: a million short strings would cost it
 * three times their size and every collection a walk through them, and a worker's heap is small.
 */
export class SharedStrings {
  readonly #part: string;
  readonly #pages: Buffer[] = [];
  readonly #pageEnds: number[] = [];
  #position = PAGE_BYTES;
  #starts = new Uint32Array(1024);
  #count = 0;
  readonly #memoIndex = new Int32Array(MEMO_ENTRIES).fill(-1);
  readonly #memoText: string[] = new Array<string>(MEMO_ENTRIES).fill('');
  readonly #longMemo = new Map<number, string>();

  constructor(part: string) {
    this.#part = part;
  }

  /** @throws FileRejected `file-too-large` */
  add(text: string): void {
    if (this.#count === SHARED_STRINGS_MAX_COUNT) {
      throw tooLarge(this.#part, `holds more than ${SHARED_STRINGS_MAX_COUNT} texts`);
    }
    if (this.#pages.length === 0 || this.#position + text.length * MAX_BYTES_PER_CHARACTER > PAGE_BYTES)
      this.#addPage();
    if (this.#count === this.#starts.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    const page = this.#pages.length - 1;
    this.#starts[this.#count++] = page * PAGE_BYTES + this.#position;
    this.#position += (this.#pages[page] as Buffer).write(text, this.#position, 'utf8');
    this.#pageEnds[page] = this.#position;
  }

  /** Undefined where the workbook has no such text. */
  get(index: number): string | undefined {
    if (index < 0) return undefined;
    const slot = index & (MEMO_ENTRIES - 1);
    if (this.#memoIndex[slot] === index) return this.#memoText[slot];
    const long = this.#longMemo.get(index);
    if (long !== undefined) return long;
    if (!Number.isInteger(index) || index >= this.#count) return undefined;
    const start = this.#starts[index] as number;
    const page = Math.floor(start / PAGE_BYTES);
    const next = index + 1 < this.#count ? (this.#starts[index + 1] as number) : Number.POSITIVE_INFINITY;
    const end = Math.min(next - page * PAGE_BYTES, this.#pageEnds[page] as number);
    const text = (this.#pages[page] as Buffer).toString('utf8', start % PAGE_BYTES, end);
    if (text.length < LONG_TEXT_CHARACTERS) {
      this.#memoIndex[slot] = index;
      this.#memoText[slot] = text;
    } else {
      if (this.#longMemo.size === LONG_MEMO_ENTRIES) this.#longMemo.clear();
      this.#longMemo.set(index, text);
    }
    return text;
  }

  #addPage(): void {
    if ((this.#pages.length + 1) * PAGE_BYTES > SHARED_STRINGS_MAX_BYTES) {
      throw tooLarge(this.#part, `holds more than ${SHARED_STRINGS_MAX_BYTES / 1024 ** 2} MiB of text`);
    }
    this.#pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES));
    this.#position = 0;
  }
}

/** Reads the shared strings; without such a part there are none. @throws FileRejected */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<SharedStrings> {
  const strings = new SharedStrings(part ?? '');
  if (part === undefined) return strings;
  const xml = new XmlScanner(part);
  const item = new StringItem();
  let keepsSpaceAll = false;
  let inItem = false;
  for await (const chunk of utf8Xml(archive.stream(part), part)) {
    xml.feed(chunk);
    for (let token = xml.next(); token !== MORE; token = xml.next()) {
      if (token === OPEN) {
        if (inItem) item.opened(xml);
        else if (xml.depth === 2 && xml.name === SI) {
          inItem = true;
          item.begin(xml, keepsSpaceAll);
        } else if (xml.depth === 1) {
          if (xml.name !== SST) throw xml.error('holds no shared strings');
          keepsSpaceAll = keepsSpace(xml, false);
        }
      } else if (!inItem) {
      } else if (token === CLOSE) {
        item.closed(xml);
        if (xml.depth > 1) continue;
        inItem = false;
        strings.add(item.text);
      } else item.read(xml);
    }
  }
  xml.finish();
  return strings;
}

const T = nameCode('t');
const R = nameCode('r');
const SPACE = nameCode('xml:space');
/** Of a text as it is written: `_x000D_` takes seven characters for one. */
export const MAX_ESCAPED_CHARACTERS = 7 * CELL_MAX_CHARACTERS;

/** Whether the element just opened keeps the white space at the ends of its text, `inherited` where it does not say. */
export function keepsSpace(xml: XmlScanner, inherited: boolean): boolean {
  const value = xml.attribute(SPACE);
  return value === undefined ? inherited : value === 'preserve';
}

/**
 * Collects the text of a string item (`si` of the shared strings, `is` of a cell): plain, or the runs of a rich text joined.
 * Phonetic guides, which stand beside the text, are left out. White space at the ends goes unless it is marked to stay, as in Excel.
 */
export class StringItem {
  text = '';
  #depth = 0;
  #keepsSpace = false;
  #run = '';
  #runKeepsSpace = false;
  #inRun = false;
  #textDepth = 0;

  /** The item's element was opened. */
  begin(xml: XmlScanner, inheritedSpace: boolean): void {
    this.text = '';
    this.#depth = xml.depth;
    this.#keepsSpace = keepsSpace(xml, inheritedSpace);
    this.#inRun = false;
    this.#textDepth = 0;
  }

  /** An element inside the item was opened. */
  opened(xml: XmlScanner): void {
    const level = xml.depth - this.#depth;
    if (level === 1) this.#inRun = xml.name === R;
    if (xml.name !== T || level > 2 || (level === 2 && !this.#inRun)) return;
    this.#textDepth = xml.depth;
    this.#run = '';
    this.#runKeepsSpace = keepsSpace(xml, this.#keepsSpace);
  }

  /** Text inside the item was read. */
  read(xml: XmlScanner): void {
    if (xml.depth !== this.#textDepth) return;
    this.#run = this.#run === '' ? xml.text() : this.#run + xml.text();
    if (this.#run.length > MAX_ESCAPED_CHARACTERS) throw textTooLong(xml);
  }

  /** An element inside the item was closed. */
  closed(xml: XmlScanner): void {
    if (xml.depth !== this.#textDepth - 1) return;
    this.#textDepth = 0;
    const run = unescapeXstring(this.#runKeepsSpace ? this.#run : withoutEnds(this.#run));
    this.text = this.text === '' ? run : this.text + run;
    if (this.text.length > CELL_MAX_CHARACTERS) throw textTooLong(xml);
  }
}

/** White space as XML has it, which is less than `trim` takes. By hand: a regular expression looks at a long gap between words again from each of its places. */
function withoutEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && XML_WHITE_SPACE.includes(text[start]!)) start++;
  while (end > start && XML_WHITE_SPACE.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

const XML_WHITE_SPACE = ' \t\r\n';

export function textTooLong(xml: XmlScanner): Error {
  return xml.error(`holds a text of more than ${CELL_MAX_CHARACTERS} characters, which is more than a cell can have`);
}
