import { expect, test } from 'vitest';
import type { Contact } from '../../../src/core/records.ts';
import { isSameContact, mayBeSame } from '../../../src/kinds/contacts/match.ts';

const contact = (changes: Partial<Contact>): Contact => ({
  name: 'Kari Nordmann',
  address: undefined,
  phone: undefined,
  email: '',
  comment: '',
  custom: {},
  ...changes,
});
const phone = { countryCode: '+47', number: '22334455', description: '' };

test.each<[string, Partial<Contact>, Partial<Contact>, boolean, boolean]>([
  ['all of it', { email: 'kari@firma.no' }, { email: 'KARI@firma.no' }, true, true],
  ['a phone whose country code the service dropped', { phone }, { phone: { ...phone, countryCode: '' } }, true, true],
  [
    'a name that the service spells otherwise',
    { email: 'kari@firma.no' },
    { email: 'kari@firma.no', name: 'Nordmann, Kari' },
    false,
    true,
  ],
  ['the same number under another name', { phone }, { phone, name: 'Ola Nordmann' }, false, true],
  ['an e-mail address that the service did not keep', { email: 'kari@firma.no' }, {}, false, true],
  ['a comment that the service did not keep', { comment: 'Ny' }, {}, false, true],
  ['another one of that name', { email: 'kari@firma.no' }, { email: 'kari@andre.no' }, false, false],
  ['another name', {}, { name: 'Ola Nordmann' }, false, false],
])('%s', (_, sent, listed, same, maybe) => {
  expect(isSameContact(contact(sent), contact(listed))).toBe(same);
  expect(mayBeSame(contact(sent), contact(listed))).toBe(maybe);
});
