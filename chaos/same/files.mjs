import { createHash } from 'node:crypto';
import { amountText } from '../../bench/journal.mjs';
import { CARD_ACCOUNT, drawVouchers, shuffled } from '../vouchers.mjs';
import { workbook } from '../workbook.mjs';

/**
 * How a job reads a file: `journal` has a row for each line of a voucher; `purchases` a row for each voucher, with its
 * number; `bank` a row for each payment, without a number, and with no account: the job says what it goes on.
 * @typedef {'journal' | 'purchases' | 'bank'} Form
 */
const HEADERS = {
  journal: ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
  purchases: ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
  bank: ['Dato', 'Beløp', 'Konto', 'Saldo', 'Tekst'],
};
const FIELDS = {
  journal: { entry: 'Bilagsnr', date: 'Dato', account: 'Konto', amount: 'Beløp', description: 'Tekst' },
  purchases: { entry: 'Bilagsnr', date: 'Dato', contraAccount: 'Konto', amount: 'Beløp', description: 'Tekst' },
  bank: { date: 'Dato', amount: 'Beløp', contraAccount: 'Konto', description: 'Tekst' },
};
/** What a payment goes on, before and after somebody edited the job; `word`: of a rule that says it otherwise. */
const CONTRA = { word: 'Kiwi', rule: ['7140', '7770'], defaults: ['7770', '6900'] };
/** An account of the file that a mapping leads elsewhere, after the job was edited. */
const MAPPED = { from: '6300', to: '6800' };
/** An account that the service does not have, and what the edited job makes of it. */
export const UNKNOWN = { from: '6998', to: '6900' };

/** The sandbox refuses it: its books are closed for that day. */
const LOCKED_DATE = '2019-12-31';

/**
 * A job, as YAML.
 * @param {Form} form
 * @param {{ edited?: string, onDuplicate: 'hold' | 'skip', batch: number, keyless?: boolean }} options edited: what
 *   somebody changed in it; keyless: it does not map the number
 */
export function jobOf(form, { edited, onDuplicate, batch, keyless = false }) {
  const { entry, ...others } = FIELDS[form];
  const at = (what) => (edited === what ? 1 : 0);
  const columns = {
    ...(entry === undefined || keyless ? {} : { entry }),
    ...others,
    ...(edited === 'columns' ? { balance: 'Saldo' } : {}),
  };
  const { word, rule, defaults } = CONTRA;
  const accounts = {
    ...(edited === 'accounts' ? { [MAPPED.from]: MAPPED.to } : {}),
    ...(edited === 'unknown' ? { [UNKNOWN.from]: UNKNOWN.to } : {}),
  };
  const bank = {
    defaults: { account: CARD_ACCOUNT, contraAccount: defaults[at('defaults')] },
    rules: [{ when: { description: word }, set: { contraAccount: rule[at('rules')] } }],
  };
  const job = {
    kind: 'bookings',
    columns,
    ...(form === 'bank' ? bank : form === 'purchases' ? { defaults: { account: CARD_ACCOUNT } } : {}),
    ...(Object.keys(accounts).length === 0 ? {} : { accounts }),
    onDuplicate,
    batch: { entries: batch, concurrency: 4 },
  };
  return `${JSON.stringify(job, null, 1)}\n`;
}

/**
 * What may stand in the books of a voucher under a job, as texts; several where the job was edited meanwhile.
 * @param {any} voucher
 * @param {Form} form
 * @param {readonly (string | undefined)[]} edits of the job that it may have been planned under
 */
export function booksOf({ date, text, lines }, form, edits = [undefined]) {
  return edits.map((edited) => {
    const at = (what) => (edited === what ? 1 : 0);
    const contra = text.includes(CONTRA.word) ? CONTRA.rule[at('rules')] : CONTRA.defaults[at('defaults')];
    const accountOf = ({ account, implied }) => {
      if (form === 'bank' && !implied) return contra;
      if (edited === 'accounts' && account === MAPPED.from) return MAPPED.to;
      return edited === 'unknown' && account === UNKNOWN.from ? UNKNOWN.to : account;
    };
    return linesText(lines.map((line) => ({ account: accountOf(line), cents: line.cents, date: line.date ?? date })));
  });
}

/** Lines of an entry as one text, the same in whatever order they stand. */
export function linesText(lines) {
  return lines
    .map(({ account, cents, date }) => `${account} ${cents} ${date}`)
    .sort()
    .join(', ');
}

/**
 * Vouchers of a business, the oldest first.
 * @param {import('../random.mjs').Random} random
 * @param {{ prefix: string, count: number, form: Form, refused?: readonly number[], once?: boolean }} options refused:
 *   places of those that the service refuses; once: no two say the same
 */
export function vouchersOf(random, { prefix, count, form, refused = [], once = false }) {
  const kind = form === 'journal' ? 'journal' : 'card';
  const drawn = drawVouchers(random, { prefix, vouchers: count, errors: false, kind });
  const made = drawn
    .map((voucher) => ({ ...voucher, times: once || form !== 'bank' ? 1 : voucher.times }))
    .sort((a, b) => a.date.localeCompare(b.date));
  for (const at of refused) Object.assign(made[at], { date: LOCKED_DATE, refused: true });
  return made;
}

/**
 * @typedef {object} Style
 * @property {'csv' | 'xlsx'} format
 * @property {'utf8' | 'latin1' | 'utf16le'} encoding
 * @property {'\n' | '\r\n'} end
 * @property {'by-voucher' | 'shuffled' | 'by-account'} order
 * @property {'plain' | 'decomposed' | 'no-break' | 'trailing' | 'doubled' | 'broken'} spelling of texts
 * @property {'plain' | 'grouped'} figures of amounts and dates
 */

/** @type {Style} */
export const PLAIN = {
  ...{ format: 'csv', encoding: 'utf8', end: '\n', order: 'by-voucher', spelling: 'plain', figures: 'plain' },
};

/** Another way to write the same. @param {string} what @returns {Style} */
export function styleOf(random, what) {
  const styles = {
    format: () => ({ format: 'xlsx' }),
    encoding: () => ({ encoding: random.pick(['latin1', 'utf16le']) }),
    'line-ends': () => ({ end: '\r\n', spelling: 'broken' }),
    'row-order': () => ({ order: random.pick(['shuffled', 'by-account']) }),
    spelling: () => ({ spelling: random.pick(['decomposed', 'no-break', 'trailing', 'doubled', 'broken']) }),
    figures: () => ({ figures: 'grouped' }),
  };
  return { ...PLAIN, ...(styles[what]?.() ?? {}) };
}

const SPELLINGS = {
  plain: (text) => text,
  decomposed: (text) => text.normalize('NFD'),
  'no-break': (text) => text.replaceAll(' ', '\u00a0'),
  trailing: (text) => `${text}  `,
  doubled: (text) => ` ${text.replaceAll(' ', '  ')}`,
  broken: (text, end) => text.replace(' ', end),
};

/**
 * @param {import('../random.mjs').Random} random
 * @param {string} name without its ending
 * @param {readonly any[]} vouchers
 * @param {{ form: Form, job: string, style?: Style, pasted?: number, keyless?: boolean }} options job: its name; pasted:
 *   how many times the rows stand behind each other; keyless: the file has no numbers
 */
export function writeFile(random, name, vouchers, { form, job, style = PLAIN, pasted = 1, keyless = false }) {
  const { format, encoding, end, order, spelling, figures } = style;
  const all = vouchers.flatMap((voucher) => Array.from({ length: voucher.times }, () => voucher));
  const ordered = order === 'shuffled' ? shuffled(random, all) : all;
  const once = ordered.flatMap((voucher) => rowsOf(voucher, form));
  if (order === 'by-account') once.sort((a, b) => String(a[2]).localeCompare(String(b[2])));
  let balance = 0;
  const rows = Array.from({ length: pasted }, () => once)
    .flat()
    .map((cells) => (form === 'bank' ? withBalance(cells) : cells));
  function withBalance([date, amount, account, text]) {
    balance += amount.cents;
    return [date, amount, account, { cents: balance }, text];
  }
  const table = [HEADERS[form], ...rows].map((cells) => (keyless ? cells.slice(1) : cells));
  const spelt = table.map((cells, at) =>
    cells.map((cell, column) => (at > 0 && column === cells.length - 1 ? SPELLINGS[spelling](cell, end) : cell)),
  );
  const bytes = format === 'xlsx' ? workbook(spelt.map((cells) => cells.map(sheetCell))) : csvBytes();
  function csvBytes() {
    const text = spelt.map((cells) => cells.map((cell) => csvCell(cell, figures)).join(';')).join(end) + end;
    return Buffer.from(encoding === 'utf16le' ? `\ufeff${text}` : text, encoding);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: `${name}.${format}`, bytes, sha256, job, rows: rows.length, entries: [] };
}

function rowsOf({ key, text, date, lines }, form) {
  if (form === 'bank') return [[{ iso: date }, { cents: lines.find(({ implied }) => implied).cents }, '', text]];
  return lines
    .filter(({ implied }) => !implied)
    .map(({ account, cents, date: own = date, text: said = text }) => [
      ...[key, { iso: own }, account, { cents: form === 'purchases' ? -cents : cents }, said],
    ]);
}

const sheetCell = (cell) => (typeof cell === 'object' && 'cents' in cell ? cell.cents / 100 : cell);

function csvCell(cell, figures) {
  if (typeof cell === 'string') return /[;"\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  if ('iso' in cell) return figures === 'grouped' ? cell.iso : cell.iso.split('-').reverse().join('.');
  const text = amountText(cell.cents, ',');
  return figures === 'grouped' ? text.replace(/\B(?=(\d{3})+,)/g, ' ') : text;
}
