/** Bytes of a file's name, in UTF-8: more fits into no folder. */
export const FILE_NAME_MAX_BYTES = 255;
/** An ending that is longer than this is none, and may be cut. */
const ENDING_MAX_CHARACTERS = 16;
/** Control characters, and those that turn the direction of writing: `\u202Evsc.exe` reads `exe.csv`. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

/**
 * The name that a client gave a file, made harmless: its last path segment, without control characters, at most 255
 * bytes; its ending is kept. Undefined where nothing is left of it.
 */
export function clientFileName(given: string): string | undefined {
  const seen = given.normalize('NFC').replace(UNSEEN, '');
  const last = seen
    .slice(Math.max(seen.lastIndexOf('/'), seen.lastIndexOf('\\')) + 1)
    .replace(/^[A-Za-z]:/, '')
    .trim();
  if (/^\.*$/.test(last)) return undefined;
  return shortened(last);
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= FILE_NAME_MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_MAX_CHARACTERS ? name.slice(dot) : '';
  let room = FILE_NAME_MAX_BYTES - Buffer.byteLength(ending);
  let stem = '';
  for (const letter of name) {
    room -= Buffer.byteLength(letter);
    if (room < 0) break;
    stem += letter;
  }
  return stem + ending;
}
