import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type OwnRedis, ownRedis } from '../queue/own-redis.ts';
import { journal, type Office, openOffice } from './bilag.ts';

/** Megabytes of the disk that the home is on. */
const DISK = 12;

let sandbox: Sandbox;
let office: Office;
let redis: OwnRedis;
let home: string;
let mounted = false;
beforeEach(async () => {
  sandbox = await startSandbox();
  redis = await ownRedis();
  office = await openOffice({ ACCOUNTING_URL: sandbox.url, REDIS_URL: redis.url });
  home = join(await realpath(office.folder), '.bilag');
  await mkdir(home);
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}m`, 'tmpfs', home]).status === 0;
});
afterEach(async () => {
  if (mounted) spawnSync('umount', ['-l', home]);
  await office.leave();
  await redis.leave();
  await sandbox.close();
});

function inLedger<T>(work: (ledger: ReturnType<typeof openLedger>) => T): T {
  const ledger = openLedger(`sqlite:${join(home, 'ledger.db')}`);
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}
const count = (state: string) =>
  inLedger(({ posting }) => posting.batches(1).filter((batch) => batch.state === state).length);

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
  await office.write(
    'a.csv',
    journal(Array.from({ length: 40 }, (_, at) => ({ key: `${at}`, amount: `${at + 1},00` }))),
  );
  expect((await office.run('import', 'a.csv', '--job', 'journal', '--no-wait')).code).toBe(0);
  const slow = (spec: string) =>
    fetch(`${sandbox.url}/sandbox/faults`, { method: 'PUT', body: JSON.stringify({ spec }) });
  await slow('slow=1,slow-for=2s');
  const worker = office.start('start');
  for (const end = performance.now() + 20_000; count('sending') === 0 && performance.now() < end; ) await sleep(20);
  // The others begin at the same moment.
  await sleep(500);
  const underWay = count('sending');
  expect(underWay).toBeGreaterThan(0);
  fill(join(home, 'filler'));
  await slow('');
  await worker.said(/disk is full/);
  await sleep(12_000);
  expect(count('sending') + count('in-doubt')).toBe(underWay);
  await rm(join(home, 'filler'));
  await worker.said(/a\.csv: completed/);
  worker.child.kill('SIGTERM');
  const { code, out, err } = await worker.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(count('booked')).toBe(20);
  const booked = (await (await fetch(`${sandbox.url}/sandbox/booked?summary=1`)).json()) as { count: number };
  expect(booked.count).toBe(40);
  // One line for each thing that could not be done, however often it was tried.
  const said = out.match(/"msg":"[^"]*disk is full[^"]*"/g)!;
  expect(new Set(said).size).toBe(said.length);
  expect(said.length).toBeLessThanOrEqual(3);
});
