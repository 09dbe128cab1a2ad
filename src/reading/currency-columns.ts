import { BOOKING_WORDS, plainHeader, rankOf } from './field-words.ts';

const rank = rankOf({ currency: BOOKING_WORDS.currency ?? '' });
/** Parts of headers by which exports tell an amount, or a currency, from that of the account. */
const FOREIGN =
  /valuta|currency|foreign|original|opprinnelig|oprindelig|ursprung|oorspr|local|lokal|utenlandsk|utländsk|udenlandsk|fremmed/;
const AMOUNT = /beløp|belopp|beløb|amount|betrag|bedrag|umsatz|importe|importo|montant|kwota/;
const CURRENCY = /valuta|currency|ccy|währung|wahrung|munt|devise|divisa/;

/** Whether a column is headed as the currency of the amounts. */
export function isCurrencyHeader(header: string): boolean {
  return rank(header).has('currency');
}

/**
 * Columns headed as the currency of the amounts that a job does not map. Where the file has the original amount of a purchase
 * abroad too, without a currency column of its own, the currency is that one's: bank statements have it so.
 * @param headers of the file @param mapped indexes of the columns that the job maps
 */
export function currencyColumnsNextTo(headers: readonly string[], mapped: ReadonlySet<number>): number[] {
  const plain = headers.map(plainHeader);
  const found = headers.flatMap((header, at) => (!mapped.has(at) && isCurrencyHeader(header) ? [at] : []));
  const isForeignAmount = (header: string, at: number) =>
    !mapped.has(at) && FOREIGN.test(header) && AMOUNT.test(header);
  const isForeignCurrency = (header: string, at: number) =>
    !found.includes(at) && !AMOUNT.test(header) && CURRENCY.test(header) && header !== '';
  return plain.some(isForeignAmount) && !plain.some(isForeignCurrency) ? [] : found;
}
