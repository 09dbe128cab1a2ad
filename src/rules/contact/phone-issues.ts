import type { Issue, Remark } from '../../domain/issue.ts';
import { quoteValue } from '../quote-value.ts';
import type { PhoneRegion } from './parse-phone.ts';

const CODE = 'phone-invalid';

/**
 * @param text the whole cell
 * @param used the number out of it that is read
 * @param region where a number without a country code belongs
 */
export function phoneInvalid(column: string, text: string, used: string, region: PhoneRegion | undefined): Issue {
  const among = used === text ? '' : `, the first in ${quoteValue(text)},`;
  const where = region === undefined ? '' : ` of ${region}, nor one that says its country`;
  return {
    code: CODE,
    column,
    value: text,
    message: `${quoteValue(used)}${among} in column ${column} is no phone number${where}.`,
    suggestion:
      'Correct it in the file, with + and the country code where it is a foreign number, or check that the job maps the right column.',
  };
}

export function phoneIsDate(column: string, text: string): Issue {
  return {
    code: CODE,
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} is a date, no phone number.`,
    suggestion: 'Check that the job maps the right column.',
  };
}

export function phoneRounded(column: string, text: string): Issue {
  return {
    code: CODE,
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} is no phone number: Excel took it for a number and rounded it when the file was saved.`,
    suggestion:
      'Its digits are lost in this file. Format the column as text in Excel, or export the file again without opening it in Excel.',
  };
}

export function phoneCountryMissing(column: string, text: string): Issue {
  return {
    code: 'phone-country-missing',
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} does not say its country, and neither the row nor the job does.`,
    suggestion:
      'Put "defaults: { countryCode: NO }" (or another country) in the job, or the country code with its + before the number.',
  };
}

export function phoneCountryUnknown(column: string, text: string): Issue {
  return {
    code: CODE,
    column,
    value: text,
    message: `${quoteValue(text)} in column ${column} is no country code of phone numbers.`,
    suggestion: 'Correct it in the file. For example: +47',
  };
}

/** @param rest what else the cell holds */
export function phoneSeveral(column: string, text: string, used: string, rest: readonly string[]): Remark {
  return {
    code: 'phone-several',
    column,
    value: text,
    message: `Column ${column} holds more than one phone number: ${quoteValue(used)} is used, ${rest.map(quoteValue).join(', ')} ${rest.length === 1 ? 'is' : 'are'} not.`,
    suggestion: 'A contact gets one phone number. Put the others in the comment, if they are needed.',
  };
}
