import { type Cell, cellText } from '../domain/cell.ts';
import { compilePattern } from '../domain/compile-pattern.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../domain/draft-line.ts';
import type { Issue } from '../domain/issue.ts';
import type { BookingsJob } from '../domain/job.ts';
import { type BookingField, bookingFields } from '../domain/job-fields.ts';
import { formatMinor } from '../domain/money.ts';
import type { AccountSlots } from './account-slots.ts';
import { type AmountForm, amountForm } from './amount-form.ts';
import { type CreditSign, creditSignOf } from './credit-sign.ts';
import { fillPlaceholders } from './placeholders.ts';
import { quoteValue } from './quote-value.ts';
import type { Line, RowReading, VatSlot } from './reading.ts';
import { REFUSED, scanAmount } from './scan-amount.ts';
import { NO_VAT } from './vat-codes.ts';

/** A cell that was read: its value, nothing, or why it has none. */
type Read<T> = T | undefined | Issue;
type CellReader<T> = (cell: Cell | undefined, row: number) => Read<T>;

/** What a row reader needs to know of the file and the service. */
export interface RowContext {
  readonly job: BookingsJob;
  /** Name of the file, for descriptions. */
  readonly file: string;
  readonly headers: readonly string[];
  /** Columns of each field; several where a compound key is made of them. */
  readonly columns: Partial<Record<BookingField, readonly number[]>>;
  /** Column of a header that a rule, a skip or the sign names. */
  readonly columnOf: (accepted: readonly string[]) => number;
  readonly amount: (column: string) => CellReader<number>;
  readonly date: (column: string) => CellReader<string>;
  readonly accounts: AccountSlots;
  readonly vat: (code: string) => VatSlot | undefined;
  readonly scale: number;
}

const TEXT_FIELDS = [
  'account',
  'contraAccount',
  'debitAccount',
  'creditAccount',
  'vat',
  'contraVat',
  'debitVat',
  'creditVat',
  'description',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];
const AMOUNT_FIELDS = ['amount', 'debit', 'credit'] as const;
type AmountField = (typeof AMOUNT_FIELDS)[number];

/**
 * Turns records into draft lines, by the order that the design fixes: skips by column, conversion, rules, defaults,
 * skips by field, mappings. All issues of a row are collected, never only the first.
 */
export class RowReader {
  readonly #context: RowContext;
  readonly #form: AmountForm;
  readonly #creditSign: CreditSign | undefined;
  readonly #columnSkips: readonly ((record: readonly Cell[]) => boolean)[];
  readonly #fieldSkips: readonly (() => boolean)[];
  readonly #rules: readonly RowRule[];
  readonly #defaults: readonly (readonly [BookingField, string])[];
  readonly #text: readonly (readonly [TextField, number])[];
  readonly #amounts: readonly (readonly [AmountField, number, CellReader<number>])[];
  readonly #dateColumn: number;
  readonly #date: CellReader<string>;
  readonly #defaultAmount: CellReader<number>;
  readonly #signColumn: number;
  readonly #debitFlags: ReadonlySet<string>;
  readonly #creditFlags: ReadonlySet<string>;
  readonly #vatByAccount: boolean;
  readonly #entryColumns: readonly number[];
  readonly #keyed: boolean;

  /** Values of the row in hand. */
  readonly #values = new Map<BookingField, string>();
  readonly #units = new Map<AmountField, number>();
  #record: readonly Cell[] = [];
  #issues: Map<string, Issue> | undefined;

  constructor(context: RowContext) {
    const { job, columns, headers } = context;
    this.#context = context;
    this.#form = amountForm(job);
    this.#creditSign = this.#form === 'two-columns' ? creditSignOf(job.creditSign) : undefined;
    const single = (field: BookingField) => columns[field]?.[0] ?? -1;
    const header = (column: number) => headers[column] ?? String(column + 1);
    this.#text = TEXT_FIELDS.filter((field) => single(field) >= 0).map((field) => [field, single(field)]);
    this.#defaults = bookingFields.flatMap((field) => {
      const value = job.defaults[field];
      return value === undefined ? [] : [[field, value] as const];
    });
    this.#amounts = AMOUNT_FIELDS.filter((field) => single(field) >= 0).map((field) => [
      field,
      single(field),
      context.amount(header(single(field))),
    ]);
    this.#dateColumn = single('date');
    this.#date = context.date(this.#dateColumn < 0 ? 'date' : header(this.#dateColumn));
    // Amounts in the job itself are plain decimals, whatever the file's mark is.
    this.#defaultAmount = (cell) => plainUnits(cellText(cell), context.scale);
    this.#signColumn = job.sign === undefined ? -1 : context.columnOf(job.sign.column);
    this.#debitFlags = new Set(job.sign?.debit.map(flagText));
    this.#creditFlags = new Set(job.sign?.credit.map(flagText));
    this.#vatByAccount = job.vat.default === 'account';
    this.#entryColumns = columns.entry ?? [];
    this.#keyed = this.#entryColumns.length > 0 || this.#form === 'signed' || this.#form === 'two-columns';
    this.#columnSkips = job.skip
      .filter((skip) => skip.column !== undefined)
      .map((skip) => {
        const column = context.columnOf(skip.column!);
        const test = tester(skip.matches, skip.equals);
        return (record) => test(cellText(record[column]).trim());
      });
    this.#fieldSkips = job.skip
      .filter((skip) => skip.field !== undefined)
      .map((skip) => {
        const field = skip.field!;
        const test = tester(skip.matches, skip.equals);
        const units = skip.equals === undefined ? undefined : plainUnits(skip.equals, context.scale);
        // A wrong cell is neither empty nor zero: its row is held, never skipped.
        return () => {
          if (this.#isWrong(field)) return false;
          return isAmount(field) && units !== undefined ? this.#amountOf(field) === units : test(this.#valueText(field));
        };
      });
    this.#rules = job.rules.map((rule) => compileRule(rule, context.columnOf));
  }

  /** @returns undefined where the job says that the row is no booking */
  read(record: readonly Cell[], row: number): RowReading | undefined {
    if (this.#convert(record, row) === 'skip') return undefined;
    return this.#toReading(row);
  }

  /** The entry key of a record, without reading the rest; undefined where the row is skipped or an entry of its own. */
  keyOf(record: readonly Cell[], row: number): string | undefined {
    if (this.#entryColumns.length === 0 || this.#rules.length > 0 || this.#context.job.defaults.entry !== undefined) {
      return this.#convert(record, row) === 'skip' || !this.#keyed ? undefined : this.#valueText('entry');
    }
    return this.#entryKey(record);
  }

  /** @throws FileRejected `credit-sign-ambiguous` at the end of a file whose credit column is all negative */
  finish(): void {
    this.#creditSign?.finish();
  }

  #convert(record: readonly Cell[], row: number): 'skip' | undefined {
    for (const skip of this.#columnSkips) if (skip(record)) return 'skip';
    this.#record = record;
    this.#issues = undefined;
    this.#values.clear();
    this.#units.clear();
    for (const [field, column] of this.#text) this.#readText(field, record[column], column);
    for (const [field, column, read] of this.#amounts) {
      const amount = read(record[column], row);
      if (typeof amount === 'number') this.#units.set(field, amount);
      else if (amount !== undefined) this.#note(field, amount);
    }
    if (this.#dateColumn >= 0) {
      const date = this.#date(record[this.#dateColumn], row);
      if (typeof date === 'string') this.#values.set('date', date);
      else if (date !== undefined) this.#note('date', date);
    }
    if (this.#entryColumns.length > 0) {
      const key = this.#entryKey(record);
      if (key !== '') this.#values.set('entry', key);
    }
    this.#checkWidth(record);
    if (this.#rules.length > 0) this.#applyRules(record, row);
    this.#applyDefaults(row);
    for (const skip of this.#fieldSkips) if (skip()) return 'skip';
    return undefined;
  }

  #readText(field: TextField, cell: Cell | undefined, column: number): void {
    if (typeof cell === 'string') {
      // Identifiers are compared trimmed; a description is the person's own text, kept as it stands.
      const text = field === 'description' ? (cell.trim() === '' ? '' : cell) : cell.trim();
      if (text !== '') this.#values.set(field, text);
      return;
    }
    if (typeof cell === 'object' && cell.kind === 'error') {
      const name = this.#header(column);
      this.#note(field, {
        code: 'cell-error',
        column: name,
        value: cell.text,
        message: `${quoteValue(cell.text)} in column ${name} is an error value of the workbook.`,
        suggestion: 'Mend the formula in the workbook, or put the value in its place.',
      });
      return;
    }
    const text = cellText(cell);
    if (text !== '') this.#values.set(field, text);
  }

  /** A compound key with an empty part is still a key, but one with all parts empty is none. */
  #entryKey(record: readonly Cell[]): string {
    const columns = this.#entryColumns;
    if (columns.length === 1) {
      const cell = record[columns[0]!];
      return typeof cell === 'string' ? cell.trim() : cellText(cell).trim();
    }
    const parts = columns.map((column) => keyPart(cellText(record[column]).trim()));
    return parts.every((part) => part === '') ? '' : parts.join(' / ');
  }

  /** More values than columns mean that something split a value in two; what stands under each header can't be trusted. */
  #checkWidth(record: readonly Cell[]): void {
    const { headers } = this.#context;
    if (record.length <= headers.length || this.#context.job.file.header === 'none') return;
    const extra = record.slice(headers.length).map(cellText).filter((text) => text.trim() !== '');
    if (extra.length === 0) return;
    this.#note('width', {
      code: 'row-too-wide',
      value: extra.join(' | '),
      message: `The row has ${record.length} values, and the file has ${headers.length} columns; beyond the last stands ${quoteValue(extra.join(' | '))}.`,
      suggestion: 'A delimiter inside a text needs quotes around the text. Correct the row, so that each value is under its header.',
    });
  }

  #applyRules(record: readonly Cell[], row: number): void {
    const decided = new Set<BookingField>();
    const matched = this.#rules.filter((rule) => rule.matches(record, (field) => this.#valueText(field)));
    for (const rule of matched) {
      for (const [field, value] of rule.set) {
        if (decided.has(field)) continue;
        decided.add(field);
        if (rule.override || this.#isEmpty(field)) this.#put(field, value, row);
      }
    }
  }

  #applyDefaults(row: number): void {
    for (const [field, value] of this.#defaults) if (this.#isEmpty(field)) this.#put(field, value, row);
  }

  #isEmpty(field: BookingField): boolean {
    if (this.#issues?.has(field)) return false;
    return isAmount(field) ? !this.#units.has(field) : !this.#values.has(field);
  }

  #isWrong(field: BookingField): boolean {
    if (this.#issues === undefined) return false;
    const sum = field === 'amount' && this.#form === 'two-columns';
    return sum ? this.#issues.has('debit') || this.#issues.has('credit') : this.#issues.has(field);
  }

  /** Puts a value that the job says. */
  #put(field: BookingField, value: string, row: number): void {
    this.#issues?.delete(field);
    if (isAmount(field)) {
      const units = this.#defaultAmount(value, row);
      if (typeof units === 'number') this.#units.set(field, units);
      return;
    }
    if (field === 'date') {
      const date = isIsoDate(value) ? value : this.#date(value, row);
      if (typeof date === 'string') this.#values.set('date', date);
      else if (date !== undefined) this.#note('date', date);
      return;
    }
    this.#values.set(
      field,
      value.includes('{')
        ? fillPlaceholders(value, this.#context.file, row, (name) => this.#valueText(name))
        : value,
    );
  }

  #toReading(row: number): RowReading {
    const values = this.#values;
    const date = values.get('date') ?? '';
    if (date === '') this.#missing('date');
    const key = this.#keyed ? (values.get('entry') ?? '') : undefined;
    if (key === '') this.#missing('entry');
    const description = values.get('description') ?? '';
    if (description.length > DESCRIPTION_MAX_CHARACTERS) this.#tooLong(description);
    const cell = this.#descriptionCell(description);
    const units = this.#signedAmount();
    const line = (field: TextField, vatField: TextField, amount: number): Line | undefined => {
      const text = values.get(field);
      if (text === undefined) {
        this.#missing(field);
        return undefined;
      }
      const code = values.get(vatField);
      const vat = code === undefined || code === NO_VAT ? undefined : this.#vatSlot(code, vatField);
      return {
        row,
        account: this.#context.accounts.slot(text),
        units: amount,
        description,
        descriptionCell: cell,
        date,
        vat,
        vatByAccount: code === undefined && this.#vatByAccount,
      };
    };
    const lines: Line[] = [];
    const put = (made: Line | undefined) => {
      if (made !== undefined && units !== undefined) lines.push(made);
    };
    const amount = units ?? 0;
    const opposite = amount === 0 ? 0 : -amount;
    if (this.#form === 'pair') {
      put(line('debitAccount', values.has('debitVat') ? 'debitVat' : 'vat', amount));
      put(line('creditAccount', 'creditVat', opposite));
    } else {
      put(line('account', 'vat', amount));
      if (this.#form === 'contra') put(line('contraAccount', 'contraVat', opposite));
    }
    return { row, key, lines, issues: this.#allIssues() };
  }

  /** In a row with a value too many nothing stands under its own header: what else is wrong with it only misleads. */
  #allIssues(): Issue[] | undefined {
    if (this.#issues === undefined) return undefined;
    const width = this.#issues.get('width');
    return width === undefined ? [...this.#issues.values()] : [width];
  }

  #descriptionCell(description: string): string {
    const column = this.#context.columns.description?.[0];
    if (column === undefined) return '';
    const cell = this.#record[column];
    return cell === description ? description : cellText(cell);
  }

  /** Minor units, debit positive; undefined where the row has an issue with its amount. */
  #signedAmount(): number | undefined {
    const units = this.#form === 'two-columns' ? this.#debitMinusCredit() : this.#flagged();
    return units !== undefined && this.#context.job.negate && units !== 0 ? -units : units;
  }

  #flagged(): number | undefined {
    const units = this.#units.get('amount');
    if (units === undefined) {
      if (!this.#issues?.has('amount')) this.#missing('amount');
      return undefined;
    }
    if (this.#signColumn < 0) return units;
    const flag = cellText(this.#record[this.#signColumn]);
    const text = flagText(flag);
    if (this.#debitFlags.has(text)) return units;
    if (this.#creditFlags.has(text)) return units === 0 ? 0 : -units;
    const { sign } = this.#context.job;
    const column = this.#header(this.#signColumn);
    this.#note('sign', {
      code: 'sign-unknown',
      column,
      value: flag,
      message: `${quoteValue(flag)} in column ${column} says neither debit (${sign!.debit.join(', ')}) nor credit (${sign!.credit.join(', ')}).`,
      suggestion: 'Correct it in the file, or add it to sign.debit or sign.credit in the job.',
    });
    return undefined;
  }

  #debitMinusCredit(): number | undefined {
    const debit = this.#units.get('debit');
    const credit = this.#units.get('credit');
    if (this.#issues?.has('debit') || this.#issues?.has('credit')) return undefined;
    if (debit === undefined && credit === undefined) {
      this.#missing('debit');
      return undefined;
    }
    if (debit !== undefined && credit !== undefined && debit !== 0 && credit !== 0) {
      const scale = this.#context.scale;
      this.#note('debit', {
        code: 'debit-and-credit',
        column: this.#header(this.#context.columns.debit?.[0] ?? -1),
        value: `${formatMinor(debit, scale)} / ${formatMinor(credit, scale)}`,
        message: `The row has both a debit (${formatMinor(debit, scale)}) and a credit (${formatMinor(credit, scale)}).`,
        suggestion: 'A row is either debit or credit: remove one, or split the row in two.',
      });
      return undefined;
    }
    return this.#creditSign!.amount(debit ?? 0, credit ?? 0, this.#header(this.#context.columns.credit?.[0] ?? -1));
  }

  #vatSlot(code: string, field: TextField): VatSlot | undefined {
    const slot = this.#context.vat(code);
    if (slot?.issue !== undefined) {
      const column = this.#columnName(field);
      this.#note(`${field} code`, {
        code: slot.issue.code,
        column,
        value: code,
        message:
          slot.issue.code === 'vat-unknown'
            ? `VAT code ${quoteValue(slot.code)} is unknown to the service.`
            : `VAT code ${quoteValue(slot.code)} stands for several VAT types in the service.`,
        suggestion: slot.issue.suggestion,
      });
    }
    return slot;
  }

  #valueText(field: BookingField): string {
    if (!isAmount(field)) return this.#values.get(field) ?? '';
    const units = this.#amountOf(field);
    return units === undefined ? '' : formatMinor(units, this.#context.scale);
  }

  /** In a file with two columns the field `amount` is debit minus credit. */
  #amountOf(field: AmountField): number | undefined {
    if (field === 'amount' && this.#form === 'two-columns') {
      const debit = this.#units.get('debit');
      const credit = this.#units.get('credit');
      return debit === undefined && credit === undefined ? undefined : (debit ?? 0) - (credit ?? 0);
    }
    return this.#units.get(field);
  }

  #missing(field: BookingField): void {
    if (this.#issues?.has(field)) return;
    const column = this.#columnName(field);
    const both = field === 'debit' ? ` nor in ${this.#columnName('credit')}` : '';
    const mapped = (this.#context.columns[field]?.length ?? 0) > 0;
    this.#note(field, {
      code: 'field-missing',
      column,
      message: mapped
        ? `There is nothing in ${column}${both}; every booking needs ${NEEDED[field] ?? field}.`
        : `Neither a column nor a rule nor a default says the row's ${field}.`,
      suggestion: mapped
        ? 'Fill the cell, or skip such rows in the job if they are no bookings.'
        : `Add a rule that sets ${field} for rows like this, or a default.`,
    });
  }

  #tooLong(description: string): void {
    this.#note('description', {
      code: 'description-too-long',
      column: this.#columnName('description'),
      value: description,
      message: `The description has ${description.length} characters; the service takes ${DESCRIPTION_MAX_CHARACTERS}.`,
      suggestion: 'Shorten it in the file.',
    });
  }

  #note(about: string, issue: Issue): void {
    this.#issues ??= new Map();
    this.#issues.set(about, issue);
  }

  #columnName(field: BookingField): string {
    const column = this.#context.columns[field]?.[0];
    return column === undefined ? field : this.#header(column);
  }

  #header(column: number): string {
    return this.#context.headers[column] ?? String(column + 1);
  }
}

const NEEDED: Partial<Record<BookingField, string>> = {
  entry: 'a voucher number',
  date: 'a date',
  account: 'an account',
  amount: 'an amount',
  debit: 'an amount',
  contraAccount: 'a contra account',
  debitAccount: 'a debit account',
  creditAccount: 'a credit account',
};

interface RowRule {
  readonly override: boolean;
  readonly set: readonly (readonly [BookingField, string])[];
  matches(record: readonly Cell[], value: (field: BookingField) => string): boolean;
}

function compileRule(rule: BookingsJob['rules'][number], columnOf: RowContext['columnOf']): RowRule {
  const { column: byColumn = {}, ...byField } = rule.when;
  const fields = Object.entries(byField).map(([field, source]) => [field as BookingField, compilePattern(source!)] as const);
  const columns = Object.entries(byColumn).map(([header, source]) => [columnOf([header]), compilePattern(source)] as const);
  return {
    override: rule.override,
    set: Object.entries(rule.set) as [BookingField, string][],
    matches: (record, value) =>
      fields.every(([field, pattern]) => pattern.test(value(field))) &&
      columns.every(([column, pattern]) => pattern.test(cellText(record[column]).trim())),
  };
}

function tester(matches: string | undefined, equals: string | undefined): (text: string) => boolean {
  if (matches === undefined) return (text) => text === equals;
  const pattern = compilePattern(matches);
  return (text) => pattern.test(text);
}

function isAmount(field: BookingField): field is AmountField {
  return field === 'amount' || field === 'debit' || field === 'credit';
}

/** A slash that stands alone in a part must not look like the one between parts. */
function keyPart(text: string): string {
  return text.includes('/') ? text.replace(/(?<=^| )\/+(?= |$)/g, '$&/') : text;
}

function flagText(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** Minor units of a plain decimal of the job; undefined where it is none. */
function plainUnits(text: string, scale: number): number | undefined {
  const units = scanAmount(text, '.', scale, Number(`1e${scale}`));
  return units < REFUSED ? units : undefined;
}

function isIsoDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}
