import type { BookingsJob, Job } from '../core/job.ts';
import type { BookingField } from '../core/job-fields.ts';

/**
 * The four ways in which a row says its amount (design, section 5):
 * `signed` one line; `two-columns` one line, debit minus credit; `contra` the account with the amount and the contra
 * account with the opposite; `pair` one account debited and one credited.
 */
export type AmountForm = 'signed' | 'two-columns' | 'contra' | 'pair';

/** Fields that a job gives a value to in any way: a column, a default, a rule. */
export function fieldsOf(job: Job): Set<BookingField> {
  const fields = new Set<string>(Object.keys(job.columns));
  for (const field of Object.keys(job.defaults)) fields.add(field);
  for (const rule of job.rules) for (const field of Object.keys(rule.set)) fields.add(field);
  return fields as Set<BookingField>;
}

/** The form of a job that was checked to have exactly one. */
export function amountForm(job: Job): AmountForm {
  const fields = fieldsOf(job);
  if (fields.has('debitAccount') || fields.has('creditAccount')) return 'pair';
  if (fields.has('contraAccount')) return 'contra';
  return hasTwoColumns(job) ? 'two-columns' : 'signed';
}

/** Whether the amount is debit minus credit. Bank statements with columns for in and out have a contra account besides. */
export function hasTwoColumns(job: Job): boolean {
  const fields = fieldsOf(job);
  return fields.has('debit') || fields.has('credit');
}

/** Whether columns or accounts, and not the amount itself, say what is debited and what credited. */
export function saysSide(job: Job & Partial<Pick<BookingsJob, 'sign'>>): boolean {
  return job.sign !== undefined || amountForm(job) === 'pair' || hasTwoColumns(job);
}

/** Whether rows are payments, each an entry of its own: they say neither a voucher number nor an account. */
export function isPayments({ columns, defaults, rules }: BookingsJob): boolean {
  const isJournal =
    (['entry', 'account', 'debitAccount', 'creditAccount'] as const).some((field) => columns[field] !== undefined) ||
    defaults.entry !== undefined ||
    rules.some(({ set }) => set.entry !== undefined || set.account !== undefined);
  return !isJournal;
}

/** Whether the rows are those of one account, which the job names, each with its amount in one column: a bank's statement. */
export function isStatement(job: Job & Partial<Pick<BookingsJob, 'sign'>>): boolean {
  const { account } = job.columns as Readonly<Partial<Record<BookingField, unknown>>>;
  return amountForm(job) === 'contra' && account === undefined && !saysSide(job);
}

/** Whether `100,00 CR` is money in: for a ledger a credit takes from an account, for a bank it puts into it. */
export function creditIsIn(job: Job & Partial<Pick<BookingsJob, 'sign' | 'creditSign'>>): boolean {
  return job.creditSign === 'positive' && isStatement(job);
}

/** Whether rows of the job may have a VAT type. */
export function sendsVat(job: BookingsJob): boolean {
  const fields = fieldsOf(job);
  const coded = (['vat', 'contraVat', 'debitVat', 'creditVat'] as const).some((field) => fields.has(field));
  return coded || job.vat.default === 'account' || job.vat.percent !== undefined;
}
