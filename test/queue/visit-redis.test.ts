import { existsSync } from 'node:fs';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createRedisCache, visitRedis } from '../../src/queue/redis-cache.ts';
import { startPrivateRedis } from '../../src/queue/redis-server/private-redis.ts';
import { cleanHomes, realServer, temporaryHome } from './redis-server/temporary-home.ts';

const env = { ...process.env, BILAG_REDIS_SERVER: realServer() };
const start = (home: string) => startPrivateRedis({ home, env, log: () => undefined });

afterEach(async () => {
  expect(await cleanHomes(), 'servers that a test left running').toEqual([]);
});

test('where none is, none is started and no folder is made', async () => {
  const home = await temporaryHome();
  expect(await visitRedis({ url: undefined, home })).toBeUndefined();
  expect(existsSync(join(home, 'redis'))).toBe(false);
  expect(await visitRedis({ url: `unix://${join(home, 'none.sock')}`, home })).toBeUndefined();
  await expect(visitRedis({ url: 'http://x', home })).rejects.toThrow(/REDIS_URL/);
});

test('the private one of this home is visited, by its name too, and ends with those who use it', async () => {
  const home = await temporaryHome();
  const server = await start(home);
  const visit = await visitRedis({ url: undefined, home });
  await createRedisCache(visit!.redis).set('key', 'value', 60_000);
  const named = await visitRedis({ url: server.url, home: join(home, 'elsewhere') });
  expect(await createRedisCache(named!.redis).getMany(['key'])).toEqual(['value']);
  named!.leave();
  await server.stop();
  expect(await readdir(join(home, 'redis'))).not.toContain('redis.sock');
  await expect(createRedisCache(visit!.redis).getMany(['key'])).rejects.toThrow();
  visit!.leave();
  expect(await visitRedis({ url: undefined, home })).toBeUndefined();
});

test('a socket that leads to the server of another home, or to none, is done without', async () => {
  const [home, other] = [await temporaryHome(), await temporaryHome()];
  const server = await start(other);
  await (await start(home)).stop();
  await symlink(server.socketPath, join(home, 'redis', 'redis.sock'));
  expect(await visitRedis({ url: undefined, home })).toBeUndefined();
  await server.stop();
  expect(await visitRedis({ url: undefined, home })).toBeUndefined();
});
