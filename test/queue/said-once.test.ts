import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { logOnce } from '../../src/core/log-context.ts';
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
    say(line) {
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

test('the same words are said once until they have not come for a minute', () => {
  const said: string[] = [];
  let now = 0;
  const say = logOnce(
    (line) => said.push(line),
    () => now,
  );
  for (; now < 3_600_000; now += 2_000) say('the disk is full');
  say('something else');
  expect(said).toEqual(['the disk is full', 'something else']);
  now += 60_000;
  say('the disk is full');
  expect(said).toHaveLength(3);
});
