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

/** Words of currencies that are remembered. */
const KNOWN_WORDS = 1_000;

export function isCrownWord(text: string): boolean {
  return CROWN.test(text);
}

/** A code (of a currency that is no more, too), a sign, or the word for crowns, and nothing else. */
export function isCurrencyWord(text: string): boolean {
  return /^(?:\p{Sc}|[A-Z]{3})$/u.test(text) || isCrownWord(text) || isCurrencyCode(text.toUpperCase());
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
    if (bare === symbol || code === own || names.includes(bare.toLowerCase())) return own;
    return SIGNS[bare] ?? bare;
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
 * The currencies that a header names, as it spells them: `Amount (SGD)`, `Beløp i kr`, `BeløpNOK`, `amount_eur`. A code counts
 * in capitals, and in small letters where the whole header is in small letters.
 */
export function currenciesInHeader(header: string): string[] {
  const isOneCase = header === header.toUpperCase() || header === header.toLowerCase();
  const words = header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').match(/\p{Sc}|\p{L}+\.?/gu) ?? [];
  return words.filter((word) => {
    if (/^\p{Sc}$/u.test(word) || isCrownWord(word)) return true;
    const code = word.toUpperCase();
    if (!isCurrencyCode(code)) return false;
    return isOneCase ? words.length > 1 && !WORDS_TOO.has(code) : word === code;
  });
}
