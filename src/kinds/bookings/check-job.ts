import type { BookingsJob } from '../../core/job.ts';
import type { BookingField } from '../../core/job-fields.ts';
import type { Finding, Path } from '../../core/schema-parts.ts';
import { readPercent } from '../../reading/read-percent.ts';

const FORMS =
  'amount (signed), or debit and credit, either with contraAccount where a row has both sides, or debitAccount + creditAccount + amount';

/** Exactly one way of saying the amount, complete, and nothing of another (design, section 5). */
export function checkAmounts(job: BookingsJob): Finding[] {
  const found: Finding[] = [];
  const at = (field: BookingField) => placeOf(job, field);
  const has = (field: BookingField) => at(field) !== undefined;
  const say = (field: BookingField, message: string) => found.push({ path: at(field) ?? ['columns'], message });
  const needs = (field: BookingField, beside: string) => {
    if (!has(field))
      found.push({
        path: ['columns'],
        message: `must name ${field} too: ${beside}. For example: ${field}: ${EXAMPLES[field]}`,
        missing: field,
      });
  };
  const refuse = (fields: readonly BookingField[], why: string) => {
    for (const field of fields) if (has(field)) say(field, why);
  };

  const accountPair = has('debitAccount') || has('creditAccount');
  const amountPair = has('debit') || has('credit');
  const contra = has('contraAccount') && !accountPair;

  if (accountPair) {
    const pair = 'the job books with debitAccount and creditAccount';
    needs('debitAccount', pair);
    needs('creditAccount', pair);
    needs('amount', pair);
    refuse(['account', 'contraAccount'], 'does not go with debitAccount and creditAccount. Remove it, or them');
    refuse(['debit', 'credit'], 'does not go with debitAccount and creditAccount. Use amount');
    if (has('vat') && has('debitVat')) say('debitVat', 'says what vat says already. Keep one of them');
  } else if (amountPair) {
    needs('debit', 'the job has credit');
    needs('credit', 'the job has debit');
    needs('account', 'the job has debit and credit');
    refuse(['amount'], 'says the amount a second time, beside debit and credit. Remove it, or them');
  } else if (has('amount')) needs('account', 'the job has amount');
  else {
    const message = `must say the amount: ${FORMS}. For example: amount: Beløp`;
    found.push({ path: ['columns'], message, missing: 'amount' });
  }

  if (!accountPair) refuse(['debitVat', 'creditVat'], 'goes with debitAccount and creditAccount only. Use vat');
  if (!contra) refuse(['contraVat'], 'goes with contraAccount only. Use vat, or name contraAccount');
  if (!accountPair && !contra && !has('entry') && (amountPair || has('amount')))
    needs(
      'entry',
      'it says which rows form one entry; only rows with contraAccount, or with debitAccount and creditAccount, are entries of their own',
    );
  needs('date', 'every row needs one');

  if (job.figures !== undefined) {
    const why = 'says the amount a second time: columns.amount has gross, net and vat. Remove it, or name one column';
    if (job.defaults.amount !== undefined) found.push({ path: ['defaults', 'amount'], message: why });
    for (const [index, { set }] of job.rules.entries())
      if (set.amount !== undefined) found.push({ path: ['rules', index, 'set', 'amount'], message: why });
  } else {
    for (const key of ['tolerance', 'reverse'] as const)
      if (job.vat[key] !== undefined)
        found.push({ path: ['vat', key], message: `goes with gross, net and vat in columns.amount only. Remove it` });
  }
  if (job.vat.percents !== undefined) found.push(...checkPercents(job.vat));
  if (amountPair) {
    if (job.sign !== undefined) found.push({ path: ['sign'], message: 'goes with amount only. Remove it' });
    if (job.negate) found.push({ path: ['negate'], message: 'goes with amount only. Remove it' });
  } else if (job.creditSign !== undefined)
    found.push({ path: ['creditSign'], message: 'goes with debit and credit only. Remove it' });
  return found;
}

const EXAMPLES: Readonly<Partial<Record<BookingField, string>>> = {
  debitAccount: 'Debetkonto',
  creditAccount: 'Kreditkonto',
  amount: 'Beløp',
  debit: 'Debet',
  credit: 'Kredit',
  account: 'Konto, or defaults: { account: "1920" }',
  entry: 'Bilagsnr',
  date: 'Dato',
};

function checkPercents({ percent, percents = {} }: BookingsJob['vat']): Finding[] {
  if (percent === undefined)
    return [
      {
        path: ['vat', 'percents'],
        message: 'goes with a column of percentages only. Name it too. For example: percent: Mva %',
      },
    ];
  return Object.keys(percents)
    .filter((text) => (readPercent(text) ?? '') === '')
    .map((text) => ({ path: ['vat', 'percents', text], message: 'is no percentage. For example: "25"' }));
}

/** Where a job first gives a field: its column, its default, or a rule; undefined where nothing gives it. */
function placeOf(job: BookingsJob, field: BookingField): Path | undefined {
  if (job.columns[field] !== undefined) return ['columns', field];
  if (job.defaults[field] !== undefined) return ['defaults', field];
  const rule = job.rules.findIndex(({ set }) => set[field] !== undefined);
  return rule < 0 ? undefined : ['rules', rule, 'set', field];
}
