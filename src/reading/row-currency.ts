import { Decimal } from 'decimal.js';
import { type Cell, cellText } from '../core/cell.ts';
import { currencyReader, currencyWordIn, DEFAULT_CURRENCY, unitInHeader } from '../core/currency.ts';
import { FileRejected, type Issue } from '../core/issue.ts';
import type { BookingsJob } from '../core/job.ts';
import { formatMinor } from '../core/money.ts';
import type { CurrencyAbove } from './currency-above.ts';
import { currencyIn, isPlain } from './currency-cell.ts';
import { balanceCurrencies, type ConvertedFrom, convertedFrom, currencyColumnsNextTo } from './currency-columns.ts';
import {
  type BesideColumn,
  type CurrencyPlace,
  currencyDiffers,
  currencyMixed,
  type Mixed,
  rateIssue,
} from './currency-issues.ts';
import { headerCurrencies } from './header-currencies.ts';
import type { CellReader } from './row-context.ts';

/** Currency of all amounts that are sent. */
export interface BooksCurrency {
  /** ISO 4217 */
  readonly code: string;
  /** What says so: the job, the configuration of the service, or the file; `assumed`: none of them. */
  readonly from: 'job' | 'service' | CurrencyPlace | 'assumed';
}

/** How amounts in another currency became amounts in that of the books. */
export interface Conversion {
  readonly column: string;
  readonly per: 1 | 100;
  /** The first that was converted. Amounts and rate are decimal text. */
  readonly first?: {
    readonly row: number;
    readonly amount: string;
    readonly currency: string;
    readonly rate: string;
    readonly result: string;
  };
}

/** Decimals of a rate. */
const RATE_SCALE = 8;
/** `11.498`: a rate with three decimals, or thousands. The decimal mark of the amounts does not decide it. */
const MAY_BE_THOUSANDS = /^[1-9]\d{0,2}([.,])\d{3}$/;
/** Different currencies of a file that are remembered. */
const SEEN_MOST = 100;
/** Digits of an amount and a rate together: their product is exact. */
const Exact = Decimal.clone({ precision: 40 });

export interface CurrencyContext {
  readonly job: Pick<BookingsJob, 'currency' | 'rate' | 'service' | 'columns' | 'noCurrencyColumn' | 'file'>;
  /** The configuration's word on the books; undefined where it has none. */
  readonly currency: string | undefined;
  /** Currencies that lines above the header name. */
  readonly above?: readonly CurrencyAbove[] | undefined;
  readonly headers: readonly string[];
  readonly columns: Readonly<Partial<Record<string, readonly number[]>>>;
  readonly columnOf: (accepted: readonly string[]) => number;
  readonly amount: (column: string, scale?: number) => CellReader<number>;
  readonly scale: number;
  readonly place: 'line' | 'row';
  /** Rows of a file that was planned before: what it holds as a whole was judged then. */
  readonly again: boolean;
}

/** What is said of the currency of a row's amount, and where. */
interface Said {
  readonly code: string;
  readonly by: CurrencyPlace;
  readonly column: string;
  /** As it is written. */
  readonly word: string;
  /** Above the header. */
  readonly line?: number;
  /** Header of the balance that says so. */
  readonly balance?: string;
}

const AMOUNTS = ['amount', 'debit', 'credit', 'balance'];

/** Holds rows whose amount is in another currency than the books, or converts it where the job names a rate. */
export class RowCurrency {
  readonly #context: CurrencyContext;
  readonly #books: { readonly code: string; readonly from: 'job' | 'service' | 'assumed' };
  readonly #codeOf: (word: string) => string;
  readonly #amounts: readonly { readonly at: number; readonly header: string; readonly said: Said | undefined }[];
  /** Columns that the job maps. */
  readonly #mapped: ReadonlySet<number>;
  /** Columns headed as currencies that the job does not map. */
  readonly #beside: readonly number[];
  readonly #original: ConvertedFrom | undefined;
  readonly #rate: { readonly at: number; readonly header: string; readonly read: CellReader<number> } | undefined;
  /** What is said of amounts that neither their row nor their header names a currency of. */
  readonly #otherwise: Said | undefined;
  /** Nothing but the cells of amounts can say anything. */
  readonly #onlyCells: boolean;
  readonly #seen = new Map<string, Mixed>();
  #first: Conversion['first'];
  /** The amount of the last row before it was converted; undefined where it was not. */
  original: { readonly currency: string; readonly units: number } | undefined;

  constructor(context: CurrencyContext) {
    const { job, headers, columns, currency } = context;
    this.#context = context;
    this.#books =
      currency !== undefined
        ? { code: currency, from: 'service' }
        : job.currency !== undefined
          ? { code: job.currency, from: 'job' }
          : { code: DEFAULT_CURRENCY, from: 'assumed' };
    this.#mapped = new Set(Object.values(columns).flatMap((of) => of ?? []));
    this.#codeOf = currencyReader(this.#books.code);
    const nameOf = (at: number) => (headers[at] ?? String(at + 1)).replace(/\s+/g, ' ');
    const amounts = AMOUNTS.flatMap((field) => columns[field] ?? []).map((at) => ({
      at,
      header: nameOf(at),
      said: this.#saidByHeader(nameOf(at)),
    }));
    const either = amounts.find(({ said }) => said?.by === 'either')?.said;
    this.#amounts = amounts.map((each) => (each.said?.by === 'either' ? { ...each, said: undefined } : each));
    this.#otherwise = either ?? this.#saidByBalance() ?? this.#saidAbove();
    const isNamed = this.#amounts.some(({ said }) => said !== undefined);
    const isMapped = job.noCurrencyColumn || columns['currency'] !== undefined || job.file.header === 'none';
    this.#beside = isNamed || isMapped ? [] : currencyColumnsNextTo(headers, this.#mapped);
    this.#original = convertedFrom(headers, this.#mapped);
    const rate = job.rate === undefined ? -1 : context.columnOf(job.rate.column);
    if (rate >= 0) this.#rate = { at: rate, header: nameOf(rate), read: context.amount(nameOf(rate), RATE_SCALE) };
    this.#onlyCells =
      !isNamed &&
      columns['currency'] === undefined &&
      this.#beside.length === 0 &&
      this.#rate === undefined &&
      this.#otherwise === undefined &&
      (job.currency === undefined || job.currency === this.#books.code);
  }

  /**
   * @param units minor units of the row's amount as its cells say it
   * @param field value of the field `currency`
   * @returns minor units in the currency of the books, or why the row has none
   */
  inBooks(record: readonly Cell[], row: number, units: number, field: string): number | Issue {
    this.original = undefined;
    if (this.#onlyCells && field === '' && this.#isSilent(record)) return units;
    const said = this.#said(record, field);
    for (const each of said) {
      if (this.#seen.size < SEEN_MOST && !this.#seen.has(each.code)) this.#seen.set(each.code, { ...each, row });
    }
    const { job } = this.#context;
    if (said.length === 0 && job.currency !== undefined && job.currency !== this.#books.code) {
      said.push({ code: job.currency, by: 'job', column: this.#amounts[0]?.header ?? '', word: job.currency });
    }
    if (said.length === 0 && this.#otherwise !== undefined) said.push(this.#otherwise);
    const other = said.find(({ code }) => code !== this.#books.code);
    // Which of the currencies a rate is for, the header does not say.
    if (this.#rate !== undefined && other?.by !== 'either')
      return this.#converted(this.#rate, record, row, units, said);
    return other === undefined ? units : this.#differs(other);
  }

  /**
   * At the end of the file.
   * @returns the currency of the books; undefined where nothing says any, and how amounts were converted
   * @throws FileRejected `currency-mixed`
   */
  finish(): { readonly currency?: BooksCurrency; readonly rate?: Conversion } {
    const { job, again, place } = this.#context;
    const { code, from } = this.#books;
    if (from === 'assumed' && this.#seen.size > 1 && job.rate === undefined && !again) {
      const mixed = [...this.#seen.values()];
      throw new FileRejected(currencyMixed(mixed, code, job.service, place, this.#besideColumn(mixed)));
    }
    const own = this.#seen.get(code);
    const currency =
      from !== 'assumed'
        ? { code, from }
        : own !== undefined
          ? { code, from: own.by }
          : this.#seen.size > 0 || job.rate !== undefined
            ? { code, from }
            : undefined;
    const first = this.#first;
    return {
      ...(currency === undefined ? {} : { currency }),
      ...(this.#rate === undefined
        ? {}
        : { rate: { column: this.#rate.header, per: job.rate!.per, ...(first === undefined ? {} : { first }) } }),
    };
  }

  #saidByHeader(header: string): Said | undefined {
    const unit = this.#context.job.noCurrencyColumn ? undefined : unitInHeader(header);
    if (unit !== undefined) return { code: unit, by: 'header', column: header, word: unit };
    const { job } = this.#context;
    const words = headerCurrencies(header, this.#codeOf);
    const meant = (code: string | undefined) => words.find((word) => this.#codeOf(word) === code);
    const chosen = meant(job.noCurrencyColumn ? this.#books.code : job.currency);
    const word = chosen ?? words[0];
    if (word === undefined) return undefined;
    const isEither = chosen === undefined && words.length > 1;
    const code = isEither ? words.map(this.#codeOf).join('/') : this.#codeOf(word);
    return { code, by: isEither ? 'either' : 'header', column: header, word };
  }

  /** Of an account whose balance the job does not map. Balances in two currencies, or in that of the books, say nothing. */
  #saidByBalance(): Said | undefined {
    const { job, headers } = this.#context;
    if (job.noCurrencyColumn) return undefined;
    const named = balanceCurrencies(headers, this.#mapped, this.#codeOf);
    const [code, another] = new Set(named.map(({ word }) => this.#codeOf(word)));
    if (code === undefined || another !== undefined || code === this.#books.code) return undefined;
    const { header: balance, word } = named[0]!;
    return { code, by: 'balance', column: this.#amounts[0]?.header ?? '', word, balance };
  }

  /** A line above the header that names the currency of the books changes nothing. */
  #saidAbove(): Said | undefined {
    const { job, above = [] } = this.#context;
    const named = job.noCurrencyColumn ? [] : above.map(({ word, line }) => ({ code: this.#codeOf(word), word, line }));
    const other = named.find(({ code }) => code !== this.#books.code);
    return other && { ...other, by: 'above', column: '' };
  }

  #besideColumn(said: readonly Pick<Said, 'by' | 'column'>[]): BesideColumn | undefined {
    // A rule or a default may say it, too.
    const isColumn = this.#context.columns['currency'] !== undefined;
    const column = said.find(({ by }) => by === 'beside' || (by === 'column' && isColumn))?.column;
    return column === undefined ? undefined : { column, original: this.#original };
  }

  /** Nearly all rows say nothing of a currency. */
  #isSilent(record: readonly Cell[]): boolean {
    for (let i = 0; i < this.#amounts.length; i++) if (!isPlain(record[this.#amounts[i]!.at])) return false;
    return true;
  }

  #said(record: readonly Cell[], field: string): Said[] {
    const said: Said[] = [];
    for (const { at, header, said: byHeader } of this.#amounts) {
      const cell = record[at];
      const word = currencyIn(cell);
      const by = typeof cell === 'object' ? 'format' : 'cell';
      if (word !== undefined) said.push({ code: this.#codeOf(word), by, column: header, word });
      else if (byHeader !== undefined && cell !== '' && cell !== undefined) said.push(byHeader);
    }
    if (field !== '') {
      const at = this.#context.columns['currency']?.[0];
      const column = at === undefined ? 'currency' : this.#context.headers[at]!;
      said.push({ code: this.#codeOf(field), by: 'column', column, word: field });
    }
    for (const at of this.#beside) {
      const word = currencyWordIn(cellText(record[at]).trim());
      if (word === undefined) continue;
      said.push({ code: this.#codeOf(word), by: 'beside', column: this.#context.headers[at]!, word });
    }
    return said;
  }

  #differs({ word: _, ...said }: Said, unrated?: string): Issue {
    const { code: books, from } = this.#books;
    const { job, place } = this.#context;
    const beside = unrated === undefined ? this.#besideColumn([said]) : undefined;
    return currencyDiffers({ ...said, books, from, service: job.service, unrated, place, beside });
  }

  #converted(
    rate: { readonly at: number; readonly header: string; readonly read: CellReader<number> },
    record: readonly Cell[],
    row: number,
    units: number,
    said: readonly Said[],
  ): number | Issue {
    const { code: books } = this.#books;
    const other = said.find(({ code }) => code !== books);
    // Two currencies for one amount: which of them the rate is of, nobody knows.
    const also = other === undefined ? undefined : said.find(({ code }) => code !== other.code);
    if (other !== undefined && also !== undefined) return this.#differs(other);
    const cell = record[rate.at];
    const { per } = this.#context.job.rate!;
    const found = rate.read(cell, row);
    if (typeof found === 'object') return found;
    if (found === undefined) return other === undefined ? units : this.#differs(other, rate.header);
    const factor = new Exact(found).div(10 ** RATE_SCALE).div(per);
    const text = cellText(cell).trim();
    if (found <= 0) return rateIssue(rate.header, text, `is not a valid rate: an amount can't be multiplied by it`);
    // Without a currency or a sign around it.
    const bare = text.replace(/^\D+|\D+$/g, '');
    const [, separator] = MAY_BE_THOUSANDS.exec(bare) ?? [];
    if (separator !== undefined && typeof cell === 'string' && found >= 1_000 * 10 ** RATE_SCALE) {
      const ways = [bare.replace(separator, separator === '.' ? ',' : '.'), bare.replace(separator, '')];
      const what = 'can be a rate with three decimals or one in the thousands';
      const [one, thousand] = ways as [string, string];
      const issue = rateIssue(rate.header, text, what, `Write ${one} or ${thousand} in the file.`);
      return { ...issue, variant: 'thousands', facts: { one, thousand } };
    }
    if (other === undefined && said.length > 0) {
      if (factor.equals(1)) return units;
      return rateIssue(rate.header, text, `is a rate for an amount that is in ${books} already`);
    }
    const result = new Exact(units).times(factor).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();
    if (!Number.isSafeInteger(result)) return rateIssue(rate.header, text, 'makes the amount longer than one can be');
    const { scale } = this.#context;
    this.#first ??= {
      row,
      amount: formatMinor(units, scale),
      currency: other?.code ?? '',
      rate: new Exact(found).div(10 ** RATE_SCALE).toFixed(),
      result: formatMinor(result, scale),
    };
    this.original = { currency: other?.code ?? '', units };
    return result === 0 ? 0 : result;
  }
}
