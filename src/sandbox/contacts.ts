import type { CustomFields } from './custom-fields.ts';
import type { Row } from './query.ts';
import { CONTACTS } from './reference/company.ts';
import { isObject, type JsonObject, type ServiceMessage } from './reply.ts';

/** Contacts and the records inside them (service interface, section 2.9). IDs of all kinds of records differ. */
export interface Contacts {
  rows(): Generator<Row>;
  get(id: number): Row | undefined;
  /** Stores a contact; `Deleted` is heeded only here, for tests. */
  add(body: JsonObject): Row;
}

const FIRST_CONTACT_ID = 11;
const FIRST_INFO_ID = 4001;
const FIRST_DETAIL_ID = 9001;

export function createContacts(customFields: CustomFields): Contacts {
  const stored: { row: Row; custom: JsonObject }[] = [];
  let nextDetail = FIRST_DETAIL_ID;
  const show = ({ row, custom }: { row: Row; custom: JsonObject }): Row => ({
    ...row,
    CustomValues: customFields.values('Contact', custom),
  });
  const add = (body: JsonObject): Row => {
    const InfoID = FIRST_INFO_ID + stored.length;
    const sent = body['Info'] as JsonObject;
    const detail = (value: unknown, names: readonly string[], fixed: JsonObject): Row | null => {
      if (!isObject(value)) return null;
      const given = Object.fromEntries(names.map((name) => [name, value[name] ?? null]));
      return { ID: nextDetail++, BusinessRelationID: InfoID, ...given, ...fixed };
    };
    const InvoiceAddress = detail(sent['InvoiceAddress'], ADDRESS, {});
    const DefaultAddress = detail(sent['DefaultAddress'], ADDRESS, {});
    const DefaultPhone = detail(sent['DefaultPhone'], PHONE, { Type: 'Phone' });
    const DefaultEmail = detail(sent['DefaultEmail'], EMAIL, { Deleted: false });
    const row: Row = {
      ID: FIRST_CONTACT_ID + stored.length,
      InfoID,
      Comment: body['Comment'] ?? null,
      Deleted: body['Deleted'] === true,
      Info: {
        ID: InfoID,
        Name: sent['Name'],
        DefaultEmailID: DefaultEmail?.['ID'] ?? null,
        DefaultPhoneID: DefaultPhone?.['ID'] ?? null,
        InvoiceAddressID: InvoiceAddress?.['ID'] ?? null,
        DefaultPhone,
        DefaultEmail,
        InvoiceAddress,
        DefaultAddress,
      },
    };
    const entry = { row, custom: isObject(body['CustomValues']) ? body['CustomValues'] : {} };
    stored.push(entry);
    return show(entry);
  };
  for (const contact of CONTACTS) add(contact);
  return {
    add,
    *rows() {
      for (const entry of stored) yield show(entry);
    },
    get(id) {
      const entry = stored.find(({ row }) => row['ID'] === id);
      return entry && show(entry);
    },
  };
}

const ADDRESS = [
  'AddressLine1',
  'AddressLine2',
  'AddressLine3',
  'City',
  'Country',
  'CountryCode',
  'PostalCode',
  'Region',
] as const;
const PHONE = ['CountryCode', 'Description', 'Number'] as const;
const EMAIL = ['EmailAddress', 'Description'] as const;
const DETAILS = { InvoiceAddress: ADDRESS, DefaultAddress: ADDRESS, DefaultPhone: PHONE, DefaultEmail: EMAIL };

/** What is wrong with a contact that was sent. */
export function checkContact(body: unknown): ServiceMessage[] {
  if (!isObject(body)) return [{ Message: 'A contact was expected.', PropertyName: '' }];
  const messages: ServiceMessage[] = [];
  const text = (value: unknown, PropertyName: string) => {
    if (value === undefined || value === null || typeof value === 'string') return;
    messages.push({ Message: `${PropertyName} must be a text.`, PropertyName });
  };
  text(body['Comment'], 'Comment');
  const info = body['Info'];
  if (!isObject(info)) return [...messages, { Message: 'A contact must have Info.', PropertyName: 'Info' }];
  if (typeof info['Name'] !== 'string' || info['Name'].trim() === '') {
    messages.push({ Message: 'A contact must have a name.', PropertyName: 'Info.Name' });
  }
  for (const [name, fields] of Object.entries(DETAILS)) {
    const value = info[name];
    if (value === undefined || value === null) continue;
    if (!isObject(value)) messages.push({ Message: `${name} must be an object.`, PropertyName: `Info.${name}` });
    else for (const field of fields) text(value[field], `Info.${name}.${field}`);
  }
  return messages;
}
