import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPlace } from '../../../src/kinds/contacts/split-place.ts';

describe('a postal code and a city in one cell', () => {
  it.each<[text: string, country: string, postalCode: string, city: string, marked?: string]>([
    ['0555 Oslo', 'NO', '0555', 'Oslo'],
    ['0555 Oslo', '', '0555', 'Oslo'],
    ['2318  Hamar ', 'NO', '2318', 'Hamar'],
    ['0010 OSLO S', 'NO', '0010', 'OSLO S'],
    ['SE-113 46 Stockholm', '', '113 46', 'Stockholm', 'SE'],
    ['S-113 46 Stockholm', 'SE', '113 46', 'Stockholm', 'SE'],
    ['113 46 Stockholm', 'SE', '113 46', 'Stockholm'],
    ['11346 Stockholm', 'SE', '11346', 'Stockholm'],
    ['D-10115 Berlin', '', '10115', 'Berlin', 'DE'],
    ['01067 Dresden', 'DE', '01067', 'Dresden'],
    ['1012 AB Amsterdam', 'NL', '1012 AB', 'Amsterdam'],
    ['00-950 Warszawa', 'PL', '00-950', 'Warszawa'],
    ['DK-2100 København Ø', '', '2100', 'København Ø', 'DK'],
    ['Oslo', 'NO', '', 'Oslo'],
    ['Nes på Romerike', '', '', 'Nes på Romerike'],
    ['0555', 'NO', '0555', ''],
    ['8601 MO I RANA', 'NO', '8601', 'MO I RANA'],
  ])('%s of %s', (text, country, postalCode, city, marked) => {
    const expected = { postalCode, city, ...(marked === undefined ? {} : { country: marked }) };
    expect(splitPlace(text, country, country)).toEqual(expected);
  });

  it.each([
    ['1012 AB Amsterdam', ''],
    ['1012 AB Amsterdam', 'NO'],
    ['SE-113 46 Stockholm', 'NO'],
    ['XX-1234 Nowhere', ''],
    ['Springfield, IL 62701', 'US'],
    ['London SW1A 1AA', 'GB'],
    ['555 Oslo', 'NO'],
    ['0555 Oslo, Norge', 'NO'],
    ['0555 Oslo 0556', 'NO'],
    ['', 'NO'],
  ])('is never guessed: %s of %s', (text, country) => expect(splitPlace(text, country, country)).toBeUndefined());

  it('goes by a mark before a default of the job', () => {
    expect(splitPlace('D-10115 Berlin', '', 'NO')).toEqual({ postalCode: '10115', city: 'Berlin', country: 'DE' });
  });

  it('loses nothing of what it takes apart', () => {
    const countries = fc.constantFrom('', 'NO', 'SE', 'DE', 'NL', 'DK', 'PL');
    const texts = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc
        .tuple(fc.integer({ min: 0, max: 9999 }), fc.constantFrom('Oslo', 'Mo i Rana', 'AB Amsterdam', 'Ø'))
        .map(([code, city]) => `${String(code).padStart(4, '0')} ${city}`),
    );
    fc.assert(
      fc.property(texts, countries, (text, country) => {
        const place = splitPlace(text, country, country);
        if (place === undefined) return;
        const bare = (of: string) => of.replace(/\s+/gu, '');
        expect(bare(text).endsWith(bare(place.postalCode + place.city))).toBe(true);
      }),
    );
  });
});
