import type { Accounts } from './accounts.ts';
import { AMOUNT_LIMIT, addCents, type Cents, centsText, isZero, toCents } from './cents.ts';
import { isObject, type JsonObject, type ServiceMessage } from './reply.ts';
import type { VatTypes } from './vat-types.ts';

/** A draft line that was checked; more fields may have come with it. */
export interface CheckedLine {
  readonly AccountID: number;
  readonly Amount: number;
  readonly Description: string;
  readonly FinancialDate: string;
  readonly VatTypeID?: number | null;
}

export interface CheckedEntry {
  readonly DraftLines: readonly CheckedLine[];
}

/** Characters of a line's description at most. */
export const DESCRIPTION_LIMIT = 500;
/** Messages of one refusal at most. */
export const MESSAGE_LIMIT = 50;

export interface BookingRules {
  readonly accounts: Accounts;
  readonly vatTypes: VatTypes;
  /** `YYYY-MM-DD`: earlier dates are in a locked period. */
  readonly lockedBefore: string;
}

/** Everything that is wrong with a booking request, in order, cut at MESSAGE_LIMIT; empty where all of it can be booked. */
export function checkBooking(body: unknown, text: string, rules: BookingRules): ServiceMessage[] {
  if (!Array.isArray(body)) return [{ Message: 'An array of journal entries was expected.', PropertyName: '' }];
  if (body.length === 0) return [{ Message: 'There are no journal entries to book.', PropertyName: '' }];
  const messages: ServiceMessage[] = [];
  const say: Say = (entry, line, field, Message) => {
    if (messages.length >= MESSAGE_LIMIT) return;
    const place = line === undefined ? `[${entry}]` : `[${entry}].DraftLines[${line}]`;
    messages.push({ Message, PropertyName: field === '' ? place : `${place}.${field}` });
  };
  for (let index = 0; index < body.length; index++) checkEntry(body[index], index, rules, say);
  if (messages.length === 0) checkDigits(text, say);
  return messages;
}

/** Takes the place apart, so that it is only written for what is wrong. */
type Say = (entry: number, line: number | undefined, field: string, message: string) => void;

function checkEntry(entry: unknown, index: number, rules: BookingRules, say: Say): void {
  if (!isObject(entry)) {
    say(index, undefined, '', 'A journal entry must be an object.');
    return;
  }
  const lines = entry['DraftLines'];
  if (!Array.isArray(lines) || lines.length === 0) {
    say(index, undefined, 'DraftLines', 'A journal entry must have lines.');
    return;
  }
  let sum: Cents | undefined = 0;
  let year: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line: unknown = lines[at];
    if (!isObject(line)) {
      say(index, at, '', 'A line must be an object.');
      sum = undefined;
      continue;
    }
    const complain = (field: string, message: string) => say(index, at, field, message);
    const cents = checkLine(line, rules, complain);
    sum = sum === undefined || cents === undefined ? undefined : addCents(sum, cents);
    const date = line['FinancialDate'];
    if (typeof date !== 'string') continue;
    if (year === undefined) year = date.slice(0, 4);
    else if (!date.startsWith(year)) {
      complain('FinancialDate', `All lines must be in the same financial year, ${date} is not in ${year}.`);
    }
  }
  if (sum !== undefined && !isZero(sum)) {
    say(index, undefined, 'DraftLines', `The journal entry is not in balance, the difference is ${centsText(sum)}.`);
  }
}

type Complain = (field: string, message: string) => void;

/** The line's amount in hundredths, if it has one. */
function checkLine(line: JsonObject, rules: BookingRules, complain: Complain): number | undefined {
  const account = line['AccountID'];
  if (!Number.isInteger(account)) complain('AccountID', 'AccountID must be a whole number.');
  else {
    const found = rules.accounts.byId(account as number);
    if (!found || found.Deleted) complain('AccountID', `There is no account with ID ${account}.`);
    else if (found.Locked) complain('AccountID', `Account ${found.AccountNumber} is locked for booking.`);
  }
  const vat = line['VatTypeID'];
  if (vat !== undefined && vat !== null && !(Number.isInteger(vat) && rules.vatTypes.byId(vat as number))) {
    complain('VatTypeID', `There is no VAT type with ID ${JSON.stringify(vat)}.`);
  }
  const description = line['Description'];
  if (typeof description !== 'string') complain('Description', 'Description must be a text.');
  else if (description.length > DESCRIPTION_LIMIT) {
    complain('Description', `Description can't be longer than ${DESCRIPTION_LIMIT} characters.`);
  }
  const date = line['FinancialDate'];
  if (typeof date !== 'string' || !isDate(date)) {
    complain('FinancialDate', `${JSON.stringify(date) ?? 'Nothing'} is not a date as YYYY-MM-DD.`);
  } else if (date < rules.lockedBefore) {
    const locked = `the books are locked before ${rules.lockedBefore}`;
    complain('FinancialDate', `${date} is in a locked period, ${locked}.`);
  }
  return checkAmount(line['Amount'], complain);
}

function checkAmount(amount: unknown, complain: Complain): number | undefined {
  if (typeof amount !== 'number') {
    complain('Amount', 'Amount must be a number.');
    return undefined;
  }
  const cents = toCents(amount);
  if (cents === undefined) {
    const tooLarge = Math.abs(amount) >= AMOUNT_LIMIT;
    complain('Amount', `Amount ${amount} ${tooLarge ? 'is too large' : 'has more than two decimals'}.`);
  }
  return cents;
}

/** Without a regular expression: it would be an eighth of the work of a booking. */
function isDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (leap ? 29 : 28) : 30 + ((month + (month >> 3)) & 1));
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

const LONG_AMOUNT = /"Amount"\s*:\s*-?\d+\.\d\d\d*[1-9]/;
const ANY_AMOUNT = /("Amount"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/** Reading a number drops digits beyond what a double holds; a decimal service would have seen them in the text. */
function checkDigits(text: string, say: Say): void {
  if (!LONG_AMOUNT.test(text)) return;
  const entries = JSON.parse(text.replace(ANY_AMOUNT, '$1"$2"')) as { DraftLines: { Amount: unknown }[] }[];
  entries.forEach((entry, index) => {
    entry.DraftLines.forEach((line, lineIndex) => {
      if (typeof line.Amount !== 'string' || !/\.\d\d\d*[1-9]/.test(line.Amount)) return;
      say(index, lineIndex, 'Amount', `Amount ${line.Amount} has more than two decimals.`);
    });
  });
}
