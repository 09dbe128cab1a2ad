import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Client, createClient } from '../../src/service/client.ts';
import type { ServiceOptions } from '../../src/service/service-options.ts';
import { closeAfterTest } from '../closing.ts';
import { serviceAt } from './servers.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly delayMs?: number;
  /** Sent when this is over. */
  readonly after?: Promise<unknown>;
}

export interface Service {
  readonly client: Client;
  readonly url: string;
  /** Paths and queries asked for, in order. */
  readonly asked: string[];
  /** The most requests that were there at the same time. */
  most: number;
}

/** A service that answers look-ups as told, closed after the test. */
export async function service(
  answer: (url: URL, index: number) => Answer,
  changes: Partial<ServiceOptions> = {},
): Promise<Service> {
  const asked: string[] = [];
  let present = 0;
  const server = createServer((request, response) => {
    const {
      status = 200,
      headers = {},
      body = '',
      delayMs = 0,
      after,
    } = answer(new URL(request.url ?? '/', 'http://x'), asked.push(request.url ?? '') - 1);
    result.most = Math.max(result.most, ++present);
    setTimeout(async () => {
      await after;
      present -= 1;
      response.writeHead(status, headers);
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    }, delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient(serviceAt(url, changes));
  closeAfterTest(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  const result: Service = { client, url, asked, most: 0 };
  return result;
}

/** The number that a request of section 4.2 of the interface asks for. */
export function numberOf(url: URL): number {
  return Number(/^AccountNumber eq (\d+)$/.exec(url.searchParams.get('filter') ?? '')?.[1]);
}

/** A service that knows every account but those that end in 9; an account's ID is its number and 10,000. */
export function everyAccount(url: URL): Answer {
  if (url.pathname.endsWith('/vattypes'))
    return { body: [{ ID: 3, Name: 'Høy', VatPercent: 25, VatCode: '3', OutputVat: true }] };
  const number = numberOf(url);
  if (number % 10 === 9) return { body: [] };
  return { body: [{ ID: number + 10_000, AccountNumber: number, AccountName: `Konto ${number}`, VatTypeID: null }] };
}
