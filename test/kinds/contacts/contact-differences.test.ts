import { describe, expect, it } from 'vitest';
import type { ContactField } from '../../../src/core/job-fields.ts';
import type { Address, Contact, CustomValue, ListedContact } from '../../../src/core/records.ts';
import { contactDifferences } from '../../../src/kinds/contacts/differences.ts';
import { compose } from './contact-texts.ts';

const ADDRESS: Address = {
  addressLine1: 'Storgata 12',
  addressLine2: '',
  addressLine3: '',
  postalCode: '0155',
  city: 'Oslo',
  country: 'Norge',
  countryCode: 'NO',
};
const ROW: Contact = {
  name: 'Ola Normann',
  address: ADDRESS,
  phone: { countryCode: '+47', number: '22334455', description: 'Kontor' },
  email: 'ola@firma.no',
  comment: 'Kunde\nsiden 2009',
  custom: {},
};
const listed = (other: Partial<Contact> = {}): ListedContact => ({ ...ROW, id: 7, ...other });
/** `field: file / service` */
const differences = (row: Contact, service: ListedContact, said?: ReadonlySet<ContactField>) =>
  contactDifferences(row, service, said).map(({ field, file, service }) => `${field}: ${file} / ${service}`);

describe('differences', () => {
  it.each([
    ['itself', {}],
    ['the case of an e-mail address', { email: 'Ola@Firma.no' }],
    ['the case of a name', { name: 'OLA NORMANN' }],
    ['the case of an address', { address: { ...ADDRESS, addressLine1: 'STORGATA 12', city: 'OSLO' } }],
    ['blanks', { name: ' Ola  Normann', comment: 'Kunde\r\nsiden 2009 ' }],
    ['how Unicode spells a letter', { address: { ...ADDRESS, city: 'Oslo'.normalize('NFD') } }],
    ['the grouping of a phone number', { phone: { countryCode: '47', number: '22 33 44 55', description: 'Kontor' } }],
    ['a phone number without its country', { phone: { countryCode: '', number: '22334455', description: 'Kontor' } }],
    ['the code of a country alone', { address: { ...ADDRESS, country: '' } }],
    ['the name of a country alone', { address: { ...ADDRESS, countryCode: '', country: 'NORWAY' } }],
    ['what stands around a postal code', { address: { ...ADDRESS, postalCode: 'N-0155' } }],
    ['a country in another language', { address: { ...ADDRESS, country: 'Norwegen' } }],
  ] as [string, Partial<Contact>][])('none: %s', (_, other) => {
    expect(differences(ROW, listed(other))).toEqual([]);
  });

  it('what the file does not say is none', () => {
    const row: Contact = {
      name: 'Ola Normann',
      address: undefined,
      phone: undefined,
      email: '',
      comment: '',
      custom: {},
    };
    expect(differences(row, listed())).toEqual([]);
  });

  it('another postal code is one, also where the service has none in Norway', () => {
    for (const postalCode of ['0150', 'ukjent', '155', '155.0'])
      expect(differences(ROW, listed({ address: { ...ADDRESS, postalCode } }))).toEqual([
        `postal code: 0155 / ${postalCode}`,
      ]);
  });

  it('every field is named with both sides', () => {
    const other = listed({
      name: 'Ola Nilsen',
      address: {
        addressLine1: 'Storgata 12 B',
        addressLine2: '',
        addressLine3: '',
        postalCode: '155',
        city: 'Bergen',
        country: 'Sverige',
        countryCode: 'SE',
      },
      phone: { countryCode: '+46', number: '22334455', description: 'Hjem' },
      email: 'ola@firma.com',
      comment: '',
    });
    expect(contactDifferences(ROW, other)).toEqual([
      { field: 'name', file: 'Ola Normann', service: 'Ola Nilsen' },
      { field: 'address line 1', file: 'Storgata 12', service: 'Storgata 12 B' },
      { field: 'postal code', file: '0155', service: '155' },
      { field: 'city', file: 'Oslo', service: 'Bergen' },
      { field: 'country', file: 'Norge (NO)', service: 'Sverige (SE)' },
      { field: 'phone', file: '+47 22334455', service: '+46 22334455' },
      { field: 'phone description', file: 'Kontor', service: 'Hjem' },
      { field: 'e-mail', file: 'ola@firma.no', service: 'ola@firma.com' },
      { field: 'comment', file: 'Kunde\nsiden 2009', service: '' },
    ]);
  });

  it('what the service lacks is a difference', () => {
    expect(differences(ROW, listed({ address: undefined, phone: undefined, email: '' }))).toEqual([
      'address line 1: Storgata 12 / ',
      'postal code: 0155 / ',
      'city: Oslo / ',
      'country: Norge (NO) / ',
      'phone: +47 22334455 / ',
      'phone description: Kontor / ',
      'e-mail: ola@firma.no / ',
    ]);
  });

  it('a default of the job is nothing that the file says', () => {
    const { contact, said } = compose({ city: 'Oslo' }, { countryCode: 'NO', comment: 'Importert' });
    const other = listed({ address: { ...ADDRESS, country: '', countryCode: '' }, comment: '' });
    expect(differences(contact, other, said)).toEqual([]);
    expect(differences(contact, other)).toEqual(['country: Norge (NO) / ', 'comment: Importert / ']);
  });

  it.each([
    [12, '12', true],
    ['12', 12, true],
    [10, '10.00', true],
    ['10', '10.00', true],
    ['-0.50', '-0.5', true],
    ['0', '-0.00', true],
    ['1234567890123456.10', '1234567890123456.1', true],
    ['Gull', ' Gull ', true],
    [null, 'Gull', true],
    ['', 'Gull', true],
    [0, null, false],
    ['Gull', null, false],
    ['Gull', 'gull', false],
    ['007', '7', false],
    ['007', 7, false],
    [12, '12.5', false],
    [12, 'tolv', false],
    ['1234567890123456.10', '1234567890123456.11', false],
    ['9007199254740993', '9007199254740992', false],
  ] as [CustomValue, CustomValue, boolean][])('of a custom field: %j and %j', (file, service, areSame) => {
    const found = contactDifferences({ ...ROW, custom: { Level: file } }, listed({ custom: { Level: service } }));
    expect(found.map(({ field }) => field)).toEqual(areSame ? [] : ['custom field Level']);
  });

  it('a custom field that the service does not show is a difference', () => {
    expect(differences({ ...ROW, custom: { constructor: 'Gull', Level: null } }, listed())).toEqual([
      'custom field constructor: Gull / ',
    ]);
  });
});
