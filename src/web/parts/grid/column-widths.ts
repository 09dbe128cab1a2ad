/** Widths of a column, in characters. */
const NARROWEST = 6;
const WIDEST = 32;
/** Characters for the space around a text and the marks beside it. */
const AROUND = 3;
/** Characters up to which a text has room twice: what was corrected stands beside what stood there before. */
const TWICE_WITHIN = 12;

/** The longest text that was seen in each column, in characters. */
export function longestTexts(headers: readonly string[], seen: readonly (readonly string[])[]): readonly number[] {
  return headers.map((_, column) => seen.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0));
}

/** How wide each column is, in characters: as its header and its longest text need it, within reason. */
export function columnWidths(headers: readonly string[], texts: readonly number[]): readonly number[] {
  return headers.map((header, column) => {
    const longest = Math.max(NARROWEST, texts[column]!);
    const text = Math.max(longest, header.length, Math.min(TWICE_WITHIN, longest * 2));
    return Math.min(WIDEST, text) + AROUND;
  });
}
