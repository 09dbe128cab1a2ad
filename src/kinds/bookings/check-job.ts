import { counted } from '../../core/counted.ts';
import type { Diagnosis } from '../../core/diagnosis.ts';
import type { BookingsJob } from '../../core/job.ts';
import { amountFields, type BookingField, bookingFields } from '../../core/job-fields.ts';
import { nearest } from '../../core/nearest.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../../core/records.ts';
import { type Finding, type Path, repeated } from '../../core/schema-parts.ts';
import { normaliseHeader } from '../../core/text.ts';
import { isStatement } from '../../reading/amount-form.ts';
import { readPercent } from '../../reading/read-percent.ts';

const FORMS =
  'amount (signed), or debit and credit, either with contraAccount where a row has both sides, or debitAccount + creditAccount + amount';

/** What the keys of a job of bookings must agree on among themselves. */
export function checkBookings(job: BookingsJob): Finding[] {
  return [...checkAmounts(job), ...checkValues(job), ...checkSign(job)];
}

/** Exactly one way of saying the amount, complete, and nothing of another (design, section 5). */
function checkAmounts(job: BookingsJob): Finding[] {
  const found: Finding[] = [];
  const at = (field: BookingField) => placeOf(job, field);
  const has = (field: BookingField) => at(field) !== undefined;
  const say = (field: BookingField, message: string, told: Diagnosis) =>
    found.push({ path: at(field) ?? ['columns'], message, told });
  const needs = (field: BookingField, beside: string) => {
    if (!has(field))
      found.push({
        path: ['columns'],
        message: `must name ${field} too: ${beside}. For example: ${field}: ${EXAMPLES[field]}`,
        missing: field,
        told: { code: 'needs', facts: { field } },
      });
  };
  const refuse = (fields: readonly BookingField[], why: string, told: Diagnosis) => {
    for (const field of fields) if (has(field)) say(field, why, told);
  };

  const accountPair = has('debitAccount') || has('creditAccount');
  const amountPair = has('debit') || has('credit');
  const contra = has('contraAccount') && !accountPair;

  if (accountPair) {
    const pair = 'the job books with debitAccount and creditAccount';
    needs('debitAccount', pair);
    needs('creditAccount', pair);
    needs('amount', pair);
    const beside = notWith('debitAccount', 'creditAccount');
    refuse(['account', 'contraAccount'], 'does not go with debitAccount and creditAccount. Remove it, or them', beside);
    refuse(['debit', 'credit'], 'does not go with debitAccount and creditAccount. Use amount', beside);
    if (has('vat') && has('debitVat')) say('debitVat', 'says what vat says already. Keep one of them', notWith('vat'));
  } else if (amountPair) {
    needs('debit', 'the job has credit');
    needs('credit', 'the job has debit');
    needs('account', 'the job has debit and credit');
    refuse(['amount'], 'says the amount a second time, beside debit and credit. Remove it, or them', {
      code: 'amount-twice',
    });
  } else if (has('amount')) needs('account', 'the job has amount');
  else {
    const message = `must say the amount: ${FORMS}. For example: amount: Beløp`;
    found.push({ path: ['columns'], message, missing: 'amount', told: { code: 'needs', facts: { field: 'amount' } } });
  }

  if (!accountPair)
    refuse(
      ['debitVat', 'creditVat'],
      'goes with debitAccount and creditAccount only. Use vat',
      onlyWith('debitAccount', 'creditAccount'),
    );
  if (!contra)
    refuse(['contraVat'], 'goes with contraAccount only. Use vat, or name contraAccount', onlyWith('contraAccount'));
  if (!accountPair && !contra && !has('entry') && (amountPair || has('amount')))
    needs(
      'entry',
      'it says which rows form one voucher; only rows with contraAccount, or with debitAccount and creditAccount, are vouchers of their own',
    );
  needs('date', 'every row needs one');

  if (job.figures !== undefined) {
    const why = 'says the amount a second time: columns.amount has gross, net and vat. Remove it, or name one column';
    const told: Diagnosis = { code: 'amount-twice' };
    if (job.defaults.amount !== undefined) found.push({ path: ['defaults', 'amount'], message: why, told });
    for (const [index, { set }] of job.rules.entries())
      if (set.amount !== undefined) found.push({ path: ['rules', index, 'set', 'amount'], message: why, told });
  } else {
    for (const key of ['tolerance', 'reverse'] as const)
      if (job.vat[key] !== undefined)
        found.push({
          path: ['vat', key],
          message: 'goes with gross, net and vat in columns.amount only. Remove it',
          told: onlyWith('gross', 'net', 'vat'),
        });
  }
  if (job.vat.percents !== undefined) found.push(...checkPercents(job.vat));
  if (amountPair) {
    if (job.sign !== undefined)
      found.push({ path: ['sign'], message: 'goes with amount only. Remove it', told: onlyWith('amount') });
    if (job.negate)
      found.push({ path: ['negate'], message: 'goes with amount only. Remove it', told: onlyWith('amount') });
  } else if (job.creditSign !== undefined && !isStatement(job))
    found.push({
      path: ['creditSign'],
      message: 'goes with debit and credit only. Remove it',
      told: onlyWith('debit', 'credit'),
    });
  return found;
}

function onlyWith(...fields: readonly string[]): Diagnosis {
  return { code: 'only-with', facts: { with: fields } };
}

function notWith(...fields: readonly string[]): Diagnosis {
  return { code: 'not-with', facts: { with: fields } };
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
        told: { code: 'needs', facts: { field: 'percent' } },
      },
    ];
  return Object.keys(percents)
    .filter((text) => (readPercent(text) ?? '') === '')
    .map((text) => ({ path: ['vat', 'percents', text], message: 'is not a percentage. For example: "25"' }));
}

/** Where a job first gives a field: its column, its default, or a rule; undefined where nothing gives it. */
function placeOf(job: BookingsJob, field: BookingField): Path | undefined {
  if (job.columns[field] !== undefined) return ['columns', field];
  if (job.defaults[field] !== undefined) return ['defaults', field];
  const rule = job.rules.findIndex(({ set }) => set[field] !== undefined);
  return rule < 0 ? undefined : ['rules', rule, 'set', field];
}

function checkSign(job: BookingsJob): Finding[] {
  if (job.sign === undefined) return [];
  const { debit, credit } = job.sign;
  const debits = debit.map(normaliseHeader);
  return [
    ...repeated(debit, ['sign', 'debit'], normaliseHeader),
    ...repeated(credit, ['sign', 'credit'], normaliseHeader),
    ...credit
      .filter((flag) => debits.includes(normaliseHeader(flag)))
      .map((flag) => ({
        path: ['sign', 'credit'],
        message: `holds "${flag}", which means debit too. Keep it in one of the two`,
        told: { code: 'flag-twice' as const, facts: { flag } },
      })),
  ];
}

/** Names that a description may hold in braces. */
const TEMPLATE_NAMES: readonly string[] = ['file', 'row', ...bookingFields];

/**
 * Values that a job gives itself, in `defaults`, `set` and `equals`: they join the row after conversion (design,
 * section 5: the order), so dates and amounts are plain, whatever the file's own format is.
 */
function checkValues(job: BookingsJob): Finding[] {
  const found: Finding[] = [];
  const check = (values: Partial<Record<BookingField, string>>, path: readonly (string | number)[]) => {
    for (const [field, value] of Object.entries(values) as [BookingField, string | undefined][]) {
      const message = value === undefined ? undefined : explain(field, value);
      if (message !== undefined) found.push({ path: [...path, field], message });
    }
  };
  check(job.defaults, ['defaults']);
  if (job.defaults.description?.includes('{description}') === true)
    found.push({
      path: ['defaults', 'description'],
      message: 'holds itself: {description}. Name another field',
      told: { code: 'description-itself' },
    });
  for (const [index, { set }] of job.rules.entries()) check(set, ['rules', index, 'set']);
  for (const [index, { field, equals }] of job.skip.entries()) {
    if (field === undefined || equals === undefined || equals === '' || field === 'description') continue;
    const message = explain(field, equals);
    if (message !== undefined) found.push({ path: ['skip', index, 'equals'], message });
  }
  return found;
}

function explain(field: BookingField, value: string): string | undefined {
  if (amountFields.includes(field) && !/^-?\d{1,15}(\.\d{1,6})?$/.test(value))
    return 'must be a plain number, with a point as decimal mark, not {value}. For example: "1234.50"';
  if (field === 'date' && !isDate(value)) return 'must be a date as YYYY-MM-DD, not {value}. For example: 2026-01-31';
  if (field !== 'description') return undefined;
  if (value.length > DESCRIPTION_MAX_CHARACTERS)
    return `is ${counted(value.length, 'character')} long; a description has at most ${DESCRIPTION_MAX_CHARACTERS}`;
  for (const [whole, name = ''] of value.matchAll(/\{(\w+)\}/g)) {
    if (TEMPLATE_NAMES.includes(name)) continue;
    const meant = nearest(name, TEMPLATE_NAMES);
    return `holds ${whole}, which is not known. ${meant === undefined ? `Known: ${TEMPLATE_NAMES.map((known) => `{${known}}`).join(' ')}` : `Did you mean "{${meant}}"?`}`;
  }
  return undefined;
}

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
