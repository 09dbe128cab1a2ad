import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CACHE_PREFIX, createRedisCache } from '../../src/queue/redis-cache.ts';

/** The suite's own setup provides it. */
const binary = process.env['BILAG_REDIS_SERVER']!;

describe('the cache in a real Redis', () => {
  let folder: string;
  let server: ChildProcess;
  let redis: Redis;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bilag-cache-'));
    const socket = join(folder, 'redis.sock');
    server = spawn(binary, ['--port', '0', '--unixsocket', socket, '--dir', folder, '--save', ''], { stdio: 'pipe' });
    await new Promise<void>((resolve, reject) => {
      let log = '';
      server.once('exit', () => reject(new Error(log)));
      server.stdout?.on('data', (chunk) => {
        log += chunk;
        if (/ready to accept connections/i.test(log)) resolve();
      });
    });
    redis = new Redis(socket);
  });

  afterAll(async () => {
    redis?.disconnect();
    if (server?.exitCode === null) {
      server.kill();
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test('keeps texts for their time, under its own prefix', async () => {
    const cache = createRedisCache(redis);
    await cache.set('a', '{"x":"æøå"}', 60_000);
    await cache.set('short', 'gone sooner', 30_000.9);
    expect(await cache.getMany(['missing', 'a', 'short', 'a'])).toEqual([
      null,
      '{"x":"æøå"}',
      'gone sooner',
      '{"x":"æøå"}',
    ]);
    expect((await redis.keys('*')).sort()).toEqual([`${CACHE_PREFIX}a`, `${CACHE_PREFIX}short`]);
    expect(await redis.pttl('{bilag}:cache:a')).toBeGreaterThan(50_000);
    expect(await redis.pttl('{bilag}:cache:short')).toBeLessThanOrEqual(30_001);
    await cache.set('short', 'gone soon', 30.9);
    await expect.poll(() => cache.getMany(['short'])).toEqual([null]);
  });

  test('nothing is kept without an end, and asking for nothing asks nothing', async () => {
    const cache = createRedisCache(redis);
    await cache.set('now', 'x', 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await cache.getMany(['now'])).toEqual([null]);
    expect(await cache.getMany([])).toEqual([]);
  });

  test('is the shared level that the reference cache asks for', async () => {
    const shared: import('../../src/service/tiered-cache.ts').SharedCache = createRedisCache(redis);
    await shared.set('k', 'v', 60_000);
    expect(await shared.getMany(['k'])).toEqual(['v']);
  });
});
