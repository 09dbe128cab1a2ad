import type { IssueCode } from '../core/issue.ts';
import { kindOf } from '../kinds/kinds.ts';

/**
 * What a person can do about entries that wait: `set` puts a value in the place of another in all of them, `edit` corrects
 * cells, `skip` leaves them out with a reason, `book` books what looks like a duplicate, `retry` hands them in as they are,
 * after something else was corrected.
 */
export type Correction = 'set' | 'edit' | 'skip' | 'book' | 'retry';

/** A value that is wrong wherever it stands: another takes its place, or the service or the job gets to know it. */
const VALUE: readonly Correction[] = ['set', 'edit', 'skip', 'retry'];
/** Something is wrong with this row, or this entry, alone. */
const CELLS: readonly Correction[] = ['edit', 'skip'];
/** Something is wrong with this row alone, or the job has to say how such rows are meant. */
const AFTER_JOB: readonly Correction[] = ['edit', 'skip', 'retry'];
/** A question about the whole file, whose answer counts for all: here is what can be done about one entry instead. */
const ROWS_MEANT: readonly Correction[] = ['skip', 'edit', 'retry'];
/** It may be there already. */
const EXISTS: readonly Correction[] = ['skip', 'book', 'edit', 'retry'];

const CORRECTIONS: Readonly<Partial<Record<IssueCode, readonly Correction[]>>> = {
  'account-unknown': VALUE,
  'account-invalid': VALUE,
  'account-ambiguous': VALUE,
  'vat-unknown': VALUE,
  'vat-ambiguous': VALUE,
  'gross-differs': AFTER_JOB,
  'vat-differs': AFTER_JOB,
  'percent-unclear': AFTER_JOB,
  'country-unknown': VALUE,
  'field-type-unknown': VALUE,
  'model-unknown': VALUE,
  'model-ambiguous': VALUE,
  'flag-invalid': VALUE,
  'sign-unknown': VALUE,
  'date-invalid': VALUE,
  'date-zone': VALUE,
  'custom-value-invalid': VALUE,
  'currency-differs': ['edit', 'skip', 'retry'],
  'phone-country-missing': ['edit', 'skip', 'retry'],
  'entry-changed': ['edit', 'book', 'skip', 'retry'],
  duplicate: EXISTS,
  'rows-repeated': ROWS_MEANT,
  'numbers-restart': ROWS_MEANT,
  'date-changed': ['book', 'skip', 'edit', 'retry'],
  'other-series': ['book', 'skip', 'edit', 'retry'],
  'text-changed': ['book', 'skip', 'edit', 'retry'],
  'day-changed': ['book', 'skip', 'edit', 'retry'],
  'key-differs': ['book', 'skip', 'edit', 'retry'],
  'numbers-differ': ['book', 'skip', 'edit', 'retry'],
  'read-differently': ['book', 'skip', 'edit', 'retry'],
  'skipped-before': ['book', 'skip', 'edit'],
  'balance-broken': ['edit', 'skip', 'retry'],
  'contact-exists': EXISTS,
  'contact-ambiguous': ['edit', 'book', 'skip', 'retry'],
  'field-exists': ['edit', 'skip', 'retry'],
  'field-missing-in-service': ['retry', 'skip', 'edit'],
  'service-rejected': ['edit', 'retry', 'skip'],
  'twin-given-up': ['retry', 'skip', 'edit'],
  cancelled: ['retry', 'skip', 'edit'],
  'custom-values-ignored': ['retry', 'skip', 'edit'],
};

/** Codes of what looks as if it were there already: a person may say that it is not, and nobody else. */
export const LOOKS_BOOKED: readonly IssueCode[] = (Object.keys(CORRECTIONS) as IssueCode[]).filter((code) =>
  CORRECTIONS[code]!.includes('book'),
);

/** What makes sense for a cause, the likeliest first. */
export function correctionsOf(code: IssueCode, kind: string, hasValue: boolean): readonly Correction[] {
  const ways = CORRECTIONS[code] ?? CELLS;
  const isUnique = kindOf(kind).records?.once === true;
  // Without a value there is nothing to be replaced.
  return ways.filter((way) => (way !== 'set' || hasValue) && (way !== 'book' || !isUnique));
}
