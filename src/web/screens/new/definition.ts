import type { JobAnswers } from '../../../core/job-answers.ts';
import { type Field, hasVouchers, shownKind } from '../../kinds.ts';
import { fieldsOf, hasFigures, type JobForm, type Reading, TWO_COLUMNS } from './form.ts';
import type { Look } from './shapes.ts';

type Definition = Record<string, unknown>;

/** The definition of a job (design, section 5) that a form says: what is as usual is left out. */
export function definitionOf(form: JobForm, reading: Reading, look: Look, answers: JobAnswers = {}): Definition {
  const { kind, service, sign, negate, onDuplicate, skip } = form;
  const {
    creditSign,
    currency = form.currency.trim(),
    per,
    dates,
    accounts,
    vatCodes,
    contraAccount,
    ...inFile
  } = answers;
  const withAmount = hasVouchers(kind) && fieldsOf(form).includes('amount');
  return {
    kind,
    service,
    ...some('file', { ...fileOf(reading, look), ...inFile, ...(dates === undefined ? {} : { dates: [dates] }) }),
    columns: numbered(columnsOf(form), per),
    ...(withAmount && sign.column !== ''
      ? { sign: { column: sign.column, debit: listed(sign.debit), credit: listed(sign.credit) } }
      : {}),
    ...(withAmount && negate ? { negate: true } : {}),
    ...(hasVouchers(kind) && currency !== '' ? { currency } : {}),
    ...(creditSign === undefined ? {} : { creditSign }),
    ...some('defaults', {
      ...(contraAccount !== undefined && fieldsOf(form).includes('contraAccount') ? { contraAccount } : {}),
      ...defaultsOf(form),
    }),
    ...some('vat', vatOf(form, vatCodes)),
    ...(hasVouchers(kind) && accounts !== undefined ? { accounts } : {}),
    ...(skip.column !== '' && skip.matches !== '' ? { skip: [{ column: skip.column, matches: skip.matches }] } : {}),
    ...(!shownKind(kind).once && onDuplicate !== 'hold' ? { onDuplicate } : {}),
  };
}

/** The key of vouchers whose numbers start again. */
function numbered({ entry, ...columns }: Definition, per: JobAnswers['per']): Definition {
  if (entry === undefined || per === undefined) return { ...(entry === undefined ? {} : { entry }), ...columns };
  return { entry: { ...(typeof entry === 'string' ? { column: entry } : (entry as object)), per }, ...columns };
}

function fileOf(
  { sheet, header, delimiter, encoding, decimal, dates }: Reading,
  { kind, header: found }: Look,
): Definition {
  const said: Definition = { decimal, dates };
  if (kind === 'csv') Object.assign(said, { delimiter, encoding });
  else said['sheet'] = sheet === '' ? 'auto' : sheet;
  // That no row names the columns has to be said: a job looks for one.
  said['header'] = header === 'auto' && found.line === 0 ? 'none' : /^\d+$/.test(header) ? Number(header) : header;
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== 'auto'));
}

function columnsOf(form: JobForm): Definition {
  const named = fieldsOf(form).flatMap((field): (readonly [Field, unknown])[] => {
    const [first = '', second = ''] = [form.columns[field], TWO_COLUMNS.has(field) ? form.second[field] : ''];
    if (field === 'amount' && hasFigures(form)) return [[field, figuresOf(form)]];
    if (first === '') return [];
    return [[field, second === '' ? first : { all: [first, second] }]];
  });
  return Object.fromEntries(named);
}

/** The amount is the gross, where the net or the VAT beside it is named. */
function figuresOf({ columns: { amount = '' }, net, vatAmount }: JobForm): Definition {
  return Object.fromEntries(
    Object.entries({ gross: amount, net, vat: vatAmount }).filter(([, header]) => header !== ''),
  );
}

function vatOf({ kind, vat, percent }: JobForm, codes: JobAnswers['vatCodes']): Definition {
  if (!hasVouchers(kind)) return {};
  return {
    ...(codes === undefined ? {} : { codes }),
    ...(vat === 'account' ? { default: vat } : {}),
    ...(percent === '' ? {} : { percent }),
  };
}

function defaultsOf(form: JobForm): Definition {
  const given = fieldsOf(form).map((field) => [field, form.defaults[field]?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function some(key: string, group: Definition): Definition {
  return Object.keys(group).length === 0 ? {} : { [key]: group };
}

function listed(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
