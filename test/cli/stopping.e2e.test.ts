import { realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { serversBelow } from '../queue/redis-server/temporary-home.ts';
import { numbered, type Running } from './bilag.ts';
import { officeBesideSandbox, until } from './office-beside-sandbox.ts';

/** Entries of the file; two in a batch. */
const ENTRIES = 40;

const { office, sandbox, ask, faults, bookings, untilBooking, takeIn, inLedger, ledgerPath, states } =
  officeBesideSandbox();
const takeFileIn = () => takeIn('a.csv', numbered(ENTRIES));

/** How often each entry stands in the service. */
async function timesBooked(): Promise<Record<string, number>> {
  const { entries } = await ask<{ entries: { lines: { Amount: string }[] }[] }>('booked');
  const counts: Record<string, number> = {};
  for (const { lines } of entries) {
    const key = String(Math.abs(Number(lines[0]!.Amount)));
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
const eachOnce = Object.fromEntries(Array.from({ length: ENTRIES }, (_, at) => [String(at + 1), 1]));

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
  await faults('');
  expect((await office.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
  expect(await timesBooked()).toEqual(eachOnce);
}

/** A signal while the first requests are under way. @returns once it was heard: nothing more is sent from then on */
async function signalled(signal: NodeJS.Signals, command: Running): Promise<void> {
  await untilBooking();
  command.child.kill(signal);
  await command.said(/[Ss]topping: requests on their way end first/);
}

/** Batches whose request has left, or is about to: that is written down before it does. */
async function begun(): Promise<number> {
  const { sending = 0, booked = 0 } = await states(1);
  return sending + booked;
}

describe('a process that is told to stop while a request is under way', () => {
  it.each([
    ['start', 'SIGTERM', 0],
    ['start', 'SIGHUP', 0],
    ['start', 'SIGINT', 0],
    ['import', 'SIGTERM', 130],
    ['import', 'SIGHUP', 130],
  ] as const)('%s, %s: what is under way is booked and recorded, nothing more is sent', async (name, signal, code) => {
    await faults('slow=1,slow-for=1500ms');
    await takeFileIn();
    const command = name === 'start' ? office.start('start') : office.start('import', 'a.csv', '--job', 'journal');
    await signalled(signal, command);
    const sent = await begun();
    expect((await command.ended).code).toBe(code);
    expect(await bookings()).toBe(sent);
    expect(await states(1)).toEqual({ booked: sent, ready: ENTRIES / 2 - sent });
    expect(Object.keys(await timesBooked()).length).toBe(2 * sent);
    expect(holders()).toBe(0);
    await expect.poll(servers).toEqual([]);
    await bookTheRest();
  });
});

it('nobody reads its log any more: requests on their way end first all the same', async () => {
  await faults('slow=1,slow-for=1500ms');
  await takeFileIn();
  const command = office.start('start');
  await untilBooking();
  command.child.stdout!.destroy();
  command.child.kill('SIGTERM');
  expect((await command.ended).code).toBe(0);
  const sent = await bookings();
  expect(await states(1)).toEqual({ booked: sent, ready: ENTRIES / 2 - sent });
});

it('a second signal ends it at once: what was under way is in doubt, the rest is booked by others, nothing twice', async () => {
  await faults('slow=1,slow-for=10s');
  await takeFileIn();
  const command = office.start('start');
  await signalled('SIGTERM', command);
  await until('all that was begun is under way', async () => (await bookings()) === (await begun()));
  command.child.kill('SIGINT');
  expect((await command.ended).code).toBe(130);
  const { sending, ...others } = await states(1);
  expect(sending).toBeGreaterThan(0);
  expect(others).toEqual({ ready: ENTRIES / 2 - sending! });
  await faults('');
  const next = office.start('start');
  await next.said(/a\.csv: in-doubt/);
  next.child.kill('SIGTERM');
  expect((await next.ended).code).toBe(0);
  expect(await states(1)).toEqual({ booked: ENTRIES / 2 - sending!, 'in-doubt': sending });
  // The service does what it was sent, also where nobody waits for it any more.
  await until('that is booked too', async () => Object.keys(await timesBooked()).length === ENTRIES);
  expect(Object.values(await timesBooked()).filter((times) => times !== 1)).toEqual([]);
});

it('planning is given up at once, though the service takes its time, and starts afresh later', async () => {
  await faults('get-slow=1,slow-for=10m');
  await takeFileIn();
  const command = office.start('start');
  await until('a look-up is under way', async () => JSON.stringify(await ask('requests')).includes('/api/biz/'));
  command.child.kill('SIGTERM');
  const { code, out } = await command.ended;
  expect(code).toBe(0);
  expect(out).not.toContain('before everything has ended');
  expect(await inLedger(({ imports }) => imports.byNum(1))).toMatchObject({ state: 'planning', planner: null });
  await bookTheRest();
});

it('no Redis keeps it: one that can not be reached, while the service may take an hour to answer', async () => {
  await office.write(
    'bilag.yaml',
    `services:\n  main:\n    baseUrl: ${sandbox.url}\n    timeout: { connect: 10s, reply: 1h }\n`,
  );
  await takeFileIn();
  office.env['REDIS_URL'] = 'redis://127.0.0.1:9';
  const command = office.start('start');
  await command.said(/"event":"started"/);
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
    await expect.poll(servers).toEqual([]);
  }
});

it('the private Redis is left to those who still use it', async () => {
  const [first, second] = [office.start('start'), office.start('start')];
  await Promise.all([first.said(/"event":"started"/), second.said(/"event":"started"/)]);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  expect(await servers()).toHaveLength(1);
  await takeFileIn();
  await second.said(/a\.csv: completed/);
  second.child.kill('SIGTERM');
  const { code, out } = await second.ended;
  expect(code).toBe(0);
  expect(out).not.toContain('Redis');
  expect(await timesBooked()).toEqual(eachOnce);
});
