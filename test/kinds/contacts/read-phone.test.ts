import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { findCountry } from '../../../src/kinds/contacts/country-names.ts';
import { splitPhones } from '../../../src/kinds/contacts/phone.ts';
import { causes, compose, onlyIssue, onlyRemark, type Values } from './contact-texts.ts';

const NO: Values = { countryCode: 'NO' };

/** `+47 22334455 (description)`, or the code of the issue. */
function read(phone: string, cells: Values = {}, defaults: Values = NO): string {
  const composed = compose({ phone, ...cells }, defaults);
  const found = composed.contact.phone;
  if (found === undefined) return causes(composed).join(', ');
  const { countryCode, number, description } = found;
  return `${countryCode} ${number}${description === '' ? '' : ` (${description})`}`;
}
const INVALID = 'phone-invalid Telefon';

describe('one number', () => {
  const table: [text: string, country: string, expected: string][] = [
    ['22334455', 'NO', '+47 22334455'],
    ['22 33 44 55', 'NO', '+47 22334455'],
    ['22\u00a033\u00a044\u00a055', 'NO', '+47 22334455'],
    ['22.33.44.55', 'NO', '+47 22334455'],
    ['415 66 778', 'NO', '+47 41566778'],
    ['02800', 'NO', '+47 02800'],
    ['+47 22 33 44 55', 'NO', '+47 22334455'],
    ['0047 22334455', 'NO', '+47 22334455'],
    ['0047 22334455', 'US', '+47 22334455'],
    ['(+47) 22334455', 'NO', '+47 22334455'],
    ['(0047) 22334455', 'NO', '+47 22334455'],
    ['+(47) 22334455', 'NO', '+47 22334455'],
    ['+47 (0)22334455', 'NO', '+47 22334455'],
    ['\u202a+47 22 33 44 55\u202c', 'NO', '+47 22334455'],
    ['tel:+47-22-33-44-55', 'NO', '+47 22334455'],
    ['4722334455', 'NO', '+47 22334455'],
    ['4712345678', 'NO', '+47 12345678'],
    ['4722334455.0', 'NO', '+47 22334455'],
    // not in use, but as long as a number: new ranges are opened every year
    ['12345678', 'NO', '+47 12345678'],
    ['(555) 555-1212', 'US', '+1 5555551212'],
    ['(336) 222-7000', 'US', '+1 3362227000'],
    ['1 (212) 555-1234', 'US', '+1 2125551234'],
    ['(905) 364-8900', 'CA', '+1 9053648900'],
    ['(0)20 7946 0958', 'GB', '+44 2079460958'],
    ['+44 (0)20 7946 0958', 'NO', '+44 2079460958'],
    ['+39 (0)6 12345678', 'NO', '+39 0612345678'],
    ['06 12345678', 'IT', '+39 0612345678'],
    ['030/123456', 'DE', '+49 30123456'],
    ['030 123456-78', 'DE', '+49 3012345678'],
    ['0171 - 123 45 67', 'DE', '+49 1711234567'],
    ['070-123 45 67', 'SE', '+46 701234567'],
    ['+800 1234 5678', 'NO', '+800 12345678'],
    // no numbers
    ['555-1234', 'US', INVALID],
    ['+1 555 3227 8544', 'NO', INVALID],
    ['46701234567', 'NO', INVALID],
    ['22 33 44', 'NO', INVALID],
    ['0', 'NO', INVALID],
    ['-', 'NO', INVALID],
    ['0150', 'NO', INVALID],
    ['987654321', 'NO', INVALID],
    ['1-800-FLOWERS', 'US', INVALID],
    ['Storgata 12, 0155 Oslo', 'NO', INVALID],
    ['Faktura 20230001', 'NO', INVALID],
    ['ola@firma.no', 'NO', INVALID],
    ['31.01.2020', 'NO', INVALID],
    ['2020-01-31', 'NO', INVALID],
    ['31/12/2020', 'NO', INVALID],
    ['4,79E+10', 'NO', INVALID],
    ['1 234,50', 'NO', INVALID],
    ['+999 12345678', 'NO', INVALID],
    ['+', 'NO', INVALID],
    ['ring Kari', 'NO', INVALID],
  ];
  it.each(table)('%j of %s', (text, country, expected) => {
    expect(read(text, { countryCode: country }, {})).toBe(expected);
  });

  it('says what Excel did', () => {
    const { message, suggestion } = onlyIssue(compose({ phone: '4,79E+10' }, NO));
    expect(message).toBe(
      '"4,79E+10" in column Telefon is not a valid phone number: Excel took it for a number and rounded it when the file was saved.',
    );
    expect(suggestion).toContain('Format the column as text in Excel');
  });

  it('names the number, the column and what to do', () => {
    expect(onlyIssue(compose({ phone: '22 33 44' }, NO))).toEqual({
      code: 'phone-invalid',
      column: 'Telefon',
      value: '22 33 44',
      message: '"22 33 44" in column Telefon is not a valid phone number of NO, nor one that says its country.',
      suggestion:
        'Correct it in the file, with + and the country code where it is a foreign number, or check that the job maps the right column.',
    });
  });
});

describe('the country of a number', () => {
  it.each([
    ['its own', '+46 70 123 45 67', { phoneCountryCode: '+47', countryCode: 'DK' }, '+46 701234567'],
    [
      'phoneCountryCode before the row',
      '070-123 45 67',
      { phoneCountryCode: '+46', countryCode: 'NO' },
      '+46 701234567',
    ],
    ['without its +', '070-123 45 67', { phoneCountryCode: '46' }, '+46 701234567'],
    ['with 00', '070-123 45 67', { phoneCountryCode: '0046' }, '+46 701234567'],
    ['in brackets', '070-123 45 67', { phoneCountryCode: '(+46)' }, '+46 701234567'],
    ['as letters', '070-123 45 67', { phoneCountryCode: 'SE' }, '+46 701234567'],
    ['as a name', '070-123 45 67', { phoneCountryCode: 'Sverige' }, '+46 701234567'],
    ['the code of several countries', '(905) 364-8900', { phoneCountryCode: '1' }, '+1 9053648900'],
    ['by the name of the row', '070-123 45 67', { country: 'Sverige' }, '+46 701234567'],
    ['of the row before a default', '070-123 45 67', { country: 'Sverige' }, '+46 701234567'],
    ['else a default', '22334455', {}, '+47 22334455'],
  ] as [string, string, Values, string][])('%s', (_, phone, cells, expected) => {
    expect(read(phone, cells)).toBe(expected);
  });

  it('is asked for where nobody says it', () => {
    const issue = onlyIssue(compose({ phone: '22 33 44 55' }));
    expect(issue.code).toBe('phone-country-missing');
    expect(issue.suggestion).toContain('defaults: { countryCode: NO }');
    expect(read('ring Kari', {}, {})).toBe(INVALID);
    expect(read('+47 22334455', {}, {})).toBe('+47 22334455');
  });

  it('has one issue where the row says a country that is none', () => {
    expect(read('22334455', { country: 'Narnia' }, {})).toBe('country-unknown Land');
    expect(read('22334455', { phoneCountryCode: '999' }, {})).toBe('phone-invalid Retningsnr');
  });

  it('a country without phones of its own leaves the question open', () => {
    expect(read('22334455', { countryCode: 'AQ' }, {})).toBe('phone-country-missing Telefon');
  });
});

describe('what else a cell says', () => {
  it.each([
    ['22334455 x123', '+47 22334455 (ext. 123)'],
    ['22334455x123', '+47 22334455 (ext. 123)'],
    ['22 33 44 55 ext. 12', '+47 22334455 (ext. 12)'],
    ['22 33 44 55, ext 12', '+47 22334455 (ext. 12)'],
    ['22 33 44 55 linje 3', '+47 22334455 (ext. 3)'],
    ['22 33 44 55, linje 3', '+47 22334455 (ext. 3)'],
    ['22 33 44 55 lnr. 3', '+47 22334455 (ext. 3)'],
    ['22 33 44 55 (int. 12)', '+47 22334455 (ext. 12)'],
    ['22 33 44 55 #12', '+47 22334455 (ext. 12)'],
    ['tel:+47-22-33-44-55;ext=123', '+47 22334455 (ext. 123)'],
    ['Tlf. 22334455', '+47 22334455'],
    ['Mob: 99 88 77 66', '+47 99887766 (Mob)'],
    ['Tlf. jobb 22334455', '+47 22334455 (jobb)'],
    ['22334455 (privat)', '+47 22334455 (privat)'],
    ['99887766 mobil', '+47 99887766 (mobil)'],
  ])('%j', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('stands behind the description of the row', () => {
    expect(read('22334455 x123', { phoneDescription: 'Sentralbord' })).toBe('+47 22334455 (Sentralbord, ext. 123)');
  });

  it('a description alone makes no phone', () => {
    expect(compose({}, { phoneDescription: 'Mobil', phoneCountryCode: '+47' }).contact.phone).toBeUndefined();
  });
});

describe('several numbers', () => {
  const table: [text: string, country: string, first: string, rest: string[]][] = [
    ['22334455; 99887766', 'NO', '22334455', ['99887766']],
    ['22334455;99887766', 'NO', '22334455', ['99887766']],
    ['22334455, 99887766', 'NO', '22334455', ['99887766']],
    ['22334455,99887766', 'NO', '22334455', ['99887766']],
    ['22334455/99887766', 'NO', '22334455', ['99887766']],
    ['+47 22334455 / +47 99887766', 'NO', '+47 22334455', ['+47 99887766']],
    ['22334455 og 99887766', 'NO', '22334455', ['99887766']],
    ['22334455 and 99887766', 'NO', '22334455', ['99887766']],
    ['22334455 or 99887766', 'NO', '22334455', ['99887766']],
    ['+1 212 555 1234 ::: +1 212 555 1235', 'NO', '+1 212 555 1234', ['+1 212 555 1235']],
    ['22334455 :: 99887766', 'NO', '22334455', ['99887766']],
    ['22334455\r\n99887766', 'NO', '22334455', ['99887766']],
    ['22334455; 99887766; 41566778', 'NO', '22334455', ['99887766', '41566778']],
    ['22334455 ext. 12, 99887766', 'NO', '22334455 ext. 12', ['99887766']],
    ['Mob: 99887766 / Jobb: 22334455', 'NO', 'Mob: 99887766', ['Jobb: 22334455']],
    ['040 123456 / 040 567890', 'DE', '040 123456', ['040 567890']],
    ['030 1234567 / 7654321', 'DE', '030 1234567', ['7654321']],
    ['+49 30 123456 / 567890', 'NO', '+49 30 123456', ['567890']],
    ['040 1234 / 040 5678', 'DE', '040 1234', ['040 5678']],
    ['030/123456, 0171/1234567', 'DE', '030/123456', ['0171/1234567']],
    // another ending of the same number is no number of its own, and no digits of the first
    ['+47 22 33 44 55 / 56', 'NO', '+47 22 33 44 55', ['56']],
    ['030 123456 / 57', 'DE', '030 123456', ['57']],
    // one number
    ['030/123456', 'DE', '030/123456', []],
    ['033701/123456', 'DE', '033701/123456', []],
    ['+49 33701/123456', 'NO', '+49 33701/123456', []],
    ['01/587 36 33', 'AT', '01/587 36 33', []],
    ['02/345.67.89', 'BE', '02/345.67.89', []],
    ['030/123/456', 'DE', '030/123/456', []],
    ['0171/123 45 67', 'DE', '0171/123 45 67', []],
    ['2233/4455', 'NO', '2233/4455', []],
    ['030,123456', 'DE', '030 123456', []],
    ['555-1234', 'US', '555-1234', []],
    ['(0)20 7946 0958', 'GB', '(0)20 7946 0958', []],
    ['tel:+47-22-33-44-55;ext=123', 'NO', 'tel:+47-22-33-44-55;ext=123', []],
    ['22334455;', 'NO', '22334455', []],
  ];
  it.each(table)('%j of %s', (text, country, first, rest) => {
    expect(splitPhones(text, country)).toEqual({ first, rest });
  });

  it('the first is used, the others are told', () => {
    const composed = compose({ phone: '22334455 / 99887766; 41566778' }, NO);
    expect(composed.contact.phone?.number).toBe('22334455');
    expect(onlyRemark(composed)).toMatchObject({
      code: 'phone-several',
      column: 'Telefon',
      value: '22334455 / 99887766; 41566778',
      message: 'Column Telefon holds more than one phone number: "22334455" is used, "99887766", "41566778" are not.',
    });
  });

  it('is an issue where the first is none', () => {
    const { message } = onlyIssue(compose({ phone: 'sentralbordet; 99887766' }, NO));
    expect(message).toContain(
      '"sentralbordet", the first in "sentralbordet; 99887766", in column Telefon is not a valid phone number',
    );
  });
});

/** All that ISO 3166 knows: the metadata has two islands more. */
const country = fc.constantFrom(...getCountries().filter((code) => findCountry(code) !== undefined));
/** A number that exists, of any country. */
const phone = country.map((code) => getExampleNumber(code, examples)).filter((number) => number !== undefined);

describe('properties', () => {
  it('a number is split alike however it is written', () => {
    fc.assert(
      fc.property(phone, (number) => {
        const expected = `+${number.countryCallingCode} ${number.nationalNumber}`;
        const other: Values = { countryCode: number.country === 'US' ? 'NO' : 'US' };
        for (const text of [number.number, number.formatInternational(), number.getURI()])
          expect(read(text, {}, other)).toBe(expected);
        const own: Values = { countryCode: number.country! };
        for (const text of [number.formatNational(), number.number, `00${number.number.slice(1)}`])
          expect(read(text, {}, own)).toBe(expected);
        expect(read(number.formatNational(), { phoneCountryCode: `+${number.countryCallingCode}` }, {})).toBe(expected);
      }),
      { numRuns: 250 },
    );
  });

  it('an extension is kept, as RFC 3966 and as people write it', () => {
    const extension = fc.integer({ min: 1, max: 99_999 }).map(String);
    fc.assert(
      fc.property(phone, extension, (number, digits) => {
        const expected = `+${number.countryCallingCode} ${number.nationalNumber} (ext. ${digits})`;
        for (const ending of [`;ext=${digits}`, ` x${digits}`, ` ext. ${digits}`, `, linje ${digits}`])
          expect(read(`${number.getURI()}${ending}`)).toBe(expected);
      }),
    );
  });

  it('splitting keeps every digit, in its order', () => {
    const piece = fc.oneof(
      phone.map((number) => number.formatInternational()),
      fc.stringMatching(/^[+0-9 ()/-]{1,20}$/),
    );
    const separator = fc.constantFrom(';', '; ', ',', ' / ', '/', ' og ', ' or ', ' :: ', '\n', ' | ');
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, separator), { maxLength: 5 }), country, (parts, region) => {
        const text = parts.flat().join('');
        const { first, rest } = splitPhones(text, region);
        const digits = (one: string) => one.replace(/\D/g, '');
        expect(digits([first, ...rest].join(''))).toBe(digits(text));
      }),
    );
  });

  it('whole numbers of one country, parted, are found again', () => {
    const norwegian = fc.stringMatching(/^[2-9][0-9]{7}$/);
    const separator = fc.constantFrom(';', ', ', ' / ', '/', ' og ', ' eller ', ' :: ', '\n');
    fc.assert(
      fc.property(fc.array(norwegian, { minLength: 1, maxLength: 4 }), separator, (numbers, between) => {
        const { first, rest } = splitPhones(numbers.join(between), 'NO');
        expect([first, ...rest]).toEqual(numbers);
      }),
    );
  });
});
