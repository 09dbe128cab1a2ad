import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/core/issue.ts';
import { retryImport } from '../../src/correcting/retry.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { cancelImport } from '../../src/importing/cancel.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from './office.ts';

const RUNS = 8;
/** Retries and decisions after which everything must be booked. */
const ROUNDS = 12;
const KEYS_A_RUN = 100;

const now = (office: Office, { num }: Pick<ImportRow, 'num'>) => office.ledger.imports.byNum(num);
const file = (first: number, count: number) =>
  journal(...Array.from({ length: count }, (_, at) => voucher(first + at, first + at)));
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** @returns whether there was anything to cancel */
async function cancel(office: Office, row: ImportRow): Promise<boolean> {
  try {
    await cancelImport(row, { reason: 'wrong' }, office.ports);
    return true;
  } catch (error) {
    if ((error as Error).name === UsageError.name) return false;
    throw error;
  }
}

/** People bring it to an end: what was cancelled is imported again, what is held retried, what is in doubt looked up. */
async function bringToEnd(office: Office, row: ImportRow, content: string): Promise<void> {
  for (let round = 0; round < ROUNDS && (await now(office, row)).state !== 'completed'; round++) {
    const there = new Set(await office.texts());
    for (const { no, state } of await office.batches(row)) {
      if (state !== 'in-doubt') continue;
      const { entries } = await office.ledger.posting.body(row.num, no);
      const became = there.has(`Bilag ${entries[0]!.key}`) ? 'booked' : 'not-booked';
      await resolveDoubt(await now(office, row), no, became, 'looked', office.ports, { senderGone: true });
    }
    const { state } = await now(office, row);
    if (state === 'partly-booked') await retryImport(await now(office, row), office.ports);
    else if (state === 'cancelled') await office.take(row.file, content);
    await office.plan(row);
    await office.post(row);
    expect((await office.receipt(row)).mismatches).toEqual([]);
  }
  expect((await now(office, row)).state).toBe('completed');
}

test(`cancelled anywhere, and brought to its end after that: ${RUNS} runs book each entry once`, async () => {
  const office = await openOffice({ jobs: { journal: `${JOURNAL_JOB}batch: { entries: 2, concurrency: 4 }\n` } });
  const all: number[] = [];
  const ended = new Set<string>();
  const fault = fc.constantFrom('', '', '', '429', '400', '403', 'reset-before', 'reset-after', '500-after');
  const stages = fc.oneof(fc.constantFrom('received', 'planned'), fc.array(fault, { minLength: 1, maxLength: 4 }));
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 7 }),
    fc.array(stages, { minLength: 1, maxLength: 2 }),
    async (count, lives) => {
      const first = KEYS_A_RUN + all.length;
      const content = file(first, count);
      let row: ImportRow | undefined;
      // Cancelled, and taken up again, and cancelled again.
      for (const stage of lives) {
        row = await office.take(`${first}.csv`, content);
        if ((await now(office, row)).state === 'partly-booked') await retryImport(await now(office, row), office.ports);
        if (stage !== 'received') await office.plan(row);
        for (const each of Array.isArray(stage) ? stage : []) {
          if (each !== '') await office.next(each);
          await office.turn(row, async () => false);
        }
        const { state } = await now(office, row);
        expect(await cancel(office, row)).toBe(state === 'planning' || state === 'posting');
        expect((await office.receipt(row)).mismatches).toEqual([]);
        expect(await office.turn(row)).toBe(0);
        ended.add((await now(office, row)).state);
      }
      await bringToEnd(office, row!, content);
      all.push(...Array.from({ length: count }, (_, at) => first + at));
      expect(await office.texts()).toEqual(all.map((key) => `Bilag ${key}`).sort());
      const receipt = await office.receipt(row!);
      expect(receipt).toMatchObject({ entries: { booked: count }, rows: { read: 2 * count, booked: 2 * count } });
      for (const { file: wanted, booked } of receipt.totals.accounts) expect(booked).toBe(wanted);
    },
  );
  const examples: [number, (string | string[])[]][] = [
    [7, [['', '400'], ['']]],
    [5, [['403'], ['429', '']]],
  ];
  await fc.assert(runs, { numRuns: RUNS, seed: 7, examples });
  const total = `${sum(all)}.00`;
  expect((await office.booked()).totals).toEqual({ '1920': total, '3000': `-${total}` });
  expect([...ended]).toEqual(expect.arrayContaining(['cancelled', 'partly-booked', 'in-doubt']));
}, 120_000);

test('cancelled by another process while a sender goes round: what goes out was on its way before', async () => {
  const office = await openOffice({ jobs: { journal: `${JOURNAL_JOB}batch: { entries: 1, concurrency: 3 }\n` } });
  const beside = await openOffice({ beside: office });
  const names: string[] = [];
  for (let round = 0; round < 3; round++) {
    const first = KEYS_A_RUN * (round + 1);
    const row = await office.take(`${round}.csv`, file(first, 25));
    await office.plan(row);
    const enough = 3 + 4 * round;
    // They go round as fast as they can; at the latest with the fourth after enough they wait, so that some are left to cancel.
    await office.faults('slow=1,slow-for=2s');
    await office.next(...Array.from({ length: enough + 3 }, () => 'none'));
    const senders = Promise.all([office.post(row), beside.post(row), office.post(row)]);
    const begun = async () => (await office.batches(row)).filter(({ attempts }) => attempts > 0).map(({ no }) => no);
    while ((await begun()).length < enough) await new Promise((resolve) => setTimeout(resolve, 1));
    const { withdrawn } = await cancelImport(row, { reason: 'wrong' }, beside.ports);
    const before = await begun();
    expect(withdrawn).toBe(25 - before.length);
    await office.faults('');
    await senders;
    expect(await begun()).toEqual(before);
    expect(await office.receipt(row)).toMatchObject({
      entries: { booked: before.length, held: withdrawn },
      mismatches: [],
    });
    await bringToEnd(beside, row, '');
    names.push(...Array.from({ length: 25 }, (_, at) => `Bilag ${first + at}`));
    expect(await office.texts()).toEqual(names.sort());
  }
}, 120_000);
