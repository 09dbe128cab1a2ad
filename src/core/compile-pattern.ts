/** Longest regular expression that a job may hold, in characters. */
export const PATTERN_MAX_CHARACTERS = 2000;

/**
 * A job's regular expression (design, section 5): unanchored and case-insensitive, over Unicode, so that `ø` matches `Ø`.
 * @throws SyntaxError where it isn't one
 */
export function compilePattern(source: string): RegExp {
  return new RegExp(source, 'iu');
}
