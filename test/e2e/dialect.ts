import fc from 'fast-check';

/** How a program writes its bookings: everything in which real exports differ. */
export interface Dialect {
  readonly form: 'signed' | 'flag' | 'two-columns' | 'contra' | 'pair';
  /** For forms with two accounts a row: rows of one entry share a key, or each row is an entry. */
  readonly keyed: boolean;
  readonly keyStyle: 'number' | 'zeros' | 'text' | 'compound';
  /** Rows of an entry stand together, or anywhere. */
  readonly shuffle: number | undefined;
  readonly decimal: ',' | '.';
  readonly thousands: string;
  readonly wholeWithoutDecimals: boolean;
  readonly sign: 'leading' | 'trailing' | 'parentheses' | 'minus-sign' | 'plus';
  readonly currency: '' | 'kr ' | ' NOK' | '€';
  /** The job says the decimal mark, the order of dates; else they have to be found out. */
  readonly says: {
    readonly decimal: boolean;
    readonly dates: boolean;
    readonly delimiter: boolean;
    readonly creditSign: boolean;
  };
  readonly date: DateStyle;
  readonly negate: boolean;
  /** Two columns: a minus is how a credit is written. */
  readonly creditNegative: boolean;
  /** Every so many rows say a credit as a negative debit, and the other way round; 0 for none. */
  readonly reversed: number;
  readonly otherSide: '' | '0';
  readonly headers: 'norwegian' | 'english' | 'odd';
  readonly headerCase: 'as-is' | 'upper' | 'spaced';
  readonly headerRow: 'auto' | 'number' | 'none';
  readonly columnOrder: number;
  readonly extraColumns: number;
  readonly preamble: number;
  readonly blankRows: boolean;
  readonly shortRows: boolean;
  readonly accountVat: boolean;
  readonly mapAccounts: boolean;
}

export interface CsvDialect extends Dialect {
  readonly delimiter: ';' | ',' | '\t' | '|' | '~';
  readonly sepLine: boolean;
  readonly encoding:
    | 'utf-8'
    | 'utf-8-bom'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'iso-8859-15'
    | 'cp865'
    | 'cp437';
  readonly lineEnd: '\n' | '\r\n' | '\r';
  readonly lastLineEnd: boolean;
  readonly quote: 'all' | 'needed';
}

export interface XlsxDialect extends Dialect {
  readonly amounts: 'number' | 'text';
  readonly dates: 'cell' | 'text';
  readonly identifiers: 'number' | 'text';
  readonly date1904: boolean;
  readonly sheets: 'one' | 'hidden-first' | 'other-first' | 'named';
}

export const DATE_STYLES = [
  'dd.MM.yyyy',
  'd.M.yyyy',
  'yyyy-MM-dd',
  'yyyyMMdd',
  'dd/MM/yyyy',
  'M/d/yyyy',
  'd-M-yyyy',
  'dd MMM yyyy',
] as const;
export type DateStyle = (typeof DATE_STYLES)[number];

const common = {
  form: fc.constantFrom('signed', 'flag', 'two-columns', 'contra', 'pair'),
  keyed: fc.boolean(),
  keyStyle: fc.constantFrom('number', 'zeros', 'text', 'compound'),
  shuffle: fc.option(fc.integer(), { nil: undefined }),
  decimal: fc.constantFrom(',', '.'),
  thousands: fc.constantFrom('', 'mark', ' ', '\u00a0', "'", '\u202f'),
  wholeWithoutDecimals: fc.boolean(),
  sign: fc.constantFrom('leading', 'trailing', 'parentheses', 'minus-sign', 'plus'),
  currency: fc.constantFrom('', '', 'kr ', ' NOK', '€'),
  says: fc.record({ decimal: fc.boolean(), dates: fc.boolean(), delimiter: fc.boolean(), creditSign: fc.boolean() }),
  date: fc.constantFrom(...DATE_STYLES),
  negate: fc.boolean(),
  creditNegative: fc.boolean(),
  reversed: fc.integer({ min: 0, max: 4 }),
  otherSide: fc.constantFrom('', '0'),
  headers: fc.constantFrom('norwegian', 'english', 'odd'),
  headerCase: fc.constantFrom('as-is', 'upper', 'spaced'),
  headerRow: fc.constantFrom('auto', 'auto', 'number', 'none'),
  columnOrder: fc.integer(),
  extraColumns: fc.nat(3),
  preamble: fc.nat(4),
  blankRows: fc.boolean(),
  shortRows: fc.boolean(),
  accountVat: fc.boolean(),
  mapAccounts: fc.boolean(),
} as const;

export const csvDialect = fc.record({
  ...common,
  delimiter: fc.constantFrom(';', ',', '\t', '|', '~'),
  sepLine: fc.boolean(),
  encoding: fc.constantFrom(
    'utf-8',
    'utf-8-bom',
    'utf-16le',
    'utf-16be',
    'windows-1252',
    'iso-8859-15',
    'cp865',
    'cp437',
  ),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  lastLineEnd: fc.boolean(),
  quote: fc.constantFrom('all', 'needed'),
}) as fc.Arbitrary<CsvDialect>;

export const xlsxDialect = fc.record({
  ...common,
  amounts: fc.constantFrom('number', 'text'),
  dates: fc.constantFrom('cell', 'text'),
  identifiers: fc.constantFrom('number', 'text'),
  date1904: fc.boolean(),
  sheets: fc.constantFrom('one', 'hidden-first', 'other-first', 'named'),
}) as fc.Arbitrary<XlsxDialect>;

/** An amount as the dialect writes it. */
export function amountText(cents: number, dialect: Dialect): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2);
  const decimals = digits.slice(-2);
  const separator = dialect.thousands === 'mark' ? (dialect.decimal === ',' ? '.' : ',') : dialect.thousands;
  const grouped = separator === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, separator);
  const number =
    dialect.wholeWithoutDecimals && decimals === '00' ? grouped : `${grouped}${dialect.decimal}${decimals}`;
  const priced = dialect.currency === ' NOK' ? `${number} NOK` : `${dialect.currency}${number}`;
  if (cents >= 0) return dialect.sign === 'plus' && cents > 0 ? `+${priced}` : priced;
  if (dialect.sign === 'trailing') return `${priced}-`;
  if (dialect.sign === 'parentheses') return `(${priced})`;
  return `${dialect.sign === 'minus-sign' ? '\u2212' : '-'}${priced}`;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'des'];

export function dateText(iso: string, style: DateStyle): string {
  const [year, month, day] = iso.split('-') as [string, string, string];
  return style
    .replace('yyyy', year)
    .replace('MMM', '#')
    .replace('MM', month)
    .replace('M', String(Number(month)))
    .replace('dd', day)
    .replace('d', String(Number(day)))
    .replace('#', MONTHS[Number(month) - 1]!);
}

/** Whether nothing in these amounts shows which mark is the decimal one, though one of them needs it. */
export function decimalIsOpen(texts: readonly string[]): boolean {
  const marks = texts.map((text) => text.replace(/^[^\d]+/, '').replace(/[^\d]+$/, ''));
  const shown = marks.some((text) => /[.,]\d{1,2}$/.test(text) || /[.,]\d{3}[.,]/.test(text));
  return !shown && marks.some((text) => /[.,]/.test(text));
}

/** Whether nothing in these dates (`YYYY-MM-DD`) shows which number is the day, though one of them needs it. */
export function dayIsOpen(dates: readonly string[], style: DateStyle): boolean {
  if (!/[/]|d-M/.test(style)) return false;
  const days = dates.map((date) => [Number(date.slice(5, 7)), Number(date.slice(8))] as const);
  return !days.some(([, day]) => day > 12) && days.some(([month, day]) => month !== day);
}
