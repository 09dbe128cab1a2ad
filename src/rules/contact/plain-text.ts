/** A text as people compare it: Unicode's two ways to write `å` are one, and so are one blank and several. */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
