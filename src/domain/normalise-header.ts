/** Characters that show nothing: soft hyphen, zero-width spaces and joiners, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/**
 * A header as it is compared: trimmed, Unicode compatibility forms settled, white space of any kind (also no-break
 * spaces and line breaks inside the cell) as one space, upper and lower case alike (`STRASSE` is `Straße`).
 */
export function normaliseHeader(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();
}
