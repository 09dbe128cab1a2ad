import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OwnRedis, ownRedis } from '../queue/own-redis.ts';
import { numbered } from './bilag.ts';
import { officeBesideSandbox, until } from './office-beside-sandbox.ts';

/** Requests that bilag has under way at once, unless it is told otherwise. */
const AT_ONCE = 4;
/** Megabytes of the disk that the home is on. */
const DISK = 12;

let redis: OwnRedis;
beforeEach(async () => {
  redis = await ownRedis();
});
afterEach(() => redis.leave());
const { office, faults, booked, states, takeIn } = officeBesideSandbox();
const count = async (state: string) => (await states(1))[state] ?? 0;

let home: string;
let mounted = false;
beforeEach(async () => {
  office.env['REDIS_URL'] = redis.url;
  home = join(await realpath(office.folder), '.bilag');
  await mkdir(home);
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', home]).status === 0;
});
afterEach(() => {
  if (mounted) spawnSync('umount', ['-l', home]);
});

/** Takes every byte that is left. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const block = Buffer.alloc(4_096); ; ) writeSync(file, block);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

it('a disk that is full when replies come, for longer than a lease lasts: what they said is written when there is room', async (test) => {
  if (!mounted) return test.skip('a disk of its own can only be mounted by root, on Linux');
  await takeIn('a.csv', numbered(40));
  await faults('slow=1,slow-for=5s');
  const worker = office.start('start');
  // As many as there can be: where one of them ends, another begins in the same moment.
  await until('requests are under way', async () => (await count('sending')) === AT_ONCE);
  fill(join(home, 'filler'));
  await faults('');
  await worker.said(/disk is full/);
  await sleep(12_000);
  expect((await count('sending')) + (await count('in-doubt'))).toBe(AT_ONCE);
  await rm(join(home, 'filler'));
  await worker.said(/a\.csv: completed/);
  worker.child.kill('SIGTERM');
  const { code, out, err } = await worker.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(await count('booked')).toBe(20);
  expect(await booked()).toMatchObject({ count: 40 });
  // One line for each thing that could not be done, however often it was tried.
  const said = out.match(/"msg":"[^"]*disk is full[^"]*"/g)!;
  expect(new Set(said).size).toBe(said.length);
  expect(said.length).toBeLessThanOrEqual(3);
});
