import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createClient, KEEP_ALIVE_MS } from '../../src/service/client.ts';
import type { ServiceOptions } from '../../src/service/service-options.ts';
import { answer, BODY, BOOK, bookAt, clientOf, expectNothingSent, pause, serve } from './booking.ts';
import { reply, serviceAt } from './servers.ts';

/** Pairs of requests of which one is sent without a pause. */
const PAIRS_MAX = 20;

describe('the request', () => {
  test('is the frozen text, byte for byte, under the base path, with its headers', async () => {
    const server = await serve(answer(reply(200, '')));
    const client = clientOf(`${server.url}/tenant/`, { headers: { 'X-Company': 'acme', Accept: 'application/xml' } });
    expect((await client.send(BOOK, BODY, { entries: 1 })).kind).toBe('booked');
    const [head, body] = server.received[0]!.split('\r\n\r\n');
    expect(head).toMatch(/^POST \/tenant\/api\/biz\/journalentries\?action=book-journal-entries HTTP\/1\.1\r\n/);
    expect(head).toContain('authorization: Bearer tok-0123456789abcdef');
    expect(head).toContain('x-company: acme');
    expect(head).toContain('content-type: application/json');
    expect(head).toContain(`content-length: ${Buffer.byteLength(BODY)}`);
    expect(head!.match(/^accept: .*$/gim)).toEqual(['accept: application/xml']);
    expect(Buffer.from(body!, 'latin1').toString()).toBe(BODY);
  });

  test('an idle connection that the service closed is not used again', async () => {
    const sockets: Socket[] = [];
    const onRequest = (socket: Socket) => {
      sockets.push(socket);
      socket.write(reply(200, ''));
    };
    const server = await serve({ onRequest });
    const client = clientOf(server.url, { concurrency: 1 });
    for (let i = 0; i < 4; i++) {
      expect((await client.send(BOOK, BODY, { entries: 1 })).kind).toBe('booked');
      const socket = sockets.at(-1)!;
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
      // The client has heard of it once the event loop has looked at its sockets: before a second `setImmediate` at the latest.
      for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
    }
  });

  test('an idle connection is closed by us after a second, though the service would keep it', async () => {
    let closed = 0;
    const onConnection = (socket: Socket) => socket.on('close', () => closed++);
    const onRequest = (socket: Socket) => socket.write(reply(200, '', { 'keep-alive': 'timeout=60' }));
    const server = await serve({ onConnection, onRequest });
    const client = clientOf(server.url, { concurrency: 1 });
    // A process that stands still between two requests lets the first one's connection go: then two others tell.
    for (let pairs = 1, isTold = false; !isTold; pairs++) {
      if (pairs > PAIRS_MAX) throw new Error('This process always stood still.');
      await client.send(BOOK, BODY, { entries: 1 });
      const began = performance.now();
      const before = server.received.length;
      await client.send(BOOK, BODY, { entries: 1 });
      isTold = performance.now() - began < KEEP_ALIVE_MS / 2;
      if (isTold) expect(server.received).toHaveLength(before);
    }
    // The server never closes one.
    await expect.poll(() => closed).toBe(server.received.length);
  });

  test('as many at a time as the configuration says, and look-ups beside them', async () => {
    let busy = 0;
    let most = 0;
    let booked = 0;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const onRequest = (socket: Socket, request: string) => {
      if (request.startsWith('GET')) return socket.write(reply(200, '[]'));
      most = Math.max(most, ++busy);
      return held.then(() => {
        busy -= 1;
        booked += 1;
        socket.write(reply(200, ''));
      });
    };
    const server = await serve({ onRequest });
    const client = clientOf(server.url, { concurrency: 3 });
    const bookings = Promise.all(Array.from({ length: 9 }, () => client.send(BOOK, BODY, { entries: 1 })));
    await expect.poll(() => busy).toBe(3);
    expect((await client.get('/api/biz/vattypes')).ok).toBe(true);
    expect([busy, booked]).toEqual([3, 0]);
    goOn();
    for (const outcome of await bookings) expect(outcome.kind).toBe('booked');
    expect(most).toBe(3);
  });

  test('secrets that the service echoes are in no evidence and no message', async () => {
    const onRequest = (socket: Socket, request: string) => {
      const token = /Bearer (\S+)/.exec(request)![1]!;
      const key = /x-api-key: (\S+)/.exec(request)![1]!;
      const body = JSON.stringify({ Message: `no rights: ${token} ${key} acme` });
      socket.write(reply(400, body, { location: `/login?t=${token}` }));
    };
    const changes = { headers: { CompanyKey: 'acme', 'X-Api-Key': 'key-987654321' } };
    const { outcome } = await bookAt({ onRequest }, changes);
    expect(outcome.message).toBe('no rights: [secret] [secret] acme');
    expect(JSON.stringify(outcome)).not.toMatch(/tok-0123456789abcdef|key-987654321/);
  });

  test('close waits for what is on its way, and may be called twice', async () => {
    const asked: Socket[] = [];
    const server = await serve({ onRequest: (socket) => asked.push(socket) });
    const client = clientOf(server.url);
    const booking = client.send(BOOK, BODY, { entries: 1 });
    await expect.poll(() => asked.length).toBe(1);
    const closing = Promise.all([client.close(), client.close()]);
    let isClosed = false;
    void closing.then(() => {
      isClosed = true;
    });
    await pause(50);
    expect(isClosed).toBe(false);
    asked[0]!.write(reply(200, ''));
    await closing;
    expect((await booking).kind).toBe('booked');
    expectNothingSent(await client.send(BOOK, BODY, { entries: 1 }), /CLOSED|DESTROYED/);
  });
});

describe('what can never be sent is said before', () => {
  test.each<[string, Partial<ServiceOptions>, RegExp]>([
    ['no address', { baseUrl: 'accounting' }, /baseUrl is not an http/],
    ['another protocol', { baseUrl: 'ftp://x' }, /baseUrl is not an http/],
    ['credentials in the address', { baseUrl: 'https://user:hemmelig@x' }, /baseUrl holds credentials/],
    ['a token with a line break', { auth: { type: 'bearer', token: 'hemmelig\nx' } }, /auth\.token cannot be sent/],
    ['an empty token', { auth: { type: 'bearer', token: '' } }, /auth\.token is empty/],
    ['a bad header', { headers: { 'X-Key': 'hemmelig\r\n' } }, /headers\.x-key cannot be sent/],
    ['a reserved header', { headers: { 'Content-Length': '3' } }, /headers\.content-length is set by/],
  ])('%s', (_name, changes, message) => {
    const options = { ...serviceAt('https://accounting.example'), ...changes };
    expect(() => createClient(options)).toThrow(message);
    expect(() => createClient(options)).toThrow(expect.objectContaining({ name: 'UsageError' }));
    expect(() => createClient(options)).not.toThrow(/hemmelig/);
  });
});
