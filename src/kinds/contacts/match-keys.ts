import { canonicalText } from '../../core/canonical-text.ts';
import type { Contact, MatchKeys, Phone } from '../../core/records.ts';
import { extensionIn, type PhoneRegion, parsePhone, phoneRegion } from './parse-phone.ts';

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

/** Upper and lower case are one: no provider gives them to two people. */
export function emailKey(email: string): string {
  return canonicalText(email).toLowerCase();
}

/**
 * `+4722334455`, with `;ext=12` where there is an extension. What can't be read as a number keeps every character that is no
 * blank or punctuation behind a mark of its own: so two different numbers never have one key.
 */
export function phoneKey(phone: Phone, region?: PhoneRegion): string {
  const number = canonicalText(phone.number);
  if (number === '') return '';
  const code = canonicalText(phone.countryCode);
  const parsed = parsePhone(number, code === '' ? region : phoneRegion(code));
  if (parsed === undefined) return `?${bare(code)}?${bare(number)}`;
  const extension = parsed.extension === '' ? extensionIn(phone.description) : parsed.extension;
  return `${parsed.countryCode}${parsed.number}${extension === '' ? '' : `;ext=${extension}`}`;
}

/** Compatibility forms settled, case folded, blanks collapsed; nothing cleverer: two companies may differ by a dot. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();
}

function bare(text: string): string {
  return text.replace(/[\s()./\-\p{Cf}]/gu, '').toLowerCase();
}
