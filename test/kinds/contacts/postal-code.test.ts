import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPostalCode, wholePostalCode } from '../../../src/kinds/contacts/postal-code.ts';
import { composeContact } from '../../../src/kinds/contacts/reader.ts';
import { compose, contactTexts, onlyIssue } from './contact-texts.ts';

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

describe('a Norwegian postal code', () => {
  it.each([
    // What spreadsheets make of it.
    ["'0150", '0150', 0],
    ['150.0', '0150', 1],
    ['10,00', '0010', 2],
    ['2317.0', '2317', 0],
    ['1.50E+02', '0150', 1],
    ['2,317E+03', '2317', 0],
    ['2,3170E+3', '2317', 0],
    ['1.5E+01', '0015', 2],
    // What people put around it.
    ['N-0150', '0150', 0],
    ['NO-0150', '0150', 0],
    ['no 0150', '0150', 0],
    ['0150 OSLO', '0150', 0],
    // What was rounded, cut off or meant otherwise can't be known.
    ['2.32E+03', undefined, 0],
    ['0150 Bergen', undefined, 0],
    ['SE-0150', undefined, 0],
    ['ukjent', undefined, 0],
    ['-', undefined, 0],
    ['7', undefined, 0],
    ['015', undefined, 0],
    ['12345', undefined, 0],
    ['113 46', undefined, 0],
    ['150.5', undefined, 0],
    ['0', undefined, 0],
  ])('%j is %j', (text, code, zeros) => {
    expect(readPostalCode(text, 'NO', 'Oslo')).toEqual(code === undefined ? undefined : { code, zeros });
  });

  it('is read from its exponent where no digit was lost, and never as another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 9999 }), fc.integer({ min: 0, max: 4 }), (code, decimals) => {
        const written = code.toExponential(decimals).toUpperCase();
        const whole = String(code).padStart(4, '0');
        expect([whole, undefined]).toContain(readPostalCode(written, 'NO', '')?.code);
        if (decimals >= String(code).length - 1) expect(readPostalCode(written, 'NO', '')?.code).toBe(whole);
      }),
    );
  });

  it('that is none is held, where the row is in Norway', () => {
    const row = { postalCode: '12345', city: 'Oslo' };
    expect(onlyIssue(compose(row, { countryCode: 'NO' }))).toMatchObject({
      code: 'postal-code-unclear',
      variant: 'norway',
      value: '12345',
      message: '"12345" in column postalCode is not a Norwegian postal code: it has four digits.',
    });
    for (const countryCode of ['US', 'DE', 'SJ', '']) expect(compose({ ...row, countryCode }).issues).toEqual([]);
  });

  it.each([
    ['SE', '113 46'],
    ['GB', 'SW1A 1AA'],
    ['NL', '1012 AB'],
    ['PL', '00-001'],
    ['DE', 'D-10115'],
    ['US', '12345-6789'],
    ['IE', "'D02 X285"],
    ['', '150.0'],
  ])('is no matter of a row in %j: %j', (countryCode, postalCode) => {
    const { contact, issues } = compose({ postalCode, countryCode }, { countryCode: '' });
    expect({ issues, sent: contact.address?.postalCode }).toEqual({ issues: [], sent: postalCode });
  });
});
