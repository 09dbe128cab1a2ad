import { counted } from '../../counted.en.ts';
/** Words of the list of accounts, or of VAT codes, to choose from. */
export default {
  suggested: 'Suggested',
  of: {
    account: {
      list: 'Accounts',
      all: (total: string) => `${counted(total, 'account')}: type a number or a name`,
      found: (typed: string, found: string, total: string) =>
        `${found} with “${typed}”, of ${counted(total, 'account')}`,
      none: 'No account fits. Create it in the service, then try again.',
    },
    'vat-type': {
      list: 'VAT codes',
      all: (total: string) => `${total} VAT codes: type a code or a name`,
      found: (typed: string, found: string, total: string) => `${found} with “${typed}”, of ${total} VAT codes`,
      none: 'No VAT code fits. Create it in the service, then try again.',
    },
  },
  /** Why a value is suggested. */
  why: {
    replaced: (times: string, all: string, day: string) =>
      `Used instead in ${times} of ${counted(all, 'voucher')}, last on ${day}`,
    rate: (percent: string) => `The only code with ${percent}%`,
    nearest: 'Closest to what the file says',
  },
  reading: 'The service is being asked…',
  away: (since: string) => `The service is not responding. As of ${since}.`,
  awayUnread: 'The service is not responding. Only what earlier files used is listed.',
  otherBooks: 'The service keeps the books of another company now. What is listed is of this one.',
  partial: 'The service may have more than it lists. You can type the number.',
};
