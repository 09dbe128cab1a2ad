import { isCurrencyCode } from '../core/currency.ts';
import type { FileIssueCode, Issue } from '../core/issue.ts';
import { formatRow } from '../core/row-ranges.ts';
import { quoteValue } from '../core/text.ts';
import type { ConvertedFrom } from './currency-columns.ts';
import { yamlText } from './yaml-text.ts';

/**
 * Where a currency is said: around the digits of an amount, by the number format of its cell, in the header of its column, in the
 * column that the job maps to it, in one beside it that the job does not map, in the header of a balance that it does not map, in a line above the header, or in the job. `either`: in a header that names several.
 */
export type CurrencyPlace = 'cell' | 'format' | 'header' | 'either' | 'column' | 'beside' | 'balance' | 'above' | 'job';

interface Differs {
  readonly code: string;
  readonly by: CurrencyPlace;
  /** Empty for a line above the header. */
  readonly column: string;
  readonly line?: number | undefined;
  /** Header of the balance that says so. */
  readonly balance?: string | undefined;
  readonly place: 'line' | 'row';
  /** Currency of the books, and who says it. */
  readonly books: string;
  readonly from: 'job' | 'service' | 'assumed';
  /** The job's service. */
  readonly service: string;
  /** Column with the rate, which is empty. */
  readonly unrated: string | undefined;
  /** Present where a column says so that may speak of another amount. */
  readonly beside: BesideColumn | undefined;
}

/** The column of the currency, and where the file shows it, what amounts were converted from. */
export interface BesideColumn {
  readonly column: string;
  readonly original: ConvertedFrom | undefined;
}

const NONE = 'columns: { currency: none }';

/**
 * What is said first, and what last, of a column that may speak of another amount. @param books their currency
 */
function ofAnother(beside: BesideColumn | undefined, books: string): readonly [first: string, last: string] {
  if (beside === undefined) return ['', ''];
  const { column, original } = beside;
  return original === undefined
    ? ['', `If column ${column} speaks of another amount, say so: ${NONE}.`]
    : [
        `If the amounts are in ${books} already, and column ${column} speaks of what they were converted from (see column ${original.column}), say so: ${NONE}.`,
        '',
      ];
}

function rated(original: ConvertedFrom | undefined): string {
  return `rate: { column: ${original?.isRate ? yamlText(original.column) : 'Kurs'} }`;
}

/** A row's amount is in another currency than the books. Its value is the currency: all rows in it have one cause. */
export function currencyDiffers(differs: Differs): Issue {
  const { code, by, column, line, balance, books, from, service, unrated, beside } = differs;
  const shown = by === 'either' ? code : named(code);
  const inBooks = from === 'assumed' ? `the books are taken to be in ${books}` : `the books are in ${books}`;
  const otherwise = `Or map a column with the amount in ${books}, or name the rate in the job: ${rated(beside?.original)}.`;
  const variant =
    unrated !== undefined ? 'unrated' : by === 'above' || by === 'balance' || by === 'either' ? by : undefined;
  const [first, last] = ofAnother(beside, books);
  return {
    code: 'currency-differs',
    ...(column === '' ? {} : { column }),
    value: code,
    ...(variant === undefined ? {} : { variant }),
    facts: {
      books,
      ...(unrated === undefined ? {} : { rate: unrated }),
      ...(unrated === undefined && line !== undefined ? { line } : {}),
      ...(unrated === undefined && balance !== undefined ? { balance } : {}),
      ...originalFact(beside),
    },
    message: `${SAID[by](shown, differs)}, and ${inBooks}${unrated === undefined ? '' : `; there is no rate in column ${unrated}`}.`,
    suggestion: [
      first,
      unrated === undefined ? '' : `Put the rate into column ${unrated}.`,
      HOW_TO_CORRECT[by](books, shown, column),
      unrated === undefined ? otherwise : '',
      last,
      by === 'above' ? `If that line speaks of something else, say so: ${NONE}.` : '',
      by === 'balance' ? `If the amounts are in ${books}, say so: ${NONE}.` : '',
      unrated === undefined && by !== 'job' && isCurrencyCode(code)
        ? `If the books are in ${shown}, set currency: ${code} ${from === 'service' ? `for the service ${service} in bilag.yaml` : 'in the job'}.`
        : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  };
}

function originalFact(beside: BesideColumn | undefined): { readonly original?: string } {
  return beside?.original === undefined ? {} : { original: beside.original.column };
}

function named(code: string): string {
  return isCurrencyCode(code) ? code : quoteValue(code);
}

const SAID: Readonly<
  Record<CurrencyPlace, (code: string, at: Pick<Differs, 'column' | 'line' | 'balance' | 'place'>) => string>
> = {
  cell: (code, { column }) => `The amount in column ${column} is in ${code}`,
  format: (code, { column }) => `The amount in column ${column} is in ${code}, by the number format of its cell`,
  header: (code, { column }) => `The header of column ${column} says that its amounts are in ${code}`,
  either: (code, { column }) =>
    `The header of column ${column} names several currencies (${code}), and nothing says which of them the amount is in`,
  column: (code, { column }) => `The amount is in ${code}, as column ${column} says`,
  beside: (code, { column }) => `Column ${column}, which the job does not map, says ${code} of the amount`,
  balance: (code, { balance }) => `Column ${balance} says that the balance, and so the amounts, are in ${code}`,
  above: (code, { line, place }) =>
    `${place === 'line' ? 'Line' : 'Row'} ${line}, above the header, says that the amounts are in ${code}`,
  job: (code) => `The job says that its amounts are in ${code}`,
};

/** What makes the row one in the currency of the books. */
const HOW_TO_CORRECT: Readonly<Record<CurrencyPlace, (books: string, code: string, column: string) => string>> = {
  cell: (books, code) => `Put the amount in ${books} into the cell, without ${code}.`,
  format: (books, code) => `Put the amount in ${books} into the cell, and give it a number format without ${code}.`,
  header: (books) => `Put the amount in ${books} into the cell, with its currency: ${books} 100.`,
  either: (books) =>
    `If the amounts are in ${books}, say so in the job: currency: ${books}. Else put the currency into the cell: ${books} 100.`,
  column: (books, _, column) => `Put the amount in ${books} into the row, and ${books} into column ${column}.`,
  beside: (books, _, column) => `Put the amount in ${books} into the row, and ${books} into column ${column}.`,
  balance: (books) => `Put the amount in ${books} into the cell, with its currency: ${books} 100.`,
  above: (books) => `Put the amount in ${books} into the cell, with its currency: ${books} 100.`,
  job: (books) => `Put the amount in ${books} into the cell, with its currency: ${books} 100.`,
};

const CORRECT_RATE =
  'Correct the rate in the file, or empty its cell where the amount is in the currency of the books.';

/** A rate that can't be used. @param what is wrong with it, as a predicate */
export function rateIssue(column: string, value: string, what: string, suggestion = CORRECT_RATE): Issue {
  return {
    code: 'amount-invalid',
    column,
    value,
    variant: 'rate',
    message: `${quoteValue(value)} in column ${column} ${what}.`,
    suggestion,
  };
}

/** A currency that the file says, where it says it first. */
export interface Mixed {
  readonly code: string;
  readonly by: CurrencyPlace;
  readonly column: string;
  readonly word: string;
  readonly row: number;
}

/** Currencies that a message lists. */
const LISTED = 5;

/** The file has amounts in several currencies, and nobody said which of them the books are in. */
export function currencyMixed(
  found: readonly Mixed[],
  assumed: string,
  service: string,
  place: 'line' | 'row',
  beside?: BesideColumn | undefined,
): Issue & { readonly code: FileIssueCode } {
  const listed = found
    .slice(0, LISTED)
    .map(({ code, column, row }) => `${named(code)} (column ${column}, ${place} ${formatRow(row)})`);
  const more = found.length > LISTED ? ` and ${found.length - LISTED} more` : '';
  const [first, last] = ofAnother(beside, "the company's currency");
  const likely = found.some(({ code }) => code === assumed) ? assumed : found[0]!.code;
  return {
    code: 'currency-mixed',
    column: found[0]!.column,
    value: found.map(({ code }) => code).join(', '),
    facts: {
      currencies: found.slice(0, LISTED).map(({ code, row }) => `${named(code)} (${formatRow(row)})`),
      ...originalFact(beside),
    },
    message: `The amounts are in several currencies: ${listed.join(', ')}${more}. Nothing says which of them the company's books are in.`,
    suggestion: [
      first,
      `Set currency: ${likely} in the job, or for the service ${service} in bilag.yaml, if the books are in it: rows in another currency are then held. Or map a column with the amount in the company's currency, or name the rate: ${rated(beside?.original)}.`,
      last,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    choices: [...new Set([likely, ...found.map(({ code }) => code)])].map((value) => ({ value })),
  };
}
