import { isUtf8 } from 'node:buffer';
import { malformed } from './limits.ts';

const AMPERSAND = 38;
const CARRIAGE_RETURN = 13;
const LAST_ASCII = 127;

/**
 * The text that a range of UTF-8 XML stands for: references resolved (not in CDATA sections), line ends as XML reads them.
 * The string shares no memory with the bytes.
 * @throws FileRejected for bytes that are not UTF-8 and for unknown references
 */
export function decodeXmlText(bytes: Buffer, from: number, to: number, cdata: boolean, part: string): string {
  let ascii = true;
  let references = false;
  let returns = false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte > LAST_ASCII) ascii = false;
    else if (byte === AMPERSAND) references = true;
    else if (byte === CARRIAGE_RETURN) returns = true;
  }
  let text = ascii ? bytes.toString('latin1', from, to) : bytes.toString('utf8', from, to);
  // The replacement character may stand in the file itself; only then are the bytes looked at again.
  if (!ascii && text.includes('\uFFFD') && !isUtf8(bytes.subarray(from, to))) throw malformed(part, 'is not UTF-8');
  if (returns) text = text.replace(/\r\n?/g, '\n');
  if (references && !cdata) text = text.replace(/&([^;&]*)(;?)/g, (all, name, end) => reference(all, name, end, part));
  return text;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function reference(all: string, name: string, end: string, part: string): string {
  const named = end === ';' ? (Object.hasOwn(NAMED, name) ? NAMED[name] : numbered(name)) : undefined;
  if (named === undefined) throw malformed(part, `holds ${all.slice(0, 20)}, which is not a character`);
  return named;
}

function numbered(name: string): string | undefined {
  const match = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
  if (match === null) return undefined;
  const point = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16);
  const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : undefined;
}

/** Undoes the escapes of spreadsheet strings (ECMA-376, ST_Xstring): `_x000D_` is a carriage return, `_x005F_x000D_` the text `_x000D_`. */
export function unescapeXstring(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
