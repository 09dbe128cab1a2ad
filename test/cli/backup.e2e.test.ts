import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { journal, type Office, openOffice } from './bilag.ts';
import { withMovingClock } from './moving-clock.ts';

/** Entries, in batches of two. */
const ENTRIES = 16;
/** How long the service takes for the request that is under way meanwhile, in milliseconds. */
const SLOW_MS = 3_000;

let sandbox: Sandbox;
let office: Office;
beforeAll(async () => {
  // It has room for as many requests as a test allows it: the import stands in its middle for however long a backup takes.
  sandbox = await startSandbox({ faults: `429=1,slow-for=${SLOW_MS}ms` });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  office = await openOffice();
  await office.write(
    'bilag.yaml',
    `services:
  main:
    baseUrl: ${sandbox.url}
    concurrency: 1
    probe:
      path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20"
      quiet: 200ms
      looks: 2
      every: 100ms
`,
  );
});
afterEach(() => office.leave());

/** The keys of what is booked, by the text of their lines. */
async function booked(): Promise<string[]> {
  const answer = await fetch(`${sandbox.url}/sandbox/booked`);
  const { entries } = (await answer.json()) as { entries: { lines: { Amount: string }[] }[] };
  return entries.map(({ lines }) => String(Math.abs(Number(lines[0]!.Amount)))).sort();
}
/** What is booked once the service is done with all that it was sent. */
async function atRest(): Promise<string[]> {
  for (let last = await booked(); ; ) {
    await sleep(2 * SLOW_MS);
    const now = await booked();
    if (now.length === last.length) return now;
    last = now;
  }
}
/** What becomes of the next requests to book; those after them are put off. */
async function next(...faults: ('none' | 'slow')[]): Promise<void> {
  await fetch(`${sandbox.url}/sandbox/next`, { method: 'POST', body: JSON.stringify({ faults }) });
}
const atLeast = (count: number) =>
  expect.poll(async () => (await booked()).length, { timeout: 90_000, interval: 50 }).toBeGreaterThanOrEqual(count);

it('a home that is lost in the middle of an import is put back from a backup, and nothing is booked twice', async () => {
  // The amount tells the entry.
  const keys = Array.from({ length: ENTRIES }, (_, i) => String(i + 1));
  await office.write('a.csv', journal(keys.map((key) => ({ key, amount: key }))));
  await next('none', 'slow');
  const working = office.start('import', 'a.csv', '--job', 'journal');
  await atLeast(2);
  const made = await office.run('backup', 'copy');
  expect(made.code).toBe(0);
  expect(made.err).toMatch(/copy: the ledger as of .*, its attempt log, and 1 stored file, 1 of them new/);
  expect(made.err).toContain('Not in it: the jobs');
  const atBackup = await booked();
  expect(atBackup.length).toBeLessThan(ENTRIES);
  // The one that was under way, or one more: the backup does not know that it is booked.
  await next('none');
  await atLeast(atBackup.length + 2);
  working.child.kill('SIGKILL');
  await working.ended;
  await fetch(`${sandbox.url}/sandbox/faults`, { method: 'PUT', body: JSON.stringify({ spec: '' }) });

  // The steps of docs/operating.md.
  const home = join(office.folder, '.bilag');
  await rename(home, join(office.folder, 'lost'));
  await mkdir(home, { mode: 0o700 });
  for (const name of ['ledger.db', 'attempts.journal', 'files'])
    await cp(join(office.folder, 'copy', name), join(home, name), { recursive: true });
  const before = await atRest();
  const refused = await office.run('start');
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/put back from a backup of .* Nothing is sent, for it could be booked twice/);
  expect(refused.err).toContain('bilag recover');
  const accepted = await office.run('recover', '--accept', '--reason', 'the disk broke', '--json');
  expect(accepted.code).toBe(4);
  expect(JSON.parse(accepted.out)).toMatchObject({
    backup: expect.stringMatching(/^\d{4}-.*Z$/),
    recovered: [{ file: 'a.csv' }],
  });
  expect(await booked()).toEqual(before);

  // With a probe, bilag looks each doubt up in the service by itself. What is not there is sent once something was
  // booked that shows that it would be found.
  await office.write('later.csv', journal([{ key: '900001', amount: '900001' }]));
  const later = await office.run('import', 'later.csv', '--job', 'journal');
  expect(later.code).toBe(0);
  const again = await withMovingClock(office, () => office.run('import', 'a.csv', '--job', 'journal'));
  expect(later.err + again.err).toMatch(/no longer in doubt: .* found in the service by description\. It is booked/);
  expect(again.err).toMatch(/no longer in doubt: .* in 2 looks in a row.*It is sent again/);
  expect(again.code).toBe(0);
  expect(await booked()).toEqual([...keys, '900001'].sort());
});

it('a home without a ledger is not copied over a backup', async () => {
  const ran = await office.run('backup', 'copy');
  expect(ran).toMatchObject({ code: 2, err: expect.stringMatching(/There is no ledger at .*ledger\.db/) });
  expect(await readdir(office.folder)).not.toContain('.bilag');
  expect(await readdir(office.folder)).not.toContain('copy');
});
