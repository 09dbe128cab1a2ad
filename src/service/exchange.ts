import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Dispatcher } from 'undici';
import { UsageError } from '../core/issue.ts';
import type { Reply } from './classify-outcome.ts';
import type { ServiceOptions } from './service-options.ts';

interface ExchangeRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From the first byte sent to the last one read, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** So much of the reply's body is read, in bytes. */
  readonly replyBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked at the last moment before the first byte; false (or an error) and nothing is sent. */
  readonly beforeSend?: (() => boolean) | undefined;
}

export interface Exchange {
  /** False: not one byte of the request was given to a connection. */
  readonly sent: boolean;
  /** Present once status and headers were there; `end: 'cut'` where its body did not come to its end. */
  readonly reply: Reply | undefined;
  /** Code and message of what went wrong on the way. */
  readonly error: string | undefined;
  /** Milliseconds since the first byte. */
  readonly elapsed: number | undefined;
}

/**
 * One request, one attempt, one reply: no redirect is followed, nothing is sent again. Never rejects.
 *
 * Whether bytes left is not read off error codes, which can't tell (ECONNRESET comes from a TLS handshake, an idle
 * connection and a reply alike). undici calls `onRequestStart` synchronously before it writes the head of the request to
 * a connection that stands, TLS included. An error before that call: nothing left. After it: something may have.
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    let started: number | undefined;
    let settled = false;
    let controller: Dispatcher.DispatchController | undefined;
    let deadline: NodeJS.Timeout | undefined;
    let head: { status: number; headers: Record<string, string> } | undefined;
    let chunks: Buffer[] = [];
    let size = 0;

    const settle = (end: Reply['end'], error?: string) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      request.signal?.removeEventListener('abort', onAbort);
      const reply = head && { ...head, body: decode(chunks, head.headers['content-type']), end };
      chunks = [];
      const elapsed = started === undefined ? undefined : Math.round(performance.now() - started);
      resolve({ sent: started !== undefined, reply, error, elapsed });
    };
    const giveUp = (end: Reply['end'], error?: string) => {
      settle(end, error);
      controller?.abort(new Error(error ?? 'enough read'));
    };
    const onAbort = () => giveUp('cut', 'aborted');
    const onDeadline = () => {
      // If this process stood still, the reply may lie in the socket already: let the event loop read once before.
      setImmediate(() => giveUp('cut', `no whole reply within ${request.replyTimeoutMs} ms`));
    };

    if (request.signal?.aborted) return settle('cut', 'aborted');
    request.signal?.addEventListener('abort', onAbort);

    const { method, path, headers, body = null } = request;
    dispatcher.dispatch(
      { method, path, headers, body, idempotent: false, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(current) {
          // undici may start a request afresh on another connection. Thrown here, an error ends it before any byte.
          if (settled || started !== undefined) throw new Error('not sent again');
          if (request.beforeSend !== undefined && !request.beforeSend()) throw new Error('lease lost');
          controller = current;
          started = performance.now();
          deadline = setTimeout(onDeadline, request.replyTimeoutMs);
        },
        onResponseStart(_controller, status, fields) {
          // 102 and 103 come before the reply and say nothing about it.
          if (status >= 200) head = { status, headers: flatten(fields) };
        },
        onResponseData(_controller, chunk) {
          const room = request.replyBytes - size;
          chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
          size += chunk.length;
          if (chunk.length > room) giveUp('too-long', `the reply is longer than ${request.replyBytes} bytes`);
        },
        onResponseEnd() {
          settle(head !== undefined && isFramed(head) ? 'complete' : 'closed');
        },
        onResponseError(_controller, error) {
          settle('cut', describe(error));
        },
      },
    );
  });
}

function isFramed({ status, headers }: { status: number; headers: Record<string, string> }): boolean {
  // Of other transfer codings the connection ends the body.
  const isChunked = /(?:^|,)\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '');
  return status === 204 || status === 304 || 'content-length' in headers || isChunked;
}

function flatten(fields: NodeJS.Dict<string | string[]>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** Text by the charset that the reply names; without one UTF-8, or Windows-1252 where it can't be that. */
function decode(chunks: readonly Buffer[], contentType: string | undefined): string {
  const bytes = Buffer.concat(chunks);
  const charset = /charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  for (const [label, fatal] of [
    [charset ?? 'utf-8', charset === undefined],
    ['windows-1252', false],
  ] as const) {
    try {
      return new TextDecoder(label, { fatal }).decode(bytes);
    } catch {
      // An unknown label or not UTF-8: the next one.
    }
  }
  return bytes.toString('latin1');
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Several addresses were tried: the words are inside.
  const inner = error instanceof AggregateError ? error.errors.map((each) => describe(each)) : [];
  const words = inner.length > 0 ? inner.join('; ') : error.message;
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined || words.includes(code) ? words : `${code}: ${words}`;
}

/** These belong to the connection, or frame the request: set from outside they would break it. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers of every request to a service, names in lower case; the configuration's win over ours.
 * @throws UsageError where one can't be sent; the message names the header, never its value
 */
export function requestHeaders(options: ServiceOptions): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    // A reply is small, and one that is cut short must not hide inside a decoder.
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'user-agent': 'bilag',
  };
  if (options.auth.type === 'bearer') {
    if (options.auth.token.trim() === '') throw usage(options, 'auth.token', 'is empty', 'give the token');
    headers['authorization'] = `Bearer ${options.auth.token}`;
  }
  for (const [name, value] of Object.entries(options.headers)) headers[name.toLowerCase()] = value;
  for (const [name, value] of Object.entries(headers)) {
    const place = name === 'authorization' && options.auth.type === 'bearer' ? 'auth.token' : `headers.${name}`;
    if (RESERVED.has(name)) throw usage(options, place, 'is set by the connection itself', 'take it out');
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      const remedy = 'look for a line break or another character that a header cannot hold';
      throw usage(options, place, 'cannot be sent as a header', remedy);
    }
  }
  return headers;
}

function usage(options: ServiceOptions, place: string, problem: string, remedy: string): UsageError {
  return new UsageError(`service ${options.name}: ${place} ${problem}`, remedy, {
    reason: 'service-setup',
    facts: { service: options.name },
  });
}
