import { expect, test } from 'vitest';
import type { Contact } from '../../../src/core/records.ts';
import { contactBody } from '../../../src/kinds/contacts/body.ts';
import { fieldBody } from '../../../src/kinds/custom-fields/body.ts';

const NOTHING: Contact = { name: 'A', address: undefined, phone: undefined, email: '', comment: '', custom: {} };
const ADDRESS = {
  postalCode: '0150',
  city: 'Oslo',
  country: 'Norge',
  countryCode: 'NO',
  addressLine3: '',
  addressLine2: '2',
  addressLine1: '1',
};

test('a whole contact, in the order of the interface', () => {
  const contact: Contact = {
    name: 'Åse "A"',
    address: ADDRESS,
    phone: { number: '99', countryCode: '+47', description: '' },
    email: 'a@b.example',
    comment: 'x',
    custom: { Nr: 7, Money: 1.5, Kort: '007', Unset: null },
  };
  expect(contactBody(contact)).toBe(
    '{"Info":{"Name":"Åse \\"A\\"","InvoiceAddress":{"AddressLine1":"1","AddressLine2":"2","AddressLine3":"","City":"Oslo",' +
      '"Country":"Norge","CountryCode":"NO","PostalCode":"0150"},"DefaultPhone":{"CountryCode":"+47","Description":"",' +
      '"Number":"99"},"DefaultEmail":{"EmailAddress":"a@b.example"}},"Comment":"x",' +
      '"CustomValues":{"CustomNr":7,"CustomMoney":1.5,"CustomKort":"007","CustomUnset":null}}',
  );
});

test('what is not known makes no empty records', () => {
  expect(contactBody(NOTHING)).toBe('{"Info":{"Name":"A"},"Comment":""}');
});

test('a custom field', () => {
  const body = fieldBody({ name: 'Margin', nullable: true }, { id: 203 }, { code: 'd27e5b98' });
  expect(body).toBe('{"Name":"Margin","ModelID":203,"DataType":"d27e5b98","Nullable":true}');
});
