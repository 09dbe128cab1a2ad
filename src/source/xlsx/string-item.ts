import { CELL_MAX_CHARACTERS } from './limits.ts';
import { nameCode, type XmlScanner } from './xml-scanner.ts';
import { unescapeXstring } from './xml-text.ts';

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
