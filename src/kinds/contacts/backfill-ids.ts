import type { PipelinePorts, ServicePort } from '../ports.ts';
import { contactOfBody } from './body.ts';

/** Between two looks for contacts without an ID, in milliseconds. */
export const BACKFILL_CHECK_MS = 2_000;
/** Contacts that are looked for in one reading of the list: they are kept in memory. */
const NAMED_AT_ONCE = 20_000;

/**
 * Finds the IDs of contacts whose creation was answered without one, in the service's list, once their import is at rest.
 * They are for people: what can't be found, or told from another, stays without.
 */
export async function nameContacts(ports: PipelinePorts, leaving: AbortSignal): Promise<void> {
  const { idBackfill } = ports.ledger;
  const resting = new Set<string>();
  for (const { num, service: name, company } of await idBackfill.unnamed('contacts')) {
    const service = resting.has(name) ? undefined : await serviceOf(name, company, ports);
    if (service === undefined) continue;
    const isDone = await nameAll(num, service, ports, leaving);
    if (leaving.aborted) return;
    if (isDone) await idBackfill.finish(num);
    else resting.add(name);
  }
}

/** @returns false where the service is of no help now */
async function nameAll(
  num: number,
  service: ServicePort,
  { ledger: { idBackfill } }: PipelinePorts,
  leaving: AbortSignal,
): Promise<boolean> {
  for (let after = 0; ; ) {
    const nameless = (await idBackfill.nameless(num, after, NAMED_AT_ONCE)).filter(({ body }) => body !== '');
    if (nameless.length === 0) return true;
    const sought = nameless.map(({ no, body }) => ({ no, contact: contactOfBody(body) }));
    // Loaded when it is needed: what tells phone numbers apart is large.
    const { findContacts } = await import('./probe.ts');
    const { matches, failed } = await findContacts(sought, service, leaving);
    if (failed || leaving.aborted) return false;
    const wanted = new Map<number, number>();
    for (const listed of matches.values()) for (const { id } of listed) wanted.set(id, (wanted.get(id) ?? 0) + 1);
    for (const [{ no }, [one, ...more]] of matches)
      if (one !== undefined && more.length === 0 && wanted.get(one.id) === 1) await idBackfill.name(num, no, one.id);
    after = nameless.at(-1)!.no;
  }
}

/** Undefined where the books are no longer those that the import was planned for. */
async function serviceOf(name: string, company: string, ports: PipelinePorts) {
  try {
    const service = ports.service(name);
    return (await service.company()) === company ? service : undefined;
  } catch {
    return undefined;
  }
}
