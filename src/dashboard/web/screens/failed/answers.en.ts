import type { QuestionCode } from '../../../../domain/issue.ts';

/** What becomes of the entries by each answer to a question about the whole file. */
export default {
  'rows-repeated': {
    once: 'Each voucher is booked with its rows once; the copies are skipped.',
    meant: 'Each voucher is booked with all of its rows.',
  },
  'numbers-restart': {
    separate: 'Each date is booked as a voucher of its own.',
    together: 'All rows of one number are booked as one voucher.',
  },
  'date-changed': {
    same: 'They are not booked again; the date in the service stays as it is.',
    different: 'They are booked too.',
  },
  'other-series': {
    same: 'They are not booked; each then waits for itself, with what differs.',
    different: 'They are booked as new vouchers.',
  },
  'text-changed': {
    same: 'They are not booked again; the text in the service stays as it is.',
    different: 'They are booked too.',
  },
  'key-differs': { same: 'They are not booked again.', different: 'They are booked too.' },
  'numbers-differ': { same: 'They are not booked again.', different: 'They are booked too.' },
  'skipped-before': { same: 'They are not booked.', different: 'They are booked, though they were skipped before.' },
} satisfies Record<QuestionCode, Readonly<Record<string, string>>>;
