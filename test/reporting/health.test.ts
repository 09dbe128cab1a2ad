import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as DiskRoomModule from '../../src/core/disk.ts';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';
import type * as ConnectModule from '../../src/queue/connect-redis.ts';
import type * as HealthModule from '../../src/reporting/health.ts';
import { journal, load, openOffice, voucher } from '../importing/office.ts';
import { ownRedis } from '../queue/own-redis.ts';

const { createHealth } = await load<typeof HealthModule>('reporting/health.js');
const { LEAST_ROOM_BYTES } = await load<typeof DiskRoomModule>('core/disk.js');
const { connectRedis } = await load<typeof ConnectModule>('queue/connect-redis.js');

async function ready() {
  const office = await openOffice();
  const redis = await ownRedis();
  const quiet = () => undefined;
  const link = await connectRedis({
    url: redis.url,
    home: office.ports.home,
    env: process.env,
    log: quiet,
  });
  const { ledger, ports } = office;
  const health = createHealth({
    ledger,
    ledgerPath: ports.ledgerPath,
    home: ports.home,
    redis: () => link,
    now: Date.now,
  });
  const failing = async () => (await health()).checks.filter(({ ok }) => !ok);
  const leave = async () => {
    link.disconnect();
    await redis.leave();
  };
  return { office, redis, health, failing, leave };
}

test('ready while Redis answers, the ledger can be written and the disk has room; a look changes nothing', async () => {
  const { office, redis, health, failing, leave } = await ready();
  try {
    // On a machine that stands still for longer than a check may take, any of them may fail: asked again, they do not.
    await expect.poll(health).toMatchObject({
      ok: true,
      checks: [
        { name: 'redis', ok: true },
        { name: 'ledger', ok: true },
        { name: 'disk', ok: true, what: expect.stringMatching(/^[\d.]+ [MG]B free$/) },
      ],
    });
    const reader = openSqlite(office.ports.ledgerPath, 1_000);
    expect(await reader.all("select * from meta where name = 'tried'")).toEqual([]);

    // Another process that keeps the write lock is no reason to stand still, and stands in the way of readiness.
    await reader.exec('begin immediate');
    let turns = 0;
    const ticking = setInterval(() => turns++, 20);
    // It says so after eighty tries with a rest after each: others have their turn in every rest, however long that is.
    const locked = { name: 'ledger', what: expect.stringContaining('locked'), remedy: expect.anything() };
    await expect
      .poll(() => {
        turns = 0;
        return failing();
      })
      .toMatchObject([locked]);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
    await reader.exec('rollback');
    reader.close();
    await expect.poll(failing).toEqual([]);
    // The ledger waits for others as before: an import books while somebody else writes now and then.
    expect((await office.book('a.csv', journal(voucher(1, 1)))).receipt.state).toBe('completed');

    redis.stop();
    expect((await health()).checks[0]).toMatchObject({ name: 'redis', ok: false, what: 'no answer within 3 s' });
    redis.goOn();
    await expect.poll(failing, { timeout: 90_000 }).toEqual([]);
    await redis.kill();
    const away = [{ name: 'redis', what: 'Redis is not responding', remedy: expect.anything() }];
    await expect.poll(failing, { timeout: 90_000 }).toMatchObject(away);
    // Since when stays the same from look to look.
    const [first] = await failing();
    expect((await failing())[0]!.since).toBe(first!.since);
    expect(first!.since).toBeGreaterThan(0);
    await redis.start();
    await expect.poll(failing, { timeout: 90_000 }).toEqual([]);
  } finally {
    await leave();
  }
});

test('before there is a Redis, nothing is ready', async () => {
  const { ledger, ports } = await openOffice();
  const health = createHealth({
    ledger,
    ledgerPath: ports.ledgerPath,
    home: ports.home,
    redis: () => undefined,
    now: Date.now,
  });
  await expect.poll(health).toMatchObject({
    ok: false,
    checks: [{ name: 'redis', ok: false }, { ok: true }, { ok: true }],
  });
});

test('what can not be looked at is not ready, and says why', async () => {
  const { ledger, ports } = await openOffice();
  const home = join(ports.home, 'gone');
  const health = createHealth({ ledger, ledgerPath: ports.ledgerPath, home, redis: () => undefined, now: Date.now });
  const missing = { ok: false, what: expect.stringContaining('ENOENT') };
  await expect.poll(async () => (await health()).checks[2]).toMatchObject(missing);
});

test('a disk with little room is not ready', async (context) => {
  const { folder, ledger, ports } = await openOffice();
  const small = join(folder, 'small');
  mkdirSync(small);
  const size = LEAST_ROOM_BYTES / 1024 ** 2 - 1;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', small]).status !== 0)
    return context.skip('a disk of its own can only be mounted by root, on Linux');
  try {
    const health = createHealth({
      ledger,
      ledgerPath: ports.ledgerPath,
      home: small,
      redis: () => undefined,
      now: Date.now,
    });
    await expect
      .poll(async () => (await health()).checks[2])
      .toMatchObject({
        name: 'disk',
        ok: false,
        since: expect.any(Number),
        figures: { free: expect.any(Number), total: expect.any(Number) },
        what: `only ${size} MB free; ${size + 1} MB are needed`,
        remedy: expect.stringContaining('Make room'),
      });
  } finally {
    spawnSync('umount', ['-l', small]);
    rmSync(small, { recursive: true });
  }
});
