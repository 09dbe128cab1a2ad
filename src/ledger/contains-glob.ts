/** Characters that mean something in a pattern of SQLite's GLOB. */
const SPECIAL = /[*?[]/;

/**
 * A pattern of SQLite's GLOB for texts that contain a text, in upper or lower case. LIKE would do so for the letters of ASCII
 * alone: there `Æ` is not `æ`.
 */
export function containsGlob(text: string): string {
  return `*${Array.from(text, either).join('')}*`;
}

function either(character: string): string {
  const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  // `ß` has no upper case of one character.
  const single = [...forms].filter((form) => Array.from(form).length === 1);
  if (single.length > 1) return `[${single.join('')}]`;
  return SPECIAL.test(character) ? `[${character}]` : character;
}
