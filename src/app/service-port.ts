import { setTimeout as sleep } from 'node:timers/promises';
import { findService, type Service } from '../config/config.ts';
import { keptAddress } from '../config/kept-address.ts';
import type { Company } from '../core/company.ts';
import { ABSENCE_SPAN_MS } from '../doubt/probe-schedule.ts';
import type { ServicePort } from '../kinds/ports.ts';
import { createClient, type RequestSeen } from '../service/client.ts';
import { patientClient } from '../service/patient-client.ts';
import { createReferenceCache } from '../service/reference-cache.ts';
import { createRequestGate, type SharedGate } from '../service/request-gate.ts';
import type { SharedCache } from '../service/tiered-cache.ts';

/** How long look-ups may take to end when this process leaves, in milliseconds. */
const CLIENTS_CLOSE_MS = 500;

/** What the services of a process share. */
export interface ServiceSurroundings {
  /** What other processes have looked up; undefined until there is a Redis. */
  shared(): SharedCache | undefined;
  /** Counts the requests of all processes to a service; undefined until there is a Redis. */
  sharedGate?(service: string): SharedGate | undefined;
  /** The books behind the name that the configuration gives them. @throws WhoseBooks while that is asked */
  books(service: string): Promise<Company>;
  /** Told of each request when it has ended. */
  observe(service: string, seen: RequestSeen): void;
}

/**
 * A service as the pipeline uses it.
 * @throws UsageError where it is not configured
 */
export function servicePort(
  services: Readonly<Record<string, Service>>,
  name: string,
  { shared, sharedGate, books, observe }: ServiceSurroundings,
): ServicePort {
  const service = findService(services, name);
  const gate = createRequestGate({ rate: service.rate, shared: () => sharedGate?.(name) });
  const client = createClient(service, Date.now, (seen) => observe(name, seen), gate);
  const patient = patientClient(client, { random: Math.random });
  const late: SharedCache = {
    getMany: async (keys) => shared()?.getMany(keys) ?? keys.map(() => null),
    set: async (key, value, ttl) => shared()?.set(key, value, ttl),
    drop: async (keys) => shared()?.drop(keys),
  };
  let company: Company | undefined;
  return {
    name,
    async company() {
      // Once it is known it stays: what was asked is answered by another process, too.
      company ??= await books(name);
      return company;
    },
    address: keptAddress(service.baseUrl),
    checked: new Map(),
    rejection: service.rejection,
    marker: service.probe?.marker ?? '',
    descriptionMax: service.descriptionMax,
    currency: service.currency,
    probe: service.probe && { ...service.probe, spanMs: ABSENCE_SPAN_MS, pauseMs: lookUpPause(service) },
    absence: { ...service.absence, spanMs: ABSENCE_SPAN_MS },
    pagePauseMs: lookUpPause(service),
    timeoutMs: service.connectTimeoutMs + service.replyTimeoutMs,
    product: service.product,
    ...{ client, patient, gate },
    references: createReferenceCache({ client: patient, shared: late }),
  };
}

/** Look-ups of what is in doubt take half of what a service with a rate allows, in milliseconds from one to the next. */
function lookUpPause({ rate }: Service): number {
  return rate === undefined ? 0 : (2 * rate.perMs) / rate.requests;
}

/** No booking is on its way any more; a look-up for a plan that was given up is not waited for. */
export function closeClients(services: Iterable<ServicePort>): Promise<unknown> {
  const clients = Promise.all([...services].map(({ patient }) => patient.close()));
  return Promise.race([clients, sleep(CLIENTS_CLOSE_MS, undefined, { ref: false })]);
}
