import { amountText, type Dialect, dateText, type XlsxDialect } from './dialect.ts';
import type { BookedLine } from './driver.ts';
import { balanced, type Entry, linesOf, type Posting } from './entries.ts';

export type Field =
  | 'entry'
  | 'series'
  | 'date'
  | 'account'
  | 'contra'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'flag'
  | 'vat'
  | 'contraVat'
  | 'description';

type Value =
  | { readonly text: string }
  | { readonly cents: number }
  | { readonly date: string }
  | { readonly id: string };
export type Row = Partial<Record<Field, Value>>;

/** Rows in the order of the file, and what the books must hold when they are read right. */
export interface Laid {
  readonly rows: readonly Row[];
  readonly booked: readonly (readonly BookedLine[])[];
  readonly creditIsOpen: boolean;
}

export const HEADERS: Readonly<Record<Dialect['headers'], Readonly<Record<Field, string>>>> = {
  norwegian: {
    ...{ entry: 'Bilagsnr', series: 'Serie', date: 'Dato', account: 'Konto', contra: 'Motkonto', amount: 'Beløp' },
    ...{ debit: 'Debet', credit: 'Kredit', flag: 'D/K', vat: 'Mva-kode', contraVat: 'Mva mot', description: 'Tekst' },
  },
  english: {
    ...{ entry: 'Voucher no.', series: 'Series', date: 'Date', account: 'Account', contra: 'Contra account' },
    ...{
      amount: 'Amount',
      debit: 'Debit',
      credit: 'Credit',
      flag: 'Dr/Cr',
      vat: 'VAT',
      contraVat: 'Contra VAT',
      description: 'Text',
    },
  },
  odd: {
    ...{
      entry: 'No; of "voucher"',
      series: 'A, B or C',
      date: 'Day\nof booking',
      account: '#',
      contra: '#2',
      amount: '1',
    },
    ...{ debit: 'D', credit: 'C', flag: '+/-', vat: 'VAT %', contraVat: 'VAT % (2)', description: 'What | for' },
  },
};
/** The file's number of an account, where the job maps them. */
export const mapped = (account: string) => `9-${account}`;
export const FLAGS = { debit: ['D', 'Debet'], credit: ['K', 'Kredit'] } as const;

let written = 0;

/** Rows in the order of the file, and the entries that they make. */
export function layOut(entries: readonly Entry[], dialect: Dialect): Laid {
  const two = dialect.form === 'contra' || dialect.form === 'pair';
  const keyed = !two || dialect.keyed;
  const run = ++written;
  const rows: { entry: number; posting: Posting }[] = entries.flatMap((entry, at) =>
    (two ? entry : balanced(entry)).postings.map((posting) => ({ entry: at, posting })),
  );
  if (dialect.shuffle !== undefined) shuffle(rows, dialect.shuffle);
  const books = new Map<number, BookedLine[]>();
  for (const [at, { entry, posting }] of rows.entries()) {
    const lines = books.get(keyed ? entry : at) ?? [];
    books.set(keyed ? entry : at, [...lines, ...linesOf(posting, two, dialect.accountVat)]);
  }
  let credits = { negative: 0, positive: 0 };
  const made = rows.map(({ entry, posting }, at): Row => {
    const amount = amountOf(posting.cents, at, dialect);
    if ('credit' in amount && amount.credit !== undefined && amount.credit !== 0) {
      credits = {
        negative: credits.negative + (amount.credit < 0 ? 1 : 0),
        positive: credits.positive + (amount.credit > 0 ? 1 : 0),
      };
    }
    const number = (name: string): Value => ({ id: dialect.mapAccounts ? mapped(name) : name });
    return {
      ...(keyed ? keyOf(run, entry, dialect) : {}),
      date: { date: posting.date },
      account: number(posting.account),
      ...(two ? { contra: number(posting.contra), contraVat: { id: posting.contraVat ?? '' } } : {}),
      vat: { id: posting.vat ?? '' },
      description: { text: posting.description },
      ...Object.fromEntries(
        Object.entries(amount).map(([field, value]) => [
          field,
          value === undefined
            ? { text: dialect.otherSide }
            : typeof value === 'number'
              ? { cents: value }
              : { text: value },
        ]),
      ),
    };
  });
  return {
    rows: made,
    booked: [...books.values()],
    creditIsOpen: credits.negative > 0 && credits.positive === 0,
  };
}

/** What stands in the amount columns. */
function amountOf(
  cents: number,
  at: number,
  dialect: Dialect,
): Partial<Record<'amount' | 'debit' | 'credit', number | undefined>> & { flag?: string } {
  const reversed = dialect.reversed > 0 && at % (dialect.reversed + 1) === 0;
  const credit = cents < 0 !== reversed;
  if (dialect.form === 'two-columns') {
    const value = credit ? minus(cents) : cents;
    if (!credit) return { debit: value, credit: undefined };
    return { debit: undefined, credit: dialect.creditNegative ? minus(value) : value };
  }
  const said = dialect.negate ? minus(cents) : cents;
  if (dialect.form !== 'flag') return { amount: said };
  // Beside a flag an amount has no sign.
  const asCredit = said < 0;
  const flags = FLAGS[asCredit ? 'credit' : 'debit'];
  return { amount: asCredit ? minus(said) : said, flag: flags[at % flags.length]! };
}

const minus = (cents: number) => (cents === 0 ? 0 : -cents);

function keyOf(run: number, entry: number, dialect: Dialect): Row {
  // Entry 2n and 2n + 1 have the same number, with and without leading zeros.
  const number = run * 1000 + (entry >> 1);
  const zeros = entry % 2 === 1 ? String(number).padStart(12, '0') : String(number);
  switch (dialect.keyStyle) {
    case 'number':
      return { entry: { id: String(run * 1000 + entry) } };
    case 'zeros':
      return { entry: { id: zeros } };
    case 'text':
      return { entry: { text: `B-${number}/${entry % 2}, "a";1` } };
    case 'compound':
      return { entry: { id: String(number) }, series: { text: entry % 2 === 0 ? 'A' : '' } };
  }
}

export function columnsOf(dialect: Dialect, rows: readonly Row[]) {
  const fields: (Field | undefined)[] = Object.keys(rows[0]!) as Field[];
  for (let at = 0; at < dialect.extraColumns; at++) fields.push(undefined);
  shuffle(fields, dialect.columnOrder);
  const names = HEADERS[dialect.headers];
  const header = fields.map((field, at) => {
    if (field === undefined) return `Extra ${at}`;
    if (dialect.headerCase === 'upper') return names[field].toUpperCase();
    return dialect.headerCase === 'spaced' ? ` ${names[field].replaceAll(' ', '  ')} ` : names[field];
  });
  return { fields, header };
}

export function cellOf(
  value: Value | undefined,
  dialect: Dialect | XlsxDialect,
  workbook: boolean,
): string | number | Date {
  const how = workbook ? (dialect as XlsxDialect) : undefined;
  if (value === undefined) return '';
  if ('text' in value) return value.text;
  if ('id' in value) {
    const plain = how?.identifiers === 'number' && /^(0|[1-9]\d{0,14})$/.test(value.id);
    return plain ? Number(value.id) : value.id;
  }
  if ('date' in value)
    return how?.dates === 'cell' ? new Date(`${value.date}T00:00:00Z`) : dateText(value.date, dialect.date);
  return how?.amounts === 'number' ? value.cents / 100 : amountText(value.cents, dialect);
}

/** A seeded shuffle: the same seed puts the same things in the same order. */
function shuffle<T>(things: T[], seed: number): void {
  let state = (seed >>> 0) + 0x9e3779b9;
  for (let at = things.length - 1; at > 0; at--) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39) + 0x6d2b79f5;
    const other = (state >>> 0) % (at + 1);
    [things[at], things[other]] = [things[other]!, things[at]!];
  }
}
