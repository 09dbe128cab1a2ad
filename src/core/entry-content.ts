import { hash53, hash53After } from './hash.ts';
import { jsonAmount } from './money.ts';

/** What one row of a file says of its voucher, as its cells say it: before rules, defaults and mappings. */
export interface SourceRow {
  readonly row: number;
  /** `YYYY-MM-DD`; empty where no cell says a date. */
  readonly date: string;
  /** Minor units with the sign that the file gives them. */
  readonly units: number;
  /** Canonical texts; empty where there is no such cell. */
  readonly account: string;
  readonly contraAccount: string;
  readonly vat: string;
  readonly contraVat: string;
  readonly description: string;
  /** The running balance after the row, in minor units as text. */
  readonly balance: string;
  /** An amount that was converted, before that: minor units with the sign of `units`. */
  readonly original?: { readonly currency: string; readonly units: number };
}

/** Fields of the content besides date and amount, which every row has. */
export const CONTENT_FIELDS = ['account', 'contraAccount', 'vat', 'contraVat', 'description', 'balance'] as const;
export type ContentField = (typeof CONTENT_FIELDS)[number];

/** How fields are called in a content. `t` stands there only where an entry has several dates. */
const TAGS = { account: 'k', contraAccount: 'c', vat: 'v', contraVat: 'w', description: 'd', balance: 'b' } as const;
const AMOUNT_TAG = 'a';
const DATES_TAG = 't';
/** Characters that a field takes: its tag, and 48 bits of its hash. */
const FIELD_CHARACTERS = 9;
/** `YYYY-MM-DD` */
const DAY_CHARACTERS = 10;
/** Different dates of an entry that are listed one by one; of more only the first and the last. */
const LISTED_DATES = 31;
/** How far the day of a card purchase moves when it settles, in days: over Easter, too. */
export const SETTLES_WITHIN_DAYS = 7;
/** Amounts of this many decimals are compared as they are held. */
const USUAL_SCALE = 2;

/**
 * What the file says of an entry (docs: the same entry, section 1): its dates, then a hash for each field that the job maps, so
 * that two entries can be compared by the fields that both have: `2026-01-31;a01234567k89abcdef`. Each field is bound to
 * the amount of its row. The order of rows is the export's and not the voucher's, so it makes no difference; rows of zero
 * are left out.
 * @param scale decimals of the amounts
 */
export function contentOf(rows: readonly SourceRow[], fields: readonly ContentField[], scale: number): string {
  const said = rows.some(({ units }) => units !== 0) ? (rows.length === 1 ? rows : rows.filter(isNotZero)) : rows;
  const dates = datesOf(said);
  const several = dates.length !== DAY_CHARACTERS;
  let end = putHash(0, AMOUNT_TAG, said, amountText, scale);
  if (several && dates !== '') end = putHash(end, DATES_TAG, said, dateText, scale);
  for (const field of fields) end = putHash(end, TAGS[field], said, TEXTS[field], scale);
  return `${dates};${hashes.toString('latin1', 0, end)}`;
}

/**
 * The claim of the n-th of several entries with the same content, from 0: two equal purchases are two bookings.
 */
export function nthContent(content: string, n: number): string {
  return n === 0 ? content : `${content}#${n}`;
}

/** A content without its number among equals. */
export function baseContent(content: string): string {
  const at = content.indexOf('#');
  return at < 0 ? content : content.slice(0, at);
}

/** Which fields a content has. */
export function fieldsOf(content: string): string {
  let tags = '';
  for (let i = content.indexOf(';') + 1; i + FIELD_CHARACTERS <= content.length; i += FIELD_CHARACTERS)
    tags += content[i];
  return tags;
}

/** Finds the voucher of a number, in canonical form, whatever stands in it. */
export function keyIdentity(company: string, series: string): (key: string) => number {
  return hash53After(`${company}\u0001${series}\u0001`);
}

/** Finds entries without a number by the dates and amounts of their content. */
export function amountIdentity(company: string): (content: string) => number {
  const identity = hash53After(`${company}\u0002`);
  return (content) => identity(content.slice(0, content.indexOf(';') + 1 + FIELD_CHARACTERS));
}

/** What a content says of its amount: equal for equal amounts. */
export function amountIn(content: string): string {
  const at = content.indexOf(';') + 1;
  return content.slice(at, at + FIELD_CHARACTERS);
}

/** The same for a content in another currency, before it was converted. */
export function originalIdentity(company: string): (content: string, currency: string) => number {
  const identity = hash53After(`${company}\u0003`);
  return (content, currency) => identity(`${currency}${content.slice(0, content.indexOf(';') + 1 + FIELD_CHARACTERS)}`);
}

/** How two contents compare, by the fields that both have. */
export interface Comparison {
  /** Dates, amounts and all fields that both have are equal. */
  readonly same: boolean;
  /** They are, but for the dates. */
  readonly sameButDates: boolean;
  /** They have a day in common, or one of them says none. */
  readonly dayInCommon: boolean;
  /** Fields that differ, of those that both have. */
  readonly differs: readonly (ContentField | 'amount' | 'date')[];
}

export function compareContents(one: string, other: string): Comparison {
  const a = parse(one);
  const b = parse(other);
  const differs: (ContentField | 'amount' | 'date')[] = [];
  if (a.fields.get(AMOUNT_TAG) !== b.fields.get(AMOUNT_TAG)) differs.push('amount');
  for (const field of CONTENT_FIELDS) {
    const x = a.fields.get(TAGS[field]);
    const y = b.fields.get(TAGS[field]);
    if (x === undefined || y === undefined) continue;
    if (x !== y) differs.push(field);
  }
  const sameButDates = differs.length === 0;
  const sameDates = a.dates === b.dates && a.fields.get(DATES_TAG) === b.fields.get(DATES_TAG);
  if (!sameDates) differs.push('date');
  return {
    same: sameButDates && sameDates,
    sameButDates,
    dayInCommon: sameDates || a.dates === '' || b.dates === '' || haveDayInCommon(a.dates, b.dates),
    differs,
  };
}

/** Days of an entry, `YYYY-MM-DD`, the first one first; of more than a month's worth the first and the last. */
export function daysOf(content: string): string[] {
  const dates = content.slice(0, content.indexOf(';'));
  return dates === '' ? [] : dates.split(dates.includes('..') ? '..' : ',');
}

/** The first and the last day of an entry; empty where it has none. */
export function spanOf(content: string): readonly [first: string, last: string] {
  const end = content.indexOf(';');
  return [content.slice(0, Math.min(end, DAY_CHARACTERS)), content.slice(Math.max(0, end - DAY_CHARACTERS), end)];
}

function parse(content: string): { dates: string; fields: Map<string, string> } {
  const at = content.indexOf(';');
  const fields = new Map<string, string>();
  for (let i = at + 1; i + FIELD_CHARACTERS <= content.length && content[i] !== '#'; i += FIELD_CHARACTERS) {
    fields.set(content[i]!, content.slice(i + 1, i + FIELD_CHARACTERS));
  }
  return { dates: content.slice(0, at), fields };
}

function haveDayInCommon(one: string, other: string): boolean {
  if (!one.includes('..') && !other.includes('..')) {
    const days = new Set(one.split(','));
    return other.split(',').some((day) => days.has(day));
  }
  const [a, b] = [one, other].map((dates) => dates.split(/\.\.|,/));
  return a![0]! <= b!.at(-1)! && b![0]! <= a!.at(-1)!;
}

function isNotZero({ units }: SourceRow): boolean {
  return units !== 0;
}

function datesOf(rows: readonly SourceRow[]): string {
  const { date } = rows[0]!;
  if (rows.every((row) => row.date === date)) return date;
  const days = [...new Set(rows.map((row) => row.date))].sort();
  return days.length > LISTED_DATES ? `${days[0]}..${days.at(-1)}` : days.join(',');
}

const amountText = () => '';
const dateText = (row: SourceRow) => row.date;
const TEXTS: Readonly<Record<ContentField, (row: SourceRow) => string>> = {
  account: (row) => row.account,
  contraAccount: (row) => row.contraAccount,
  vat: (row) => row.vat,
  contraVat: (row) => row.contraVat,
  description: (row) => row.description,
  balance: (row) => row.balance,
};

/** The hashes of one content at a time: to put the characters of a million of them together as strings costs more than to hash. */
const hashes = Buffer.alloc((CONTENT_FIELDS.length + 2) * FIELD_CHARACTERS);

/**
 * Writes a tag and the sum of the hashes of all rows, which is the same in whatever order they stand: two lanes of 32 bits, of
 * which 24 each are kept.
 * @returns where the next field begins
 */
function putHash(
  start: number,
  tag: string,
  rows: readonly SourceRow[],
  textOf: (row: SourceRow) => string,
  scale: number,
): number {
  let high = 0;
  let low = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const text = textOf(row);
    if (text === '' && tag !== AMOUNT_TAG) continue;
    const { units } = row;
    let a = units | 0;
    let b = Math.floor(units / 0x1_0000_0000) ^ 0x41c6ce57;
    if (scale !== USUAL_SCALE) [a, b] = amountLanes(units, scale);
    a = Math.imul(a ^ 0xdeadbeef, 0x9e3779b1);
    b = Math.imul(b ^ a, 0x5f356495);
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      b = Math.imul(b ^ unit, 0x5f356495);
    }
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
    high = (high + a) | 0;
    low = (low + b) | 0;
  }
  hashes[start] = tag.charCodeAt(0);
  putDigits(start + 1, high);
  putDigits(start + 5, low);
  return start + FIELD_CHARACTERS;
}

/** Four digits of six bits each, from the upper 24 bits. */
function putDigits(at: number, lane: number): void {
  for (let digit = 0; digit < 4; digit++) hashes[at + digit] = DIGITS[(lane >>> (26 - 6 * digit)) & 63]!;
}

/** An amount is the same whatever the scale of the job that reads it: 10.00 is 10.0000. */
function amountLanes(units: number, scale: number): [number, number] {
  const [whole, decimals = ''] = jsonAmount(units, scale).split('.') as [string, string?];
  const usual = decimals.length <= USUAL_SCALE ? Number(whole + decimals.padEnd(USUAL_SCALE, '0')) : Number.NaN;
  if (Number.isSafeInteger(usual)) return [usual | 0, Math.floor(usual / 0x1_0000_0000) ^ 0x41c6ce57];
  const hash = hash53(`${whole}.${decimals}`);
  return [hash | 0, Math.floor(hash / 0x1_0000_0000)];
}

const DIGITS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
