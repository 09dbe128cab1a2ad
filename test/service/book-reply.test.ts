import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/core/outcome.ts';
import { REPLY_BYTES } from '../../src/service/client.ts';
import { answer, BODY, BOOK, bookAt, clientOf, serve } from './booking.ts';
import { reply } from './servers.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a whole reply: by its status', () => {
  test.each<[number, Outcome['kind']]>([
    [200, 'booked'],
    [201, 'booked'],
    [204, 'booked'],
    [202, 'in-doubt'],
    [206, 'in-doubt'],
    [207, 'in-doubt'],
    [301, 'in-doubt'],
    [302, 'in-doubt'],
    [303, 'in-doubt'],
    [304, 'in-doubt'],
    [307, 'in-doubt'],
    [308, 'in-doubt'],
    [400, 'rejected'],
    [401, 'misconfigured'],
    [402, 'in-doubt'],
    [403, 'misconfigured'],
    [404, 'misconfigured'],
    [405, 'in-doubt'],
    [408, 'in-doubt'],
    [409, 'rejected'],
    [410, 'in-doubt'],
    [413, 'rejected'],
    [415, 'rejected'],
    [418, 'in-doubt'],
    [422, 'rejected'],
    [429, 'not-applied'],
    [500, 'in-doubt'],
    [502, 'in-doubt'],
    [503, 'in-doubt'],
    [504, 'in-doubt'],
    [599, 'in-doubt'],
  ])('%i is %s, sent once, no redirect followed', async (status, kind) => {
    const body = status === 204 || status === 304 ? '' : '{"Message":"ord"}';
    const { server, outcome } = await bookAt(answer(reply(status, body, { location: '/elsewhere' })));
    expect(outcome.kind).toBe(kind);
    expect(outcome.evidence.status).toBe(status);
    expect(outcome.message).toBe(kind === 'booked' || body === '' ? '' : 'ord');
    expect(server.requests).toBe(1);
  });

  test('an oversize refusal is judged by its status', async () => {
    const { outcome } = await bookAt(answer(reply(400, 'x'.repeat(REPLY_BYTES + 1))));
    expect(outcome.kind).toBe('rejected');
  });

  test('a refusal that comes while the request is still being written', async () => {
    const server = await serve({
      onFirstByte: (socket) => {
        socket.pause();
        socket.write(reply(413, '{"Message":"too large"}'));
      },
    });
    const outcome = await clientOf(server.url).send(BOOK, 'x'.repeat(20_000_000), { entries: 1 });
    expect(outcome).toMatchObject({ kind: 'rejected', message: 'too large' });
  });

  test('503 where the configuration says that nothing was done, with Retry-After', async () => {
    const text = reply(503, '', { 'retry-after': '7' });
    const declared = await bookAt(answer(text), { notApplied: [429, 503] });
    expect(declared.outcome).toMatchObject({ kind: 'not-applied', retryAfter: 7_000 });
    expect(declared.outcome.evidence.headers).toMatchObject({ 'retry-after': '7' });
    const undeclared = await bookAt(answer(text));
    expect(undeclared.outcome.kind).toBe('in-doubt');
    expect(undeclared.outcome).not.toHaveProperty('retryAfter');
  });

  test('102 and 103 before the reply change nothing', async () => {
    const early = 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\n';
    const { outcome } = await bookAt(answer(early + reply(201, '[{"ID":5,"JournalEntryNumber":"1-2026"}]')));
    expect(outcome).toMatchObject({ kind: 'booked', ids: [{ id: 5, number: '1-2026' }], evidence: { status: 201 } });
  });

  test('IDs that line up are kept, others are not', async () => {
    const ids = await bookAt(answer(reply(200, '[{"ID":"34","JournalEntryNumber":34}]', JSON_TYPE)));
    expect(ids.outcome.ids).toEqual([{ id: 34, number: '34' }]);
    const lines = '[{"ID":1,"JournalEntryID":34},{"ID":2,"JournalEntryID":34}]';
    const more = await bookAt(answer(reply(200, lines, JSON_TYPE)));
    expect(more.outcome.kind).toBe('booked');
    expect(more.outcome).not.toHaveProperty('ids');
  });

  test('a success that contradicts the request is in doubt, and the evidence says how', async () => {
    const more = await bookAt(answer(reply(200, '[{"ID":1},{"ID":2}]', JSON_TYPE)));
    expect(more.outcome).toMatchObject({
      kind: 'in-doubt',
      evidence: { status: 200, body: '[{"ID":1},{"ID":2}]', contradiction: { what: 'count', said: '2', sent: 1 } },
    });
    const refused = await bookAt(answer(reply(200, '{"success":false,"message":"Perioden er låst"}', JSON_TYPE)));
    expect(refused.outcome).toMatchObject({
      kind: 'in-doubt',
      message: 'Perioden er låst',
      evidence: { contradiction: { what: 'failed', said: '"success": false' } },
    });
    const token = JSON.stringify({ errors: ['tok-0123456789abcdef is no token'] });
    const { outcome } = await bookAt(answer(reply(200, token, JSON_TYPE)));
    expect(outcome.evidence.contradiction?.what).toBe('error');
    expect(JSON.stringify(outcome)).not.toContain('tok-0123456789abcdef');
  });

  test('null and {} are in doubt where the service is known to answer IDs, and only then is that asked', async () => {
    for (const body of ['null', '{}']) {
      const known = await bookAt(answer(reply(200, body, JSON_TYPE)), {}, { answersIds: async () => true });
      expect(known.outcome).toMatchObject({ kind: 'in-doubt', evidence: { contradiction: { what: 'no-ids' } } });
      const unknown = await bookAt(answer(reply(200, body, JSON_TYPE)), {}, { answersIds: async () => false });
      expect(unknown.outcome.kind).toBe('booked');
      expect(unknown.outcome.evidence).not.toHaveProperty('contradiction');
    }
    const unasked = async () => {
      throw new Error('asked');
    };
    for (const text of [reply(200, '[{"ID":1}]', JSON_TYPE), reply(204, ''), reply(200, '')])
      expect((await bookAt(answer(text), {}, { answersIds: unasked })).outcome.kind).toBe('booked');
  });

  test('words in Windows-1252 without a charset are readable', async () => {
    const body = Buffer.from('{"Message":"Perioden er l\xe5st"}', 'latin1');
    const { outcome } = await bookAt({
      onRequest: (socket) => {
        socket.write(`HTTP/1.1 400 Bad\r\ncontent-length: ${body.length}\r\n\r\n`);
        socket.write(body);
      },
    });
    expect(outcome.message).toBe('Perioden er låst');
  });

  test('a reply that was there in time counts, though this process stood still past the deadline', async () => {
    // It answers when it is told to, and says when it has.
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const server = require('node:http').createServer((req, res) => {
        req.resume().on('end', () => {
          parentPort.postMessage('asked');
          Atomics.wait(workerData, 0, 0);
          res.end('[]', () => {
            Atomics.store(workerData, 1, 1);
            Atomics.notify(workerData, 1);
          });
        });
      }).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
    // A deadline that went by before this process could stand still on purpose says nothing: the next one is longer.
    for (const replyTimeoutMs of [300, 3_000, 30_000]) {
      const told = new Int32Array(new SharedArrayBuffer(8));
      const worker = new Worker(code, { eval: true, workerData: told });
      try {
        const [port] = await once(worker, 'message');
        const client = clientOf(`http://127.0.0.1:${port}`, { replyTimeoutMs });
        const asked = once(worker, 'message');
        const began = performance.now();
        const booking = client.send(BOOK, BODY, { entries: 0 });
        await asked;
        // From the check phase, so that the timers come before the sockets when the loop turns again.
        await new Promise((resolve) => setImmediate(resolve));
        const isInTime = performance.now() - began < replyTimeoutMs;
        Atomics.store(told, 0, 1);
        Atomics.notify(told, 0);
        Atomics.wait(told, 1, 0);
        const never = new Int32Array(new SharedArrayBuffer(4));
        if (isInTime) Atomics.wait(never, 0, 0, replyTimeoutMs);
        const { kind } = await booking;
        if (!isInTime) continue;
        expect(kind).toBe('booked');
        return;
      } finally {
        await worker.terminate();
      }
    }
    throw new Error('No deadline was long enough.');
  });
});
