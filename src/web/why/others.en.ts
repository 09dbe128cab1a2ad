import type { OtherWords } from './facts.ts';

/** What is told of bilag itself, of receipts, and of definitions that a form makes. */
export default {
  'problem/amount-wrong': () => 'Enter a plain number with a point as decimal mark: 1234.50',
  'problem/currency-wrong': () => 'Enter the currency with three letters: NOK',
  'problem/date-wrong': () => 'Enter the date as year-month-day: 2026-01-31',
  'problem/flags-wrong': () => 'Enter what means debit and what means credit, each in one of the two fields only.',
  'problem/key-beyond': (f) => `${f('key')} can’t be set here.`,
  'problem/key-wrong': (f) => `The job is not valid here: ${f('key')}`,
  'problem/missing': (f) => `Missing: ${f.field('field')}`,
  'problem/pattern-wrong': () => 'This is not a valid regular expression.',
  'problem/same-column': (f) => `The column ${f('column')} is already used (${f.field('field')}). Choose another one.`,
  'problem/service-wrong': () => 'This service is not set up.',
  'problem/text-wrong': () =>
    'The text is too long, or holds an unknown name in braces. Known are {file}, {row} and the fields of the job.',

  'waits/service': () => 'The accounting service is not responding. bilag waits for it.',
  'waits/turn': () => 'Another import is being checked first.',

  'wrong/books-lack': (f) =>
    `Batch ${f('batch')} was declared booked by ${f('who')} (“${f('reason')}”), but the service did not book it. Its vouchers may be missing in the books.\nLook for them in the service, and answer under “Unconfirmed”.`,
  'wrong/books-twice': (f) =>
    `Batch ${f('batch')} was declared not booked by ${f('who')} (“${f('reason')}”) and sent again, but it had been booked. Its vouchers may be in the books twice.\nLook in the service, reverse the second, and answer under “Unconfirmed”.`,
  'wrong/entries-lost': (f) => `Vouchers planned: ${f('planned')}; accounted for: ${f('placed')}.`,
  'wrong/rows-lost': (f) => `Rows read: ${f('read')}; accounted for: ${f('placed')}.`,
  'wrong/sum-lost': (f) =>
    `${f('account') ? `Account ${f('account')}` : f.field('side')}: in the file ${f.amount('file')}, accounted for ${f.amount('placed')}.`,
} satisfies OtherWords;
