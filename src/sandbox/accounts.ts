import { CHART_OF_ACCOUNTS, DELETED_ACCOUNTS, LOCKED_ACCOUNTS } from './reference/chart-of-accounts.ts';
import type { VatTypes } from './vat-types.ts';

/** An account as the service answers it (service interface, section 2.3); `Locked` and `Deleted` are ours. */
export interface Account {
  readonly ID: number;
  readonly AccountNumber: number;
  readonly AccountName: string;
  readonly VatTypeID: number | null;
  readonly Locked: boolean;
  readonly Deleted: boolean;
}

export type NewAccount = Omit<Account, 'ID'>;

/** IDs lie outside the account numbers, so that a number sent as an ID is never an account. */
const FIRST_ID = 214_003;
const ID_STEP = 13;

export interface Accounts {
  readonly rows: readonly Account[];
  byId(id: number): Account | undefined;
  /** Which account an ID is now, also when IDs have moved since. */
  asNow(): (id: number) => Account | undefined;
  /** The accounts of two numbers have each other's ID from now on. @returns whether both are there */
  exchange(one: number, other: number): boolean;
  byNumber(number: number): Account | undefined;
  /** Numbers may be added twice: the service doesn't promise that they are unique. */
  add(account: NewAccount): Account;
}

/** @param shift by so many places the IDs are those of other accounts in the books of the default company */
export function createAccounts(vatTypes: VatTypes, shift = 0): Accounts {
  const rows: Account[] = [];
  let ids = new Map<number, Account>();
  const numbers = new Map<number, Account>();
  const add = (account: NewAccount): Account => {
    const row = { ID: FIRST_ID + ID_STEP * (rows.length + shift), ...account };
    rows.push(row);
    ids.set(row.ID, row);
    if (!row.Deleted && !numbers.has(row.AccountNumber)) numbers.set(row.AccountNumber, row);
    return row;
  };
  const chart = [
    ...CHART_OF_ACCOUNTS.map((row) => ({ row, Deleted: false })),
    ...DELETED_ACCOUNTS.map((row) => ({ row, Deleted: true })),
  ];
  for (const { row, Deleted } of chart) {
    const [AccountNumber, AccountName, code] = row;
    const VatTypeID = code === undefined ? null : (vatTypes.byCode(code)?.id ?? null);
    add({ AccountNumber, AccountName, VatTypeID, Locked: LOCKED_ACCOUNTS.includes(AccountNumber), Deleted });
  }
  return {
    rows,
    byId: (id) => ids.get(id),
    asNow() {
      const now = ids;
      return (id) => now.get(id);
    },
    exchange(one, other) {
      const [first, second] = [numbers.get(one), numbers.get(other)];
      if (first === undefined || second === undefined) return false;
      // What was booked before is read by the IDs of then.
      ids = new Map(ids);
      for (const [row, { ID }] of [
        [first, second],
        [second, first],
      ] as const) {
        const moved = { ...row, ID };
        rows[rows.indexOf(row)] = moved;
        ids.set(ID, moved);
        numbers.set(row.AccountNumber, moved);
      }
      return true;
    },
    byNumber: (number) => numbers.get(number),
    add,
  };
}
