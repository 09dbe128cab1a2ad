import { createHash } from 'node:crypto';
import { amountText } from '../bench/journal.mjs';
import { CARD_ACCOUNT, drawVouchers, shuffled } from './vouchers.mjs';
import { workbook } from './workbook.mjs';

const BATCH = 'batch: { entries: 5, concurrency: 4 }\n';
/** The jobs that the files go with, by name. */
export const JOBS = {
  journal: `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
${BATCH}`,
  /** Every row is an entry of its own, and equal rows are several. */
  card: `kind: bookings
columns: { date: Dato, contraAccount: Konto, amount: Beløp, description: Tekst }
defaults: { account: "${CARD_ACCOUNT}" }
${BATCH}`,
};
const HEADERS = {
  journal: ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
  card: ['Dato', 'Konto', 'Beløp', 'Tekst'],
};
const ENCODINGS = ['utf8', 'utf8-with-mark', 'latin1'];

/**
 * What a file says about one entry.
 * @typedef {object} Entry
 * @property {string} text the description of each of its lines; like no other's in the run, however often it is exported
 * @property {number} times how often it must stand booked: 2 for two equal card purchases, 0 for a planted error
 * @property {'booked' | 'held' | 'rejected'} fate held by bilag, or refused by the service
 * @property {string} why the code where it is held, `locked-period` or `locked-account` where it is refused, else empty
 * @property {{ account: string, amount: string, date: string }[]} lines `'12.30'`, `YYYY-MM-DD`
 * @property {string[]} rows lines of the file, as ranges (`'12-14'`), one for each time that it stands there
 */

/**
 * @typedef {object} File
 * @property {string} name
 * @property {Buffer} bytes
 * @property {string} sha256 of the bytes, hex
 * @property {'journal' | 'card'} job
 * @property {Entry[]} entries
 * @property {import('./vouchers.mjs').Voucher[]} vouchers what it was written from
 */

/**
 * A file as a business exports it. The same draws make the same bytes.
 * @param {import('./random.mjs').Random} random
 * @param {{ prefix: string, vouchers: number, errors: boolean, format: 'csv' | 'xlsx', kind: 'journal' | 'card', party?: string }} options
 *   party: in every text; prefix: begins every voucher number and text, and the name; no other file of the run may have it
 * @returns {File}
 */
export function makeFile(random, { prefix, vouchers, errors, format, kind, party }) {
  const drawn = drawVouchers(random, { prefix, vouchers, errors, kind, party });
  return write(random, `${prefix}.${format}`, kind, drawn, occurrences(random, drawn, kind));
}

/**
 * The same vouchers, exported again: in another order, the lines of each too, so in other bytes. Nothing of it may be
 * booked again.
 * @param {string} name says the format by its ending; it need not be the first one's
 * @param {File} file
 * @returns {File}
 */
export function reordered(random, file, name) {
  const [first, ...others] = shuffled(random, file.vouchers);
  // A shuffle may leave everything where it was.
  const order = first === file.vouchers[0] ? [...others, first] : [first, ...others];
  const vouchers = order.map((voucher) => ({ ...voucher, lines: shuffled(random, voucher.lines) }));
  return write(random, name, file.job, vouchers, occurrences(random, vouchers, file.job));
}

/** A card's rows stand where they happen to; those of a journal's voucher together. */
function occurrences(random, vouchers, kind) {
  const all = vouchers.flatMap((voucher) => Array.from({ length: voucher.times }, () => voucher));
  return kind === 'card' ? shuffled(random, all) : all;
}

function write(random, name, job, vouchers, all) {
  const places = new Map(vouchers.map((voucher) => [voucher, []]));
  const rows = [HEADERS[job]];
  for (const voucher of all) {
    const first = rows.length + 1;
    rows.push(...rowsOf(voucher, job));
    places.get(voucher).push(rows.length === first ? String(first) : `${first}-${rows.length}`);
  }
  const bytes = name.endsWith('.xlsx') ? workbook(rows) : csv(random, rows);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const entries = vouchers.map((voucher) => entryOf(voucher, places.get(voucher)));
  return { name, bytes, sha256, job, entries, vouchers };
}

function rowsOf({ key, text, date, dateCell, lines }, job) {
  const written = lines.filter(({ implied }) => !implied);
  return written.map(({ account, cents, amountCell }) => [
    ...(job === 'journal' ? [key] : []),
    dateCell ?? { iso: date },
    Number(account),
    // A card's row says what the account of the job gets; the account on the row gets the opposite.
    amountCell ?? (job === 'card' ? -cents : cents) / 100,
    text,
  ]);
}

function entryOf({ text, times, fate, why, date, lines }, rows) {
  return {
    text,
    times: fate === 'booked' ? times : 0,
    fate,
    why,
    lines: lines.map(({ account, cents }) => ({ account, amount: amountText(cents, '.'), date })),
    rows,
  };
}

const AMOUNT_COLUMN = 'Beløp';

/** @param {string} [amountColumn] header of the column whose numbers have two decimals */
export function csv(random, rows, amountColumn = AMOUNT_COLUMN) {
  const amounts = rows[0].indexOf(amountColumn);
  const end = random.pick(['\n', '\r\n']);
  const lines = rows.map((cells) => cells.map((cell, column) => csvCell(cell, column === amounts)).join(';'));
  const text = lines.join(end) + random.pick(['', end]);
  const encoding = random.pick(ENCODINGS);
  if (encoding === 'utf8-with-mark') return Buffer.from(`\ufeff${text}`);
  return Buffer.from(text, encoding);
}

function csvCell(cell, isAmount) {
  if (typeof cell === 'number') return isAmount ? amountText(Math.round(cell * 100), ',') : String(cell);
  if (typeof cell === 'object') return cell.iso.split('-').reverse().join('.');
  return /[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
