import fc from 'fast-check';
import countries from 'i18n-iso-countries';
import { describe, expect, it } from 'vitest';
import { countryName, findCountry } from '../../../src/kinds/contacts/country-names.ts';
import { causes, compose, onlyIssue, type Values } from './contact-texts.ts';

/** Codes that a text stands for. */
const codesOf = (text: string) => findCountry(text)?.codes ?? [];

describe('names and codes', () => {
  it.each([
    ['NO', ['NO', 'no', 'NOR', 'Norge', 'norge', 'NORGE', ' Norge ', 'Noreg', 'Norway', 'NORWAY', 'Norwegen']],
    ['SE', ['Sverige', 'Sweden', 'Schweden', 'SWE']],
    ['DK', ['Danmark', 'Denmark', 'Dänemark', 'Daenemark']],
    ['DE', ['Tyskland', 'Deutschland', 'Germany', 'DEU']],
    ['AT', ['Østerrike', 'Oesterreich', 'Österreich', 'Osterreich', 'Austria']],
    ['CH', ['Sveits', 'Schweiz', 'die Schweiz', 'Switzerland', 'Suisse']],
    [
      'GB',
      [
        'UK',
        'U.K.',
        'GB',
        'Storbritannia',
        'Great Britain',
        'England',
        'Scotland',
        'Skottland',
        'Wales',
        'United Kingdom',
      ],
    ],
    [
      'US',
      [
        'USA',
        'U.S.A.',
        'US',
        'United States',
        'United States of America',
        'Amerika',
        'De forente stater',
        'Förenta staterna',
      ],
    ],
    ['NL', ['Holland', 'Nederland', 'The Netherlands', 'Niederlande']],
    ['KR', ['Korea', 'KOREA, REPUBLIC OF', 'Republic of Korea', 'Sør-Korea', 'Sor Korea', 'Sydkorea']],
    ['KP', ['Nord-Korea', 'North Korea']],
    ['GR', ['Hellas', 'Greece', 'Griechenland', 'EL']],
    ['AX', ['Åland', 'Aaland', 'ÅLAND', 'A\u030aland']],
    ['CI', ['Elfenbenskysten', "Côte d'Ivoire", 'Cote d’Ivoire', 'Ivory Coast']],
    ['BA', ['Bosnia-Hercegovina', 'Bosnia & Herzegovina', 'Bosnia and Herzegovina']],
    ['LC', ['St. Lucia', 'Saint Lucia']],
    ['FO', ['Færøyene', 'Faeroyene', 'Faroe Islands']],
    ['BY', ['Hviterussland', 'Belarus', 'Weißrussland', 'WEISSRUSSLAND']],
    ['MM', ['Myanmar', 'Burma']],
    ['CL', ['CHILE']],
    ['NU', ['NIUE']],
  ])('%s', (code, texts) => {
    expect(texts.map(codesOf)).toEqual(texts.map(() => [code]));
  });

  it.each(['', '-', 'XX', 'n/a', 'Narnia', 'Oslo', '0155', 'x'.repeat(5_000)])('%j is none', (text) => {
    expect(findCountry(text)).toBeUndefined();
  });

  it('what may be two countries is neither', () => {
    expect([...codesOf('Congo')].sort()).toEqual(['CD', 'CG']);
    expect(codesOf('DR Congo')).toEqual(['CD']);
  });

  it('every country is found by its name in every language, and by its codes', () => {
    // More than one country is called so in these languages.
    const shared = ['Congo', 'Saint Martin', 'Saint-Martin'];
    const wrong: string[] = [];
    for (const [alpha3, alpha2] of Object.entries(countries.getAlpha3Codes())) {
      const names = ['no', 'nb', 'nn', 'sv', 'da', 'de', 'en'].flatMap(
        (language) => countries.getName(alpha2, language, { select: 'all' }) ?? [],
      );
      for (const text of [alpha2, alpha3, alpha2.toLowerCase(), ...names, countryName(alpha2)]) {
        const codes = codesOf(text);
        const isFound = shared.includes(text) ? codes.includes(alpha2) : codes.length === 1 && codes[0] === alpha2;
        if (!isFound) wrong.push(`${alpha2} ${text}: ${codes}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('case, marks, dots and blanks make no difference', () => {
    const language = fc.constantFrom('no', 'nn', 'sv', 'da', 'de', 'en');
    const code = fc.constantFrom(...Object.keys(countries.getAlpha2Codes()));
    fc.assert(
      fc.property(code, language, fc.boolean(), (alpha2, lang, upper) => {
        const name = countries.getName(alpha2, lang)!;
        const written = (upper ? name.toUpperCase() : name.toLowerCase()).normalize('NFD').replaceAll(' ', '  ');
        expect(codesOf(` ${written}. `)).toEqual(codesOf(name));
      }),
    );
  });
});

/** `Norge (NO)` of the address, or the causes. */
function read(cells: Values, defaults: Values = {}): string {
  const composed = compose({ city: 'By', ...cells }, defaults);
  const { country, countryCode } = composed.contact.address!;
  return composed.issues.length > 0 ? causes(composed).join(', ') : `${country} (${countryCode})`;
}

describe('the country of a row', () => {
  it.each([
    ['as the file says it', { country: 'Sweden' }, {}, 'Sweden (SE)'],
    ['in Norwegian where it says a code', { country: 'SE' }, {}, 'Sverige (SE)'],
    ['in Norwegian where it says a code of three letters', { country: 'USA' }, {}, 'USA (US)'],
    ['by its code', { countryCode: 'se' }, {}, 'Sverige (SE)'],
    ['a name among the codes', { countryCode: 'Sweden' }, {}, 'Sweden (SE)'],
    ['both', { countryCode: 'SE', country: 'Sweden' }, {}, 'Sweden (SE)'],
    ['a name in another language beside a code', { countryCode: 'SE', country: 'Suède' }, {}, 'Suède (SE)'],
    ['a part of a country', { country: 'Scotland' }, {}, 'Scotland (GB)'],
    ['a default', {}, { countryCode: 'NO' }, 'Norge (NO)'],
    ['the row before a default', { country: 'Sverige' }, { countryCode: 'NO' }, 'Sverige (SE)'],
    ['the code of the row before a default', { countryCode: 'SE' }, { country: 'Norge' }, 'Sverige (SE)'],
    ['one of two by its code', { countryCode: 'CD', country: 'Congo' }, {}, 'Congo (CD)'],
    ['none', {}, {}, ' ()'],
  ] as [string, Values, Values, string][])('%s', (_, cells, defaults, expected) => {
    expect(read(cells, defaults)).toBe(expected);
  });

  it.each([
    ['unknown', { country: 'Narnia' }, 'country-unknown Land'],
    ['an unknown code', { countryCode: 'XX' }, 'country-unknown Landkode'],
    ['an unknown code beside a name', { countryCode: 'XX', country: 'Sverige' }, 'country-unknown Landkode'],
    ['nothing that could be a name', { countryCode: 'SE', country: '-' }, 'country-unknown Land'],
    ['two of one name', { country: 'Congo' }, 'country-unknown Land'],
    ['two that differ', { countryCode: 'NO', country: 'Sverige' }, 'country-unknown Land'],
  ] as [string, Values, string][])('%s is an issue', (_, cells, expected) => {
    expect(read(cells)).toBe(expected);
  });

  it('a misspelled name is asked about', () => {
    expect(onlyIssue(compose({ country: 'Svrige' }))).toMatchObject({
      code: 'country-unknown',
      column: 'Land',
      value: 'Svrige',
      message:
        '"Svrige" in column Land is not a country: neither a name in Norwegian, Swedish, Danish, German or English, nor a code of two or three letters.',
      suggestion: 'Did you mean "Sverige" (SE)? Correct it in the file, or check that the job maps the right column.',
    });
  });

  it('both sides of a contradiction are named', () => {
    expect(onlyIssue(compose({ countryCode: 'NO', country: 'Sverige' })).message).toBe(
      'The row says two countries: "NO" in column Landkode and "Sverige" in column Land (SE).',
    );
  });

  it('the countries of one name are named', () => {
    const { suggestion } = onlyIssue(compose({ country: 'Congo' }));
    expect(suggestion).toBe('Write which: CG (Kongo-Brazzaville) or CD (Kongo).');
  });
});
