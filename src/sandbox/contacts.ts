import { createByteLog, jsonMayHold } from './byte-log.ts';
import { CONTACT_DETAILS } from './contact-check.ts';
import type { CustomFields } from './custom-fields.ts';
import type { Row } from './query.ts';
import { CONTACTS } from './reference/company.ts';
import { isObject, type JsonObject } from './reply.ts';
import type { Table } from './table.ts';

/** The request that a contact came by. */
export interface Sent {
  /** Which of the POST requests to the interface it was, counted from 1. */
  readonly request: number;
  /** What its sender calls it (`X-Request-ID`). */
  readonly requestId: string | undefined;
  /** Its body as it came, checked. */
  readonly body: Buffer;
}

/**
 * Contacts and the records inside them (service interface, section 2.9). IDs of all kinds of records differ. The bytes
 * of each are kept as they came, and read when somebody asks.
 */
export interface Contacts extends Table {
  /** Stores a contact that was sent. @param custom false: its custom values are lost */
  create(sent: Sent, custom: boolean): Row;
  /** Stores contacts that were there all along, for tests; `Deleted` is heeded here only. Returns the ID of the first. */
  preload(contacts: readonly object[]): number;
  /** Contacts that came by requests. */
  readonly createdCount: number;
  readonly preloadedCount: number;
  /** Those that came by requests, in order; only those that stand when it is called. */
  created(): Generator<Sent & { readonly id: number }>;
}

const FIRST_CONTACT_ID = 11;
/** Farther from each other than contacts are ever many. */
const FIRST_INFO_ID = 4_000_001;
const FIRST_DETAIL_ID = 40_000_001;

const DETAIL_NAMES = Object.keys(CONTACT_DETAILS) as (keyof typeof CONTACT_DETAILS)[];
/** What the service says of a record inside a contact besides what was sent. */
const FIXED: Readonly<Partial<Record<keyof typeof CONTACT_DETAILS, JsonObject>>> = {
  DefaultPhone: { Type: 'Phone' },
  DefaultEmail: { Deleted: false },
};
/** Fields whose text stands in the body as it was sent. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'comment',
  'info.name',
  'info.defaultemail.emailaddress',
  'info.defaultphone.number',
]);

export function createContacts(customFields: CustomFields): Contacts {
  const bodies = createByteLog();
  /** By place: the request, 0 for a contact that was preloaded. */
  const requests: number[] = [];
  const requestIds: (string | undefined)[] = [];
  const withoutCustom = new Set<number>();
  let preloadedCount = 0;

  const show = (place: number): Row => {
    const body = JSON.parse(bodies.at(place).toString('utf8')) as JsonObject;
    const custom = body['CustomValues'];
    return {
      ...record(body, place, requests[place] === 0 && body['Deleted'] === true),
      CustomValues: customFields.values('Contact', isObject(custom) && !withoutCustom.has(place) ? custom : {}),
    };
  };
  const store = (body: Buffer, request: number, requestId: string | undefined): number => {
    bodies.append(body);
    requests.push(request);
    return requestIds.push(requestId) - 1;
  };
  const preload = (contacts: readonly object[]): number => {
    const first = bodies.count;
    for (const contact of contacts) store(Buffer.from(JSON.stringify(contact)), 0, undefined);
    preloadedCount += contacts.length;
    return FIRST_CONTACT_ID + first;
  };
  preload(CONTACTS);

  return {
    create({ body, request, requestId }, custom) {
      if (!custom) withoutCustom.add(bodies.count);
      return show(store(body, request, requestId));
    },
    preload,
    get createdCount() {
      return bodies.count - preloadedCount;
    },
    get preloadedCount() {
      return preloadedCount;
    },
    *created() {
      const { count } = bodies;
      for (let place = 0; place < count; place++) {
        const request = requests[place]!;
        if (request === 0) continue;
        yield { id: FIRST_CONTACT_ID + place, request, requestId: requestIds[place], body: bodies.at(place) };
      }
    },
    *from(place) {
      for (let at = place; at < bodies.count; at++) yield show(at);
    },
    *matching({ field, value }) {
      const mayMatch = typeof value === 'string' && TEXT_FIELDS.has(field) ? jsonMayHold(value) : () => true;
      for (let at = 0; at < bodies.count; at++) if (mayMatch(bodies.at(at))) yield show(at);
    },
    byId(id) {
      const place = id - FIRST_CONTACT_ID;
      return place >= 0 && place < bodies.count ? show(place) : undefined;
    },
  };
}

/** The records that a contact is stored as, without its custom values. */
function record(body: JsonObject, place: number, Deleted: boolean): Row {
  const InfoID = FIRST_INFO_ID + place;
  const sent = body['Info'] as JsonObject;
  const details: Record<string, Row | null> = {};
  for (const [index, name] of DETAIL_NAMES.entries()) {
    const value = sent[name];
    const ID = FIRST_DETAIL_ID + DETAIL_NAMES.length * place + index;
    details[name] = isObject(value) ? { ID, BusinessRelationID: InfoID, ...given(value, name), ...FIXED[name] } : null;
  }
  const { DefaultPhone, DefaultEmail, InvoiceAddress, DefaultAddress } = details;
  return {
    ID: FIRST_CONTACT_ID + place,
    InfoID,
    Comment: body['Comment'] ?? null,
    Deleted,
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
}

function given(value: JsonObject, name: keyof typeof CONTACT_DETAILS): Row {
  const row: Row = {};
  for (const field of CONTACT_DETAILS[name]) row[field] = value[field] ?? null;
  return row;
}
