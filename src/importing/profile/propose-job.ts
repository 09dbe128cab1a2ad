import type { Cell } from '../../core/cell.ts';
import { currenciesInHeader, DEFAULT_CURRENCY, isCrownWord, isCurrencyWord } from '../../core/currency.ts';
import type { JobKind } from '../../core/job.ts';
import type { AmountForm } from '../../reading/amount-form.ts';
import { currencyColumnsNextTo, isCurrencyHeader } from '../../reading/currency-columns.ts';
import {
  BOOKING_WORDS,
  type BookingWord,
  CONTACT_WORDS,
  CUSTOM_FIELD_WORDS,
  FIRST_NAME,
  isTotalHeader,
  LAST_NAME,
  plainHeader,
  rankOf,
  withoutCurrency,
} from '../../reading/field-words.ts';
import type { FoundFigures } from '../../reading/find-figures.ts';
import { AMOUNT_LOOKS, areApart, sidesByWords, soleAmount } from './amount-columns.ts';
import { type Amounts, type Proof, proveAmounts } from './balance-proof.ts';
import { type ColumnLook, type ValueLook, valuesOf } from './profile-column.ts';
import { isBalanced, namesAccounts } from './statement.ts';
import { ratesIn } from './vat-rates.ts';
import { seriesOf } from './voucher-series.ts';

/**
 * A field that a column was found for, and what spoke for it: what it is called, what its values look like, or that a running
 * balance follows from it. A name may stand in two columns, and a voucher number with its series too, in this order.
 */
export interface ProposedColumn {
  readonly field: string;
  /** Index of the column. */
  readonly column: number;
  readonly why: 'name' | 'values' | 'balance';
}

/** What the rows of a file may be, and which column is what: a proposal for a person to look over. */
export interface Proposal {
  readonly kind: JobKind;
  /** Bookings: how a row says its amount. */
  readonly form: AmountForm;
  readonly columns: readonly ProposedColumn[];
  /** Bookings: columns of gross, net and VAT; the `amount` above is the first of them. */
  readonly figures?: FoundFigures;
  /** Bookings: index of the column of VAT percentages, where none has codes. */
  readonly percent?: number;
  /** Bookings with `signed`, `contra` or `pair`: the column that says debit or credit, and its values. */
  /** Bookings: the currency that the column of amounts says, unless it is the usual one: are the books in it? */
  readonly currency?: { readonly value: string; readonly column: number };
  readonly sign?: { readonly column: number; readonly debit: readonly string[]; readonly credit: readonly string[] };
  /** Amounts have the opposite sign: each lowers the balance of the file. */
  readonly negate?: true;
}

/** Fields of contacts beside the name that make a file one of contacts. */
const CONTACT_SIGNS = ['email', 'phone', 'postalCode', 'city', 'addressLine1', 'country'];
const CONTACT_SIGNS_LEAST = 2;
/** What the values of a field may look like; other fields hold anything. A column that is empty so far fits everywhere. */
const LOOKS: Readonly<Partial<Record<BookingWord, readonly ValueLook[]>>> = {
  date: ['date', 'number'],
  amount: AMOUNT_LOOKS,
  debit: AMOUNT_LOOKS,
  credit: AMOUNT_LOOKS,
  sign: ['flag', 'text'],
  vat: ['flag', 'text', 'number', 'account', 'phone'],
  account: ['account', 'number'],
  contraAccount: ['account', 'number'],
  debitAccount: ['account', 'number'],
  creditAccount: ['account', 'number'],
};

const DEBIT_FLAG = /^(d|db|dr|debet|debit|s|soll|bij|\+)$/i;
/** What a bank calls money out of the account; to whom it belongs it is a credit. */
const BANK_DEBIT = /^(d|db|dr|debet|debit|s|soll)$/i;
const BANK_DEBIT_NAMES = /^(debit|debet|débit|soll|debits|debitamount|debetbeløp|debitbeløp)$/;
const CREDIT_FLAG = /^(k|c|cr|kr|kredit|credit|h|haben|af|-)$/i;

/** Dates on which nothing is booked: a payment is due, a person was born, a card expires. */
const OTHER_DATE = /forfall|förfall|forfald|fällig|due|fød|född|birth|geburt|utløp|utgår|expir/;
/** The end of a name of dates. */
const DATE_ENDING = /(dato|datum|^date| date)$/i;

const dateRank = rankOf({ date: BOOKING_WORDS.date! });

type Found = Map<string, ProposedColumn>;

/**
 * Proposes what a file is and how its columns are mapped, by what they are called and what stands in them.
 * @param figures columns of gross, net and VAT: what their values prove counts before what any column is called
 * @param rows the first rows of the file
 */
export function proposeJob(
  columns: readonly ColumnLook[],
  figures?: FoundFigures,
  rows: readonly (readonly Cell[])[] = [],
): Proposal {
  const fields = byName(columns, CUSTOM_FIELD_WORDS);
  if (fields.has('model') && fields.has('type')) {
    return { kind: 'custom-fields', form: 'signed', columns: [...fields.values()] };
  }
  const { gross, net, vat } = figures ?? {};
  const rates = columns.map((column) => (column.index === vat ? undefined : ratesIn(column, rows)));
  const percent = columns.find((_, at) => rates[at] === 'percent')?.index;
  const apart = [gross, net, vat, percent];
  const others = columns.filter(({ index }, at) => !apart.includes(index) && rates[at] !== 'unclear');
  const bookings = byName(others, BOOKING_WORDS);
  const totals = others.filter(({ header, look }) => isTotalHeader(header) && AMOUNT_LOOKS.includes(look));
  if (totals.length === 1 && !bookings.has('amount')) put(bookings, 'amount', totals[0]!.index, 'name');
  const single = gross ?? net;
  if (single !== undefined) put(bookings, 'amount', single, 'values');
  const contacts = byName(columns, CONTACT_WORDS);
  const byLook = columns.find(({ look, index }) => look === 'email' && !taken(contacts, index));
  if (byLook !== undefined && !contacts.has('email')) put(contacts, 'email', byLook.index, 'values');
  const hasAmount = ['amount', 'debit', 'credit'].some((field) => bookings.has(field));
  const signs = CONTACT_SIGNS.filter((field) => contacts.has(field)).length;
  const onlyEmail = contacts.has('email') && !columns.some(({ look }) => look === 'amount');
  if (!hasAmount && (signs >= CONTACT_SIGNS_LEAST || onlyEmail)) {
    return { kind: 'contacts', form: 'signed', columns: [...nameOf(columns, contacts), ...contacts.values()] };
  }
  const proposed = proposeBookings(others, rows, bookings);
  return {
    ...proposed,
    ...(figures !== undefined && proposed.columns.some(({ field }) => field === 'amount') ? { figures } : {}),
    ...(percent === undefined || bookings.has('vat') ? {} : { percent }),
  };
}

/** Whether a column is called as one of dates; some of its cells may hold other things. */
function namesDate(header: string): boolean {
  return dateRank(header).has('date') || DATE_ENDING.test(header.trim());
}

/** The columns of a name that stands in two; none where one column holds it. */
function nameOf(columns: readonly ColumnLook[], contacts: Found): ProposedColumn[] {
  const called = (name: RegExp) => columns.find(({ header }) => name.test(plainHeader(header)));
  const [first, last] = [called(FIRST_NAME), called(LAST_NAME)];
  if (first === undefined || last === undefined) return [];
  if (contacts.get('name')?.why === 'name') return [];
  contacts.delete('name');
  return [first, last].map(({ index }) => ({ field: 'name', column: index, why: 'name' }));
}

function proposeBookings(columns: readonly ColumnLook[], rows: readonly (readonly Cell[])[], found: Found): Proposal {
  let sign = signOf(columns, found);
  const balance = found.get('balance');
  found.delete('sign');
  found.delete('balance');
  const isFree = ({ index }: ColumnLook) => !taken(found, index) && index !== balance?.column && index !== sign?.column;
  const free = (look: ValueLook) =>
    columns.find((column) => column.look === look && isFree(column) && !OTHER_DATE.test(plainHeader(column.header)));
  const fill = (field: string, ...looks: ValueLook[]) => {
    if (found.has(field)) return;
    for (const look of looks) {
      const column = free(look);
      if (column === undefined) continue;
      put(found, field, column.index, 'values');
      return;
    }
  };
  fill('date', 'date');
  takeAccountPair(columns, rows, found);
  const pair = found.has('debitAccount') && found.has('creditAccount');
  const hasSides = found.has('debit') && found.has('credit');
  let two =
    !pair &&
    (hasSides ||
      takeSides(
        columns.filter((each) => isFree(each) || isSide(each, found)),
        rows,
        found,
      ));
  const proof = pair ? undefined : proofOf(columns, rows, found, sign);
  if (proof !== undefined) {
    two = 'debit' in proof.amounts;
    for (const field of ['amount', 'debit', 'credit']) found.delete(field);
    // The arithmetic says what the names don't: a column has one use.
    for (const { field, column } of [...found.values()]) if (provedColumns(proof).includes(column)) found.delete(field);
    for (const [field, column] of Object.entries(provedFields(proof))) {
      put(found, field, column, field === 'balance' ? 'name' : 'balance');
    }
    if (!('amount' in proof.amounts) || proof.amounts.sign === undefined) sign = undefined;
  }
  if (!two) {
    found.delete('debit');
    found.delete('credit');
    const sole = found.has('amount') ? undefined : soleAmount(columns.filter(isFree));
    if (sole !== undefined) put(found, 'amount', sole.index, 'values');
  } else found.delete('amount');
  const form = formOf(found, pair, two);
  const hasAccount = found.has('account') || found.has('contraAccount') || columns.some(namesAccounts);
  const isTurned =
    proof === undefined
      ? form === 'contra' &&
        !hasAccount &&
        saysBankDebit(columns, found, sign) &&
        !isJournal(columns, rows, found, sign)
      : proof.isOpposite;
  if (isTurned && sign !== undefined) sign = { ...sign, debit: sign.credit, credit: sign.debit };
  if (isTurned && two && proof === undefined) turnSides(found);
  if (form === 'signed' || form === 'two-columns') fill('account', 'account');
  const columnsOf = (field: string) => form === 'pair' || !/^(debit|credit)(Account|Vat)$/.test(field);
  if (!found.has('description')) {
    const texts = columns.filter(
      ({ look, index, header }) =>
        look === 'text' &&
        !taken(found, index) &&
        index !== sign?.column &&
        !isCurrencyHeader(header) &&
        !namesDate(header),
    );
    const [telling] = texts.sort((a, b) => b.distinct - a.distinct || a.index - b.index);
    if (telling !== undefined) put(found, 'description', telling.index, 'values');
  }
  keepCurrency(columns, found);
  const currency = currencyOf(columns, found);
  const entry = columnOf(columns, found.get('entry')?.column);
  const lines = form === 'signed' || form === 'two-columns' ? amountsOf(found, sign) : undefined;
  const series =
    entry === undefined ? undefined : seriesOf(columns, columns.filter(isFree), rows, { entry, amounts: lines });
  const key = series === undefined ? [] : [{ field: 'entry', column: series.index, why: 'name' } as const];
  const proposed = [...key, ...found.values()].filter(({ field }) => columnsOf(field));
  // A flag beside amounts that have signs of their own says it a second time.
  const amount = columns.find(({ index }) => index === found.get('amount')?.column);
  const signed = amount !== undefined && valuesOf(amount, rows).some((text) => /^[-−(]|-$/.test(text));
  const withSign = sign !== undefined && !two && !signed;
  return {
    kind: 'bookings',
    form,
    columns: proposed,
    ...(withSign ? { sign: sign! } : {}),
    ...(proof?.isOpposite && !two && !withSign ? { negate: true } : {}),
    ...(currency === undefined ? {} : { currency }),
  };
}

function isSide({ index }: ColumnLook, found: Found): boolean {
  return found.get('debit')?.column === index || found.get('credit')?.column === index;
}

/** Takes two columns for the sides of an account where words of their names tell which is which. */
function takeSides(columns: readonly ColumnLook[], rows: readonly (readonly Cell[])[], found: Found): boolean {
  const sides = found.has('amount') ? undefined : sidesByWords(columns, rows);
  if (sides === undefined) return false;
  put(found, 'debit', sides.debit, 'name');
  put(found, 'credit', sides.credit, 'name');
  return true;
}

/** `Debet`, `Kredit` and `Beløp`, or `Soll`, `Haben` and `Betrag`, of which rows fill all: the first two are accounts. */
function takeAccountPair(columns: readonly ColumnLook[], rows: readonly (readonly Cell[])[], found: Found): void {
  const [debit, credit] = ['debit', 'credit'].map((field) => columnOf(columns, found.get(field)?.column));
  if (debit?.look !== 'account' || credit?.look !== 'account' || !found.has('amount')) return;
  if (found.has('debitAccount') || found.has('creditAccount') || areApart([debit, credit], rows)) return;
  for (const field of ['debit', 'credit']) found.delete(field);
  put(found, 'debitAccount', debit.index, 'name');
  put(found, 'creditAccount', credit.index, 'name');
}

/** What the balance of the file proves of its amounts; what the names say is tried first. */
function proofOf(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
  sign: Proposal['sign'],
): Proof | undefined {
  const at = (field: string) => found.get(field)?.column;
  const [amount, debit, credit] = [at('amount'), at('debit'), at('credit')];
  const proposed: Amounts[] = [];
  if (amount !== undefined) proposed.push({ amount });
  if (debit !== undefined && credit !== undefined) proposed.push({ debit, credit });
  if (sign !== undefined) {
    for (const { index, look } of columns) if (look === 'amount') proposed.push({ amount: index, sign });
  }
  return proveAmounts(columns, rows, proposed, { date: at('date'), account: at('account') });
}

function provedFields({ amounts, balance, isOpposite }: Proof): Record<string, number> {
  if ('amount' in amounts) return { balance, amount: amounts.amount };
  const { debit, credit } = amounts;
  return isOpposite ? { balance, debit: credit, credit: debit } : { balance, debit, credit };
}

function provedColumns(proof: Proof): readonly number[] {
  return Object.values(provedFields(proof));
}

/** Whether a statement says its sides as the bank sees them: its debit is the customer's money going out. */
function saysBankDebit(columns: readonly ColumnLook[], found: Found, sign: Proposal['sign']): boolean {
  if (sign !== undefined) return sign.debit.some((flag) => BANK_DEBIT.test(flag));
  const debit = found.get('debit');
  return (
    debit !== undefined &&
    BANK_DEBIT_NAMES.test(withoutCurrency(columns.find(({ index }) => index === debit.column)!.header))
  );
}

/** Whether debits equal credits, which nobody's bank account does. */
function isJournal(
  columns: readonly ColumnLook[],
  rows: readonly (readonly Cell[])[],
  found: Found,
  sign: Proposal['sign'],
): boolean {
  const amounts = amountsOf(found, sign);
  if (amounts === undefined || ('amount' in amounts && sign === undefined)) return false;
  return isBalanced(columns, rows, amounts, found.get('date')?.column);
}

/** Where the amounts of a row stand. */
function amountsOf(found: Found, sign: Proposal['sign']): Amounts | undefined {
  const [amount, debit, credit] = AMOUNTS.map((field) => found.get(field)?.column);
  if (debit !== undefined && credit !== undefined) return { debit, credit };
  if (amount === undefined) return undefined;
  return { amount, ...(sign === undefined ? {} : { sign }) };
}

function turnSides(found: Found): void {
  const [debit, credit] = [found.get('debit')!, found.get('credit')!];
  found.set('debit', { ...credit, field: 'debit' });
  found.set('credit', { ...debit, field: 'credit' });
}

function columnOf(columns: readonly ColumnLook[], index: number | undefined): ColumnLook | undefined {
  return columns.find((column) => column.index === index);
}

const AMOUNTS = ['amount', 'debit', 'credit'];

/** A column that is headed as a currency is the amount's where a plan would take it to speak of the amount. */
function keepCurrency(columns: readonly ColumnLook[], found: Found): void {
  const currency = found.get('currency');
  if (currency === undefined) return;
  found.delete('currency');
  const mapped = new Set([...found.values()].map(({ column }) => column));
  const isNamed = AMOUNTS.some(
    (field) => currenciesInHeader(columnOf(columns, found.get(field)?.column)?.header ?? '').length > 0,
  );
  const headers: string[] = [];
  for (const { index, header } of columns) headers[index] = header;
  const isCurrency = columnOf(columns, currency.column)!.samples.every(isCurrencyWord);
  if (isCurrency && !isNamed && currencyColumnsNextTo(headers, mapped).includes(currency.column)) {
    found.set('currency', currency);
  }
}

/** The currency that a column of amounts says. */
function currencyOf(columns: readonly ColumnLook[], found: Found): Proposal['currency'] {
  const usual = (word: string) => isCrownWord(word) || word.toUpperCase() === DEFAULT_CURRENCY;
  for (const field of AMOUNTS) {
    const column = columnOf(columns, found.get(field)?.column);
    if (column === undefined) continue;
    const said = [...currenciesInHeader(column.header), ...(column.currency === undefined ? [] : [column.currency])];
    const other = said.find((word) => !usual(word));
    if (other !== undefined) return { value: other, column: column.index };
  }
  return undefined;
}

/** Rows that name a voucher are lines of it; rows that don't have both sides in them. */
function formOf(found: Found, pair: boolean, two: boolean): AmountForm {
  if (pair) return 'pair';
  if (found.has('contraAccount') || !found.has('entry')) return 'contra';
  return two ? 'two-columns' : 'signed';
}

function signOf(columns: readonly ColumnLook[], found: Found): Proposal['sign'] {
  const named = found.get('sign')?.column;
  const all = (samples: readonly string[]) =>
    samples.length > 0 && samples.every((flag) => DEBIT_FLAG.test(flag) || CREDIT_FLAG.test(flag));
  const column =
    columns.find(({ index, samples }) => index === named && all(samples)) ??
    columns.find(({ look, samples, index }) => look === 'flag' && all(samples) && !taken(found, index));
  if (column === undefined) return undefined;
  return {
    column: column.index,
    debit: column.samples.filter((flag) => DEBIT_FLAG.test(flag)),
    credit: column.samples.filter((flag) => CREDIT_FLAG.test(flag)),
  };
}

/** Amounts in crowns are those of the books, and come before others that are called the same. */
const CROWNS = /(nok|kr|kroner)$/;
const CROWNS_PLACE = 0.25;
const OTHER_CURRENCY_PLACE = 0.5;

/** The fields that a header names; those of amounts with a currency behind too: `Debet (NOK)`, `Débit euros`. */
function ranksOf(rank: ReturnType<typeof rankOf>, header: string): [field: string, place: number][] {
  const named = [...rank(header)];
  if (named.length > 0) return named;
  const isCrowns = CROWNS.test(plainHeader(header));
  // An amount in another currency may stand beside that of the books under any name.
  const fields = isCrowns ? AMOUNTS : AMOUNTS.filter((field) => field !== 'amount');
  return [...rank(withoutCurrency(header))]
    .filter(([field]) => fields.includes(field))
    .map(([field, place]) => [field, place + (isCrowns ? CROWNS_PLACE : OTHER_CURRENCY_PLACE)]);
}

/** Each field's column by what it is called: the best name wins, and no column is given twice. */
function byName(columns: readonly ColumnLook[], words: Readonly<Partial<Record<string, string>>>): Found {
  const rank = rankOf(words as Readonly<Record<string, string>>);
  const claims = columns.flatMap(({ index, header, look }) =>
    ranksOf(rank, header)
      .filter(([field]) => look === 'empty' || (LOOKS[field as BookingWord]?.includes(look) ?? true))
      .map(([field, place]) => ({ field, index, place })),
  );
  claims.sort((a, b) => a.place - b.place || a.index - b.index);
  const found: Found = new Map();
  for (const { field, index } of claims) {
    if (!found.has(field) && !taken(found, index)) put(found, field, index, 'name');
  }
  return found;
}

function taken(found: Found, index: number): boolean {
  return [...found.values()].some(({ column }) => column === index);
}

function put(found: Found, field: string, column: number, why: ProposedColumn['why']): void {
  found.set(field, { field, column, why });
}
