import type { Client } from './client.ts';
import { ServiceUnexpected, serviceError } from './errors.ts';
import type { GetReply } from './reply.ts';
import { idOf, isTrue } from './reply-fields.ts';

/** A record of a list, every field still unchecked. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Asks for a list and answers its records, without those marked `Deleted` and without what is no record.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected (a reply that is no array)
 */
export async function list(client: Client, path: string, signal?: AbortSignal): Promise<Row[]> {
  return (await listAll(client, path, signal)).filter(isRow).filter(counts);
}

/**
 * Asks for a list and answers everything in it, deleted records and what is no record included.
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected (a reply that is no array)
 */
export async function listAll(client: Client, path: string, signal?: AbortSignal): Promise<unknown[]> {
  const reply = await client.get(path, signal);
  if (!reply.ok) throw serviceError(reply);
  if (!Array.isArray(reply.body)) throw unexpected(client, path, 'an array', reply.body);
  return reply.body;
}

/** The error for records that are not as the interface says. */
export function unexpected(client: Client, path: string, expected: string, got: unknown): ServiceUnexpected {
  const excerpt = (JSON.stringify(got) ?? '').slice(0, 300);
  const asked = `GET ${path.split('?')[0]}`;
  return new ServiceUnexpected(
    `service ${client.options.name} answered ${asked} with ${excerpt}; expected ${expected}`,
    {
      status: 200,
      body: excerpt,
    },
  );
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record marked `Deleted` does not count (design, section 8). */
export function counts(row: Row): boolean {
  return !isTrue(row['Deleted']);
}

/** A short list that every service has (service interface, section 4.3): whether there is a service at this address. */
const CONTROL_PATH = '/api/biz/vattypes?select=ID';
const NOT_FOUND = 404;

/**
 * Asks for one record by its ID; undefined where there is none, or it is deleted (design, section 8). A wrong address
 * answers 404 as well as a record that is not there: only where the service is known to be there does 404 mean the record.
 * @param path of the record, with its query
 * @throws ServiceUnavailable, ServiceMisconfigured, ServiceUnexpected (another record, or none at all)
 */
export async function one(client: Client, path: string, id: number, signal?: AbortSignal): Promise<Row | undefined> {
  const reply = await client.get(path, signal);
  if (!reply.ok) {
    if (!isNotFound(reply)) throw serviceError(reply);
    const control = await client.get(CONTROL_PATH, signal);
    // Refused, the service is there too: what it refuses is another resource.
    if (!control.ok && (control.kind !== 'misconfigured' || isNotFound(control))) throw serviceError(control);
    return undefined;
  }
  if (reply.body === null) return undefined;
  if (!isRow(reply.body) || idOf(reply.body['ID']) !== id) {
    throw unexpected(client, path, `an object with the ID ${id}`, reply.body);
  }
  return counts(reply.body) ? reply.body : undefined;
}

function isNotFound(reply: GetReply): boolean {
  return !reply.ok && reply.evidence.status === NOT_FOUND;
}
