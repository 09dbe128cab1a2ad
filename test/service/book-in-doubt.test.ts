import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { REPLY_BYTES } from '../../src/service/client.ts';
import { answer, answerAndClose, bookAt, expectDoubt, expectNothingSent } from './booking.ts';
import { PATIENCE_MS, reply } from './servers.ts';

describe('something of the request may have left: in doubt', () => {
  test('reset when the connection is accepted', async () => {
    // The reset overtakes the request or not: either way the outcome must be the one that fits what was written.
    for (let i = 0; i < 20; i++) {
      const { outcome } = await bookAt({ onConnection: (socket) => socket.resetAndDestroy() });
      if (outcome.kind === 'not-applied') expectNothingSent(outcome, /ECONNRESET|UND_ERR_SOCKET/);
      else expectDoubt(outcome, /ECONNRESET|EPIPE|UND_ERR_SOCKET/);
    }
  });

  test('reset after the first byte', async () => {
    const { outcome } = await bookAt({ onFirstByte: (socket) => socket.resetAndDestroy() });
    expectDoubt(outcome, /ECONNRESET|UND_ERR_SOCKET/);
  });

  test.each<[string, (socket: Socket) => unknown, RegExp]>([
    ['reset after the whole request', (socket) => socket.resetAndDestroy(), /ECONNRESET/],
    ['closed after the whole request', (socket) => socket.end(), /UND_ERR_SOCKET: other side closed/],
    ['garbage instead of a reply', (socket) => socket.end('hello\r\n\r\n'), /HTTP\/1\.1 protocol/],
    ['status line only', (socket) => socket.end('HTTP/1.1 200 OK\r\n'), /UND_ERR_SOCKET|HPE/],
    ['100 Continue that nobody asked for', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), /bad response/],
    ['101', (socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), /bad upgrade/],
    ['huge headers', (socket) => socket.write(reply(200, '', { x: 'y'.repeat(100_000) })), /HEADERS_OVERFLOW/],
  ])('%s', async (_name, onRequest, error) => {
    const { server, outcome } = await bookAt({ onRequest });
    expectDoubt(outcome, error);
    expect(server.requests).toBe(1);
  });

  test('no reply within the deadline', async () => {
    const { outcome } = await bookAt({}, { replyTimeoutMs: 200 });
    expectDoubt(outcome, /no whole reply within 200 ms/);
    expect(outcome.evidence.elapsed).toBeGreaterThanOrEqual(195);
    expect(outcome.evidence.elapsed).toBeLessThan(PATIENCE_MS);
  });

  test('a reply that trickles past the deadline', async () => {
    const onRequest = (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    };
    // Where this process stood still past the deadline, the reply had not even begun.
    const seen: (number | undefined)[] = [];
    for (const replyTimeoutMs of [200, 2_000, 20_000]) {
      const { outcome } = await bookAt({ onRequest }, { replyTimeoutMs });
      expectDoubt(outcome, new RegExp(`no whole reply within ${replyTimeoutMs} ms`));
      seen.push(outcome.evidence.status);
      if (seen.at(-1) !== undefined) break;
    }
    expect(seen.at(-1)).toBe(200);
  });

  test('aborted after the first byte', async () => {
    const stop = new AbortController();
    const { outcome } = await bookAt({ onFirstByte: () => stop.abort() }, {}, { signal: stop.signal });
    expectDoubt(outcome, /aborted/);
  });

  test.each([
    ['content-length cut', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n[]', 200],
    ['chunked reply cut', 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n', 201],
    ['empty chunked reply cut', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', 200],
    ['a cut 400', 'HTTP/1.1 400 Bad\r\ncontent-length: 100\r\n\r\n{}', 400],
    ['a cut 429', 'HTTP/1.1 429 Slow\r\ncontent-length: 100\r\n\r\n{}', 429],
  ])('%s', async (_name, text, status) => {
    const { outcome } = await bookAt(answerAndClose(text));
    expectDoubt(outcome, /./);
    expect(outcome.evidence.status).toBe(status);
  });

  test('an empty reply without a length, ended by the connection: it may be a cut one', async () => {
    const { outcome } = await bookAt(answerAndClose('HTTP/1.1 200 OK\r\n\r\n'));
    expect(outcome.kind).toBe('in-doubt');
  });

  test('JSON without a length, cut by the end of the connection', async () => {
    const { outcome } = await bookAt(answerAndClose('HTTP/1.1 200 OK\r\n\r\n[{"ID":1},'));
    expect(outcome.kind).toBe('in-doubt');
  });

  test('a success that is longer than we read', async () => {
    const { outcome } = await bookAt(answer(reply(200, `[${' '.repeat(REPLY_BYTES)}]`)));
    expectDoubt(outcome, /longer than 8388608 bytes/);
    expect(outcome.evidence.body).toHaveLength(2_000);
  });

  test('HTML from a proxy with status 200', async () => {
    const page = '<html><head><title>Sign in</title></head><body>…</body></html>';
    const { outcome } = await bookAt(answer(reply(200, page, { 'content-type': 'text/html', server: 'gate' })));
    expect(outcome.kind).toBe('in-doubt');
    expect(outcome.message).toBe('Sign in');
    expect(outcome.evidence).toMatchObject({ status: 200, body: page, headers: { server: 'gate' } });
  });

  test('a compressed reply, though we asked for none', async () => {
    const { server, outcome } = await bookAt(answer(reply(200, '\x1f\x8b\x08\x00', { 'content-encoding': 'gzip' })));
    expect(outcome.kind).toBe('in-doubt');
    expect(outcome.evidence.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(server.received[0]).toContain('accept-encoding: identity');
  });
});
