/** Marks that turn the direction of a line: a file called `\u202Evsc.exe` would read `exe.csv`. */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What a terminal would obey instead of showing: control characters, and such marks. */
const UNSEEN = /* @__PURE__ */ new RegExp(`\\p{Cc}|${DIRECTION_MARKS.source}`, 'gu');
const DELETE = 0x7f;

/** A text of the world on one line of a message or a terminal: what can't be seen is shown by a sign in its place. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === DELETE ? '␡' : '\ufffd';
  });
}

/** Characters that show nothing: soft hyphen, zero-width spaces and joiners, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/** Longer cells name no column, and are left as they are: one character can become eighteen. */
export const HEADER_MAX_CHARACTERS = 1_000;

/**
 * A header as it is compared: trimmed, Unicode compatibility forms settled, white space of any kind (also no-break
 * spaces and line breaks inside the cell) as one space, upper and lower case alike (`STRASSE` is `Straße`).
 */
export function normaliseHeader(text: string): string {
  if (text.length > HEADER_MAX_CHARACTERS) return text;
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();
}

/** Shorter pieces are copied as they are cut out. */
const SHARING_CHARACTERS = 13;

/**
 * The same text in memory of its own. A piece that was cut out of a longer text keeps all of that alive: a word out of a
 * cell of megabytes, kept until its entry is whole, would keep the cell.
 */
export function ownText(text: string): string {
  return text.length < SHARING_CHARACTERS ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

/** A file's name in a message, on one line whatever it is made of; marks of direction are escaped as control characters are. */
export function quoteName(name: string): string {
  return JSON.stringify(name).replace(
    DIRECTION_MARKS,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Kept from the first comparison on: to compare with options given makes one anew each time, at twenty times the cost. */
let collator: Intl.Collator | undefined;

/** The order in which account numbers and VAT codes are listed: 900 comes before 1500, and 3 before 3H. */
export function compareCodes(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(a, b);
}

/** Characters of a cell that a message shows; a cell can hold a whole letter by mistake. */
export const QUOTED_MAX_CHARACTERS = 60;
/** Characters of a cell that are looked at for that: white space may go on for megabytes. */
const LOOKED_AT_CHARACTERS = 600;

/** A cell's text inside a message: `"1e5"`, shortened, on one line. */
export function quoteValue(text: string): string {
  const isLong = text.length > LOOKED_AT_CHARACTERS;
  const line = visibleText((isLong ? ownText(text.slice(0, LOOKED_AT_CHARACTERS)) : text).replace(/\s+/g, ' '));
  const isWhole = line.length <= QUOTED_MAX_CHARACTERS && !isLong;
  return isWhole ? `"${line}"` : `"${line.slice(0, QUOTED_MAX_CHARACTERS)}…"`;
}
