import type { Client } from './client.ts';
import { isTrue } from './reply-fields.ts';
import { ServiceUnexpected, serviceError } from './service-error.ts';

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
