import type { Client } from './client.ts';
import type { GetReply } from './get-reply.ts';
import { counts, isRow, type Row, unexpected } from './list.ts';
import { idOf } from './reply-fields.ts';
import { serviceError } from './service-error.ts';

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
