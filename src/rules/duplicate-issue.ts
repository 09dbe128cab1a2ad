import type { JobKind } from '../domain/job.ts';
import type { EntryIssue } from './check-entry.ts';

/** Where the same entry was booked before. */
export interface EarlierEntry {
  readonly id: string;
  readonly file: string;
  readonly row: number;
}

/** The same entry was booked by an earlier import. */
export function duplicateIssue(key: string, earlier: EarlierEntry, kind: JobKind = 'bookings'): EntryIssue {
  if (kind !== 'bookings') return createdBefore(key, earlier, kind);
  return {
    issue: {
      code: 'duplicate',
      value: earlier.id,
      message: `Booked before, by import ${earlier.id} (${earlier.file}).`,
      suggestion:
        'Nothing to do if the file was exported twice. If it is a new booking, set onDuplicate: book in the job and retry.',
    },
    detail: `${named(key)} was booked from row ${earlier.row} of ${earlier.file} by import ${earlier.id}.`,
  };
}

/** The same contact, or custom field, was created by an earlier import, though the service does not show it. */
function createdBefore(key: string, earlier: EarlierEntry, kind: 'contacts' | 'custom-fields'): EntryIssue {
  const what = kind === 'contacts' ? 'contact' : 'custom field';
  return {
    issue: {
      code: 'duplicate',
      value: earlier.id,
      message: `Created before, by import ${earlier.id} (${earlier.file}), though the service did not show it.`,
      suggestion:
        kind === 'contacts'
          ? 'Look for it in the service. If it was deleted there and is to be created again, set onDuplicate: book in the job and retry.'
          : 'Look for it in the service, and activate it there if it is not active.',
    },
    detail: `The ${what} ${key} was created from row ${earlier.row} of ${earlier.file} by import ${earlier.id}.`,
  };
}

/** The same voucher was booked before, with other lines. */
export function changedIssue(key: string, date: string, earlier: EarlierEntry): EntryIssue {
  return {
    issue: {
      code: 'entry-changed',
      value: earlier.id,
      message: `A voucher of the same number and date was booked before with other lines, by import ${earlier.id} (${earlier.file}).`,
      suggestion:
        'If the earlier booking was wrong, reverse it in the service. If this is another voucher, give it another number.',
    },
    detail: `${named(key)} of ${date} was booked with other lines from row ${earlier.row} of ${earlier.file} by import ${earlier.id}.`,
  };
}

function named(key: string): string {
  return key === '' ? 'The entry' : `Entry ${key}`;
}
