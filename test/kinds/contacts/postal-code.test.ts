import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholePostalCode } from '../../../src/kinds/contacts/country.ts';
import { composeContact } from '../../../src/kinds/contacts/reader.ts';
import { contactTexts } from './contact-texts.ts';

describe('a postal code', () => {
  it.each([
    ['155', 'NO', '0155'],
    ['10', 'NO', '0010'],
    ['800', 'DK', '0800'],
    ['1067', 'DE', '01067'],
    ['501', 'US', '00501'],
    // As the file has it: whole, no number, too short for lost zeros, of a country whose codes never begin with zero, or of none.
    ['0155', 'NO', '0155'],
    ['2317', 'NO', '2317'],
    ['7', 'NO', '7'],
    ['015', 'NO', '015'],
    ['25 01', 'NO', '25 01'],
    ['1234', 'SE', '1234'],
    ['155', '', '155'],
    ['', 'NO', ''],
  ])('%j of %s is sent as %j', (text, country, sent) => {
    expect(wholePostalCode(text, country)).toBe(sent);
  });

  it('is what it was before a spreadsheet took it for a number, in Norway', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 9999 }), (code) => {
        expect(wholePostalCode(String(code), 'NO')).toBe(String(code).padStart(4, '0'));
      }),
    );
  });

  it('that was completed is said', () => {
    const { contact, issues, remarks } = composeContact(
      contactTexts({ name: 'A', postalCode: '155', countryCode: 'NO' }),
    );
    expect(contact.address?.postalCode).toBe('0155');
    expect(issues).toEqual([]);
    expect(remarks).toEqual([expect.objectContaining({ code: 'postal-code-completed', value: '155' })]);
    expect(composeContact(contactTexts({ name: 'A', postalCode: '0155', countryCode: 'NO' })).remarks).toEqual([]);
  });
});
