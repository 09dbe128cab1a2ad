import type { Cell } from '../../core/cell.ts';
import { normaliseHeader } from '../../core/text.ts';
import { BOOKING_WORDS, balanceNameRank, rankOf, withoutCurrency } from '../../reading/field-words.ts';
import { isVatHeader } from '../../reading/find-figures.ts';
import { type Amounts, readerOf } from './balance-proof.ts';
import { AMOUNTS, type Found, put } from './named-columns.ts';
import { AMOUNT_LOOKS, type ColumnLook } from './profile-column.ts';
import type { ProposedSign } from './proposal.ts';

const rank = rankOf(BOOKING_WORDS);
const SIDES = ['debit', 'credit'] as const;
/** Words of headers over hours, distances, numbers of things, prices of one of them, and rates. */
const MEASURE =
  /^(time|hours?|hrs|km|mil|miles|dager|days|uker|stk|st|pcs|units?|qty|rate|%|kg|liter)$|(antall|antal|anzahl|menge|mengde|quantity|timer|timmar|stunden|timelønn|timlön|kilometer|sats|satz|pris|price|preis|kurs|course|prosent|procent|prozent|percent)$/;
/** What was paid by which card is no side. */
const CARD = /card|kort|karte/i;

/** The only column of those that looks like amounts, unless it is called something else; undefined where several could be it. */
export function soleAmount(columns: readonly ColumnLook[]): ColumnLook | undefined {
  const looking = amountsAmong(columns);
  return looking.length === 1 ? looking[0] : undefined;
}

/** Where the amounts of a row stand, as far as they were found. */
export function amountsOf(found: Found, sign: ProposedSign | undefined): Amounts | undefined {
  const [amount, debit, credit] = AMOUNTS.map((field) => found.get(field)?.column);
  if (debit !== undefined && credit !== undefined) return { debit, credit };
  if (amount === undefined) return undefined;
  return { amount, ...(sign === undefined ? {} : { sign }) };
}

/**
 * Takes two columns for the sides of an account of which some word of their names tells that one is money in and the other
 * money out, as in `Beløp ut av kontoen`: where there are no others, and no row has both.
 */
export function takeSides(columns: readonly ColumnLook[], rows: readonly (readonly Cell[])[], found: Found): boolean {
  if (found.has('amount')) return false;
  const sided = columns.filter(({ look, header }) => AMOUNT_LOOKS.includes(look) && sideOf(header) !== undefined);
  const [debit, credit] = SIDES.map((side) => sided.find(({ header }) => sideOf(header) === side));
  if (debit === undefined || credit === undefined || sided.length > 2) return false;
  if (amountsAmong(columns).some((each) => each !== debit && each !== credit)) return false;
  if (!areApart([debit, credit], rows)) return false;
  put(found, 'debit', debit.index, 'name');
  put(found, 'credit', credit.index, 'name');
  return true;
}

/** Debit becomes credit, and credit debit. */
export function turnSides(found: Found): void {
  const [debit, credit] = [found.get('debit')!, found.get('credit')!];
  found.set('debit', { ...credit, field: 'debit' });
  found.set('credit', { ...debit, field: 'credit' });
}

/** Whether no row has an amount in both columns; zeros are none. */
export function areApart(columns: readonly [ColumnLook, ColumnLook], rows: readonly (readonly Cell[])[]): boolean {
  const read = readerOf(columns, rows);
  const filled = (row: readonly Cell[], { index }: ColumnLook) => (read(row[index]) ?? 0) !== 0;
  return rows.length > 0 && !rows.some((row) => columns.every((column) => filled(row, column)));
}

function amountsAmong(columns: readonly ColumnLook[]): ColumnLook[] {
  return columns.filter(({ look, header }) => look === 'amount' && !isCalledOtherwise(header));
}

/** Whether a column is called as another field: an account, a balance, or one side of two; or as no amount at all. */
function isCalledOtherwise(header: string): boolean {
  const fields = [header, withoutCurrency(header)].flatMap((name) => [...rank(name).keys()]);
  const isOther = fields.length > 0 && !fields.includes('amount');
  if (isOther || balanceNameRank(header) !== undefined || sideOf(header) !== undefined) return true;
  return isVatHeader(header) || wordsOf(header).some((word) => MEASURE.test(word));
}

/** The one side that words of a header name. */
function sideOf(header: string): 'debit' | 'credit' | undefined {
  if (CARD.test(header)) return undefined;
  const words = wordsOf(header);
  const [side, other] = SIDES.filter((each) => words.some((word) => rank(word).has(each)));
  return other === undefined ? side : undefined;
}

function wordsOf(header: string): string[] {
  return normaliseHeader(header).split(/[^\p{L}\p{N}%]+/u);
}
