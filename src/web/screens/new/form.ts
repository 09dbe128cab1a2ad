import type { JobKind } from '../../../core/job.ts';
import { type Field, hasVouchers, shownKind } from '../../kinds.ts';

import type { Look, LookedColumn } from './shapes.ts';

/** How a row says its amount: the four ways of a job, and the account with two amount columns and a contra account. */
export const AMOUNT_FORMS = ['signed', 'two-columns', 'contra', 'contra-two-columns', 'pair'] as const;
export type AmountForm = (typeof AMOUNT_FORMS)[number];

/** How the file is said to be written, in the words of a job. */
export interface Reading {
  readonly sheet: string;
  readonly header: string;
  readonly delimiter: string;
  readonly encoding: string;
  readonly decimal: string;
  readonly dates: string;
}

export const AUTO: Reading = {
  sheet: '',
  header: 'auto',
  delimiter: 'auto',
  encoding: 'auto',
  decimal: 'auto',
  dates: 'auto',
};

/** A new job as a person fills it in. Columns are headers; the empty string stands for none. */
export interface JobForm {
  readonly kind: JobKind;
  readonly service: string;
  readonly amounts: AmountForm;
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** A second column that is part of the key, or of the name. */
  readonly second: Readonly<Partial<Record<Field, string>>>;
  /** Beside the column of the amount, which is then the gross: those of the net and of the VAT; and of VAT percentages. */
  readonly net: string;
  readonly vatAmount: string;
  readonly percent: string;
  readonly defaults: Readonly<Partial<Record<Field, string>>>;
  readonly sign: { readonly column: string; readonly debit: string; readonly credit: string };
  readonly negate: boolean;
  /** The column of the exchange rate, and of how many units it is the rate: of 1, or of 100. */
  readonly rate: string;
  readonly ratePer: string;
  /** What the books are in, by its three letters; empty: as the configuration says. */
  readonly currency: string;
  readonly vat: 'none' | 'account';
  readonly onDuplicate: 'hold' | 'skip' | 'book';
  readonly skip: { readonly column: string; readonly matches: string };
}

const FORM_FIELDS: Readonly<Record<AmountForm, readonly Field[]>> = {
  signed: ['entry', 'date', 'account', 'amount', 'currency', 'vat', 'description', 'balance'],
  'two-columns': ['entry', 'date', 'account', 'debit', 'credit', 'currency', 'vat', 'description', 'balance'],
  contra: [
    'date',
    'account',
    'amount',
    'contraAccount',
    'description',
    'currency',
    'balance',
    'entry',
    'vat',
    'contraVat',
  ],
  'contra-two-columns': [
    'date',
    'account',
    'debit',
    'credit',
    'contraAccount',
    'description',
    'currency',
    'balance',
    'entry',
    'vat',
    'contraVat',
  ],
  pair: [
    'date',
    'debitAccount',
    'creditAccount',
    'amount',
    'description',
    'currency',
    'entry',
    'vat',
    'debitVat',
    'creditVat',
  ],
};

/** Fields without which nothing can be booked. */
const NEEDED: ReadonlySet<Field> = new Set([
  'date',
  'account',
  'amount',
  'debit',
  'credit',
  'contraAccount',
  'debitAccount',
  'creditAccount',
]);

/** Those whose value may stand in two columns. */
export const TWO_COLUMNS: ReadonlySet<Field> = new Set(['entry', 'name']);

/** Whether the amount stands in several columns: that of the net, or of the VAT, is named too. */
export function hasFigures({ net, vatAmount, ...form }: JobForm): boolean {
  return hasVouchers(form.kind) && fieldsOf(form).includes('amount') && (net !== '' || vatAmount !== '');
}

/** The fields that a job of this kind, and with this way to say an amount, has. */
export function fieldsOf({ kind, amounts }: Pick<JobForm, 'kind' | 'amounts'>): readonly Field[] {
  return shownKind(kind).fields ?? FORM_FIELDS[amounts];
}

export function isNeeded(field: Field, { kind, amounts }: Pick<JobForm, 'kind' | 'amounts'>): boolean {
  const { needed } = shownKind(kind);
  if (needed !== undefined) return needed.includes(field);
  return field === 'entry' ? amounts === 'signed' || amounts === 'two-columns' : NEEDED.has(field);
}

/** A form filled in with what the server proposes. */
export function proposed({ columns, proposal, services }: Look): JobForm {
  const first: Partial<Record<Field, string>> = {};
  const second: Partial<Record<Field, string>> = {};
  for (const { field, column } of proposal.columns as { field: Field; column: number }[]) {
    (first[field] === undefined ? first : second)[field] = columns[column]?.header ?? '';
  }
  const two = proposal.form === 'contra' && first.debit !== undefined && first.credit !== undefined;
  const { sign, figures, percent } = proposal;
  const named = (index: number | undefined) => (index === undefined ? '' : (columns[index]?.header ?? ''));
  if (figures !== undefined) first.amount = named(figures.gross);
  return {
    kind: proposal.kind,
    service: services.includes('main') ? 'main' : (services[0] ?? 'main'),
    amounts: two ? 'contra-two-columns' : proposal.form,
    columns: first,
    second,
    net: named(figures?.net),
    vatAmount: named(figures?.vat),
    percent: named(percent),
    defaults: {},
    sign: {
      column: sign === undefined ? '' : (columns[sign.column]?.header ?? ''),
      debit: sign?.debit.join(', ') ?? '',
      credit: sign?.credit.join(', ') ?? '',
    },
    negate: proposal.negate === true,
    rate: '',
    ratePer: '1',
    currency: '',
    vat: 'none',
    onDuplicate: 'hold',
    skip: { column: '', matches: '' },
  };
}

/** The columns that a form uses, by their headers. */
export function columnsIn({ columns, second, net, vatAmount, percent, rate, sign, skip }: JobForm): readonly string[] {
  return [...Object.values({ ...columns }), ...Object.values({ ...second }), net, vatAmount, percent, rate].concat(
    sign.column,
    skip.column,
  );
}

/** Whether a job can name this column: it has a name, and no other has the same. */
export function isNamed({ header }: LookedColumn, columns: readonly LookedColumn[]): boolean {
  const same = (other: LookedColumn) => other.header.trim().toLowerCase() === header.trim().toLowerCase();
  return header !== '' && columns.filter(same).length === 1;
}
