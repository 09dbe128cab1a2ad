import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Where a number belongs that has no country code of its own: a country's two letters (`NO`), or a calling code (`+47`). */
export type PhoneRegion = string;

interface ParsedPhone {
  /** `+47` */
  readonly countryCode: string;
  /**
   * National significant number, digits only. How digits are grouped changes with the metadata's version, and a body is
   * frozen, compared and found again for years; country code and digits together are the number as any phone dials it.
   */
  readonly number: string;
  /** Digits; the empty string where there is none. */
  readonly extension: string;
}

/** Characters of one phone number, with its extension, that are looked at. */
const PHONE_MAX_CHARACTERS = 60;
/** Nothing but digits in groups: most numbers, for which the searches below would cost three times the parsing. */
const PLAIN = /^\+?\d[\d ]*$/;
/** Words before an extension in the languages of the files; `x` and `#` among them, `;ext=` as RFC 3966 has it. */
const EXTENSION =
  /[\s,;(]*(?:;ext=|(?:ext(?:ension)?|x|linje(?:nr)?|line|lnr|int(?:ern(?:t|al)?)?|ankn(?:ytning)?|lokal(?:nr|nummer)?|lok|durchwahl|dw|app(?:arat)?)(?![\p{L}])[.:]?|#)\s*(\d{1,11})\s*\)?$/iu;
const NOWHERE = { extract: false } as const;
/** A number as a number column of a data frame is exported. */
const WHOLE_DECIMAL = /^(\d{6,})\.0$/;

/**
 * One phone number out of a text that holds no other. Its length must be possible in its country; whether its range is in
 * use is not asked, for ranges come into use before any list of them says so.
 * @returns undefined where it is none
 */
export function parsePhone(text: string, region: PhoneRegion | undefined): ParsedPhone | undefined {
  if (text.length > PHONE_MAX_CHARACTERS) return undefined;
  const { number, extension } = isPlainNumber(text) ? { number: text, extension: '' } : splitExtension(cleaned(text));
  // After a comma or a semicolon the library takes a second number for an extension.
  if (/[,;\p{L}]/u.test(number)) return undefined;
  const options = optionsFor(region);
  for (const spelling of spellings(number)) {
    const parsed = parsePhoneNumberFromString(spelling, options);
    if (parsed?.isPossible() !== true) continue;
    return {
      countryCode: `+${parsed.countryCallingCode}`,
      number: parsed.nationalNumber,
      extension: extension === '' ? (parsed.ext ?? '') : extension,
    };
  }
  return undefined;
}

/** A calling code as people write it (`+47`, `47`, `0047`, `(+47)`), or a country's two letters; undefined for anything else. */
export function phoneRegion(text: string): PhoneRegion | undefined {
  const plain = /^\+?\w+$/.test(text) ? text : text.replace(/[\s().\p{Cf}-]/gu, '');
  if (/^[a-z]{2}$/i.test(plain)) return isSupportedCountry(plain.toUpperCase()) ? plain.toUpperCase() : undefined;
  const code = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(plain)?.[1];
  callingCodes ??= new Set([...getCountries().map((country) => getCountryCallingCode(country)), ...GLOBAL_CODES]);
  return code !== undefined && callingCodes.has(code) ? `+${code}` : undefined;
}

/** Calling codes that belong to no country: freephone, satellites, networks. */
const GLOBAL_CODES: readonly string[] = ['800', '808', '870', '878', '881', '882', '883', '888', '979'];
/** Made when the first code is read. */
let callingCodes: ReadonlySet<string> | undefined;

/** Whether a text is digits and blanks alone, with a + before them or without: one number, and no words. */
export function isPlainNumber(text: string): boolean {
  return PLAIN.test(text);
}

/** Whether the number itself says its country. */
export function isInternational(text: string): boolean {
  return /^(?:\+|00)/.test(cleaned(text));
}

function optionsFor(region: PhoneRegion | undefined) {
  if (region?.startsWith('+')) return { defaultCallingCode: region.slice(1), extract: false };
  return region !== undefined && isSupportedCountry(region) ? { defaultCountry: region, extract: false } : NOWHERE;
}

/** Without what can't be seen (address books put direction marks in), `tel:`, and brackets around the country code. */
function cleaned(text: string): string {
  return text
    .replace(/[\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^tel:\s*/i, '')
    .replace(WHOLE_DECIMAL, '$1')
    .replace(/^\(\s*((?:\+|00) ?\d{1,3})\s*\)/, '$1 ');
}

function splitExtension(text: string): { number: string; extension: string } {
  const found = EXTENSION.exec(text);
  if (found === null || found.index === 0) return { number: text, extension: '' };
  return { number: text.slice(0, found.index), extension: found[1]! };
}

/** `00` is how most countries dial abroad, whatever the country of the row; `(0)` is dialled inside the country only. */
function* spellings(number: string): Generator<string> {
  const plain = number.startsWith('00') ? [`+${number.slice(2)}`, number] : [number];
  yield* plain;
  for (const spelling of plain) if (spelling.includes('(0)')) yield spelling.replace('(0)', '');
}

/** An extension at the end of a description: the service has no field for it. */
const AT_END = /(?:^|, )ext\. (\d+)$/;

/** A phone's description with its extension in words: `Sentralbord, ext. 123`. */
export function describePhone(words: readonly string[], extension: string): string {
  const ending = extension === '' ? [] : [`ext. ${extension}`];
  return [...words, ...ending].filter((word) => word !== '').join(', ');
}

/** The extension that such a description ends with; else the empty string. */
export function extensionIn(description: string): string {
  return AT_END.exec(description)?.[1] ?? '';
}

/** Words before a number that say only that it is one, which the field says already. */
const PLAIN_LABEL = /^(?:tlf|tel|telefon|telephone|phone|nr|t|p)(?!\p{L})[.:]*\s*/iu;
const WORDS =
  'mob|mobil|mobile|cell|m|priv|privat|hjem|heim|hem|home|jobb|arb|arbeid|arbete|arbejde|work|kontor|office|büro|direkte|direct|sentralbord|växel|switchboard|fax|faks';
const LEADING_LABEL = new RegExp(`^(${WORDS})(?!\\p{L})[.:]*\\s*(?=[+(\\d])`, 'iu');
const TRAILING_LABEL = new RegExp(`(?<=[\\d)])\\s*\\(?(?<!\\p{L})(${WORDS})\\.?\\)?$`, 'iu');

/** A number and the words beside it, which belong into its description: `Mob: 99 88 77 66`, `22 33 44 55 (privat)`. */
interface LabelledPhone extends ParsedPhone {
  readonly labels: readonly string[];
}

/** @returns undefined where the text is not a valid phone number, or holds other words */
export function parseLabelledPhone(text: string, region: PhoneRegion | undefined): LabelledPhone | undefined {
  const { number, labels } = withoutLabels(text);
  const parsed = parsePhone(number, region);
  return parsed === undefined ? undefined : { ...parsed, labels };
}

/** Takes a word off either end. */
export function withoutLabels(text: string): { number: string; labels: readonly string[] } {
  const labels: string[] = [];
  if (isPlainNumber(text)) return { number: text, labels };
  const take = (word: string) => {
    labels.push(word);
    return '';
  };
  const number = text
    .trim()
    .replace(PLAIN_LABEL, '')
    .replace(LEADING_LABEL, (_, word: string) => take(word))
    .replace(TRAILING_LABEL, (_, word: string) => take(word));
  return { number, labels };
}
