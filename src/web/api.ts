import { type SessionUser, signedOut, user } from './session.ts';

/** What the server answers where it can't do what was asked: `why/` has the words. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** All of the answer: its facts, and what else it carries. */
  readonly body: unknown;
  constructor(status: number, code: string, body?: unknown) {
    super(code);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** Header that only a page of this origin can send; its value is the session's. */
export const CSRF_HEADER = 'x-bilag-csrf';

export interface Sent {
  /** What carries something is posted, unless this says otherwise; all else is asked for. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly file?: Blob | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks the server.
 * @throws ApiFailure where it refuses, or can't be reached
 */
export async function ask<T>(address: string, sent: Sent = {}): Promise<T> {
  try {
    return await askOnce<T>(address, sent);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'csrf-needed' || !(await isRenewed())) throw error;
    return askOnce<T>(address, sent);
  }
}

/** Whether the same person has signed in anew, in another tab: her changes go by that session then. */
async function isRenewed(): Promise<boolean> {
  const before = user.peek();
  const now = await askOnce<SessionUser>('/api/session', {});
  user.value = now;
  return before?.name === now.name && before.csrf !== now.csrf;
}

async function askOnce<T>(address: string, { json, file, headers, signal, ...sent }: Sent): Promise<T> {
  const method = sent.method ?? (json === undefined && file === undefined ? 'GET' : 'POST');
  const csrf = user.value?.csrf;
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' || csrf === undefined ? {} : { [CSRF_HEADER]: csrf }),
        ...headers,
      },
      body: file ?? (json === undefined ? null : JSON.stringify(json)),
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, 'unreachable');
  }
  const text = await response.text();
  const body = text === '' ? undefined : parsed(text);
  if (response.ok) return body as T;
  if (response.status === 401) signedOut();
  throw new ApiFailure(response.status, body?.error?.code ?? 'unknown', body);
}

// biome-ignore lint/suspicious/noExplicitAny: whoever asks says what it is.
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
