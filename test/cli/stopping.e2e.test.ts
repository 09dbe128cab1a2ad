import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { serversBelow } from '../queue/redis-server/temporary-home.ts';
import { journal, type Office, openOffice, type Running } from './bilag.ts';

/** Entries of the file; two in a batch. */
const ENTRIES = 40;
const FILE = journal(Array.from({ length: ENTRIES }, (_, at) => ({ key: String(at + 1), amount: `${at + 1},00` })));

let sandbox: Sandbox;
let office: Office;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control('reset', {});
  office = await openOffice({ ACCOUNTING_URL: sandbox.url });
  await office.write('a.csv', FILE);
});
afterEach(() => office.leave());

function control(path: string, body: unknown, method = 'POST'): Promise<Response> {
  return fetch(`${sandbox.url}/sandbox/${path}`, { method, body: JSON.stringify(body) });
}
const slow = (spec: string) => control('faults', { spec }, 'PUT');
async function bookings(): Promise<number> {
  const { paths } = (await (await fetch(`${sandbox.url}/sandbox/requests`)).json()) as {
    paths: Record<string, { count: number }>;
  };
  return paths['POST /api/biz/journalentries']?.count ?? 0;
}
/** How often each entry stands in the service. */
async function booked(): Promise<Record<string, number>> {
  const { entries } = (await (await fetch(`${sandbox.url}/sandbox/booked`)).json()) as {
    entries: { lines: { Amount: string }[] }[];
  };
  const counts: Record<string, number> = {};
  for (const { lines } of entries) {
    const key = String(Math.abs(Number(lines[0]!.Amount)));
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
const eachOnce = Object.fromEntries(Array.from({ length: ENTRIES }, (_, at) => [String(at + 1), 1]));

async function until(what: string, holds: () => Promise<boolean> | boolean, ms = 30_000): Promise<void> {
  for (const end = performance.now() + ms; !(await holds()); await sleep(20)) {
    if (performance.now() > end) throw new Error(`Too long until ${what}.`);
  }
}
function inLedger<T>(work: (ledger: ReturnType<typeof openLedger>) => T): T {
  const ledger = openLedger(`sqlite:${ledgerPath()}`);
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}
const states = () =>
  inLedger(({ posting }) => {
    const counts: Record<string, number> = {};
    for (const { state } of posting.batches(1)) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  });
const takeIn = async () => expect((await office.run('import', 'a.csv', '--job', 'journal', '--no-wait')).code).toBe(0);
const ledgerPath = () => join(office.folder, '.bilag', 'ledger.db');
function holders(): number {
  const database = new Database(ledgerPath());
  try {
    return (database.prepare('select count(*) as count from holder').get([]) as { count: number }).count;
  } finally {
    database.close();
  }
}

const servers = async () => serversBelow(await realpath(office.folder));

async function bookTheRest(): Promise<void> {
  await slow('');
  expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
  expect(await booked()).toEqual(eachOnce);
}

/** A signal while the first requests are under way. */
async function signalled(signal: NodeJS.Signals, command: Running): Promise<void> {
  await until('requests are under way', async () => (await bookings()) > 0);
  command.child.kill(signal);
}

describe('a process that is told to stop while a request is under way', () => {
  it.each([
    ['start', 'SIGTERM', 0],
    ['start', 'SIGHUP', 0],
    ['start', 'SIGINT', 0],
    ['import', 'SIGTERM', 130],
    ['import', 'SIGHUP', 130],
  ] as const)('%s, %s: what is under way is booked and recorded, nothing more is sent', async (name, signal, code) => {
    await slow('slow=1,slow-for=1500ms');
    await takeIn();
    const command = name === 'start' ? office.start('start') : office.start('import', 'a.csv', '--job', 'journal');
    await signalled(signal, command);
    await sleep(400);
    const sent = await bookings();
    expect((await command.ended).code).toBe(code);
    expect(await bookings()).toBe(sent);
    expect(states()).toEqual({ booked: sent, ready: ENTRIES / 2 - sent });
    expect(Object.keys(await booked()).length).toBe(2 * sent);
    expect(holders()).toBe(0);
    expect(await servers()).toEqual([]);
    await bookTheRest();
  });
});

it('nobody reads its log any more: requests on their way end first all the same', async () => {
  await slow('slow=1,slow-for=1500ms');
  await takeIn();
  const command = office.start('start');
  await until('requests are under way', async () => (await bookings()) > 0);
  command.child.stdout!.destroy();
  command.child.kill('SIGTERM');
  expect((await command.ended).code).toBe(0);
  const sent = await bookings();
  expect(states()).toEqual({ booked: sent, ready: ENTRIES / 2 - sent });
});

it('a second signal ends it at once: what was under way is in doubt, the rest is booked by others, nothing twice', async () => {
  await slow('slow=1,slow-for=4s');
  await takeIn();
  const command = office.start('start');
  await signalled('SIGTERM', command);
  await sleep(400);
  command.child.kill('SIGINT');
  expect((await command.ended).code).toBe(130);
  const { sending, ...others } = states();
  expect(sending).toBeGreaterThan(0);
  expect(others).toEqual({ ready: ENTRIES / 2 - sending! });
  await slow('');
  const next = office.start('start');
  await next.said(/a\.csv: in-doubt/);
  next.child.kill('SIGTERM');
  expect((await next.ended).code).toBe(0);
  expect(states()).toEqual({ booked: ENTRIES / 2 - sending!, 'in-doubt': sending });
  expect(Object.values(await booked()).filter((times) => times !== 1)).toEqual([]);
});

it('planning is given up at once, though the service takes its time, and starts afresh later', async () => {
  await slow('get-slow=1,slow-for=10m');
  await takeIn();
  const command = office.start('start');
  await until('a look-up is under way', async () =>
    (await (await fetch(`${sandbox.url}/sandbox/requests`)).text()).includes('/api/biz/'),
  );
  command.child.kill('SIGTERM');
  const { code, out } = await command.ended;
  expect(code).toBe(0);
  expect(out).not.toContain('before everything has ended');
  expect(inLedger(({ imports }) => imports.byNum(1))).toMatchObject({ state: 'planning', planner: null });
  await bookTheRest();
});

it('no Redis keeps it: one that can not be reached, while the service may take an hour to answer', async () => {
  await office.write(
    'bilag.yaml',
    `services:\n  main:\n    baseUrl: ${sandbox.url}\n    timeout: { connect: 10s, reply: 1h }\n`,
  );
  await takeIn();
  office.env['REDIS_URL'] = 'redis://127.0.0.1:9';
  const command = office.start('start');
  await command.said(/started/);
  await command.said(/Redis is away/);
  command.child.kill('SIGTERM');
  expect((await command.ended).code).toBe(0);
  expect(holders()).toBe(0);
  const waiting = office.start('import', 'a.csv', '--job', 'journal');
  await waiting.said(/Redis is away/);
  waiting.child.kill('SIGINT');
  expect((await waiting.ended).code).toBe(130);
});

it('told while it starts up it leaves, and leaves no Redis behind', async () => {
  for (const ms of [150, 300, 450, 600, 800]) {
    const command = office.start('start');
    await sleep(ms);
    command.child.kill('SIGTERM');
    // Before it hears signals at all, the system ends it.
    expect([0, 143]).toContain((await command.ended).code);
    expect(await servers()).toEqual([]);
  }
});

it('the private Redis is left to those who still use it', async () => {
  const [first, second] = [office.start('start'), office.start('start')];
  await Promise.all([first.said(/started/), second.said(/started/)]);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  expect(await servers()).toHaveLength(1);
  await takeIn();
  await second.said(/a\.csv: completed/);
  second.child.kill('SIGTERM');
  const { code, out } = await second.ended;
  expect(code).toBe(0);
  expect(out).not.toContain('Redis');
  expect(await booked()).toEqual(eachOnce);
});
