import type { IssueCode } from '../../../core/issue.ts';

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
  'rows-repeated': 'Look whether the rows were exported or pasted twice.',
  'numbers-restart': 'Look whether the numbers begin again, or a voucher has lines on several dates.',
  'date-changed': 'Was the date corrected after it was booked, or do the numbers begin again?',
  'other-series': 'Another till or journal that numbers alike is another series.',
  'text-changed': 'Banks often write a longer text once a payment is settled.',
  'key-differs': 'Compare a few of them.',
  'numbers-differ': 'A program that numbers anew exports the same vouchers under other numbers.',
  'skipped-before': 'Look whether the reason still holds.',
  'balance-broken':
    'If a row is missing or stands twice, export the file again and import that one; nothing of this file is booked. If the rows are right, or you corrected them here, say so.',
  cancelled: 'Retry to book them after all, or skip them.',
};

/** Where the server’s own suggestion speaks of the job’s file, and the screen has a better way. */
export default advice;
