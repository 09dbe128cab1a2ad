import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { diagnoseRedis, judge } from '../../../src/queue/redis-server/diagnose-redis.ts';
import { startPrivateRedis } from '../../../src/queue/redis-server/private-redis.ts';
import { cleanHomes, realServer, script, temporaryHome } from './temporary-home.ts';

afterAll(cleanHomes);

describe('diagnoseRedis', () => {
  test('a program for a private server', async () => {
    const env = { BILAG_REDIS_SERVER: realServer() };
    const diagnosis = await diagnoseRedis({ env, home: await temporaryHome() });
    expect(diagnosis).toEqual({ ok: true, what: expect.stringMatching(/^private (Redis|Valkey) \d+\.\d+\.\d+ \(\//) });
  });

  test('BILAG_REDIS_SERVER that names nothing', async () => {
    const diagnosis = await diagnoseRedis({ env: { BILAG_REDIS_SERVER: '/nowhere' }, home: await temporaryHome() });
    expect(diagnosis).toMatchObject({
      ok: false,
      what: expect.stringContaining('"/nowhere"'),
      remedy: expect.stringContaining('unset it'),
    });
  });

  test('no program but an old one', async () => {
    const home = await temporaryHome();
    await script(join(home, 'bin', 'redis-server'), 'echo "Redis server v=5.0.3 sha=0"');
    const diagnosis = await diagnoseRedis({ env: { PATH: join(home, 'bin') }, home });
    expect(diagnosis.ok).toBe(false);
    expect(diagnosis.what).toContain('bin/redis-server is 5.0.3, 6.2.0 is needed');
    expect(diagnosis.remedy).toContain('REDIS_URL');
  });

  test('REDIS_URL: a living server, an absent one, and one that is not a Redis URL', async () => {
    const home = await temporaryHome();
    const env = { ...process.env, BILAG_REDIS_SERVER: realServer() };
    const redis = await startPrivateRedis({ home, env, log: () => undefined });
    try {
      expect(await diagnoseRedis({ env: { REDIS_URL: redis.url }, home })).toEqual({
        ok: true,
        what: expect.stringMatching(/^(Redis|Valkey) \d+\.\d+\.\d+ at unix:\/\//),
      });
    } finally {
      await redis.stop();
    }
    const absent = await diagnoseRedis({ env: { REDIS_URL: 'redis://:secret@127.0.0.1:1' }, home });
    expect(absent).toMatchObject({
      ok: false,
      what: "redis://:***@127.0.0.1:1 can't be used: connect ECONNREFUSED 127.0.0.1:1",
      remedy: 'Start that Redis or correct REDIS_URL.',
    });
    expect(await diagnoseRedis({ env: { REDIS_URL: 'http://h' }, home })).toMatchObject({ ok: false });
  });
});

describe('judge', () => {
  const info = (facts: Record<string, string>) => new Map(Object.entries(facts));
  test.each([
    [{ redis_version: '7.0.15', maxmemory_policy: 'noeviction' }, true, undefined],
    [{ redis_version: '7.2.4', valkey_version: '8.1.3', maxmemory_policy: 'noeviction' }, true, undefined],
    [{ redis_version: '6.0.16' }, false, /needs 6\.2\.0 or later/],
    [{ redis_version: '7.0.15', cluster_enabled: '1' }, false, /Cluster can't be used yet/],
    [{ redis_version: '7.0.15', maxmemory_policy: 'allkeys-lru' }, false, /noeviction/],
  ])('%o', (facts, ok, remedy) => {
    const diagnosis = judge('redis://h', info(facts as Record<string, string>));
    expect(diagnosis.ok).toBe(ok);
    if (remedy) expect(diagnosis.remedy).toMatch(remedy);
    else expect(diagnosis.remedy).toBeUndefined();
  });
});
