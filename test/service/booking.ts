import { expect } from 'vitest';
import type { Outcome } from '../../src/core/outcome.ts';
import { bookings } from '../../src/kinds/all.ts';
import { type Client, createClient, type SendOptions } from '../../src/service/client.ts';
import type { ServiceOptions } from '../../src/service/service-options.ts';
import { closeAfterTest } from '../closing.ts';
import { type RawBehaviour, type RawServer, rawServer, serviceAt } from './servers.ts';

/** A batch as it is frozen, with letters that are two bytes each. */
export const BODY = '[{"DraftLines":[{"AccountID":1,"Amount":1.00,"Description":"æøå","FinancialDate":"2026-01-31"}]}]';

/** A client that is closed after the test. */
export function clientOf(url: string, changes: Partial<ServiceOptions> = {}): Client {
  const client = createClient(serviceAt(url, changes));
  closeAfterTest(() => client.close());
  return client;
}

/** A server that is closed after the test. */
export async function serve(behaviour: RawBehaviour): Promise<RawServer> {
  const server = await rawServer(behaviour);
  closeAfterTest(() => server.close());
  return server;
}

/** An address where nobody listens. */
export async function deadUrl(): Promise<string> {
  const server = await rawServer({});
  await server.close();
  return server.url;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const BOOK = bookings.steps.book.request;

/** One booking against a server that behaves so. */
export async function bookAt(
  behaviour: RawBehaviour,
  changes: Partial<ServiceOptions> = {},
  options: Partial<SendOptions> = {},
): Promise<{ server: RawServer; outcome: Outcome }> {
  const server = await serve(behaviour);
  const outcome = await clientOf(server.url, changes).send(BOOK, BODY, { entries: 1, ...options });
  return { server, outcome };
}

/** Behaviours that answer every request with one text. */
export const answer = (text: string): RawBehaviour => ({ onRequest: (socket) => socket.write(text) });
export const answerAndClose = (text: string): RawBehaviour => ({ onRequest: (socket) => socket.end(text) });

export function expectNothingSent(outcome: Outcome, error: RegExp): void {
  expect(outcome.kind).toBe('not-applied');
  expect(outcome.evidence.error).toMatch(error);
  expect(outcome.evidence).not.toHaveProperty('elapsed');
  expect(outcome.evidence).not.toHaveProperty('status');
}

export function expectDoubt(outcome: Outcome, error: RegExp): void {
  expect(outcome.kind).toBe('in-doubt');
  expect(outcome.evidence.error).toMatch(error);
  expect(outcome.evidence.elapsed).toBeGreaterThanOrEqual(0);
}
