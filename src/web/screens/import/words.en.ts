import { agree, counted } from '../../counted.en.ts';
import batches from './batch-words.en.ts';
import events from './event-words.en.ts';
import type { SayCounts } from './say.tsx';

const vouchers = (n: number) => agree(n, 'voucher');
const is = (n: number) => agree(n, 'is', 'are');
const NOUNS = { bookings: 'voucher', contacts: 'contact', 'custom-fields': 'custom field' } as const;
type Of = Pick<SayCounts, 'kind'>;
const nounOf = ({ kind }: Of, n: number) => agree(n, NOUNS[kind]);
const doneOf = ({ hasVouchers }: SayCounts) => (hasVouchers ? 'booked' : 'created');

export default {
  takenIn: 'received',
  by: (name: string) => `by ${name}`,
  print: 'Print receipt',
  next: 'What to do next',
  /** How it stands, in one sentence. */
  say: {
    planning: () => 'The file is being checked. Nothing has been sent.',
    posting: (of: SayCounts) =>
      `Posting: ${of.booked} of ${of.planned} ${nounOf(of, of.n.planned)} ${is(of.n.booked)} ${doneOf(of)}. You can leave this page.`,
    planned: (of: SayCounts) =>
      `${of.planned} ${nounOf(of, of.n.planned)} ${is(of.n.planned)} ready to be ${doneOf(of)}. Nothing has been sent.`,
    completed: () => 'Nothing is left to do.',
    rejected: (of: SayCounts) =>
      `The file was rejected, and nothing was sent. ${of.asks ? 'Answer the question; the job remembers the answer.' : 'Fix the file and upload it again, or fix the job.'}`,
    cancelled: () => 'Cancelled. Nothing was sent.',
    'partly-booked': (of: SayCounts) =>
      [
        of.n.waiting > 0 &&
          `${of.waiting} ${nounOf(of, of.n.waiting)} ${is(of.n.waiting)} on hold until you fix ${agree(of.n.waiting, 'it', 'them')}.`,
        of.n.already > 0 &&
          `${of.already} ${vouchers(of.n.already)} ${is(of.n.already)} already booked by an earlier import: skip ${agree(of.n.already, 'it', 'them')}, or book what is new.`,
        of.n.booked > 0
          ? `${of.booked} ${nounOf(of, of.n.booked)} ${is(of.n.booked)} ${doneOf(of)}.`
          : of.n.already === 0 && `Nothing is ${doneOf(of)} yet.`,
      ]
        .filter(Boolean)
        .join(' '),
    'in-doubt': (of: SayCounts) =>
      `${of.inDoubt} ${nounOf(of, of.n.inDoubt)} ${is(of.n.inDoubt)} unconfirmed: sent without an answer. Nothing is sent again until that is settled.`,
    stopped: (of: SayCounts) =>
      `Cancelled: ${of.booked} ${nounOf(of, of.n.booked)} ${is(of.n.booked)} ${doneOf(of)}, ${of.waiting} ${is(of.n.waiting)} not.`,
    waits: (of: SayCounts) =>
      `${of.pending} ${nounOf(of, of.n.pending)} ${agree(of.n.pending, 'waits', 'wait')} for another import and ${agree(of.n.pending, 'continues', 'continue')} when it is settled.`,
    ending: () => 'Cancelling: nothing more is sent.',
  },
  settleOther: (file: string) => `Settle ${file}`,
  ofWhichRejected: (shown: string) => `of which rejected by the service: ${shown}`,
  pendingWaits: (shown: string) => `${counted(shown, 'voucher waits', 'vouchers wait')} for another import`,
  fix: (n: number, shown: string, of: Of) => `Fix ${shown} ${nounOf(of, n)}`,
  check: (n: number, shown: string, of: Of) => `Check ${shown} ${nounOf(of, n)}`,
  see: (n: number, shown: string, of: Of) => `See ${shown} ${nounOf(of, n)}`,
  settle: (_n: number, shown: string) => `Settle ${shown} unconfirmed`,
  planChanged: 'If the job has changed since, the file is checked again first.',
  blocked: 'On hold',
  rowsRead: (shown: string) => `${counted(shown, 'row')} read`,
  bookedOf: {
    vouchers: (done: string, all: string) => `${done} of ${counted(all, 'voucher')} booked`,
    records: (done: string, all: string) => `${done} of ${all} created`,
  },
  inDoubt: (n: number, shown: string, of: Of) => `${shown} ${nounOf(of, n)} unconfirmed`,
  held: (n: number, shown: string, of: Of) => `${shown} ${nounOf(of, n)} on hold`,
  already: (n: number, shown: string) => `${shown} ${vouchers(n)} already booked`,
  book: (n: number, shown: string, money: string) => `Book ${shown} ${vouchers(n)}${money}`,
  action: {
    create: 'Create them',
    again: 'Import again',
    retry: 'Try again…',
    cancel: 'Cancel what is not sent…',
    answer: 'Answer and import…',
    bring: 'Upload the corrected file',
  },
  bookingBegun: 'The vouchers are being booked.',
  begunAgain: 'The file is being checked again.',
  correctionsLeft: (who: string) => `Corrections by ${who} that are not booked yet are left as they are.`,
  retried: 'What was on hold is being tried again.',
  nothingLeft: 'Nothing is left to do.',
  cancelTitle: 'Cancel what is not sent',
  cancelAbout: 'What is booked stays booked, and requests under way are completed. The reason is kept in the history.',
  cancelledWhole: 'Cancelled. Nothing more is sent.',
  cancelled: (_n: number, withdrawn: string, sending: number, shown: string) =>
    `Cancelled: ${counted(withdrawn, 'voucher')} will not be sent${sending > 0 ? `, ${shown} ${is(sending)} on the way` : ''}.`,
  progress: 'Progress',
  steps: {
    taken: 'Received',
    planning: 'Checking',
    planned: 'Checked',
    posting: 'Posting',
    booked: 'Booked',
    doubt: 'Unconfirmed',
    waits: 'Waiting for you',
    complete: 'Complete',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  },
  retryTitle: 'Try what is on hold again?',
  retryAnswer: (n: number, shown: string) => `Try ${shown} ${vouchers(n)} again`,
  retryAbout: (n: number, shown: string, rows: string) =>
    `${shown} ${vouchers(n)} (${counted(rows, 'row')}) will be checked again with the job as it is now. Those without errors are booked.`,
  retryCancelled: (n: number, shown: string, rows: string) =>
    `Include ${shown} cancelled ${vouchers(n)} (${counted(rows, 'row')})`,
  money: 'Money',
  receipt: 'Receipt',
  asOf: (currency: string | undefined, at: string) =>
    `${currency === undefined ? '' : `${currency === '' ? 'Debit' : `${currency}, debit`}. `}As of ${at}`,
  noCorrections: 'no corrections',
  ofWhichSkipped: (shown: string) => `of which skipped ${shown}`,
  besidesAlready: (shown: string) => `already booked: ${shown}`,
  addsUp: 'It adds up.',
  proofOf: (first: string, last: string) => `For every account: ${first} = ${last}.`,
  remappedAbout: '“Another account”: booked earlier, on another account than the job names today.',
  outOfBalance: (shown: string) => `The file is out of balance by ${shown}.`,
  addsUpNot: 'The receipt does not add up',
  sumDiffers: (placed: string, read: string) => `Rows read: ${read}; accounted for: ${placed}.`,
  compare: 'Compare the accounting service with the audit trail before you do anything else.',
  soFar: 'Posting continues.',
  where: 'Rows and vouchers',
  rows: 'Rows',
  entriesOf: { vouchers: 'Vouchers', records: 'Records' },
  read: 'Read from the file',
  fieldsCount: 'Custom fields',
  createdWords: {
    created: 'created',
    existing: 'already there',
    held: 'on hold',
    rejected: 'rejected',
    inDoubt: 'unconfirmed',
  },
  outcomeStopped: 'cancelled',
  outcomeCreated: { booked: 'created', duplicate: 'already there' },
  bothWays: 'Debit and credit on the same account',
  bothWaysAbout: 'included in debit and credit below, not in the amounts above',
  debit: 'Debit',
  accounts: 'Accounts',
  account: 'Account',
  place: {
    file: 'In the file',
    corrected: 'Corrected',
    remapped: 'Another account',
    booked: 'Booked',
    pending: 'Not sent yet',
    inDoubt: 'Unconfirmed',
    already: 'Already booked',
    notBooked: 'Not booked',
  },
  balance: 'Balance',
  replacedBy: (by: string) => `replaced by ${by}`,
  notInChart: 'not in the chart of accounts',
  credit: 'Credit',
  accountsAbout: 'VAT lines that the service adds are not included.',
  showAll: (shown: string) => `Show all ${shown}`,
  records: 'In the service',
  row: 'Row',
  name: 'Name',
  serviceId: 'Service ID',
  outcome: 'Outcome',
  made: { created: 'created', exists: 'already there' },
  noId: 'not given',
  moreRecords: (shown: string) => `${shown} more in the audit trail.`,
  fieldOfJob: 'required by the job',
  issues: 'Problems found',
  remarks: 'Good to know',
  cause: 'Cause',
  unmatched: {
    title: 'Rows without a matching rule',
    about: (rows: string, all: string, account: string) =>
      `${rows} of ${counted(all, 'row')} matched no rule in the job and got account ${account}.`,
    text: 'Text',
    noText: 'no text',
    amount: 'Amount',
    earlier: 'Earlier',
    rule: 'Rule',
    wentTo: (account: string, times: string, of: string) =>
      `account ${account} in ${times} of ${counted(of, 'earlier voucher')}`,
    make: 'Create rule…',
    makeFor: (text: string) => `Create a rule for “${text}”`,
    makeAbout: (job: string) =>
      `From now on, the job ${job} books rows with this text on the account below, whatever numbers the text contains. What is already booked is not changed.`,
    made: (account: string) => `account ${account} from now on`,
    fromNowOn: 'The rule applies from now on. A file that is checked but not booked yet is checked again first.',
    more: (shown: string) => `${shown} more.`,
  },
  firstRow: 'First row',
  settled: 'none on hold',
  reason: 'The whole file was rejected',
  reasonCancelled: 'The import was cancelled',
  reasonCorrection: 'The last correction could not be used',
  downloads: 'Download',
  failedXlsx: 'Rows with errors (Excel)',
  receiptJson: 'Receipt (JSON)',
  trailXlsx: 'Audit trail (Excel)',
  trailCsv: 'Audit trail (CSV)',
  original: 'Original file',
  correctionFile: (no: string, file: string) => `Correction ${no}: ${file}`,
  reading: 'How the file was read',
  technical: 'IDs and addresses',
  importId: 'Import',
  history: 'History',
  takeBack: 'Take back',
  takeBackAbout: 'What was skipped is put on hold again, as it was. Nothing is booked.',
  earlier: (n: number, shown: string) => `Show ${shown} earlier ${agree(n, 'line')}`,
  events,
  batches,
};
