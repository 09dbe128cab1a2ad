import { existsSync, statSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepareServerPlace, prepareSocketDir, redisOptions } from '../../../src/queue/redis-server/options.ts';
import { type PrivateRedis, startPrivateRedis } from '../../../src/queue/redis-server/private-redis.ts';
import { buildHolder, hold, removeHolder, startHolder } from './processes.ts';
import { cleanHomes, realServer, script, serversBelow, temporaryHome } from './temporary-home.ts';

const env = { ...process.env, BILAG_REDIS_SERVER: realServer() };
const start = (home: string, lines: string[] = []) => startPrivateRedis({ home, env, log: (line) => lines.push(line) });

beforeAll(buildHolder);
afterAll(removeHolder);

afterEach(async () => {
  expect(await cleanHomes(), 'servers that a test left running').toEqual([]);
});

/** Asks the server something over a connection of its own. */
async function ask<T>(redis: PrivateRedis, question: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(redisOptions(redis.url));
  try {
    return await question(client);
  } finally {
    client.disconnect();
  }
}

/** What is to come about comes about long before, in milliseconds; a machine under load is given more. */
const PATIENCE_MS = 90_000;

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); ) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('startPrivateRedis', () => {
  test('serves this user alone on a socket in BILAG_HOME, keeps nothing on disk, and is gone after stop', async () => {
    const home = await temporaryHome('a home', 'på "en" 100% plass');
    const redis = await start(home);
    expect(redis.socketPath).toBe(join(home, 'redis', 'redis.sock'));
    expect(statSync(redis.socketPath).mode & 0o777).toBe(0o700);
    expect(statSync(join(home, 'redis')).mode & 0o777).toBe(0o700);
    const settings = await ask(redis, (client) =>
      client.config('GET', 'port', 'save', 'appendonly', 'maxmemory-policy'),
    );
    expect(settings).toEqual(
      expect.arrayContaining(['port', '0', 'save', '', 'appendonly', 'no', 'maxmemory-policy', 'noeviction']),
    );
    await redis.stop();
    await redis.stop();
    expect(serversBelow(home)).toEqual([]);
    expect(existsSync(redis.socketPath)).toBe(false);
    await expect(redis.ensure()).rejects.toThrow(/stopped/);
  });

  test('started five times at once it is one server, which lives until the last one leaves', async () => {
    const home = await temporaryHome();
    const holders = await Promise.all([1, 2, 3].map(() => hold('redis', home, env)));
    const inside = await Promise.all([start(home), start(home)]);
    expect(serversBelow(home)).toHaveLength(1);
    expect(new Set([...holders.map(({ said }) => said), ...inside.map(({ url }) => `ready ${url}`)]).size).toBe(1);
    await Promise.all(inside.map((redis) => redis.stop()));
    expect(await holders[0]!.leave()).toBe(0);
    expect(await holders[1]!.leave()).toBe(0);
    expect(serversBelow(home)).toHaveLength(1);
    expect(await holders[2]!.leave()).toBe(0);
    expect(serversBelow(home)).toEqual([]);
  });

  test.each([
    ['a home', 'short'],
    ['a deep home', 'deep'.repeat(30)],
  ])('leaving and coming at once ends with a living server for who stays: %s', async (_, folder) => {
    const home = await temporaryHome(folder);
    for (let round = 0; round < 5; round++) {
      const leaving = await start(home);
      const [, staying] = await Promise.all([leaving.stop(), start(home)]);
      expect(await ask(staying, (client) => client.ping())).toBe('PONG');
      expect(serversBelow(home)).toHaveLength(1);
      await staying.stop();
      expect(serversBelow(home)).toEqual([]);
    }
  });

  test('a process that was killed does not keep the server alive, nor the server end with it', async () => {
    const home = await temporaryHome();
    const killed = await hold('redis', home, env);
    const redis = await start(home);
    await killed.kill();
    expect(await ask(redis, (client) => client.ping())).toBe('PONG');
    await redis.stop();
    expect(serversBelow(home)).toEqual([]);
  });

  test('a server whose every user was killed is adopted', async () => {
    const home = await temporaryHome();
    const killed = await hold('redis', home, env);
    const orphan = serversBelow(home);
    await killed.kill();
    const redis = await start(home);
    expect(orphan).toHaveLength(1);
    expect(serversBelow(home)).toEqual(orphan);
    await redis.stop();
    expect(serversBelow(home)).toEqual([]);
  });

  test('a process that is killed while it starts the server leaves no second one', async () => {
    const home = await temporaryHome();
    const slow = await script(
      join(home, 'slow-server'),
      `[ "$1" = --version ] || { touch '${home}/began'; while [ ! -e '${home}/go' ]; do sleep 0.05; done; }`,
      `exec '${realServer()}' "$@"`,
    );
    const starting = startHolder('redis', home, { ...env, BILAG_REDIS_SERVER: slow });
    await until(() => existsSync(join(home, 'began')), 'the server is being started');
    starting.child.kill('SIGKILL');
    await expect(starting.ready).rejects.toThrow('the holder ended');
    await writeFile(join(home, 'go'), '');
    const redis = await start(home);
    expect(serversBelow(home)).toHaveLength(1);
    await redis.stop();
    expect(serversBelow(home)).toEqual([]);
  });

  test('a start that never came about does not stand in the way', async () => {
    const home = await temporaryHome();
    await mkdir(join(home, 'redis'));
    await writeFile(join(home, 'redis', 'server.starting'), '');
    const redis = await start(home);
    await redis.stop();
  });

  test('a killed server comes back, by itself and by ensure, and connections recover', async () => {
    const home = await temporaryHome();
    const lines: string[] = [];
    const redis = await start(home, lines);
    const client = new Redis(redisOptions(redis.url));
    client.on('error', () => undefined);
    expect(await client.ping()).toBe('PONG');
    const [first] = serversBelow(home);
    process.kill(first!, 'SIGKILL');
    expect(await client.ping()).toBe('PONG');
    await redis.ensure();
    expect(serversBelow(home)).toHaveLength(1);
    expect(serversBelow(home)).not.toContain(first);
    expect(lines).toEqual(['The private Redis has ended; starting it again.']);
    client.disconnect();
    await redis.stop();
  });

  test('two users of a killed server start one again, and both count as users', async () => {
    const home = await temporaryHome();
    const [a, b] = [await start(home), await start(home)];
    const [first] = serversBelow(home);
    process.kill(first!, 'SIGKILL');
    await until(() => !serversBelow(home).includes(first!), 'the server dies');
    await Promise.all([a.ensure(), b.ensure(), a.ensure()]);
    expect(serversBelow(home)).toHaveLength(1);
    await a.stop();
    expect(await ask(b, (client) => client.ping())).toBe('PONG');
    await b.stop();
  });

  test('ensure costs next to nothing while the server lives', async () => {
    const redis = await start(await temporaryHome());
    // What this process worked, in microseconds: not how long it had to wait for its turn.
    const before = process.cpuUsage();
    for (let i = 0; i < 1_000; i++) await redis.ensure();
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
    await redis.stop();
  });

  test('a home too deep for a socket has it in a private folder elsewhere, which goes with the server', async () => {
    const home = await temporaryHome('deep'.repeat(20), 'deeper'.repeat(15));
    const redis = await start(home);
    expect(redis.socketPath).toMatch(/^\/tmp\/bilag-[0-9a-f]{16}\/redis\.sock$/);
    const folder = join(redis.socketPath, '..');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const again = await start(home);
    expect(again.url).toBe(redis.url);
    expect(serversBelow(home)).toHaveLength(1);
    await again.stop();
    await redis.stop();
    expect(existsSync(folder)).toBe(false);
  });

  test('one home by two names has one server', async () => {
    const home = await temporaryHome('real');
    const link = join(home, '..', 'link');
    await symlink(home, link);
    const [a, b] = [await start(home), await start(link)];
    expect(b.url).toBe(a.url);
    expect(serversBelow(home)).toHaveLength(1);
    await Promise.all([a.stop(), b.stop()]);
  });

  test('a home that is removed under a running server leaves no server behind', async () => {
    const home = await temporaryHome('gone');
    const redis = await start(home);
    const [pid] = serversBelow(home);
    await rm(home, { recursive: true });
    await redis.stop();
    await until(() => !existsSync(`/proc/${pid}`), 'the server ends');
    expect(existsSync(home)).toBe(false);
  });

  test('a server of another home on this socket is not taken for ours', async () => {
    const [home, other] = [await temporaryHome('home'), await temporaryHome('other')];
    const redis = await start(other);
    await mkdir(join(home, 'redis'));
    await symlink(redis.socketPath, join(home, 'redis', 'redis.sock'));
    await expect(start(home)).rejects.toThrow(`is another Redis, whose folder is ${join(other, 'redis')}`);
    await redis.stop();
  });

  test('a server that fails to start is quoted', async () => {
    const home = await temporaryHome();
    const path = await script(
      join(home, 'broken'),
      '[ "$1" = --version ] && { echo "Redis server v=7.0.0 sha="; exit 0; }',
      'echo "1:M # Failed opening Unix socket: no room for it"; exit 1',
    );
    const starting = startPrivateRedis({ home, env: { ...env, BILAG_REDIS_SERVER: path }, log: () => undefined });
    await expect(starting).rejects.toThrow(
      /did not start: it ended with exit code 1\. Its last words: .*no room for it$/,
    );
    await expect(starting).rejects.toHaveProperty('suggestion', expect.stringContaining('server.log'));
    const redis = await start(home);
    expect(await readFile(join(home, 'redis', 'server.previous.log'), 'utf8')).toContain('no room for it');
    await redis.stop();
  });

  test('a living server serves, though its program is gone', async () => {
    const home = await temporaryHome();
    const redis = await start(home);
    const nowhere = { ...env, BILAG_REDIS_SERVER: '/nowhere' };
    const second = await startPrivateRedis({ home, env: nowhere, log: () => undefined });
    await second.stop();
    await redis.stop();
    await expect(startPrivateRedis({ home, env: nowhere, log: () => undefined })).rejects.toThrow(/BILAG_REDIS_SERVER/);
  });
});

describe('the folder outside the home', () => {
  test('is made private where it is ours, and refused where it is a link', async () => {
    const folder = join(await temporaryHome(), 'place');
    await mkdir(folder);
    await chmod(folder, 0o777);
    await prepareSocketDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await symlink(folder, `${folder}-link`);
    await expect(prepareSocketDir(`${folder}-link`)).rejects.toThrow(/belongs to someone else/);
  });

  test('the longest socket path in a home is one that sockets can have', async () => {
    const home = await temporaryHome();
    const room = 103 - Buffer.byteLength(join(home, 'x', 'redis', 'redis.sock')) + 1;
    expect((await prepareServerPlace(join(home, 'x'.repeat(room)))).socketDir).toBeUndefined();
    const place = await prepareServerPlace(join(home, 'x'.repeat(room + 1)));
    expect(place.socketDir).toBeDefined();
  });
});
