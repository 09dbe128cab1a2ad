import { BOOK_ACTION, bookJournalEntries, successReply } from './bookings.ts';
import type { Company } from './company.ts';
import { checkContact } from './contacts.ts';
import { listRows, oneRow, parseQuery, type Query, type Row } from './query.ts';
import { MODELS, PRODUCTS, VALUE_LISTS } from './reference/company.ts';
import { failure, type JsonObject, jsonReply, parseJson, type Reply, refusal } from './reply.ts';
import type { Service } from './service.ts';
import { unquotePercent, vatTypeRow } from './vat-types.ts';

export const API_PREFIX = '/api/biz/';

export interface ApiRequest {
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
}

/** What can be listed, and got by ID unless only the list is there. */
const LISTS: Readonly<Record<string, (company: Company, query: Query) => Iterable<Row>>> = {
  accounts: ({ accounts }) => accounts.rows as unknown as Row[],
  vattypes: ({ vatTypes }) => vatTypes.all.map(vatTypeRow),
  valuelists: () => VALUE_LISTS as unknown as Row[],
  models: () => MODELS,
  products: ({ customFields }) =>
    PRODUCTS.map((product) => ({ ...product, CustomValues: customFields.values('Product', {}) })),
  contacts: ({ contacts }) => contacts.rows(),
  journalentrylines: ({ books }, { filter }) =>
    books.journal(filter?.field === 'description' && typeof filter.value === 'string' ? filter.value : undefined),
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
  if (method === 'GET' && list) return read(request, list);
  if (method === 'POST') return write(request, service);
  return failure(405, `${method} is not supported here.`);
}

function read({ resource, id, parameters, company }: ApiRequest, list: NonNullable<(typeof LISTS)[string]>): Reply {
  const query = parseQuery(parameters);
  const path = `${API_PREFIX}${resource}`;
  const rows = list(company, id === undefined ? query : { ...query, filter: undefined });
  let answer: unknown;
  if (id === undefined) answer = listRows(rows, query, path);
  else {
    const found = withId(rows, Number(id));
    if (!found) return failure(404, `There is no ${resource} with ID ${id}.`);
    answer = oneRow(found, query, path);
  }
  const reply = jsonReply(answer);
  return resource === 'vattypes' ? { ...reply, body: unquotePercent(reply.body ?? '') } : reply;
}

function withId(rows: Iterable<Row>, id: number): Row | undefined {
  for (const row of rows) if (row['ID'] === id) return row;
  return undefined;
}

function write(request: ApiRequest, service: Service): Reply {
  const { resource, id, parameters, contentType, body, company } = request;
  const action = parameters.get('action');
  if (resource === 'custom-fields' && id !== undefined) {
    if (action !== 'activate') return failure(400, `There is no action ${action} on a custom field.`);
    const field = company.customFields.activate(Number(id));
    return field ? jsonReply(field) : failure(404, `There is no custom field with ID ${id}.`);
  }
  if (id !== undefined) return failure(405, 'POST is not supported here.');
  if (contentType !== undefined && !/^application\/(.+\+)?json\b/i.test(contentType)) {
    return failure(415, `The media type ${contentType} is not supported, JSON is.`);
  }
  if (resource === 'journalentries') {
    if (action !== BOOK_ACTION) return failure(400, `There is no action ${action} on journal entries.`);
    const { number, requestId, half } = request;
    const { lockedBefore, spec } = service;
    return bookJournalEntries({ company, body, request: number, requestId, lockedBefore, reply: spec.reply, half });
  }
  if (resource !== 'custom-fields' && resource !== 'contacts') return failure(405, 'POST is not supported here.');
  let parsed: unknown;
  try {
    parsed = parseJson(body);
  } catch (error) {
    return failure(400, `The request body is not JSON: ${(error as Error).message}`);
  }
  if (resource === 'contacts') return createContact(parsed, company, service);
  const field = company.customFields.define(parsed);
  return Array.isArray(field) ? refusal(field) : jsonReply(field);
}

function createContact(body: unknown, { contacts, customFields }: Company, service: Service): Reply {
  const messages = checkContact(body);
  if (messages.length === 0) messages.push(...customFields.check('Contact', (body as JsonObject)['CustomValues']));
  if (messages.length > 0) return refusal(messages);
  const row = contacts.add({ ...(body as JsonObject), Deleted: false });
  return successReply(
    service.spec.reply,
    () => row,
    () => ({ ID: row['ID'] }),
  );
}
