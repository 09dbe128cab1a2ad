import { createHmac } from 'node:crypto';
import { buildConnector, Pool } from 'undici';
import { retryAfter } from '../../core/retry-delay.ts';
import { replyMessage } from '../../service/reply-fields.ts';
import type { Channel, Delivery, Notice } from './notify.ts';
import { plainLine } from './words.ts';

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

const CONNECT_MS = 5_000;
/** From the request to the end of the reply, in milliseconds; whoever receives it should answer first and work later. */
const REPLY_MS = 15_000;
/** So much of a reply is read, in bytes: only its status matters, and its first words. */
const REPLY_BYTES = 16_384;
/** Characters of its words that are kept. */
const WORDS_CHARACTERS = 200;
/** A part of the address that is shorter is no secret, in characters. */
const SECRET_CHARACTERS = 6;
const CONNECTIONS = 2;

/** Statuses that say something of the address or the secret, not of the message: the person who runs it must correct them. */
const OF_THE_ADDRESS: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 407, 410, 426]);
/** Statuses that ask to come again. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Posts messages to a webhook: JSON, signed by the Standard Webhooks scheme (headers `webhook-id`,
 * `webhook-timestamp`, `webhook-signature`). No redirect is followed.
 */
export function openWebhook(settings: WebhookSettings, now: () => number = Date.now): Channel {
  const url = new URL(settings.url);
  const redact = redactor(url, settings.secret);
  const pool = new Pool(url.origin, { connections: CONNECTIONS, connectTimeout: CONNECT_MS, pipelining: 1 });
  return {
    async send(notice, ending) {
      const body = webhookBody(notice);
      const timestamp = Math.floor(now() / 1000);
      try {
        const reply = await pool.request({
          method: 'POST',
          path: url.pathname + url.search,
          headers: {
            'content-type': 'application/json',
            'user-agent': 'bilag',
            'webhook-id': notice.id,
            'webhook-timestamp': String(timestamp),
            'webhook-signature': webhookSignature(settings.secret, notice.id, timestamp, body),
          },
          body,
          signal: ending,
          headersTimeout: REPLY_MS,
          bodyTimeout: REPLY_MS,
        });
        const text = await beginningOf(reply.body);
        const wait = reply.headers['retry-after'];
        const waitMs = retryAfter(Array.isArray(wait) ? wait[0] : wait, now());
        return judge(reply.statusCode, redact(replyMessage(text)), waitMs);
      } catch (error) {
        const words = ending.aborted ? 'it did not answer in time' : errorWords(error);
        return { kind: 'down', words: redact(words) };
      }
    },
    async verify() {
      try {
        await connected(url);
      } catch (error) {
        throw new Error(redact(errorWords(error)));
      }
    },
    close: () => pool.close(),
  };
}

/** What is posted: `{ id, type, at, import?, run?, text }`. */
function webhookBody({ id, type, at, text, import: about, run }: Notice): string {
  return JSON.stringify({ id, type, at: new Date(at).toISOString(), import: about, run, text });
}

function judge(status: number, said: string, waitMs: number | undefined): Delivery {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const words = `it answered ${status}${said === '' ? '' : `: ${plainLine(said, WORDS_CHARACTERS)}`}`;
  if (status < 400) return { kind: 'down', words: `it answered ${status}, and bilag follows no redirect` };
  if (status >= 500 || LATER.has(status)) return { kind: 'down', words, waitMs };
  if (OF_THE_ADDRESS.has(status)) return { kind: 'down', words };
  return { kind: 'refused', words, final: false };
}

/** The status is known: a body that is too long, or breaks off, changes nothing. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= REPLY_BYTES) break;
    }
  } catch {
    // What came before it is all that there is.
  }
  return Buffer.concat(chunks).subarray(0, REPLY_BYTES).toString();
}

/** Connects as a request would, certificate and all. */
function connected({ protocol, hostname, host, port }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    buildConnector({ timeout: CONNECT_MS })({ protocol, hostname, host, port }, (error, socket) => {
      socket?.destroy();
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function errorWords(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorWords(error.errors[0]);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'it did not answer in time';
  return plainLine(message !== '' ? message : (code ?? String(error)), WORDS_CHARACTERS);
}

/** The address itself is a secret with many services: its path, or its query, is what lets anyone post there. */
function redactor({ pathname, search }: URL, secret: string): (text: string) => string {
  const secrets = [search, pathname, search.slice(1), secret].filter(({ length }) => length >= SECRET_CHARACTERS);
  return (text) => secrets.reduce((left, each) => left.replaceAll(each, '[secret]'), text);
}

/** A secret that begins so goes on in base64; any other is used as its UTF-8 bytes. */
const ENCODED_SECRET = 'whsec_';

/**
 * The value of `webhook-signature` by the Standard Webhooks scheme: a version, and the HMAC-SHA256 of id, time and body.
 * @param timestamp seconds since 1970, as `webhook-timestamp` says it
 */
export function webhookSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = secret.startsWith(ENCODED_SECRET)
    ? Buffer.from(secret.slice(ENCODED_SECRET.length), 'base64')
    : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
