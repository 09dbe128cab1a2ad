import { canonicalText } from '../../core/canonical-text.ts';
import { type ContactField, contactFields } from '../../core/job-fields.ts';
import type { Address, Contact, ContactDifference, CustomValue, ListedContact, Phone } from '../../core/records.ts';
import { valueNamed } from './body.ts';
import { findCountry } from './country-names.ts';
import { emailKey, nameKey, phoneKey } from './match-keys.ts';
import { readPostalCode } from './postal-code.ts';

/** Parts of an address, as people call them. */
const ADDRESS_PARTS = {
  addressLine1: 'address line 1',
  addressLine2: 'address line 2',
  addressLine3: 'address line 3',
  postalCode: 'postal code',
  city: 'city',
} as const;

const ALL: ReadonlySet<ContactField> = new Set(contactFields);

/**
 * What a row says otherwise than the service. What the file does not say is no difference, and neither is another spelling
 * (docs: the same entry, section 6): the case of a name, an address or an e-mail address, blanks, the grouping of a phone number, a country's name for its code.
 * @param said fields that the row itself says; a job's default says nothing of a contact
 */
export function contactDifferences(
  row: Contact,
  listed: Contact & Pick<ListedContact, 'customUnread'>,
  said: ReadonlySet<ContactField> = ALL,
): ContactDifference[] {
  const found: ContactDifference[] = [];
  const compare = (
    field: string,
    file: string,
    service: string,
    areSame = canonicalText(file) === canonicalText(service),
  ) => {
    if (canonicalText(file) !== '' && !areSame) found.push({ field, file, service });
  };
  const spelled = (field: string, file: string, service: string) =>
    compare(field, file, service, nameKey(file) === nameKey(service));
  if (said.has('name')) spelled('name', row.name, listed.name);
  for (const [part, field] of Object.entries(ADDRESS_PARTS) as [keyof typeof ADDRESS_PARTS, string][]) {
    if (!said.has(part) || (part === 'postalCode' && isSamePostalCode(row.address, listed.address))) continue;
    spelled(field, row.address?.[part] ?? '', listed.address?.[part] ?? '');
  }
  if (said.has('country') || said.has('countryCode'))
    compare('country', countryText(row.address), countryText(listed.address), sameCountry(row.address, listed.address));
  if (said.has('phone')) compare('phone', phoneText(row.phone), phoneText(listed.phone), samePhone(row, listed));
  if (said.has('phoneDescription'))
    compare('phone description', row.phone?.description ?? '', listed.phone?.description ?? '');
  if (said.has('email')) compare('e-mail', row.email, listed.email, emailKey(row.email) === emailKey(listed.email));
  if (said.has('comment')) compare('comment', row.comment, listed.comment);
  // Of values that nobody could see nothing can be said.
  for (const [name, value] of listed.customUnread ? [] : Object.entries(row.custom)) {
    const service = valueNamed(name, listed.custom) ?? null;
    compare(`custom field ${name}`, valueText(value), valueText(service), sameValue(value, service));
  }
  return found;
}

/** A code of the service is read as one of a row: `N-0150` there is 0150. One that has lost its zeros there is to be corrected. */
function isSamePostalCode(row: Address | undefined, listed: Address | undefined): boolean {
  const there = readPostalCode(listed?.postalCode ?? '', row?.countryCode ?? '', listed?.city ?? '');
  return there?.zeros === 0 && row?.postalCode === there.code;
}

/** `Norge (NO)` */
function countryText(address: Address | undefined): string {
  const { country = '', countryCode = '' } = address ?? {};
  return country === '' || countryCode === '' ? `${country}${countryCode}` : `${country} (${countryCode})`;
}

function sameCountry(one: Address | undefined, other: Address | undefined): boolean {
  const [code, otherCode] = [codeOf(one), codeOf(other)];
  if (code !== undefined && otherCode !== undefined) return code === otherCode;
  return canonicalText(one?.country ?? '').toLowerCase() === canonicalText(other?.country ?? '').toLowerCase();
}

/** The country of an address, as two letters; undefined where it names none. */
export function codeOf(address: Address | undefined): string | undefined {
  if (address === undefined) return undefined;
  const code = canonicalText(address.countryCode);
  const codes = findCountry(code === '' ? address.country : code)?.codes;
  return codes?.length === 1 ? codes[0] : undefined;
}

function phoneText(phone: Phone | undefined): string {
  return `${phone?.countryCode ?? ''} ${phone?.number ?? ''}`.trim();
}

/** A number that the service has without a country code is taken to be in the row's country. */
function samePhone({ phone }: Contact, listed: Contact): boolean {
  if (phone === undefined || listed.phone === undefined) return phone === listed.phone;
  return phoneKey(phone) === phoneKey(listed.phone, phone.countryCode);
}

/** A decimal without leading zeros: `007` is a text, and another one than `7`. */
const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Whether two values of a custom field are the same: `12` and 12, `10` and `10.00`; two texts but for blanks. */
function sameValue(one: CustomValue, other: CustomValue): boolean {
  const [text, otherText] = [canonicalText(valueText(one)), canonicalText(valueText(other))];
  return text === otherText || (DECIMAL.test(text) && shortest(text) === shortest(otherText));
}

/** The empty string for nothing. */
function valueText(value: CustomValue): string {
  return value === null ? '' : String(value);
}

/** `-10.50` is `-10.5`; no float on the way, for amounts may have more digits than one holds. */
function shortest(text: string): string | undefined {
  const found = DECIMAL.exec(text);
  if (found === null) return undefined;
  const [, sign = '', whole = '', decimals = ''] = found;
  const kept = decimals.replace(/0+$/, '');
  if (whole === '0' && kept === '') return '0';
  return `${sign}${whole}${kept === '' ? '' : `.${kept}`}`;
}
