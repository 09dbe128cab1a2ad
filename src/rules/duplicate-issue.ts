import type { EntryIssue } from './check-entry.ts';

/** Where the same entry was booked before. */
export interface EarlierEntry {
  readonly id: string;
  readonly file: string;
  readonly row: number;
}

/** The same entry was booked by an earlier import. */
export function duplicateIssue(key: string, earlier: EarlierEntry): EntryIssue {
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
