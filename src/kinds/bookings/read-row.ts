import { canonicalCodes, canonicalText } from '../../core/canonical-text.ts';
import { type Cell, cellText } from '../../core/cell.ts';
import { CONTENT_FIELDS, type ContentField, type SourceRow } from '../../core/entry-content.ts';
import { FileRejected } from '../../core/issue.ts';
import type { BookingsJob } from '../../core/job.ts';
import { type BookingField, bookingFields } from '../../core/job-fields.ts';
import { formatMinor, jsonAmount } from '../../core/money.ts';
import { quoteValue } from '../../core/text.ts';
import { type AmountForm, amountForm, hasTwoColumns, isPayments, isStatement } from '../../reading/amount-form.ts';
import type { CurrencyAbove } from '../../reading/currency-above.ts';
import { canonicalKey, periodOf } from '../../reading/entry-key.ts';
import { cellSaysSide, sideTwice } from '../../reading/parse-amount.ts';
import { readPercent } from '../../reading/read-percent.ts';
import type { Line, RowKind, RowReading, Side, ValuesContext, VatSaid, VatSlot } from '../../reading/row-context.ts';
import { RowCurrency } from '../../reading/row-currency.ts';
import {
  debitAndCredit,
  descriptionTooLong,
  fieldMissing,
  noPercent,
  otherAccountMissing,
  paymentNotMade,
  signUnknown,
  vatIssue,
} from '../../reading/row-issues.ts';
import { flagText, ordinalsOf, RowValues } from '../../reading/row-values.ts';
import { statusTest } from '../../reading/status-words.ts';
import type { OtherAmount, UnmatchedRow } from '../../reading/unmatched-rows.ts';
import { type AccountSlots, NO_VAT } from './accounts.ts';

/** Decides what a credit column's sign means (design, section 5). */
interface CreditSign {
  /** Debit minus credit, in minor units. */
  amount(debit: number, credit: number, column: string): number;
  /** @throws FileRejected where every credit was negative, or most were, and the job doesn't say what that means */
  finish(): void;
}

/** What a minus among credits may mean, for a person to say. */
const CREDIT_SIGNS = [{ value: 'negative' }, { value: 'positive' }] as const;

/**
 * @param declared the job's `creditSign`
 * @param isStatement columns for money in and out of one account. No voucher gets out of balance there by a wrong sign, so it is
 * asked about where most are negative, too
 */
export function creditSignOf(declared: 'negative' | 'positive' | undefined, isStatement = false): CreditSign {
  let negative = 0;
  let positive = 0;
  let header = '';
  return {
    amount(debit, credit, column) {
      if (credit < 0) negative++;
      else if (credit > 0) positive++;
      header = column;
      const sum = declared === 'negative' ? debit + credit : debit - credit;
      return sum === 0 ? 0 : sum;
    },
    finish() {
      if (declared !== undefined || negative === 0) return;
      const isMost = positive > 0;
      if (isMost && !(isStatement && negative > positive)) return;
      const share = isMost
        ? `Most amounts in column ${header} are negative (${negative} of ${negative + positive})`
        : `Every amount in column ${header} is negative`;
      throw new FileRejected({
        code: 'credit-sign-ambiguous',
        column: header,
        ...(isMost ? { variant: 'most', facts: { negative, positive } } : {}),
        message: `${share}: the minus may only mean credit, or each may be a credit taken back.`,
        suggestion:
          'Set creditSign: negative in the job if a minus is how this file writes a credit, creditSign: positive if the minus reverses it.',
        choices: CREDIT_SIGNS,
      });
    },
  };
}

/** @param cell an amount with a word for its side, which a bank means otherwise than a ledger */
function creditWordUnclear(cell: string, column: string): FileRejected {
  const value = cell.trim();
  return new FileRejected({
    code: 'credit-sign-ambiguous',
    column,
    value,
    variant: 'word',
    message: `${quoteValue(value)} in column ${column} says its side by a word: for a bank CR is money in and DR money out, in a ledger of the account it is the opposite.`,
    suggestion:
      'Set creditSign: positive in the job if CR is money in, as banks write it, creditSign: negative if it is money out.',
    choices: CREDIT_SIGNS,
  });
}

/** What a row reader needs to know of the file and the service. */
interface RowContext extends Omit<ValuesContext, 'kind' | 'job'> {
  readonly job: BookingsJob;
  readonly accounts: AccountSlots;
  readonly vat: (code: string) => VatSlot | undefined;
  /** Characters of a description that the service takes. */
  readonly descriptionMax: number;
  /** Index of the column of VAT percentages. */
  readonly percentColumn?: number | undefined;
  /** What the configuration says of the currency of the books. */
  readonly currency: string | undefined;
  /** Currencies that lines above the header name. */
  readonly above?: readonly CurrencyAbove[] | undefined;
  readonly place: 'line' | 'row';
  /** Rows of a file that was planned before. */
  readonly again: boolean;
}

const ACCOUNT_FIELDS = ['account', 'contraAccount', 'debitAccount', 'creditAccount'] as const;

const BOOKING_ROWS: RowKind<BookingField> = {
  fields: bookingFields,
  text: 'description',
  others: 'a voucher number, an account or a VAT code',
};

const AT = ordinalsOf(bookingFields);

/** Turns records into draft lines. All issues of a row are collected, never only the first. */
export class RowReader {
  readonly #context: RowContext;
  readonly #values: RowValues;
  readonly #form: AmountForm;
  /** Present where the amount is in two columns. */
  readonly #creditSign: CreditSign | undefined;
  /** Column whose words for a side (`100,00 CR`) the job does not explain; -1 where it does, or need not. */
  readonly #wordColumn: number;
  /** The first of them. */
  #word: string | undefined;
  readonly #signColumn: number;
  readonly #debitFlags: ReadonlySet<string>;
  readonly #creditFlags: ReadonlySet<string>;
  readonly #currency: RowCurrency;
  readonly #vatByAccount: boolean;
  /** Accounts that rules set, with the default of rows that none matches. */
  readonly #ruledAccounts: readonly (readonly [BookingField, string])[];
  readonly #percentColumn: number;
  /** Columns that say how far a payment has come. */
  readonly #statusColumns: readonly { readonly at: number; readonly isNotMade: (text: string) => boolean }[];
  /** The job maps more of the VAT than a code. */
  readonly #saysVat: boolean;
  /** Percentage of the row that is read; empty where it has none. */
  #percent = '';
  #byPercent = false;
  #declined = false;
  /** The amount of the row that is read, where it is in another currency than the books. */
  #other: OtherAmount | undefined;
  /** A rule or a default of the job may say an amount. */
  readonly #amountMayBeRuled: boolean;
  readonly #code = canonicalCodes();
  /** The last key that was read, and its form for comparisons: rows of an entry mostly follow each other. */
  #lastKey = '';
  #lastCanonicalKey = '';
  /** Else a row is an entry of its own, unless a rule or a default names one. */
  readonly #needsKey: boolean;

  constructor(context: RowContext) {
    const { job, columns } = context;
    this.#context = context;
    this.#values = new RowValues({ ...context, kind: BOOKING_ROWS });
    this.#form = amountForm(job);
    this.#creditSign = hasTwoColumns(job) ? creditSignOf(job.creditSign, this.#form === 'contra') : undefined;
    const isClear = job.creditSign !== undefined || job.negate || context.again || !isStatement(job);
    this.#wordColumn = isClear ? -1 : (columns.amount?.[0] ?? -1);
    this.#signColumn = job.sign === undefined ? -1 : context.columnOf(job.sign.column);
    this.#debitFlags = new Set(job.sign?.debit.map(flagText));
    this.#creditFlags = new Set(job.sign?.credit.map(flagText));
    this.#ruledAccounts = ACCOUNT_FIELDS.flatMap((field) => {
      const account = job.defaults[field];
      return account === undefined || !job.rules.some(({ set }) => set[field] !== undefined) ? [] : [[field, account]];
    });
    const amounts = ['amount', 'debit', 'credit'] as const;
    this.#amountMayBeRuled = [job.defaults, ...job.rules.map(({ set }) => set)].some((says) =>
      amounts.some((field) => says[field as keyof typeof says] !== undefined),
    );
    this.#currency = new RowCurrency(context);
    this.#vatByAccount = job.vat.default === 'account';
    this.#percentColumn = context.percentColumn ?? -1;
    this.#statusColumns = isPayments(job)
      ? context.headers.flatMap((header, at) => {
          const isNotMade = statusTest(header);
          return isNotMade === undefined ? [] : [{ at, isNotMade }];
        })
      : [];
    this.#saysVat = this.#percentColumn >= 0 || context.figures !== undefined;
    this.#needsKey = columns.entry !== undefined || this.#form === 'signed' || this.#form === 'two-columns';
  }

  /** Whether the job says that the row is no booking. */
  skips(record: readonly Cell[], row: number): boolean {
    return !this.#values.load(record, row);
  }

  /** @returns undefined where the job says that the row is no booking */
  read(record: readonly Cell[], row: number): RowReading | undefined {
    const values = this.#values;
    if (!values.load(record, row)) return undefined;
    if (values.textAt(AT.date) === '') this.#missing('date');
    const key = this.#key();
    if (key === '') this.#missing('entry');
    const description = canonicalText(values.textAt(AT.description));
    const { descriptionMax } = this.#context;
    if (description.length > descriptionMax) {
      values.note('description', descriptionTooLong(values.columnName('description'), description, descriptionMax));
    }
    const units = this.#inBooks(this.#signedAmount(record), record, row);
    if (this.#statusColumns.length > 0) this.#checkStatus(record);
    if (this.#saysVat) this.#beginVat(record);
    let first: Line | undefined;
    let second: Line | undefined;
    let side: Side | undefined;
    if (this.#form === 'pair') {
      side = this.#side(key);
      // Whichever column has a code, it is the only line's of a row with one account.
      const debitVat = this.#filled(side === 'debit' ? ['debitVat', 'vat', 'creditVat'] : ['debitVat', 'vat']) ?? 'vat';
      const creditVat = (side === 'credit' && this.#filled(['creditVat', 'vat', 'debitVat'])) || 'creditVat';
      if (side !== 'credit') first = this.#line(row, 'debitAccount', debitVat, description, units);
      if (side !== 'debit') second = this.#line(row, 'creditAccount', creditVat, description, opposite(units));
    } else {
      first = this.#line(row, 'account', 'vat', description, units);
      if (this.#form === 'contra') second = this.#line(row, 'contraAccount', 'contraVat', description, opposite(units));
    }
    const cellKey = values.cellTextAt(AT.entry);
    return {
      row,
      key,
      group: this.#group(key),
      sourceKey: cellKey === '' ? '' : this.#canonicalKey(cellKey),
      lines: linesOf(first, second),
      side,
      source: this.#source(row, units, description, side),
      vat: this.#saysVat ? this.#vatSaid() : undefined,
      issues: values.issues(),
      unmatched: this.#ruledAccounts.length === 0 ? undefined : this.#unmatched(row, units),
    };
  }

  /** The first of these fields that the row has something in. */
  #filled<Field extends 'vat' | 'debitVat' | 'creditVat'>(fields: readonly Field[]): Field | undefined {
    return fields.find((field) => this.#values.textAt(AT[field]) !== '');
  }

  /** Undefined where a row with two accounts names both, or none, or has no voucher that its only account could be a line of. */
  #side(key: string | undefined): Side | undefined {
    const values = this.#values;
    const hasDebit = values.textAt(AT.debitAccount) !== '';
    if (hasDebit === (values.textAt(AT.creditAccount) !== '')) return undefined;
    if (key !== undefined) return hasDebit ? 'debit' : 'credit';
    const field = hasDebit ? 'creditAccount' : 'debitAccount';
    const isMapped = this.#context.columns[field] !== undefined;
    if (isMapped && !values.hasIssue(field)) values.note(field, otherAccountMissing(field, values.columnName(field)));
    return undefined;
  }

  #unmatched(row: number, units: number | undefined): UnmatchedRow | undefined {
    const values = this.#values;
    const fallen = this.#ruledAccounts.find(([field]) => values.isDefault(field));
    if (fallen === undefined) return undefined;
    const [field, account] = fallen;
    const isOpposite = field === 'contraAccount' || field === 'creditAccount';
    const onAccount = (of: number | undefined) => (isOpposite ? opposite(of) : of);
    const other = this.#other && { ...this.#other, units: onAccount(this.#other.units)! };
    return { field, account, row, text: values.cellTextAt(AT.description), units: onAccount(units), other };
  }

  #checkStatus(record: readonly Cell[]): void {
    for (const { at, isNotMade } of this.#statusColumns) {
      const text = cellText(record[at]).trim();
      if (text !== '' && isNotMade(text)) this.#values.note('status', paymentNotMade(this.#context.headers[at]!, text));
    }
  }

  #beginVat(record: readonly Cell[]): void {
    this.#byPercent = false;
    this.#declined = false;
    this.#percent = '';
    if (this.#percentColumn < 0) return;
    const cell = record[this.#percentColumn];
    const percent = readPercent(cell);
    if (percent !== undefined) this.#percent = percent;
    else {
      const column = this.#context.headers[this.#percentColumn] ?? String(this.#percentColumn + 1);
      this.#values.note('percent', noPercent(column, cellText(cell)));
    }
  }

  #vatSaid(): VatSaid {
    return {
      figures: this.#values.figures(),
      percent: this.#percent === '' ? undefined : this.#percent,
      byPercent: this.#byPercent,
      declined: this.#declined,
    };
  }

  /** The fields besides date and amount that the job takes from columns. */
  contentFields(): ContentField[] {
    const { columns } = this.#context;
    const sources: Readonly<Record<ContentField, readonly BookingField[]>> =
      this.#form === 'pair'
        ? {
            account: ['debitAccount'],
            contraAccount: ['creditAccount'],
            vat: ['debitVat', 'vat'],
            contraVat: ['creditVat'],
            description: ['description'],
            balance: ['balance'],
          }
        : {
            account: ['account'],
            contraAccount: ['contraAccount'],
            vat: ['vat'],
            contraVat: ['contraVat'],
            description: ['description'],
            balance: ['balance'],
          };
    return CONTENT_FIELDS.filter((field) => sources[field].some((from) => (columns[from]?.length ?? 0) > 0));
  }

  /** What the cells say of the row, whatever rules, defaults and mappings make of it. @param units as booked; so is `text` */
  #source(row: number, units: number | undefined, text: string, side: Side | undefined): SourceRow | undefined {
    const values = this.#values;
    const said = this.#cellAmount(units);
    if (said === undefined || values.hasIssue('date') || values.hasIssue('currency')) return undefined;
    const pair = this.#form === 'pair';
    const account = this.#code(values.cellTextAt(pair ? AT.debitAccount : AT.account));
    const contraAccount = this.#code(values.cellTextAt(pair ? AT.creditAccount : AT.contraAccount));
    // A row with one account says what a row of a journal with one column of accounts says.
    const isCredit = side === 'credit' && contraAccount !== '';
    const own = pair && values.cellTextAt(AT.debitVat) !== '' ? AT.debitVat : AT.vat;
    const other = pair ? AT.creditVat : AT.contraVat;
    const vat = this.#code(values.cellTextAt(side === 'debit' && values.cellTextAt(own) === '' ? other : own));
    const contraVat = this.#code(values.cellTextAt(isCredit && values.cellTextAt(other) === '' ? own : other));
    const date = values.cellTextAt(AT.date);
    const cell = values.cellTextAt(AT.description);
    const description = cell === values.textAt(AT.description) ? text : canonicalText(cell);
    const balanceUnits = values.cellUnits('balance');
    const balance = balanceUnits === undefined ? '' : jsonAmount(balanceUnits, this.#context.scale);
    // A row that swaps both its accounts and its sign says the same.
    const swaps = isCredit || (contraAccount !== '' && contraAccount < account);
    const original = this.#original(swaps ? (opposite(said) ?? 0) : said);
    return swaps
      ? {
          row,
          date,
          units: opposite(said) ?? 0,
          account: contraAccount,
          contraAccount: account,
          vat: contraVat,
          contraVat: isCredit ? '' : vat,
          description,
          balance,
          ...original,
        }
      : {
          row,
          date,
          units: said,
          account,
          contraAccount,
          vat,
          contraVat: side === 'debit' ? '' : contraVat,
          description,
          balance,
          ...original,
        };
  }

  #original(units: number): Pick<SourceRow, 'original'> | undefined {
    const { original } = this.#currency;
    return original && { original: { ...original, units: Math.sign(units) * Math.abs(original.units) } };
  }

  /** The amount that the cells say, with the sign that the file gives it. */
  #cellAmount(units: number | undefined): number | undefined {
    const values = this.#values;
    if (!this.#amountMayBeRuled || this.#context.job.rate !== undefined)
      return this.#context.job.negate ? (opposite(units) ?? units) : units;
    const amount = values.cellUnits('amount');
    const debit = values.cellUnits('debit');
    const credit = values.cellUnits('credit');
    if (amount === undefined && debit === undefined && credit === undefined) return units;
    return amount ?? (debit ?? 0) - (credit ?? 0);
  }

  /** Rows of one entry have the same: its key, and the period within which the key means one voucher. */
  #group(key: string | undefined): string {
    if (key === undefined || key === '') return '';
    const { per } = this.#context.job.numbering;
    const canonical = this.#canonicalKey(key);
    return per === undefined || per === 'file'
      ? canonical
      : `${canonical}\u0001${periodOf(this.#values.textAt(AT.date), per)}`;
  }

  #canonicalKey(key: string): string {
    if (key !== this.#lastKey) {
      this.#lastKey = key;
      this.#lastCanonicalKey = canonicalKey(key);
    }
    return this.#lastCanonicalKey;
  }

  /** What rows of one entry have in common, without reading the rest; undefined where the row is skipped or an entry of its own. */
  groupOf(record: readonly Cell[], row: number): string | undefined {
    const { per } = this.#context.job.numbering;
    if (this.#values.keyIsInCells && (per === undefined || per === 'file'))
      return this.#group(this.#values.entryKey(record));
    return this.#values.load(record, row) ? this.#group(this.#key()) : undefined;
  }

  #key(): string | undefined {
    const key = this.#values.textAt(AT.entry);
    return key === '' && !this.#needsKey ? undefined : key;
  }

  /**
   * At the end of the file.
   * @throws FileRejected `credit-sign-ambiguous` where its credit column is all or mostly negative, or words say the sides of a statement; `currency-mixed`
   */
  finish(): ReturnType<RowCurrency['finish']> {
    // Of a part of the file it says nothing: the whole was asked about.
    if (!this.#context.again) this.#creditSign?.finish();
    if (this.#word !== undefined) throw creditWordUnclear(this.#word, this.#values.columnName('amount'));
    return this.#currency.finish();
  }

  /** Minor units in the currency of the books; undefined where the row has an issue with its amount. */
  #inBooks(units: number | undefined, record: readonly Cell[], row: number): number | undefined {
    this.#other = undefined;
    if (units === undefined) return undefined;
    const found = this.#currency.inBooks(record, row, units, this.#values.textAt(AT.currency));
    if (typeof found === 'number') return found;
    if (found.code === 'currency-differs') this.#other = { currency: found.value!, units };
    this.#values.note('currency', found);
    return undefined;
  }

  /** @param units undefined where the row has no amount that can be read: what else is wrong is told all the same */
  #line(
    row: number,
    accountField: BookingField,
    vatField: BookingField,
    description: string,
    units: number | undefined,
  ): Line | undefined {
    const values = this.#values;
    const said = values.textAt(AT[vatField]);
    // What the row says, if only as a percentage, counts before a default of the job.
    const byPercent = vatField === 'vat' && this.#percent !== '' && (said === '' || values.isDefault('vat'));
    const code = byPercent ? '' : said;
    const vat = code === '' || code === NO_VAT ? undefined : this.#vatSlot(code, vatField);
    if (byPercent) this.#byPercent = true;
    if (code !== '' && vat === undefined) this.#declined = true;
    const account = values.textAt(AT[accountField]);
    if (account === '') {
      this.#missing(accountField);
      return undefined;
    }
    if (units === undefined) return undefined;
    return {
      row,
      account: this.#context.accounts.slot(account),
      units,
      // A text that holds its row is not kept until the entry is whole.
      description: description.length > this.#context.descriptionMax ? '' : description,
      date: values.textAt(AT.date),
      vat,
      vatByAccount: code === '' && this.#vatByAccount && !byPercent,
    };
  }

  /** Minor units, debit positive; undefined where the row has an issue with its amount. */
  #signedAmount(record: readonly Cell[]): number | undefined {
    const units = this.#creditSign === undefined ? this.#flagged(record) : this.#debitMinusCredit(this.#creditSign);
    return this.#context.job.negate ? opposite(units) : units;
  }

  #flagged(record: readonly Cell[]): number | undefined {
    const units = this.#values.units('amount');
    if (units === undefined) {
      this.#missing('amount');
      return undefined;
    }
    if (this.#wordColumn >= 0 && this.#word === undefined) {
      const cell = record[this.#wordColumn];
      if (typeof cell === 'string' && cellSaysSide(cell)) this.#word = cell;
    }
    if (this.#signColumn < 0) return units;
    if (units < 0) {
      const column = this.#values.columnName('amount');
      const at = this.#context.columns.amount?.[0];
      const said = at === undefined ? '' : cellText(record[at]);
      this.#values.note('amount', sideTwice(said === '' ? formatMinor(units, this.#context.scale) : said, column));
      return undefined;
    }
    const flag = cellText(record[this.#signColumn]);
    const text = flagText(flag);
    if (this.#debitFlags.has(text)) return units;
    if (this.#creditFlags.has(text)) return opposite(units);
    const { debit, credit } = this.#context.job.sign!;
    const column = this.#context.headers[this.#signColumn] ?? String(this.#signColumn + 1);
    this.#values.note('sign', signUnknown(column, flag, debit, credit));
    return undefined;
  }

  #debitMinusCredit(creditSign: CreditSign): number | undefined {
    const values = this.#values;
    const debit = values.units('debit');
    const credit = values.units('credit');
    if (values.hasIssue('debit') || values.hasIssue('credit')) return undefined;
    if (debit === undefined && credit === undefined) {
      this.#missing('debit', 'credit');
      return undefined;
    }
    if (debit !== undefined && credit !== undefined && debit !== 0 && credit !== 0) {
      values.note('debit', debitAndCredit(values.columnName('debit'), debit, credit, this.#context.scale));
      return undefined;
    }
    return creditSign.amount(debit ?? 0, credit ?? 0, values.columnName('credit'));
  }

  #vatSlot(code: string, field: BookingField): VatSlot | undefined {
    const slot = this.#context.vat(code);
    if (slot?.issue !== undefined) {
      this.#values.note(`${field} code`, vatIssue(this.#values.columnName(field), code, slot, slot.issue));
    }
    return slot;
  }

  #missing(...fields: [BookingField, ...BookingField[]]): void {
    if (this.#values.hasIssue(fields[0])) return;
    const mapped = fields.filter((field) => (this.#context.columns[field]?.length ?? 0) > 0);
    this.#values.note(
      fields[0],
      fieldMissing(
        fields[0],
        mapped.map((field) => this.#values.columnName(field)),
      ),
    );
  }
}

/** In arrays of just their length: one that lines are pushed into takes room for seventeen. */
function linesOf(first: Line | undefined, second: Line | undefined): Line[] {
  if (first === undefined) return second === undefined ? [] : [second];
  return second === undefined ? [first] : [first, second];
}

/** Never -0. */
function opposite(units: number | undefined): number | undefined {
  return units === undefined || units === 0 ? units : -units;
}
