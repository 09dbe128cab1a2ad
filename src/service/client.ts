/// <reference path="./undici-pool.d.ts" />
import type { Pool } from 'undici';
import { UsageError } from '../core/issue.ts';
import type { Contradiction, Evidence, Outcome, OutcomeKind } from '../core/outcome.ts';
import { retryAfter } from '../core/retry-delay.ts';
import { classifyOutcome } from './classify-outcome.ts';
import { redactor } from './errors.ts';
import { evidenceOf } from './evidence.ts';
import { exchange, requestHeaders } from './exchange.ts';
import { type GetFailure, type GetReply, getReply } from './reply.ts';
import { replyMessage } from './reply-fields.ts';
import type { RequestGate } from './request-gate.ts';
import type { ServiceOptions } from './service-options.ts';
import type { StepRequest } from './steps.ts';

/** Look-ups have connections of their own, so that neither they nor bookings ever wait for the other. */
export const LOOKUP_CONNECTIONS = 16;
/** The longest reply read, in bytes: a list of everything, or a large batch echoed with all its fields. */
export const REPLY_BYTES = 8 * 1024 * 1024;
/**
 * An idle connection is dropped after this time, in milliseconds, whatever longer time the service offers. A request on
 * a connection that the service is just closing ends in doubt, so ours must be the first to close: the shortest idle
 * time of a common server is 2 s (gunicorn; Node.js, Apache and uvicorn 5 s, the others a minute and more). Under load
 * a connection is used again within milliseconds, so that next to nothing is lost.
 */
export const KEEP_ALIVE_MS = 1_000;

/** Names the attempt in the service's own logs: what a person gives its support to look a doubt up. */
const REQUEST_ID_HEADER = 'X-Request-ID';

export interface SendOptions {
  /** The attempt's id. */
  readonly attempt?: string;
  /** Before the first byte: nothing is sent. After it: the outcome is in doubt. */
  readonly signal?: AbortSignal;
  /** How many entries the body holds: their IDs are lined up, and a reply must not list fewer or more. */
  readonly entries: number;
  /** Whether the service is known to answer such a request with IDs. */
  readonly answersIds?: () => Promise<boolean>;
  /** The service's ID of what the step is about. */
  readonly target?: number | null;
  /** Called once, at the last moment before the first byte leaves (is the lease still ours?); false: nothing is sent. */
  readonly beforeSend?: () => boolean;
}

export interface Client {
  readonly options: ServiceOptions;
  /** Asks for a resource, once (service interface, section 4). `path` begins with `/api/biz`. Never rejects. */
  get(path: string, signal?: AbortSignal): Promise<GetReply>;
  /** Sends a batch, once: `body` is its frozen text (or that text's UTF-8), which only steps with a body send. Never rejects. */
  send(step: StepRequest, body: string | Buffer, options: SendOptions): Promise<Outcome>;
  /** Waits for the requests on their way, then closes all connections. */
  close(): Promise<void>;
}

/**
 * The client of one service.
 * @param now the wall clock in milliseconds, for `Retry-After` dates
 * @param observe told each request that has ended
 * @param gate says when look-ups may go, by the clock of `performance`; bookings ask it before they are begun, and not here
 * @throws UsageError for an address or a header that can't be used
 */
export function createClient(
  options: ServiceOptions,
  now: () => number = Date.now,
  observe: (seen: RequestSeen) => void = () => undefined,
  gate?: RequestGate,
): Client {
  const { origin, prefix } = parseBaseUrl(options);
  const headers = requestHeaders(options);
  const redact = redactor(options);
  const limits = { replyTimeoutMs: options.replyTimeoutMs, replyBytes: REPLY_BYTES };
  const lookups = lazyPool(origin, LOOKUP_CONNECTIONS, options.connectTimeoutMs);
  const bookings = lazyPool(origin, options.concurrency, options.connectTimeoutMs);

  return {
    options,
    async get(path, signal) {
      const held = (await gate?.lookUp(signal)) ?? 0;
      if (held > 0) return heldUp(options.name, held);
      const dispatcher = await lookups.open();
      const began = performance.now();
      const seen = await exchange(dispatcher, { method: 'GET', path: prefix + path, headers, signal, ...limits });
      const reply = getReply(seen, { service: options.name, path, now: now(), redact });
      if (!reply.ok) gate?.holdUp(reply.retryAfter ?? 0, began);
      const outcome = reply.ok ? 'answered' : reply.kind;
      observe({ operation: 'look-up', outcome, ms: seen.elapsed ?? performance.now() - began });
      return reply;
    },
    async send(step, body, { attempt, signal, entries, answersIds = async () => false, target = null, beforeSend }) {
      const dispatcher = await bookings.open();
      const { method, path, hasBody, ids: idsOf, needsId, asks } = step;
      const request = {
        method,
        path: prefix + path(target),
        headers: attempt === undefined ? headers : { ...headers, [REQUEST_ID_HEADER]: attempt },
        ...(hasBody ? { body } : {}),
        signal,
        beforeSend,
        ...limits,
      } as const;
      const began = performance.now();
      const seen = await exchange(dispatcher, request);
      const classify = (withIds: boolean) => {
        const asked = asks && { kind: asks, sent: entries, answersIds: withIds, body, target };
        return classifyOutcome(seen, { notApplied: options.notApplied, now: now(), asked });
      };
      const strict = classify(true);
      // Asked only where it makes a difference: of a reply that names nothing at all.
      const knows = strict.contradiction?.what !== 'no-ids' || (await answersIds());
      const { contradiction, ...seenAs } = knows ? strict : classify(false);
      // What is not there is what the step is about, and not the interface.
      const outcome = target !== null && seen.reply?.status === 404 ? ({ kind: 'rejected' } as const) : seenAs;
      observe({
        operation: asks === undefined ? 'look-up' : 'book',
        outcome: outcome.kind,
        ms: seen.elapsed ?? performance.now() - began,
      });
      const evidence = { ...evidenceOf(seen, redact), ...contradicted(contradiction, redact) };
      gate?.holdUp(retryAfter(seen.reply?.headers['retry-after'], now()) ?? 0, began);
      if (outcome.kind !== 'booked') {
        return { ...outcome, evidence, message: redact(replyMessage(seen.reply?.body ?? '')) };
      }
      const reply = seen.reply?.body ?? '';
      const ids = idsOf(reply, entries, body);
      if (needsId && ids === undefined) return { kind: 'in-doubt', evidence, message: '' };
      return {
        kind: 'booked',
        evidence,
        message: '',
        ...(ids === undefined ? {} : { ids }),
        ...(asks === undefined ? { reply } : {}),
      };
    },
    async close() {
      await Promise.all([lookups.close(), bookings.close()]);
    },
  };
}

/** A look-up that was not sent, for the service asked for a pause. */
function heldUp(service: string, ms: number): GetReply {
  const message = `service ${service} asked for no requests for another ${Math.ceil(ms / 1000)} s`;
  return { ok: false, kind: 'unavailable', message, evidence: {}, retryAfter: ms };
}

function contradicted(contradiction: Contradiction | undefined, redact: (text: string) => string): Partial<Evidence> {
  return contradiction === undefined ? {} : { contradiction: { ...contradiction, said: redact(contradiction.said) } };
}

interface LazyPool {
  open(): Promise<Pool>;
  close(): Promise<void>;
}

/** undici is loaded with the first request, and no more of it than its pool: many commands never ask the service. */
function lazyPool(origin: string, connections: number, connectTimeout: number): LazyPool {
  let opened: Promise<Pool> | undefined;
  let closed: Promise<void> | undefined;
  const limits = { connections, connectTimeout, keepAliveTimeout: KEEP_ALIVE_MS, keepAliveMaxTimeout: KEEP_ALIVE_MS };
  async function create(): Promise<Pool> {
    const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
    const pool = new Pool(origin, { pipelining: 1, ...limits });
    // Closed before it was used: whoever asks now is told so, and nothing is sent.
    if (closed !== undefined) void pool.close();
    return pool;
  }
  return {
    open: () => (opened ??= create()),
    close: () => (closed ??= opened?.then((pool) => pool.close()) ?? Promise.resolve()),
  };
}

function parseBaseUrl(options: ServiceOptions): { origin: string; prefix: string } {
  const where = `service ${options.name}: baseUrl`;
  const told = { reason: 'service-setup', facts: { service: options.name } } as const;
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageError(`${where} is not an http or https address`, 'write it like https://accounting.example', told);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${where} holds credentials`, 'take them out and use auth or headers', told);
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UsageError(`${where} has a part behind ? or #`, 'end it with the path', told);
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** What is told of each request when it has ended, for those who measure. */
export interface RequestSeen {
  readonly operation: 'book' | 'look-up';
  readonly outcome: OutcomeKind | 'answered' | GetFailure['kind'];
  /** Milliseconds: from the first byte on; of a request that was never sent, from when it was wanted. */
  readonly ms: number;
}
