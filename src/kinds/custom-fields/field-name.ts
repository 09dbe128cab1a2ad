import { counted } from '../../core/counted.ts';
import type { Issue } from '../../core/issue.ts';
import { CUSTOM_PREFIX } from '../../core/records.ts';
import { quoteValue } from '../../core/text.ts';

/** Characters of a custom field's name. The contract shows no limit; a field that was made can not be renamed. */
export const FIELD_NAME_MAX_CHARACTERS = 50;
/**
 * Letters of A to Z only: `å` can be written in two ways, and a name that stands in keys and filters must be found again
 * however it is written.
 */
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;
/** The key of a field instead of its name: `CustomMembership`. `Customer` and `Customs` are words of their own. */
const LOOKS_PREFIXED = new RegExp(`^${CUSTOM_PREFIX}(?=[A-Z0-9_])`);
const LETTERS: Readonly<Record<string, string>> = { å: 'aa', æ: 'ae', ä: 'ae', ø: 'o', ö: 'o', ü: 'u', ß: 'ss' };

/** What is wrong with a custom field's name, known before anything is sent; undefined for a sound one. */
export function checkFieldName(name: string, column: string): Issue | undefined {
  if (name.length > FIELD_NAME_MAX_CHARACTERS)
    return invalid(
      name,
      column,
      `has ${counted(name.length, 'character')}; a name has at most ${FIELD_NAME_MAX_CHARACTERS}`,
      'Shorten it.',
      { facts: { better: name.slice(0, FIELD_NAME_MAX_CHARACTERS) } },
    );
  if (!IDENTIFIER.test(name)) {
    const better = identifierOf(name);
    return invalid(
      name,
      column,
      'is not a valid name for a custom field: a letter of A to Z, then letters, digits and _',
      better === '' ? 'For example: Membership' : `For example: ${better}`,
      { facts: { better: better || 'Membership' } },
    );
  }
  if (LOOKS_PREFIXED.test(name)) {
    const bare = name.slice(CUSTOM_PREFIX.length);
    return invalid(
      name,
      column,
      `begins with ${CUSTOM_PREFIX}, which the service puts before the name itself: its values would stand under ${CUSTOM_PREFIX}${name}`,
      /^[A-Za-z]/.test(bare) ? `Name it ${bare}.` : 'Leave that away.',
      { variant: 'prefixed', facts: { better: bare } },
    );
  }
  return undefined;
}

/** `Medlems-nr.` is `MedlemsNr`, `Innmeldt år` is `InnmeldtAar`. */
function identifierOf(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[åæäøöüß]/giu, (letter) => {
      const plain = LETTERS[letter.toLowerCase()]!;
      return letter === letter.toLowerCase() ? plain : `${plain[0]!.toUpperCase()}${plain.slice(1)}`;
    })
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter((word) => word !== '')
    .map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`)
    .join('')
    .replace(/^[^A-Za-z]+/, '')
    .replace(LOOKS_PREFIXED, '')
    .slice(0, FIELD_NAME_MAX_CHARACTERS);
}

function invalid(
  name: string,
  column: string,
  what: string,
  suggestion: string,
  more: Pick<Issue, 'variant' | 'facts'>,
): Issue {
  return {
    code: 'field-name-invalid',
    column,
    value: name,
    message: `${quoteValue(name)} in column ${column} ${what}.`,
    suggestion,
    ...more,
  };
}
