import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../src/ledger/open-ledger.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { holdOpen } from '../arriving/inbox/writer.ts';
import { type OwnRedis, ownRedis } from '../queue/own-redis.ts';
import { journal, type Office, openOffice, type Running, SOUND } from './bilag.ts';
import { newsIn } from './log-lines.ts';

const ROLES = ['start', '--only', 'schedule,plan,post'];
const EVERY_SECOND = '* * * * * *';
const DAILY = '0 6 * * *';
const DAY_MS = 24 * 60 * 60_000;

let sandbox: Sandbox;
let office: Office;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await fetch(`${sandbox.url}/sandbox/reset`, { method: 'POST', body: '{}' });
  office = await openOffice({ ACCOUNTING_URL: sandbox.url });
  await mkdir(join(office.folder, 'exports'));
});
afterEach(() => office.leave());

const exported = () => join(office.folder, 'exports', 'bank.csv');
/** Written a while ago: what was written just now may be written still. */
async function offer(text: string): Promise<void> {
  const path = join(office.folder, await office.write('exports/bank.csv.new', text));
  const before = new Date(Date.now() - 60_000);
  await utimes(path, before, before);
  // At once: a run may look at any moment.
  await rename(path, exported());
}
/** At once: half a job that is read while it is written is another one. */
async function define(name: string, keys: string): Promise<void> {
  const path = await office.write(
    `jobs/${name}.yaml.new`,
    `kind: bookings\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst }\n${keys}\n`,
  );
  await rename(join(office.folder, path), join(office.folder, 'jobs', `${name}.yaml`));
}
const fetching = () => `fetch: { path: ${exported()} }`;
const scheduled = (cron: string) => `${fetching()}\nschedule: { cron: "${cron}", tz: Europe/Oslo }`;
async function inLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const ledger = openLedger(`sqlite:${join(office.folder, '.bilag', 'ledger.db')}`);
  try {
    return await work(ledger);
  } finally {
    ledger.close();
  }
}
const runs = () => inLedger(async ({ runs }) => (await runs.list(1_000)).reverse());
async function bookedCount(): Promise<number> {
  const { count } = (await (await fetch(`${sandbox.url}/sandbox/booked?summary=1`)).json()) as { count: number };
  return count;
}
async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = performance.now() + 90_000; !(await holds()); await sleep(50)) {
    if (performance.now() > end) throw new Error(`Too long until ${what}.`);
  }
}
const warnings = (running: Running) => newsIn(running.told().out);
async function stopped(...workers: Running[]): Promise<void> {
  for (const { child } of workers) child.kill('SIGTERM');
  for (const { ended } of workers) expect(await ended).toMatchObject({ code: 0, err: '' });
}

describe('bilag run', () => {
  it('fetches and books what is new, once, and leaves with the exit code of the import', async () => {
    await define('bank', fetching());
    await offer(SOUND);
    const first = await office.run('run', 'bank');
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('✓ bank.csv: completed');
    expect(await office.run('run', 'bank')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^bank: nothing new/),
    });
    expect(await bookedCount()).toBe(3);
    await offer(journal([{ key: '9', account: '9999', amount: '1,00' }]));
    const third = await office.run('run', 'bank', '--json');
    expect(third.code).toBe(3);
    const { run, imports } = JSON.parse(third.out);
    expect(run).toMatchObject({ job: 'bank', outcome: 'ok', files: [{ name: 'bank.csv', how: 'new' }] });
    expect(imports).toEqual([expect.objectContaining({ import: run.files[0].import, entries: expect.anything() })]);
    expect((await runs()).map(({ manual, outcome }) => [manual, outcome])).toEqual([
      [1, 'ok'],
      [1, 'nothing-new'],
      [1, 'ok'],
    ]);
  });

  it.runIf(process.platform === 'linux')('names a file that is still being written', async () => {
    await define('bank', fetching());
    await offer(SOUND);
    const writer = await holdOpen(exported());
    const { code, out } = await office.run('run', 'bank');
    expect([code, out]).toEqual([
      0,
      'bank: bank.csv: The file is still being written; the next run takes it.\nbank: nothing new (no file).\n',
    ]);
    await writer.close();
    expect((await office.run('run', 'bank')).out).toContain('✓ bank.csv: completed');
  });

  it('says of what it received before that it was rejected', async () => {
    await define('bank', fetching());
    await offer('Navn;Feil\nx;y\n');
    expect((await office.run('run', 'bank')).code).not.toBe(0);
    expect(await office.run('run', 'bank')).toMatchObject({
      code: 3,
      out: expect.stringMatching(
        /^bank: nothing new \(1 file, received before; bank\.csv was rejected: bilag show \w+\)/,
      ),
    });
    expect(await office.run('run', 'bank', '--json')).toMatchObject({
      code: 3,
      out: expect.stringContaining('"rejected":true'),
    });
    expect((await runs()).map(({ detail }) => JSON.parse(detail!).rejected)).toEqual([undefined, 1, 1]);
  });

  it('with --no-wait leaves once it is recorded', async () => {
    await define('bank', fetching());
    await offer(SOUND);
    const recorded = await office.run('run', 'bank', '--no-wait', '--json');
    expect(recorded.code).toBe(0);
    expect(JSON.parse(recorded.out).imports).toEqual([expect.objectContaining({ state: 'planning' })]);
    expect(await bookedCount()).toBe(0);
  });

  it('says why nothing could be fetched: exit code 1, with the words kept', async () => {
    await define('bank', fetching());
    const failed = await office.run('run', 'bank', '--json');
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/The run of bank failed: .*bank\.csv/);
    expect(JSON.parse(failed.out)).toMatchObject({ run: { outcome: 'failed' }, imports: [] });
    const [run] = await runs();
    expect(run).toMatchObject({ outcome: 'failed' });
    expect(failed.err).toContain(JSON.parse(run!.detail!).message);
  });

  it('refuses a job that does not say where from: exit code 2', async () => {
    expect(await office.run('run', 'journal')).toMatchObject({ code: 2, err: expect.stringContaining('fetch') });
  });

  it('leaves a run that is under way alone: exit code 1, and who does it', async () => {
    await define('bank', fetching());
    await offer(SOUND);
    await mkdir(join(office.folder, '.bilag'));
    const now = Date.now();
    await inLedger((ledger) =>
      ledger.runs.claim(
        { id: 'OTHER', job: 'bank', due_at: now, manual: 0, holder: 'another machine', until: now + 45_000 },
        now,
      ),
    );
    const refused = await office.run('run', 'bank');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/under way since .*another machine/);
    expect(await runs()).toHaveLength(1);
  });
});

describe('bilag start', () => {
  it('shows the next run, makes up for what was missed once, and says what came of it', async () => {
    await define('bank', scheduled(DAILY));
    await offer(SOUND);
    await mkdir(join(office.folder, '.bilag'));
    const since = Date.now() - 10 * DAY_MS;
    await inLedger(({ runs }) => runs.setSchedule({ job: 'bank', cron: DAILY, tz: 'Europe/Oslo', since }));
    const late = await office.run('doctor');
    expect(late.out).toMatch(/✗ schedule of bank: next run .*; the run of .* 06:00 \(Europe\/Oslo\) was missed/);
    await inLedger(({ pausedJobs }) => pausedJobs.pause({ job: 'bank', at: 0, who: 'kari', reason: 'holidays' }));
    expect((await office.run('doctor')).out).toMatch(/✓ schedule of bank: paused 1970-01-01 .* by kari: holidays/);
    await inLedger(async ({ pausedJobs, runs }) => {
      const [before] = await runs.schedules();
      await pausedJobs.resume('bank', 0);
      await runs.setSchedule(before!);
    });
    const worker = office.start(...ROLES);
    await worker.said(/bank: next run \d{4}-\d\d-\d\d 06:00 \(Europe\/Oslo\)/);
    await worker.said(/bank: run began, due \d{4}-\d\d-\d\d 06:00 \(Europe\/Oslo\)/);
    await worker.said(/bank: run ended, 1 file received/);
    await worker.said(/bank\.csv: completed/);
    await stopped(worker);
    expect(await runs()).toEqual([expect.objectContaining({ job: 'bank', manual: 0, outcome: 'ok' })]);
    expect(await bookedCount()).toBe(3);
    expect((await office.run('doctor')).out).toMatch(/✓ schedule of bank: .*last run .*, 1 file received/);
  });

  it('follows the jobs: added, changed, broken and removed ones, without a restart', async () => {
    await define('bank', scheduled(DAILY));
    const worker = office.start(...ROLES);
    await worker.said(/bank: next run .* 06:00/);
    await define('bank', scheduled('30 7 * * *'));
    await worker.said(/bank: next run .* 07:30/);
    await offer(SOUND);
    await define('till', scheduled(EVERY_SECOND));
    await worker.said(/till: run ended, 1 file received/);
    await worker.said(/bank\.csv: completed/);
    await define('till', 'frobnicate: yes');
    await worker.said(/The job till is broken: .*frobnicate/);
    const before = (await runs()).length;
    await until('the last good one goes on', async () => (await runs()).length >= before + 3);
    await define('till', scheduled(DAILY));
    await worker.said(/The job till is valid again/);
    await worker.said(/till: next run .* 06:00/);
    // What came due before is made up for: without its job that run would fail.
    const isDaily = () =>
      inLedger(async ({ runs }) => (await runs.schedules()).some(({ job, cron }) => job === 'till' && cron === DAILY));
    await until(
      'no run of it is left',
      async () => (await isDaily()) && (await runs()).every(({ ended_at }) => ended_at !== null),
    );
    await rm(join(office.folder, 'jobs', 'till.yaml'));
    await worker.said(/till: no schedule any more/);
    await until('it is forgotten', () => inLedger(async ({ runs }) => (await runs.schedules()).length === 1));
    expect(warnings(worker)).toEqual([
      expect.stringMatching(/^The job till is broken: .* The last valid version stays in use until it is corrected\.$/),
      'The job till is valid again.',
    ]);
    await stopped(worker);
    expect(await bookedCount()).toBe(3);
  });

  it('takes a failure for what it is, and goes on', async () => {
    await define('bank', scheduled(EVERY_SECOND));
    const worker = office.start(...ROLES);
    await worker.said(/bank: run ended, failed: .*bank\.csv/);
    await offer(SOUND);
    await worker.said(/bank: run ended, 1 file received/);
    await stopped(worker);
    expect(warnings(worker).every((line) => line.startsWith('bank: run ended, failed: '))).toBe(true);
    expect(await inLedger(({ runs }) => runs.ofJob('bank', 100))).toContainEqual(
      expect.objectContaining({ outcome: 'ok' }),
    );
  });
});

describe('several processes', () => {
  let redis: OwnRedis;
  beforeEach(async () => {
    redis = await ownRedis();
    office.env['REDIS_URL'] = redis.url;
  });
  afterEach(() => redis.leave());

  it('share the runs, one at a time, though Redis is emptied again and again and one of them is killed', async () => {
    await define('bank', scheduled(EVERY_SECOND));
    const workers = [office.start(...ROLES), office.start(...ROLES)];
    for (const worker of workers) await worker.said(/"event":"started"/);
    await offer(SOUND);
    const ended = async () => (await runs()).filter(({ ended_at }) => ended_at !== null).length;
    for (const target of [2, 4]) {
      await until('runs have ended', async () => (await ended()) >= target);
      await redis.ask((connection) => connection.flushall());
    }
    workers[0]!.child.kill('SIGKILL');
    await workers[0]!.ended;
    const before = await ended();
    await until('the other one goes on', async () => (await ended()) >= before + 3);
    await until('it is booked', async () => (await bookedCount()) === 3);
    await stopped(workers[1]!);
    const all = (await runs()).filter(({ outcome }) => outcome !== 'failed');
    expect(new Set(all.map(({ due_at }) => due_at)).size).toBe(all.length);
    all.forEach((run, at) => {
      if (at > 0) expect(run.began_at).toBeGreaterThanOrEqual(all[at - 1]!.ended_at!);
    });
    expect(await bookedCount()).toBe(3);
  });
});
