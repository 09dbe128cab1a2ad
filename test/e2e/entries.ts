import fc from 'fast-check';
import { CHART_OF_ACCOUNTS, LOCKED_ACCOUNTS } from '../../src/sandbox/reference/chart-of-accounts.ts';
import { VAT_TYPES } from '../../src/sandbox/reference/vat-types.ts';
import type { BookedLine } from './driver.ts';

/** What one row of a file says, whatever way it is written; `contra` counts in forms with two accounts a row only. */
export interface Posting {
  readonly account: string;
  readonly contra: string;
  /** Hundredths, debit positive. */
  readonly cents: number;
  readonly vat: string | undefined;
  readonly contraVat: string | undefined;
  readonly description: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

export interface Entry {
  readonly postings: readonly Posting[];
}

/** Fifteen digits, two of them decimals: as much as an amount may have. */
const MOST_CENTS = 999_999_999_999_999;
const DESCRIPTION_MOST = 500;

export const ACCOUNTS: ReadonlyMap<string, string | null> = new Map(
  CHART_OF_ACCOUNTS.filter(([number]) => !LOCKED_ACCOUNTS.includes(number)).map(([number, , code]) => [
    String(number),
    code ?? null,
  ]),
);

const account = fc.constantFrom(...ACCOUNTS.keys());
const vat = fc.option(fc.constantFrom(...VAT_TYPES.map(({ code }) => code)), { nil: undefined, freq: 2 });

const cents = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -200_000, max: 200_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: -20_000, max: 20_000 }).map((whole) => whole * 100) },
  { weight: 2, arbitrary: fc.maxSafeInteger().map((any) => any % (MOST_CENTS + 1)) },
  { weight: 1, arbitrary: fc.constantFrom(0, MOST_CENTS, -MOST_CENTS, 1, -1, 100_000, -123_456_789) },
);

/** Bits of text that a reader of files may trip over. */
const PIECES = [
  ...['Faktura 1022', 'Husleie', 'a', ' ', '  ', '0', '1.234', '12,50', '(5)', '-', 'TRUE', 'NULL', '#N/A', '1E5'],
  ...['"', '""', "'", ';', ',', '\t', '|', '\\', '\\"', '=1+1', '=', '+', '@SUM(A1)', '{row}', '#', '<b>&amp;</b>'],
  ...[
    '\n',
    '\r\n',
    '\n\n',
    'æøå',
    'ÆØÅ',
    'é',
    'ß',
    '«»',
    '–',
    '€',
    '\u00a0',
    '漢字',
    'Ελλ',
    'עברית',
    '🧸',
    'e\u0301',
    '\u200b',
  ],
];

const anyDescription = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Husleie februar', 'Kontingent', 'Betalt faktura 3401', '', ' ', 'Innkjøp, varer'),
  },
  { weight: 5, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.constantFrom(...PIECES).map((piece) => `=${piece}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x', 'ø"', ';\n', '🧸').map((bit) => bit.repeat(DESCRIPTION_MOST / bit.length)),
  },
);
/** `="0555"` is how a CSV file says the text 0555: a text of its own it can't be. */
const description = anyDescription.filter((text) => !/^\s*="/.test(text));

/** Entries of one financial year each: the service takes no other. */
function entryOf(cents: fc.Arbitrary<number>, monthDay: fc.Arbitrary<string>, most: number): fc.Arbitrary<Entry> {
  const posting = fc.record({ account, contra: account, cents, vat, contraVat: vat, description, monthDay });
  const postings = fc.array(posting, { minLength: 1, maxLength: most });
  return fc.record({ year: fc.integer({ min: 1995, max: 2039 }), postings }).map(({ year, postings }) => ({
    postings: postings.map(({ monthDay, ...rest }) => ({ ...rest, date: `${year}-${monthDay}` })),
  }));
}

const anyDay = fc.nat(364).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(5, 10));
const entry = entryOf(cents, anyDay, 8);

export const entries: fc.Arbitrary<Entry[]> = fc.oneof(
  { weight: 1, arbitrary: fc.array(entry, { minLength: 1, maxLength: 3 }) },
  { weight: 3, arbitrary: fc.array(entry, { minLength: 1, maxLength: 40, size: 'max' }) },
);

const thousands = fc.integer({ min: 1_000, max: 400_000 }).map((whole) => whole * 100);
const early = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }));
const earlyDay = early.map((numbers) => numbers.map((number) => String(number).padStart(2, '0')).join('-'));

/** Whole thousands on the first days of a month: written in the right way they show neither decimal mark nor day. */
export const secretive: fc.Arbitrary<Entry[]> = fc.array(entryOf(thousands, earlyDay, 3), {
  minLength: 1,
  maxLength: 3,
});

/** The same entry in balance, for forms with one account a row: signs and the last amount give way. */
export function balanced({ postings }: Entry): Entry {
  let sum = 0;
  const made = postings.map((one, at) => {
    let { cents } = one;
    if (at === postings.length - 1) cents = -sum;
    else if (Math.abs(sum + cents) > MOST_CENTS) cents = -cents;
    sum += cents;
    return { ...one, cents: cents === 0 ? 0 : cents };
  });
  return { postings: made };
}

/**
 * A text is sent in canonical form: NFC, single blanks, trimmed.
 * @param accountVat the job says that a row without a code gets its account's default
 */
export function linesOf(posting: Posting, twoAccounts: boolean, accountVat: boolean): BookedLine[] {
  const line = (number: string, code: string | undefined, amount: number): BookedLine => ({
    AccountNumber: Number(number),
    Amount: centsText(amount),
    Description: posting.description.normalize('NFC').replace(/\s+/g, ' ').trim(),
    FinancialDate: posting.date,
    VatCode: code ?? (accountVat ? (ACCOUNTS.get(number) ?? null) : null),
  });
  const first = line(posting.account, posting.vat, posting.cents);
  return twoAccounts ? [first, line(posting.contra, posting.contraVat, -posting.cents)] : [first];
}

export function centsText(cents: number | bigint): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
