/** Characters that mean something in a pattern of SQLite's GLOB, and of its LIKE. */
const GLOB_SPECIAL = /[*?[]/;
const LIKE_SPECIAL = /[%_\\]/;

/** Patterns of names that contain a text, in upper or lower case. */
export interface ContainsPatterns {
  /** For LIKE, with `\` for the escape: fits every such name, and perhaps others. */
  readonly like: string;
  /** For GLOB: fits such a name and no other. */
  readonly glob: string;
  /** As `glob`, where letters and their marks are characters of their own, as a Mac spells names; null where that is the same. */
  readonly globApart: string | null;
}

/**
 * LIKE knows upper and lower case of the letters of ASCII alone: to it `Æ` is not `æ`. GLOB can be told of any letter, but is
 * much slower, so that it is asked of the names alone that LIKE lets through.
 */
export function containsPatterns(text: string): ContainsPatterns {
  const whole = text.normalize('NFC');
  const apart = text.normalize('NFD');
  return { like: likeOf(whole), glob: globOf(whole), globApart: apart === whole ? null : globOf(apart) };
}

function likeOf(text: string): string {
  const known = Array.from(text, (character) =>
    character > '\x7f' ? '%' : LIKE_SPECIAL.test(character) ? `\\${character}` : character,
  );
  return `%${known.join('')}%`;
}

function globOf(text: string): string {
  return `*${Array.from(text, either).join('')}*`;
}

function either(character: string): string {
  const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  // `ß` has no upper case of one character.
  const single = [...forms].filter((form) => Array.from(form).length === 1);
  if (single.length > 1) return `[${single.join('')}]`;
  return GLOB_SPECIAL.test(character) ? `[${character}]` : character;
}
