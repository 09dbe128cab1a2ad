/** Characters of a cell that a message shows; a cell can hold a whole letter by mistake. */
export const QUOTED_MAX_CHARACTERS = 60;

/** A cell's text inside a message: `"1e5"`, shortened, on one line. */
export function quoteValue(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > QUOTED_MAX_CHARACTERS ? `"${line.slice(0, QUOTED_MAX_CHARACTERS)}…"` : `"${line}"`;
}
