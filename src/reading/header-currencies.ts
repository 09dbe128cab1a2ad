import { currenciesInHeader, currencyReader, isCurrencyCode } from '../core/currency.ts';

/** What says of one of two currencies that the amounts are in it: `Beløp i NOK (EUR)`, `EUR converted to NOK`. */
const INTO = String.raw`(?<!\p{L})(?:til|to|into|i|in)\s+`;
/** `i EUR/NOK`, `in EUR or NOK` say nothing. */
const NO_OTHER = String.raw`(?!\s*(?:[/|,+&-]|(?:eller|or|og|and|till?|to)(?!\p{L})))`;

/**
 * The currencies that the amounts of a column may be in by its header, in the header's words; several where it does not say which
 * (`Beløp EUR/NOK`). A sign or a name beside the code that it stands for is none of its own: `Amount in USD ($)`.
 * @param codeOf reads a word as a company means it
 */
export function headerCurrencies(header: string, codeOf: (word: string) => string): string[] {
  const named = currenciesInHeader(header);
  if (named.length < 2) return named;
  const codes = [...new Set(named.map(codeOf))].filter(isCurrencyCode);
  const standsFor = (word: string) =>
    codes.some(
      (code) => code !== codeOf(word) && !isCurrencyCode(word.toUpperCase()) && currencyReader(code)(word) === code,
    );
  const words = named.filter((word) => !standsFor(word));
  const different = words.filter((word, at) => words.findIndex((other) => codeOf(other) === codeOf(word)) === at);
  const into = different.filter((word) => {
    const literal = word.replace(/[$.]/g, String.raw`\$&`);
    return new RegExp(`${INTO}${literal}${NO_OTHER}`, 'iu').test(header);
  });
  return into.length === 1 ? into : different;
}
