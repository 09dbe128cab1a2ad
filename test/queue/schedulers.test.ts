import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextRun } from '../../src/core/next-run.ts';
import { connectRedis, type RedisLink } from '../../src/queue/connect-redis.ts';
import { openSchedulers, type Scheduler, type Schedulers } from '../../src/queue/schedulers.ts';
import { type OwnRedis, ownRedis } from './own-redis.ts';

let own: OwnRedis;
let said: string[];
const opened: { link: RedisLink; schedulers: Schedulers }[] = [];
beforeEach(async () => {
  own = await ownRedis();
  said = [];
});
afterEach(async () => {
  for (const { link, schedulers } of opened.splice(0)) {
    await schedulers.close();
    link.disconnect();
  }
  await own.leave();
});

async function open(url = own.url) {
  const say = (line: string) => void said.push(line);
  const link = await connectRedis({ url, home: '', env: {}, log: (_event, message) => say(message) });
  const schedulers = openSchedulers(link, ({ message }) => say(message));
  opened.push({ link, schedulers });
  return schedulers;
}

/** What Redis knows: job, expression, zone, and when it comes next. */
const there = () =>
  own.ask(async (connection) => {
    const queue = new Queue('runs', { connection, prefix: '{bilag}' });
    const found = await queue.getJobSchedulers();
    const delayed = await queue.getDelayedCount();
    await queue.close();
    const rows = found.map(({ key, pattern, tz, next }) => ({ job: key, cron: pattern, tz, next }));
    return { rows: rows.sort((a, b) => (a.job < b.job ? -1 : 1)), delayed };
  });
/** What is to come about takes far fewer looks; a machine under load is given more. */
const TRIES_MAX = 1_500;

async function until(what: string, holds: () => boolean | Promise<boolean>, again = async () => {}): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > TRIES_MAX) throw new Error(`Too long until ${what}: ${said.join(' ')}`);
    await again();
    await sleep(50);
  }
}

const BANK: Scheduler = { job: 'bank', cron: '0 6 * * *', tz: 'Europe/Oslo' };
const TILL: Scheduler = { job: 'till', cron: '30 2 29 3 *', tz: 'Europe/Oslo' };
const OFTEN: Scheduler = { job: 'often', cron: '* * * * * *', tz: 'UTC' };

test('added, changed, removed, and put back when Redis was emptied', async () => {
  const schedulers = await open();
  const wanted = (...list: Scheduler[]) => ({
    rows: list.map((each) => ({ ...each, next: nextRun(each, Date.now()) })),
    delayed: list.length,
  });
  await schedulers.keep([BANK, TILL]);
  expect(await there()).toEqual(wanted(BANK, TILL));
  await own.ask((redis) => redis.flushall());
  await schedulers.keep([BANK, TILL]);
  expect(await there()).toEqual(wanted(BANK, TILL));
  const changed = { ...BANK, cron: '0 7 * * *' };
  const moved = { ...TILL, tz: 'America/New_York' };
  await schedulers.keep([changed, moved]);
  expect(await there()).toEqual(wanted(changed, moved));
  await schedulers.keep([moved]);
  expect(await there()).toEqual(wanted(moved));
  expect(said).toEqual([]);
});

test('what is as it should be is left alone', async () => {
  const schedulers = await open();
  await schedulers.keep([BANK]);
  const commands = () =>
    own.ask(async (redis) => /cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
  const before = await commands();
  for (let times = 0; times < 5; times++) await schedulers.keep([BANK]);
  expect(await commands()).toBe(before);
});

test('wakes one of those that work, and goes on after Redis was emptied', async () => {
  const both = [await open(), await open()];
  let woken = 0;
  for (const each of both) each.work(async () => void woken++);
  const keep = () => both[0]!.keep([OFTEN]);
  const began = Date.now();
  await keep();
  await until('it wakes', () => woken >= 2);
  // Each second is one wake-up; the one that has not come yet is not counted.
  expect(woken).toBeLessThanOrEqual((Date.now() - began) / 1_000 + 2);
  await own.ask((redis) => redis.flushall());
  const before = woken;
  await until('it wakes again', () => woken >= before + 2, keep);
  await keep();
  await both[0]!.keep([]);
  expect((await there()).rows).toEqual([]);
  expect(said).toEqual([]);
});

test('a Redis that is away keeps nobody waiting, and has them when it is back', async () => {
  const schedulers = await open();
  schedulers.work(async () => undefined);
  await schedulers.keep([BANK]);
  await own.kill();
  await until(
    'it is said',
    () => said.length > 0,
    () => schedulers.keep([BANK]),
  );
  await own.start();
  await until(
    'they are back',
    async () => (await there()).rows.length === 1,
    () => schedulers.keep([BANK]),
  );
  await own.kill();
  await schedulers.close();
});
