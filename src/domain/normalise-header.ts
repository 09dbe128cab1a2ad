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
