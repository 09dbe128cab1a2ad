import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { expect, test } from 'vitest';
import type * as ReceiveModule from '../../src/arriving/receive.ts';
import type * as ReviseModule from '../../src/correcting/revise.ts';
import type * as WaitingRowsModule from '../../src/correcting/waiting-rows.ts';
import type * as ResolveModule from '../../src/doubt/resolve.ts';
import { followImports } from '../../src/http/api/imports/follow.ts';
import type * as EnqueueModule from '../../src/posting/enqueue-due.ts';
import type * as OrphansModule from '../../src/posting/settle-orphans.ts';
import { whoseBooks } from '../../src/posting/whose-books.ts';
import { createMetrics } from '../../src/reporting/metrics.ts';
import { ACCOUNT, wrongAccount } from '../http/mender.ts';
import { JOURNAL_JOB, journal, load, openOffice, voucher } from './office.ts';

const { intake } = await load<typeof ReceiveModule>('arriving/receive.js');
const { reviseCells } = await load<typeof ReviseModule>('correcting/revise.js');
const { openWaitingRows } = await load<typeof WaitingRowsModule>('correcting/waiting-rows.js');
const { resolveDoubt } = await load<typeof ResolveModule>('doubt/resolve.js');
const { reconcile } = await load<typeof EnqueueModule>('posting/enqueue-due.js');
const { settleOrphans } = await load<typeof OrphansModule>('posting/settle-orphans.js');

const NO_WAKES = { plan: async () => undefined, posts: async () => undefined };

// What one process does side by side: between two questions to the ledger the other one goes on.
test.each([0, 1, 2, 3])(
  'what waits is judged by two rounds of one process at once, beside %i other doubts: each entry is booked once',
  async (others) => {
    const office = await openOffice({ jobs: { alone: `${JOURNAL_JOB}batch: { entries: 1 }\n`, whole: JOURNAL_JOB } });
    for (let n = 0; n < others; n++) {
      await office.next('reset-after');
      await office.book(`other${n}.csv`, journal(voucher(100 + n, 5)), 'alone');
    }
    await office.next('reset-after', 'reset-after');
    const { row: a } = await office.book('a.csv', journal(voucher(1, 100), voucher(2, 20)), 'alone');
    const b = await office.take('b.csv', journal(voucher(1, 100)), 'whole');
    await office.plan(b);
    const c = await office.take('c.csv', journal(voucher(2, 20)), 'whole');
    await office.plan(c);
    const before = (await office.booked()).count;
    // Somebody says what became of the first one, and is killed before what waits for it is judged.
    const dying = { ...office.ledger, waits: { ...office.ledger.waits, waiters: async () => [] } };
    const mute = { ...office.ports, ledger: dying };
    await resolveDoubt(await office.ledger.imports.byNum(a.num), 1, 'booked', 'it is there', mute);
    // The process that sent the second one died while it was under way.
    const db = new Database(join(office.ports.home, 'ledger.db'));
    db.exec(`update batch set state = 'sending', holder = 'gone', deadline = 0 where import = ${a.num} and no = 2`);
    db.close();

    await Promise.all([reconcile(office.ports, NO_WAKES), settleOrphans(office.ports)]);
    await office.post(b);
    await office.post(c);
    expect((await office.booked()).count).toBe(before);
    expect((await office.receipt(b)).entries).toMatchObject({ duplicate: 1, booked: 0 });
    expect((await office.receipt(c)).entries).toMatchObject({ pending: 1, booked: 0 });
  },
);

test('a cell is corrected by a process that has not asked yet whose books a service keeps', async () => {
  const office = await openOffice();
  const { num } = (await office.book('a.csv', journal(wrongAccount(1, 1)))).row;
  const row = await office.ledger.imports.byNum(num);
  const service: typeof office.ports.service = (name) => ({
    ...office.ports.service(name),
    company: () => whoseBooks(name, office.app.config.services, office.ledger),
  });
  const ports = { ...office.ports, service };
  const rows = openWaitingRows(join(office.folder, 'home', 'copied'), ports);
  try {
    const cells = [{ row: 2, column: ACCOUNT, value: '3200' }];
    expect(await rows.use(row, (copied) => reviseCells(row, cells, copied, ports))).toHaveLength(1);
  } finally {
    await rows.close();
  }
});

test('the same bytes are received twice at once: they are one import', async () => {
  const office = await openOffice();
  const path = join(office.folder, 'a.csv');
  writeFileSync(path, journal(voucher(1, 100)));
  const job = await office.ports.job('journal');
  const options = { book: true, force: false };
  const [one, two] = await Promise.all([
    intake(path, job, options, office.ports),
    intake(path, job, options, office.ports),
  ]);
  expect(two.row.num).toBe(one.row.num);
  expect([one.how, two.how].sort()).toEqual(['again', 'new']);
});

test('two scrapes of the metrics at once show what one shows', async () => {
  const office = await openOffice();
  await office.book('a.csv', journal(voucher(1, 100)));
  const { ledger } = office;
  const { metrics } = createMetrics({ version: '1', ledger, services: ['main'], depths: async () => ({}) });
  const imports = (text: string) => text.split('\n').filter((line) => line.startsWith('bilag_imports'));
  const alone = imports((await metrics()).text);
  expect(alone.join()).toContain('state="completed"');
  const both = await Promise.all([metrics(), metrics()]);
  expect(both.map(({ text }) => imports(text))).toEqual([alone, alone]);
});

test('two begin to follow imports at once, and leave: nobody looks into the ledger any more', async () => {
  const office = await openOffice();
  let looks = 0;
  const { pages } = office.ledger;
  const changedSince: typeof pages.changedSince = (event, limit) => {
    looks++;
    return pages.changedSince(event, limit);
  };
  const ports = { ...office.ports, ledger: { ...office.ledger, pages: { ...pages, changedSince } } };
  const following = followImports({ ports, limits: { followMs: 5 } } as unknown as Parameters<typeof followImports>[0]);
  const stops = await Promise.all([following.subscribe(() => undefined), following.subscribe(() => undefined)]);
  while (looks < 2) await sleep(5);
  for (const stop of stops) stop();
  await sleep(50);
  looks = 0;
  await sleep(200);
  expect(looks).toBe(0);
});
