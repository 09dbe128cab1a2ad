/**
 * Kinds of characters that services are known to trip over in a description: letters beyond ASCII and beyond Latin-1, marks that
 * stand on a letter, characters of two units, several blanks.
 */
const ODDITIES: readonly RegExp[] = [/[^\0-\x7f]/, /[^\0-\xff]/, /\p{M}/u, /[\u{10000}-\u{10ffff}]/u, / {2}/];
/** Each of these by itself, from quotes to `&`, `+` and `%`: what a service decodes twice, or takes for a wildcard, is one of them. */
const SIGNS = /[!-+/:-@[-`{-~]/g;

/**
 * Whether a description that the service shows proves that it would show another: it is at least as long, in characters
 * and in bytes of UTF-8, and at least as odd.
 */
export function isControlFor(shown: string, sought: string): boolean {
  return (
    shown.length >= sought.length &&
    Buffer.byteLength(shown) >= Buffer.byteLength(sought) &&
    ODDITIES.every((oddity) => !oddity.test(sought) || oddity.test(shown)) &&
    (sought.match(SIGNS) ?? []).every((sign) => shown.includes(sign))
  );
}

/**
 * Few of the descriptions that may be shown, so that each that is sought has its control among them; undefined where one
 * has none.
 */
export function controlsFor<Shown extends { readonly description: string }>(
  sought: readonly string[],
  shown: readonly Shown[],
): readonly Shown[] | undefined {
  let without: readonly string[] = sought;
  const chosen: Shown[] = [];
  for (const each of shown.toSorted((a, b) => b.description.length - a.description.length)) {
    const left = without.filter((description) => !isControlFor(each.description, description));
    if (left.length === without.length) continue;
    chosen.push(each);
    without = left;
    if (without.length === 0) return chosen;
  }
  return undefined;
}
