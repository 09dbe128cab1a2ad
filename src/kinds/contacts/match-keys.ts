import { canonicalText } from '../../core/canonical-text.ts';
import type { Contact, MatchKeys, Phone } from '../../core/records.ts';
import { emailIn } from './email.ts';
import { extensionIn, type PhoneRegion, parseLabelledPhone, phoneRegion } from './parse-phone.ts';
import { splitPhones } from './phone.ts';

/**
 * What a contact is recognised by: the same keys for a row and for a contact of the service, however that spells it.
 * @param region where a phone without a country code belongs: two letters, or a calling code (`+47`)
 */
export function matchKeys(contact: Contact, region?: PhoneRegion): MatchKeys {
  const email = emailKey(contact.email);
  const phone = contact.phone === undefined ? '' : phoneKey(contact.phone, region);
  const name = nameKey(contact.name);
  return {
    ...(email === '' ? {} : { email }),
    ...(phone === '' ? {} : { phone }),
    ...(name === '' ? {} : { name }),
  };
}

/** As a cell is read (`Eva <eva@x.no>`). Upper and lower case are one: no provider gives them to two people. */
export function emailKey(email: string): string {
  const text = canonicalText(email);
  return (emailIn(text) ?? text).toLowerCase();
}

/**
 * `+4722334455`, with `;ext=12` where there is an extension; as a cell is read (`Mob: 22 33 44 55`). What can't be read as a number keeps every character that is no
 * blank or punctuation behind a mark of its own: so two different numbers never have one key.
 */
export function phoneKey(phone: Phone, region?: PhoneRegion): string {
  const number = canonicalText(phone.number);
  if (number === '') return '';
  const code = canonicalText(phone.countryCode);
  const own = code === '' ? region : phoneRegion(code);
  const parsed = parseLabelledPhone(splitPhones(number, own).first, own);
  if (parsed === undefined) return `?${bare(code)}?${bare(number)}`;
  const extension = parsed.extension === '' ? extensionIn(phone.description) : parsed.extension;
  return `${parsed.countryCode}${parsed.number}${extension === '' ? '' : `;ext=${extension}`}`;
}

/** Compatibility forms settled, case folded, blanks collapsed, without what can't be seen (a soft hyphen); nothing cleverer: two companies may differ by a dot. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}

function bare(text: string): string {
  return text.replace(/[\s()./\-\p{Cf}]/gu, '').toLowerCase();
}
