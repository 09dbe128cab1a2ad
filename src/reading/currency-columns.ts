import { BOOKING_WORDS, balanceNameRank, plainHeader, rankOf } from './field-words.ts';
import { headerCurrencies } from './header-currencies.ts';

const rank = rankOf({ currency: BOOKING_WORDS.currency ?? '' });
/** Parts of headers by which exports tell an amount, or a currency, from that of the account. */
const FOREIGN =
  /valuta|currency|foreign|original|opprinnelig|oprindelig|ursprung|oorspr|local|lokal|utenlandsk|utländsk|udenlandsk|fremmed/;
const AMOUNT = /beløp|belopp|beløb|amount|betrag|bedrag|umsatz|importe|importo|montant|kwota/;
const CURRENCY = /valuta|currency|ccy|währung|wahrung|munt|devise|divisa/;

const RATE =
  /^(?:valutas?|vekslings|veksel|växel|växlings|omregnings|omräknings|exchange|conversion|fx|wechsel)?(?:kurs(?:en)?|rate)$/;

/** Whether a column is headed as the currency of the amounts. */
export function isCurrencyHeader(header: string): boolean {
  return rank(header).has('currency');
}

/** Whether a column that the job does not map is headed as the amount in the currency of a purchase abroad. */
function isForeignAmount(plain: string): boolean {
  return FOREIGN.test(plain) && AMOUNT.test(plain);
}

/**
 * Columns headed as the currency of the amounts that a job does not map. Where the file has the original amount of a purchase
 * abroad too, without a currency column of its own, the currency is that one's: bank statements have it so.
 * @param headers of the file @param mapped indexes of the columns that the job maps
 */
export function currencyColumnsNextTo(headers: readonly string[], mapped: ReadonlySet<number>): number[] {
  const plain = headers.map(plainHeader);
  const found = headers.flatMap((header, at) => (!mapped.has(at) && isCurrencyHeader(header) ? [at] : []));
  const isForeignCurrency = (header: string, at: number) =>
    !found.includes(at) && !AMOUNT.test(header) && CURRENCY.test(header) && header !== '';
  return plain.some((header, at) => !mapped.has(at) && isForeignAmount(header)) && !plain.some(isForeignCurrency)
    ? []
    : found;
}

/** What an amount in the currency of the books was converted from. */
export interface ConvertedFrom {
  readonly column: string;
  readonly isRate: boolean;
}

/**
 * A column that the job does not map and that a currency column may speak of, in place of the amount that is booked: the amount in
 * the currency of a purchase abroad, or the rate at which it was converted.
 */
export function convertedFrom(headers: readonly string[], mapped: ReadonlySet<number>): ConvertedFrom | undefined {
  const find = (is: (plain: string) => boolean) =>
    headers.find((header, at) => !mapped.has(at) && is(plainHeader(header)));
  const amount = find(isForeignAmount);
  const column = amount ?? find((plain) => RATE.test(plain));
  return column === undefined ? undefined : { column: column.replace(/\s+/g, ' '), isRate: amount === undefined };
}

/**
 * The columns headed as balances that the job does not map, each with the currency that its header names: the amounts of an account are
 * in the currency of its balance. None where the file has the amounts in another currency too.
 * @param codeOf reads a word as a company means it
 */
export function balanceCurrencies(
  headers: readonly string[],
  mapped: ReadonlySet<number>,
  codeOf: (word: string) => string,
): { readonly header: string; readonly word: string }[] {
  const others = headers.filter((_, at) => !mapped.has(at));
  if (others.some((header) => isForeignAmount(plainHeader(header)))) return [];
  return others.flatMap((header) => {
    const [word, another] = headerCurrencies(header, codeOf);
    if (word === undefined || another !== undefined) return [];
    const bare = header.replace(word, ' ').replace(/(?<!\p{L})(?:i|in)(?!\p{L})/giu, ' ');
    return balanceNameRank(bare) === undefined ? [] : [{ header: header.replace(/\s+/g, ' '), word }];
  });
}
