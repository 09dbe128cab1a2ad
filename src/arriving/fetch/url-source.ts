import { createHash } from 'node:crypto';
import { lookup as dnsLookup } from 'node:dns';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { toldOf } from '../run-told.ts';
import { checkAddress, guardedLookup } from './allowed-address.ts';
import { explainNetwork, explainStatus } from './explain.ts';
import { receive, replyName, tooLarge } from './receive.ts';
import {
  FETCH_TIMES,
  type FetchOptions,
  type FetchSource,
  FileRefused,
  type KnownFile,
  type ReadFile,
  SourceFailed,
} from './source.ts';

/** Redirects that are followed. */
const REDIRECTS_MAX = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const AGAIN = 'The next run tries again.';

/** Where a file is asked for by HTTP; variables are put in already. */
export interface UrlOptions extends FetchOptions {
  readonly url: string;
  /** The address as the job writes it and as people may see it: what messages show, up to its query. */
  readonly written: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Name of a file that neither the reply nor the address names. */
  readonly fallback: string;
  /** What the network is like; default: as this machine finds it. */
  readonly network?: {
    readonly lookup?: LookupFunction;
    /** Certificate authorities that are believed. */
    readonly ca?: string;
    /** Which addresses are on the internet. */
    readonly isPublic?: (address: string) => boolean;
  };
}

interface Reply {
  readonly response: Dispatcher.ResponseData;
  /** That answered, redirects followed. */
  readonly url: URL;
  readonly agent: Agent;
}

/**
 * One file behind an https address (or http, in a private network).
 * @throws SourceFailed for an address or a header that can't be used
 */
export function urlSource(options: UrlOptions): FetchSource {
  const address = options.written.replace(/[?#].*$/s, '');
  const start = checkedUrl(options.url, address, options.allowPrivate);
  const given = checkedHeaders(options.headers);
  const name = replyName(undefined, start) ?? options.fallback;
  return {
    offers: async () => [
      {
        name,
        source: `url sha256:${createHash('sha256').update(start.href).digest('hex')}`,
        version: undefined,
        read: (target, known) => read(target, known, { start, given, address }, options),
      },
    ],
    close: async () => {},
  };
}

interface Asked {
  readonly start: URL;
  readonly given: Readonly<Record<string, string>>;
  readonly address: string;
}

async function read(
  target: string,
  known: KnownFile | undefined,
  asked: Asked,
  options: UrlOptions,
): Promise<ReadFile | 'unchanged'> {
  const { wholeMs } = options.times ?? FETCH_TIMES;
  const late = AbortSignal.timeout(wholeMs);
  const signal = AbortSignal.any([options.signal, late]);
  let reply: Reply | undefined;
  try {
    reply = await ask(asked, known, signal, options);
    const { statusCode: status, headers, body } = reply.response;
    if (status === 304 && known !== undefined) return 'unchanged';
    if (status !== 200) throw explainStatus(status, asked.address);
    const file = replyName(single(headers['content-disposition']), reply.url) ?? options.fallback;
    const sha256 = await save(body, headers, file, target, signal, asked, options);
    return { name: file, sha256, etag: single(headers['etag']), modified: single(headers['last-modified']) };
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    if (options.signal.aborted)
      throw new SourceFailed('The run was stopped.', 'The next run fetches the file.', toldOf('stopped'));
    if (late.aborted) {
      throw new SourceFailed(
        `${asked.address} did not send the file within ${wholeMs / 60_000} minutes.`,
        AGAIN,
        toldOf('slow', { at: asked.address }),
        { passing: true },
      );
    }
    throw explainNetwork(error, asked.start.host) ?? error;
  } finally {
    await reply?.agent.destroy();
  }
}

/** Asks for the file, and follows redirects: each is checked as the first address was. */
async function ask(
  { start, given, address }: Asked,
  known: KnownFile | undefined,
  signal: AbortSignal,
  { allowPrivate, network, times = FETCH_TIMES }: UrlOptions,
): Promise<Reply> {
  const { Agent, request } = await import('undici');
  let url = start;
  let own = given;
  for (let redirects = 0; ; redirects++) {
    const { lookup = dnsLookup as LookupFunction, ca, isPublic } = network ?? {};
    const rule = { allowPrivate, encrypted: url.protocol === 'https:', isPublic };
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address that stands in the URL itself is never looked up.
    if (isIP(host) !== 0) checkAddress(host, host, rule);
    const agent = new Agent({
      connect: { lookup: guardedLookup(lookup, rule), timeout: times.connectMs, ...(ca === undefined ? {} : { ca }) },
      headersTimeout: times.silenceMs,
      bodyTimeout: times.silenceMs,
    });
    try {
      const response = await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          accept: '*/*',
          'user-agent': 'bilag',
          ...own,
          // What is sent is what is counted; a length that was told is then the file's.
          'accept-encoding': 'identity',
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
          ...(known?.modified ? { 'if-modified-since': known.modified } : {}),
        },
      });
      // One that is not read to its end fails when its connection is closed.
      response.body.on('error', () => {});
      if (!REDIRECTS.includes(response.statusCode)) return { response, url, agent };
      await agent.destroy();
      if (redirects === REDIRECTS_MAX) {
        throw new SourceFailed(
          `${address} redirects more than ${REDIRECTS_MAX} times.`,
          'Check fetch.url in the job.',
          toldOf('redirected', { at: address }),
        );
      }
      const next = nextUrl(single(response.headers['location']), url, address);
      // What the job sends is meant for the server that it names, and for no other.
      if (next.origin !== url.origin) own = {};
      url = next;
    } catch (error) {
      await agent.destroy();
      throw explainNetwork(error, url.host) ?? error;
    }
  }
}

function nextUrl(location: string | undefined, from: URL, address: string): URL {
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new SourceFailed(
      `${address} redirects, but does not say where to.`,
      'Ask whoever runs the server.',
      toldOf('redirected', { at: address }),
    );
  }
  const next = new URL(location, from);
  if (next.protocol !== 'https:' && (from.protocol === 'https:' || next.protocol !== 'http:')) {
    throw new SourceFailed(
      `${address} redirects to ${next.protocol}//${next.host}, which is not encrypted.`,
      'Give the address in fetch.url that it should be, with https://.',
      toldOf('unencrypted', { at: `${next.protocol}//${next.host}` }),
    );
  }
  next.username = '';
  next.password = '';
  return next;
}

async function save(
  body: Readable,
  headers: Dispatcher.ResponseData['headers'],
  file: string,
  target: string,
  signal: AbortSignal,
  { address }: Asked,
  { limit }: UrlOptions,
): Promise<string> {
  const length = single(headers['content-length']);
  const encoding = (single(headers['content-encoding']) ?? 'identity').trim().toLowerCase();
  try {
    if (length === undefined && headers['transfer-encoding'] === undefined) {
      throw new SourceFailed(
        `${address} does not say how long the file is, so one that is cut short could not be told.`,
        'Ask whoever runs the server for a Content-Length, or fetch the file another way.',
        toldOf('length-unknown', { at: address }),
      );
    }
    if (Number(length) > limit) throw tooLarge(length!, limit);
    if (/^text\/html\b|^application\/xhtml/i.test(single(headers['content-type']) ?? '')) throw webPage();
    const check = (head: Buffer) => {
      if (/^\s*<(!doctype\s+html|!--|html[\s>])/i.test(head.toString('utf8'))) throw webPage();
    };
    return await receive(body, target, { limit, signal, check }, decoders(encoding, address));
  } catch (error) {
    throw error instanceof FileRefused ? new FileRefused(error.message, error.suggestion, error.told, file) : error;
  }
}

/** Some servers compress whatever they are asked for. */
function decoders(encoding: string, address: string): Transform[] {
  if (encoding === 'identity' || encoding === '') return [];
  if (encoding === 'gzip' || encoding === 'x-gzip') return [createGunzip()];
  if (encoding === 'deflate') return [createInflate()];
  if (encoding === 'br') return [createBrotliDecompress()];
  throw new SourceFailed(
    `${address} sends the file compressed as ${JSON.stringify(encoding)}, which was not asked for.`,
    'Ask whoever runs the server to send it as it is.',
    toldOf('compressed', { at: address, encoding }),
  );
}

function webPage(): FileRefused {
  return new FileRefused(
    'The server sent a web page and not a file: a page to log in, or one that says what is wrong.',
    'Open fetch.url in a browser to see it; check fetch.headers in the job, and whether the token has run out.',
    toldOf('web-page'),
  );
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** These belong to the connection, frame the request, or are ours to say. */
const RESERVED: ReadonlySet<string> = new Set(
  'accept-encoding connection content-length expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/**
 * The headers of a job, names in lower case.
 * @throws SourceFailed where one can't be sent; the message names it, never its value
 */
function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (RESERVED.has(lower)) {
      throw new SourceFailed(
        `fetch.headers.${name} is set by the connection itself.`,
        'Take it out of the job.',
        toldOf('header-wrong', { header: name }),
      );
    }
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new SourceFailed(
        `fetch.headers.${name} can't be sent as a header.`,
        'Look for a line break or another character that a header cannot hold.',
        toldOf('header-wrong', { header: name }),
      );
    }
    checked[lower] = value;
  }
  return checked;
}

/**
 * The address that a job names, its variables put in.
 * @param written what messages show of it: the address itself may hold secrets by now, and is not shown
 * @throws SourceFailed where nothing may be asked for there
 */
function checkedUrl(url: string, written: string, allowPrivate: boolean): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') {
    throw new SourceFailed(
      `fetch.url (${written}) is not an http or https address, or holds a user or a password, once its variables are put in.`,
      'Check the variables; a user and a password belong into fetch.headers.',
      toldOf('url-wrong', { url: written }),
    );
  }
  if (parsed.protocol === 'http:' && !allowPrivate) {
    throw new SourceFailed(
      `${written} is an http:// address, which is not encrypted: anybody on the way could read the headers and change the file.`,
      'Use https://. In a private network, http:// goes with allowPrivate: true.',
      toldOf('unencrypted', { at: written }),
    );
  }
  parsed.hash = '';
  return parsed;
}
