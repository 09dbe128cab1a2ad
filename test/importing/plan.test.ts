import { expect, test } from 'vitest';
import { lateAccount, openHeldPlan } from './held-plan.ts';
import { JOURNAL_HEADER, JOURNAL_JOB, journal, openOffice, voucher } from './office.ts';

const file = (...rows: string[]) => `${[JOURNAL_HEADER, ...rows].join('\n')}\n`;

test('entries whose rows stand far apart are booked whole, whatever characters their cells hold', async () => {
  const office = await openOffice();
  const odd = (key: number) => `nr ${key} \u2028\u2029\u0085 "quoted"`.replaceAll('"', "'");
  const debit = Array.from({ length: 8_000 }, (_, at) => `${at};05.01.2026;1920;1;${odd(at)}`);
  const credit = Array.from({ length: 8_000 }, (_, at) => `${at};05.01.2026;3000;-1;${odd(at)}`);
  const { receipt } = await office.book('by account.csv', file(...debit, ...credit));
  expect(receipt).toMatchObject({
    state: 'completed',
    rows: { read: 16_000, booked: 16_000 },
    entries: { planned: 8_000 },
    mismatches: [],
  });
  const { entries } = await office.booked();
  expect(entries.every(({ lines }) => lines.length === 2 && lines[0]!.Description === lines[1]!.Description)).toBe(
    true,
  );
  expect(new Set(entries.map(({ lines }) => lines[0]!.Description))).toEqual(
    new Set(Array.from({ length: 8_000 }, (_, at) => `nr ${at} 'quoted'`)),
  );
});

test('an entry with too many lines is held, and its receipt adds up', async () => {
  const office = await openOffice();
  const rows = Array.from({ length: 10_001 }, (_, at) => `1;05.01.2026;1920;${at % 2 === 0 ? 3 : -2};x`);
  const { receipt } = await office.book('a.csv', file(...rows, voucher(2, 5)));
  expect(receipt).toMatchObject({
    state: 'partly-booked',
    entries: { held: 1, booked: 1 },
    rows: { held: 10_001 },
    mismatches: [],
  });
  expect(receipt.issues).toMatchObject([{ code: 'entry-too-large', rows: 10_001, entries: 1 }]);
});

test.each([
  ['a page instead of JSON', ['get-html', 'none', 'get-html', 'none', 'none', 'get-html']],
  ['one look-up in three failing', ['get-429-bare', 'none', 'none', 'get-503', 'none', 'none', 'get-reset-before']],
])('%s: each look-up that failed is made once more, and no other', async (_, faults) => {
  const office = await openOffice({ jobs: { journal: JOURNAL_JOB } });
  const accounts = Array.from({ length: 20 }, (_none, at) => ({
    AccountNumber: 91_000 + at,
    AccountName: `Konto ${at}`,
  }));
  await office.call('POST', 'accounts', accounts);
  await office.next(...faults.map((fault) => (fault === 'none' ? 'get-none' : fault)));
  const rows = accounts.flatMap(({ AccountNumber }, at) => [
    `${at};05.01.2026;${AccountNumber};1;x`,
    `${at};05.01.2026;1920;-1;x`,
  ]);
  const row = await office.take('a.csv', file(...rows));
  await office.plan(row);
  const { paths } = (await office.call('GET', 'requests')) as { paths: Record<string, { count: number }> };
  const lookUps = (paths['GET /api/biz/accounts']?.count ?? 0) + (paths['GET /api/biz/vattypes']?.count ?? 0);
  expect(lookUps).toBe(21 + 1 + faults.filter((fault) => fault !== 'none').length);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({
    state: 'completed',
    entries: { booked: 20 },
    issues: [],
    mismatches: [],
  });
});

test('a plan that is made afresh and rejected leaves nothing of the old one in the receipt', async () => {
  const office = await openOffice();
  const rows = journal(voucher(1, 1), '2;05.01.2026;1920;3;held');
  const dry = await office.take('a.csv', rows, 'journal', { book: false });
  await office.plan(dry);
  expect(await office.receipt(dry)).toMatchObject({ state: 'planned', rows: { read: 3, pending: 2, held: 1 } });
  office.defineJob('journal', `${JOURNAL_JOB}onInvalid: reject\n`);
  const { receipt } = await office.book('a.csv', rows);
  expect(receipt).toMatchObject({
    state: 'rejected',
    rows: { read: 0, held: 0, pending: 0 },
    totals: { accounts: [] },
    mismatches: [],
  });
  expect(receipt.reason).toMatchObject({ code: 'rows-invalid' });
  expect(await office.texts()).toEqual([]);
});

test('a planner whose right was taken over writes no more', async () => {
  const { office, letGo } = await openHeldPlan();
  const beside = await openOffice({ beside: office });
  const row = await office.take('a.csv', lateAccount(8_000));
  const first = office.plan(row);
  while ((await office.batches(row)).length < 20) await new Promise((resolve) => setTimeout(resolve, 2));
  // As if it had stood still for longer than its lease.
  await office.ledger.imports.update(row.num, { planner_until: 0 });
  const second = beside.plan(row);
  // Both go on: the first has half of its plan left to write.
  letGo();
  const states = await Promise.all([first, second]);
  expect(states).toEqual([undefined, 'posting']);
  expect(await office.receipt(row)).toMatchObject({
    rows: { read: 16_000, pending: 16_000 },
    entries: { planned: 8_000 },
    mismatches: [],
  });
});
