import { ownText } from './text.ts';

/** White space, line breaks and no-break spaces; U+0085 is a line break that JavaScript's `\s` leaves out. */
const BLANKS = /[\s\u0085]+/g;
/** Different texts that a `canonicalCodes` remembers at once. */
const REMEMBERED_CODES = 10_000;

/**
 * A text in canonical form (docs: the same entry, section 1): Unicode NFC, every run of white space, line breaks and
 * no-break spaces as one blank, trimmed.
 */
export function canonicalText(text: string): string {
  return isCanonical(text) ? text : text.normalize('NFC').replace(BLANKS, ' ').trim();
}

const BLANK = 0x20;
const TILDE = 0x7e;
const NO_BREAK = 0xa0;
/** Beyond this a character may be white space, or compose with another. */
const LAST_PLAIN = 0x2ff;

/** Whether a text is plainly canonical, as nearly every one is: this is asked of every row. */
function isCanonical(text: string): boolean {
  let before = BLANK;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < BLANK || (code > TILDE && code <= NO_BREAK) || code > LAST_PLAIN) return false;
    if (code === BLANK && before === BLANK) return false;
    before = code;
  }
  return before !== BLANK || text === '';
}

/** The same for texts of which a file has few and each a thousand times, as accounts and codes are. */
export function canonicalCodes(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text === '') return text;
    let canonical = known.get(text);
    if (canonical === undefined) {
      canonical = canonicalText(text);
      if (known.size >= REMEMBERED_CODES) known.clear();
      // A cell shares the memory of its whole record.
      const own = ownText(text);
      known.set(own, canonical === text ? own : canonical);
    }
    return canonical;
  };
}
