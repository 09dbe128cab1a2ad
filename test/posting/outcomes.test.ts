import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { closeAfterTest } from '../closing.ts';
import { GIVEN_UP_MS, JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';

/** One voucher to a batch, so that each fault befalls one. */
const ALONE = `${JOURNAL_JOB}batch: { entries: 1 }\n`;
const three = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3));

test('a sound file is booked whole, once, and its receipt adds up', async () => {
  const office = await openOffice();
  const { receipt, row } = await office.book(
    'january.csv',
    journal(voucher(1, 100), voucher(2, 12.5), voucher(3, 0.01)),
  );
  expect(receipt).toMatchObject({
    state: 'completed',
    rows: { read: 6, booked: 6, held: 0, pending: 0, inDoubt: 0 },
    entries: { planned: 3, booked: 3 },
    mismatches: [],
  });
  expect(receipt.totals.accounts).toEqual([
    { account: '1920', file: '112.51', booked: '112.51' },
    { account: '3000', file: '-112.51', booked: '-112.51' },
  ]);
  expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  expect((await office.booked()).totals).toEqual({ '1920': '112.51', '3000': '-112.51' });
  expect(await office.events(row)).toEqual(['taken-in', 'posting', 'completed']);
});

describe('in doubt: sent, and the outcome unknown; never resent', () => {
  const kinds = [
    'reset-before',
    'reset-after',
    'close-before',
    'close-after',
    '408',
    '408-after',
    '500',
    '500-after',
    '502',
    '503-after',
    '504',
    'html',
    'html-after',
    'redirect',
    'truncated',
  ];
  test('every kind of it', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const file = journal(...kinds.map((kind, at) => voucher(at + 1, at + 1, kind)), voucher(99, 99, 'sound'));
    await office.next(...kinds);
    const { row, receipt } = await office.book('a.csv', file);
    const lost = kinds.length;
    expect(receipt).toMatchObject({
      state: 'in-doubt',
      rows: { read: 2 * lost + 2, booked: 2, inDoubt: 2 * lost, pending: 0 },
      entries: { planned: lost + 1, booked: 1, inDoubt: lost },
      mismatches: [],
    });
    for (const [at, kind] of kinds.entries()) {
      expect((await office.batches(row))[at], kind).toMatchObject({ no: at + 1, state: 'in-doubt', attempts: 1 });
      const [attempt] = await office.ledger.posting.attempts(row.num, at + 1);
      expect(attempt!.outcome).toBe('in-doubt');
      const evidence = JSON.parse(attempt!.evidence!);
      expect(evidence.status ?? evidence.error, `evidence of ${kind}`).toBeDefined();
      if (/^\d/.test(kind)) expect(evidence.status).toBe(Number(kind.slice(0, 3)));
      if (kind === 'redirect')
        expect(evidence).toMatchObject({ status: 302, headers: { location: expect.any(String) } });
    }
    // Nobody sends any of it again, however often somebody looks.
    await office.plan(row);
    expect(await office.turn(row)).toBe(0);
    expect((await office.book('a.csv', file)).row.num).toBe(row.num);
    const applied = kinds.filter((kind) => kind.endsWith('-after') || kind === 'truncated');
    expect(await office.texts()).toEqual([...applied, 'sound'].sort());
  });

  test('no reply at all', async () => {
    const office = await openOffice({ replyMs: GIVEN_UP_MS });
    await office.next('hang-after');
    const { row, receipt } = await office.book('a.csv', journal(voucher(1, 1)));
    expect(receipt).toMatchObject({ state: 'in-doubt', rows: { inDoubt: 2 }, mismatches: [] });
    const [attempt] = await office.ledger.posting.attempts(row.num, 1);
    expect(attempt!.outcome).toBe('in-doubt');
    expect(JSON.parse(attempt!.evidence!).error).toContain(`no whole reply within ${GIVEN_UP_MS} ms`);
    await office.plan(row);
    expect(await office.turn(row)).toBe(0);
    // A service that stood still itself applies it late.
    await expect.poll(() => office.texts()).toEqual(['Bilag 1']);
  });
});

describe('not applied: known to have done nothing; sent again', () => {
  /** So long the service asks to wait, in milliseconds: longer than this process may stand still. */
  const PAUSE_MS = 10 * 60_000;

  test('429, with Retry-After in seconds, as a date, and without', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    await office.faults(`retry-after=${PAUSE_MS}ms`);
    await office.next('429', '429-date', '429-bare');
    const row = await office.take('a.csv', three);
    await office.plan(row);
    const began = Date.now();
    const outcomes: { kind: string; retryAfter?: number }[] = [];
    await office.turn(row, async (outcome) => outcomes.push(outcome) > 0);
    expect(outcomes.slice(0, 3).map(({ kind }) => kind)).toEqual(['not-applied', 'not-applied', 'not-applied']);
    for (const at of [0, 1]) {
      expect(outcomes[at]!.retryAfter).toBeGreaterThan(0);
      // A date is told in whole seconds.
      expect(outcomes[at]!.retryAfter).toBeLessThanOrEqual(PAUSE_MS + 1_000);
      expect((await office.batches(row))[at]!.due_at - began).toBeGreaterThanOrEqual(outcomes[at]!.retryAfter!);
    }
    expect(outcomes[2]!.retryAfter).toBeUndefined();
    expect(await office.receipt(row)).toMatchObject({
      state: 'posting',
      rows: { read: 6, inDoubt: 0 },
      mismatches: [],
    });
    // The pauses go by.
    const db = new Database(office.ports.ledgerPath);
    db.exec('update batch set due_at = 0');
    db.close();
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    for (const no of [1, 2, 3]) {
      expect((await office.ledger.posting.attempts(row.num, no)).map(({ outcome }) => outcome)).toEqual([
        'not-applied',
        'booked',
      ]);
    }
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('a service that is down for a while costs time, never rows', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    // This process has seen whose books these are.
    await office.book('before.csv', journal(voucher(9, 9)));
    const row = await office.take('a.csv', three);
    await office.plan(row);
    // It is down until it was met: closed, and then started again where it was.
    const { port } = office.sandbox;
    await office.sandbox.close();
    // Kept connections are known to be closed: a request on one of them would be in doubt.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await office.turn(row, async () => false);
    const again = await startSandbox({ port });
    closeAfterTest(again.close);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
    const [attempt] = await office.ledger.posting.attempts(row.num, 1);
    expect(attempt!.outcome).toBe('not-applied');
    expect(attempt!.evidence).toContain('ECONNREFUSED');
  });

  test('503 only where the configuration says so', async () => {
    const office = await openOffice({ jobs: { journal: ALONE }, service: 'notApplied: [429, 503]' });
    await office.next('503');
    const { receipt } = await office.book('a.csv', three);
    expect(receipt).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });
});

describe('misconfigured: nothing was done, posting waits for a person', () => {
  test('401, 403, 404', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const row = await office.take('a.csv', three);
    await office.plan(row);
    await office.next('401', '403', '404');
    const outcomes: string[] = [];
    for (const _ of [1, 2, 3]) await office.turn(row, async (outcome) => outcomes.push(outcome.kind) < 0);
    expect(outcomes).toEqual(['misconfigured', 'misconfigured', 'misconfigured']);
    expect(await office.receipt(row)).toMatchObject({ state: 'posting', rows: { pending: 6 }, mismatches: [] });
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });
});

describe('rejected', () => {
  test('400, 409, 413, 415, 422: an entry alone is set aside with the service’s words', async () => {
    const office = await openOffice({ jobs: { journal: ALONE } });
    const kinds = ['400', '409', '413', '415', '422'];
    await office.next(...kinds);
    const file = journal(...kinds.map((kind, at) => voucher(at + 1, at + 1, kind)), voucher(6, 6, 'sound'));
    const { row, receipt } = await office.book('a.csv', file);
    expect(receipt).toMatchObject({
      state: 'partly-booked',
      rows: { read: 12, booked: 2, rejected: 10 },
      entries: { booked: 1, rejected: 5 },
      mismatches: [],
    });
    expect(receipt.issues.map(({ code, rows, entries }) => ({ code, rows, entries }))).toEqual(
      kinds.map(() => ({ code: 'service-rejected', rows: 2, entries: 1 })),
    );
    expect(receipt.issues.map(({ message }) => message).join()).toContain('The record was changed by somebody else.');
    expect(await office.texts()).toEqual(['sound']);
    const rejected = await office.ledger.findings.entries(row.num, 'rejected');
    expect(rejected.map(({ key, rows }) => `${key}: ${rows}`)).toEqual([
      '1: 2-3',
      '2: 4-5',
      '3: 6-7',
      '4: 8-9',
      '5: 10-11',
    ]);
  });

  const LOCKED = '2019-12-31 is in a locked period, the books are locked before 2020-01-01';
  const locked = (key: number) => voucher(key, key, `Bilag ${key}`, '31.12.2019');
  const seven = journal(
    voucher(1, 1),
    voucher(2, 2),
    locked(3),
    voucher(4, 4),
    voucher(5, 5),
    locked(6),
    voucher(7, 7),
  );

  test('of seven entries in one request the two guilty ones are found; the others are booked once', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2020-01-01' } });
    const { row, receipt } = await office.book('a.csv', seven);
    expect(receipt).toMatchObject({
      state: 'partly-booked',
      rows: { read: 14, booked: 10, rejected: 4, pending: 0 },
      entries: { planned: 7, booked: 5, rejected: 2 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual([1, 2, 4, 5, 7].map((key) => `Bilag ${key}`));
    const rejected = await office.ledger.findings.entries(row.num, 'rejected');
    expect(rejected.map(({ key }) => key)).toEqual(['3', '6']);
    // Both lines were refused in the same words: they are said once, and with the rows instead of places in a request.
    for (const [at, detail] of [
      `Voucher 3 was refused: ${LOCKED} (rows 6, 7).`,
      `Voucher 6 was refused: ${LOCKED} (rows 12, 13).`,
    ].entries()) {
      expect(await office.ledger.findings.problems(row.num, rejected[at]!.seq)).toMatchObject([
        { code: 'service-rejected', row: 0, detail },
      ]);
    }
    expect(receipt.issues).toMatchObject([{ message: `The service refused the voucher: ${LOCKED}.`, entries: 2 }]);
  });

  test('the words of one line stay whole, of different lines each is said once, and of very many none is cut in half', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2020-01-01' }, jobs: { journal: ALONE } });
    const one = voucher(1, 1).replace('3000', '1501');
    const two = voucher(2, 2, 'Bilag 2', '31.12.2019').replace('3000', '1501');
    const many = Array.from({ length: 10 }, (_, at) => voucher(3, at + 1, 'Bilag 3', '31.12.2019')).join('\n');
    const { row, receipt } = await office.book('a.csv', journal(one, two, many));
    const message = (await office.batches(row))[2]!.message!;
    expect(message.length, 'cut off').toBe(1_000);
    const rejected = await office.ledger.findings.entries(row.num, 'rejected');
    const details = await Promise.all(
      rejected.map(async ({ seq }) => (await office.ledger.findings.problems(row.num, seq))[0]!.detail),
    );
    expect(details).toEqual([
      'Voucher 1 was refused: Account 1501 is locked for booking (row 3).',
      `Voucher 2 was refused: ${LOCKED}; Account 1501 is locked for booking (rows 4, 5).`,
      expect.stringMatching(/^Voucher 3 was refused: [^;…]+ \(rows 6, 7, [\d, ]+\)\.$/),
    ]);
    expect(details[2]).toContain(`refused: ${LOCKED} (rows`);
    expect(receipt.issues).toHaveLength(3);
  });

  test('a service that may have booked a part of a refused request: several entries are in doubt, one alone is rejected', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2020-01-01' }, service: 'rejection: unknown' });
    const { receipt } = await office.book('a.csv', seven);
    expect(receipt).toMatchObject({
      state: 'in-doubt',
      entries: { planned: 7, booked: 0, inDoubt: 7 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual([]);
    const { receipt: alone } = await office.book('b.csv', journal(locked(9)));
    expect(alone).toMatchObject({ state: 'partly-booked', entries: { rejected: 1 }, mismatches: [] });
  });

  test('an in-doubt half stops its part of the splitting; the other half goes on', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2020-01-01' } });
    // The whole is refused; the first half (1, 2, 3, 4) meets a reset before anything is applied.
    await office.next('none', 'reset-before');
    const { receipt } = await office.book('a.csv', seven);
    expect(receipt).toMatchObject({
      state: 'in-doubt',
      entries: { booked: 2, rejected: 1, inDoubt: 4 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 5', 'Bilag 7']);
  });

  test('the halves of a batch hold the texts of its entries to the letter', async () => {
    const office = await openOffice({ sandbox: { lockedBefore: '2020-01-01' } });
    const { row } = await office.book('a.csv', journal(voucher(1, 1, 'Ærlig «talt» 😀 \u2028'), locked(2)));
    const [whole, first, second] = await Promise.all(
      (await office.batches(row)).map(async ({ no }) => (await office.ledger.posting.body(row.num, no)).body),
    );
    expect(`[${first!.slice(1, -1)},${second!.slice(1, -1)}]`).toBe(whole);
  });
});
