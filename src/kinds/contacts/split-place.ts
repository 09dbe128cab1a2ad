import type { Issue } from '../../core/issue.ts';
import { quoteValue } from '../../core/text.ts';

/** How a postal code is written before its city, by country, as a pattern. */
const FORMS: Readonly<Record<string, string>> = {
  AT: String.raw`\d{4}`,
  BE: String.raw`\d{4}`,
  CH: String.raw`\d{4}`,
  CZ: String.raw`\d{3} ?\d\d`,
  DE: String.raw`\d{5}`,
  DK: String.raw`\d{4}`,
  EE: String.raw`\d{5}`,
  ES: String.raw`\d{5}`,
  FI: String.raw`\d{5}`,
  FO: String.raw`\d{3}`,
  FR: String.raw`\d{5}`,
  GL: String.raw`\d{4}`,
  IS: String.raw`\d{3}`,
  IT: String.raw`\d{5}`,
  LI: String.raw`\d{4}`,
  LT: String.raw`\d{5}`,
  LU: String.raw`\d{4}`,
  LV: String.raw`\d{4}`,
  NL: String.raw`\d{4} ?[A-Z]{2}`,
  NO: String.raw`\d{4}`,
  PL: String.raw`\d\d-\d{3}`,
  PT: String.raw`\d{4}-\d{3}`,
  SE: String.raw`\d{3} ?\d\d`,
  SJ: String.raw`\d{4}`,
  SK: String.raw`\d{3} ?\d\d`,
};
/** Country marks of vehicles that people put before a postal code, where they are not the country's two letters. */
const MARKS: Readonly<Record<string, string>> = {
  A: 'AT',
  B: 'BE',
  D: 'DE',
  E: 'ES',
  F: 'FR',
  FIN: 'FI',
  FL: 'LI',
  I: 'IT',
  L: 'LU',
  N: 'NO',
  S: 'SE',
};
/** Where no country is known: digits that can be nothing else, before a city that does not begin with two letters of a Dutch code. */
const ANYWHERE = String.raw`(?:\d{3} \d\d|\d{4,5})(?! [A-Z]{1,2}(?: |$))`;
const MARK = /^([A-Z]{1,3})[- ]?(?=\d)/;
/** The rest of a Dutch code before a city, in whatever country the row says it is. */
const DUTCH_LETTERS = /^[A-Z]{2} \p{Lu}\p{Ll}/u;
const CITY = /^\p{L}[^,;\d]*$/u;
/** Characters of a cell in which a code and a city are looked for. */
const PLACE_MAX_CHARACTERS = 200;

/** A postal code and a city out of one cell. */
export interface Place {
  readonly postalCode: string;
  readonly city: string;
  /** Two letters, where the cell says it (`SE-113 46 Stockholm`). */
  readonly country?: string;
}

/**
 * Takes a postal code and a city apart that stand in one cell: `0555 Oslo`. A code keeps its zeros and spaces.
 * @param said the country that the row says, two letters; empty where it says none
 * @param likely the row's country, which may be a default of the job
 * @returns undefined where it can't be told which is which
 */
export function splitPlace(text: string, said: string, likely: string): Place | undefined {
  const written = text.replace(/\s+/gu, ' ').trim();
  if (written.length > PLACE_MAX_CHARACTERS) return undefined;
  if (CITY.test(written)) return { postalCode: '', city: written };
  const mark = MARK.exec(written);
  const marked = mark === null ? undefined : (MARKS[mark[1]!] ?? (Object.hasOwn(FORMS, mark[1]!) ? mark[1]! : ''));
  if (marked === '' || (marked !== undefined && said !== '' && marked !== said)) return undefined;
  const of = marked ?? likely;
  const form = of === '' ? ANYWHERE : FORMS[of];
  if (form === undefined) return undefined;
  const [, postalCode, city = ''] =
    new RegExp(`^(${form})(?: (.+))?$`, 'u').exec(written.slice(mark?.[0].length ?? 0)) ?? [];
  if (postalCode === undefined || (city !== '' && !CITY.test(city)) || DUTCH_LETTERS.test(city)) return undefined;
  return { postalCode, city, ...(marked === undefined ? {} : { country: marked }) };
}

export function placeUnclear(text: string, column: string): Issue {
  return {
    code: 'postal-code-unclear',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} holds a postal code and a city, and it can't be told for certain which is which.`,
    suggestion:
      'Put postal code and city into columns of their own and map these in the job; or write it like 0555 Oslo, with the country in a column of its own, where the country writes it so.',
  };
}
