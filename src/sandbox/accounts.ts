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
  byNumber(number: number): Account | undefined;
  /** Numbers may be added twice: the service doesn't promise that they are unique. */
  add(account: NewAccount): Account;
}

export function createAccounts(vatTypes: VatTypes): Accounts {
  const rows: Account[] = [];
  const ids = new Map<number, Account>();
  const numbers = new Map<number, Account>();
  const add = (account: NewAccount): Account => {
    const row = { ID: FIRST_ID + ID_STEP * rows.length, ...account };
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
  return { rows, byId: (id) => ids.get(id), byNumber: (number) => numbers.get(number), add };
}
