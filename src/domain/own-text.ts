/**
 * The same text in memory of its own. A piece that was cut out of a longer text keeps all of that alive: a word out of a
 * cell of megabytes, kept until its entry is whole, would keep the cell.
 */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
