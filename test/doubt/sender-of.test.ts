import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { processes } from '../../src/core/processes.ts';
import { senderOf } from '../../src/doubt/sender.ts';
import { BUILD } from '../built.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../importing/office.ts';

const PROCESSES = pathToFileURL(join(BUILD, 'core/processes.js')).href;
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A process that says what it is, and stays. @param title what the system calls it */
async function live(title = 'node'): Promise<{ child: ChildProcess; pid: number; started: string }> {
  const script = `process.title = ${JSON.stringify(title)}; import(${JSON.stringify(PROCESSES)}).then(({ processes }) => console.log(processes.self)); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [said] = await once(child.stdout!, 'data');
  return { child, pid: child.pid!, started: String(said).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('whether a process still lives', () => {
  test('alive, stopped, killed', async () => {
    const { child, pid, started } = await live();
    expect(processes.lives(pid, started)).toBe(true);
    child.kill('SIGSTOP');
    expect(processes.lives(pid, started)).toBe(true);
    await kill(child);
    expect(processes.lives(pid, started)).toBe(false);
  });

  test.runIf(platform() === 'linux')('another that got the same pid, or another boot, is not the one', async () => {
    const { pid, started } = await live();
    const [boot, namespace, start] = started.split(' ');
    expect(processes.lives(pid, `${boot} ${namespace} ${Number(start) - 1}`)).toBe(false);
    expect(processes.lives(pid, `0-0 ${namespace} ${start}`)).toBe(false);
    expect(processes.lives(process.pid, started)).toBe(false);
    expect(processes.lives(process.pid, processes.self)).toBe(true);
  });

  test.runIf(platform() === 'linux')('in another pid namespace of this boot nothing can be said', () => {
    const [boot, , start] = processes.self.split(' ');
    expect(processes.lives(process.pid, `${boot} pid:[1] ${start}`)).toBeUndefined();
  });

  test('a start that the system did not tell: the pid alone says it', async () => {
    const { child, pid } = await live();
    for (const told of ['', '1767225600000']) expect(processes.lives(pid, told)).toBe(true);
    await kill(child);
    for (const told of ['', '1767225600000']) expect(processes.lives(pid, told)).toBe(false);
  });

  test.runIf(platform() === 'linux')('a program whose name looks like the fields after it', async () => {
    const { child, pid, started } = await live('a) S 1 (b');
    expect(readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain('(a) S 1 (b)');
    expect(started).toMatch(/^[\da-f-]{36} pid:\[\d+\] \d+$/);
    expect(processes.lives(pid, started)).toBe(true);
    await kill(child);
    expect(processes.lives(pid, started)).toBe(false);
  });
});

describe('the sender of a batch in doubt', () => {
  const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;
  const HOUR = 3_600_000;
  const LEASE_MS = 15_000;

  /** A batch in doubt whose sender went away, as this host and process say it. */
  async function doubted(
    office: Office,
    sender: { host: string; pid: number; started: string },
    { leaseMs = LEASE_MS } = {},
  ) {
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    await office.plan(row);
    const { leases, posting, doubts } = office.ledger;
    const now = office.ports.now();
    await leases.register({ id: 'gone', ...sender, lease_until: now + leaseMs });
    await posting.beginSending(row.num, { id: 'a1', holder: 'gone', deadline: now + HOUR, limit: 1 }, now);
    const alive = await senderOf((await posting.batch(row.num, 1))!, office.ports);
    expect(await doubts.orphans(now + HOUR + 1)).toHaveLength(1);
    return { alive, seen: async () => senderOf((await posting.batch(row.num, 1))!, office.ports), row };
  }

  test('on this host: alive while its process is, stopped or not; gone when it ended', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const { child, pid, started } = await live();
    const { seen } = await doubted(office, { host: office.ports.host, pid, started });
    expect(await seen()).toMatchObject({ state: 'alive', holder: { id: 'gone', pid, struck: 1 } });
    child.kill('SIGSTOP');
    expect((await seen()).state).toBe('alive');
    await kill(child);
    expect(await seen()).toMatchObject({ state: 'gone', holder: { pid } });
  });

  test('on another host: alive while its lease holds, then unknown; gone when it left in good order', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const { alive, seen } = await doubted(office, { host: 'elsewhere', pid: process.pid, started: processes.self });
    expect(alive.state).toBe('alive');
    expect(await seen()).toMatchObject({ state: 'unknown', holder: { host: 'elsewhere' } });
    await office.ledger.leases.remove('gone');
    expect(await seen()).toEqual({ state: 'gone' });
  });

  test('a lease far in the future was written before the clock was set back, and says nothing', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const { child, pid, started } = await live();
    await kill(child);
    const here = { host: office.ports.host, pid, started };
    expect((await doubted(office, here, { leaseMs: HOUR })).alive.state).toBe('gone');
    const other = await openOffice({ jobs: { journal: ALONE } });
    const elsewhere = { host: 'elsewhere', pid, started };
    expect((await doubted(other, elsewhere, { leaseMs: HOUR })).alive.state).toBe('unknown');
  });

  test('one that wrote itself how its request ended has ended with it, dead or alive', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.next('reset-after');
    const { row } = await office.book('a.csv', journal(voucher(1, 1)));
    expect(await senderOf((await office.batches(row))[0]!, office.ports)).toEqual({ state: 'ended' });
  });
});
