import fc from 'fast-check';
import { formatMinor } from '../../src/core/money.ts';
import { entryText } from './books.ts';

/**
 * Vouchers as a business has them, whatever file they come in, and the ways in which programs export them. How a way is
 * written stands in `write-export.ts`.
 */
export type Kind = 'journal' | 'bank' | 'payroll';

/** One row of a file; an empty text where the kind has no such column. */
export interface Line {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly text: string;
  /** Hundredths, debit positive. */
  readonly cents: number;
  readonly account: string;
  readonly contra: string;
  readonly vat: string;
}

export interface Voucher {
  /** In canonical form; empty for a line of a bank statement. */
  readonly key: string;
  readonly lines: readonly Line[];
}

/** What a job says besides its columns: none of it makes an entry another one. */
export interface Setting {
  /** Where a line of a bank statement goes that no rule knows. */
  readonly contra: string;
  /** Where one goes whose text has this word. */
  readonly rule: { readonly word: string; readonly contra: string } | undefined;
  readonly accounts: Readonly<Record<string, string>>;
  readonly vatCodes: Readonly<Record<string, string>>;
  /** Of a row without a text. */
  readonly text: string;
}

const BANK_ACCOUNT = '1920';
const WORDS = [
  'KIWI',
  'Rema 1000',
  'Blåbær AS',
  'Café Élan',
  'Husleie',
  'Strøm',
  'Kjøp, diverse',
  'Møre; nett',
  'Ærlig "X"',
];
export const COSTS = ['4300', '5000', '6300', '6540', '7000', '7770'];
/** The file's code. */
export const VAT_CODE = 'H';

export const FIELDS = {
  journal: { entry: 'Bilagsnr', date: 'Dato', account: 'Konto', amount: 'Beløp', vat: 'Mva', description: 'Tekst' },
  bank: { date: 'Dato', amount: 'Beløp', description: 'Tekst' },
  payroll: {
    ...{ entry: 'Bilag', date: 'Dato', debitAccount: 'Debet', creditAccount: 'Kredit' },
    ...{ amount: 'Beløp', description: 'Lønnsart' },
  },
} as const satisfies Readonly<Record<Kind, Readonly<Record<string, string>>>>;

/** @param more further keys of the job, as JSON */
export function jobOf(kind: Kind, setting: Setting, service: string, more: object = {}): string {
  const { contra, rule, accounts, vatCodes, text } = setting;
  const defaults = kind === 'bank' ? { account: BANK_ACCOUNT, contraAccount: contra } : {};
  const job = {
    kind: 'bookings',
    service,
    columns: FIELDS[kind],
    defaults: { description: text, ...defaults },
    ...(kind === 'bank' && rule !== undefined
      ? { rules: [{ when: { description: rule.word }, set: { contraAccount: rule.contra } }] }
      : {}),
    ...(Object.keys(accounts).length === 0 ? {} : { accounts }),
    ...(kind === 'journal' ? { vat: { codes: vatCodes } } : {}),
    ...more,
  };
  return `${JSON.stringify(job, null, 1)}\n`;
}

/** What stands in the service when a voucher is booked under a job. */
export function bookedOf(kind: Kind, { lines }: Voucher, setting: Setting): string {
  const line = (account: string, cents: number, { date, text, vat }: Line) => ({
    AccountNumber: setting.accounts[account] ?? account,
    Amount: formatMinor(cents, 2),
    Description: text,
    FinancialDate: date,
    VatCode: setting.vatCodes[vat] ?? null,
  });
  return entryText(
    lines.flatMap((each) => {
      if (kind === 'journal') return [line(each.account, each.cents, each)];
      if (kind === 'payroll') return [line(each.account, each.cents, each), line(each.contra, -each.cents, each)];
      const { rule } = setting;
      const contra = rule !== undefined && each.text.includes(rule.word) ? rule.contra : setting.contra;
      return [line(BANK_ACCOUNT, each.cents, each), line(contra, -each.cents, each)];
    }),
  );
}

export const setting: fc.Arbitrary<Setting> = fc.record({
  contra: fc.constantFrom('2990', '4300', '7790'),
  rule: fc.option(
    fc.record({ word: fc.constantFrom('KIWI', 'Husleie', 'AS'), contra: fc.constantFrom('4310', '6300') }),
    {
      nil: undefined,
    },
  ),
  accounts: fc.constantFrom<Setting['accounts'][]>({}, { '6540': '6500' }, { '7000': '7020', '1920': '1921' }),
  vatCodes: fc.constantFrom({ H: '3' }, { H: '31' }, { H: '1' }),
  text: fc.constantFrom('Uten tekst', 'Bilag'),
});

const day = fc.integer({ min: 0, max: 120 }).map((days) => isoDay(days));
const isoDay = (days: number) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
const word = fc.constantFrom(...WORDS);
const cents = fc.oneof(
  fc.integer({ min: 1, max: 9_999_999 }),
  fc.integer({ min: 1, max: 99_999 }).map((whole) => whole * 100),
);
const sign = fc.constantFrom(1, -1);

/** Keys that can't be taken for each other, whatever their case, grouping or padding. */
const keyOf = (style: 'number' | 'padded' | 'series' | 'words', number: number) => {
  if (style === 'number') return String(number);
  if (style === 'padded') return String(number).padStart(7, '0');
  return style === 'series' ? `B-${number}` : `Bilag ${number} å`;
};

/** Each of another text, so that vouchers differ by what a person sees. */
const textOf = (name: string, at: number) => `${name} nr ${at}`;

function journalVoucher(at: number, key: string): fc.Arbitrary<Voucher> {
  return fc
    .record({
      day,
      // Each balances only as a whole, whatever dates its lines have.
      later: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 5 }),
      name: word,
      lines: fc.array(
        fc.record({ cents, sign, account: fc.constantFrom(...COSTS), vat: fc.constantFrom('', '', VAT_CODE) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      twice: fc.boolean(),
    })
    .map(({ day: date, later, name, lines, twice }) => {
      const text = textOf(name, at);
      const drawn = lines.map(
        ({ account, vat, ...one }): Line => ({ date, text, cents: one.cents * one.sign, account, contra: '', vat }),
      );
      // Equal neighbours are meant.
      const made = twice ? [drawn[0]!, ...drawn] : drawn;
      const sum = made.reduce((total, one) => total + one.cents, 0);
      const rest = {
        date: later === undefined ? date : plusDays(date, later),
        text,
        account: BANK_ACCOUNT,
        contra: '',
        vat: '',
      };
      // A line of nothing is no part of a voucher: the last one is made to differ from it.
      const last =
        sum === 0
          ? [
              { ...rest, date, cents: 100, account: '2990' },
              { ...rest, cents: -100 },
            ]
          : [{ ...rest, cents: -sum }];
      return { key, lines: [...made, ...last] };
    });
}

function payrollVoucher(at: number, key: string): fc.Arbitrary<Voucher> {
  return fc
    .record({
      date: day,
      lines: fc.array(fc.record({ cents, account: fc.constantFrom('5000', '5400', '2600'), name: word }), {
        minLength: 1,
        maxLength: 5,
      }),
      twice: fc.boolean(),
    })
    .map(({ date, lines, twice }) => {
      const made = lines.map(
        ({ account, name, ...one }, line): Line => ({
          ...{ date, text: `${textOf(name, at)} ${line}`, cents: one.cents, account, contra: '2780', vat: '' },
        }),
      );
      return { key, lines: twice ? [made[0]!, ...made] : made };
    });
}

function bankVoucher(at: number): fc.Arbitrary<Voucher> {
  return fc.record({ date: day, name: word, cents, sign }).map((one) => ({
    key: '',
    lines: [
      { date: one.date, text: textOf(one.name, at), cents: one.cents * one.sign, account: '', contra: '', vat: '' },
    ],
  }));
}

/** Vouchers that all differ, in the order of their numbers; those of a bank in the order of their dates. */
export function vouchers(kind: Kind, { min, max }: { min: number; max: number }): fc.Arbitrary<Voucher[]> {
  return fc
    .record({
      count: fc.integer({ min, max }),
      from: fc.integer({ min: 1, max: 8_000 }),
      style: fc.constantFrom('number', 'padded', 'series', 'words'),
    })
    .chain(({ count, from, style }) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, at) => {
          if (kind === 'bank') return bankVoucher(at);
          const key = keyOf(style, from + at);
          return kind === 'journal' ? journalVoucher(at, key) : payrollVoucher(at, key);
        }),
      ),
    )
    .map((made) => (kind === 'bank' ? byDate(made) : made));
}

const byDate = (made: readonly Voucher[]) =>
  [...made].sort((one, other) => one.lines[0]!.date.localeCompare(other.lines[0]!.date));

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

interface Style {
  /** White space and letters of texts. */
  readonly text: 'plain' | 'decomposed' | 'no-break' | 'trailing' | 'breaks' | 'doubled';
  /** A whole number as a key: with its digits grouped. */
  readonly keys: 'plain' | 'grouped' | 'no-break' | 'other-case';
  readonly columnOrder: number;
  readonly extraColumns: number;
  /** Rows of a voucher stand together, or the file is sorted by account. */
  readonly rows: 'by-voucher' | 'by-account';
  readonly blankRows: boolean;
}

export interface CsvStyle extends Style {
  readonly format: 'csv';
  readonly delimiter: ';' | ',' | '\t';
  readonly encoding: 'utf-8' | 'utf-8-bom' | 'windows-1252' | 'utf-16le' | 'utf-16be';
  readonly lineEnd: '\n' | '\r\n';
  readonly lastLineEnd: boolean;
  readonly quote: 'all' | 'needed';
  readonly decimal: ',' | '.';
  readonly grouping: '' | 'mark' | ' ' | '\u00a0';
  /** Whole amounts show no decimals; none is grouped by a mark then, so that nothing stays open. */
  readonly whole: boolean;
  readonly date:
    | 'dd.MM.yyyy'
    | 'd.M.yyyy'
    | 'yyyy-MM-dd'
    | 'yyyyMMdd'
    | 'yyyy/MM/dd'
    | 'yyyy-MM-dd HH:mm:ss'
    | 'dd.MM.yyyy HH:mm';
}

export interface XlsxStyle extends Style {
  readonly format: 'xlsx';
  readonly amounts: 'number' | 'text' | 'grouped';
  readonly dates: 'cell' | 'cell-with-time' | 'text';
  /** Whole numbers as keys: numbers that the format pads, or texts. */
  readonly keyCells: 'number' | 'text';
}

export type ExportStyle = CsvStyle | XlsxStyle;

const common = {
  text: fc.constantFrom('plain', 'decomposed', 'no-break', 'trailing', 'breaks', 'doubled'),
  keys: fc.constantFrom('plain', 'plain', 'grouped', 'no-break', 'other-case'),
  columnOrder: fc.integer(),
  extraColumns: fc.nat(2),
  rows: fc.constantFrom('by-voucher', 'by-voucher', 'by-account'),
  blankRows: fc.boolean(),
} as const;

export const csvStyle = fc.record({
  ...common,
  format: fc.constant('csv'),
  delimiter: fc.constantFrom(';', ',', '\t'),
  encoding: fc.constantFrom('utf-8', 'utf-8-bom', 'windows-1252', 'utf-16le', 'utf-16be'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  lastLineEnd: fc.boolean(),
  quote: fc.constantFrom('all', 'needed'),
  decimal: fc.constantFrom(',', '.'),
  grouping: fc.constantFrom('', 'mark', ' ', '\u00a0'),
  whole: fc.boolean(),
  date: fc.constantFrom(
    ...['dd.MM.yyyy', 'd.M.yyyy', 'yyyy-MM-dd', 'yyyyMMdd', 'yyyy/MM/dd', 'yyyy-MM-dd HH:mm:ss', 'dd.MM.yyyy HH:mm'],
  ),
}) as fc.Arbitrary<CsvStyle>;

export const xlsxStyle = fc.record({
  ...common,
  format: fc.constant('xlsx'),
  amounts: fc.constantFrom('number', 'text', 'grouped'),
  dates: fc.constantFrom('cell', 'cell-with-time', 'text'),
  keyCells: fc.constantFrom('number', 'text'),
}) as fc.Arbitrary<XlsxStyle>;

export const exportStyle: fc.Arbitrary<ExportStyle> = fc.oneof(
  { weight: 3, arbitrary: csvStyle },
  { weight: 1, arbitrary: xlsxStyle },
);

/** A file of a person's own making: nothing odd about it. */
export const PLAIN: CsvStyle = {
  ...{ format: 'csv', delimiter: ';', encoding: 'utf-8', lineEnd: '\n', lastLineEnd: true, quote: 'needed' },
  ...{ decimal: ',', grouping: '', whole: false, date: 'dd.MM.yyyy' },
  ...{ text: 'plain', keys: 'plain', columnOrder: 0, extraColumns: 0, rows: 'by-voucher', blankRows: false },
};
