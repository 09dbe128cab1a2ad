import type { Contradiction } from '../core/outcome.ts';
import type { ImportState } from '../core/states.ts';
import signIn from './screens/sign-in/words.en.ts';
import reading from './text/reading-words.en.ts';
import type { Outcome } from './words.ts';

export default {
  nav: {
    imports: 'Imports',
    new: 'New import',
    doubt: 'Unconfirmed',
    jobs: 'Jobs',
    queues: 'Queues',
    failed: 'Rows with errors',
  },
  search: 'Search vouchers',
  skipToContent: 'Skip to the content',
  signOut: 'Sign out',
  /** On the button that opens what belongs to the person. */
  more: (name: string) => `${name}: account and language`,
  language: 'Language',
  loading: 'Loading…',
  again: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  reason: 'Reason',
  live: 'Live',
  notFound: 'There is nothing at this address.',
  toImports: 'To the imports',
  older: 'Older',
  newer: 'Newer',
  mayNot: (role: string) => `This needs the role ${role}.`,
  state: {
    planning: 'Being checked',
    planned: 'Ready to book',
    posting: 'Posting',
    completed: 'Booked',
    'partly-booked': 'On hold',
    rejected: 'Rejected',
    'in-doubt': 'Unconfirmed',
    cancelled: 'Cancelled',
  } satisfies Record<ImportState, string>,
  outcome: {
    booked: 'booked',
    pending: 'not sent yet',
    inDoubt: 'unconfirmed',
    held: 'on hold',
    rejected: 'rejected',
    duplicate: 'already booked',
    skipped: 'skipped',
  } satisfies Record<Outcome, string>,
  /** How a reply contradicts its request. */
  contradiction: {
    count: (said: string, sent: string) => `entries in its reply: ${said}, sent: ${sent}`,
    failed: (said: string) => `its reply says that it failed (${said})`,
    error: (said: string) => `its reply holds an error (${said})`,
    'no-ids': (said: string) => `its reply is ${said}, and this service is known to answer with IDs`,
  } satisfies Record<Contradiction['what'], (said: string, sent: string) => string>,
  rows: (n: number, shown: string) => `${shown} ${n === 1 ? 'row' : 'rows'}`,
  entries: (n: number, shown: string) => `${shown} ${n === 1 ? 'voucher' : 'vouchers'}`,
  /** What keeps bilag from its work: what it is, and what bilag does about it. */
  inEnglish: 'Details in English',
  trouble: {
    since: 'Since',
    next: 'Next attempt',
    bilag: {
      what: 'bilag is not responding',
      does: 'What you see may be out of date.',
    },
    troubled: {
      what: 'The accounting service is not responding',
      does: 'Nothing is lost. bilag waits, and tries again by itself.',
    },
    refused: {
      what: 'The accounting service rejects bilag’s credentials',
      does: 'Nothing is lost. Replace the token; bilag tries again by itself.',
    },
    'asked-to-wait': {
      what: 'The accounting service asks bilag to wait',
      does: 'Nothing is lost. Posting goes on by itself.',
    },
    redis: {
      what: 'Redis is not responding',
      does: 'Nothing is lost: files are received. bilag goes on by itself when Redis is back.',
    },
    ledger: {
      what: 'Another program keeps bilag’s ledger locked',
      does: 'Nothing can be written until it lets go. bilag tries again by itself.',
    },
    disk: {
      what: 'The disk of bilag is nearly full, or can’t be used',
      does: 'Make room on it: until then files may be refused.',
    },
  },
  stateWaits: 'Waits for another import',
  /** Of one that was cancelled when some of it was booked already. */
  stateCancelledPartly: 'Cancelled, partly booked',
  waits: (n: number, shown: string) => `${shown} ${n === 1 ? 'voucher waits' : 'vouchers wait'} for`,
  waitsWhy: {
    'in-doubt': 'it sent the same voucher, and whether the service has it is not known.',
    pending: 'it has the same voucher, and has not sent it yet.',
  },
  /** Those who do something and are no people, by the names under which the history has them. */
  others: { inbox: 'the inbox', schedule: 'the schedule', probe: 'bilag’s look-up' },
  /** What a file says of itself, in its column with the running balance. */
  balance: {
    title: 'Balance',
    ofFile: 'of the file',
    opening: 'Opening',
    closing: 'Closing',
    more: (shown: string) => `… and ${shown} more accounts`,
  },
  signIn,
  reading,
};
