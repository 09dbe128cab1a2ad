import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { logOnce } from '../../src/core/log.ts';
import { redisOptions } from '../../src/queue/redis-server/options.ts';
import { watchRedis } from '../../src/queue/redis-watch.ts';
import { ownRedis } from './own-redis.ts';

test.each([
  [20, '20 s'],
  [61 * 60, '61 min'],
  [26 * 3_600, '26 h'],
])('a Redis that was away for %d s: its return is said with how long it took', async (seconds, words) => {
  const own = await ownRedis();
  const redis = new Redis(redisOptions(own.url));
  const said: string[] = [];
  const waiting: { words: RegExp; go: () => void }[] = [];
  let now = 0;
  const watch = watchRedis(redis, {
    log(_event, line) {
      said.push(line);
      for (const { words: awaited, go } of waiting) if (awaited.test(line)) go();
    },
    monotonic: () => now,
  });
  const hear = (awaited: RegExp) => new Promise<void>((go) => waiting.push({ words: awaited, go }));
  try {
    expect(await watch.here()).toBe(true);
    const away = hear(/away/);
    await own.kill();
    await away;
    expect(await watch.here()).toBe(false);
    now += seconds * 1_000;
    const back = hear(/back/);
    await own.start();
    await back;
    expect(await watch.here()).toBe(true);
    expect(said).toEqual([expect.stringMatching(/^Redis is away \(/), `Redis is back after ${words}; going on.`]);
  } finally {
    watch.stop();
    redis.disconnect();
    await own.leave();
  }
});

test('the same event is logged once until it has not come for a minute, in whatever words', () => {
  const said: string[] = [];
  let now = 0;
  const log = logOnce(
    (_event, message) => said.push(message),
    () => now,
  );
  const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
  for (; now < 3_600_000; now += 2_000) log('posting-failed', `failed at ${now}`, { service: 'main', error: full });
  log('posting-failed', 'another service', { service: 'other', error: full });
  log('posting-failed', 'another error', { service: 'main', error: new Error('no lock') });
  log('redis-refused', 'something else', { error: full });
  expect(said).toEqual(['failed at 0', 'another service', 'another error', 'something else']);
  now += 60_000;
  log('posting-failed', 'failed again', { service: 'main', error: full });
  expect(said).toHaveLength(5);
});
