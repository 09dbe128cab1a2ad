/** Accounts of the sandbox's company that anybody can book on. */
const ACCOUNTS = ['1500', '1900', '1920', '2400', '3000', '3100', '4300', '6300', '6800', '6900', '7140', '7770'];
/** The account that cards are paid from: the card job's own. */
export const CARD_ACCOUNT = '1920';
const UNKNOWN_ACCOUNTS = ['1998', '3998', '6998'];
export const LOCKED_ACCOUNTS = ['1501', '2401', '8800', '9999'];
/** The last day that the sandbox's books are closed for. */
const LOCKED_DATE = '2019-12-31';
const IMPOSSIBLE_DATE = '31.02.2026';
const NO_AMOUNT = 'ukjent';
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAYS = 300;
const DAY_MS = 86_400_000;
/** Share of the vouchers that have an error, where errors are wanted; and of card purchases that were made twice. */
const WITH_ERROR = 0.08;
const TWICE = 0.05;
/** Words that need quotes in a CSV file, escapes in a workbook, a request or a look-up. */
const PARTIES =
  'Møller Bil Skøyen|Rema 1000 Grünerløkka|Kiwi Årnes|Circle K Økern|Strøm & Nett AS|Posten Bring|O\'Learys Trondheim|Møbler "Oslo" AS|Leie; kontor 2. etg|50 % rabatt + frakt|<ukjent> kunde'.split(
    '|',
  );

/** What makes bilag hold an entry, by the code of the issue that it then names. */
const HELD = {
  'account-unknown': (voucher, random) => {
    random.pick(ownLines(voucher)).account = random.pick(UNKNOWN_ACCOUNTS);
  },
  'date-invalid': (voucher) => {
    voucher.dateCell = IMPOSSIBLE_DATE;
  },
  'amount-invalid': (voucher, random) => {
    random.pick(ownLines(voucher)).amountCell = NO_AMOUNT;
  },
  'entry-unbalanced': (voucher, random) => {
    random.pick(voucher.lines).cents += random.pick([1, -1, 100_000]);
  },
};
/** What only the service can know, and refuses. */
const REFUSED = {
  'locked-period': (voucher) => {
    voucher.date = LOCKED_DATE;
  },
  'locked-account': (voucher, random) => {
    random.pick(ownLines(voucher)).account = random.pick(LOCKED_ACCOUNTS);
  },
};
const ownLines = ({ lines }) => lines.filter(({ implied }) => !implied);

/**
 * @typedef {object} Voucher
 * @property {string} key its number
 * @property {string} text the description of all its lines, like no other's
 * @property {number} times rows that say the same: 2 for two equal purchases
 * @property {string} date `YYYY-MM-DD`
 * @property {string} [dateCell] what stands in the file instead
 * @property {'booked' | 'held' | 'rejected'} fate
 * @property {string} why the code where it is held, `locked-period` or `locked-account` where it is refused, else empty
 * @property {{ account: string, cents: number, amountCell?: string, implied?: true }[]} lines implied: the job says it, not the file
 */

/**
 * @param {import('./random.mjs').Random} random
 * @param {{ prefix: string, vouchers: number, errors: boolean, kind: 'journal' | 'card', party?: string }} options party: in
 *   every text
 * @returns {Voucher[]} that balance, but for the errors that were planted
 */
export function drawVouchers(random, { prefix, vouchers: count, errors, kind, party }) {
  const vouchers = Array.from({ length: count }, (_, at) => ({
    key: `${prefix}-${at + 1}`,
    text: `${prefix}-${at + 1} ${party ?? random.pick(PARTIES)}`,
    times: 1,
    date: new Date(FIRST_DAY + random.int(DAYS) * DAY_MS).toISOString().slice(0, 10),
    fate: 'booked',
    why: '',
    lines: kind === 'card' ? purchase(random) : balanced(random),
  }));
  const order = shuffled(random, vouchers);
  if (kind === 'card') {
    const twice = Math.max(1, Math.round(count * TWICE));
    for (const voucher of order.splice(0, twice)) voucher.times = 2;
  }
  if (errors) plantErrors(random, order.slice(0, Math.max(2, Math.round(count * WITH_ERROR))), kind);
  return vouchers;
}

/** At least one of each: held by bilag, refused by the service. */
function plantErrors(random, vouchers, kind) {
  const codes = Object.keys(HELD).filter((code) => kind === 'journal' || code !== 'entry-unbalanced');
  for (const [at, voucher] of vouchers.entries()) {
    if (at === 0 || (at > 1 && random.chance(0.5))) {
      voucher.fate = 'held';
      voucher.why = random.pick(codes);
      HELD[voucher.why](voucher, random);
    } else {
      voucher.fate = 'rejected';
      voucher.why = random.pick(Object.keys(REFUSED));
      REFUSED[voucher.why](voucher, random);
    }
  }
}

function purchase(random) {
  const cents = amount(random);
  return [
    { account: CARD_ACCOUNT, cents, implied: true },
    { account: random.pick(ACCOUNTS), cents: -cents },
  ];
}

function balanced(random) {
  const lines = [];
  let sum = 0;
  for (let left = 1 + random.int(3); left > 0; left--) {
    const drawn = amount(random);
    // The last line takes the rest, which must be something.
    const cents = drawn === -sum ? 2 * drawn : drawn;
    sum += cents;
    lines.push({ account: random.pick(ACCOUNTS), cents });
  }
  return [...lines, { account: random.pick(ACCOUNTS), cents: -sum }];
}

/** Cents of one to about thirty thousand kroner, small amounts as common as large ones. */
function amount(random) {
  return random.pick([1, -1]) * Math.floor(10 ** (2 + 4.5 * random.next()));
}

/** The same things in another order (any, as likely as the others). */
export function shuffled(random, list) {
  const order = [...list];
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.int(at + 1);
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}
