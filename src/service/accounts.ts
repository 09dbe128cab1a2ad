import type { Account, AccountLookup, ChartValue, VatType } from '../core/records.ts';
import type { Client } from './client.ts';
import { counts, isRow, list, listAll, type Row, unexpected } from './lists.ts';
import type { ListPage } from './read-list.ts';
import { idOf, isTrue, textOf } from './reply-fields.ts';

/** `AccountNumber` is an integer (service interface, section 2.3): `0123` and `12 34` name none, and are never asked for. */
const ACCOUNT_NUMBER = /^(0|[1-9]\d{0,14})$/;

/** Whether a text may be an account's number at all. */
export function isAccountNumber(text: string): boolean {
  return ACCOUNT_NUMBER.test(text);
}

/**
 * Looks an account up by its number (service interface, section 4.2). The records are checked again: a service may
 * answer with accounts that nobody asked for, with deleted ones, or with several of one number (design, section 8).
 * With others alone it has not looked for this one: that is no answer.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function lookupAccount(client: Client, number: string, signal?: AbortSignal): Promise<AccountLookup> {
  if (!isAccountNumber(number)) return { found: 'none' };
  const filter = encodeURIComponent(`AccountNumber eq ${number}`);
  const path = `/api/biz/accounts?filter=${filter}&select=ID,AccountNumber,AccountName,VatTypeID`;
  const found = new Map<number, Account>();
  const rows = await list(client, path, signal);
  for (const row of rows) {
    if (textOf(row['AccountNumber']) !== number) continue;
    const account = accountOf(row, number);
    if (account === undefined) throw unexpected(client, path, `an account ${number} with ID and VatTypeID`, row);
    found.set(account.id, account);
  }
  const [account] = found.values();
  if (account === undefined) {
    // Other accounts than the one that was asked for: the filter was not used, and this one may be anywhere.
    if (rows.length > 0)
      throw unexpected(client, path, `the account ${number} or an empty list, by the filter`, rows[0]);
    return { found: 'none' };
  }
  return found.size === 1 ? { found: 'one', account } : { found: 'several', count: found.size };
}

/**
 * One page of all accounts. The interface shows the look-up of one account (section 4.2), and the parameters that lists have in
 * common (section 4): a list without a filter is the same path without one. `skip` is not in the contract: `readList` checks by
 * the page's IDs that it was honoured (design, section 8).
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected (no list, or not one account in it that can be used)
 */
export async function listAccountPage(
  client: Client,
  page: ListPart,
  signal?: AbortSignal,
): Promise<ListPage<Account>> {
  const path = partOf('/api/biz/accounts?select=ID,AccountNumber,AccountName,VatTypeID', page);
  const records = await listAll(client, path, signal);
  const rows = records.filter(isRow);
  const live = rows.filter(counts);
  const listed = live.flatMap((row) => {
    const number = textOf(row['AccountNumber']);
    return (isAccountNumber(number) && accountOf(row, number)) || [];
  });
  if (listed.length === 0 && live.length > 0) throw unexpected(client, path, 'accounts with ID and number', live[0]);
  return { records: records.length, ids: idsOf(rows), listed };
}

function accountOf(row: Row, number: string): Account | undefined {
  const id = idOf(row['ID']);
  const vatTypeId = idOf(row['VatTypeID']) ?? null;
  // No VAT type is null or left out; a value that can't be read must not pass for "no VAT".
  const none: unknown[] = [null, undefined, '', 0, '0'];
  const known = vatTypeId !== null || none.includes(row['VatTypeID']);
  return id === undefined || !known ? undefined : { id, number, name: textOf(row['AccountName']), vatTypeId };
}

/**
 * All VAT types (service interface, section 4.3). Percent and names may be absent (design, section 8); a type without an
 * ID can't be booked with and is left out.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function listVatTypes(client: Client, signal?: AbortSignal): Promise<VatType[]> {
  return vatTypesOf(client, VAT_TYPES_PATH, await list(client, VAT_TYPES_PATH, signal));
}

/** One page of them, for `readList`, as of accounts. */
export async function listVatTypePage(
  client: Client,
  page: ListPart,
  signal?: AbortSignal,
): Promise<ListPage<VatType>> {
  const path = partOf(VAT_TYPES_PATH, page);
  const records = await listAll(client, path, signal);
  const rows = records.filter(isRow);
  return { records: records.length, ids: idsOf(rows), listed: vatTypesOf(client, path, rows.filter(counts)) };
}

const VAT_TYPES_PATH = '/api/biz/vattypes?select=ID,Name,VatPercent,VatCode,OutputVat';

function vatTypesOf(client: Client, path: string, rows: readonly Row[]): VatType[] {
  const types = rows.map(vatTypeOf).filter((type) => type !== undefined);
  // Not one of them usable: that is no list of VAT types, and must not pass for "this company has none".
  if (types.length === 0 && rows.length > 0) throw unexpected(client, path, 'VAT types with IDs', rows[0]);
  return types;
}

/** A part of a list: so many records behind the first ones. */
interface ListPart {
  readonly top: number;
  readonly skip: number;
}

function partOf(path: string, { top, skip }: ListPart): string {
  return `${path}&top=${top}${skip > 0 ? `&skip=${skip}` : ''}`;
}

function idsOf(rows: readonly Row[]): number[] {
  return rows.map((row) => idOf(row['ID'])).filter((id) => id !== undefined);
}

function vatTypeOf(row: Row): VatType | undefined {
  const id = idOf(row['ID']);
  if (id === undefined) return undefined;
  return {
    id,
    code: textOf(row['VatCode']),
    name: textOf(row['Name']),
    percent: percentOf(row['VatPercent']),
    output: isTrue(row['OutputVat']),
  };
}

/** `25.0000`, `"25.0000"` and 25 are one percentage: decimal text without zeros at its end. */
function percentOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

export function accountValue({ id, number, name }: Account): ChartValue {
  return { kind: 'account', code: number, id, name };
}

export function vatValues(types: readonly VatType[]): ChartValue[] {
  return types.map(({ id, code, name, percent }) => ({ kind: 'vat-type', code, id, name, percent }));
}
