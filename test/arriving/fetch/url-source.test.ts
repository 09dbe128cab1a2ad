import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { FileRefused, type KnownFile, type ReadFile, SourceFailed } from '../../../src/arriving/fetch/source.ts';
import { type UrlOptions, urlSource } from '../../../src/arriving/fetch/url-source.ts';
import { rawServer } from '../../service/servers.ts';
import { type Answer, type Certificate, selfSigned, type WebServer, webServer } from './web-server.ts';
import { worded } from './worded.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const CSV = 'Dato;Beløp\n05.01.2026;1,00\n';
const SECRET = 'tok-0123456789abcdef';
const TIMES = { connectMs: 5_000, silenceMs: 300, wholeMs: 60_000 };

async function serve(answer: Answer, certificate?: Certificate): Promise<WebServer> {
  const server = await webServer(answer, certificate);
  cleanups.push(() => server.close());
  return server;
}

const csv: Answer = (_, response) => void response.setHeader('content-type', 'text/csv').end(CSV);

function target(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bilag-url-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'file');
}

interface Fetched {
  readonly text: string | undefined;
  readonly read: ReadFile | 'unchanged' | 'growing';
}

async function get(url: string, changes: Partial<UrlOptions> = {}, known?: KnownFile): Promise<Fetched> {
  const source = urlSource({
    url,
    written: url,
    headers: {},
    allowPrivate: true,
    fallback: 'bank.csv',
    limit: 1_000_000,
    signal: new AbortController().signal,
    times: { ...TIMES, silenceMs: 30_000 },
    ...changes,
  });
  const [offer] = await source.offers();
  const path = target();
  const read = await offer!.read(path, known);
  return { text: existsSync(path) ? readFileSync(path, 'utf8') : undefined, read };
}

/** Why it is not fetched: one of ours, in words. */
async function refusal(promise: Promise<unknown>): Promise<{ message: string; suggestion: string; file?: string }> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof SourceFailed || error instanceof FileRefused)) throw error ?? new Error('it was fetched');
  worded(error.told);
  expect(`${error.message} ${error.suggestion}`).not.toContain(SECRET);
  return error as { message: string; suggestion: string };
}

test('gives the file, asked for as it is, with the headers of the job', async () => {
  const server = await serve(csv);
  const { text, read } = await get(`${server.url}/export.csv?from=1#top`, {
    headers: { Authorization: `Bearer ${SECRET}`, Accept: 'text/csv', 'User-Agent': 'firm' },
  });
  expect(text).toBe(CSV);
  expect(read).toMatchObject({ name: 'export.csv', sha256: expect.stringMatching(/^[\da-f]{64}$/) });
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]).toMatchObject({
    path: '/export.csv?from=1',
    headers: {
      authorization: `Bearer ${SECRET}`,
      accept: 'text/csv',
      'user-agent': 'firm',
      'accept-encoding': 'identity',
    },
  });
  expect(server.asked[0]!.headers).not.toHaveProperty('if-none-match');
});

test('what the server said of the file comes back to it; 304 is unchanged', async () => {
  const modified = 'Mon, 05 Jan 2026 06:00:00 GMT';
  const server = await serve((request, response) => {
    response.setHeader('etag', '"v1"').setHeader('last-modified', modified);
    if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
    response.end(CSV);
  });
  const { read } = await get(server.url);
  expect(read).toMatchObject({ etag: '"v1"', modified });
  const again = await get(server.url, {}, { etag: '"v1"', modified });
  expect(again).toEqual({ read: 'unchanged', text: undefined });
  expect(server.asked[1]!.headers).toMatchObject({ 'if-none-match': '"v1"', 'if-modified-since': modified });
  expect((await get(server.url, {}, { etag: '"v0"', modified: null })).text).toBe(CSV);
  expect(server.asked[2]!.headers).not.toHaveProperty('if-modified-since');
});

test('an address is known by its hash: it may hold a secret', async () => {
  const source = (url: string) =>
    urlSource({
      url,
      written: url,
      headers: {},
      allowPrivate: false,
      fallback: 'a.csv',
      limit: 1,
      signal: new AbortController().signal,
    }).offers();
  const [one] = await source(`https://bank.example/x?token=${SECRET}`);
  const [other] = await source('https://bank.example/x?token=other');
  expect(one!.source).toMatch(/^url sha256:[\da-f]{64}$/);
  expect(one!.source).not.toBe(other!.source);
});

describe('addresses', () => {
  const answering =
    (...addresses: string[]): LookupFunction =>
    (_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
  ])('https://%s is refused unless the job allows it', async (host) => {
    const error = await refusal(get(`https://${host}:1/x.csv`, { allowPrivate: false }));
    expect(error.message).toMatch(/an address of a private network or of this machine, which a job may not ask/);
    expect(error.suggestion).toContain('allowPrivate: true');
  });

  test('a name is judged by what it resolves to, where the connection is made', async () => {
    const server = await serve(csv);
    let asked = 0;
    const lookup: LookupFunction = (host, options, callback) => {
      asked++;
      answering('127.0.0.1')(host, options, callback);
    };
    const url = `https://bank.example:${server.port}/x.csv`;
    const error = await refusal(get(url, { allowPrivate: false, network: { lookup } }));
    expect(error.message).toBe(
      'bank.example is 127.0.0.1, an address of a private network or of this machine, which a job may not ask.',
    );
    expect(asked).toBe(1);
    expect(server.asked).toEqual([]);
    await refusal(get(`https://localhost:${server.port}/x.csv`, { allowPrivate: false }));
    expect(server.asked).toEqual([]);
  });

  test('a name with a public and a private address is only asked at the public one', async () => {
    const server = await serve(csv);
    const lookup = answering('127.0.0.1', '::1');
    const isPublic = (address: string) => address === '::1';
    // Nothing listens there: had the other been tried, the server would have been asked.
    const error = await refusal(
      get(`https://bank.example:${server.port}/`, { allowPrivate: false, network: { lookup, isPublic } }),
    );
    expect(error.message).toMatch(/refuses connections|can't be reached/);
    expect(server.asked).toEqual([]);
  });

  test('plain http only in a private network', async () => {
    const server = await serve(csv);
    expect((await refusal(get(server.url, { allowPrivate: false }))).message).toMatch(/not encrypted/);
    const network = { lookup: answering('127.0.0.1'), isPublic: () => true };
    const error = await refusal(get(`http://bank.example:${server.port}/`, { network }));
    expect(error.message).toMatch(/^bank.example is on the internet, and http:\/\/ is not encrypted/);
    expect((await refusal(get('http://8.8.8.8/x.csv'))).message).toMatch(/on the internet/);
    expect(server.asked).toEqual([]);
    expect((await get(server.url)).text).toBe(CSV);
  });

  test('what is no address, or holds a password, is told without showing it', async () => {
    for (const url of [`nonsense ${SECRET}`, `ftp://x/${SECRET}`, `https://me:${SECRET}@bank.example/`]) {
      const error = await refusal(get(url, { written: '$' + '{BANK_URL}' }));
      expect(error.message).toContain('$' + '{BANK_URL}');
    }
  });
});

describe('redirects', () => {
  const redirect =
    (to: string, status = 302): Answer =>
    (_, response) =>
      void response.writeHead(status, { location: to }).end('moved');

  test.each([301, 302, 303, 307, 308])('%i is followed, and the last address names the file', async (status) => {
    const server = await serve((request, response) =>
      (request.url === '/a' ? redirect('/files/b.csv', status) : csv)(request, response),
    );
    const { text, read } = await get(`${server.url}/a`, { headers: { 'X-Key': SECRET } });
    expect(text).toBe(CSV);
    expect(read).toMatchObject({ name: 'b.csv' });
    expect(server.asked.map(({ path, headers }) => [path, headers['x-key']])).toEqual([
      ['/a', SECRET],
      ['/files/b.csv', SECRET],
    ]);
  });

  test('headers of the job stay with the server that they were given for', async () => {
    const other = await serve((request, response) =>
      (request.url === '/there' ? redirect(`${server.url}/back`) : csv)(request, response),
    );
    const server = await serve((request, response) =>
      (request.url === '/a' ? redirect(`${other.url}/there`) : csv)(request, response),
    );
    const { text } = await get(`${server.url}/a`, { headers: { Authorization: SECRET, Cookie: SECRET } });
    expect(text).toBe(CSV);
    expect(JSON.stringify(other.asked)).not.toContain(SECRET);
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([SECRET, undefined]);
  });

  test('five are followed, six are not', async () => {
    const server = await serve((request, response) => {
      const left = Number(request.url!.slice(1));
      (left > 0 ? redirect(`/${left - 1}`) : csv)(request, response);
    });
    expect((await get(`${server.url}/5`)).text).toBe(CSV);
    expect((await refusal(get(`${server.url}/6`))).message).toMatch(/redirects more than 5 times/);
    expect(server.asked).toHaveLength(12);
  });

  test('one that leads to the internet without encryption is not followed', async () => {
    const server = await serve(redirect('http://8.8.8.8/x.csv'));
    expect((await refusal(get(server.url))).message).toMatch(/^8.8.8.8 is on the internet/);
  });

  test.each(['file:///etc/passwd', 'ftp://x/y', 'javascript:1', 'http://['])(
    'one to %s is not followed',
    async (to) => {
      const server = await serve(redirect(to));
      expect((await refusal(get(server.url))).message).toMatch(/redirects/);
    },
  );

  test('one without an address is told', async () => {
    const server = await serve((_, response) => void response.writeHead(302).end());
    expect((await refusal(get(server.url))).message).toMatch(/does not say where to/);
  });
});

const certificate = selfSigned();
describe.skipIf(certificate === undefined)('https', () => {
  const network = { ca: certificate?.cert ?? '' };

  test('a file comes over TLS', async () => {
    const server = await serve(csv, certificate);
    expect((await get(`${server.url}/x.csv`, { network })).text).toBe(CSV);
  });

  test('a certificate that nobody vouches for is refused before anything is sent', async () => {
    const server = await serve(csv, certificate);
    const error = await refusal(get(server.url, { headers: { Authorization: SECRET } }));
    expect(error.message).toMatch(/can't prove that it is who it says: self-signed certificate/);
    expect(server.asked).toEqual([]);
  });

  test('one of another name is refused', async () => {
    const server = await serve(csv, certificate);
    const lookup: LookupFunction = (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
    const error = await refusal(get(`https://bank.example:${server.port}/`, { network: { ...network, lookup } }));
    expect(error.message).toMatch(/can't prove that it is who it says/);
    expect(server.asked).toEqual([]);
  });

  test('a redirect away from encryption is not followed', async () => {
    const plain = await serve(csv);
    const server = await serve(
      (_, response) => void response.writeHead(302, { location: plain.url }).end(),
      certificate,
    );
    const error = await refusal(get(server.url, { network }));
    expect(error.message).toMatch(/which is not encrypted/);
    expect(plain.asked).toEqual([]);
  });

  test('a redirect from the internet into a private network is refused, by address and by name', async () => {
    const isPublic = (address: string) => address === '127.0.0.1';
    const lookup: LookupFunction = (host, _options, callback) =>
      callback(null, [{ address: host === 'localhost' ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
    const changes = { allowPrivate: false, network: { ...network, lookup, isPublic } };
    const inside = await serve(csv, certificate);
    for (const host of ['127.0.0.2', 'intranet.example']) {
      const location = `https://${host}:${inside.port}/x.csv`;
      const server = await serve((_, response) => void response.writeHead(302, { location }).end(), certificate);
      const error = await refusal(get(server.url, changes));
      expect(error.message).toContain('an address of a private network');
      expect(error.message).toContain(host);
      expect(server.asked).toHaveLength(1);
    }
    expect(inside.asked).toEqual([]);
  });
});

describe('size', () => {
  test('a file that says it is too large is not read', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '101' });
      response.flushHeaders();
    });
    const error = await refusal(get(`${server.url}/big.csv`, { limit: 100 }));
    expect(error).toMatchObject({
      message: 'The file has 101 bytes; the job takes at most 100 (limits.bytes).',
      file: 'big.csv',
    });
  });

  test('one that does not say so is cut off at the limit', async () => {
    const server = await serve((_, response) => {
      response.on('error', () => {});
      // It never ends: that the request does shows that it was cut off.
      const more = () =>
        void (response.destroyed || response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(more)));
      more();
    });
    expect((await refusal(get(server.url, { limit: 100_000 }))).message).toMatch(/more than 100000 bytes/);
  });

  test('one that is longer than it said ends where it said', async () => {
    const server = await rawServer({
      onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcdef'),
    });
    cleanups.push(() => server.close());
    expect((await get(server.url)).text).toBe('abc');
  });

  test('a small file that unpacks to a large one counts as what it unpacks to', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, 'x'));
    const server = await serve((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(bomb.length).toBeLessThan(100_000);
    expect((await refusal(get(server.url, { limit: 100_000 }))).message).toMatch(/more than 100000 bytes/);
  });

  test.each([
    ['gzip', gzipSync(CSV)],
    ['x-gzip', gzipSync(CSV)],
    ['deflate', deflateSync(CSV)],
    ['br', brotliCompressSync(CSV)],
    ['identity', Buffer.from(CSV)],
  ])('%s is understood although it was not asked for', async (encoding, body) => {
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect((await get(server.url)).text).toBe(CSV);
  });

  test('what can not be unpacked is told', async () => {
    const server = await serve((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(CSV));
    expect((await refusal(get(server.url))).message).toMatch(/can't be understood/);
    const other = await serve((_, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end(CSV));
    expect((await refusal(get(other.url))).message).toMatch(/compressed as "zstd"/);
  });
});

describe('what is no file', () => {
  test.each([
    ['by what it says it is', { 'content-type': 'text/html; charset=utf-8' }, 'Log in, please'],
    ['by how it begins', { 'content-type': 'text/csv' }, '\ufeff \n<!DOCTYPE html><title>Log in</title>'],
    ['by its first element', {}, `<html lang="nb">${'x'.repeat(2_000)}`],
  ])('a web page is refused %s', async (_name, headers, body) => {
    const server = await serve((_, response) => void response.writeHead(200, headers).end(body));
    const error = await refusal(get(`${server.url}/export.csv`));
    expect(error.message).toMatch(/^The server sent a web page and not a file/);
    expect(error.file).toBe('export.csv');
  });

  test.each([
    [401, /does not let bilag in \(status 401\)/, /token/],
    [403, /does not give bilag the file \(status 403\)/, /token/],
    [404, /has no such file \(status 404\)/, /fetch.url/],
    [429, /asked too often \(status 429\)/, /less often/],
    [500, /is in trouble \(status 500\)/, /next run tries again/],
    [503, /is in trouble \(status 503\)/, /next run tries again/],
    [204, /something else than the file \(status 204\)/, /fetch.url/],
    [206, /something else than the file \(status 206\)/, /fetch.url/],
    [304, /something else than the file \(status 304\)/, /fetch.url/],
  ])('status %i is told', async (status, message, suggestion) => {
    const server = await serve((_, response) => void response.writeHead(status).end());
    const error = await refusal(get(`${server.url}/x.csv?token=${SECRET}`));
    expect(error.message).toMatch(message);
    expect(error.message).toContain(`${server.url}/x.csv `);
    expect(error.suggestion).toMatch(suggestion);
    expect(error).toMatchObject({ passing: status === 429 || status >= 500 });
  });

  test('one that is cut short, or whose end nobody could tell, is none', async () => {
    for (const head of ['content-length: 100', 'transfer-encoding: chunked']) {
      const server = await rawServer({
        onRequest: (socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n5\r\nabcde\r\n`),
      });
      cleanups.push(() => server.close());
      await refusal(get(server.url));
    }
    const open = await rawServer({ onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nabc') });
    cleanups.push(() => open.close());
    expect((await refusal(get(open.url))).message).toMatch(/does not say how long the file is/);
  });
});

describe('servers that do not answer', () => {
  test('one that is not there', async () => {
    const server = await webServer(csv);
    await server.close();
    expect((await refusal(get(server.url))).message).toBe(`127.0.0.1:${server.port} refuses connections.`);
    const lookup: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    expect((await refusal(get('https://bank.example/', { network: { lookup } }))).message).toBe(
      'The name of bank.example is not known.',
    );
  });

  test('one that takes the request and says nothing', async () => {
    const server = await serve(() => {});
    expect((await refusal(get(server.url, { times: TIMES }))).message).toMatch(/does not answer it/);
  });

  test('one that stops in the middle', async () => {
    const server = await serve((_, response) => void response.writeHead(200, { 'content-length': '100' }).write('abc'));
    // Where this process stood still for longer than that, nothing had come at all: it is given more.
    let message = '';
    for (const silenceMs of [TIMES.silenceMs, 3_000, 30_000]) {
      message = (await refusal(get(server.url, { times: { ...TIMES, silenceMs } }))).message;
      if (!/does not answer it/.test(message)) break;
    }
    expect(message).toMatch(/stopped in the middle of the file/);
  });

  test('one that sends a byte at a time for ever', async () => {
    const server = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const error = await refusal(get(server.url, { times: { ...TIMES, silenceMs: 30_000, wholeMs: 600 } }));
    expect(error.message).toMatch(/did not send the file within/);
  });

  test('one that breaks off', async () => {
    const server = await rawServer({ onRequest: (socket) => socket.destroy() });
    cleanups.push(() => server.close());
    expect((await refusal(get(server.url))).message).toMatch(/broke the connection off/);
  });

  test('a run that is stopped leaves at once', async () => {
    const stop = new AbortController();
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('abc');
      setImmediate(() => stop.abort());
    });
    expect((await refusal(get(server.url, { signal: stop.signal }))).message).toBe('The run was stopped.');
  });
});

test.each([
  ['Host', 'x'],
  ['Transfer-Encoding', 'chunked'],
  ['Accept-Encoding', 'gzip'],
  ['X-Key', `${SECRET}\r\nInjected: 1`],
  ['Bad Name', 'x'],
])('the header %s: %j is refused by name', async (name, value) => {
  const error = await refusal(get('https://bank.example/', { headers: { [name]: value } }));
  expect(error.message).toContain(`fetch.headers.${name}`);
});
