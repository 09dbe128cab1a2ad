import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookUpGap, ratePeriod } from '../../src/core/service-rate.ts';
import { createSharedGate } from '../../src/queue/shared-gate.ts';
import { type OwnRedis, ownRedis } from './own-redis.ts';

/** So long that no time that a slow machine takes matters. */
const HOUR_MS = 3_600_000;
const RATE = { requests: 3, perMs: HOUR_MS };
const GO = { waitMs: 0, held: false };
const REQUESTS = '{bilag}:gate:main:requests';

let own: OwnRedis;
beforeEach(async () => {
  own = await ownRedis();
});
afterEach(() => own.leave());

/** Each call is made by another process. */
const take = (request: 'booking' | 'look-up', rate: typeof RATE | undefined = RATE, service = 'main') =>
  own.ask((redis) => createSharedGate(redis, service).take(request, rate));
const holdUp = (ms: number) => own.ask((redis) => createSharedGate(redis, 'main').holdUp(ms));
/** The oldest request that counts was so long ago. */
const age = (ms: number) =>
  own.ask(async (redis) => {
    const [oldest] = await redis.lrange(REQUESTS, -1, -1);
    await redis.lset(REQUESTS, -1, String(Number(oldest) - ms));
  });

test('look-ups and bookings of all processes count together, within any period', async () => {
  expect(await take('booking')).toEqual(GO);
  expect(await take('look-up')).toEqual(GO);
  expect(await take('look-up')).toEqual(GO);
  const { waitMs, held } = await take('look-up');
  expect(held).toBe(false);
  expect(waitMs).toBeGreaterThan(HOUR_MS / 2);
  expect(waitMs).toBeLessThanOrEqual(ratePeriod(RATE));
  expect((await take('booking')).waitMs).toBeGreaterThan(HOUR_MS / 2);
  // Another service has a rate of its own.
  expect(await take('booking', RATE, 'other')).toEqual(GO);
});

test('a request may go when the oldest that counts is a period ago, and not before', async () => {
  for (let times = 0; times < RATE.requests; times++) await take('look-up');
  await age(HOUR_MS / 2);
  expect((await take('look-up')).waitMs).toBeGreaterThan(0);
  await age(HOUR_MS / 2 + ratePeriod(RATE) - HOUR_MS);
  expect(await take('look-up')).toEqual(GO);
  expect((await take('look-up')).waitMs).toBeGreaterThan(0);
});

test('bookings go first: while one waits, look-ups take one turn in a few', async () => {
  for (let times = 0; times < RATE.requests; times++) await take('look-up');
  expect((await take('booking')).waitMs).toBeGreaterThan(0);
  // There is room again: the booking has it.
  await age(ratePeriod(RATE));
  const { waitMs } = await take('look-up');
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThanOrEqual(lookUpGap(RATE));
  expect(await take('booking')).toEqual(GO);
  // None of it for so long that even now it is a look-up's turn.
  await own.ask((redis) => redis.del('{bilag}:gate:main:last-look-up'));
  await age(ratePeriod(RATE));
  expect(await take('look-up')).toEqual(GO);
});

test('while no booking waits, look-ups have all that is left', async () => {
  expect(await take('booking')).toEqual(GO);
  expect(await take('look-up')).toEqual(GO);
  expect(await take('look-up')).toEqual(GO);
});

test('a pause that the service asked for holds everybody, with a rate or without; a shorter one never ends it', async () => {
  expect(await take('booking', undefined)).toEqual(GO);
  await holdUp(HOUR_MS);
  await holdUp(1_000);
  for (const rate of [RATE, undefined]) {
    for (const request of ['booking', 'look-up'] as const) {
      const { waitMs, held } = await take(request, rate);
      expect(held).toBe(true);
      expect(waitMs).toBeGreaterThan(HOUR_MS / 2);
      expect(waitMs).toBeLessThanOrEqual(HOUR_MS);
    }
  }
  expect(await take('booking', RATE, 'other')).toEqual(GO);
});

test('nothing of it stays: it ends by itself', async () => {
  await take('booking');
  await take('look-up');
  await holdUp(HOUR_MS);
  for (let times = 0; times < RATE.requests; times++) await take('booking');
  const left = await own.ask(async (redis) => {
    const keys = await redis.keys('{bilag}:gate:*');
    return Promise.all(keys.map((key) => redis.pttl(key)));
  });
  expect(left.length).toBeGreaterThan(1);
  for (const ms of left) expect(ms).toBeGreaterThan(0);
});

test('after the clock of Redis was set back nobody waits for longer than a period', async () => {
  for (let times = 0; times < RATE.requests; times++) await take('booking');
  await age(-30 * HOUR_MS);
  expect(await take('booking')).toEqual(GO);
});
