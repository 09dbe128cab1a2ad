import type { Issue, Remark } from '../../core/issue.ts';
import { quoteValue } from '../../core/text.ts';

/** Digits of a postal code, in countries where some begin with zeros and none has another length. */
const DIGITS: Readonly<Record<string, number>> = {
  AU: 4,
  DE: 5,
  DK: 4,
  ES: 5,
  FI: 5,
  FR: 5,
  IT: 5,
  KR: 5,
  MX: 5,
  NO: 4,
  TR: 5,
  UA: 5,
  US: 5,
};
/** Zeros that a postal code begins with at most: `0010` Oslo, `00100` Helsinki. */
const ZEROS_MAX = 2;

/**
 * A postal code with the zeros that it lost where a spreadsheet took it for a number: `155` in Norway is `0155`. Anything else
 * stays as the file has it.
 * @param country two letters; empty where it is not known
 */
export function wholePostalCode(text: string, country: string): string {
  const digits = DIGITS[country];
  if (digits === undefined || !/^[1-9]\d*$/.test(text)) return text;
  return text.length < digits && text.length >= digits - ZEROS_MAX ? text.padStart(digits, '0') : text;
}

const NORWAY = 'NO';
/** `150.0`: what a program that takes codes for numbers writes. */
const DECIMALS_OF_NOTHING = /^(\d{1,4})[.,]0{1,2}$/;
/** `1.50E+02` */
const EXPONENT = /^(\d)(?:[.,](\d+))?E\+?0*(\d)$/i;
const COUNTRY_BEFORE = /^(?:N|NO)[- ]?(?=\d{4}$)/i;
const CITY_BEHIND = /^(\d{4})\s+(\p{L}.*)$/u;

/** A postal code as it is sent. */
export interface PostalCode {
  readonly code: string;
  /** Zeros that it had lost. */
  readonly zeros: number;
}

/**
 * The postal code in a cell of its own. Norwegian ones have four digits: what spreadsheets and people put around them is taken off.
 * Those of other countries stay as the file has them, but for lost zeros.
 * @param country two letters; empty where it is not known
 * @param city of the same row
 * @returns undefined where it is no code of that country
 */
export function readPostalCode(text: string, country: string, city: string): PostalCode | undefined {
  const bare = country === NORWAY ? bareNorwegian(text, city) : text;
  const code = wholePostalCode(bare, country);
  if (country === NORWAY && code !== '' && !/^\d{4}$/.test(code)) return undefined;
  return { code, zeros: code.length - bare.length };
}

function bareNorwegian(text: string, city: string): string {
  // By an apostrophe a spreadsheet tells text from numbers.
  const bare = text.replace(/^'/, '').trim();
  const [, code, behind] = CITY_BEHIND.exec(bare) ?? [];
  if (code !== undefined && behind!.toLowerCase() === city.toLowerCase()) return code;
  const [, whole] = DECIMALS_OF_NOTHING.exec(bare) ?? [];
  return whole ?? digitsOfExponent(bare) ?? bare.replace(COUNTRY_BEFORE, '');
}

/** `1.50E+02` is 150; `2.3E+03` was rounded, and may have been any code from 2250 on. */
function digitsOfExponent(text: string): string | undefined {
  const [, first, decimals = '', exponent] = EXPONENT.exec(text) ?? [];
  const kept = Number(exponent);
  if (first === undefined || decimals.length < kept || !/^0*$/.test(decimals.slice(kept))) return undefined;
  return first + decimals.slice(0, kept);
}

export function postalCodeWrong(column: string, text: string): Issue {
  return {
    code: 'postal-code-unclear',
    column,
    value: text,
    variant: 'norway',
    message: `${quoteValue(text)} in column ${column} is not a Norwegian postal code: it has four digits.`,
    suggestion: `Correct it in the file, or empty the cell. If the column holds the place too, map it as both in the job: postalCode: ${column}, city: ${column}. If the address is in another country, put that into the row, and map its column in the job.`,
  };
}

/** @param zeros how many it had lost */
export function postalCodeCompleted(column: string, text: string, sent: string, zeros: number): Remark {
  return {
    code: 'postal-code-completed',
    column,
    value: text,
    facts: { sent },
    message: `${quoteValue(text)} in column ${column} has lost its first ${zeros === 1 ? 'zero' : 'zeros'}: it is sent as ${sent}.`,
    suggestion: 'Nothing to do if that is right. Format the column as text in the spreadsheet to keep the zeros.',
  };
}
