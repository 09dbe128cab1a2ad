import { type BookingWord, plainHeader, rankOf, withoutCurrency } from '../../reading/field-words.ts';
import { AMOUNT_LOOKS, type ColumnLook, holdsAccounts, type ValueLook } from './profile-column.ts';
import type { ProposedColumn } from './proposal.ts';

/** The columns that were found so far, by their fields. */
export type Found = Map<string, ProposedColumn>;

/** Fields that an amount stands in. */
export const AMOUNTS = ['amount', 'debit', 'credit'] as const;

/** What the values of a field may look like; other fields hold anything. A column that is empty so far fits everywhere. */
const LOOKS: Readonly<Partial<Record<BookingWord, readonly ValueLook[]>>> = {
  date: ['date', 'number'],
  amount: AMOUNT_LOOKS,
  debit: AMOUNT_LOOKS,
  credit: AMOUNT_LOOKS,
  sign: ['flag', 'text'],
  vat: ['flag', 'text', 'number', 'account', 'phone'],
  account: ['account', 'number'],
  contraAccount: ['account', 'number'],
  debitAccount: ['account', 'number'],
  creditAccount: ['account', 'number'],
};

/** Numbers of accounts with their names, `5000 Lønn`, come behind all columns of numbers alone. */
const NAMED_ACCOUNTS_PLACE = 1_000;

/** Each field's column by what it is called: the best name wins, and no column is given twice. */
export function byName(columns: readonly ColumnLook[], words: Readonly<Partial<Record<string, string>>>): Found {
  const rank = rankOf(words as Readonly<Record<string, string>>);
  const claims = columns.flatMap((column) =>
    ranksOf(rank, column.header).flatMap(([field, place]) => {
      const { index, look } = column;
      if (look === 'empty' || (LOOKS[field as BookingWord]?.includes(look) ?? true)) return [{ field, index, place }];
      return namesAccountsOf(field, column) ? [{ field, index, place: place + NAMED_ACCOUNTS_PLACE }] : [];
    }),
  );
  claims.sort((a, b) => a.place - b.place || a.index - b.index);
  const found: Found = new Map();
  for (const { field, index } of claims) {
    if (!found.has(field) && !taken(found, index)) put(found, field, index, 'name');
  }
  return found;
}

/** Whether a column holds accounts with their names; the same one in all rows is the account that a statement is about. */
function namesAccountsOf(field: string, column: ColumnLook): boolean {
  return /account$/i.test(field) && (field !== 'account' || column.distinct > 1) && holdsAccounts(column);
}

/** Amounts in crowns are those of the books, and come before others that are called the same. */
const CROWNS = /(nok|kr|kroner)$/;
const CROWNS_PLACE = 0.25;
const OTHER_CURRENCY_PLACE = 0.5;

/** The fields that a header names; those of amounts with a currency behind too: `Debet (NOK)`, `Débit euros`. */
function ranksOf(rank: ReturnType<typeof rankOf>, header: string): [field: string, place: number][] {
  const named = [...rank(header)];
  if (named.length > 0) return named;
  const isCrowns = CROWNS.test(plainHeader(header));
  // An amount in another currency may stand beside that of the books under any name.
  const fields: readonly string[] = isCrowns ? AMOUNTS : AMOUNTS.filter((field) => field !== 'amount');
  return [...rank(withoutCurrency(header))]
    .filter(([field]) => fields.includes(field))
    .map(([field, place]) => [field, place + (isCrowns ? CROWNS_PLACE : OTHER_CURRENCY_PLACE)]);
}

export function taken(found: Found, index: number): boolean {
  return [...found.values()].some(({ column }) => column === index);
}

export function put(found: Found, field: string, column: number, why: ProposedColumn['why']): void {
  found.set(field, { field, column, why });
}

/** The column that was found for a field. */
export function columnFor(columns: readonly ColumnLook[], found: Found, field: string): ColumnLook | undefined {
  const index = found.get(field)?.column;
  return columns.find((column) => column.index === index);
}
