import { setTimeout as timeout } from 'node:timers/promises';
import { retryDelay } from '../core/retry-delay.ts';
import type { Client } from './client.ts';
import type { GetFailure, GetReply } from './reply.ts';

/** Longest wait of one look-up between two tries, in milliseconds. */
export const LOOKUP_RETRY_MAX_MS = 30_000;
/** A look-up whose 200 is not JSON is made so often, and then stops what needs it: a login page answers so for ever. */
export const NOT_JSON_TRIES = 5;
/** A service that asks for a longer pause than this, in milliseconds, is spoken of at once. */
const LONG_PAUSE_MS = 5_000;
/** A look-up that fails so often in a row, while no other is answered, is spoken of. */
const SPOKEN_OF_FAILURES = 2;

export interface PatientPorts {
  random(): number;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/** A client whose look-ups wait for the service: one that fails is tried again, by itself, until it is answered. */
export interface PatientClient extends Client {
  /**
   * Tells why look-ups wait, when they wait for longer than a moment.
   * @returns ends that
   */
  onWait(listener: (message: string) => void): () => void;
}

/**
 * Gives each look-up of a client its own backoff. It starts anew whenever another look-up is answered, for then the
 * service is there. Where the service asks for a pause, the look-up waits exactly that long. A look-up ends when it is
 * answered, refused (`misconfigured`, `unexpected`), aborted, or when the client is closed.
 */
export function patientClient(client: Client, { random, sleep = rest }: PatientPorts): PatientClient {
  const closing = new AbortController();
  const listeners = new Set<(message: string) => void>();
  /** Backoffs beyond the first step: an answer to any look-up starts them anew. */
  const longWaits = new Set<AbortController>();
  let answered = 0;

  async function backOff(failures: number, until: AbortSignal): Promise<void> {
    let step = failures;
    for (;;) {
      const restart = new AbortController();
      if (step > 1) longWaits.add(restart);
      const wait = retryDelay(step, random, { maxMs: LOOKUP_RETRY_MAX_MS });
      await sleep(wait, AbortSignal.any([until, restart.signal]));
      longWaits.delete(restart);
      if (!restart.signal.aborted || until.aborted) return;
      step = 1;
    }
  }

  async function get(path: string, signal?: AbortSignal): Promise<GetReply> {
    const until = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal]);
    let failures = 0;
    let notJson = 0;
    let seen = answered;
    for (;;) {
      const reply = await client.get(path, until);
      if (reply.ok) {
        answered++;
        for (const wait of longWaits) wait.abort();
        return reply;
      }
      if (reply.notJson) notJson++;
      const isPassing = reply.kind === 'unavailable' || (reply.notJson && notJson < NOT_JSON_TRIES);
      if (!isPassing || until.aborted) return reply;
      if (seen !== answered) failures = 0;
      seen = answered;
      failures++;
      if (isLong(reply, failures)) for (const listener of listeners) listener(reply.message);
      if (reply.retryAfter) await sleep(reply.retryAfter, until);
      else await backOff(failures, until);
      if (until.aborted) return reply;
    }
  }

  return {
    ...client,
    get,
    onWait(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closing.abort();
      return client.close();
    },
  };
}

function isLong({ retryAfter = 0 }: GetFailure, failures: number): boolean {
  return failures === SPOKEN_OF_FAILURES || retryAfter > LONG_PAUSE_MS;
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await timeout(ms, undefined, { signal }).catch(() => undefined);
}
