import type { JobKind } from '../core/job.ts';
import {
  type BookingField,
  type ContactField,
  type CustomFieldField,
  contactFields,
  customFieldFields,
} from '../core/job-fields.ts';

export type Field = BookingField | ContactField | CustomFieldField;

interface ShownKind {
  /** Its rows are lines of vouchers, which have amounts and are booked. Each row of the others is a record that is created. */
  readonly vouchers: boolean;
  /** Its jobs may ask for custom fields, which are created first and stand in no row. */
  readonly fieldsFirst?: true;
  /** Of a name there can be one only: nobody is asked what to do with what exists. */
  readonly once?: true;
  /** Fields of its rows, and those without which nothing is created. Vouchers have those of the way in which a row says its amount. */
  readonly fields?: readonly Field[];
  readonly needed?: readonly Field[];
}

/** What the screens know of the kinds of jobs: none asks for a kind by its name. A new kind is a line here, and its words. */
const KINDS: Readonly<Record<JobKind, ShownKind>> = {
  bookings: { vouchers: true },
  contacts: { vouchers: false, fieldsFirst: true, fields: contactFields, needed: ['name'] },
  'custom-fields': { vouchers: false, once: true, fields: customFieldFields, needed: ['name', 'model', 'type'] },
};

export const KIND_NAMES = Object.keys(KINDS) as readonly JobKind[];
/** The kind that answers leave out. */
export const UNNAMED: JobKind = 'bookings';

export function shownKind(kind: JobKind = UNNAMED): ShownKind {
  return KINDS[kind];
}

export function hasVouchers(kind?: JobKind): boolean {
  return shownKind(kind).vouchers;
}

/** What its entries are called, and what is done with them: by these names the dictionaries have words. */
export function sortOf(kind: JobKind): 'vouchers' | 'records' {
  return hasVouchers(kind) ? 'vouchers' : 'records';
}
