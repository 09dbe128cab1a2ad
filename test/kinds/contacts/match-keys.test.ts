import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import type { Contact, Phone } from '../../../src/core/records.ts';
import { matchKeys } from '../../../src/kinds/contacts/match-keys.ts';
import { compose } from './contact-texts.ts';

const EMPTY: Contact = { name: '', address: undefined, phone: undefined, email: '', comment: '', custom: {} };
const phone = (countryCode: string, number: string, description = ''): Phone => ({ countryCode, number, description });
const phoneKey = (countryCode: string, number: string, region?: string, description = '') =>
  matchKeys({ ...EMPTY, phone: phone(countryCode, number, description) }, region).phone;

describe('keys', () => {
  it('are left out where there is nothing to match by', () => {
    expect(matchKeys(EMPTY)).toEqual({});
    expect(matchKeys({ ...EMPTY, name: ' ', email: ' ', phone: phone('+47', ' ') })).toEqual({});
  });

  it('of an e-mail address do not go by its case', () => {
    expect(matchKeys({ ...EMPTY, email: ' Ola@Firma.NO ' })).toEqual({ email: 'ola@firma.no' });
  });

  it.each(['mailto:ola@firma.no', 'Ola <ola@firma.no>', '\u200bola@firma.no', 'ola@firma.no; post@firma.no'])(
    'of an e-mail address that is written %j go by what a cell is read as',
    (email) => {
      expect(matchKeys({ ...EMPTY, email })).toEqual({ email: 'ola@firma.no' });
    },
  );

  it('of what is no e-mail address keep it as it is', () => {
    for (const email of ['ola', 'ola@', 'ola at firma.no']) expect(matchKeys({ ...EMPTY, email })).toEqual({ email });
  });

  it('of a name go by its letters, not by case, blanks or how Unicode spells them', () => {
    const key = matchKeys({ ...EMPTY, name: 'Bjørn Åse AS' }).name;
    for (const name of [
      '  bjørn  åse as',
      'BJØRN ÅSE AS',
      'Bjørn\u00a0A\u030ase AS',
      'Ｂjørn Åse AS',
      'Bjørn\u00ad Å\u200bse AS',
    ])
      expect(matchKeys({ ...EMPTY, name }).name).toBe(key);
    for (const name of ['Bjorn Ase AS', 'Bjørn Åse A.S.', 'BjørnÅse AS', 'Bjørn Åse'])
      expect(matchKeys({ ...EMPTY, name }).name).not.toBe(key);
  });

  it.each([
    ['+47', '22334455', undefined],
    ['+47', '22 33 44 55', undefined],
    ['47', '22334455', undefined],
    ['0047', '22-33-44-55', undefined],
    ['+47', '+47 22334455', undefined],
    ['+47', '0047 22334455', undefined],
    ['+47', '4722334455', undefined],
    ['', '+47 22334455', undefined],
    ['', '0047 22334455', undefined],
    ['', '22334455', 'NO'],
    ['', '22 33 44 55', '+47'],
    ['NO', '22334455', undefined],
    ['+46', '+47 22334455', undefined],
    ['+47', 'Mob: 22 33 44 55', undefined],
    ['+47', '22 33 44 55 (privat)', undefined],
    ['', '22 33 44 55; 99 88 77 66', 'NO'],
  ])('a phone number written %j %j', (countryCode, number, region) => {
    expect(phoneKey(countryCode, number, region)).toBe('+4722334455');
  });

  it('of a phone number that belongs to no country go by its digits too', () => {
    expect(phoneKey('+800', '1234 5678')).toBe('+80012345678');
    expect(phoneKey('', '+800 12345678')).toBe('+80012345678');
  });

  it.each([
    ['+47', '22334456', undefined],
    ['+46', '22334455', undefined],
    ['', '22334455', undefined],
    ['', '22334455', 'SE'],
    ['+4', '722334455', undefined],
    ['+47', '022334455', undefined],
    ['+47', '2233445', undefined],
    ['+47', '22334455a', undefined],
    ['+47', '22334455 x12', undefined],
  ])('another phone number written %j %j', (countryCode, number, region) => {
    const key = phoneKey(countryCode, number, region);
    expect(key).not.toBe('+4722334455');
    expect(key).not.toBe('');
  });

  it('an extension is a part of the number, wherever it is written', () => {
    const key = phoneKey('+47', '22334455', undefined, 'Sentralbord, ext. 12');
    expect(phoneKey('+47', '22 33 44 55 x12')).toBe(key);
    expect(phoneKey('+47', '22334455', undefined, 'ext. 13')).not.toBe(key);
  });
});

describe('properties', () => {
  const example = fc
    .constantFrom(...getCountries())
    .map((country) => getExampleNumber(country, examples))
    .filter((number) => number !== undefined);

  it('a row and the contact that the service made of it have the same keys, however it writes them', () => {
    const word = fc.stringMatching(/^[A-Za-zÆØÅæøå]{1,8}$/);
    fc.assert(
      fc.property(
        example,
        fc.array(word, { minLength: 1, maxLength: 3 }),
        fc.emailAddress(),
        (number, words, email) => {
          const { contact } = compose({ name: words.join(' '), phone: number.formatInternational(), email });
          const keys = matchKeys(contact);
          expect(Object.keys(keys).sort()).toEqual(['email', 'name', 'phone']);
          const { countryCode, number: digits } = contact.phone!;
          const spellings: [countryCode: string, number: string][] = [
            [countryCode, digits],
            [countryCode, [...digits].join(' ')],
            [countryCode.slice(1), number.formatNational()],
            ['', number.formatInternational()],
            [countryCode, `00${countryCode.slice(1)} ${digits}`],
          ];
          for (const [code, written] of spellings)
            expect(
              matchKeys({
                ...contact,
                name: `  ${words.join('  ').toUpperCase()}`,
                email: email.toUpperCase(),
                phone: phone(code, written),
              }),
            ).toEqual(keys);
        },
      ),
    );
  });

  it('two different numbers never have one key', () => {
    const code = fc.constantFrom('', '+', '+4', '+47', '47', '+1', '+46', 'NO', 'x');
    const number = fc.stringMatching(/^[0-9a-c]{1,11}$/);
    const digits = (one: readonly [string, string]) => one.map((text) => text.replace(/^\+/, '')).join(' ');
    const known = new Map<string, string>();
    fc.assert(
      fc.property(fc.tuple(code, number), (one) => {
        const key = phoneKey(one[0], one[1])!;
        // A number that is one is its digits: the same key is the same number dialled.
        if (/^\+/.test(key)) expect(key.replace(/\D/g, '').endsWith(one[1].replace(/^0+/, '').slice(-5))).toBe(true);
        else {
          const before = known.get(key);
          expect(before === undefined || before === digits(one)).toBe(true);
          known.set(key, digits(one));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('numbers of one country that differ in a digit differ in their key', () => {
    const norwegian = fc.stringMatching(/^[2-9][0-9]{7}$/);
    fc.assert(
      fc.property(norwegian, norwegian, (one, other) => {
        expect(phoneKey('+47', one) === phoneKey('+47', other)).toBe(one === other);
      }),
    );
  });
});
