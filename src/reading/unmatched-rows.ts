import { addTo } from '../core/batch-body.ts';
import { canonicalText } from '../core/canonical-text.ts';
import type { BookingField } from '../core/job-fields.ts';
import { formatMinor, MinorSum } from '../core/money.ts';
import { formatRow } from '../core/row-ranges.ts';
import { ownText } from '../core/text.ts';

/** Different texts that are told apart; rows of further ones are only counted. */
const TEXTS_MAX = 10_000;
/** Texts that a plan keeps, those with the most rows first. */
export const TEXTS_KEPT = 50;
/** Characters of a text that a plan keeps. */
const TEXT_MAX_CHARACTERS = 200;

/** A row that no rule matched: its account is the job's default. */
export interface UnmatchedRow {
  /** The field that rules set and that fell to its default. */
  readonly field: BookingField;
  /** The default. */
  readonly account: string;
  readonly row: number;
  /** What the cell of the description says. */
  readonly text: string;
  /** Minor units on that account, debit positive; undefined where the amount can't be read, or is in another currency. */
  readonly units: number | undefined;
  /** The amount in another currency than the books: its row is held. */
  readonly other?: OtherAmount | undefined;
}

/** An amount in another currency than that of the books: its code, and minor units. */
export interface OtherAmount {
  readonly currency: string;
  readonly units: number;
}

/** Rows with the same text, numbers in it aside. */
export interface UnmatchedText {
  /** As the first of them has it. */
  readonly text: string;
  readonly rows: number;
  /** The first row, as people call it. */
  readonly row: string;
  /** On the account, in the currency of the books; decimal text. */
  readonly amount: string;
  /** What is in other currencies, and so is no part of `amount`. */
  readonly others?: readonly { readonly currency: string; readonly amount: string }[];
  /** Where earlier bookings of the same text went: `times` of `of` of them to this account. */
  readonly earlier?: { readonly account: string; readonly times: number; readonly of: number };
}

/** Rows of a file that no rule of its job matched, by the account that they fell to. */
export interface Unmatched {
  readonly field: BookingField;
  readonly account: string;
  readonly rows: number;
  /** The most rows first. */
  readonly texts: readonly UnmatchedText[];
  /** Texts that are not listed. */
  readonly moreTexts: number;
}

/** Earlier bookings by the account that they went to. */
export type Earlier = ReadonlyMap<string, number>;

interface Tallied {
  readonly text: string;
  readonly row: number;
  rows: number;
  readonly sum: MinorSum;
  /** By currency. */
  readonly others: Map<string, MinorSum>;
}

/** What texts have in common that differ in their numbers alone: dates, receipts and cards stand in them. */
export function payeeOf(text: string): string {
  return canonicalText(text).toLowerCase().replace(/\d+/g, '0');
}

/** The regular expression of a rule that matches the texts that have this one's payee, and no others. */
export function patternOf(text: string): string {
  const literal = canonicalText(text)
    .toLowerCase()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return `^${literal.replace(/\d+/g, '\\d+').replaceAll(' ', '\\s+')}$`;
}

/** Counts the rows that no rule matched, and groups them by text. */
export class UnmatchedRows {
  readonly #accounts = new Map<string, { field: BookingField; rows: number; texts: Map<string, Tallied> }>();
  #texts = 0;

  note({ field, account, row, text, units, other }: UnmatchedRow): void {
    const id = `${field} ${account}`;
    let of = this.#accounts.get(id);
    if (of === undefined) this.#accounts.set(id, (of = { field, rows: 0, texts: new Map() }));
    of.rows++;
    const payee = payeeOf(text);
    let tallied = of.texts.get(payee);
    if (tallied === undefined) {
      if (this.#texts === TEXTS_MAX) return;
      this.#texts++;
      const own = ownText(canonicalText(text).slice(0, TEXT_MAX_CHARACTERS));
      tallied = { text: own, row, rows: 0, sum: new MinorSum(), others: new Map() };
      of.texts.set(payee, tallied);
    }
    tallied.rows++;
    if (units !== undefined) tallied.sum.add(units);
    if (other !== undefined) addTo(tallied.others, other.currency, other.units);
  }

  /** @param earlierOf bookings of earlier imports with this payee, on this side: 1 debit, -1 credit */
  async result(scale: number, earlierOf: (payee: string, side: 1 | -1) => Promise<Earlier>): Promise<Unmatched[]> {
    const found: Unmatched[] = [];
    for (const [id, { field, rows, texts }] of this.#accounts) {
      const account = id.slice(field.length + 1);
      const all = [...texts].sort(([, a], [, b]) => b.rows - a.rows || a.row - b.row);
      const shown: UnmatchedText[] = [];
      for (const [payee, { text, row, rows: count, sum, others: inOthers }] of all.slice(0, TEXTS_KEPT)) {
        const units = sum.value();
        const earlier = mostOf(await earlierOf(payee, units < 0n ? -1 : 1), account);
        const amount = formatMinor(units, scale);
        const others = [...inOthers].map(([currency, of]) => ({ currency, amount: formatMinor(of.value(), scale) }));
        shown.push({
          ...{ text, rows: count, row: formatRow(row), amount },
          ...(others.length === 0 ? {} : { others }),
          ...(earlier === undefined ? {} : { earlier }),
        });
      }
      found.push({ field, account, rows, texts: shown, moreTexts: Math.max(0, all.length - TEXTS_KEPT) });
    }
    return found;
  }
}

/** The account that most earlier bookings went to; undefined where none has more than half of them. */
function mostOf(earlier: Earlier, suspense: string): UnmatchedText['earlier'] {
  const others = [...earlier].filter(([account]) => account !== suspense);
  const of = others.reduce((sum, [, times]) => sum + times, 0);
  const [most] = others.sort(([, a], [, b]) => b - a);
  return most === undefined || most[1] * 2 <= of ? undefined : { account: most[0], times: most[1], of };
}
