import { createHash } from 'node:crypto';
import { amountText } from '../../bench/journal.mjs';
import { csv } from '../files.mjs';
import { drawVouchers, LOCKED_ACCOUNTS, shuffled } from '../vouchers.mjs';
import { workbook } from '../workbook.mjs';

/** Columns of the file, by their places. */
const HEADERS = ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'];
export const COLUMN = { key: 0, date: 1, account: 2, amount: 3, text: 4 };

/**
 * Numbers that the service does not have, and what people put in their place wherever they stand: accounts that nothing else
 * of the file is on, so that they have to be looked up.
 */
export const REPLACED = { 1998: '1930', 3998: '3400', 6998: '7100' };
/** One that nobody mends: what has it is skipped. */
const SKIPPED_ACCOUNT = '7998';
const LOCKED_DATE = '31.12.2019';
const IMPOSSIBLE_DATE = '31.02.2026';
/** Vouchers that the earlier import has booked, and that this file has again. */
const DUPLICATES = 3;
const CHANGED = 2;

/**
 * A cell that is wrong in the file, and what people type into it.
 * @typedef {{ line: number, column: number, wrong: string, right: string }} Planted
 */

/** What is planted, by the issue that bilag or the service then names. */
const PLANT = {
  'account-unknown': (voucher, random) => {
    const [wrong, right] = random.pick(Object.entries(REPLACED));
    const line = random.int(voucher.lines.length);
    voucher.lines[line].account = right;
    return [{ line, column: COLUMN.account, wrong, right }];
  },
  'date-invalid': (voucher) => inAll(voucher, IMPOSSIBLE_DATE),
  'amount-invalid': (voucher, random) => [inAmount(voucher, random.int(voucher.lines.length), 'ukjent')],
  'entry-unbalanced': (voucher, random) => {
    const line = random.int(voucher.lines.length);
    return [inAmount(voucher, line, amountText(voucher.lines[line].cents + 100_000, ','))];
  },
  // The rows of one entry are two then, and neither balances.
  'key-mistyped': (voucher) => [{ line: 0, column: COLUMN.key, wrong: `${voucher.key}x`, right: voucher.key }],
  'locked-account': (voucher, random) => {
    const line = random.int(voucher.lines.length);
    const { account } = voucher.lines[line];
    return [{ line, column: COLUMN.account, wrong: random.pick(LOCKED_ACCOUNTS), right: account }];
  },
  'locked-period': (voucher) => inAll(voucher, LOCKED_DATE),
};

const inAmount = ({ lines }, line, wrong) => ({
  ...{ line, column: COLUMN.amount, wrong, right: amountText(lines[line].cents, ',') },
});
const inAll = ({ lines, date }, wrong) =>
  lines.map((_, line) => ({ line, column: COLUMN.date, wrong, right: date.split('-').reverse().join('.') }));

/** What is mended: of each kind so many vouchers. */
const MENDED = {
  'account-unknown': 6,
  'date-invalid': 2,
  'amount-invalid': 2,
  'entry-unbalanced': 2,
  'key-mistyped': 2,
  'locked-account': 2,
  'locked-period': 2,
};
/** What waits for the one with the workbook, or for two who want different things. */
const BY_WORKBOOK = ['account-unknown', 'date-invalid', 'entry-unbalanced', 'locked-account'];
const CONTESTED = ['account-unknown', 'amount-invalid', 'date-invalid'];

/**
 * What people want of a voucher. `sound`: nothing. `mend`: that it is booked as it should have been; `workbook`: the same,
 * by way of the workbook. `skip`: that it is never booked; `book`: that it is, though it looks like a duplicate.
 * `contested`: some that it is mended, some that it is skipped. `leave`: nobody does anything about it.
 * @typedef {'sound' | 'mend' | 'workbook' | 'skip' | 'book' | 'contested' | 'leave'} Intent
 */

/** A file whose vouchers are all booked: the one that others repeat. @param {import('../random.mjs').Random} random */
export function makeEarlierFile(random, { prefix, vouchers }) {
  const drawn = drawVouchers(random, { prefix, vouchers, errors: false, kind: 'journal' });
  return write(random, `${prefix}.csv`, drawn.map(plain));
}

const plain = (voucher) => ({ ...voucher, intent: 'sound', planted: [] });

/**
 * A file with errors that people mend.
 * @param {import('../random.mjs').Random} random
 * @param {{ prefix: string, sound: number, format: 'csv' | 'xlsx', earlier: ReturnType<typeof makeEarlierFile>,
 *   people: string | undefined }} options people: what they do besides
 */
export function makeFailedFile(random, { prefix, sound, format, earlier, people }) {
  const asked = [
    ...Object.entries(MENDED).flatMap(([why, count]) => Array(count).fill({ why, intent: 'mend' })),
    ...(people?.startsWith('workbook') ? BY_WORKBOOK.map((why) => ({ why, intent: 'workbook' })) : []),
    ...(people === 'rivals' ? CONTESTED.map((why) => ({ why, intent: 'contested' })) : []),
    ...[SKIPPED_ACCOUNT, SKIPPED_ACCOUNT].map((account) => ({ account, intent: 'skip' })),
    { why: 'entry-unbalanced', intent: 'skip' },
    { why: 'date-invalid', intent: 'leave' },
    { why: 'locked-account', intent: 'leave' },
    ...Array(sound).fill({ intent: 'sound' }),
  ];
  const drawn = drawVouchers(random, { prefix, vouchers: asked.length, errors: false, kind: 'journal' });
  const own = drawn.map((voucher, at) => plantIn(random, voucher, asked[at]));
  const known = shuffled(random, earlier.vouchers);
  const again = known.slice(0, DUPLICATES).map((voucher, at) => repeated(voucher, voucher.text, at === 0));
  const changed = known.slice(DUPLICATES, DUPLICATES + CHANGED).map((voucher, at) => {
    const lines = voucher.lines.map((line) => ({ ...line, cents: 2 * line.cents }));
    return repeated({ ...voucher, lines }, `${voucher.text} (endret)`, at === 0);
  });
  return write(random, `${prefix}.${format}`, shuffled(random, [...own, ...again, ...changed]));
}

/** Of those that look as if they were booked the first of each is booked all the same. */
function repeated(voucher, text, books) {
  return { ...voucher, text, intent: books ? 'book' : 'skip', planted: [] };
}

function plantIn(random, voucher, { why, account, intent }) {
  const planted =
    account === undefined
      ? (PLANT[why]?.(voucher, random) ?? [])
      : [{ line: 0, column: COLUMN.account, wrong: account, right: '' }];
  const isRefused = why === 'locked-account' || why === 'locked-period';
  return { ...voucher, intent, planted, fate: isRefused ? 'rejected' : 'held', why: why ?? '' };
}

/** What people mend, exported again after somebody mended it where it came from. */
export function mendedFile(random, file, name) {
  const vouchers = file.vouchers.filter(({ intent }) => intent === 'mend').map(plain);
  return write(random, name, shuffled(random, vouchers));
}

function write(random, name, vouchers) {
  const rows = [HEADERS];
  const placed = vouchers.map((voucher) => {
    const first = rows.length + 1;
    for (const [at, { account, cents }] of voucher.lines.entries()) {
      const cells = [voucher.key, { iso: voucher.date }, Number(account), cents / 100, voucher.text];
      for (const { line, column, wrong } of voucher.planted) if (line === at) cells[column] = wrong;
      rows.push(cells);
    }
    const numbers = voucher.lines.map((_, at) => first + at);
    return { ...voucher, numbers, planted: voucher.planted.map((each) => ({ ...each, row: first + each.line })) };
  });
  const bytes = name.endsWith('.xlsx') ? workbook(rows) : csv(random, rows);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, bytes, sha256, job: 'journal', vouchers: placed, entries: placed.map(entryOf) };
}

const WANTED = { skip: 'held', leave: undefined };

/** What must be of it in the end; how often its text stands booked is known of all files together. */
function entryOf({ text, intent, fate, why, date, lines, numbers }) {
  return {
    ...{ text, why },
    times: intent === 'skip' || intent === 'leave' ? 0 : 1,
    fate: intent in WANTED ? (WANTED[intent] ?? fate) : 'booked',
    lines: lines.map(({ account, cents }) => ({ account, amount: amountText(cents, '.'), date })),
    rows: [numbers.length === 1 ? String(numbers[0]) : `${numbers[0]}-${numbers.at(-1)}`],
  };
}
