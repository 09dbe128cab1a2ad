import { type Cell, cellText } from '../core/cell.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { type Issue, shortIssue } from '../core/issue.ts';
import type { BookingField } from '../core/job-fields.ts';
import { formatMinor } from '../core/money.ts';
import type { Figures, FiguresReader } from './gross-net-vat.ts';
import {
  type CellReader,
  fillPlaceholders,
  isIsoDate,
  joinedCell,
  keyPart,
  plainUnits,
  type ValuesContext,
} from './row-context.ts';
import { amountCutOff, cellError, keyRounded, rowCutOff, rowTooWide, valueTooLong } from './row-issues.ts';
import { compileRule, PATTERN_TEXT_MAX_CHARACTERS, patternColumns, type RowRule, valueTest } from './row-rules.ts';

/** Characters of a voucher number, an account or a VAT code. */
const FIELD_MAX_CHARACTERS = 1_000;
/** Characters of a description's cell: it is kept whole until its entry is, even where a rule puts another in its place. */
const DESCRIPTION_CELL_MAX_CHARACTERS = 32_767;

type AmountField = 'amount' | 'debit' | 'credit' | 'balance';
const AMOUNT_FIELDS: readonly AmountField[] = ['amount', 'debit', 'credit', 'balance'];

const PLACES: Readonly<Record<AmountField, number>> = { amount: 0, debit: 1, credit: 2, balance: 3 };

/** The ordinal of each field of a kind. A reader of millions of rows asks by it: to look a name up costs more than the value. */
export function ordinalsOf<Field extends string>(fields: readonly Field[]): Readonly<Record<Field, number>> {
  return Object.fromEntries(fields.map((field, at) => [field, at])) as Record<Field, number>;
}

function isAmount(field: string): field is AmountField {
  return field === 'amount' || field === 'debit' || field === 'credit' || field === 'balance';
}

/** `2,02601E+11`, as a spreadsheet writes a long number in CSV; a compound key may hold it as one of its parts. */
const ROUNDED = /(?:^|\/ )\d(?:[.,]\d+)?E\+\d+(?:$| \/)/;

/**
 * The values of one row after the other, in the order that the design fixes (section 5): skips by column, conversion,
 * rules, defaults, skips by field. A field's value is the cell, else a rule's, else the default.
 */
export class RowValues<Field extends string = BookingField> {
  readonly #context: ValuesContext<Field>;
  /** Ordinals of the fields: their values lie in arrays, which a million rows use again and again. */
  readonly #at: Readonly<Record<string, number>>;
  readonly #texts: string[];
  readonly #units: (number | undefined)[] = AMOUNT_FIELDS.map(() => undefined);
  /** The values of the cells alone, before rules and defaults: the same arrays where the job has neither. */
  readonly #cellTexts: string[];
  readonly #cellUnits: (number | undefined)[];
  #figures: Figures | undefined;
  #issues: Map<string, Issue> | undefined;
  /** Fields of the row that neither a cell nor a rule says. */
  readonly #byDefault: Field[] = [];

  readonly #textColumns: readonly { readonly field: Field; readonly at: number; readonly column: number }[];
  readonly #amountColumns: readonly (readonly [AmountField, number, CellReader<number>])[];
  /** Fields whose value is made of several columns. */
  readonly #joined: readonly { readonly field: Field; readonly at: number; readonly columns: readonly number[] }[];
  readonly #entryColumns: readonly number[];
  /** Columns of a workbook of failed rows that hold what stood beyond the file's last column. */
  readonly #beyond: readonly number[];
  readonly #dateColumn: number;
  readonly #dateAt: number;
  readonly #entryAt: number;
  readonly #date: CellReader<string>;
  readonly #rules: readonly RowRule<Field>[];
  readonly #defaults: readonly (readonly [Field, string])[];
  readonly #text: Field | undefined;
  /** Columns whose texts a pattern of the job looks at. */
  readonly #patternColumns: readonly number[];
  readonly #columnSkips: readonly ((record: readonly Cell[]) => boolean)[];
  readonly #fieldSkips: readonly (() => boolean)[];

  constructor(context: ValuesContext<Field>) {
    const { job, kind } = context;
    const { fields } = kind;
    const columns: Readonly<Partial<Record<string, readonly number[]>>> = context.columns;
    this.#context = context;
    const ordinals = ordinalsOf(fields);
    this.#at = ordinals;
    this.#texts = fields.map(() => '');
    this.#text = kind.text;
    const overruled = job.rules.length > 0 || Object.keys(job.defaults).length > 0;
    this.#cellTexts = overruled ? fields.map(() => '') : this.#texts;
    this.#cellUnits = overruled ? AMOUNT_FIELDS.map(() => undefined) : this.#units;
    const single = (field: string) => columns[field]?.[0] ?? -1;
    const mapped = fields.filter((field) => single(field) >= 0) as (Field | AmountField)[];
    const texts = mapped.filter((field) => !isAmount(field) && field !== 'date' && field !== 'entry') as Field[];
    const isJoined = (field: Field) => columns[field]!.length > 1;
    this.#textColumns = texts
      .filter((field) => !isJoined(field))
      .map((field) => ({ field, at: ordinals[field], column: single(field) }));
    this.#joined = texts.filter(isJoined).map((field) => ({ field, at: ordinals[field], columns: columns[field]! }));
    this.#dateAt = this.#at['date'] ?? -1;
    this.#entryAt = this.#at['entry'] ?? -1;
    this.#amountColumns = mapped
      .filter(isAmount)
      .filter((field) => field !== 'amount' || context.figures === undefined)
      .map((field) => [field, single(field), context.amount(this.columnName(field))]);
    this.#entryColumns = columns['entry'] ?? [];
    this.#beyond = context.headers.flatMap((header, at) => (header.startsWith(CORRECTION_COLUMNS.beyond) ? [at] : []));
    this.#dateColumn = single('date');
    this.#date = context.date(this.columnName('date'));
    this.#rules = job.rules.map((rule) => compileRule(rule, context.columnOf));
    this.#defaults = fields.flatMap((field) => {
      const value = job.defaults[field];
      return value === undefined ? [] : [[field, value] as const];
    });
    this.#patternColumns = patternColumns(
      job,
      context.columnOf,
      kind.text === undefined ? undefined : { field: kind.text, column: single(kind.text) },
    );
    this.#columnSkips = job.skip.flatMap(({ column, matches, equals }) => {
      if (column === undefined) return [];
      const at = context.columnOf(column);
      const test = valueTest(matches, equals);
      return [(record: readonly Cell[]) => test(cellText(record[at]).trim())];
    });
    this.#fieldSkips = job.skip.flatMap(({ field, matches, equals }) =>
      field === undefined ? [] : [this.#fieldSkip(field, matches, equals)],
    );
  }

  /** @returns false where the job says that the row is no booking */
  load(record: readonly Cell[], row: number): boolean {
    for (const skip of this.#columnSkips) if (skip(record)) return false;
    this.#issues = undefined;
    // Array.fill takes longer than all that follows for one field.
    for (let at = 0; at < this.#texts.length; at++) this.#texts[at] = '';
    for (let at = 0; at < this.#units.length; at++) this.#units[at] = undefined;
    for (const column of this.#patternColumns) this.#checkPatternText(record[column], column);
    for (let i = 0; i < this.#textColumns.length; i++) {
      const { field, at, column } = this.#textColumns[i]!;
      this.#loadText(field, at, record[column]);
    }
    if (this.#joined.length > 0) {
      for (const { field, at, columns } of this.#joined)
        this.#loadText(field, at, joinedCell(columns.map((column) => record[column])));
    }
    for (let i = 0; i < this.#amountColumns.length; i++) {
      const [field, column, read] = this.#amountColumns[i]!;
      const amount = read(record[column], row);
      if (typeof amount === 'object') this.note(field, amount);
      else this.#units[PLACES[field]] = amount;
    }
    if (this.#context.figures !== undefined) this.#loadFigures(this.#context.figures, record, row);
    if (this.#dateColumn >= 0) this.#putDate(this.#date(record[this.#dateColumn], row));
    if (this.#entryColumns.length > 0) this.#putKey(this.entryKey(record));
    if (record.length > this.#context.headers.length || this.#beyond.length > 0) this.#checkWidth(record);
    else if (this.#context.isCutOff?.(row, record)) {
      const missing = this.#context.headers[record.length];
      const last = this.#context.headers.at(-1)!;
      this.note('width', missing === undefined ? amountCutOff(last, cellText(record.at(-1))) : rowCutOff(missing));
    }
    if (this.#cellTexts !== this.#texts) this.#keepCells();
    if (this.#rules.length > 0) this.#applyRules(record, row);
    // To empty an array costs something even where it is empty, and most are, a million times.
    if (this.#byDefault.length > 0) this.#byDefault.length = 0;
    for (const [field, value] of this.#defaults) {
      if (!this.#isEmpty(field)) continue;
      this.#put(field, value, row);
      this.#byDefault.push(field);
    }
    for (const skip of this.#fieldSkips) if (skip()) return false;
    return true;
  }

  /** The value as text; the empty string where there is none. */
  text(field: Field): string {
    if (!isAmount(field)) return this.#texts[this.#at[field]!]!;
    const units = this.#sum(field);
    return units === undefined ? '' : formatMinor(units, this.#context.scale);
  }

  /** The same for a field that is no amount, by its ordinal. */
  textAt(at: number): string {
    return this.#texts[at]!;
  }

  /** What the cell says, without rules and defaults, by the ordinal of its field. */
  cellTextAt(at: number): string {
    return this.#cellTexts[at]!;
  }

  /** Minor units of the cell, without rules and defaults. */
  cellUnits(field: AmountField): number | undefined {
    return this.#cellUnits[PLACES[field]];
  }

  #keepCells(): void {
    for (let i = 0; i < this.#texts.length; i++) this.#cellTexts[i] = this.#texts[i]!;
    for (let i = 0; i < this.#units.length; i++) this.#cellUnits[i] = this.#units[i];
  }

  /** Whether the value is the job's default: the row itself does not say it. */
  isDefault(field: Field): boolean {
    return this.#byDefault.includes(field);
  }

  /** Minor units; undefined where there is no amount, or a wrong one. */
  units(field: AmountField): number | undefined {
    return this.#units[PLACES[field]];
  }

  /** Undefined where the amount stands in one column, is empty, or has an issue. */
  figures(): Figures | undefined {
    return this.#figures;
  }

  hasIssue(about: string): boolean {
    return this.#issues?.has(about) === true;
  }

  /** @param about what it is about: of one thing only the last issue counts */
  note(about: string, issue: Issue): void {
    this.#issues ??= new Map();
    this.#issues.set(about, shortIssue(issue));
  }

  /** Of a row with a value too many, or without its end, what else is wrong only misleads. */
  issues(): Issue[] | undefined {
    if (this.#issues === undefined) return undefined;
    const width = this.#issues.get('width');
    return width === undefined ? [...this.#issues.values()] : [width];
  }

  /** Header of a field's column; the field's own name where it has none. */
  columnName(field: Field | AmountField | 'date'): string {
    const columns: Readonly<Partial<Record<string, readonly number[]>>> = this.#context.columns;
    const column = columns[field]?.[0];
    return column === undefined ? field : (this.#context.headers[column] ?? String(column + 1)).replace(/\s+/g, ' ');
  }

  /** The entry's key from its cells; a compound key with an empty part is still one, but with all parts empty it is none. */
  entryKey(record: readonly Cell[]): string {
    const columns = this.#entryColumns;
    if (columns.length === 1) {
      const cell = record[columns[0]!];
      return typeof cell === 'string' ? cell.trim() : cellText(cell).trim();
    }
    const parts = columns.map((column) => keyPart(cellText(record[column]).trim()));
    return parts.every((part) => part === '') ? '' : parts.join(' / ');
  }

  /** Whether the key is known from its cells alone. */
  get keyIsInCells(): boolean {
    const { defaults }: { readonly defaults: Readonly<Partial<Record<string, string>>> } = this.#context.job;
    return this.#entryColumns.length > 0 && this.#rules.length === 0 && defaults['entry'] === undefined;
  }

  #loadText(field: Field, at: number, cell: Cell | undefined): void {
    if (typeof cell === 'string') {
      // Identifiers are compared trimmed; a description is the person's own text, kept as it stands.
      const trimmed = cell.trim();
      if (field !== this.#text) this.#putBounded(field, at, trimmed);
      else if (cell.length <= DESCRIPTION_CELL_MAX_CHARACTERS) this.#texts[at] = trimmed === '' ? '' : cell;
      else {
        const most = DESCRIPTION_CELL_MAX_CHARACTERS;
        this.note(`${field} cell`, valueTooLong(this.columnName(field), cell, most, 'a text can have'));
      }
    } else if (typeof cell === 'object' && cell.kind === 'error') {
      this.note(field, cellError(this.columnName(field), cell.text));
    } else this.#texts[at] = cellText(cell);
  }

  #loadFigures(reader: FiguresReader, record: readonly Cell[], row: number): void {
    const read = reader.read(record, row);
    const isWrong = Array.isArray(read);
    this.#figures = isWrong ? undefined : (read as Figures | undefined);
    this.#units[PLACES.amount] = this.#figures?.gross;
    if (!isWrong) return;
    for (const [at, issue] of read.entries()) this.note(at === 0 ? 'amount' : `amount ${at}`, issue);
  }

  #putKey(key: string): void {
    this.#putBounded('entry', this.#entryAt, key);
    if (key.includes('E+') && ROUNDED.test(key)) this.note('entry', keyRounded(this.columnName('entry' as Field), key));
  }

  #putBounded(field: Field | 'entry', at: number, text: string): void {
    if (text.length <= FIELD_MAX_CHARACTERS) {
      this.#texts[at] = text;
      return;
    }
    const what = `${this.#context.kind.others} can have`;
    this.note(field, valueTooLong(this.columnName(field as Field), text, FIELD_MAX_CHARACTERS, what));
  }

  #checkPatternText(cell: Cell | undefined, column: number): void {
    if (typeof cell !== 'string' || cell.length <= PATTERN_TEXT_MAX_CHARACTERS) return;
    const name = this.#context.headers[column] ?? String(column + 1);
    const what = 'the patterns of the job (rules, skip) look at';
    this.note('patterns', valueTooLong(name, cell, PATTERN_TEXT_MAX_CHARACTERS, what));
  }

  #checkWidth(record: readonly Cell[]): void {
    const { headers, job } = this.#context;
    if (job.file.header === 'none') return;
    const filled = this.#beyond.map((column) => cellText(record[column])).filter((text) => text.trim() !== '');
    for (let at = headers.length; at < record.length; at++) {
      const cell = record[at]!;
      if (cell !== '' && cellText(cell).trim() !== '') filled.push(cellText(cell));
    }
    if (filled.length === 0) return;
    const ours = Object.values(CORRECTION_COLUMNS);
    const columns = headers.filter((header) => !ours.some((name) => header.startsWith(name))).length;
    this.note(
      'width',
      rowTooWide(columns + this.#beyond.length + Math.max(0, record.length - headers.length), columns, filled),
    );
  }

  #applyRules(record: readonly Cell[], row: number): void {
    const decided = new Set<Field>();
    const matched = this.#rules.filter((rule) => rule.matches(record, (field) => this.text(field)));
    for (const rule of matched) {
      for (const [field, value] of rule.set) {
        if (decided.has(field)) continue;
        decided.add(field);
        if (rule.override || this.#isEmpty(field)) this.#put(field, value, row);
      }
    }
  }

  #isEmpty(field: Field): boolean {
    if (this.hasIssue(field)) return false;
    return isAmount(field) ? this.units(field) === undefined : this.#texts[this.#at[field]!] === '';
  }

  /** Puts a value that the job says: its amounts are plain decimals, its dates plain or as the file writes them. */
  #put(field: Field, value: string, row: number): void {
    this.#issues?.delete(field);
    if (this.#issues?.size === 0) this.#issues = undefined;
    if (isAmount(field)) this.#units[PLACES[field]] = plainUnits(value, this.#context.scale);
    else if (field === 'date') this.#putDate(isIsoDate(value) ? value : this.#date(value, row));
    else {
      const { file } = this.#context;
      this.#texts[this.#at[field]!] = value.includes('{')
        ? fillPlaceholders(value, file, row, this.#context.kind.fields, (name) => this.text(name))
        : value;
    }
  }

  #putDate(date: string | undefined | Issue): void {
    if (typeof date === 'object') this.note('date', date);
    else this.#texts[this.#dateAt] = date ?? '';
  }

  #fieldSkip(field: Field, matches: string | undefined, equals: string | undefined): () => boolean {
    const test = valueTest(matches, equals);
    const units = equals === undefined ? undefined : plainUnits(equals, this.#context.scale);
    return () => {
      // A wrong cell is neither empty nor zero: its row is held, never skipped.
      if (this.hasIssue(field) || (field === 'amount' && (this.hasIssue('debit') || this.hasIssue('credit'))))
        return false;
      return isAmount(field) && units !== undefined ? this.#sum(field) === units : test(this.text(field));
    };
  }

  /** In a file with two amount columns the field `amount` is debit minus credit. */
  #sum(field: AmountField): number | undefined {
    const units = this.units(field);
    if (field !== 'amount' || units !== undefined) return units;
    const debit = this.units('debit');
    const credit = this.units('credit');
    return debit === undefined && credit === undefined ? undefined : (debit ?? 0) - (credit ?? 0);
  }
}

/** A flag of a sign column as it is compared. */
export function flagText(text: string): string {
  // Longer than any flag: one character of a long text can become eighteen.
  return text.trim().slice(0, FIELD_MAX_CHARACTERS).normalize('NFKC').toLowerCase();
}
