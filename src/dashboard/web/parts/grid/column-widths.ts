/** Widths of a column, in characters. */
const NARROWEST = 6;
const WIDEST = 32;
/** Characters for the space around a text and the marks beside it. */
const AROUND = 4;

/** How wide each column is, in characters: as its header and most of the texts that were seen need it, within reason. */
export function columnWidths(headers: readonly string[], seen: readonly (readonly string[])[]): readonly number[] {
  return headers.map((header, column) => {
    const longest = seen.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), header.length);
    return Math.min(WIDEST, Math.max(NARROWEST, longest)) + AROUND;
  });
}
