import countries from 'i18n-iso-countries/index.js';
import danish from 'i18n-iso-countries/langs/da.json' with { type: 'json' };
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import bokmal from 'i18n-iso-countries/langs/nb.json' with { type: 'json' };
import nynorsk from 'i18n-iso-countries/langs/nn.json' with { type: 'json' };
import norwegian from 'i18n-iso-countries/langs/no.json' with { type: 'json' };
import swedish from 'i18n-iso-countries/langs/sv.json' with { type: 'json' };
import { nearest } from '../../core/nearest.ts';

// The package's own entry would load its 80 languages (60 ms of CPU); these seven files cost 3.

type Names = Readonly<Record<string, string | readonly string[]>>;
const LANGUAGES = [norwegian, bokmal, nynorsk, swedish, danish, german, english].map(
  ({ countries }) => countries as Names,
);

/** Longer texts name no country. */
const COUNTRY_MAX_CHARACTERS = 100;
/** Unknown texts whose nearest name is remembered: a search among 1,500 names takes milliseconds, and files repeat themselves. */
const REMEMBERED_TEXTS = 1_000;

/** `U.S.A.` and `U S A` are codes; `n/a` is none. */
const BETWEEN_LETTERS = /[\s.\p{Cf}]/gu;

export interface FoundCountry {
  /** ISO 3166 alpha-2; several where the text stands for more than one country (`Congo`). */
  readonly codes: readonly string[];
  /** The text is a code, not a name. */
  readonly isCode: boolean;
}

/** The country that a text names, in Norwegian, Swedish, Danish, German or English, or by its ISO 3166 code; undefined for none. */
export function findCountry(text: string): FoundCountry | undefined {
  if (text.length > COUNTRY_MAX_CHARACTERS) return undefined;
  known ??= knownCountries();
  const byCode = known.codes.get(text.normalize('NFKC').replace(BETWEEN_LETTERS, '').toLowerCase());
  if (byCode !== undefined) return { codes: [byCode], isCode: true };
  const codes = known.names.get(fold(text)) ?? known.names.get(fold(turned(text)));
  return codes === undefined ? undefined : { codes, isCode: false };
}

/** A country's name in Norwegian (bokmål), which the service and the people who read its invoices speak. */
export function countryName(code: string): string {
  return firstOf((bokmal.countries as Names)[code]) ?? code;
}

/** The name, of any language, that a mistyped one most likely meant. */
export function nearestCountry(text: string): string | undefined {
  if (text.length > COUNTRY_MAX_CHARACTERS) return undefined;
  known ??= knownCountries();
  const remembered = known.nearest.get(text);
  if (remembered !== undefined) return remembered === '' ? undefined : remembered;
  const name = nearest(text, known.spelled);
  if (known.nearest.size >= REMEMBERED_TEXTS) known.nearest.clear();
  known.nearest.set(text, name ?? '');
  return name;
}

interface Known {
  readonly codes: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Names as they are written. */
  readonly spelled: readonly string[];
  readonly nearest: Map<string, string>;
}

/** Made when the first country is read: a file without one pays nothing. */
let known: Known | undefined;

function knownCountries(): Known {
  const codes = new Map(Object.entries(OTHER_CODES));
  for (const [alpha3, alpha2] of Object.entries(countries.getAlpha3Codes())) {
    codes.set(alpha3.toLowerCase(), alpha2);
    codes.set(alpha2.toLowerCase(), alpha2);
  }
  const names = new Map<string, string[]>();
  const spelled = new Set<string>();
  for (const language of [...LANGUAGES, OTHER_NAMES])
    for (const [code, written] of Object.entries(language))
      for (const name of [written].flat() as string[]) {
        spelled.add(name);
        for (const spelling of spellings(name)) {
          const found = names.get(spelling);
          if (found === undefined) names.set(spelling, [code]);
          else if (!found.includes(code)) found.push(code);
        }
      }
  return { codes, names, spelled: [...spelled], nearest: new Map() };
}

/** `Myanmar (Burma)` is called by either; `Österreich` may be written `Oesterreich`. */
function spellings(name: string): Set<string> {
  const [, before = '', inside = ''] = /^(.*)\((.*)\)/u.exec(name) ?? [];
  const forms = [name, turned(name), before, inside].filter((form) => form.trim() !== '');
  return new Set(forms.flatMap((form) => [fold(form), fold(spelledOut(form))]));
}

/** `Korea, Republic of` is `Republic of Korea`. */
function turned(name: string): string {
  return name.replace(/^([^,]*),\s*(.*)$/su, '$2 $1');
}

function spelledOut(name: string): string {
  const letters: Readonly<Record<string, string>> = { å: 'aa', ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue' };
  return name.toLowerCase().replace(/[åäöøü]/gu, (letter) => letters[letter]!);
}

/** Letters that are no other letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th', ł: 'l', đ: 'd', ı: 'i' };

/** A name as it is compared: without case, marks above letters, dots, and an article. */
function fold(name: string): string {
  return name
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}.'’`´]/gu, '')
    .replace(/[øæœðþłđı]/gu, (letter) => LETTERS[letter]!)
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|die|der) /, '')
    .replace(/^st /, 'saint ');
}

function firstOf(names: string | readonly string[] | undefined): string | undefined {
  return typeof names === 'object' ? names[0] : names;
}

/** Two letters that people write for a country though ISO 3166 gives it others; the second is the European Union's. */
const OTHER_CODES: Readonly<Record<string, string>> = { uk: 'GB', el: 'GR' };

/** Names that people write beside those of i18n-iso-countries: shorter, older, of a part of the country, or its own. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['Emiratene', 'Emiraten', 'Emirates', 'Emiraterne'],
  BA: ['Bosnia', 'Bosnien'],
  BE: ['België', 'Belgique'],
  BY: ['Vitryssland', 'Weißrussland'],
  CD: ['DR Kongo', 'DR Congo', 'DRC', 'Kongo-Kinshasa', 'Congo-Kinshasa'],
  CG: ['Congo-Brazzaville'],
  CH: ['Suisse', 'Svizzera'],
  CZ: ['Tjekkia', 'Tschechei', 'Česko'],
  DE: ['Forbundsrepublikken Tyskland', 'Bundesrepublik Deutschland', 'BRD'],
  DK: ['Kongeriget Danmark'],
  EE: ['Eesti'],
  ES: ['España'],
  FI: ['Suomi'],
  FO: ['Faroes', 'Færøyar', 'Føroyar'],
  GB: [
    'Britain',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
    'Skottland',
    'Skotland',
    'Schottland',
    'Nord-Irland',
    'Nordirland',
    'Nordirlanda',
    'Det forente kongerike',
    'Det forenede kongerige',
    'Förenade kungariket',
    'United Kingdom of Great Britain and Northern Ireland',
  ],
  GL: ['Kalaallit Nunaat'],
  IE: ['Eire', 'Republic of Ireland'],
  KR: ['Korea'],
  LT: ['Lietuva'],
  LV: ['Latvija'],
  MD: ['Moldavia'],
  MK: ['Makedonia', 'Macedonia', 'Makedonien', 'Mazedonien'],
  MM: ['Birma'],
  NO: ['Kongeriket Norge', 'Kongeriket Noreg', 'Norga'],
  PL: ['Polska'],
  PS: ['Palestina', 'Palästina'],
  RU: ['Den russiske føderasjon'],
  SE: ['Konungariket Sverige'],
  SJ: ['Svalbard', 'Spitsbergen', 'Jan Mayen'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  US: [
    'America',
    'Amerika',
    'De forente stater',
    'Dei sameinte statane',
    'Amerikas forente stater',
    'Amerikas förenta stater',
    'Förenta staterna',
    'De forenede stater',
    'Amerikas Forenede Stater',
  ],
  VA: ['Vatikanet', 'Vatican', 'Vatican City', 'Vatikan', 'Vatikanen'],
  VN: ['Viet Nam'],
};
