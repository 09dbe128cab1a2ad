import type { Issue, Remark } from '../../core/issue.ts';
import type { ContactField } from '../../core/job-fields.ts';
import type { Phone } from '../../core/records.ts';
import { quoteValue } from '../../core/text.ts';
import type { RowCountry } from './country.ts';
import { findCountry } from './country-names.ts';
import {
  describePhone,
  isInternational,
  isPlainNumber,
  type PhoneRegion,
  parseLabelledPhone,
  phoneRegion,
  withoutLabels,
} from './parse-phone.ts';
import type { ContactTexts, Findings } from './reader.ts';

/** `4,79E+10`: what Excel makes of a long number in a narrow column, and writes into a CSV file. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** As many digits as a phone number, and surely none: `2020-01-31`, `31.01.2020`, `1/31/2020`. */
const DATE = /^(?:(?:19|20)\d\d-[01]?\d-[0-3]?\d(?:[T ].*)?|[0-3]?\d([./-])[0-3]?\d\1(?:19|20)\d\d)$/;
/** Digits, and what stands between the digits of phone numbers. */
const NUMBER_LIKE = /^[\d\s()./\-‐-―+]*$/u;
const NUMBER_MIN_DIGITS = 3;
/** A longer cell is a letter that strayed in, and is not searched for numbers. */
const CELL_MAX_CHARACTERS = 1_000;

/**
 * A row's phone (service interface, sections 2.9 and 4.11). A number without a country code of its own belongs where
 * `phoneCountryCode` says, else to the row's country.
 */
export function readPhone(texts: ContactTexts, country: RowCountry, findings: Findings): Phone | undefined {
  const text = texts.text('phone');
  if (text === '') return undefined;
  const column = texts.column('phone');
  const note = (about: ContactField, issue: Issue) => findings.issues.push({ about, issue });
  const region = regionOf(texts, country, note);
  if (text.length > CELL_MAX_CHARACTERS) {
    note('phone', phoneInvalid(column, text, text, region));
    return undefined;
  }
  if (ROUNDED.test(text) || DATE.test(text)) {
    note('phone', ROUNDED.test(text) ? phoneRounded(column, text) : phoneIsDate(column, text));
    return undefined;
  }
  const { first, rest } = splitPhones(text, region);
  const { number } = withoutLabels(first);
  const phone = parseLabelledPhone(first, region);
  if (phone === undefined) {
    if (region !== undefined || isInternational(number) || !isNumberLike(number))
      note('phone', phoneInvalid(column, text, first, region));
    // A country that could not be read has an issue of its own, and correcting that corrects this.
    else if (!country.isWrong && texts.text('phoneCountryCode') === '')
      note('phone', phoneCountryMissing(column, text));
    return undefined;
  }
  if (rest.length > 0) findings.remarks.push(phoneSeveral(column, text, first, rest));
  const description = describePhone([texts.text('phoneDescription'), ...phone.labels], phone.extension);
  return { countryCode: phone.countryCode, number: phone.number, description };
}

function regionOf(
  texts: ContactTexts,
  country: RowCountry,
  note: (about: ContactField, issue: Issue) => void,
): PhoneRegion | undefined {
  const text = texts.text('phoneCountryCode');
  if (text === '') return country.code === '' ? undefined : phoneRegion(country.code);
  const codes = findCountry(text)?.codes ?? [];
  const region = phoneRegion(text) ?? (codes.length === 1 ? phoneRegion(codes[0]!) : undefined);
  if (region === undefined) note('phoneCountryCode', phoneCountryUnknown(texts.column('phoneCountryCode'), text));
  return region;
}

function isNumberLike(text: string): boolean {
  return NUMBER_LIKE.test(text) && text.replace(/\D/g, '').length >= NUMBER_MIN_DIGITS;
}

const CODE = 'phone-invalid';

/**
 * @param text the whole cell
 * @param used the number out of it that is read
 * @param region where a number without a country code belongs
 */
function phoneInvalid(column: string, text: string, used: string, region: PhoneRegion | undefined): Issue {
  const among = used === text ? '' : `, the first in ${quoteValue(text)},`;
  const where = region === undefined ? '' : ` of ${region}, nor one that says its country`;
  return {
    code: CODE,
    column,
    value: text,
    message: `${quoteValue(used)}${among} in column ${column} is not a valid phone number${where}.`,
    suggestion:
      'Correct it in the file, with + and the country code where it is a foreign number, or check that the job maps the right column.',
  };
}

function phoneIsDate(column: string, text: string): Issue {
  return {
    code: CODE,
    column,
    value: text,
    variant: 'date',
    message: `${quoteValue(text)} in column ${column} is a date, not a phone number.`,
    suggestion: 'Check that the job maps the right column.',
  };
}

function phoneRounded(column: string, text: string): Issue {
  return {
    code: CODE,
    column,
    value: text,
    variant: 'rounded',
    message: `${quoteValue(text)} in column ${column} is not a valid phone number: Excel took it for a number and rounded it when the file was saved.`,
    suggestion:
      'Its digits are lost in this file. Format the column as text in Excel, or export the file again without opening it in Excel.',
  };
}

function phoneCountryMissing(column: string, text: string): Issue {
  return {
    code: 'phone-country-missing',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} has no country code, and neither the row nor the job names a country.`,
    suggestion:
      'Put "defaults: { countryCode: NO }" (or another country) in the job, or the country code with its + before the number.',
  };
}

function phoneCountryUnknown(column: string, text: string): Issue {
  return {
    code: CODE,
    column,
    value: text,
    variant: 'country',
    message: `${quoteValue(text)} in column ${column} is not a country code.`,
    suggestion: 'Correct it in the file. For example: +47',
  };
}

/** @param rest what else the cell holds */
function phoneSeveral(column: string, text: string, used: string, rest: readonly string[]): Remark {
  return {
    code: 'phone-several',
    column,
    value: text,
    facts: { used, others: rest },
    message: `Column ${column} holds more than one phone number: ${quoteValue(used)} is used, ${rest.map(quoteValue).join(', ')} ${rest.length === 1 ? 'is' : 'are'} not.`,
    suggestion: 'A contact gets one phone number. Put the others in the comment, if they are needed.',
  };
}

/** Between numbers, never inside one. */
const BETWEEN = /\s*(?:[\r\n|]+|:{2,}|;(?!ext=))\s*|\s+(?:og|och|und|and|or|eller|oder|samt|&)\s+/giu;
/** Digits after a slash that replace the last ones of the number before: `22 33 44 55 / 56`. */
const OTHER_ENDING = /^\d{1,2}$/;
/**
 * Digits, without the zero before an area code, of a number that is complete. No area code is as long, so that what stands
 * behind a slash does not go on with it.
 */
const COMPLETE_MIN_DIGITS = 6;

interface SplitPhones {
  /** The number that is used, as the cell writes it. */
  readonly first: string;
  /** What else the cell holds: numbers, or other endings of the first (`56`). */
  readonly rest: readonly string[];
}

/**
 * The numbers of a cell. A slash or a comma may stand inside a number: what may be one number as a whole is one, unless it
 * is made of complete ones.
 */
export function splitPhones(text: string, region: PhoneRegion | undefined): SplitPhones {
  if (isPlainNumber(text)) return { first: text, rest: [] };
  const pieces = text.split(BETWEEN).flatMap((piece) => (piece.trim() === '' ? [] : splitCommas(piece.trim(), region)));
  const [first = '', ...rest] = pieces.flatMap((piece) => splitSlashes(piece, region));
  return { first, rest };
}

function splitCommas(text: string, region: PhoneRegion | undefined): readonly string[] {
  if (!text.includes(',') || isPhone(text, region)) return [text];
  const pieces = filled(text.split(','));
  // `22 33 44 55, ext. 12`: the extension goes with its number.
  for (let at = pieces.length - 1; at > 0; at--) {
    const together = `${pieces[at - 1]} ${pieces[at]}`;
    if (/^\D*[\p{L}#]/u.test(pieces[at]!) && !isPhone(pieces[at]!, region) && isPhone(together, region))
      pieces.splice(at - 1, 2, together);
  }
  if (pieces.length > 1 && !isPhone(pieces[0]!, region)) {
    const whole = text.replaceAll(',', ' ');
    if (isPhone(whole, region)) return [whole];
  }
  return pieces;
}

function splitSlashes(text: string, region: PhoneRegion | undefined): readonly string[] {
  if (!text.includes('/')) return [text];
  const pieces = filled(text.split('/'));
  const [first = '', ...others] = pieces;
  const parsed = parseLabelledPhone(first, region);
  if (parsed === undefined) return [text];
  // What follows is dialled from the row's country, or from that of the first number.
  const isComplete = (piece: string) =>
    [region, parsed.countryCode].some(
      (from) => (parseLabelledPhone(piece, from)?.number ?? '').length >= COMPLETE_MIN_DIGITS,
    );
  const goesOn = (piece: string) => !OTHER_ENDING.test(piece) && !isComplete(piece);
  if (isComplete(first) && !others.some(goesOn)) return pieces;
  return isPhone(text, region) ? [text] : pieces;
}

function isPhone(text: string, region: PhoneRegion | undefined): boolean {
  return parseLabelledPhone(text, region) !== undefined;
}

function filled(pieces: readonly string[]): string[] {
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
