import type { JobAnswers } from '../../../core/job-answers.ts';
import { type Field, hasVouchers, shownKind } from '../../kinds.ts';
import { fieldsOf, hasFigures, type JobForm, type Reading, TWO_COLUMNS } from './form.ts';
import type { Look } from './shapes.ts';

type Definition = Record<string, unknown>;

/** The definition of a job (design, section 5) that a form says: what is as usual is left out. */
export function definitionOf(form: JobForm, reading: Reading, look: Look, answers: JobAnswers = {}): Definition {
  const { kind, service, sign, skip, onDuplicate } = form;
  const { creditSign, currency, per, dates, accounts, vatCodes, contraAccount, ...inFile } = answers;
  const isVouchers = hasVouchers(kind);
  const withAmount = isVouchers && fieldsOf(form).includes('amount');
  const hasContra = fieldsOf(form).includes('contraAccount');
  const definition = {
    kind,
    service,
    file: said({ ...fileOf(reading, look), ...inFile, ...(dates && { dates: [dates] }) }),
    columns: numbered(columnsOf(form), per),
    sign:
      withAmount && sign.column !== ''
        ? { column: sign.column, debit: valuesIn(sign.debit), credit: valuesIn(sign.credit) }
        : undefined,
    negate: (withAmount && form.negate) || undefined,
    currency: isVouchers ? (currency ?? form.currency.trim()) : undefined,
    rate: isVouchers ? rateOf(form) : undefined,
    creditSign,
    defaults: said({ contraAccount: hasContra ? contraAccount : undefined, ...defaultsOf(form) }),
    vat: isVouchers ? said({ codes: vatCodes, ...vatOf(form) }) : undefined,
    accounts: isVouchers ? accounts : undefined,
    skip: skip.column !== '' && skip.matches !== '' ? [{ column: skip.column, matches: skip.matches }] : undefined,
    onDuplicate: shownKind(kind).once || onDuplicate === 'hold' ? undefined : onDuplicate,
  };
  return said(definition) ?? {};
}

/** What is said of a group; undefined where that is nothing. */
function said(group: Definition): Definition | undefined {
  const there = Object.entries(group).filter(([, value]) => value !== undefined && value !== '');
  return there.length === 0 ? undefined : Object.fromEntries(there);
}

/** Amounts in another currency are booked by their rate. */
function rateOf({ rate, ratePer }: JobForm): Definition | undefined {
  if (rate === '') return undefined;
  return said({ column: rate, per: ratePer === '1' ? undefined : Number(ratePer) });
}

/** The key of vouchers whose numbers start again. */
function numbered({ entry, ...columns }: Definition, per: JobAnswers['per']): Definition {
  if (entry === undefined || per === undefined) return { ...(entry !== undefined && { entry }), ...columns };
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
function figuresOf({ columns: { amount }, net, vatAmount }: JobForm): Definition | undefined {
  return said({ gross: amount, net, vat: vatAmount });
}

function vatOf({ vat, percent }: JobForm): Definition {
  return { default: vat === 'account' ? vat : undefined, percent };
}

function defaultsOf(form: JobForm): Definition | undefined {
  return said(Object.fromEntries(fieldsOf(form).map((field) => [field, form.defaults[field]?.trim()])));
}

function valuesIn(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
