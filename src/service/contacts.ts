import {
  type Address,
  type ContactPage,
  CUSTOM_PREFIX,
  type CustomValue,
  type ListedContact,
  type MatchBy,
  type Phone,
} from '../core/records.ts';
import type { Client } from './client.ts';
import { counts, isRow, listAll, one, type Row, unexpected } from './lists.ts';
import { idOf, textOf } from './reply-fields.ts';

const CONTACTS_PATH = '/api/biz/contacts';
const EXPANDED =
  'expand=Info,Info.InvoiceAddress,Info.DefaultPhone,Info.DefaultEmail,Info.DefaultAddress&hateoas=false';

/** Where contacts are created (service interface, section 4.11). */
export function createContactPath(): string {
  return CONTACTS_PATH;
}

/** Where one contact is, expanded (service interface, section 4.10). */
export function contactPath(id: number): string {
  return `${CONTACTS_PATH}/${id}?${EXPANDED}`;
}

/**
 * One page of the contacts, expanded (service interface, section 4.9). `skip` is not in the contract: whoever gives one
 * checks by the page's IDs that it was honoured (design, section 8).
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected (no list, or at its beginning contacts without `Info` alone)
 */
export async function listContacts(
  client: Client,
  { top, skip = 0 }: { readonly top: number; readonly skip?: number },
  signal?: AbortSignal,
): Promise<ContactPage> {
  const path = `${CONTACTS_PATH}?${EXPANDED}&top=${top}${skip > 0 ? `&skip=${skip}` : ''}`;
  const records = await listAll(client, path, signal);
  const rows = records.filter(isRow);
  const live = rows.filter(counts);
  // Not expanded, no contact would be recognised by anything, and each would be created a second time. A later page may hold
  // one alone that came so: it is `hidden`.
  if (skip === 0 && live.length > 0 && !live.some((row) => 'Info' in row)) {
    throw unexpected(client, path, 'contacts with Info, as expanded', live[0]);
  }
  return {
    records: records.length,
    ids: rows.map((row) => idOf(row['ID'])).filter((id) => id !== undefined),
    contacts: live.map(contactOf).filter((contact) => contact !== undefined),
  };
}

/**
 * One contact, expanded (service interface, section 4.10); undefined where there is none, or it is deleted.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected
 */
export async function getContact(client: Client, id: number, signal?: AbortSignal): Promise<ListedContact | undefined> {
  const row = await one(client, contactPath(id), id, signal);
  return row && contactOf(row);
}

/** Undefined for a record without an ID: nobody could name it. */
function contactOf(row: Row): ListedContact | undefined {
  const id = idOf(row['ID']);
  if (id === undefined) return undefined;
  const info = isRow(row['Info']) ? row['Info'] : {};
  const custom = customValuesOf(row);
  const hidden = hiddenOf(row);
  return {
    id,
    name: textOf(info['Name']),
    address: addressOf(info['InvoiceAddress']) ?? addressOf(info['DefaultAddress']),
    phone: phoneOf(info['DefaultPhone']),
    email: textOf(detail(info['DefaultEmail'])['EmailAddress']),
    comment: textOf(row['Comment']),
    custom: custom ?? {},
    ...(custom === undefined ? { customUnread: true } : {}),
    ...(hidden.length > 0 ? { hidden } : {}),
  };
}

/** What a contact is recognised by, where it stands inside `Info`. */
const DETAILS = { email: ['DefaultEmail', 'EmailAddress'], phone: ['DefaultPhone', 'Number'] } as const;

/** An ID beside an object that is not there proves that the object was not expanded: the contact has it all the same. */
function hiddenOf(row: Row): readonly MatchBy[] {
  const info = row['Info'];
  if (!isRow(info)) {
    const isHidden = info === undefined || idOf(row['InfoID']) !== undefined;
    return isHidden ? ['email', 'phone', 'name'] : [];
  }
  return (['email', 'phone'] as const).filter((by) => {
    const [object, field] = DETAILS[by];
    const held = info[object];
    return idOf(info[`${object}ID`]) !== undefined && !(isRow(held) && field in held);
  });
}

/** An object inside another: empty where it is absent, null or deleted. */
function detail(value: unknown): Row {
  return isRow(value) && counts(value) ? value : {};
}

function addressOf(value: unknown): Address | undefined {
  const row = detail(value);
  const address = {
    addressLine1: textOf(row['AddressLine1']),
    addressLine2: textOf(row['AddressLine2']),
    addressLine3: textOf(row['AddressLine3']),
    postalCode: textOf(row['PostalCode']),
    city: textOf(row['City']),
    country: textOf(row['Country']),
    countryCode: textOf(row['CountryCode']),
  };
  return Object.values(address).some((text) => text !== '') ? address : undefined;
}

/** A country code without a number is no phone. */
function phoneOf(value: unknown): Phone | undefined {
  const row = detail(value);
  const number = textOf(row['Number']);
  if (number === '') return undefined;
  return { countryCode: textOf(row['CountryCode']), number, description: textOf(row['Description']) };
}

/**
 * The custom values of an entity by their fields' names, without the prefix `Custom` (service interface, section 2.5);
 * undefined where the record has no `CustomValues`: which fields there are is then not known.
 */
export function customValuesOf(row: Row): Record<string, CustomValue> | undefined {
  const values = row['CustomValues'];
  if (!isRow(values)) return undefined;
  const named = Object.entries(values).filter(([key]) => key.startsWith(CUSTOM_PREFIX) && key !== CUSTOM_PREFIX);
  return Object.fromEntries(named.map(([key, value]) => [key.slice(CUSTOM_PREFIX.length), customValue(value)]));
}

/** What the interface doesn't know (a boolean, an object) is something all the same: its JSON, never "not set". */
function customValue(value: unknown): CustomValue {
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);
}
