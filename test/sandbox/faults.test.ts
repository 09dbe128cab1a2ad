import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/issue.ts';
import { FAULT_KINDS, isApplied } from '../../src/sandbox/fault-kinds.ts';
import { parseFaultSpec } from '../../src/sandbox/fault-spec.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { createFaultSchedule } from '../../src/sandbox/service.ts';
import { BOOK, type SandboxClient, sandboxClient } from './client.ts';

const next = (client: SandboxClient, ...faults: string[]) => client.post('/sandbox/next', { faults });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until a request has met this fault. */
const metBy = (client: SandboxClient, kind: string) =>
  expect.poll(async () => (await client.get('/sandbox/requests')).json.faults[kind]).toBe(1);
/** Sends a booking that its sender can give up: what came of it is `a reply`, or the name of an error. */
function bookUnheard(client: SandboxClient) {
  const body = JSON.stringify([client.entry()]);
  const headers = { 'content-type': 'application/json' };
  const stop = new AbortController();
  const sent = fetch(client.sandbox.url + BOOK, { method: 'POST', body, headers, signal: stop.signal });
  const reply = sent.then(
    () => 'a reply',
    (error: Error) => error.name,
  );
  return { stop, reply };
}
const count = async (client: SandboxClient): Promise<number> =>
  (await client.get('/sandbox/booked?summary=1')).json.count;

describe('fault specifications', () => {
  it('are read', () => {
    const spec = parseFaultSpec(
      'reset-after=0.02, 500=0.01,429=.05,slow=0.1,get-500=1,down=30s,slow-for=20ms,retry-after=2m',
    );
    expect(spec.post).toEqual([
      { kind: 'reset-after', probability: 0.02 },
      { kind: '500', probability: 0.01 },
      { kind: '429', probability: 0.05 },
    ]);
    expect(spec.get).toEqual([{ kind: '500', probability: 1 }]);
    expect(spec).toMatchObject({
      slowPost: 0.1,
      slowGet: 0,
      down: 30_000,
      slowFor: 20,
      retryAfter: 120_000,
      reply: 'full',
    });
    expect(parseFaultSpec('').post).toEqual([]);
  });

  it.each([
    ['teapot=0.1', '"teapot=0.1"'],
    ['500', '"500"'],
    ['500=2', '"500=2"'],
    ['500=-1', '"500=-1"'],
    ['500=0.5,500=0.1', '500 stands twice'],
    ['500=0.6,502=0.6', 'sum to 1.200'],
    ['down=30', '"down=30"'],
    ['reply=none', '"reply=none"'],
    ['toString=1', '"toString=1"'],
  ])('are refused by naming the part: %s', (text, named) => {
    expect(() => parseFaultSpec(text)).toThrow(UsageError);
    expect(() => parseFaultSpec(text)).toThrow(named);
  });

  it('that are unknown list the known kinds, on start and at run time', async () => {
    const error = await startSandbox({ faults: 'rest-after=1' }).catch((each: UsageError) => each);
    expect((error as UsageError).suggestion).toContain('reset-after');
    const client = await sandboxClient();
    const { status, json } = await client.put('/sandbox/faults', { spec: 'rest-after=1' });
    expect(status).toBe(400);
    expect(json.Message).toMatch(/"rest-after=1".*reset-after/s);
    expect((await next(client, 'rest')).status).toBe(400);
  });
});

describe('fault schedules', () => {
  const draw = (seed: number, spec = 'reset-after=0.1,500=0.2,slow=0.3') => {
    const schedule = createFaultSchedule(parseFaultSpec(spec), seed);
    return Array.from({ length: 5000 }, () => schedule.draw('post'));
  };

  it('are the same for a seed and differ between seeds', () => {
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(draw(1)).not.toEqual(draw(1 + 2 ** 16));
  });

  it('are as likely as asked', () => {
    const drawn = draw(7);
    const share = (kind: string) => drawn.filter((fault) => fault.kind === kind).length / drawn.length;
    expect(share('reset-after')).toBeCloseTo(0.1, 1);
    expect(share('500')).toBeCloseTo(0.2, 1);
    expect(drawn.filter((fault) => fault.slow).length / drawn.length).toBeCloseTo(0.3, 1);
    expect(drawn.some((fault) => fault.slow && fault.kind !== undefined)).toBe(true);
    expect(draw(7, '500=1').every((fault) => fault.kind === '500')).toBe(true);
    expect(draw(7, '500=0').every((fault) => fault.kind === undefined)).toBe(true);
  });

  it('meet the same requests in every run', async () => {
    const run = async (seed: number) => {
      const client = await sandboxClient();
      await client.put('/sandbox/faults', { spec: '500-after=0.3,429=0.3', seed });
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) statuses.push((await client.post(BOOK, [client.entry()])).status);
      const applied = statuses.filter((status) => status !== 429).length;
      expect(await count(client)).toBe(applied);
      expect((await client.get('/sandbox/requests')).json.faults).toEqual({
        '429': 30 - applied,
        '500-after': statuses.filter((status) => status === 500).length,
      });
      return statuses;
    };
    const first = await run(3);
    expect(new Set(first)).toEqual(new Set([200, 429, 500]));
    expect(await run(3)).toEqual(first);
    expect(await run(4)).not.toEqual(first);
  });
});

describe('a fault', () => {
  const statusKinds = Object.keys(FAULT_KINDS).filter((kind) => /^\d{3}/.test(kind));

  it.each(statusKinds)('%s answers that status, applied or not as it says', async (kind) => {
    const client = await sandboxClient();
    await next(client, kind);
    const { status } = await client.post(BOOK, [client.entry()]);
    expect(status).toBe(Number(kind.slice(0, 3)));
    expect(await count(client)).toBe(kind.endsWith('-after') ? 1 : 0);
    expect((await client.post(BOOK, [client.entry()])).status).toBe(200);
  });

  it.each(['reset-before', 'reset-after', 'close-before', 'close-after'])('%s gives no reply', async (kind) => {
    const client = await sandboxClient();
    await next(client, kind);
    await expect(client.post(BOOK, [client.entry()])).rejects.toThrow();
    // fetch says little: the code is read from a plain request.
    await next(client, kind);
    const code = await new Promise((resolve) => {
      const sent = request(client.sandbox.url + BOOK, { method: 'POST', agent: false }, () => resolve('reply'));
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      sent.end(JSON.stringify([client.entry()]));
    });
    expect(code).toBe('ECONNRESET');
    expect(await count(client)).toBe(kind.endsWith('-after') ? 2 : 0);
    expect((await client.get('/sandbox/requests')).json.paths['POST /api/biz/journalentries'].statuses).toEqual({
      cut: 2,
    });
  });

  it.each(['hang-before', 'hang-after'])('%s never answers', async (kind) => {
    const client = await sandboxClient();
    await next(client, kind);
    const { stop, reply } = bookUnheard(client);
    // It is there whole, and no answer comes.
    await metBy(client, kind);
    await expect.poll(() => count(client)).toBe(isApplied(kind as keyof typeof FAULT_KINDS) ? 1 : 0);
    await pause(150);
    stop.abort();
    expect(await reply).toBe('AbortError');
    expect(await count(client)).toBe(isApplied(kind as keyof typeof FAULT_KINDS) ? 1 : 0);
    await expect
      .poll(async () => (await client.get('/sandbox/requests')).json.paths['POST /api/biz/journalentries'])
      .toMatchObject({ statuses: { hung: 1 } });
  });

  it('truncated ends in the middle', async () => {
    const client = await sandboxClient();
    await next(client, 'truncated');
    await expect(client.post(BOOK, [client.entry()])).rejects.toThrow(/terminated/);
    expect(await count(client)).toBe(1);
  });

  it('html and redirect look like a proxy', async () => {
    const client = await sandboxClient();
    await next(client, 'html', 'html-after', 'redirect');
    const html = await client.post(BOOK, [client.entry()]);
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await count(client)).toBe(0);
    expect((await client.post(BOOK, [client.entry()])).text).toContain('<html>');
    expect(await count(client)).toBe(1);
    const redirect = await client.post(BOOK, [client.entry()]);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/login?returnUrl=%2F']);
    expect(await count(client)).toBe(1);
  });

  it.each<[string, number, unknown]>([
    ['half', 1, [{ ID: 60001, JournalEntryNumber: '1-2024' }]],
    ['half-errors', 1, [{ ID: 60001, JournalEntryNumber: '1-2024' }, { Message: expect.any(String) }]],
    ['shorter-after', 2, [{ ID: 60001, JournalEntryNumber: '1-2024' }]],
    ['empty-list', 0, []],
    ['empty-list-after', 2, []],
    ['not-success', 0, { success: false, message: expect.any(String) }],
    ['not-success-after', 2, { success: false, message: expect.any(String) }],
    ['error-level', 0, { Messages: [{ Message: expect.any(String), Level: 'Error' }] }],
    ['null', 0, null],
    ['null-after', 2, null],
  ])('%s is a 200 that contradicts the request', async (kind, applied, reply) => {
    const client = await sandboxClient();
    await client.put('/sandbox/faults', { spec: 'reply=empty' });
    await next(client, kind);
    const answer = await client.post(BOOK, [client.entry(), client.entry()]);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(reply);
    expect(await count(client)).toBe(applied);
    await next(client, kind);
    const refused = await client.post(BOOK, [client.entry(), { DraftLines: [] }]);
    expect(refused.status).toBe(kind.endsWith('-after') && kind !== 'shorter-after' ? 200 : applied === 0 ? 200 : 400);
    expect(await count(client)).toBe(applied);
  });

  it('429 says how long to wait, in three ways', async () => {
    const client = await sandboxClient({ clock: () => Date.UTC(2024, 0, 1, 12, 0, 0, 1) });
    await client.put('/sandbox/faults', { spec: 'retry-after=1.5s' });
    await next(client, '429', '429-date', '429-bare');
    const wait = async () => (await client.post(BOOK, [client.entry()])).headers.get('retry-after');
    expect([await wait(), await wait(), await wait()]).toEqual(['2', 'Mon, 01 Jan 2024 12:00:02 GMT', null]);
  });

  it('partial books half of the entries and answers 400', async () => {
    const client = await sandboxClient();
    await next(client, 'partial', 'partial');
    const { status } = await client.post(
      BOOK,
      [1, 2, 3, 4, 5].map((amount) => client.entry(amount)),
    );
    expect(status).toBe(400);
    expect((await client.booked()).totals['1920']).toBe('3.00');
    expect((await client.booked()).entries).toHaveLength(2);
    expect((await client.post(BOOK, [client.entry()])).status).toBe(400);
    expect(await count(client)).toBe(2);
  });

  it('slow waits, then goes on', async () => {
    const client = await sandboxClient();
    await client.put('/sandbox/faults', { spec: 'slow=1,409=1,slow-for=60ms' });
    const started = performance.now();
    expect((await client.post(BOOK, [client.entry()])).status).toBe(409);
    expect(performance.now() - started).toBeGreaterThan(55);
  });

  it('slow books even when its sender has given up', async () => {
    const giveUp = async (slowFor: string) => {
      const client = await sandboxClient();
      await client.put('/sandbox/faults', { spec: `slow=1,slow-for=${slowFor}` });
      const { stop, reply } = bookUnheard(client);
      await metBy(client, 'slow');
      stop.abort();
      return { client, reply: await reply };
    };
    let { client, reply } = await giveUp('500ms');
    // This process stood still until the reply was there.
    if (reply === 'a reply') ({ client, reply } = await giveUp('20s'));
    expect(reply).toBe('AbortError');
    await expect.poll(() => count(client)).toBe(1);
    const { paths, active } = (await client.get('/sandbox/requests')).json;
    expect(paths['POST /api/biz/journalentries'].statuses).toEqual({ aborted: 1 });
    expect(active).toBe(0);
  });

  it('meets POST requests of the interface only, unless it is for GET', async () => {
    const client = await sandboxClient();
    await client.put('/sandbox/faults', { spec: '500=1' });
    expect((await client.get('/api/biz/vattypes')).status).toBe(200);
    expect((await client.post('/api/biz/contacts', { Info: { Name: 'A' } })).status).toBe(500);
    await client.put('/sandbox/faults', { spec: 'get-503=1' });
    expect((await client.get('/api/biz/vattypes')).status).toBe(503);
    expect((await client.post(BOOK, [client.entry()])).status).toBe(200);
    await client.put('/sandbox/faults', { spec: '' });
    await next(client, 'get-404', 'none', '409');
    expect((await client.post(BOOK, [client.entry()])).status).toBe(200);
    expect((await client.post(BOOK, [client.entry()])).status).toBe(409);
    expect((await client.get('/api/biz/vattypes')).status).toBe(404);
    expect((await client.get('/api/biz/vattypes')).status).toBe(200);
  });
});

describe('an outage', () => {
  const tryConnect = (port: number): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      socket.on('connect', () => {
        socket.end();
        resolve('connected');
      });
    });

  it('refuses connections from the start, then the service is there', async () => {
    const client = await sandboxClient({ faults: 'down=2s' });
    expect(await tryConnect(client.sandbox.port)).toBe('ECONNREFUSED');
    await expect.poll(() => tryConnect(client.sandbox.port), { timeout: 60_000 }).toBe('connected');
    expect((await client.get('/api/biz/vattypes')).status).toBe(200);
  });

  it('keeps what was booked, and can be ended by closing', async () => {
    const client = await sandboxClient();
    await client.post(BOOK, [client.entry()]);
    expect((await client.put('/sandbox/faults', { spec: 'down=2s' })).status).toBe(200);
    await expect.poll(() => tryConnect(client.sandbox.port)).toBe('ECONNREFUSED');
    await expect.poll(() => tryConnect(client.sandbox.port), { timeout: 60_000 }).toBe('connected');
    expect(await count(client)).toBe(1);
    await client.put('/sandbox/faults', { spec: 'down=1m' });
    await client.sandbox.close();
  });

  it('of the kind drop cuts what connects', async () => {
    const client = await sandboxClient({ faults: 'drop=2s' });
    expect(await tryConnect(client.sandbox.port)).toBe('connected');
    await expect(client.get('/api/biz/vattypes')).rejects.toThrow();
    const status = () =>
      client.get('/api/biz/vattypes').then(
        (reply) => reply.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 60_000 }).toBe(200);
  });
});

describe('the account of requests', () => {
  it('counts paths, statuses and how many came at once; a reset begins anew', async () => {
    const client = await sandboxClient();
    // Where this process stands still for longer than they are slow, they are not there at once: they are given more.
    for (const slowFor of ['80ms', '3s', '30s']) {
      await client.post('/sandbox/reset');
      await client.put('/sandbox/faults', { spec: `slow=1,slow-for=${slowFor}` });
      await Promise.all([1, 2, 3].map((amount) => client.post(BOOK, [client.entry(amount)])));
      if ((await client.get('/sandbox/requests')).json.maxConcurrency === 3) break;
    }
    await client.post('/api/biz/contacts', {});
    await client.get('/api/biz/contacts/11');
    const { json } = await client.get('/sandbox/requests');
    expect(json.maxConcurrency).toBe(3);
    expect(json.faults).toEqual({ slow: 4 });
    expect(json.paths['POST /api/biz/journalentries']).toEqual({ count: 3, statuses: { '200': 3 }, maxConcurrency: 3 });
    expect(json.paths['POST /api/biz/contacts'].statuses).toEqual({ '400': 1 });
    expect(json.paths['GET /api/biz/contacts/:id'].count).toBe(1);
    await client.post('/sandbox/reset');
    expect((await client.get('/sandbox/requests')).json).toMatchObject({ total: 0, faults: {}, paths: {} });
    expect((await client.get('/sandbox/faults')).json).toEqual({ spec: '', seed: 1 });
    expect(await count(client)).toBe(0);
    await client.post(BOOK, [client.entry()]);
    expect((await client.booked()).entries[0]).toMatchObject({ number: '1-2024', request: 1 });
  });

  it('says whom a fault befell and who booked what, by the name that the sender gave the request', async () => {
    const client = await sandboxClient();
    await next(client, 'none', 'reset-after', '500');
    await client.post(BOOK, [client.entry(1)], { 'x-request-id': 'one' });
    await client.post(BOOK, [client.entry(2)], { 'x-request-id': 'two' }).catch(() => undefined);
    await client.post(BOOK, [client.entry(3)]);
    expect((await client.get('/sandbox/requests')).json.met).toEqual([
      { kind: 'reset-after', path: 'POST /api/biz/journalentries', requestId: 'two' },
      { kind: '500', path: 'POST /api/biz/journalentries' },
    ]);
    const ids = (await client.booked()).entries.map(({ requestId }: { requestId: string }) => requestId);
    expect(ids).toEqual(['one', 'two']);
  });
});
