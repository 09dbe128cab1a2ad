import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectRedis, type RedisLink } from '../../src/queue/connect-redis.ts';
import { LEFT_AFTER_MS } from '../../src/queue/left-queues.ts';
import { openWorkQueues, type PostJob, type WorkQueues } from '../../src/queue/work-queues.ts';
import { type OwnRedis, ownRedis } from './own-redis.ts';

let own: OwnRedis;
let said: string[];
const opened: { link: RedisLink; queues: WorkQueues }[] = [];
beforeEach(async () => {
  own = await ownRedis();
  said = [];
});
afterEach(async () => {
  for (const { link, queues } of opened.splice(0)) {
    await queues.close();
    link.disconnect();
  }
  await own.leave();
});

async function open(url = own.url) {
  const say = (line: string) => void said.push(line);
  const link = await connectRedis({ url, home: '', env: {}, log: (_event, message) => say(message) });
  const queues = openWorkQueues(link, { concurrencyOf: () => 3, onError: ({ message }) => say(message) });
  opened.push({ link, queues });
  return { link, queues };
}

/** Counts what it handles; holds each for as long as it is told. */
function handler() {
  const handled: number[] = [];
  let release: () => void = () => undefined;
  let held: Promise<void> | undefined;
  return {
    handled,
    hold() {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
    async handle({ import: num }: PostJob): Promise<undefined> {
      handled.push(num);
      await held;
    },
  };
}

/** What is to come about takes far fewer looks; a machine under load is given more. */
const TRIES_MAX = 1_500;

async function until(what: string, holds: () => boolean | Promise<boolean>, again = async () => {}): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > TRIES_MAX) throw new Error(`Too long until ${what}: ${said.join(' ')}`);
    await again();
    await sleep(50);
  }
}

const CONCURRENCY = 3;

test('a queue that rests says for how long, and goes on at once when it is resumed, whoever resumes it', async () => {
  const { queues } = await open();
  const { queues: elsewhere } = await open();
  const { handled, handle } = handler();
  let pause = true;
  queues.workPosts('main', CONCURRENCY, async (job) => {
    await handle(job);
    return pause ? { pauseMs: 3_600_000, again: true } : undefined;
  });
  expect(await elsewhere.postsRest('main')).toBe(0);
  await queues.wantPosts('main', { import: 1 }, 1);
  await until('the queue is paused', async () => (await elsewhere.postsRest('main')) > 3_000_000);
  const before = handled.length;
  pause = false;
  await elsewhere.resumePosts('main');
  expect(await queues.postsRest('main')).toBe(0);
  await until('what waits is looked at', () => handled.length > before);
});

test('emptied while a wake-up is under way and while the queue is paused: the next wake-up is answered, nothing is said', async () => {
  const { queues } = await open();
  const { handled, hold, release, handle } = handler();
  let pause = true;
  queues.workPosts('main', CONCURRENCY, async (job) => {
    await handle(job);
    return pause ? { pauseMs: 3_600_000, again: true } : undefined;
  });
  hold();
  await queues.wantPosts('main', { import: 1 }, 2);
  await until('two are under way', () => handled.length === 2);
  await own.ask((redis) => redis.flushall());
  release();
  const limiter = '{bilag}:post-main:limiter';
  await until('the queue is paused', () => own.ask(async (redis) => (await redis.pttl(limiter)) > 60_000));
  pause = false;
  await own.ask((redis) => redis.flushall());
  await until(
    'an import that is woken is looked at',
    () => handled.includes(2),
    () => queues.wantPosts('main', { import: 2 }, 1),
  );
  expect(await own.ask((redis) => redis.hget('{bilag}:post-main:meta', 'concurrency'))).toBe('3');
  expect(said).toEqual([]);
});

test('a wake-up whose handler has nothing to do is gone', async () => {
  const { queues } = await open();
  const { handled, handle } = handler();
  queues.workPosts('main', CONCURRENCY, handle);
  queues.workPlans('here', async (job) => void (await handle(job)));
  await queues.wantPosts('main', { import: 1 }, 3);
  await queues.wantPlan('here', { import: 2 });
  await until('all are handled', () => handled.length === 4);
  const jobs = () => own.ask((redis) => redis.keys('{bilag}:*:import-*'));
  await until('no job is left', async () => (await jobs()).length === 0);
});

test('killed and started again: said once each way, nothing piles up, and work goes on', async () => {
  const { link, queues } = await open();
  const { handled, handle } = handler();
  queues.workPosts('main', CONCURRENCY, handle);
  queues.workPlans('here', async (job) => void (await handle(job)));
  const wake = () => queues.wantPosts('main', { import: 1 }, 3);
  await until('it works', () => handled.length > 0, wake);
  await own.kill();
  await until('it is said', () => said.length > 0, wake);
  const waiting = () => (link.redis as unknown as { offlineQueue: { length: number } }).offlineQueue.length;
  const before = waiting();
  for (let times = 0; times < 200; times++) await wake();
  await sleep(6_000);
  expect(waiting()).toBeLessThanOrEqual(before + 2);
  await own.start();
  handled.length = 0;
  await until('it works again', () => handled.length > 0, wake);
  expect(said).toEqual([
    // Which reason is known when it is said depends on how fast this machine is: redis-watch.test.ts looks at that.
    expect.stringMatching(/^Redis is away \(.+\); bilag goes on when it is back\./),
    expect.stringMatching(/^Redis is back after \d+ s; going on\.$/),
  ]);
});

test('hanging: said once each way, a wake-up does not wait for it, and work goes on', async () => {
  const { queues } = await open();
  const { handled, handle } = handler();
  queues.workPosts('main', CONCURRENCY, handle);
  const wake = () => queues.wantPosts('main', { import: 1 }, 3);
  await until('it works', () => handled.length > 0, wake);
  own.stop();
  await until('it is said', () => said.length > 0, wake);
  for (let times = 0; times < 200; times++) await wake();
  own.goOn();
  handled.length = 0;
  await until('it works again', () => handled.length > 0, wake);
  await until('it is said', () => said.length > 1);
  expect(said).toEqual([
    expect.stringMatching(/^Redis is away \(it does not answer\)/),
    expect.stringMatching(/^Redis is back after \d+ s; going on\.$/),
  ]);
});

test.each([
  ['there', async () => {}],
  ['killed', () => own.kill()],
  ['hanging', async () => own.stop()],
])('closing waits for what is under way, with a Redis that is %s', async (_, lose) => {
  const { queues } = await open();
  const { handled, hold, release, handle } = handler();
  queues.workPosts('main', CONCURRENCY, handle);
  hold();
  await queues.wantPosts('main', { import: 1 }, 1);
  await until('it is under way', () => handled.length === 1);
  await lose();
  let closed = false;
  const closing = queues.close().then(() => {
    closed = true;
  });
  await queues.wantPosts('main', { import: 2 }, 1);
  await sleep(1_500);
  expect(closed).toBe(false);
  release();
  await closing;
  expect(handled).toEqual([1]);
});

test('closing needs no Redis that was ever there', async () => {
  const { queues } = await open('redis://127.0.0.1:9');
  const { handle } = handler();
  queues.workPosts('main', CONCURRENCY, handle);
  await queues.wantPosts('main', { import: 1 }, 1);
  await queues.close();
  expect(said).toEqual([expect.stringContaining('Redis is away')]);
});

test('queues that no process has known for a day are dropped, jobs and all; others stay', async () => {
  const { queues } = await open();
  await queues.wantPlan('gone', { import: 1 });
  await queues.wantPosts('removed', { import: 2 }, 2);
  const now = Date.now();
  await queues.dropLeft(now);
  const next = await open();
  await next.queues.wantPlan('here', { import: 3 });
  const keys = (name: string) => own.ask((redis) => redis.keys(`{bilag}:${name}:*`));
  await next.queues.dropLeft(now + LEFT_AFTER_MS - 1);
  expect((await keys('plan-gone')).length).toBeGreaterThan(0);
  await next.queues.dropLeft(now + LEFT_AFTER_MS + 1);
  expect(await keys('plan-gone')).toEqual([]);
  expect(await keys('post-removed')).toEqual([]);
  expect((await keys('plan-here')).some((key) => key.endsWith(':import-3'))).toBe(true);
});

test('how much waits is told of every queue that is worked on, also where nothing was queued yet', async () => {
  const { queues } = await open();
  const { handled, hold, release, handle } = handler();
  queues.workPosts('main', 1, handle);
  queues.workPlans('here', async () => undefined);
  expect(await queues.depths()).toEqual({ 'post-main': 0, 'plan-here': 0 });
  hold();
  await queues.wantPosts('main', { import: 1 }, 3);
  await until('one is under way', () => handled.length === 1);
  expect(await queues.depths()).toEqual({ 'post-main': 2, 'plan-here': 0 });
  release();
  await until('all were taken on', () => handled.length === 3);
  await until('none waits', async () => (await queues.depths())['post-main'] === 0);
});
