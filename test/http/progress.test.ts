import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type * as EventStreamModule from '../../src/http/api/imports/events.ts';
import type * as StartServerModule from '../../src/http/start-server.ts';
import { journal, load, openOffice, voucher } from '../importing/office.ts';
import { heard, portsOf, type Server, serve, until } from './serve.ts';

const { startServer } = await load<typeof StartServerModule>('http/start-server.js');
const { openEventStream } = await load<typeof EventStreamModule>('http/api/imports/events.js');

interface Message {
  id?: string;
  event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what it is, is what the tests ask.
  data: any;
}

/** A reader of server-sent events: all that it has heard, and whether the stream has ended. */
function listen(server: Server, path: string, headers: Record<string, string> = {}) {
  let text = '';
  const heardSoFar = {
    ended: false,
    status: 0,
    headers: {} as Record<string, unknown>,
    text: () => text,
    messages: (): Message[] =>
      text
        .split('\n\n')
        .slice(0, -1)
        .filter((block) => block.includes('data: '))
        .map((block) => {
          const fields = Object.fromEntries(
            block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
          );
          return { ...fields, data: JSON.parse(fields['data']!) };
        }),
    states: () => heardSoFar.messages().map(({ data }) => data.state),
    leave: () => void call.destroy(),
  };
  const call = request(server.url + path, { headers }, (response) => {
    heardSoFar.status = response.statusCode!;
    heardSoFar.headers = response.headers;
    response.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    response.on('close', () => {
      heardSoFar.ended = true;
    });
  });
  call.on('error', () => {
    heardSoFar.ended = true;
  });
  call.end();
  return heardSoFar;
}

const quick = { limits: { followMs: 10, heartbeatMs: 20 } };

describe('progress', () => {
  test('of an import is told from where it stands, change by change, to its end', async () => {
    const office = await openOffice();
    const server = await serve(office, quick);
    const row = await office.take('a.csv', journal(voucher(1, 1), voucher(2, 2)));
    const other = await office.take('b.csv', journal(voucher(3, 3)));
    const reader = listen(server, `/api/imports/${row.id}/progress`);
    await until(() => reader.states().length > 0);
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    await office.plan(row);
    await until(() => reader.states().includes('posting'));
    await office.post(row);
    await office.plan(other);
    await until(() => reader.states().includes('completed'));
    const messages = reader.messages();
    expect(messages.every(({ event, data }) => event === 'import' && data.import === row.id)).toBe(true);
    expect(messages[0]!.data).toMatchObject({ state: 'planning', file: 'a.csv', url: `/api/imports/${row.id}` });
    expect(messages.find(({ data }) => data.state === 'posting')!.data.entries).toMatchObject({
      planned: 2,
      pending: 2,
    });
    expect(messages.at(-1)!.data).toMatchObject({ state: 'completed', entries: { booked: 2 }, rows: { read: 4 } });
    await until(() => reader.text().includes(': still here\n\n'));
    reader.leave();
  });

  test('of everything goes on for a reader that comes back, from what it has seen', async () => {
    const office = await openOffice();
    const server = await serve(office, quick);
    const old = await office.book('old.csv', journal(voucher(1, 1)));
    const reader = listen(server, '/api/events');
    const row = await office.take('a.csv', journal(voucher(2, 2)));
    await until(() => reader.messages().some(({ data }) => data.import === row.id));
    // What was at rest before it came is no news.
    expect(reader.messages().some(({ data }) => data.import === old.row.id)).toBe(false);
    const { id } = reader.messages().at(-1)!;
    reader.leave();
    await office.plan(row);
    await office.post(row);
    const meanwhile = await office.book('b.csv', journal(voucher(3, 3)));
    const back = listen(server, '/api/events', { 'last-event-id': id! });
    await until(() => back.messages().length >= 2);
    expect(back.messages().map(({ data }) => [data.import, data.state])).toEqual([
      [row.id, 'completed'],
      [meanwhile.row.id, 'completed'],
    ]);
    // Seen more than there is: of a ledger that was put back.
    const ahead = listen(server, '/api/events', { 'last-event-id': '999999' });
    await until(() => ahead.messages().length >= 1);
    expect(ahead.messages()[0]).toMatchObject({ event: 'reload' });
    for (const each of [back, ahead]) each.leave();
  });

  test('is told to as many readers as go', async () => {
    const office = await openOffice();
    const server = await serve(office, { limits: { ...quick.limits, eventStreams: 1 } });
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    const first = listen(server, '/api/events');
    await until(() => first.messages().length > 0);
    const second = await server.get(`/api/imports/${row.id}/progress`);
    expect([second.status, second.json.error.code]).toEqual([503, 'too-many']);
    first.leave();
    await until(async () => {
      const again = listen(server, '/api/events');
      await until(() => again.status !== 0);
      again.leave();
      return again.status === 200;
    });
  });
});

test('a reader that lags behind is dropped, and its memory with it', async () => {
  let dropped = false;
  let send: ((event: string, data: object) => void) | undefined;
  const server = createServer((_request, response) => {
    const stream = openEventStream(response, { heartbeatMs: 60_000, laggingBytes: 100_000 }, () => {
      dropped = true;
    });
    send = stream.send;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => send !== undefined);
  // Past what the system keeps for both ends.
  for (let sent = 0; !dropped && sent < 2_000; sent++) {
    send!('import', { text: 'x'.repeat(20_000) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => dropped);
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

describe('a port', () => {
  test('that is taken is said, with what to do', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const options = { host: '127.0.0.1', port: server.port, users: [], version: '0' };
    await expect(startServer(options, await portsOf(office))).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(`${server.port}`),
      suggestion: expect.stringContaining('BILAG_DASHBOARD'),
    });
  });

  test('of localhost is one server, under all its limits', async () => {
    const office = await openOffice();
    const options = { host: 'localhost', port: 0, users: [], version: '0', limits: { connections: 1 } };
    const server = await startServer(options, await portsOf(office));
    const port = Number(new URL(server.url).port);
    expect(server.url).toBe(`http://localhost:${port}`);
    const first = connect(port, '127.0.0.1');
    first.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => first.once('data', resolve));
    const second = await fetch(`http://[::1]:${port}/health/live`).catch(() => undefined);
    expect(second).toBeUndefined();
    first.destroy();
    await server.close();
  });
});

describe('closing', () => {
  test('ends streams, ends uploads with a word, and frees the port', async () => {
    const office = await openOffice();
    const server = await serve(office, quick);
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    const reader = listen(server, `/api/imports/${row.id}/progress`);
    await until(() => reader.messages().length > 0);
    const uploads = [];
    for (const type of ['text/csv', 'multipart/form-data; boundary=x']) {
      const socket = await server.raw();
      uploads.push(heard(socket));
      const part = type.startsWith('m')
        ? '--x\r\nContent-Disposition: form-data; name="file"; filename="b.csv"\r\n\r\nBilag'
        : 'Bilag';
      socket.write(
        `POST /api/imports?job=journal HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n${part}`,
      );
    }
    const idle = heard(await server.raw());
    await until(() => server.temporary().length === 2);
    await server.close();
    await until(() => reader.ended);
    for (const upload of uploads) expect(await upload).toMatch(/^HTTP\/1.1 503 [\s\S]*"code":"stopping"/);
    expect(await idle).toBe('');
    expect((await office.ledger.imports.list(10)).map(({ file }) => file)).toEqual(['a.csv']);
    const again = createServer();
    await new Promise<void>((resolve, reject) => again.once('error', reject).listen(server.port, '127.0.0.1', resolve));
    await new Promise((resolve) => again.close(resolve));
  });
});
