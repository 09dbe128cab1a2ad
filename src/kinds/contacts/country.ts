import type { Issue } from '../../core/issue.ts';
import { quoteValue } from '../../core/text.ts';
import { countryName, type FoundCountry, findCountry, nearestCountry } from './country-names.ts';
import type { ContactTexts, Findings } from './reader.ts';

/** The country of a row, as it is sent. */
export interface RowCountry {
  /** ISO 3166 alpha-2; empty where it is not known. */
  readonly code: string;
  /** As the file says it; where it says a code only, the name that the service's people use. */
  readonly name: string;
  /** The row says it, not only a default of the job. */
  readonly isOwn: boolean;
  /** The row says a country that could not be read. */
  readonly isWrong: boolean;
}

type Field = 'country' | 'countryCode';
const FIELDS: readonly Field[] = ['countryCode', 'country'];
/** Shorter ones are codes, or stand for nothing: `XX`, `-`, `n/a`. */
const FREE_NAME = /\p{L}.*\p{L}.*\p{L}.*\p{L}/u;
const NOWHERE: RowCountry = { code: '', name: '', isOwn: false, isWrong: false };

/**
 * The row's country from its two fields, each of which may hold a name or a code. A default counts only where the row
 * says nothing: `defaults: { countryCode: NO }` does not contradict a row from Sweden.
 */
export function readCountry(texts: ContactTexts, findings: Findings): RowCountry {
  const filled = FIELDS.filter((field) => texts.text(field) !== '');
  if (filled.length === 0) return NOWHERE;
  const own = filled.filter((field) => !texts.isDefault(field));
  const isOwn = own.length > 0;
  const said = (isOwn ? own : filled).map((field) => {
    const text = texts.text(field);
    return { field, text, column: texts.column(field), found: findCountry(text) };
  });
  const first = said[0]!;
  const second = said[1];
  const wrong = (about: Field, issue: Issue): RowCountry => {
    findings.issues.push({ about, issue });
    return { ...NOWHERE, isOwn, isWrong: true };
  };
  const codes = first.found?.codes ?? [];
  if (codes.length !== 1) return wrong(first.field, countryUnknown(first, codes));
  const code = codes[0]!;
  if (second !== undefined) {
    // Beside a code a name may be in any language.
    const isFree = second.found === undefined && FREE_NAME.test(second.text);
    if (second.found === undefined && !isFree) return wrong(second.field, countryUnknown(second, []));
    if (second.found?.codes.includes(code) === false) return wrong(second.field, countriesDiffer(first, second));
  }
  const named = said.findLast(({ found }) => found?.isCode !== true);
  return { code, name: named?.text ?? countryName(code), isOwn, isWrong: false };
}

interface Said {
  readonly field: Field;
  readonly text: string;
  readonly column: string;
  readonly found: FoundCountry | undefined;
}

/** @param codes of the countries that the text may stand for */
function countryUnknown({ text, column }: Said, codes: readonly string[]): Issue {
  if (codes.length > 1)
    return {
      code: 'country-unknown',
      column,
      value: text,
      variant: 'several',
      facts: { countries: codes.map((each) => `${each} (${countryName(each)})`) },
      message: `${quoteValue(text)} in column ${column} may be more than one country.`,
      suggestion: `Write which: ${codes.map((code) => `${code} (${countryName(code)})`).join(' or ')}.`,
    };
  const meant = nearestCountry(text);
  const code = meant === undefined ? undefined : findCountry(meant)?.codes[0];
  const hint = code === undefined ? '' : `Did you mean "${meant}" (${code})? `;
  return {
    code: 'country-unknown',
    column,
    value: text,
    ...(code === undefined ? {} : { facts: { near: `${meant} (${code})` } }),
    message: `${quoteValue(text)} in column ${column} is not a country: neither a name in Norwegian, Swedish, Danish, German or English, nor a code of two or three letters.`,
    suggestion: `${hint}Correct it in the file, or check that the job maps the right column.`,
  };
}

function countriesDiffer(one: Said, other: Said): Issue {
  const shown = ({ text, column, found }: Said) =>
    `${quoteValue(text)} in column ${column}${found?.isCode === true ? '' : ` (${found?.codes.join(' or ')})`}`;
  return {
    code: 'country-unknown',
    column: other.column,
    value: other.text,
    variant: 'two',
    facts: { one: one.text, other: other.text },
    message: `The row says two countries: ${shown(one)} and ${shown(other)}.`,
    suggestion: 'Correct one of the two cells, or leave one of them empty.',
  };
}
