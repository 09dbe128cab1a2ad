import type { IncomingMessage, ServerResponse } from 'node:http';
import { UsageError } from '../core/issue.ts';
import type { NewAccount } from './accounts.ts';
import { readBody } from './body.ts';
import { bookedSummary, writeBooked } from './booked.ts';
import type { Company } from './company.ts';
import { checkContact } from './contact-check.ts';
import { contactsSummary, customFieldsReport, writeContacts } from './created.ts';
import { parseQuirks } from './quirks.ts';
import type { VatTypeRow } from './reference/vat-types.ts';
import { failure, isObject, type JsonObject, jsonReply, parseJson, type Reply, refusal } from './reply.ts';
import { send } from './send.ts';
import type { Service } from './service.ts';

export const CONTROL_PREFIX = '/sandbox/';
/** Bytes of a body at most: tens of thousands of contacts. */
const CONTROL_LIMIT_BYTES = 32 * 1024 * 1024;

const ENDPOINTS = {
  'GET booked': 'everything booked; ?summary=1 for counts and totals alone; ?company=KEY for one company',
  'GET contacts':
    'every contact that came through the interface, its body as sent; ?summary=1 for counts alone; ?company=KEY',
  'GET custom-fields':
    'every custom field, its type and status, the requests that defined and activated it; ?company=KEY',
  'GET requests': 'requests by path, statuses, concurrency, faults that were met',
  'GET faults': 'the faults in force',
  'PUT faults': '{spec, seed?}: a new schedule of faults; an empty spec for none',
  'POST next':
    '{faults: [kind | none], path?}: faults of exactly the next POST requests; get-KIND for GET requests; of one path as GET requests names it',
  'GET quirks': 'the quirks in force',
  'PUT quirks':
    '{pageRows?, skip?, customValues?, valuesShown?, unsetValues?, contactReply?, activation?, fieldReply?, fieldNames?, models?, descriptionMax?, blanks?, linesAfter?, descriptionFilter?, books?}: what the real service may do; those not named are off',
  'POST accounts': '[{AccountNumber, AccountName, VatTypeID | VatCode | null, Locked?, Deleted?}]',
  'POST exchanged-ids': '{accounts: [NUMBER, NUMBER]}: these have each other’s ID from now on',
  'POST vattypes': '[{VatCode, VatPercent, Name?, OutputVat?, AccountNumber?}]',
  'POST contacts':
    'an array of contacts as created by the interface, with Deleted?; they were there all along; answers {added, firstId}',
  'PUT locked-before': '{date}: nothing can be booked on dates before this one',
  'POST reset': 'back to the start: books, reference data, counts, faults, quirks',
} as const;

interface Control {
  readonly service: Service;
  readonly company: string | undefined;
  readonly companies: readonly Company[];
  readonly body: unknown;
}

const ACTIONS: Readonly<Record<string, (control: Control) => Reply>> = {
  'GET ': () => jsonReply(ENDPOINTS),
  'GET requests': ({ service }) => jsonReply(service.log.report()),
  'GET faults': ({ service }) => jsonReply(faultsOf(service)),
  'PUT faults': ({ service, body }) => {
    const { spec, seed } = object(body);
    if (typeof spec !== 'string') throw new Error('spec must be a text.');
    if (seed !== undefined && !Number.isSafeInteger(seed)) throw new Error('seed must be a whole number.');
    service.setFaults(spec, (seed as number | undefined) ?? service.seed);
    return jsonReply(faultsOf(service));
  },
  'POST next': ({ service, body }) => {
    const { faults, path } = object(body);
    if (!Array.isArray(faults)) throw new Error('faults must be an array.');
    if (path !== undefined && (typeof path !== 'string' || !/^(GET|POST) /.test(path))) {
      throw new Error('path must be as in the account of requests: "POST /api/biz/contacts".');
    }
    service.setNext(faults, path);
    return jsonReply({ faults, path });
  },
  'GET custom-fields': ({ companies }) => jsonReply(customFieldsReport(companies)),
  'GET quirks': ({ service }) => jsonReply(service.quirks),
  'PUT quirks': ({ service, body }) => {
    service.quirks = parseQuirks(body);
    return jsonReply(service.quirks);
  },
  'POST accounts': ({ service, company, companies, body }) => {
    const accounts = parseAccounts(body, (code) => companies[0]?.vatTypes.byCode(code)?.id);
    service.addAccounts(accounts, company);
    return jsonReply({ added: accounts.length });
  },
  'POST exchanged-ids': ({ companies, body }) => {
    const { accounts } = object(body);
    const [one, other] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
    if (!Number.isInteger(one) || !Number.isInteger(other)) throw new Error('accounts must be two account numbers.');
    const exchanged = companies.map((each) => each.accounts.exchange(one as number, other as number));
    if (!exchanged.includes(true)) throw new Error(`There are no accounts ${one} and ${other}.`);
    return jsonReply({ accounts });
  },
  'POST vattypes': ({ service, company, body }) => {
    const vatTypes = parseVatTypes(body);
    service.addVatTypes(vatTypes, company);
    return jsonReply({ added: vatTypes.length });
  },
  'POST contacts': ({ companies, body }) => {
    if (!Array.isArray(body)) throw new Error('An array was expected.');
    const messages = body.flatMap((contact) => checkContact(contact));
    if (messages.length > 0) return refusal(messages);
    return jsonReply({ added: body.length, firstId: companies[0]?.contacts.preload(body) });
  },
  'PUT locked-before': ({ service, body }) => {
    const { date } = object(body);
    if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error('date must be YYYY-MM-DD.');
    service.lockedBefore = date;
    return jsonReply({ date });
  },
  'POST reset': ({ service }) => {
    service.reset();
    return jsonReply({});
  },
};

/** Answers what tests and drills ask of the sandbox itself; never meets a fault, needs no token. */
export async function answerControl(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const name = `${request.method} ${url.pathname.slice(CONTROL_PREFIX.length)}`;
  const header = request.headers['companykey'];
  const company = url.searchParams.get('company') ?? (typeof header === 'string' ? header : undefined);
  const body = await readBody(request, CONTROL_LIMIT_BYTES);
  if (body === 'aborted') return;
  if (body === 'too-large') return send(response, failure(413, 'The request is too large.'));
  const chosen = company === undefined ? service.companies() : [service.company(company)];
  const companies = chosen.filter((each) => each !== undefined);
  if (name === 'GET booked') {
    if (!url.searchParams.has('summary')) return writeBooked(response, companies);
    return send(response, jsonReply(bookedSummary(companies)));
  }
  if (name === 'GET contacts') {
    if (!url.searchParams.has('summary')) return writeContacts(response, companies);
    return send(response, jsonReply(contactsSummary(companies)));
  }
  const action = ACTIONS[name];
  if (!action) return send(response, jsonReply({ Message: `There is no ${name}.`, endpoints: ENDPOINTS }, 404));
  try {
    const parsed = body.length === 0 ? undefined : parseJson(body);
    send(response, action({ service, company, companies, body: parsed }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = error instanceof UsageError && error.suggestion ? ` ${error.suggestion}` : '';
    send(response, failure(400, error.message + hint));
  }
}

function object(body: unknown): JsonObject {
  if (isObject(body)) return body;
  throw new Error('An object was expected.');
}

function faultsOf({ faultText, seed }: Service): object {
  return { spec: faultText, seed };
}

/** Reference data that tests add to the sandbox. All of these throw an Error that names the element and what it lacks. */

/** `[{AccountNumber, AccountName, VatTypeID | VatCode | null, Locked?, Deleted?}]`; VAT codes become IDs by `vatTypeId`. */
function parseAccounts(body: unknown, vatTypeId: (code: string) => number | undefined): NewAccount[] {
  return elements(body).map((element, index) => {
    const { AccountNumber, AccountName, VatTypeID, VatCode, Locked, Deleted } = element;
    if (!Number.isSafeInteger(AccountNumber)) throw new Error(`[${index}].AccountNumber must be a whole number.`);
    const id = typeof VatCode === 'string' ? vatTypeId(VatCode) : (VatTypeID ?? null);
    if (id !== null && !Number.isInteger(id)) {
      throw new Error(`[${index}]: there is no VAT type ${JSON.stringify(VatCode ?? VatTypeID)}.`);
    }
    return {
      AccountNumber: AccountNumber as number,
      AccountName: String(AccountName ?? AccountNumber),
      VatTypeID: id as number | null,
      Locked: Locked === true,
      Deleted: Deleted === true,
    };
  });
}

/** `[{VatCode, VatPercent, Name?, OutputVat?, AccountNumber?}]`; the account is where the tax is posted. */
function parseVatTypes(body: unknown): VatTypeRow[] {
  return elements(body).map((element, index) => {
    const { VatCode, VatPercent, Name, OutputVat, AccountNumber } = element;
    if (typeof VatCode !== 'string' || VatCode === '') throw new Error(`[${index}].VatCode must be a text.`);
    const percent = Number(VatPercent);
    if (VatPercent === null || !(percent >= 0 && percent < 1000)) {
      throw new Error(`[${index}].VatPercent must be a percentage.`);
    }
    const output = OutputVat === true;
    return {
      code: VatCode,
      name: String(Name ?? VatCode),
      percent: percent.toFixed(4),
      output,
      account: Number.isInteger(AccountNumber) ? (AccountNumber as number) : output ? 2700 : 2710,
    };
  });
}

function elements(body: unknown): Record<string, unknown>[] {
  if (!Array.isArray(body)) throw new Error('An array was expected.');
  body.forEach((element, index) => {
    if (!isObject(element)) throw new Error(`[${index}] must be an object.`);
  });
  return body;
}
