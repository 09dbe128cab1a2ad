import { ownText } from './own-text.ts';

/** Beyond U+02FF a character may be white space, or compose with another; no-break spaces and controls stand below U+00A1. */
const DOUBTFUL = /[^ -~\u00a1-\u02ff]|^ | $| {2}/;
/** White space, line breaks and no-break spaces; U+0085 is a line break that JavaScript's `\s` leaves out. */
const BLANKS = /[\s\u0085]+/g;
/** Different texts that a `canonicalCodes` remembers at once. */
const REMEMBERED_CODES = 10_000;

/**
 * A text in canonical form (docs: the same entry, section 1): Unicode NFC, every run of white space, line breaks and
 * no-break spaces as one blank, trimmed.
 */
export function canonicalText(text: string): string {
  // Called for every row; nearly every text is canonical already.
  return DOUBTFUL.test(text) ? text.normalize('NFC').replace(BLANKS, ' ').trim() : text;
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
