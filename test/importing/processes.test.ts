import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import Database from 'libsql';
import { afterAll, expect, test, vi } from 'vitest';
import { retryImport } from '../../src/correcting/retry.ts';
import { cancelImport } from '../../src/importing/cancel.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { MAIN } from '../built.ts';
import { serversBelow } from '../queue/redis-server/temporary-home.ts';
import { lateAccount, openHeldPlan } from './held-plan.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from './office.ts';

/** Real processes, a real Redis: each test has a folder of its own, and they run at the same time, since most of them wait for a lease to run out. */
/** Exit codes of an import that rests, whatever came of it. */
const RESTED = [0, 3, 4];
const ALONE = `${JOURNAL_JOB}batch: { entries: 1, concurrency: 4 }\n`;
/** Half of so many vouchers is enough that batches are written before the one in the middle is reached. */
const LONG = 3_000;
const IN_TWENTIES = `${JOURNAL_JOB}batch: { entries: 20 }\n`;
const children: ChildProcess[] = [];
const folders: string[] = [];

afterAll(() => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  // A server that was adopted by nobody after its process was killed.
  for (const folder of folders) for (const pid of serversBelow(folder)) process.kill(pid, 'SIGKILL');
});

interface Import {
  readonly child: ChildProcess;
  readonly receipt: Promise<Receipt>;
}

function start(office: Office, path: string, job = 'journal'): Import {
  folders.push(office.folder);
  const env = { ...process.env, BILAG_HOME: join(office.folder, 'home') };
  const child = spawn(process.execPath, [MAIN, 'import', path, '--job', job, '--json'], {
    cwd: office.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let out = '';
  let wrong = '';
  child.stdout!.on('data', (text) => {
    out += text;
  });
  child.stderr!.on('data', (text) => {
    wrong += text;
  });
  const receipt = once(child, 'close').then(async ([code]) => {
    if (!RESTED.includes(code)) throw new Error(`ended with ${code}: ${wrong}`);
    const { import: id } = JSON.parse(out) as { import: string };
    return (await office.receipt((await office.ledger.imports.find(id))[0]!)) as Receipt;
  });
  receipt.catch(() => undefined);
  return { child, receipt };
}

async function until(what: string, holds: () => Promise<boolean>, ms = 120_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`It took too long until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

const newest = async (office: Office): Promise<ImportRow | undefined> => (await office.ledger.imports.list(1))[0];
const states = async (office: Office): Promise<string[]> =>
  (await office.batches({ num: (await newest(office))?.num ?? 0 })).map(({ state }) => state);

async function kill({ child, receipt }: Import): Promise<void> {
  child.kill('SIGKILL');
  await receipt.catch(() => undefined);
}

const vouchers = (count: number) => journal(...Array.from({ length: count }, (_, at) => voucher(at + 1, at + 1)));

/** After the third each request takes long, so that there is time to meet it on its way; until the faults are taken back. */
async function slowAfterThree(office: Office, slowFor = '5s'): Promise<void> {
  await office.faults(`slow=1,slow-for=${slowFor}`);
  await office.next('none', 'none', 'none');
}

/** Nothing twice, nothing lost: what is not booked is in doubt, and what is in doubt may be booked. */
async function expectEachOnce(office: Office, count: number, receipt: Receipt): Promise<void> {
  const texts = await office.texts();
  expect(new Set(texts).size, 'booked twice').toBe(texts.length);
  expect(receipt.mismatches).toEqual([]);
  expect(receipt.entries).toMatchObject({ planned: count, booked: count - receipt.entries.inDoubt, pending: 0 });
  const booked = new Set(texts);
  const row = (await newest(office))!;
  const { posting } = office.ledger;
  for (const { no, state } of await office.batches(row)) {
    if (state !== 'booked') continue;
    const missing = (await posting.body(row.num, no)).entries.filter(({ key }) => !booked.has(`Bilag ${key}`));
    expect(missing, `batch ${no}`).toEqual([]);
  }
}

vi.setConfig({ testTimeout: 300_000 });

/** Stopped inside a transaction, a process keeps everybody waiting for as long as it is stopped: that is another test. */
async function stopBetweenTransactions(child: ChildProcess, office: Office): Promise<void> {
  for (;;) {
    child.kill('SIGSTOP');
    // The signal reaches its last thread a moment later.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const ledger = new Database(office.ports.ledgerPath, { timeout: 100 } as Database.Options);
    try {
      ledger.exec('begin immediate');
      ledger.exec('rollback');
      return;
    } catch {
      child.kill('SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      ledger.close();
    }
  }
}

test.concurrent('killed while it plans: the same command goes on, and each entry is booked once', async () => {
  const { office, letGo } = await openHeldPlan({ keep: true, jobs: { journal: IN_TWENTIES } });
  const path = office.file('a.csv', lateAccount(LONG));
  const first = start(office, path);
  await until(
    'it plans',
    async () => (await newest(office))?.state === 'planning' && (await states(office)).length > 20,
  );
  await kill(first);
  letGo();
  expect((await newest(office))!.state).toBe('planning');
  const receipt = await start(office, path).receipt;
  expect(receipt).toMatchObject({ state: 'completed', entries: { planned: LONG, booked: LONG } });
  await expectEachOnce(office, LONG, receipt);
});

test.concurrent('killed while it posts: what was under way is in doubt, the rest is booked once', async () => {
  const office = await openOffice({ keep: true, jobs: { journal: ALONE } });
  // After the third no request has a reply, so that it does not get done before it is killed.
  await office.faults('hang-after=1');
  await office.next('none', 'none', 'none');
  const path = office.file('a.csv', vouchers(40));
  const first = start(office, path);
  await until(
    'it posts',
    async () => (await states(office)).includes('sending') && (await states(office)).includes('booked'),
  );
  await kill(first);
  await office.faults('');
  const underWay = (await states(office)).filter((state) => state === 'sending').length;
  expect(underWay).toBeGreaterThan(0);
  const receipt = await start(office, path).receipt;
  expect(receipt).toMatchObject({ state: 'in-doubt', entries: { inDoubt: underWay } });
  await expectEachOnce(office, 40, receipt);
});

test.concurrent('killed while it plans a retry: nothing is lost and nothing booked twice', async () => {
  const { office, letGo } = await openHeldPlan({ keep: true, jobs: { journal: IN_TWENTIES } });
  const wrong = lateAccount(LONG, '8').replaceAll(';3000;', ';9;');
  const path = office.file('a.csv', wrong);
  const row = await office.take('a.csv', wrong);
  await office.plan(row);
  expect(await office.receipt(row)).toMatchObject({ entries: { held: LONG } });
  office.defineJob('journal', `${IN_TWENTIES}accounts: { "8": "4300", "9": "3000" }\n`);
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  const first = start(office, path);
  await until('it writes the plan', async () => (await states(office)).length > 20);
  await kill(first);
  letGo();
  expect((await newest(office))!.state).toBe('planning');
  const receipt = await start(office, path).receipt;
  expect(receipt).toMatchObject({
    state: 'completed',
    rows: { read: 2 * LONG, booked: 2 * LONG },
    entries: { planned: LONG },
  });
  await expectEachOnce(office, LONG, receipt);
});

test.concurrent('stopped for longer than its lease: others doubt its requests and go on; woken, it sends nothing of theirs', async () => {
  const office = await openOffice({ keep: true, jobs: { journal: ALONE } });
  await slowAfterThree(office);
  const path = office.file('a.csv', vouchers(100));
  const first = start(office, path);
  await until(
    'it posts',
    async () => (await states(office)).includes('sending') && (await states(office)).includes('booked'),
  );
  await stopBetweenTransactions(first.child, office);
  await office.faults('');
  await until('the doubt is seen', async () => (await office.ledger.doubts.orphans(Date.now())).length > 0);
  const second = start(office, path);
  await until(
    'the second goes on',
    async () => (await states(office)).filter((state) => state === 'booked').length > 20,
  );
  first.child.kill('SIGCONT');
  const receipts = await Promise.all([first.receipt, second.receipt]);
  // The replies to what it had sent were waiting for it: its doubt is settled by them.
  expect(receipts[1]).toMatchObject({ entries: { planned: 100 } });
  await expectEachOnce(office, 100, (await office.receipt((await newest(office))!)) as Receipt);
  const attempts = await Promise.all(
    (await office.batches((await newest(office))!)).map(async ({ no }) =>
      office.ledger.posting.attempts((await newest(office))!.num, no),
    ),
  );
  for (const tries of attempts) {
    const sent = tries.filter(({ outcome }) => outcome !== 'not-applied');
    expect(sent.length, 'requests that left').toBeLessThanOrEqual(1);
  }
});

test.concurrent('cancelled while it stands still and plans: woken, it leaves the plan alone that was made afresh meanwhile', async () => {
  const { office, letGo } = await openHeldPlan({ keep: true, jobs: { journal: IN_TWENTIES } });
  const path = office.file('a.csv', lateAccount(LONG));
  const first = start(office, path);
  await until(
    'it plans',
    async () => (await newest(office))?.state === 'planning' && (await states(office)).length > 20,
  );
  await stopBetweenTransactions(first.child, office);
  const row = (await newest(office))!;
  expect(await cancelImport(row, { reason: 'wrong month' }, office.ports)).toMatchObject({ state: 'cancelled' });
  const second = await office.take('a.csv', lateAccount(LONG));
  expect(second.num).toBe(row.num);
  const planning = office.plan(row);
  await until('the other plans', async () => (await states(office)).length > 5);
  first.child.kill('SIGCONT');
  letGo();
  expect(await planning).toBe('posting');
  await office.post(row);
  await first.receipt;
  expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: LONG } });
  await expectEachOnce(office, LONG, await office.receipt(row));
});

test.concurrent('cancelled while it stands still and posts: woken, it sends nothing more', async () => {
  const office = await openOffice({ keep: true, jobs: { journal: ALONE } });
  await slowAfterThree(office);
  const first = start(office, office.file('a.csv', vouchers(60)));
  await until(
    'it posts',
    async () => (await states(office)).includes('sending') && (await states(office)).includes('booked'),
  );
  await stopBetweenTransactions(first.child, office);
  await office.faults('');
  const row = (await newest(office))!;
  const begun = async () => (await office.batches(row)).filter(({ attempts }) => attempts > 0).length;
  const { withdrawn } = await cancelImport(row, { reason: 'wrong month' }, office.ports);
  const before = await begun();
  expect(withdrawn).toBe(60 - before);
  first.child.kill('SIGCONT');
  await first.receipt;
  expect(await begun()).toBe(before);
  expect(await office.receipt(row)).toMatchObject({ entries: { held: withdrawn, pending: 0 }, mismatches: [] });
  // On a machine that is busy its lease may have run out, so that what it had begun did not leave, or is in doubt.
  expect((await office.texts()).length).toBeLessThanOrEqual(before);
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
  await expectEachOnce(office, 60, await office.receipt(row));
});

test.concurrent('Redis is emptied in the middle, again and again: nothing is lost and nothing booked twice', async () => {
  const office = await openOffice({ keep: true, jobs: { journal: ALONE } });
  // Four at a time: it does not get done, and leave its Redis, before that was emptied for the last time.
  await slowAfterThree(office, '500ms');
  const path = office.file('a.csv', vouchers(160));
  const run = start(office, path);
  await until('it posts', async () => (await states(office)).includes('booked'));
  const redis = new Redis({ path: join(office.folder, 'home', 'redis', 'redis.sock') });
  for (let times = 0; times < 4; times++) {
    await redis.flushall();
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  redis.disconnect();
  await office.faults('');
  const receipt = await run.receipt;
  expect(receipt).toMatchObject({ state: 'completed' });
  await expectEachOnce(office, 160, receipt);
});

test.concurrent('two processes import the same entries at once: each is booked once in total', async () => {
  const office = await openOffice({ keep: true, jobs: { journal: `${JOURNAL_JOB}batch: { entries: 7 }\n` } });
  const one = start(office, office.file('a.csv', vouchers(300)));
  const other = start(office, office.file('b.csv', `${vouchers(300)}\n`));
  const receipts = await Promise.all([one.receipt, other.receipt]);
  for (const { entries, mismatches } of receipts) {
    expect(entries.booked + entries.duplicate).toBe(300);
    expect(mismatches).toEqual([]);
  }
  expect(receipts[0]!.entries.booked + receipts[1]!.entries.booked).toBe(300);
  const texts = await office.texts();
  expect(texts).toHaveLength(300);
  expect(new Set(texts).size).toBe(300);
});

test.concurrent('a service that is down for a while costs time and nothing else', async () => {
  const office = await openOffice({ keep: true, jobs: { journal: ALONE } });
  const path = office.file('a.csv', vouchers(30));
  // Were it done before the service is down, there would be nobody to ask what is booked.
  await slowAfterThree(office);
  const run = start(office, path);
  await until('it posts', async () => (await states(office)).includes('booked'));
  await office.faults('down=3s');
  const receipt = await run.receipt;
  await expectEachOnce(office, 30, receipt);
  // A request that was under way when the service went down may have been applied.
  expect(['completed', 'in-doubt']).toContain(receipt.state);
});
