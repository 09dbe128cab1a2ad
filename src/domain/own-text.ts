/** Shorter pieces are copied as they are cut out. */
const SHARING_CHARACTERS = 13;

/**
 * The same text in memory of its own. A piece that was cut out of a longer text keeps all of that alive: a word out of a
 * cell of megabytes, kept until its entry is whole, would keep the cell.
 */
export function ownText(text: string): string {
  return text.length < SHARING_CHARACTERS ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
