/** Beyond U+02FF a character may be white space, or compose with another; no-break spaces and controls stand below U+00A1. */
const DOUBTFUL = /[^ -~\u00a1-\u02ff]|^ | $| {2}/;
/** White space, line breaks and no-break spaces; U+0085 is a line break that JavaScript's `\s` leaves out. */
const BLANKS = /[\s\u0085]+/g;

/**
 * A text in canonical form (design/same-entry.md, sections 1 and 6): Unicode NFC, every run of white space, line breaks and
 * no-break spaces as one blank, trimmed.
 */
export function canonicalText(text: string): string {
  // Called for every row; nearly every text is canonical already.
  return DOUBTFUL.test(text) ? text.normalize('NFC').replace(BLANKS, ' ').trim() : text;
}
