import type { Contradiction } from '../core/outcome.ts';
import type { ImportState } from '../core/states.ts';
import { counted } from './counted.en.ts';
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
  skipToContent: 'Skip to content',
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
    count: (said: string, sent: string) => `in the reply: ${said}, sent: ${sent}`,
    failed: (said: string) => `the reply reports a failure (${said})`,
    error: (said: string) => `the reply contains an error (${said})`,
    'no-ids': (said: string) => `the reply is ${said}, but this service normally answers with IDs`,
  } satisfies Record<Contradiction['what'], (said: string, sent: string) => string>,
  rows: (shown: string) => counted(shown, 'row'),
  entries: (shown: string) => counted(shown, 'voucher'),
  /** What an import brings, by its kind. */
  kinds: { bookings: 'bookings', contacts: 'contacts', 'custom-fields': 'custom fields' },
  /** What keeps bilag from its work: what it is, and what bilag does about it. */
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
      does: 'Nothing is lost. Posting continues by itself.',
    },
    redis: {
      what: 'Redis is not responding',
      does: 'Nothing is lost: files are still received. bilag continues by itself when Redis is back.',
    },
    ledger: {
      what: 'Another program has locked bilag’s ledger',
      does: 'Nothing can be saved until it is released. bilag tries again by itself.',
    },
    disk: {
      what: 'bilag’s disk is nearly full or can’t be used',
      does: 'Free up space. Until then, files may be rejected.',
    },
  },
  stateWaits: 'Waits for another import',
  /** Of one that was cancelled when some of it was booked already. */
  stateCancelledPartly: 'Cancelled, partly booked',
  waits: (_n: number, shown: string) => `${counted(shown, 'voucher waits', 'vouchers wait')} for`,
  waitsWhy: {
    'in-doubt': 'it sent the same voucher, and it is not known whether the service has it.',
    pending: 'it has the same voucher and has not sent it yet.',
  },
  /** Those who do something and are no people, by the names under which the history has them. */
  others: { inbox: 'the inbox', schedule: 'the schedule', probe: 'bilag’s look-up' },
  /** What a file says of itself, in its column with the running balance. */
  balance: {
    title: 'Balance',
    ofFile: 'of the file',
    opening: 'Opening',
    closing: 'Closing',
    more: (shown: string) => `… and ${shown} more`,
  },
  signIn,
  reading,
};
