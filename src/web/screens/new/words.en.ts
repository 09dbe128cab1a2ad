import { counted } from '../../counted.en.ts';
import picker from '../../parts/picker/picker-words.en.ts';
import type { IssueFacts } from '../../text/issue-facts.ts';
import form from './form-words.en.ts';
import plan from './plan-words.en.ts';

export default {
  about: 'Check before you post.',
  steps: 'Steps',
  step: { file: 'File', columns: 'Columns', check: 'Check', book: 'Book' },
  backToColumns: 'Back to columns',
  nothingYet: 'Nothing is booked yet.',
  drop: 'Drop files here',
  choose: 'Choose files',
  which: 'CSV or XLSX, as your bank, till or payroll exports it.',
  nothingBooked: 'Nothing is booked until you say so.',
  sending: (name: string) => `Sending ${name}`,
  tooMany: (most: number) => `At most ${counted(most, 'file')} at a time, please.`,
  files: (n: string) => counted(n, 'file'),
  filesTitle: 'Files',
  file: 'File',
  others: 'Choose other files',
  outcome: 'Check',
  sum: 'Amount',
  open: 'Open',
  jobOf: (file: string) => `Job for ${file}`,
  chooseJob: 'Choose a job…',
  noneFits: 'No job fits',
  openToMap: 'Open it, and say which column is what',
  removeFile: (file: string) => `Leave out ${file}`,
  received: 'Received: open the import',
  working: 'Working…',
  needYou: (shown: string) => `${counted(shown, 'file needs', 'files need')} you.`,
  bookFiles: (what: string, _files: number, shown: string) => `Book ${what} from ${counted(shown, 'file')}`,
  backToFiles: 'Back to all files',
  another: 'Choose another file',
  gone: 'The file was left for too long. Choose it again.',
  looking: 'Looking at the file…',
  rowsMore: (rows: string) => `more than ${rows}`,
  seenOf: (n: string) => `As the first ${counted(n, 'row shows', 'rows show')}. The check reads the whole file.`,
  as: {
    sheet: 'Sheet',
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    header: 'Names of the columns',
    decimal: 'Decimal mark',
    dates: 'Dates',
  },
  sheetWhy: (n: string) => `of ${n}: most known columns`,
  encodingWhy: {
    named: 'as chosen',
    mark: 'the file says so',
    nuls: 'every second byte is zero',
    plain: 'only the letters A to Z so far',
    valid: 'æ, ø and å are written so',
    'not-utf8': 'not UTF-8: older Windows programs write so',
  },
  delimiterWhy: (agreeing: string, columns: string) =>
    `${counted(agreeing, 'row has', 'rows have')} ${counted(columns, 'column')} with it`,
  delimiterNamed: 'as chosen',
  tab: 'tab',
  line: (n: string) => `row ${n}`,
  noHeader: 'none: columns have numbers',
  headerIn: (line: string) => `headings in row ${line}`,
  headerWhy: {
    'known-names': 'known names',
    'text-above-values': 'text, with values below',
    'first-row': 'the first row',
    none: 'the first rows hold values already',
    named: 'as chosen',
    job: 'it holds the columns of the job',
  },
  decimalIs: { ',': 'comma', '.': 'point' },
  datesAre: { dmy: 'day before month', mdy: 'month before day', plain: 'said by their form' },
  dateCells: 'cells of the workbook that are dates',
  shownBy: (value: string, line: string) => `“${value}” in row ${line} shows it`,
  formOf: (value: string) => `as in “${value}”`,
  noneNeeded: 'not needed',
  unsure: 'not certain',
  job: 'The job',
  jobHelp: 'A job says which column is what. Those that fit come first.',
  whichJob: 'Several jobs fit: choose one',
  inService: (name: string) => `in the service ${name}`,
  severalFit: 'Several jobs fit this file. Choose the one that it belongs to.',
  fits: 'fits',
  fitsNot: 'does not fit',
  newJob: 'A new job',
  newJobHelp: 'Say which column is what, and save it for the next file.',
  noJobFits: 'No job fits. Create one: much is filled in.',
  otherJobs: (n: string) => `Jobs that do not fit (${n})`,
  reads: 'reads',
  questions: (n: number, shown: string) =>
    n === 0 ? 'Your answers' : `${counted(shown, 'question')} before you go on`,
  restFound: 'The rest was found in the file',
  remembers: (job: string) => `Booked so, the job ${job} remembers it`,
  ask: {
    'date-ambiguous': {
      q: () => 'Does the day or the month come first?',
      why: ({ value, column }: IssueFacts) =>
        `“${value}” in column ${column} can be read in two ways, and no other date of the file shows which is right.`,
    },
    'date-mixed': {
      q: () => 'Which dates are right?',
      why: ({ column }: IssueFacts) =>
        `Some dates in column ${column} have the day first, and others the month. Those written otherwise are put on hold.`,
    },
    'decimal-ambiguous': {
      q: () => 'Is the decimal mark a comma or a point?',
      why: ({ value, column }: IssueFacts) =>
        `“${value}” in column ${column} can be read in two ways, and no other amount of the file shows which is right.`,
    },
    'decimal-mixed': {
      q: () => 'Is the decimal mark a comma or a point?',
      why: ({ value }: IssueFacts) =>
        `Some amounts have a comma, and others a point, as in “${value}”. Those written otherwise are put on hold.`,
    },
    'sheets-several': {
      q: () => 'Which sheets do you want to import?',
      why: () => 'Several sheets of the workbook hold rows for this job.',
    },
    'rows-hidden': {
      q: () => 'Do you want to import the hidden rows?',
      why: ({ value }: IssueFacts) => `Rows that are hidden in the workbook, or filtered out: ${value}.`,
    },
    'encoding-doubtful': {
      q: () => 'Which words are spelled right?',
      why: () => 'The letters of the file can be read in several ways, and none is certain.',
    },
    'credit-sign-ambiguous': {
      q: ({ column, variant }: IssueFacts) =>
        variant === 'word'
          ? `What do CR and DR in column ${column} mean?`
          : `What does the minus in column ${column} mean?`,
      why: ({ variant, value }: IssueFacts) =>
        variant === 'word'
          ? `The file has “${value}”. For a bank CR is money in, in a ledger it is money out.`
          : variant === 'most'
            ? 'Most amounts in it are negative.'
            : 'Every amount in it is negative.',
    },
    'currency-mixed': {
      q: () => 'Which currency are your books kept in?',
      why: ({ value }: IssueFacts) =>
        `The file has amounts in ${value}. Those in another currency than the books are put on hold.`,
    },
    'numbers-restart': {
      q: () => 'Do the voucher numbers start again with each date?',
      why: () => 'Rows of one voucher number have several dates, and those of each date balance alone.',
    },
  },
  option: {
    dates: { d: 'Day first', M: 'Month first', y: 'Year first' },
    decimal: { ',': 'Comma', '.': 'Point' },
    allSheets: 'All of them, as one file',
    creditWords: { negative: 'CR is money out', positive: 'CR is money in, as banks write it' },
    other: {
      take: 'Yes, like the others',
      skip: 'No, leave them out',
      negative: 'This file writes credit so',
      positive: 'A credit is taken back',
      date: 'Yes, each date is a voucher of its own',
      year: 'No, it is one voucher',
    },
  },
  /** What a person chooses for a cause, before anything is booked. */
  settle: {
    accounts: {
      choose: 'Choose account…',
      label: 'Account',
      said: (of: string, to: string) => `${of} is booked on ${to}`,
    },
    vatCodes: {
      choose: 'Choose VAT code…',
      label: 'VAT code',
      said: (of: string, to: string) => `VAT code ${of} is sent as ${to}`,
    },
    contraAccount: {
      choose: 'Choose account…',
      label: 'Contra account',
      said: (_: string, to: string) => `Rows without a contra account: ${to}`,
    },
    use: (what: string) => `Use ${what}`.trim(),
    takeBack: 'Take back',
  },
  corrects: (file: string) => `This file has rows with errors from ${file}.`,
  correctsHelp: 'The rows that wait there are corrected. Nothing is booked twice.',
  toImport: 'Open that import',
  takeIn: 'Fix those rows',
  book: 'Book',
  bookThis: { vouchers: (what: string) => `Book ${what}`, records: (what: string) => `Create ${what}` },
  takeAnyway: 'Import anyway',
  allBefore: 'All of it is already booked.',
  nothingToBook: 'Nothing can be booked yet. Import it, and fix the rows afterwards.',
  heldAfter: (what: string) => `On hold until you fix it: ${what}.`,
  booking: 'Importing…',
  before: 'Imported before',
  beforeHelp: 'What is already booked is not booked again.',
  toEarlier: 'Open the earlier import',
  bookAgain: 'Import again',
  jobName: 'Name of the job',
  saveAndBook: (book: string) => `Save the job and ${book.charAt(0).toLowerCase()}${book.slice(1)}`,
  planFirst: 'Check first.',
  planAgain: 'The form was changed: check again.',
  nameFirst: 'Give the job a name without spaces, such as “bank”. Its folder in the inbox gets the same name.',
  saveOnly: 'Save as a job file',
  saved: (name: string, path: string) => `The job ${name} is saved: ${path}`,
  asText: 'The job as text',
  asTextHelp: 'Rules, accounts, codes and schedules can be added here.',
  copy: 'Copy',
  copied: 'Copied',
  mayNot: 'New imports need the role operator.',
  form,
  plan,
  picker,
};
