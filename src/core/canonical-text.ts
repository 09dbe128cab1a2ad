import { ownText } from './text.ts';

/** White space, line breaks and no-break spaces; U+0085 is a line break that JavaScript's `\s` leaves out. */
const BLANKS = /[\s\u0085]+/g;
/**
 * Nearly every text is plainly canonical, and this is asked of every row: words up to U+02FF, beyond which a character may be white
 * space or compose with another, with single blanks between them.
 */
const PLAINLY_CANONICAL = /^(?:[!-~\u00a1-\u02ff]+(?: [!-~\u00a1-\u02ff]+)*)?$/;
/** Different texts that a `canonicalCodes` remembers at once. */
const REMEMBERED_CODES = 10_000;

/**
 * A text in canonical form (docs: the same entry, section 1): Unicode NFC, every run of white space, line breaks and
 * no-break spaces as one blank, trimmed.
 */
export function canonicalText(text: string): string {
  return PLAINLY_CANONICAL.test(text) ? text : text.normalize('NFC').replace(BLANKS, ' ').trim();
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
