import type { IssueCode } from '../../../../domain/issue.ts';

const advice: Partial<Record<IssueCode, string>> = {
  'account-unknown':
    'Use an account that is there for all of them, or create this one in the accounting service and retry.',
  'vat-unknown':
    'Use a VAT code that is there for all of them, or create this one in the accounting service and retry.',
  'date-invalid': 'Write the date as the others in the column are written.',
  'date-zone':
    'Name the time zone of the books in the job (file.timezone: Europe/Oslo) and retry, or write the date alone.',
  'amount-invalid': 'Write the amount as the others in the column are written.',
  'entry-unbalanced': 'Correct the amount that is wrong, so that the difference becomes zero.',
  'description-too-long': 'Shorten the text.',
  duplicate:
    'Skip them if the file was exported twice. If they are to be booked once more, say that they are no duplicates.',
  'entry-changed':
    'Compare with what was booked before. If both are right, book this one too; otherwise mend it, or skip it.',
  'rows-repeated':
    'Look whether the same rows were exported or pasted twice. One answer counts for all vouchers of the file that are so.',
  'numbers-restart':
    'Look whether the numbers begin again on another date, or whether one voucher has lines on several dates. One answer counts for all of them.',
  'date-changed':
    'Compare the dates with the vouchers. Was the date corrected after it was booked, they are the same; does the number begin again every month or year, they are others.',
  'other-series':
    'Look where the file comes from: another till or journal that numbers alike is another series. Does it come from the same one, the vouchers were changed since.',
  'text-changed':
    'Compare the texts. Banks often write a longer text once a payment is settled: then it is the same payment.',
  'key-differs': 'Compare a few of them with what was sent before. The numbers alone make no new vouchers.',
  'numbers-differ':
    'Compare a few of them with what was sent before: a program that numbers anew exports the same vouchers under other numbers.',
  'skipped-before': 'Read why they were skipped then. Does that still hold, they stay skipped.',
  cancelled: 'Retry to book them after all, or skip them.',
};

/** Where the server’s own suggestion speaks of the job’s file, and the screen has a better way. */
export default advice;
