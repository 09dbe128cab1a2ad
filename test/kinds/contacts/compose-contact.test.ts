import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactFields } from '../../../src/core/job-fields.ts';
import { composeContact } from '../../../src/kinds/contacts/reader.ts';
import { causes, compose, contactTexts, onlyIssue, type Values } from './contact-texts.ts';

describe('a contact', () => {
  it('has all that its row says', () => {
    const { contact, issues, remarks } = composeContact(
      contactTexts(
        {
          name: 'Fjellheim Regnskap AS',
          addressLine1: 'Storgata 12',
          addressLine2: 'Postboks 4',
          addressLine3: '3. etasje',
          postalCode: '0155',
          city: 'Oslo',
          country: 'Norge',
          phone: '22 33 44 55',
          phoneDescription: 'Sentralbord',
          email: 'post@fjellheim.no',
          comment: '  Kunde siden 2009\nringes ikke  ',
        },
        { countryCode: 'NO' },
      ),
    );
    expect(contact).toEqual({
      name: 'Fjellheim Regnskap AS',
      address: {
        addressLine1: 'Storgata 12',
        addressLine2: 'Postboks 4',
        addressLine3: '3. etasje',
        postalCode: '0155',
        city: 'Oslo',
        country: 'Norge',
        countryCode: 'NO',
      },
      phone: { countryCode: '+47', number: '22334455', description: 'Sentralbord' },
      email: 'post@fjellheim.no',
      comment: '  Kunde siden 2009\nringes ikke  ',
      custom: {},
    });
    expect([issues, remarks]).toEqual([[], []]);
  });

  it.each([
    ['US', '94105', 'The Landmark @ One Market, Suite 300', '(415) 901-7000', '+1 4159017000'],
    ['Canada', 'L4B 1Y3', '150 Chestnut Street', '(905) 364-8900', '+1 9053648900'],
    ['United States', '10017', '1 Park Avenue', '(555) 555-1212', '+1 5555551212'],
    ['GB', 'BS32 4EL', '1 High Street', '020 7946 0958', '+44 2079460958'],
    ['NO', '0155', '', '22 33 44 55', '+47 22334455'],
    ['NL', '1234 BP', '', '020 123 4567', '+31 201234567'],
  ])('an account of a sales system in %s', (country, postalCode, addressLine1, phone, expected) => {
    const { contact, issues } = compose({ country, postalCode, addressLine1, phone });
    expect(issues).toEqual([]);
    expect(contact.address).toMatchObject({ postalCode, addressLine1 });
    expect(`${contact.phone!.countryCode} ${contact.phone!.number}`).toBe(expected);
  });

  it('needs a name', () => {
    const named = composeContact(contactTexts({ email: 'a@x.no' }));
    expect(causes(named)).toEqual(['field-missing Navn']);
    expect(onlyIssue(named)).toMatchObject({
      message: 'There is nothing in column Navn; every contact needs a name.',
      suggestion: 'Fill the cell, or skip such rows in the job if they are not contacts.',
    });
    const unmapped = composeContact({ ...contactTexts({}), column: (field) => field });
    expect(onlyIssue(unmapped).message).toBe('No name: neither a column, a rule nor a default gives the row one.');
  });

  it('has no address, phone or e-mail where the row says none', () => {
    const { contact } = compose({}, { countryCode: 'NO', country: 'Norge', phoneCountryCode: '+47' });
    expect(contact).toMatchObject({ address: undefined, phone: undefined, email: '', comment: '' });
  });

  it('has an address where the row itself says no more than its country', () => {
    expect(compose({ country: 'CHILE' }).contact.address).toMatchObject({
      country: 'CHILE',
      countryCode: 'CL',
      city: '',
    });
  });

  it('all that is wrong is told at once', () => {
    const cells: Values = { country: 'Narnia', phone: '12', phoneCountryCode: '+47', email: 'ola' };
    expect(causes(composeContact(contactTexts(cells)))).toEqual([
      'field-missing Navn',
      'country-unknown Land',
      'phone-invalid Telefon',
      'email-invalid E-post',
    ]);
  });

  it('knows what the row says and what only the job says', () => {
    const { said } = compose({ city: 'Oslo' }, { countryCode: 'NO', city: 'Bergen' });
    expect([...said]).toEqual(['name', 'city']);
  });
});

describe('properties', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'0123456789+()/-,;:.# xE@<>"\'\n'), maxLength: 40 }),
  );
  const values = fc.record(Object.fromEntries(contactFields.map((field) => [field, text])), { requiredKeys: [] });

  it('no text makes it throw, and what an issue is about is a field with a text, or the name', () => {
    fc.assert(
      fc.property(values, values, (cells, defaults) => {
        const texts = contactTexts(cells, defaults);
        const { contact, issues, remarks } = composeContact(texts);
        for (const { about, issue } of issues) {
          expect(about === 'name' || texts.text(about) !== '').toBe(true);
          expect(issue.column).toBe(texts.column(about));
        }
        for (const remark of remarks) expect(remark.message).not.toBe('');
        expect(contact.custom).toEqual({});
      }),
      { numRuns: 300 },
    );
  });

  it('name, address and comment keep every character', () => {
    fc.assert(
      fc.property(values, (cells) => {
        const texts = contactTexts(cells);
        const { contact } = composeContact(texts);
        expect([contact.name, contact.comment]).toEqual([texts.text('name'), texts.text('comment')]);
        const parts = ['addressLine1', 'addressLine2', 'addressLine3', 'postalCode', 'city'] as const;
        expect(parts.map((part) => contact.address?.[part] ?? '')).toEqual(parts.map((part) => texts.text(part)));
      }),
    );
  });

  it('a text of megabytes is refused, not searched', () => {
    const long = { phone: ' 1'.repeat(1_000_000), email: ' ;'.repeat(1_000_000), country: '( '.repeat(1_000_000) };
    expect(compose(long, { phoneCountryCode: '+47' }).issues.map(({ issue }) => issue.code)).toEqual([
      'country-unknown',
      'phone-invalid',
      'email-invalid',
    ]);
  });
});
