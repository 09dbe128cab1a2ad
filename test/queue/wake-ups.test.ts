import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { afterEach, expect, test } from 'vitest';
import type * as PlanModule from '../../src/importing/plan-worker.ts';
import type { PipelinePorts } from '../../src/kinds/ports.ts';
import type * as FeedModule from '../../src/posting/enqueue-due.ts';
import type * as ReconcileModule from '../../src/posting/enqueue-due.ts';
import type * as PostModule from '../../src/posting/post-worker.ts';
import { type Office as CommandLine, openOffice as openCommandLine, SOUND } from '../cli/bilag.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { type OwnRedis, ownRedis } from './own-redis.ts';

const { enqueueDue } = await load<typeof FeedModule>('posting/enqueue-due.js');
const { planWorker } = await load<typeof PlanModule>('importing/plan-worker.js');
const { postWorker } = await load<typeof PostModule>('posting/post-worker.js');
const { reconcile } = await load<typeof ReconcileModule>('posting/enqueue-due.js');

/** What handlers of wake-ups do, with the feeds and wakes they asked for. */
async function handlers(office: Office, changed: Partial<PipelinePorts> = {}) {
  const ports = { ...office.ports, ...changed };
  const woken: number[] = [];
  const feed = enqueueDue(ports, async (_, num) => void woken.push(num));
  const plan = planWorker({ ...ports, planner: office.planner, progress: () => undefined }, feed);
  const postPorts = { ...ports, holder: await office.holder(), newId: crypto.randomUUID.bind(crypto) };
  const post = postWorker(office.ports.service('main'), postPorts, undefined, feed, () => false);
  return { ports, woken, feed, plan, post };
}

const blocked = async (office: Office, num: number) =>
  (await office.ledger.imports.events(num)).filter(({ what }) => what === 'blocked');

test('a wake-up for an import that the ledger does not know ends quietly', async () => {
  const office = await openOffice();
  const { feed, plan, post, woken } = await handlers(office);
  await feed(4711);
  await plan({ import: 4711 });
  expect(await post({ import: 4711 })).toBeUndefined();
  expect({ woken, said: office.said }).toEqual({ woken: [], said: [] });
});

test('a wake-up for an import in another state does nothing', async () => {
  const office = await openOffice();
  const { feed, plan, post, woken } = await handlers(office);
  const planning = await office.take('a.csv', journal(voucher(1, 100)));
  expect(await post({ import: planning.num })).toBeUndefined();
  await feed(planning.num);
  const { row } = await office.book('b.csv', journal(voucher(2, 100)));
  const before = await office.events(row);
  expect(await post({ import: row.num })).toBeUndefined();
  await plan({ import: row.num });
  await feed(row.num);
  expect({ woken, said: office.said }).toEqual({ woken: [], said: [] });
  expect(await office.events(row)).toEqual(before);
  expect((await office.booked()).count).toBe(1);
});

test('a pause that a look-up was asked for holds bookings, in whole milliseconds of that pause', async () => {
  const office = await openOffice();
  await office.faults('retry-after=600s');
  const row = await office.take('a.csv', journal(voucher(1, 100)));
  await office.plan(row);
  const { post, woken } = await handlers(office);
  const { client, gate } = office.ports.service('main');
  await office.next('get-429');
  expect(await client.get('/api/biz/vattypes')).toMatchObject({ ok: false, retryAfter: 600_000 });
  const pause = await post({ import: row.num });
  expect(pause).toMatchObject({ again: true });
  expect(pause!.pauseMs).toBeGreaterThan(500_000);
  expect(pause!.pauseMs).toBeLessThanOrEqual(600_000);
  expect(gate.heldFor()).toBeLessThanOrEqual(600_000);
  expect({ woken, booked: (await office.booked()).count }).toEqual({ woken: [], booked: 0 });
});

test('with a rate a booking waits for its turn, and a wake-up without work takes nobody’s', async () => {
  const office = await openOffice({ service: 'rate: { requests: 1, per: 1h }' });
  const row = await office.take('a.csv', journal(voucher(1, 100)));
  const { post } = await handlers(office);
  const { gate } = office.ports.service('main');
  // Looked up before the rate counts.
  const idle = await office.take('b.csv', journal(voucher(2, 100)));
  await office.ledger.imports.update(idle.num, { state: 'posting' });
  for (let times = 0; times < 3; times++) expect(await post({ import: idle.num })).toBeUndefined();
  expect(await gate.book()).toBe(0);
  expect(await gate.book()).toBeGreaterThan(3_000_000);
  expect(row.state).toBe('planning');
});

test.each(['plan', 'post'])(
  'of other books, or of a service that is gone (%s): nothing is sent, and it is said and recorded once',
  async (stage) => {
    for (const gone of [false, true]) {
      const office = await openOffice();
      const service: PipelinePorts['service'] = (name) =>
        gone ? office.ports.service('removed') : { ...office.ports.service(name), company: async () => 'others' };
      const { feed, plan, post, woken } = await handlers(office, { service });
      const row = await office.take('a.csv', journal(voucher(1, 100)));
      if (stage === 'post') await office.plan(row);
      await office.ledger.imports.update(row.num, gone ? { service: 'removed' } : { company: 'more' });
      for (let times = 0; times < 3; times++) {
        await plan({ import: row.num });
        await feed(row.num);
        expect(await post({ import: row.num })).toBeUndefined();
      }
      expect(woken).toEqual([]);
      expect(await blocked(office, row.num)).toHaveLength(1);
      expect(new Set(office.said).size).toBe(1);
      expect((await office.booked()).count).toBe(0);
    }
  },
);

test('an import that can not be woken keeps none of the others waiting', async () => {
  const office = await openOffice();
  const rows = [];
  for (const key of [1, 2, 3]) {
    const row = await office.take(`${key}.csv`, journal(voucher(key, 100)));
    await office.plan(row);
    rows.push(row);
  }
  await office.ledger.imports.update(rows[0]!.num, { service: 'removed' });
  await office.ledger.imports.update(rows[1]!.num, { facts: 'damaged' });
  const { ports, feed, woken } = await handlers(office);
  await reconcile(ports, { plan: async () => undefined, posts: feed });
  expect(woken).toEqual([rows[2]!.num]);
});

/** A process that has started takes them out in far fewer looks; a machine under load is given more. */
const TRIES_MAX = 900;

let commandLine: CommandLine | undefined;
let redis: OwnRedis | undefined;
afterEach(async () => {
  await commandLine?.leave();
  await redis?.leave();
});

test('left in the queue by a ledger that is gone: removed without a word, and the work of this one is done', async () => {
  const office = await openOffice();
  redis = await ownRedis();
  const own = redis;
  commandLine = await openCommandLine({ ACCOUNTING_URL: office.sandbox.url, REDIS_URL: redis.url });
  const keys = () => own.ask((connection) => connection.keys('{bilag}:*:import-*'));
  await own.ask(async (connection) => {
    for (const name of ['post-main', `plan-${hostname()}`]) {
      const queue = new Queue(name, { connection, prefix: '{bilag}' });
      for (const num of [1, 2, 3]) await queue.add('left', { import: num }, { jobId: `import-${num}` });
      await queue.close();
    }
  });
  expect(await keys()).toHaveLength(6);
  const worker = commandLine.start('start');
  await worker.said(/"event":"started"/);
  for (let times = 0; (await keys()).length > 0; times++) {
    if (times > TRIES_MAX) throw new Error(`still there: ${await keys()}`);
    await sleep(100);
  }
  await commandLine.write('a.csv', SOUND);
  expect((await commandLine.run('import', 'a.csv', '--job', 'journal')).code).toBe(0);
  worker.child.kill('SIGTERM');
  const { code, out, err } = await worker.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).not.toMatch(/"level":(40|50)/);
});
