import { amountText, type Dialect, dayIsOpen, decimalIsOpen, type XlsxDialect } from './dialect.ts';
import type { BookedLine } from './driver.ts';
import { type Field, FLAGS, HEADERS, type Laid, mapped, type Row } from './lay-out.ts';

/** A file made of entries, the job that reads it, and what the books must hold afterwards. */
export interface Written {
  readonly file: string;
  readonly bytes: Buffer;
  readonly job: string;
  readonly rows: number;
  readonly booked: readonly (readonly BookedLine[])[];
  /** The question that the file leaves open, so that it must be rejected with it. */
  readonly open: string | undefined;
}

const PREAMBLE = ['Furulia Leker AS', 'Utskrift 02.03.2026', 'Periode: 1 - 12', 'Side 1'];

/** Above a table without a header nothing can stand. */
export function preambleOf({ preamble, headerRow }: Dialect): readonly string[] {
  return headerRow === 'none' ? [] : PREAMBLE.slice(0, preamble);
}

export function headerOf(dialect: Dialect, line: number): object {
  if (dialect.headerRow === 'auto') return {};
  return { header: dialect.headerRow === 'none' ? 'none' : line };
}

/** Puts the job beside the file, and says what stays open. */
export function finish(
  name: string,
  bytes: Buffer,
  dialect: Dialect,
  laid: Laid,
  file: object,
  fields: readonly (Field | undefined)[],
): Written {
  // A job can't name one character as both delimiter and decimal mark.
  const clash = 'delimiter' in file && file.delimiter === dialect.decimal;
  const saysDecimal = dialect.says.decimal && !clash;
  const inWorkbook = 'amounts' in dialect ? (dialect as XlsxDialect) : undefined;
  const amounts = laid.rows.flatMap((row) =>
    (['amount', 'debit', 'credit'] as const).flatMap((field) => {
      const value = row[field];
      return value !== undefined && 'cents' in value && inWorkbook?.amounts !== 'number'
        ? [amountText(value.cents, dialect)]
        : [];
    }),
  );
  const dates = inWorkbook?.dates === 'cell' ? [] : laid.rows.map(({ date }) => (date as { date: string }).date);
  const saysDates = dialect.says.dates || dialect.date === 'dd MMM yyyy';
  const negativeCredits = dialect.form === 'two-columns' && dialect.creditNegative;
  // Only a file whose credits are all negative leaves the question open; any other is taken at its word.
  const saysCredit = dialect.says.creditSign || (negativeCredits && !laid.creditIsOpen);
  const open =
    !saysDecimal && decimalIsOpen(amounts)
      ? 'decimal-ambiguous'
      : !saysDates && dayIsOpen(dates, dialect.date)
        ? 'date-ambiguous'
        : dialect.form === 'two-columns' && !saysCredit && laid.creditIsOpen
          ? 'credit-sign-ambiguous'
          : undefined;
  const job = {
    kind: 'bookings',
    file: {
      ...file,
      ...(saysDecimal ? { decimal: dialect.decimal } : {}),
      ...(saysDates ? { dates: [dialect.date] } : {}),
    },
    columns: jobColumns(dialect, fields, laid.booked),
    ...(dialect.form === 'flag' ? { sign: { column: nameOf('flag', dialect, fields), ...FLAGS } } : {}),
    ...(dialect.negate && dialect.form !== 'two-columns' ? { negate: true } : {}),
    ...(dialect.form === 'two-columns' && saysCredit ? { creditSign: negativeCredits ? 'negative' : 'positive' } : {}),
    ...(dialect.accountVat ? { vat: { default: 'account' } } : {}),
    // The books of the sandbox are in kroner, unless the job says otherwise.
    ...(dialect.currency === '€' ? { currency: 'EUR' } : {}),
    ...(dialect.mapAccounts ? { accounts: accountMap(laid.rows) } : {}),
    // Equal entries come again and again in small examples; what duplicates are is not in question here.
    onDuplicate: 'book',
  };
  return { file: name, bytes, job: JSON.stringify(job, null, 1), rows: laid.rows.length, booked: laid.booked, open };
}

function jobColumns(
  dialect: Dialect,
  fields: readonly (Field | undefined)[],
  booked: readonly (readonly BookedLine[])[],
): object {
  const pair = dialect.form === 'pair';
  const names: Readonly<Partial<Record<Field, string>>> = {
    date: 'date',
    account: pair ? 'debitAccount' : 'account',
    contra: pair ? 'creditAccount' : 'contraAccount',
    amount: 'amount',
    debit: 'debit',
    credit: 'credit',
    vat: pair ? 'debitVat' : 'vat',
    contraVat: pair ? 'creditVat' : 'contraVat',
    description: 'description',
  };
  const columns: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(names) as [Field, string][]) {
    if (fields.includes(field)) columns[name] = nameOf(field, dialect, fields);
  }
  const compound = fields.includes('series');
  // One entry of several days is one only where the job says so: numbers may start again.
  const days = booked.some((lines) => new Set(lines.map(({ FinancialDate }) => FinancialDate)).size > 1);
  const per = days ? { per: 'file' } : {};
  const number = fields.includes('entry') ? nameOf('entry', dialect, fields) : undefined;
  if (compound) columns['entry'] = { all: [nameOf('series', dialect, fields), number], ...per };
  else if (number !== undefined) columns['entry'] = days ? { column: number, ...per } : number;
  return columns;
}

function nameOf(field: Field, dialect: Dialect, fields: readonly (Field | undefined)[]): string {
  return dialect.headerRow === 'none' ? String(fields.indexOf(field) + 1) : HEADERS[dialect.headers][field];
}

function accountMap(rows: readonly Row[]): Record<string, string> {
  const map: Record<string, string> = {};
  for (const row of rows) {
    for (const value of [row.account, row.contra]) {
      if (value !== undefined && 'id' in value) map[value.id] = value.id.slice(mapped('').length);
    }
  }
  return map;
}
