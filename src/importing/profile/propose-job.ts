import type { Cell } from '../../core/cell.ts';
import {
  BOOKING_WORDS,
  CONTACT_WORDS,
  CUSTOM_FIELD_WORDS,
  FIRST_NAME,
  isCompanyHeader,
  isTotalHeader,
  LAST_NAME,
  plainHeader,
} from '../../reading/field-words.ts';
import type { FoundFigures } from '../../reading/find-figures.ts';
import { byName, columnFor, type Found, put, taken } from './named-columns.ts';
import { AMOUNT_LOOKS, type ColumnLook } from './profile-column.ts';
import type { Proposal, ProposedColumn } from './proposal.ts';
import { proposeBookings } from './propose-bookings.ts';
import { ratesIn } from './vat-rates.ts';

/** Fields of contacts beside the name that make a file one of contacts. */
const CONTACT_SIGNS = ['email', 'phone', 'postalCode', 'city', 'addressLine1', 'country'];
const CONTACT_SIGNS_LEAST = 2;

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

/** The columns of a name that stands in two; none where one column holds it, and not that of the company of a person. */
function nameOf(columns: readonly ColumnLook[], contacts: Found): ProposedColumn[] {
  const called = (name: RegExp) => columns.find(({ header }) => name.test(plainHeader(header)));
  const [first, last] = [called(FIRST_NAME), called(LAST_NAME)];
  const whole = columnFor(columns, contacts, 'name');
  if (first === undefined && last === undefined) return [];
  if (whole !== undefined && whole.look !== 'empty' && !isCompanyHeader(whole.header)) return [];
  contacts.delete('name');
  // One half of a name is not the person's: whether the company's is meant then, only a person can tell.
  if (first === undefined || last === undefined) return [];
  return [first, last].map(({ index }) => ({ field: 'name', column: index, why: 'name' }));
}
