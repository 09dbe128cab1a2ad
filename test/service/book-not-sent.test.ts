import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { answer, BODY, BOOK, bookAt, clientOf, deadUrl, expectNothingSent, pause, serve } from './booking.ts';
import { reply } from './servers.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('nothing of the request left: not applied', () => {
  test('connection refused', async () => {
    const url = await deadUrl();
    expectNothingSent(await clientOf(url).send(BOOK, BODY, { entries: 1 }), /ECONNREFUSED/);
  });

  test('connection refused, more bookings than connections', async () => {
    const url = await deadUrl();
    const client = clientOf(url, { concurrency: 2 });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => client.send(BOOK, BODY, { entries: 1 })));
    for (const outcome of outcomes) expectNothingSent(outcome, /ECONNREFUSED/);
  });

  test('a name that does not resolve', async () => {
    expectNothingSent(await clientOf('http://nothing.invalid').send(BOOK, BODY, { entries: 1 }), /ENOTFOUND|EAI_AGAIN/);
  });

  test('connect timeout: a listener whose queue is full', async () => {
    // The thread listens and then stands still: the kernel fills the queue and drops what comes after.
    const code = `
      const { createServer } = require('node:net');
      const { parentPort, workerData } = require('node:worker_threads');
      const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
        parentPort.postMessage(server.address().port);
        setTimeout(() => {
          Atomics.store(workerData, 0, 1);
          Atomics.wait(workerData, 0, 1);
        }, 50);
      });`;
    const standsStill = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(code, { eval: true, workerData: standsStill });
    const fillers: Socket[] = [];
    try {
      const [port] = await once(worker, 'message');
      await expect.poll(() => Atomics.load(standsStill, 0)).toBe(1);
      for (let i = 0; i < 4; i++) fillers.push(connect(port, '127.0.0.1').on('error', () => {}));
      await pause(100);
      const client = clientOf(`http://127.0.0.1:${port}`, { connectTimeoutMs: 300 });
      expectNothingSent(await client.send(BOOK, BODY, { entries: 1 }), /UND_ERR_CONNECT_TIMEOUT/);
    } finally {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    }
  });

  test.each([
    ['garbage instead of TLS', (socket: Socket) => socket.end('this is no TLS\r\n'), /SSL|EPROTO/],
    ['reset during the TLS handshake', (socket: Socket) => socket.resetAndDestroy(), /ECONNRESET/],
    ['end during the TLS handshake', (socket: Socket) => socket.end(), /ECONNRESET|disconnected/],
  ])('%s', async (_name, onFirstByte, error) => {
    const server = await serve({ onFirstByte });
    const client = clientOf(server.url.replace('http:', 'https:'));
    expectNothingSent(await client.send(BOOK, BODY, { entries: 1 }), error);
    expect(server.received.join('')).not.toContain('journalentries');
  });

  test.skipIf(!hasOpenssl)('a certificate that nobody vouches for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bilag-tls-'));
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-days', '1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
    let requests = 0;
    const files = { key: readFileSync(keyFile), cert: readFileSync(certFile) };
    const server = createHttpsServer(files, (_request, response) => {
      requests += 1;
      response.end();
    });
    rmSync(folder, { recursive: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const outcome = await clientOf(`https://127.0.0.1:${port}`).send(BOOK, BODY, { entries: 1 });
    server.close();
    expectNothingSent(outcome, /SELF_SIGNED/);
    expect(requests).toBe(0);
  });

  test('a TLS handshake that never ends is a connect timeout', async () => {
    const server = await serve({});
    const client = clientOf(server.url.replace('http:', 'https:'), { connectTimeoutMs: 300 });
    expectNothingSent(await client.send(BOOK, BODY, { entries: 1 }), /UND_ERR_CONNECT_TIMEOUT/);
  });

  test('the lease was lost', async () => {
    let asked = 0;
    const beforeSend = () => {
      asked += 1;
      return false;
    };
    const { server, outcome } = await bookAt(answer(reply(200, '')), {}, { beforeSend });
    expectNothingSent(outcome, /^lease lost$/);
    expect(asked).toBe(1);
    await pause(50);
    expect(server.received.join('')).toBe('');
  });

  test('beforeSend throws', async () => {
    const beforeSend = () => {
      throw new Error('ledger gone');
    };
    const { server, outcome } = await bookAt(answer(reply(200, '')), {}, { beforeSend });
    expectNothingSent(outcome, /ledger gone/);
    expect(server.received.join('')).toBe('');
  });

  test('aborted before, or while it waits for a connection', async () => {
    const early = await bookAt(answer(reply(200, '')), {}, { signal: AbortSignal.abort() });
    expectNothingSent(early.outcome, /aborted/);
    expect(early.server.received.join('')).toBe('');

    const server = await serve({ onRequest: (socket) => setTimeout(() => socket.write(reply(200, '')), 200) });
    const client = clientOf(server.url, { concurrency: 1 });
    const first = client.send(BOOK, BODY, { entries: 1 });
    const stop = new AbortController();
    const second = client.send(BOOK, BODY, { entries: 1, signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expectNothingSent(await second, /aborted/);
    expect((await first).kind).toBe('booked');
    await pause(100);
    expect(server.requests).toBe(1);
  });

  test('the lease is asked for after the wait for a connection, not before', async () => {
    const order: string[] = [];
    const server = await serve({
      onRequest: (socket, _request, index) =>
        setTimeout(() => {
          order.push(`answered ${index}`);
          socket.write(reply(200, ''));
        }, 100),
    });
    const client = clientOf(server.url, { concurrency: 1 });
    const book = (n: number) => client.send(BOOK, BODY, { entries: 1, beforeSend: () => order.push(`asked ${n}`) > 0 });
    await Promise.all([book(0), book(1)]);
    expect(order).toEqual(['asked 0', 'answered 0', 'asked 1', 'answered 1']);
  });
});

test('a server that is there only on the second of two addresses is reached', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.write(reply(200, ''))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const outcome = await clientOf(`http://localhost:${port}`).send(BOOK, BODY, { entries: 1 });
  server.close();
  expect(outcome.kind).toBe('booked');
});
