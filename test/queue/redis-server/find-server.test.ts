import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../../src/core/issue.ts';
import { findRedisServer, isNewEnough, searchRedisServer } from '../../../src/queue/redis-server/find-server.ts';
import { cleanHomes, realServer, script, temporaryHome } from './temporary-home.ts';

afterAll(cleanHomes);

const says = (version: string, kind = 'Redis') =>
  `echo "${kind} server v=${version} sha=00000000:0 malloc=libc bits=64 build=0"`;

describe('findRedisServer', () => {
  test('the real server says what it is', async () => {
    const found = await findRedisServer({ env: { BILAG_REDIS_SERVER: realServer() }, home: await temporaryHome() });
    expect(found?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(['redis', 'valkey']).toContain(found?.kind);
  });

  test('BILAG_REDIS_SERVER comes before PATH, PATH before what was provided', async () => {
    const home = await temporaryHome();
    const named = await script(join(home, 'named'), says('8.0.0'));
    const onPath = await script(join(home, 'bin', 'redis-server'), says('7.4.1'));
    const provided = await script(join(home, 'redis', 'redis-server'), says('7.0.15'));
    const path = { PATH: join(home, 'bin') };
    expect(await findRedisServer({ env: { ...path, BILAG_REDIS_SERVER: named }, home })).toEqual({
      path: named,
      kind: 'redis',
      version: '8.0.0',
    });
    expect((await findRedisServer({ env: path, home }))?.path).toBe(onPath);
    expect((await findRedisServer({ env: { PATH: '/nowhere' }, home }))?.path).toBe(provided);
    expect((await findRedisServer({ env: {}, home }))?.path).toBe(provided);
  });

  test('Valkey serves as well, by its own name or as redis-server', async () => {
    const home = await temporaryHome();
    const env = { PATH: join(home, 'bin') };
    const valkey = await script(join(home, 'bin', 'valkey-server'), says('8.1.3', 'Valkey'));
    expect(await findRedisServer({ env, home })).toEqual({ path: valkey, kind: 'valkey', version: '8.1.3' });
    await script(join(home, 'bin', 'redis-server'), says('8.1.3', 'Valkey'));
    expect((await findRedisServer({ env, home }))?.kind).toBe('valkey');
  });

  test('a server that is too old is passed over for one that is not, and told of', async () => {
    const home = await temporaryHome();
    const env = { PATH: join(home, 'bin') };
    const old = await script(join(home, 'bin', 'redis-server'), says('5.0.14'));
    expect(await searchRedisServer({ env, home })).toEqual({
      found: undefined,
      tooOld: [{ path: old, kind: 'redis', version: '5.0.14' }],
    });
    const valkey = await script(join(home, 'bin', 'valkey-server'), says('7.2.8', 'Valkey'));
    expect((await findRedisServer({ env, home }))?.path).toBe(valkey);
  });

  test('what is no server, or does not run, is not taken', async () => {
    const home = await temporaryHome();
    const env = { PATH: `${join(home, 'a')}:${join(home, 'b')}` };
    await script(join(home, 'a', 'redis-server'), 'echo "other program 9.9.9"');
    await script(join(home, 'a', 'valkey-server'), says('8.0.0', 'Valkey'), 'exit 127');
    await mkdir(join(home, 'b', 'redis-server'), { recursive: true });
    expect(await findRedisServer({ env, home })).toBeUndefined();
  });

  test.each([
    [
      'nothing',
      '/nowhere/redis-server',
      /BILAG_REDIS_SERVER is "\/nowhere\/redis-server", and no program stands there/,
    ],
    ['a name that is not on PATH', 'redis-sever', /"redis-sever", and no program stands there/],
    ['a folder', '/tmp', /"\/tmp", and no program stands there/],
    ['another program', '/bin/sh', /"\/bin\/sh", which is not a Redis or Valkey server/],
  ])('BILAG_REDIS_SERVER pointing at %s is a usage error', async (_, named, message) => {
    const finding = findRedisServer({
      env: { BILAG_REDIS_SERVER: named, PATH: '/usr/bin' },
      home: await temporaryHome(),
    });
    await expect(finding).rejects.toThrow(message);
    await expect(finding).rejects.toBeInstanceOf(UsageError);
    await expect(finding).rejects.toHaveProperty('suggestion', expect.stringContaining('unset it'));
  });

  test('BILAG_REDIS_SERVER pointing at a file without the right to run it, or at an old server', async () => {
    const home = await temporaryHome();
    await writeFile(join(home, 'plain'), 'text', { mode: 0o644 });
    const plain = findRedisServer({ env: { BILAG_REDIS_SERVER: join(home, 'plain') }, home });
    await expect(plain).rejects.toThrow(/no program stands there/);
    const old = await script(join(home, 'old'), says('5.0.14'));
    const finding = findRedisServer({ env: { BILAG_REDIS_SERVER: old }, home });
    await expect(finding).rejects.toThrow(/version 5\.0\.14; bilag needs 6\.2\.0 or later/);
    await expect(finding).rejects.toBeInstanceOf(UsageError);
  });
});

test.each([
  ['6.2.0', true],
  ['6.2.14', true],
  ['6.0.16', false],
  ['5.9.9', false],
  ['7.0.0', true],
  ['10.0.1', true],
])('%s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});
