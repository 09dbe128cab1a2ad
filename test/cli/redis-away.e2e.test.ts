import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type OwnRedis, ownRedis } from '../queue/own-redis.ts';
import { journal, type Office, openOffice, type Running } from './bilag.ts';

let sandbox: Sandbox;
let office: Office;
let redis: OwnRedis;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control('reset', {});
  office = await openOffice({ ACCOUNTING_URL: sandbox.url });
  redis = await ownRedis();
});
afterEach(async () => {
  await office.leave();
  await redis.leave();
});

function control(path: string, body: unknown, method = 'POST'): Promise<Response> {
  return fetch(`${sandbox.url}/sandbox/${path}`, { method, body: JSON.stringify(body) });
}
async function bookedCount(): Promise<number> {
  const { count } = (await (await fetch(`${sandbox.url}/sandbox/booked?summary=1`)).json()) as { count: number };
  return count;
}
const entries = (from: number, count: number) =>
  journal(Array.from({ length: count }, (_, at) => ({ key: String(from + at), amount: `${from + at},00` })));
async function takeIn(name: string, from: number, count: number): Promise<void> {
  await office.write(name, entries(from, count));
  expect((await office.run('import', name, '--job', 'journal', '--no-wait')).code).toBe(0);
}
function inLedger<T>(work: (ledger: ReturnType<typeof openLedger>) => T): T {
  const ledger = openLedger(`sqlite:${join(office.folder, '.bilag', 'ledger.db')}`);
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}
const states = (num: number) =>
  inLedger(({ posting }) => {
    const counts: Record<string, number> = {};
    for (const { state } of posting.batches(num)) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  });
async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 30_000; !(await holds()); await sleep(50)) {
    if (performance.now() > end) throw new Error(`Too long until ${what}.`);
  }
}
/** Everything that was said but the states of imports: lines of the log above `info`, and what nobody should print. */
function complaints({ out, err }: { out: string; err: string }): string[] {
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  return [...lines.filter(({ level }) => level > 30).map(({ msg }) => msg), ...(err === '' ? [] : [err])];
}
const AWAY = expect.stringMatching(/^Redis is away \(/);
const BACK = expect.stringMatching(/^Redis is back after \d+ s; going on\.$/);

async function stopped(worker: Running): Promise<string[]> {
  worker.child.kill('SIGTERM');
  const ran = await worker.ended;
  expect(ran.code).toBe(0);
  return complaints(ran);
}

it('a Redis that is killed for a while: said once each way; what was under way is recorded meanwhile, and the rest follows', async () => {
  await takeIn('a.csv', 1, 120);
  office.env['REDIS_URL'] = redis.url;
  await control('faults', { spec: 'slow=1,slow-for=1500ms' }, 'PUT');
  const worker = office.start('start');
  await until('batches are being sent', () => (states(1)['sending'] ?? 0) > 0);
  await redis.kill();
  // A turn under way goes on: it needs the ledger and the service alone.
  await until('outcomes are recorded', () => (states(1)['booked'] ?? 0) > 0);
  await control('faults', { spec: '' }, 'PUT');
  await until('the turns are over', () => states(1)['sending'] === undefined);
  delete office.env['REDIS_URL'];
  await takeIn('b.csv', 500, 4);
  await sleep(12_000);
  expect(states(2)).toEqual({});
  await redis.start();
  await worker.said(/a\.csv: completed/);
  await worker.said(/b\.csv: completed/);
  expect(await bookedCount()).toBe(124);
  expect(await stopped(worker)).toEqual([AWAY, BACK]);
});

it.each(['hangs from the start', 'comes to hang'])(
  'a Redis that %s: said once each way, and work goes on',
  async (how) => {
    office.env['REDIS_URL'] = redis.url;
    if (how === 'hangs from the start') redis.stop();
    const worker = office.start('start');
    await worker.said(/started/);
    if (how === 'comes to hang') {
      await takeIn('first.csv', 500, 2);
      await worker.said(/first\.csv: completed/);
      redis.stop();
    }
    await worker.said(/Redis is away \(it does not answer\)/);
    await takeIn('a.csv', 1, 6);
    await sleep(4_000);
    redis.goOn();
    await worker.said(/a\.csv: completed/);
    await worker.said(/Redis is back/);
    expect(await stopped(worker)).toEqual([AWAY, BACK]);
  },
);

it('emptied again and again, while it plans and while it posts: each entry once, nothing is said', async () => {
  office.env['REDIS_URL'] = redis.url;
  await control('faults', { spec: 'slow=1,slow-for=100ms,get-slow=1' }, 'PUT');
  const worker = office.start('start');
  await worker.said(/started/);
  let over = false;
  const emptying = (async () => {
    for (; !over; await sleep(300)) await redis.ask((connection) => connection.flushall());
  })();
  await takeIn('a.csv', 1, 80);
  await worker.said(/a\.csv: completed/);
  over = true;
  await emptying;
  expect(await bookedCount()).toBe(80);
  expect(await stopped(worker)).toEqual([]);
});

it('a private Redis that is killed is started again, and says so once', async () => {
  await control('faults', { spec: 'slow=1,slow-for=300ms' }, 'PUT');
  await takeIn('a.csv', 1, 80);
  const worker = office.start('start');
  await until('batches are being sent', () => (states(1)['sending'] ?? 0) > 0);
  process.kill(Number(await readFile(join(office.folder, '.bilag', 'redis', 'server.pid'), 'utf8')), 'SIGKILL');
  await worker.said(/a\.csv: completed/);
  expect(await bookedCount()).toBe(80);
  expect(await stopped(worker)).toEqual(['The private Redis has ended; starting it again.']);
});
