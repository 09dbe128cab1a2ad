import { counted } from '../core/counted.ts';
import type { Facts } from '../core/facts.ts';
import type { QuestionCode } from '../core/issue.ts';
import type { EarlierEntry } from './duplicate-issue.ts';
import type { EntryIssue } from './entry.ts';

/** What a person can answer to a question about a whole file, and what it means. */
export const ANSWERS: Readonly<Record<QuestionCode, Readonly<Record<string, string>>>> = {
  'rows-repeated': { once: 'the rows count once', meant: 'the rows are meant as they stand' },
  'numbers-restart': { separate: 'each date is a voucher of its own', together: 'they are one voucher' },
  'date-changed': { same: 'they are the same vouchers', different: 'they are other vouchers' },
  'other-series': { same: 'they are the same vouchers, changed since', different: 'they are of another series' },
  'text-changed': { same: 'they are the same payments', different: 'they are other payments' },
  'day-changed': { same: 'they are the same payments', different: 'they are other payments' },
  'key-differs': { same: 'they are the same vouchers', different: 'they are other vouchers' },
  'numbers-differ': { same: 'they are the same vouchers under new numbers', different: 'they are other vouchers' },
  'read-differently': { same: 'they are booked already, and stay so', different: 'they are to be booked as read now' },
  'skipped-before': { same: 'they stay skipped', different: 'they are to be booked' },
  'balance-broken': { accepted: 'the rows are right as they stand, or were corrected here' },
};

export function isQuestion(code: string): code is QuestionCode {
  return Object.hasOwn(ANSWERS, code);
}

/** How a person answers on the command line. */
function howToAnswer(code: QuestionCode, importId: string, more = ''): string {
  const ways = Object.entries(ANSWERS[code]).map(([answer, meaning]) => `--answer ${code}=${answer} if ${meaning}`);
  return `Answer once for all of them: bilag retry ${importId} --reason TEXT with ${ways.join(', or ')}.${more}`;
}

function question(
  code: QuestionCode,
  importId: string,
  message: string,
  detail: string | null,
  { more, facts = {}, own = {} }: { readonly more?: string; readonly facts?: Facts; readonly own?: Facts } = {},
): EntryIssue {
  return { issue: { code, message, suggestion: howToAnswer(code, importId, more), facts }, detail, facts: own };
}

const named = (key: string) => (key === '' ? 'The voucher' : `Voucher ${key}`);
const place = ({ row, file, id }: EarlierEntry) => `row ${row} of ${file} (import ${id})`;

/** The earlier entry that the detail of a question names; undefined where it is about rows of the file alone. */
export function placeIn(detail: string): Pick<EarlierEntry, 'row' | 'id'> | undefined {
  const found = /\brow ((?:c\d+:|[^\n]*?!)?\d+) of .+? \(import (\w{26})\)/s.exec(detail);
  return found === null ? undefined : { row: found[1]!, id: found[2]! };
}

export function rowsRepeated(importId: string, key: string, copies: number, first: string): EntryIssue {
  return question(
    'rows-repeated',
    importId,
    'The rows of a voucher appear in the file more than once, as if an export had been pasted in twice.',
    `${named(key)} has ${counted(copies, 'equal copy', 'equal copies')} of its rows; the first are rows ${first}.`,
    { own: { copies, rows: first } },
  );
}

/** Of a row without a voucher number. @param first the row that it is a copy of */
export function rowRepeated(importId: string, row: string, first: string): EntryIssue {
  return question(
    'rows-repeated',
    importId,
    'A block of rows appears in the file more than once, as if an export had been pasted in twice.',
    `Row ${row} is the same as row ${first}, and so are the rows around it.`,
    { own: { copies: 2, rows: first } },
  );
}

/** Of a row without a voucher number that is called a sum or a balance. */
export function sumRepeats(importId: string, row: string): EntryIssue {
  return question(
    'rows-repeated',
    importId,
    'Rows are a sum or a balance of other rows, and no payments: what they say would be booked twice.',
    `Row ${row} is a sum or a balance of other rows, and no payment: what it says would be booked twice.`,
    { more: ' To leave such rows out of every file, skip them in the job.', own: { rows: row } },
  );
}

export function numbersRestart(importId: string, key: string, dates: readonly string[]): EntryIssue {
  return question(
    'numbers-restart',
    importId,
    'The rows of one voucher number carry several dates, and those of each date balance alone; other numbers of the file carry several dates that balance only together.',
    `${named(key)} has rows of ${dates.slice(0, 3).join(', ')}${dates.length > 3 ? ' and more' : ''}: one voucher, or one for each date?`,
    {
      more: ' To say it for all files, set per in the job: entry: { column: …, per: date }, or per: year for one voucher a year.',
      own: { dates: dates.slice(0, 3) },
    },
  );
}

export function dateChanged(importId: string, key: string, dates: string, earlier: EarlierEntry): EntryIssue {
  return question(
    'date-changed',
    importId,
    `A voucher of the same number was sent before with the same content and another date, by import ${earlier.id} (${earlier.file}).`,
    `${named(key)} of ${dates} is equal to ${place(earlier)} but for its date.`,
    {
      more: ' Where numbers repeat every month, say so in the job: entry: { column: …, per: month }.',
      facts: { file: earlier.file },
      own: { row: earlier.row },
    },
  );
}

export function otherSeries(importId: string, key: string, earlier: EarlierEntry): EntryIssue {
  return question(
    'other-series',
    importId,
    'Nearly all voucher numbers of this file were booked before with other content on the same dates.',
    `${named(key)} has other content than ${place(earlier)}.`,
    {
      more: ' If two tills or journals number alike, name the series in the job: entry: { column: …, series: Kasse 2 }, and retry.',
      own: { row: earlier.row, file: earlier.file },
    },
  );
}

/** @param texts what both entries say, where it is known */
export function textChanged(
  importId: string,
  said: string,
  earlier: EarlierEntry,
  texts: { readonly here: string; readonly before: string } | undefined,
): EntryIssue {
  return question(
    'text-changed',
    importId,
    `A payment of the same date and amount is in ${earlier.file} (import ${earlier.id}) and missing here: its text may have changed since.`,
    `${said} has the date and amount of ${place(earlier)}, and another text.`,
    { facts: { file: earlier.file }, own: { row: earlier.row, ...texts } },
  );
}

/** @param day of the payment here, @param before of the earlier one: `YYYY-MM-DD` */
export function dayChanged(
  importId: string,
  said: string,
  day: string,
  before: string,
  earlier: EarlierEntry,
): EntryIssue {
  return question(
    'day-changed',
    importId,
    `A payment of the same amount and text is in ${earlier.file} (import ${earlier.id}) on a day close by, and missing here: its day may have changed since, as when a card purchase settles.`,
    `${said} is of ${day} and otherwise equal to ${place(earlier)}, which is of ${before}.`,
    { facts: { file: earlier.file }, own: { row: earlier.row, day, before } },
  );
}

export function keyDiffers(importId: string, key: string, earlier: EarlierEntry): EntryIssue {
  return question(
    'key-differs',
    importId,
    key === ''
      ? `The same content was sent before under voucher numbers, by import ${earlier.id} (${earlier.file}); this file has none.`
      : `The same content was sent before without voucher numbers, by import ${earlier.id} (${earlier.file}).`,
    `${named(key)} says the same as ${place(earlier)}.`,
    { facts: { file: earlier.file }, own: { row: earlier.row } },
  );
}

export function numbersDiffer(importId: string, key: string, earlier: EarlierEntry): EntryIssue {
  return question(
    'numbers-differ',
    importId,
    `Nearly all vouchers of this file say the same as those of ${earlier.file} (import ${earlier.id}), under other numbers.`,
    `${named(key)} says the same as ${place(earlier)}.`,
    { facts: { file: earlier.file }, own: { row: earlier.row } },
  );
}

export function readDifferently(importId: string, key: string, earlier: EarlierEntry): EntryIssue {
  return question(
    'read-differently',
    importId,
    `Rows of this file were sent before by import ${earlier.id} (${earlier.file}), when the job read them differently: with another date, amount or voucher number.`,
    `${named(key)} has the cells of ${place(earlier)}.`,
    {
      more: ' If what was booked then is wrong, reverse it in the service before they are booked as read now. Two jobs that each book a part of the same rows are asked about once.',
      facts: { file: earlier.file },
      own: { row: earlier.row },
    },
  );
}

export function skippedBefore(
  importId: string,
  key: string,
  earlier: EarlierEntry,
  { who, reason }: { readonly who: string; readonly reason: string },
): EntryIssue {
  return question(
    'skipped-before',
    importId,
    'The same voucher was skipped before by a person.',
    `${named(key)} is equal to ${place(earlier)}, which ${who} skipped${reason === '' ? '' : `: ${reason}`}.`,
    { own: { row: earlier.row, file: earlier.file, who, reason } },
  );
}

/** What is asked of the whole file: whether it is whole, or whether its amounts have the other sign. */
export function balanceBroken(
  importId: string,
  balance: {
    readonly column: string;
    readonly message: string;
    readonly facts: Facts;
    readonly isAgainst: boolean;
  },
): EntryIssue {
  const { column, message, facts, isAgainst } = balance;
  const { issue } = question('balance-broken', importId, message, null, {
    more: !isAgainst
      ? ' If a row is missing or appears twice, export the file again and import that one: nothing of this file is booked.'
      : ' If money in and money out are exchanged, set negate: true in the job and retry: nothing of this file is booked.',
    facts,
  });
  return { issue: { ...issue, column }, detail: null };
}
