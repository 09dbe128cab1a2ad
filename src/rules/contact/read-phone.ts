import type { Phone } from '../../domain/contact.ts';
import type { Issue } from '../../domain/issue.ts';
import type { ContactField } from '../../domain/job-fields.ts';
import type { ContactTexts, Findings } from './contact-texts.ts';
import { findCountry } from './country-names.ts';
import { isInternational, type PhoneRegion, phoneRegion } from './parse-phone.ts';
import { describePhone } from './phone-extension.ts';
import {
  phoneCountryMissing,
  phoneCountryUnknown,
  phoneInvalid,
  phoneIsDate,
  phoneRounded,
  phoneSeveral,
} from './phone-issues.ts';
import { parseLabelledPhone, withoutLabels } from './phone-labels.ts';
import type { RowCountry } from './read-country.ts';
import { splitPhones } from './split-phones.ts';

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
    // A country that could not be read has an issue of its own, and mending that mends this.
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
