import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OwnRedis, ownRedis } from '../queue/own-redis.ts';
import { numbered, type Running } from './bilag.ts';
import { newsIn } from './log-lines.ts';
import { officeBesideSandbox, until } from './office-beside-sandbox.ts';

let redis: OwnRedis;
beforeEach(async () => {
  redis = await ownRedis();
});
afterEach(() => redis.leave());
const { office, faults, booked, states, takeIn } = officeBesideSandbox();

/** Everything that was logged beside the routine, and what nobody should print. */
function complaints({ out, err }: { out: string; err: string }): string[] {
  return [...newsIn(out), ...(err === '' ? [] : [err])];
}
const AWAY = expect.stringMatching(/^Redis is away \(/);
const RESTARTED = 'The private Redis has ended; starting it again.';
const BACK = expect.stringMatching(/^Redis is back after \d+ s; going on\.$/);

async function stopped(worker: Running): Promise<string[]> {
  worker.child.kill('SIGTERM');
  const ran = await worker.ended;
  expect(ran.code).toBe(0);
  return complaints(ran);
}

it('a Redis that is killed for a while: said once each way; what was under way is recorded meanwhile, and the rest follows', async () => {
  await takeIn('a.csv', numbered(120));
  office.env['REDIS_URL'] = redis.url;
  await faults('slow=1,slow-for=1500ms');
  const worker = office.start('start');
  await until('batches are being sent', async () => ((await states(1))['sending'] ?? 0) > 0);
  await redis.kill();
  // A turn under way goes on: it needs the ledger and the service alone.
  await until('outcomes are recorded', async () => ((await states(1))['booked'] ?? 0) > 0);
  await faults('');
  await until('the turns are over', async () => (await states(1))['sending'] === undefined);
  delete office.env['REDIS_URL'];
  await takeIn('b.csv', numbered(4, 500));
  await sleep(12_000);
  expect(await states(2)).toEqual({});
  await redis.start();
  await worker.said(/a\.csv: completed/);
  await worker.said(/b\.csv: completed/);
  expect(await booked()).toMatchObject({ count: 124 });
  expect(await stopped(worker)).toEqual([AWAY, BACK]);
});

it.each(['hangs from the start', 'comes to hang'])(
  'a Redis that %s: said once each way, and work goes on',
  async (how) => {
    office.env['REDIS_URL'] = redis.url;
    if (how === 'hangs from the start') redis.stop();
    const worker = office.start('start');
    await worker.said(/"event":"started"/);
    if (how === 'comes to hang') {
      await takeIn('first.csv', numbered(2, 500));
      await worker.said(/first\.csv: completed/);
      redis.stop();
    }
    await worker.said(/Redis is away \(it does not answer\)/);
    await takeIn('a.csv', numbered(6));
    await sleep(4_000);
    redis.goOn();
    await worker.said(/a\.csv: completed/);
    await worker.said(/Redis is back/);
    expect(await stopped(worker)).toEqual([AWAY, BACK]);
  },
);

it('emptied again and again, while it plans and while it posts: each entry once, nothing is said', async () => {
  office.env['REDIS_URL'] = redis.url;
  await faults('slow=1,slow-for=100ms,get-slow=1');
  const worker = office.start('start');
  await worker.said(/"event":"started"/);
  let over = false;
  const emptying = (async () => {
    for (; !over; await sleep(300)) await redis.ask((connection) => connection.flushall());
  })();
  await takeIn('a.csv', numbered(80));
  await worker.said(/a\.csv: completed/);
  over = true;
  await emptying;
  expect(await booked()).toMatchObject({ count: 80 });
  expect(await stopped(worker)).toEqual([]);
});

it('a private Redis that is killed is started again, and says so once', async () => {
  await faults('slow=1,slow-for=300ms');
  await takeIn('a.csv', numbered(80));
  const worker = office.start('start');
  await until('batches are being sent', async () => ((await states(1))['sending'] ?? 0) > 0);
  process.kill(Number(await readFile(join(office.folder, '.bilag', 'redis', 'server.pid'), 'utf8')), 'SIGKILL');
  await worker.said(/a\.csv: completed/);
  expect(await booked()).toMatchObject({ count: 80 });
  const said = await stopped(worker);
  expect(said.filter((line) => line === RESTARTED)).toHaveLength(1);
  // Where the machine takes more than a second to start another one, that is said too, once each way.
  expect([[], [AWAY, BACK]]).toContainEqual(said.filter((line) => line !== RESTARTED));
});
