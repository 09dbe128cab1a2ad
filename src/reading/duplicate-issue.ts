import type { Facts } from '../core/facts.ts';
import type { Answer } from '../core/issue.ts';
import type { EntryIssue } from './entry.ts';

/** Where the same entry was booked before. */
export interface EarlierEntry {
  readonly id: string;
  readonly file: string;
  /** As people call it: `12`, `Februar!12`. */
  readonly row: string;
  /** It is on its way, or in doubt. */
  readonly isOpen?: boolean;
}

/** The same entry was booked by an earlier import. */
export function duplicateIssue(key: string, earlier: EarlierEntry): EntryIssue {
  return {
    issue: {
      code: 'duplicate',
      value: earlier.id,
      facts: { file: earlier.file },
      message: `Booked before, by import ${earlier.id} (${earlier.file}).`,
      suggestion:
        'Nothing to do if the file was exported twice. A single new booking can be booked from the dashboard. To book all that this file has twice, set onDuplicate: book in the job, retry, and take it out of the job again.',
    },
    detail: `${named(key)} was booked from row ${earlier.row} of ${earlier.file} by import ${earlier.id}.`,
    facts: { row: earlier.row },
  };
}

/** The same voucher was booked before, with other content. @param differences field by field; empty where they are not known */
export function changedIssue(
  key: string,
  date: string,
  earlier: EarlierEntry,
  differences = '',
  facts: Facts = {},
): EntryIssue {
  return {
    issue: {
      code: 'entry-changed',
      value: earlier.id,
      facts: { file: earlier.file },
      message: `A voucher of the same number and date was booked before with other content, by import ${earlier.id} (${earlier.file}).`,
      suggestion:
        'If the earlier booking was wrong, reverse it in the service. If this is another voucher, give it another number.',
    },
    detail: `${named(key)} of ${date} was booked with other content from row ${earlier.row} of ${earlier.file} by import ${earlier.id}.${differences === '' ? '' : ` What differs: ${differences}.`}`,
    facts: { row: earlier.row, ...facts },
  };
}

/** The same amount of a day in another currency is booked at another rate, or on its way. */
export function rateChanged(date: string, earlier: EarlierEntry): EntryIssue {
  return {
    issue: {
      code: 'entry-changed',
      value: earlier.id,
      variant: 'rate',
      facts: { file: earlier.file },
      message: `Import ${earlier.id} (${earlier.file}) has the same amount of the same day in its own currency at another rate.`,
      suggestion:
        'If the bank revised the rate, skip it in the dashboard, and correct the booking in the service. If it is another payment, book it there.',
    },
    detail: `The row of ${date} stands at another rate in row ${earlier.row} of ${earlier.file} (import ${earlier.id}).`,
    facts: { row: earlier.row },
  };
}

/** A person answered that an entry is the same as one that was sent before. */
export function alreadySent(
  key: string,
  earlier: EarlierEntry | undefined,
  { who, reason }: Pick<Answer, 'who' | 'reason'>,
): EntryIssue {
  const where = earlier === undefined ? '' : ` as row ${earlier.row} of ${earlier.file} (import ${earlier.id})`;
  return {
    issue: {
      code: 'duplicate',
      value: `answer: ${who}`,
      variant: 'answered',
      facts: { who, reason },
      message: `${who} said that these were sent before: ${reason}`,
    },
    detail: `${named(key)} is the same${where}, said ${who}: ${reason}`,
  };
}

/** What an entry waited for was told in other words than its own, and was given up: others may be the same by now. */
export function twinGivenUp(importId: string): EntryIssue {
  return {
    issue: {
      code: 'twin-given-up',
      message: 'The voucher of another file that it waited for is not booked after all.',
      suggestion: `Have it compared with all others once more: bilag retry ${importId}`,
    },
    detail: null,
  };
}

/** A row repeats an earlier one of its file, of which nothing was created. */
export function repeatedGivenUp(importId: string, row: string, earlier: string): EntryIssue {
  return {
    issue: {
      code: 'twin-given-up',
      message: 'The earlier row of this file that it repeats is not created.',
      suggestion: `Correct the earlier row or skip it, then have this one compared once more: bilag retry ${importId}`,
      variant: 'repeated',
    },
    detail: `Row ${row} repeats row ${earlier} of this file, which is not created.`,
    facts: { row: earlier },
  };
}

function named(key: string): string {
  return key === '' ? 'The voucher' : `Voucher ${key}`;
}

/** Why an entry waits for another import. @param file of that import; @param state its state */
export function waitWords(file: string, state: string): string {
  return state === 'in-doubt'
    ? `${file} sent the same voucher; whether the service has it is not known.`
    : `${file} is to send the same voucher, and has not yet.`;
}
