import { isUtf8 } from 'node:buffer';
import { type CheckedEntry, checkBooking } from './booking-check.ts';
import type { Company } from './company.ts';
import { checkContact } from './contact-check.ts';
import type { ReplyStyle } from './fault-spec.ts';
import { listRows, oneRow, parseQuery, type Row } from './query.ts';
import type { Quirks } from './quirks.ts';
import { MODELS, PRODUCTS, VALUE_LISTS } from './reference/company.ts';
import { failure, type JsonObject, jsonReply, parseJson, type Reply, refusal } from './reply.ts';
import type { Service } from './service.ts';
import { type Table, tableOf } from './table.ts';
import { unquotePercent, vatTypeRow } from './vat-types.ts';

export const API_PREFIX = '/api/biz/';

interface ApiRequest {
  readonly method: string;
  /** Behind the prefix: `contacts`, and `12` if there is more. */
  readonly resource: string;
  readonly id: string | undefined;
  readonly parameters: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: Buffer;
  readonly company: Company;
  /** Count of POST requests. */
  readonly number: number;
  /** What the sender calls the request (`X-Request-ID`). */
  readonly requestId: string | undefined;
  readonly half: boolean;
  /** A booking is answered with ID and number of each entry, whatever style is set. */
  readonly inFull: boolean;
}

/** From the ID of a model to that of its second of the same name. */
const SECOND_MODEL = 1000;

/** What can be listed, and got by ID unless only the list is there. */
const LISTS: Readonly<Record<string, (company: Company, quirks: Quirks, now: number) => Table>> = {
  accounts: ({ accounts }) => tableOf(accounts.rows as unknown as Row[]),
  vattypes: ({ vatTypes }) => tableOf(vatTypes.all.map(vatTypeRow)),
  valuelists: () => tableOf(VALUE_LISTS as unknown as Row[]),
  models: (_, { models }) =>
    tableOf(
      models === 'unique' ? MODELS : [...MODELS, ...MODELS.map((model) => ({ ...model, ID: model.ID + SECOND_MODEL }))],
    ),
  products: ({ customFields }) =>
    tableOf(PRODUCTS.map((product) => ({ ...product, CustomValues: customFields.values('Product', {}) }))),
  contacts: ({ contacts }) => contacts,
  journalentrylines: ({ books }, { descriptionMax, blanks, linesAfter }, now) =>
    books.journal({ descriptionMax, blanks, bookedBy: now - linesAfter }),
};

const RESOURCES = new Set([...Object.keys(LISTS), 'journalentries', 'custom-fields']);

/** The name under which a request is counted. */
export function routeName(method: string, resource: string, id: string | undefined): string {
  if (!RESOURCES.has(resource)) return `${method} (other)`;
  return `${method} ${API_PREFIX}${resource}${id === undefined ? '' : '/:id'}`;
}

/** Does what a request asks (service interface, section 4); whole, or not at all. */
export function route(request: ApiRequest, service: Service): Reply {
  const { method, resource, id } = request;
  if (!RESOURCES.has(resource)) return failure(404, `There is no resource ${resource}.`);
  if (id !== undefined && !/^\d{1,15}$/.test(id)) return failure(404, `There is no ${resource} with ID ${id}.`);
  const list = LISTS[resource];
  if (method === 'GET' && list) return read(request, list, service);
  if (method === 'POST') return write(request, service);
  return failure(405, `${method} is not supported here.`);
}

function read(
  { resource, id, parameters, company }: ApiRequest,
  list: NonNullable<(typeof LISTS)[string]>,
  { quirks, clock }: Pick<Service, 'quirks' | 'clock'>,
): Reply {
  const { pageRows, skip, descriptionFilter } = quirks;
  const asked = parseQuery(parameters);
  const query = { ...asked, top: Math.min(asked.top, pageRows ?? asked.top), skip: skip ? asked.skip : 0 };
  const path = `${API_PREFIX}${resource}`;
  const isBlind = descriptionFilter === 'empty' && asked.filter?.field === 'description';
  const table = isBlind ? tableOf([]) : list(company, quirks, clock());
  let answer: unknown;
  if (id === undefined) {
    answer = listRows(table, query, path).map((row) => showCustom(row, quirks, quirks.valuesShown === 'everywhere'));
  } else {
    const found = table.byId(Number(id));
    if (!found) return failure(404, `There is no ${resource} with ID ${id}.`);
    answer = showCustom(oneRow(found, query, path), quirks, quirks.valuesShown !== 'nowhere');
  }
  const reply = jsonReply(answer);
  return resource === 'vattypes' ? { ...reply, body: unquotePercent(reply.body ?? '') } : reply;
}

/** A row with as much of its custom values as the service shows there. */
function showCustom(row: Row, { unsetValues }: Quirks, shown: boolean): Row {
  const { CustomValues: values, ...rest } = row;
  if (values === undefined) return row;
  if (!shown) return rest;
  const kept = Object.entries(values as Row).filter(([, value]) => unsetValues === 'shown' || value !== null);
  return { ...rest, CustomValues: Object.fromEntries(kept) };
}

function write(request: ApiRequest, service: Service): Reply {
  const { resource, id, parameters, contentType, body, company } = request;
  const action = parameters.get('action');
  if (resource === 'custom-fields' && id !== undefined) {
    if (action !== 'activate') return failure(400, `There is no action ${action} on a custom field.`);
    return activateField(Number(id), request, service.quirks);
  }
  if (id !== undefined) return failure(405, 'POST is not supported here.');
  if (contentType !== undefined && !/^application\/(.+\+)?json\b/i.test(contentType)) {
    return failure(415, `The media type ${contentType} is not supported, JSON is.`);
  }
  if (resource === 'journalentries') {
    if (action !== BOOK_ACTION) return failure(400, `There is no action ${action} on journal entries.`);
    const { number, requestId, half, inFull } = request;
    const { lockedBefore, spec } = service;
    const reply = inFull ? 'full' : spec.reply;
    return bookJournalEntries({
      company,
      body,
      request: number,
      requestId,
      lockedBefore,
      reply,
      half,
      at: service.clock(),
    });
  }
  if (resource !== 'custom-fields' && resource !== 'contacts') return failure(405, 'POST is not supported here.');
  if (!isUtf8(body)) return failure(400, 'The request body is not UTF-8.');
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch (error) {
    return failure(400, `The request body is not JSON: ${(error as Error).message}`);
  }
  return resource === 'contacts'
    ? createContact(parsed, request, service)
    : defineField(parsed, request, service.quirks);
}

function createContact(parsed: unknown, request: ApiRequest, { quirks, spec }: Service): Reply {
  const { contacts, customFields } = request.company;
  const messages = checkContact(parsed);
  const custom = quirks.customValues === 'kept';
  if (messages.length === 0 && custom) {
    messages.push(...customFields.check('Contact', (parsed as JsonObject)['CustomValues']));
  }
  if (messages.length > 0) return refusal(messages);
  const { number, requestId, body } = request;
  const row = contacts.create({ request: number, requestId, body }, custom);
  return successReply(
    CONTACT_REPLIES[quirks.contactReply] ?? spec.reply,
    () => row,
    () => ({ ID: row['ID'] }),
  );
}

const CONTACT_REPLIES: Readonly<Record<Quirks['contactReply'], ReplyStyle | undefined>> = {
  'as-booked': undefined,
  empty: '204',
  id: 'ids',
  full: 'full',
};

function defineField(
  parsed: unknown,
  { company, number, requestId }: ApiRequest,
  { fieldReply, fieldNames }: Quirks,
): Reply {
  const field = company.customFields.define(parsed, { request: number, requestId }, fieldNames === 'unique');
  if (Array.isArray(field)) return refusal(field);
  if (fieldReply === 'full') return jsonReply(field);
  const { ID: _, ...rest } = field;
  return jsonReply(rest);
}

function activateField(id: number, { company, number, requestId }: ApiRequest, { activation }: Quirks): Reply {
  const field = company.customFields.get(id);
  if (!field) return failure(404, `There is no custom field with ID ${id}.`);
  if (activation === 'refused') {
    return refusal([{ Message: `The custom field ${field.Name} can't be activated.`, PropertyName: '' }]);
  }
  company.customFields.activate(field, { request: number, requestId });
  return jsonReply(field);
}

/** The action that books (service interface, section 4.1). */
const BOOK_ACTION = 'book-journal-entries';

interface BookingRequest {
  readonly company: Company;
  readonly body: Buffer;
  readonly request: number;
  readonly requestId: string | undefined;
  readonly lockedBefore: string;
  readonly reply: ReplyStyle;
  /** Books the first half only and says nothing of it: what a service does that is not all or nothing. */
  readonly half: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Books all entries of a request, or none and says why. */
function bookJournalEntries({
  company,
  body,
  request,
  requestId,
  lockedBefore,
  reply,
  half,
  at,
}: BookingRequest): Reply {
  if (!isUtf8(body)) return failure(400, 'The request body is not UTF-8.');
  const text = body.toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return failure(400, `The request body is not JSON: ${(error as Error).message}`);
  }
  const { accounts, vatTypes, books } = company;
  const messages = checkBooking(parsed, text, { accounts, vatTypes, lockedBefore });
  if (messages.length > 0) return refusal(messages);
  const entries = parsed as CheckedEntry[];
  const count = half ? Math.floor(entries.length / 2) : entries.length;
  const booked = books.book({ request, requestId, body, at }, entries, count);
  return successReply(
    reply,
    () => booked.map(({ id, number }) => ({ ID: id, JournalEntryNumber: number })),
    () => booked.map(({ id }) => ({ ID: id })),
  );
}

/** A success in the style asked for: the interface doesn't show one (sections 4.1 and 4.11). */
function successReply(style: ReplyStyle, full: () => unknown, ids: () => unknown): Reply {
  if (style === 'empty') return { status: 200 };
  if (style === '204') return { status: 204 };
  if (style === 'ids') return jsonReply(ids());
  return jsonReply(full(), style === '201' ? 201 : 200);
}
