import { ownText } from '../domain/own-text.ts';
import { visibleText } from '../domain/visible-text.ts';

/** Characters of a cell that a message shows; a cell can hold a whole letter by mistake. */
export const QUOTED_MAX_CHARACTERS = 60;
/** Characters of a cell that are looked at for that: white space may go on for megabytes. */
const LOOKED_AT_CHARACTERS = 600;

/** A cell's text inside a message: `"1e5"`, shortened, on one line. */
export function quoteValue(text: string): string {
  const isLong = text.length > LOOKED_AT_CHARACTERS;
  const line = visibleText((isLong ? ownText(text.slice(0, LOOKED_AT_CHARACTERS)) : text).replace(/\s+/g, ' '));
  const isWhole = line.length <= QUOTED_MAX_CHARACTERS && !isLong;
  return isWhole ? `"${line}"` : `"${line.slice(0, QUOTED_MAX_CHARACTERS)}…"`;
}
