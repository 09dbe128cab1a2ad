import type { Remark } from '../../domain/issue.ts';
import { quoteValue } from '../quote-value.ts';

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

export function postalCodeCompleted(column: string, text: string, sent: string): Remark {
  return {
    code: 'postal-code-completed',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} has lost its first ${sent.length - text.length === 1 ? 'zero' : 'zeros'}: it is sent as ${sent}.`,
    suggestion: 'Nothing to do if that is right. Format the column as text in the spreadsheet to keep the zeros.',
  };
}
