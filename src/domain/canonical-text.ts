/** White space, line breaks and no-break spaces; U+0085 is a line break that JavaScript's `\s` leaves out. */
const BLANKS = /[\s\u0085]+/g;
const BLANK = 0x20;
const TILDE = 0x7e;
/** No-break spaces and controls stand below. */
const FIRST_LETTER = 0xa1;
/** Beyond it a character may be white space, or compose with another. */
const LAST_SIMPLE = 0x2ff;

/**
 * A text in canonical form (docs: the same entry, section 1): Unicode NFC, every run of white space, line breaks and
 * no-break spaces as one blank, trimmed.
 */
export function canonicalText(text: string): string {
  return isCanonical(text) ? text : text.normalize('NFC').replace(BLANKS, ' ').trim();
}

/** Nearly every text is. No regular expression: this runs for every cell of a file. */
function isCanonical(text: string): boolean {
  let before = BLANK;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BLANK ? before === BLANK : code < BLANK || code > LAST_SIMPLE || (code > TILDE && code < FIRST_LETTER))
      return false;
    before = code;
  }
  return before !== BLANK || text === '';
}
