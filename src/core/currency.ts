/** What currencies are called: by the codes of ISO 4217 that are in use, and by signs and words. */

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** All codes there are, in capitals. */
export const CURRENCY_CODES: readonly string[] = [...CODES];

/** Of the books, where nobody says what they are kept in. */
export const DEFAULT_CURRENCY = 'NOK';

/** @param text in capitals */
export function isCurrencyCode(text: string): boolean {
  return CODES.has(text);
}

/** What the signs mean that several currencies share, unless the company keeps another of them. */
const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };
/** Crowns of several countries are written alike. */
const CROWN = /^kr(?:on(?:er|or|e|a|ur))?\.?$/i;
const CROWN_SYMBOL = 'kr';
/** Whose crowns they are, by the word before them. */
const CROWNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:norske?|norska|norwegian)/i, 'NOK'],
  [/^(?:svenske?|svenska|swedish)/i, 'SEK'],
  [/^(?:danske?|danska|danish)/i, 'DKK'],
  [/^(?:islandske?|isländska|icelandic)/i, 'ISK'],
];
const NATION_OF_CROWNS =
  /(?<!\p{L})(?:norsk|svensk|dansk|islandsk|isländsk|norwegian|swedish|danish|icelandic)\p{L}*\s+(?:kr\.?|kron(?:er|or|e|a|ur)|crowns?)(?!\p{L})/giu;
/** Names that people write in place of a code or a sign. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ euro: '€', euros: '€', dollar: '$', dollars: '$', pund: '£', pound: '£', pounds: '£', sterling: '£' },
  ...{ us$: 'USD', 'us dollar': 'USD', 'us dollars': 'USD', usdollar: 'USD', zloty: 'PLN', złoty: 'PLN', yen: '¥' },
};
/** Codes that are no words of Norwegian or English headers: they count in small letters too. */
const CODES_ALONE: ReadonlySet<string> = new Set(['EUR', 'USD', 'GBP', 'SEK', 'DKK', 'CHF', 'PLN', 'ISK']);

/** Words of currencies that are remembered. */
const KNOWN_WORDS = 1_000;

export function isCrownWord(text: string): boolean {
  return CROWN.test(text);
}

/** A code (of a currency that is no more, too), a sign, a name, or the word for crowns, and nothing else. */
export function isCurrencyWord(text: string): boolean {
  return (
    /^(?:\p{Sc}|[A-Z]{3})$/u.test(text) ||
    isCrownWord(text) ||
    isCurrencyCode(text.toUpperCase()) ||
    Object.hasOwn(NAMES, text.toLowerCase())
  );
}

/**
 * What a cell of a column that is headed as a currency says of the currency: a word for one, or a longer text that names one. Other
 * texts, dates and amounts say nothing, for `Valuta` heads value dates, yes and no, and the amounts of purchases abroad, too; three
 * digits are a code of ISO 4217.
 */
export function currencyWordIn(text: string): string | undefined {
  if (isCurrencyWord(text) || /^\d{3}$/.test(text)) return text;
  if (/\d/.test(text)) return undefined;
  return currenciesInHeader(text)[0] ?? (isCurrencyName(text) ? text : undefined);
}

const NAME_LANGUAGES = ['nb', 'en', 'sv', 'da', 'de'];
let names: { readonly nouns: ReadonlySet<string>; readonly symbols: ReadonlySet<string> } | undefined;

/** `Sveitsiske franc`, `forint`, `Kč`: a text whose last word ends the name of a currency in one of these languages, or a symbol. */
function isCurrencyName(text: string): boolean {
  // Nearly no file asks: to make the list takes longer than to plan a small one.
  names ??= {
    nouns: new Set(
      NAME_LANGUAGES.flatMap((language) => {
        const nameOf = new Intl.DisplayNames([language], { type: 'currency' });
        return CURRENCY_CODES.map((code) => lastWord(nameOf.of(code) ?? ''));
      }),
    ),
    symbols: new Set(CURRENCY_CODES.flatMap((code) => symbolOf(code) ?? [])),
  };
  const noun = lastWord(text);
  return names.symbols.has(text) || (noun !== '' && names.nouns.has(noun));
}

function lastWord(text: string): string {
  const [, word = ''] = /(\p{L}{3,})\.?$/u.exec(text) ?? [];
  return word.toLowerCase();
}

/**
 * Reads what stands for a currency as a company means it that keeps its books in `own`: `kr` is its own crown and `$` its own
 * dollar, where it has one. What is not known is another currency, under the name that the file gives it.
 * @param own code in capitals
 */
export function currencyReader(own: string): (word: string) => string {
  // Most files name no currency but by its code, and what others are called takes longer to find out than a small plan.
  let ownWords: { readonly symbol: string | undefined; readonly names: readonly (string | undefined)[] } | undefined;
  const known = new Map<string, string>();
  const read = (word: string) => {
    const bare = word.trim();
    const code = bare.toUpperCase();
    if (isCurrencyCode(code)) return code;
    ownWords ??= { symbol: symbolOf(own), names: namesOf(own) };
    const { symbol, names } = ownWords;
    if (isCrownWord(bare)) return symbol === CROWN_SYMBOL ? own : CROWN_SYMBOL;
    const sign = NAMES[bare.toLowerCase()] ?? bare;
    if (sign === symbol || code === own || names.includes(bare.toLowerCase())) return own;
    const crowns = / /.test(bare) ? CROWNS.find(([nation]) => nation.test(bare)) : undefined;
    return crowns?.[1] ?? SIGNS[sign] ?? sign;
  };
  return (word) => {
    let code = known.get(word);
    if (code !== undefined) return code;
    if (known.size >= KNOWN_WORDS) known.clear();
    code = read(word);
    known.set(word, code);
    return code;
  };
}

function namesOf(code: string): (string | undefined)[] {
  return ['en', 'nb'].map((language) =>
    new Intl.DisplayNames([language], { type: 'currency' }).of(code)?.toLowerCase(),
  );
}

function symbolOf(code: string): string | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}

/** Codes that are words of the headers of amounts, too. */
const WORDS_TOO: ReadonlySet<string> = new Set(['ALL', 'TOP', 'TRY', 'PEN', 'CUP', 'MAD', 'COP', 'MOP', 'GEL', 'LAK']);

/**
 * The currencies that a header names, as it spells them: `Amount (SGD)`, `Beløp i kr`, `BeløpNOK`, `amount_eur`, `Beløp i
 * svenske kroner`. A code counts in capitals; in small letters where it is no other word, or the whole header is in small
 * letters. Crowns beside a code are the crowns of that code.
 */
export function currenciesInHeader(header: string): string[] {
  const crowns = header.match(NATION_OF_CROWNS) ?? [];
  const rest = header.replace(NATION_OF_CROWNS, ' ');
  const isOneCase = rest === rest.toUpperCase() || rest === rest.toLowerCase();
  const words = rest.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').match(/US\$|\p{Sc}|\p{L}+\.?/gu) ?? [];
  const named = words.filter((word) => {
    if (/^\p{Sc}$/u.test(word) || isCrownWord(word) || Object.hasOwn(NAMES, word.toLowerCase())) return true;
    const code = word.toUpperCase();
    if (!isCurrencyCode(code)) return false;
    return CODES_ALONE.has(code) || (isOneCase ? words.length > 1 && !WORDS_TOO.has(code) : word === code);
  });
  const all = [...crowns, ...named];
  const isCode = (word: string) => isCurrencyCode(word.toUpperCase());
  return all.some(isCode) ? all.filter((word) => !isCrownWord(word)) : all;
}

/** Hundredths and thousands in headers, where the cells show other figures than the amounts: `Beløp i øre`, `TNOK`, `(kr 1000)`. */
const UNIT =
  /(?<!\p{L})(?:øre|öre|cents?|pence|[tm]kr|i 1[ .]?000|['’]000|000s|(?:i |hele )?tusen(?: kr(?:oner)?)?|tusind|thousands?|mill(?:\.|ioner|ions)?(?: kr(?:oner)?)?|[TMk](?:NOK|SEK|DKK|EUR|USD|GBP)|(?:kr\.?|kroner|NOK|EUR|USD) ?1[ .,]?000|1[ .,]?000 ?(?:kr\.?|kroner|NOK|EUR|USD))(?![\p{L}\d])/iu;
const HUNDREDTHS = /^(?:øre|öre|cents?|pence)$/iu;
const CODE_BESIDE = '(?:NOK|SEK|DKK|EUR|USD|GBP)';
const IN_HUNDREDTHS = new RegExp(`(?<!\\p{L})(?:i|in|euro|${CODE_BESIDE})\\s+(?:øre|öre|cents?|pence)(?!\\p{L})`, 'iu');
/** Words for hundredths that mean other things elsewhere: they count at the end of a header, behind what an amount is called. */
const HUNDREDTHS_OF = new RegExp(
  [
    String.raw`(?<!\p{L})(?:i|in|amounts?|value|sum|total|gross|net|price|fee|debit|credit|balance|bel(?:ø|oe?)[pb]|belopp|brutto|netto|saldo|debet|kredit)`,
    String.raw`\P{L}+(?:${CODE_BESIDE}\P{L}+)?(minor(?: units?)?|oe?re|cts)(?=\P{L}*(?:${CODE_BESIDE}\P{L}*)?$)`,
  ].join(''),
  'iu',
);
/** `kroner og øre`, `inkl. øre`: amounts with decimals; `uten øre`, `u/øre`: without. */
const WITH_DECIMALS =
  /(?<!\p{L})(?:kr|kroner|kronor|NOK|SEK|DKK|EUR|USD|euros?|dollars?|med|inkl|incl|with|og|och|and|uten|u(?=\/)|utan|without)(?!\p{L})|&/iu;

/** The unit that a header says its figures are in, where that is not the currency itself. */
export function unitInHeader(header: string): string | undefined {
  const words = header.replace(/_|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
  const unit = (UNIT.exec(header) ?? UNIT.exec(words))?.[0].trim();
  if (unit === undefined) return HUNDREDTHS_OF.exec(words)?.[1];
  if (!HUNDREDTHS.test(unit) || IN_HUNDREDTHS.test(words)) return unit;
  return WITH_DECIMALS.test(words) ? undefined : unit;
}
