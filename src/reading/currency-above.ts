import { type Cell, cellText } from '../core/cell.ts';
import {
  currenciesInHeader,
  currencyReader,
  DEFAULT_CURRENCY,
  isCurrencyCode,
  isCurrencyWord,
} from '../core/currency.ts';
import { isCurrencyHeader } from './currency-columns.ts';

/** What a line above the header says that the amounts are in. */
export interface CurrencyAbove {
  /** As it is written. */
  readonly word: string;
  /** Line (CSV) or row (workbook). */
  readonly line: number;
}

/** Characters of a text that may name a currency. */
const LONGEST = 80;
/** `Valuta: EUR`, `Account currency EUR`. */
const PAIR = /^(?:([^:=]+?)\s*[:=]\s*([^:=]+)|([^:=]+)\s(\S+))$/u;
/** A line that speaks of the rate of a currency does not say what the amounts are in. */
const RATE = /kurs|(?<!\p{L})(?:rate|cours|cambio)/iu;
/** `Alle beløp er i EUR`, `Amounts in USD`. */
const SENTENCE =
  /^(?:all[ae]? )?(?:bel[øo]p|belopp|beløb|amounts?|tall|figures)(?: (?:er|är|are|is))?(?: (?:oppgitt|angitt|vist|shown|stated))? (?:i|in) ([^,;:]+?)\.?$/iu;
/** `EUR`, `EUR - Euro`, `Euro (EUR)`: a code, with or without what it stands for. */
const NAMED = /^(?:[A-Z]{3}[\s\p{P}]+[\p{L} .()]+|[\p{L} .]+\([A-Z]{3}\))$/u;

/** Whether two words are the same currency, whatever the books are in. */
const codeOf = currencyReader(DEFAULT_CURRENCY);

/**
 * The currency that the lines above the header name; undefined where they name none, or several: a list of currencies, or of accounts
 * in several. A rate (`EUR 11,50`), a value date and the name of an account are none.
 */
export function currencyAbove(
  records: readonly (readonly Cell[])[],
  lines: readonly number[],
): CurrencyAbove | undefined {
  const found: CurrencyAbove[] = [];
  const texts = records.map((record) => record.map((cell) => cellText(cell).trim()));
  for (const [at, cells] of texts.entries()) {
    if (cells.some((text) => RATE.test(text))) continue;
    const note = (word: string | undefined) => {
      if (word !== undefined) found.push({ word, line: lines[at] ?? 0 });
    };
    for (const [column, text] of cells.entries()) {
      if (text === '' || text.length > LONGEST) continue;
      if (isCurrencyHeader(text)) {
        for (const word of wordsFrom(cells.slice(column + 1))) note(word);
        // A list of accounts with its own header.
        for (const word of wordsFrom(texts.slice(at + 1).map((below) => below[column] ?? ''))) note(word);
      }
      for (const part of text.split(/\s*[|\t]\s*|\s{2,}/)) {
        const [, named = '', said = '', before = named, behind = said] = PAIR.exec(part) ?? [];
        note(currencyOf(isCurrencyHeader(before) ? behind : (SENTENCE.exec(part)?.[1] ?? '')));
      }
    }
  }
  return new Set(found.map(({ word }) => codeOf(word))).size === 1 ? found[0] : undefined;
}

/** The currencies that stand next to each other at the beginning, but for empty cells. */
function wordsFrom(cells: readonly string[]): string[] {
  const words: string[] = [];
  for (const cell of cells) {
    if (cell === '') continue;
    const word = currencyOf(cell);
    if (word === undefined) break;
    words.push(word);
  }
  return words;
}

/** The currency that a text is the name of, and nothing else. */
function currencyOf(text: string): string | undefined {
  // A filter of exports, too, and the lek of Albania.
  if (text.length > LONGEST || text === 'ALL') return undefined;
  if (isCurrencyWord(text)) return /^[A-Z]{3}$/.test(text) && !isCurrencyCode(text) ? undefined : text;
  const words = currenciesInHeader(text);
  const isName = words[0] === text || NAMED.test(text);
  return isName && new Set(words.map(codeOf)).size === 1 ? words[0] : undefined;
}
