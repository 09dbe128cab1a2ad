import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type * as ServicePortModule from '../../src/app/service-port.ts';
import type * as StartServerModule from '../../src/http/start-server.ts';
import type * as PlanWorkerModule from '../../src/importing/plan-worker.ts';
import { BREAKER_FAILURES } from '../../src/posting/breaker.ts';
import type * as PostWorkerModule from '../../src/posting/post-worker.ts';
import { journal, load, openOffice, voucher } from '../importing/office.ts';
import { portsOf } from './serve.ts';

const { servicePort } = await load<typeof ServicePortModule>('app/service-port.js');
const { startServer } = await load<typeof StartServerModule>('http/start-server.js');
const { planWorker } = await load<typeof PlanWorkerModule>('importing/plan-worker.js');
const { postWorker } = await load<typeof PostWorkerModule>('posting/post-worker.js');

/** A server over an office whose senders and planners tell what they meet; each batch is one entry. */
async function openServices() {
  const office = await openOffice({
    jobs: {
      journal: `kind: bookings
columns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, description: Tekst }
batch: { entries: 1, concurrency: 1 }
`,
    },
    service: 'notApplied: [429, 503]\nrate: { requests: 20, per: 1s }\nheaders: { CompanyKey: toys }',
  });
  const served = await portsOf(office);
  const { watch } = served.runtimeStatus;
  const service = servicePort(office.app.config.services, 'main', {
    shared: () => undefined,
    books: async () => 'company:toys',
    observe: watch.observe,
  });
  const ports = { ...served, service: () => service };
  const running = await startServer({ host: '127.0.0.1', port: 0, users: [], version: '0' }, ports);
  const feed = async () => undefined;
  const sender = { ...ports, holder: await office.holder(), newId: randomUUID };
  const post = postWorker(service, sender, 1, feed, () => false, watch.posting('main'));
  const planner = { ...ports, planner: office.planner, progress: () => undefined };
  const plan = planWorker(planner, feed, (name) => watch.posting(name).hastened);
  return {
    office,
    plan,
    post,
    async look() {
      const { services } = (await (await fetch(`${running.url}/api/services`)).json()) as {
        services: Record<string, unknown>[];
      };
      return services[0]!;
    },
    importOf: async ({ id }: { id: string }) => (await fetch(`${running.url}/api/imports/${id}`)).json(),
    standing: async () => (await fetch(`${running.url}/api/standing`)).json(),
    async tryAgain() {
      const answer = await fetch(`${running.url}/api/services/main/try`, { method: 'POST' });
      return answer.status;
    },
    async close() {
      await running.close();
      await service.client.close();
    },
  };
}

const vouchers = (count: number) => journal(...Array.from({ length: count }, (_, at) => voucher(at + 1, 100 + at)));

test('a service that books: how it is, what it allows, what is held of it', async () => {
  const { office, plan, post, look, tryAgain, close } = await openServices();
  expect(await look()).toMatchObject({ condition: 'unknown', waiting: 0, lastMinute: 0, sent: [], answers: [] });
  const row = await office.take('a.csv', vouchers(2));
  await plan({ import: row.num });
  await post({ import: row.num });
  const found = await look();
  expect(found).toMatchObject({
    name: 'main',
    company: 'toys',
    address: office.sandbox.url,
    condition: 'well',
    mayTry: false,
    waiting: 1,
    inDoubt: 0,
    sending: 0,
    rate: { requests: 20, perMs: 1_000 },
    breaker: { state: 'closed', failures: 0 },
    sent: [{ outcome: 'booked', status: 200 }],
    cache: { accounts: 2, hits: expect.any(Number), loaded: expect.any(Number) },
    blocked: [],
  });
  expect(found['rest']).toBeUndefined();
  expect((found['answers'] as unknown[])[0]).toMatchObject({ operation: 'book', outcome: 'booked' });
  expect(found['lastMinute']).toBe((found['answers'] as unknown[]).length);
  expect(await tryAgain()).toBe(409);
  await close();
});

test('a token that is refused: said, with what stands still, and tried again when somebody wants it', async () => {
  const { office, plan, post, look, importOf, standing, tryAgain, close } = await openServices();
  expect(await standing()).toEqual({ companies: ['toys'], troubles: [] });
  const row = await office.take('a.csv', vouchers(4));
  // While it is planned already.
  await office.faults('get-401=1');
  await plan({ import: row.num });
  expect(await look()).toMatchObject({
    condition: 'refused',
    mayTry: true,
    waiting: 1,
    blocked: [{ import: row.id, file: 'a.csv', message: expect.stringContaining('401') }],
  });
  await office.faults('');
  // It rests for a while, until somebody wants it tried.
  await plan({ import: row.num });
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('planning');
  expect(await tryAgain()).toBe(202);
  await plan({ import: row.num });
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('posting');
  expect(await look()).toMatchObject({ condition: 'well', blocked: [] });
  // Now where it is sent.
  await post({ import: row.num });
  await office.next('401');
  expect(await post({ import: row.num })).toMatchObject({ pauseMs: 30_000 });
  expect(await look()).toMatchObject({
    condition: 'refused',
    mayTry: true,
    rest: { why: 'misconfigured', message: expect.stringContaining('401') },
    sent: [{ outcome: 'misconfigured', status: 401 }, { outcome: 'booked' }],
    blocked: [{ import: row.id, message: expect.stringContaining("rejects bilag's credentials") }],
  });
  expect(await importOf(row)).toMatchObject({
    state: 'posting',
    blocked: {
      at: expect.any(String),
      message: expect.stringContaining("rejects bilag's credentials"),
      told: { reason: 'service-refuses', facts: { status: 401 } },
    },
  });
  const { counts } = await office.ledger.imports.byNum(row.num);
  expect(JSON.parse(counts!).entries).toMatchObject({ booked: 1, pending: 3 });
  const { companies, troubles } = (await standing()) as { companies: string[]; troubles: Record<string, string>[] };
  expect(companies).toEqual(['toys']);
  expect(troubles).toMatchObject([{ of: 'service', service: 'toys', why: 'refused' }]);
  expect(Date.parse(troubles[0]!['next']!)).toBeGreaterThan(Date.parse(troubles[0]!['since']!));
  expect(await tryAgain()).toBe(202);
  await post({ import: row.num });
  const mended = await look();
  expect(mended).toMatchObject({ condition: 'well', mayTry: false, blocked: [] });
  expect(mended['rest']).toBeUndefined();
  const goesOn = await importOf(row);
  expect(goesOn).toMatchObject({ state: 'posting' });
  expect(goesOn).not.toHaveProperty('blocked');
  expect(await standing()).toMatchObject({ troubles: [] });
  expect((await office.booked()).count).toBe(2);
  await close();
});

test('a service that fails opens the breaker: when it is tried again, and at once when somebody wants it', async () => {
  const { office, plan, post, look, tryAgain, close } = await openServices();
  const row = await office.take('a.csv', vouchers(BREAKER_FAILURES + 2));
  await plan({ import: row.num });
  await office.next(...Array.from({ length: BREAKER_FAILURES }, () => '503'));
  for (let failures = 0; failures < BREAKER_FAILURES; failures++) await post({ import: row.num });
  const found = await look();
  expect(found).toMatchObject({
    condition: 'troubled',
    mayTry: true,
    rest: { why: 'trouble' },
    breaker: { state: 'open', until: expect.any(String) },
  });
  // Nothing goes out before that.
  expect(await post({ import: row.num })).toMatchObject({ again: true });
  expect((await office.booked()).count).toBe(0);
  expect(await tryAgain()).toBe(202);
  await post({ import: row.num });
  expect((await office.booked()).count).toBe(1);
  expect(await look()).toMatchObject({ condition: 'well', breaker: { state: 'closed' } });
  await close();
});

test('a service that asks to wait is not asked before, whoever wants it', async () => {
  const { office, plan, post, look, tryAgain, close } = await openServices();
  const row = await office.take('a.csv', vouchers(2));
  await plan({ import: row.num });
  await office.faults('retry-after=600s');
  await office.next('429');
  expect(await post({ import: row.num })).toMatchObject({ pauseMs: expect.any(Number) });
  const found = await look();
  expect(found).toMatchObject({ condition: 'asked-to-wait', mayTry: false, rest: { why: 'retry-after' } });
  const { since, until } = found['rest'] as { since: string; until: string };
  expect(Date.parse(until) - Date.parse(since)).toBeGreaterThan(590_000);
  expect(await tryAgain()).toBe(409);
  expect(await post({ import: row.num })).toMatchObject({ again: true });
  expect((await office.booked()).count).toBe(0);
  await close();
});
