import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as TakeInModule from '../../src/arriving/receive.ts';
import { failedRows } from '../../src/correcting/failed-rows.ts';
import { retryImport } from '../../src/correcting/retry.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { cancelImport } from '../../src/importing/cancel.ts';
import { finishIfDone } from '../../src/importing/finish-import.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { reconcile } from '../../src/posting/enqueue-due.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { lateAccount, openHeldPlan } from './held-plan.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from './office.ts';
import { sendUnheard } from './send-unheard.ts';

const { takeCorrection } = await load<typeof TakeInModule>('arriving/receive.js');

type Row = Pick<ImportRow, 'num' | 'service'>;

const inBatches = (entries: number) => `${JOURNAL_JOB}batch: { entries: ${entries}, concurrency: 4 }\n`;
const vouchers = (count: number, from = 1) =>
  journal(...Array.from({ length: count }, (_, at) => voucher(from + at, from + at)));
const cancel = (office: Office, row: Row, reason = 'wrong month') => cancelImport(row, { reason }, office.ports);
const now = (office: Office, row: Row) => office.ledger.imports.byNum(row.num);
const states = async (office: Office, row: Row) => (await office.batches(row)).map(({ state }) => state);
/** One batch a turn. */
const sendOne = (office: Office, row: Row) => office.turn(row, async () => false);
const names = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `Bilag ${from + at}`).sort();

async function until(what: string, holds: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); ) {
    if (Date.now() > end) throw new Error(`It took too long until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function retry(office: Office, row: Row): Promise<void> {
  await retryImport(await now(office, row), office.ports);
  await office.plan(row);
  await office.post(row);
}

/** Nothing is left of a plan: no claim, no batch, nothing set aside. */
async function expectForgotten(office: Office, row: Row): Promise<void> {
  expect(await office.batches(row)).toEqual([]);
  expect(await office.ledger.findings.entries(row.num, 'held', 'duplicate')).toEqual([]);
  expect(await office.ledger.cancelling.unfinished()).toEqual([]);
  expect(await office.receipt(row)).toMatchObject({
    state: 'cancelled',
    rows: { read: 0, pending: 0, held: 0 },
    entries: { planned: 0 },
    totals: { accounts: [] },
    reason: {
      code: 'cancelled',
      message: expect.stringMatching(/^Cancelled before anything was booked, by .+: wrong/),
    },
    mismatches: [],
  });
}

describe('where nothing was sent, the import is cancelled', () => {
  test.each(['received', 'planned only', 'about to be booked'])('%s', async (stage) => {
    const office = await openOffice({ jobs: { journal: inBatches(2) } });
    const content = journal(
      ...Array.from({ length: 5 }, (_, at) => voucher(at + 1, at + 1)),
      '9;05.01.2026;1920;1;odd',
    );
    const row = await office.take('a.csv', content, 'journal', { book: stage !== 'planned only' });
    if (stage !== 'received') await office.plan(row);
    expect(await cancel(office, row)).toEqual({
      state: 'cancelled',
      withdrawn: stage === 'received' ? 0 : 5,
      sending: 0,
    });
    await expectForgotten(office, row);
    // Wake-ups that lie in a queue find nothing to do.
    expect(await office.plan(row)).toBeUndefined();
    expect(await office.turn(row)).toBe(0);
    await expect(cancel(office, row)).rejects.toThrow(/cancelled before, by .+ \("wrong month"\)/);
    await expect(retryImport(await now(office, row), office.ports)).rejects.toThrow(/is cancelled/);
    // Another file with some of its entries books them; the same file starts afresh, and finds those.
    const other = await office.book('b.csv', vouchers(2));
    expect(other.receipt).toMatchObject({ state: 'completed', entries: { booked: 2 } });
    const again = await office.book('a.csv', content);
    expect(again.row.num).toBe(row.num);
    expect(again.receipt).toMatchObject({
      state: 'partly-booked',
      entries: { booked: 3, duplicate: 2, held: 1 },
      mismatches: [],
    });
    expect(again.receipt.reason).toBeUndefined();
    expect(await office.texts()).toEqual(names(5));
    const events = (await office.ledger.imports.events(row.num)).filter(({ what }) => what === 'cancelled');
    expect(events).toMatchObject([{ who: office.ports.who }]);
    expect(JSON.parse(events[0]!.detail!)).toMatchObject({ reason: 'wrong month', whole: true });
  });

  test('also where its service is another by now, so that it could not even be planned', async () => {
    const office = await openOffice();
    const row = await office.take('a.csv', vouchers(1));
    office.useService('company: other');
    const later = await openOffice({ beside: office });
    await expect(later.plan(row)).rejects.toThrow(/service main now keeps the books of company "other"/);
    expect(await cancel(later, row)).toMatchObject({ state: 'cancelled' });
    await expectForgotten(later, row);
  });

  test('also where the service refused whatever came; its attempts stay known, and are no attempts of the new plan', async () => {
    const office = await openOffice({ jobs: { journal: inBatches(2) } });
    const row = await office.take('a.csv', vouchers(4));
    await office.plan(row);
    await office.next('403');
    await sendOne(office, row);
    const [attempt] = await office.ledger.posting.attempts(row.num, 1);
    expect(await cancel(office, row)).toMatchObject({ state: 'cancelled', withdrawn: 4 });
    await expectForgotten(office, row);
    expect(await office.ledger.recovery.knows(attempt!.id)).toBe(true);
    const { receipt } = await office.book('a.csv', vouchers(4));
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 4 }, mismatches: [] });
    expect(await office.ledger.posting.attempts(row.num, 1)).toMatchObject([{ outcome: 'booked' }]);
    expect(await office.texts()).toEqual(names(4));
  });

  test('while another process plans it: that one stops, and writes nothing into the plan that is made afresh', async () => {
    const { office, letGo } = await openHeldPlan();
    const beside = await openOffice({ beside: office });
    const content = lateAccount(6_000);
    const row = await office.take('a.csv', content);
    const first = office.plan(row);
    await until('it plans', async () => (await office.batches(row)).length > 0);
    expect(await cancel(beside, row)).toMatchObject({ state: 'cancelled' });
    await expectForgotten(beside, row);
    await beside.take('a.csv', content);
    const second = beside.plan(row);
    letGo();
    expect(await Promise.all([first, second])).toEqual([undefined, 'posting']);
    expect(await office.receipt(row)).toMatchObject({
      rows: { read: 12_000, pending: 12_000 },
      entries: { planned: 6_000 },
      mismatches: [],
    });
  });
});

describe('where something was sent, the rest is held', () => {
  test('a request on its way ends as it ends; nothing follows it, until somebody retries', async () => {
    const office = await openOffice({ jobs: { journal: inBatches(2) } });
    const beside = await openOffice({ beside: office });
    const row = await office.take('a.csv', vouchers(7));
    await office.plan(row);
    await sendOne(office, row);
    const { hear } = await sendUnheard(office, row, true);
    expect(await cancel(beside, row)).toEqual({ state: 'posting', withdrawn: 3, sending: 2 });
    expect(await beside.receipt(row)).toMatchObject({ entries: { booked: 2, held: 3, pending: 2 }, mismatches: [] });
    // Said again before it is over, it only says what is left.
    expect(await cancel(beside, row, 'again')).toEqual({ state: 'posting', withdrawn: 0, sending: 2 });
    expect(await hear()).toBe(1);
    expect((await now(office, row)).state).toBe('partly-booked');
    const receipt = await office.receipt(row);
    expect(receipt).toMatchObject({ entries: { booked: 4, held: 3, pending: 0 }, rows: { held: 6 }, mismatches: [] });
    expect(receipt.issues).toMatchObject([
      {
        code: 'cancelled',
        rows: 6,
        entries: 3,
        message: `Cancelled before it was sent, by ${office.ports.who}: wrong month.`,
      },
    ]);
    await expect(cancel(office, row)).rejects.toThrow(/partly-booked and at rest/);
    // What was taken back is free for others.
    const other = await office.book('b.csv', vouchers(1, 5));
    expect(other.receipt).toMatchObject({ state: 'completed' });
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      entries: { booked: 6, duplicate: 1, held: 0 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual(names(7));
    expect((await office.events(row)).filter((what) => what === 'cancelled')).toHaveLength(1);
  });

  test.each([
    ['not applied', '429', 1, 2],
    ['refused, several together', '400', 1, 2],
    ['in doubt, and declared not booked', 'reset-before', 1, 2],
    ['in doubt, and declared booked', 'reset-after', 2, 1],
  ])('a request that turns out %s after that is not sent again', async (_, fault, booked, held) => {
    const office = await openOffice({ jobs: { journal: inBatches(1) } });
    office.defineJob('journal', inBatches(fault === '400' ? 2 : 1));
    const row = await office.take('a.csv', vouchers(fault === '400' ? 5 : 3));
    await office.plan(row);
    await sendOne(office, row);
    await office.next(fault);
    const { hear } = await sendUnheard(office, row, true);
    await cancel(office, row);
    expect(await hear()).toBe(1);
    if ((await now(office, row)).state === 'in-doubt') {
      await expect(cancel(office, row)).rejects.toThrow(/in doubt and at rest/);
      const became = fault === 'reset-after' ? 'booked' : 'not-booked';
      await resolveDoubt(await now(office, row), 2, became, 'looked', office.ports);
    }
    expect((await now(office, row)).state).toBe('partly-booked');
    expect(await office.turn(row)).toBe(0);
    const size = fault === '400' ? 2 : 1;
    const total = fault === '400' ? 5 : 3;
    expect(await office.receipt(row)).toMatchObject({
      entries: { booked: booked * size, held: fault === '400' ? 3 : held },
      mismatches: [],
    });
    expect(await office.texts()).toHaveLength(booked * size);
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: total }, mismatches: [] });
    expect(await office.texts()).toEqual(names(total));
  });

  test('a request that was declared not booked, and turns out to be, is booked after all: a retry leaves it alone', async () => {
    const office = await openOffice({ jobs: { journal: inBatches(1) } });
    const row = await office.take('a.csv', vouchers(2));
    await office.plan(row);
    const { posting, doubts } = office.ledger;
    const attempt = { id: 'a', holder: (await office.holder()).id, deadline: Date.now() - 1, limit: 4 };
    expect(await posting.beginSending(row.num, attempt, Date.now())).toBeDefined();
    await doubts.orphans(Date.now());
    await cancel(office, row);
    expect((await now(office, row)).state).toBe('in-doubt');
    const decision = { became: 'not-booked', at: Date.now(), who: 'kari', reason: 'not there' } as const;
    expect(await doubts.decide(row.num, 1, 'a', decision)).toBe(true);
    expect(await finishIfDone(row.num, office.ports)).toBe('partly-booked');
    expect(await office.receipt(row)).toMatchObject({ entries: { held: 2, booked: 0 }, mismatches: [] });
    const outcome = { kind: 'booked', evidence: { status: 200 }, message: '' } as const;
    await posting.settle('a', outcome, { to: 'booked', ids: null }, Date.now(), undefined);
    expect(await finishIfDone(row.num, office.ports)).toBe('partly-booked');
    expect(await office.receipt(row)).toMatchObject({ entries: { held: 1, booked: 1 }, mismatches: [] });
    const other = await office.book('b.csv', vouchers(1));
    expect(other.receipt).toMatchObject({ entries: { duplicate: 1, booked: 0 } });
  });

  test('the same, but somebody else has it by then: that is said loudly', async () => {
    const office = await openOffice({ jobs: { journal: inBatches(1) } });
    const row = await office.take('a.csv', vouchers(2));
    await office.plan(row);
    const { posting, doubts } = office.ledger;
    const attempt = { id: 'a', holder: (await office.holder()).id, deadline: Date.now() - 1, limit: 4 };
    await posting.beginSending(row.num, attempt, Date.now());
    await doubts.orphans(Date.now());
    await cancel(office, row);
    const decision = { became: 'not-booked', at: Date.now(), who: 'kari', reason: 'not there' } as const;
    await doubts.decide(row.num, 1, 'a', decision);
    await finishIfDone(row.num, office.ports);
    await (await office.holder()).renew();
    await office.book('b.csv', vouchers(1));
    const outcome = { kind: 'booked', evidence: { status: 200 }, message: '' } as const;
    await posting.settle('a', outcome, { to: 'booked', ids: null }, Date.now(), undefined);
    expect((await office.receipt(row)).mismatches).toEqual([expect.stringMatching(/MAY BE BOOKED TWICE/)]);
  });
});

describe('a retry that is being planned is called off', () => {
  test('what was on hold stays on hold, and goes on with the next retry', async () => {
    const { office, letGo } = await openHeldPlan();
    const wrong = lateAccount(6_000, '8', 2).replaceAll(';3000;', ';9;').split('\n').slice(1).join('\n');
    const row = await office.take('a.csv', `${vouchers(1)}${wrong}`);
    await office.plan(row);
    await office.post(row);
    const before = await office.receipt(row);
    expect(before).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 6_000 } });
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "8": "4300", "9": "3000" }\n`);
    await retryImport(await now(office, row), office.ports);
    const planning = office.plan(row);
    await until('it writes the plan', async () => (await states(office, row)).includes('ready'));
    const beside = await openOffice({ beside: office });
    expect(await cancel(beside, row)).toEqual({ state: 'partly-booked', withdrawn: 0, sending: 0 });
    letGo();
    expect(await planning).toBeUndefined();
    expect({ ...(await office.receipt(row)), duration: 0 }).toEqual({ ...before, duration: 0 });
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 6_001 }, mismatches: [] });
    expect(await office.texts()).toEqual(names(6_001));
  });

  test('a correction is, too, and the same workbook can be given again', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', `${vouchers(1)}${voucher(2, 2).replaceAll('3000', '9')}\n`);
    const { header, rows } = await failedRows(await now(office, row), office.ports);
    const account = header.indexOf('Konto');
    const mended = rows.map((cells) => cells.map((cell, at) => (at === account && cell === '9' ? '3000' : cell)));
    const path = join(office.folder, 'mended.xlsx');
    await writeWorkbook(path, 'mended', header, mended);
    const job = await office.ports.job('journal');
    const give = async () => takeCorrection(await now(office, row), path, 'mended.xlsx', job, office.ports);
    await give();
    expect(await cancel(office, row)).toEqual({ state: 'partly-booked', withdrawn: 0, sending: 0 });
    expect(await office.receipt(row)).toMatchObject({
      issues: [{ code: 'account-unknown', entries: 1 }],
      mismatches: [],
    });
    await give();
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(names(2));
  });

  test('planned to its end, it is held: not whole again, for it rested before', async () => {
    const office = await openOffice();
    const row = await office.take('a.csv', vouchers(3).replaceAll(';3000;', ';9;'));
    await office.plan(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { booked: 0, held: 3 } });
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3000" }\n`);
    await retryImport(await now(office, row), office.ports);
    await office.plan(row);
    // As where its planner died before it had all claims.
    await office.ledger.imports.moveState(row.num, ['posting'], 'planning');
    expect(await cancel(office, row)).toEqual({ state: 'partly-booked', withdrawn: 3, sending: 0 });
    expect(await office.receipt(row)).toMatchObject({ issues: [{ code: 'cancelled', entries: 3 }], mismatches: [] });
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(names(3));
  });
});

test('at rest there is nothing to cancel, and a reason is needed', async () => {
  const office = await openOffice();
  const { row } = await office.book('a.csv', vouchers(1));
  await expect(cancel(office, row)).rejects.toThrow(/completed/);
  const { row: rejected } = await office.book('b.csv', 'x;y\n1;2\n');
  await expect(cancel(office, rejected)).rejects.toThrow(/rejected/);
  const open = await office.take('c.csv', vouchers(1, 2));
  await expect(cancel(office, open, '  ')).rejects.toThrow(/reason/);
  expect((await now(office, open)).state).toBe('planning');
});

test('a process that dies right after it called a retry off: others end it', async () => {
  const office = await openOffice();
  const { row } = await office.book('a.csv', `${vouchers(1)}${voucher(2, 2).replaceAll('3000', '9')}\n`);
  await retryImport(await now(office, row), office.ports);
  expect(
    await office.ledger.cancelling.cancel(row.num, {
      at: Date.now(),
      who: 'kari',
      reason: 'wrong month',
      words: { todo: 'book', done: 'booked' },
    }),
  ).toBeDefined();
  expect(await office.plan(row)).toBeUndefined();
  await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
  expect(await office.receipt(row)).toMatchObject({
    state: 'partly-booked',
    entries: { booked: 1, held: 1 },
    mismatches: [],
  });
});

test.each(['whole', 'in part'])('a process that dies right after the decision: others end it (%s)', async (how) => {
  const office = await openOffice({ jobs: { journal: inBatches(2) } });
  const row = await office.take('a.csv', vouchers(6));
  await office.plan(row);
  if (how === 'in part') await sendOne(office, row);
  const cancellation = { at: Date.now(), who: 'kari', reason: 'wrong month', words: { todo: 'book', done: 'booked' } };
  expect(await office.ledger.cancelling.cancel(row.num, cancellation)).toMatchObject({ whole: how === 'whole' });
  expect((await office.receipt(row)).mismatches).toEqual([]);
  expect(await office.turn(row)).toBe(0);
  if (how === 'whole') {
    const again = await office.book('a.csv', vouchers(6));
    expect(again.receipt).toMatchObject({ state: 'completed', entries: { booked: 6 }, mismatches: [] });
  } else {
    await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      entries: { held: 4, booked: 2 },
      mismatches: [],
    });
    await retry(office, row);
  }
  expect(await office.texts()).toEqual(names(6));
});

test('an import that is cancelled after the clock was set back has worked no less than before', async () => {
  const office = await openOffice();
  const row = await office.take('a.csv', vouchers(1));
  await office.plan(row);
  const { worked } = await now(office, row);
  await cancelImport(row, { reason: 'wrong month' }, { ...office.ports, now: () => Date.now() - 3_600_000 });
  expect((await now(office, row)).worked).toBe(worked);
});
