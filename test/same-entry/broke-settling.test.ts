import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retryImport } from '../../src/correcting/retry.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { cancelImport } from '../../src/importing/cancel.ts';
import { finishIfDone, settleWaits } from '../../src/importing/finish-import.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { reconcile } from '../../src/posting/enqueue-due.ts';
import { settlementOf } from '../../src/posting/settle.ts';
import { JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';

/**
 * Section 3 of the design of sameness: any bilag process settles what waits, so two may at once. One of the entries that
 * wait is known to be booked; the other one still waits, whoever comes first.
 */
test('two processes settle the same import at once: what still waits for a doubt is not sent', async () => {
  const office = await openOffice({ jobs: { alone: `${JOURNAL_JOB}batch: { entries: 1 }\n`, whole: JOURNAL_JOB } });
  const two = journal(voucher(1, 100), voucher(2, 20));
  await office.next('reset-after', 'reset-after');
  const { row: a } = await office.book('a.csv', two, 'alone');
  const b = await office.take('b.csv', `${two}\n`, 'whole');
  await office.plan(b);
  expect((await office.receipt(b)).entries).toMatchObject({ pending: 2, booked: 0 });

  const other = openLedger(`sqlite:${join(office.ports.home, 'ledger.db')}`);
  const { waits } = office.ledger;
  const writerOf = waits.writer;
  let raced = false;
  // The other process does all of it just after this one has looked which entries somebody else claimed.
  Object.assign(waits, {
    writer() {
      const writer = writerOf();
      return {
        ...writer,
        async takeClaims(num: number, seen: number) {
          const found = await writer.takeClaims(num, seen);
          if (!raced) {
            raced = true;
            await settleWaits(num, { ...office.ports, ledger: other });
          }
          return found;
        },
      };
    },
  });
  const first = await office.ledger.imports.byNum(a.num);
  // Who comes second may give up: the other one has done all of it.
  try {
    await resolveDoubt(first, 1, 'booked', 'it is there', office.ports);
  } catch (error) {
    expect(String(error)).toContain("can't be withdrawn");
  }
  Object.assign(waits, { writer: writerOf });
  other.close();
  expect(raced).toBe(true);

  expect((await office.batches(b)).filter(({ state }) => state === 'ready')).toEqual([]);
  expect((await office.receipt(b)).entries).toMatchObject({ pending: 1, duplicate: 1, booked: 0 });
  expect((await office.booked()).count).toBe(2);
});

/**
 * The slower of two processes knows more than the faster one, and what it makes of the entries comes too late. What it then
 * notes of whom they wait for would hide what the faster one left waiting: for ever, with nothing to wait for.
 */
test('two processes settle the same import, the slower one knows more: nothing waits for ever', async () => {
  const office = await openOffice({ jobs: { alone: `${JOURNAL_JOB}batch: { entries: 1 }\n`, whole: JOURNAL_JOB } });
  const two = journal(voucher(1, 100), voucher(2, 20));
  await office.next('reset-after', 'reset-after');
  const { row: a } = await office.book('a.csv', two, 'alone');
  const b = await office.take('b.csv', `${two}\n`, 'whole');
  await office.plan(b);

  const other = openLedger(`sqlite:${join(office.ports.home, 'ledger.db')}`);
  const { waits } = office.ledger;
  const writerOf = waits.writer;
  let raced = false;
  Object.assign(waits, {
    writer() {
      const writer = writerOf();
      return {
        ...writer,
        async takeClaims(num: number, seen: number) {
          const found = await writer.takeClaims(num, seen);
          if (raced) return found;
          raced = true;
          await settleWaits(num, { ...office.ports, ledger: other });
          // Somebody says what became of the second one too, and is killed before what waits for it is judged.
          const dying = { ...other, waits: { ...other.waits, waiters: async () => [] } };
          await resolveDoubt(await other.imports.byNum(a.num), 2, 'booked', 'it is there', {
            ...office.ports,
            ledger: dying,
          });
          return found;
        },
      };
    },
  });
  await resolveDoubt(await office.ledger.imports.byNum(a.num), 1, 'booked', 'it is there', office.ports);
  Object.assign(waits, { writer: writerOf });
  other.close();
  expect(raced).toBe(true);

  // What any process does every few seconds.
  expect(await finishIfDone(b.num, office.ports)).toBe('partly-booked');
  expect((await office.receipt(b)).entries).toMatchObject({ pending: 0, duplicate: 2, booked: 0 });
  expect((await office.booked()).count).toBe(2);
});

/** Whose claims were found, and what then moves before anybody asks how far the other import is. */
test('an entry is freed just after its claim was found: it is looked at again, though the import that had it goes on', async () => {
  const office = await openOffice({ jobs: { alone: `${JOURNAL_JOB}batch: { entries: 1 }\n`, whole: JOURNAL_JOB } });
  const three = journal(voucher(1, 100), voucher(2, 20), voucher(3, 3));
  await office.next('reset-after', 'reset-before', 'reset-after');
  const { row: a } = await office.book('a.csv', three, 'alone');
  const b = await office.take('b.csv', `${three}\n`, 'whole');
  await office.plan(b);

  const other = openLedger(`sqlite:${join(office.ports.home, 'ledger.db')}`);
  const { waits } = office.ledger;
  const writerOf = waits.writer;
  let raced = false;
  Object.assign(waits, {
    writer() {
      const writer = writerOf();
      return {
        ...writer,
        async takeClaims(num: number, seen: number) {
          const found = await writer.takeClaims(num, seen);
          if (raced) return found;
          raced = true;
          // Somebody cancels what is not booked yet, and is killed before what waits for it is judged.
          const dying = { ...other, waits: { ...other.waits, waiters: async () => [] } };
          await resolveDoubt(await other.imports.byNum(a.num), 2, 'not-booked', 'it is not there', {
            ...office.ports,
            ledger: dying,
          });
          await other.cancelling.cancel(a.num, {
            at: Date.now(),
            who: 'test',
            reason: 'twice',
            words: { todo: 'book', done: 'booked' },
          });
          await other.cancelling.cancelSome(a.num);
          return found;
        },
      };
    },
  });
  await resolveDoubt(await office.ledger.imports.byNum(a.num), 1, 'booked', 'it is there', office.ports);
  Object.assign(waits, { writer: writerOf });
  other.close();
  expect(raced).toBe(true);
  expect((await office.batches(a)).filter(({ state }) => state === 'in-doubt')).toHaveLength(1);

  // What any process does every few seconds.
  await finishIfDone(b.num, office.ports);
  await office.post(b);
  expect((await office.receipt(b)).entries).toMatchObject({ pending: 1, duplicate: 1, booked: 1 });
  expect((await office.booked()).count).toBe(3);
});

test('as many entries come back as were booked: what waits for the booked ones notices all the same', async () => {
  const office = await openOffice({ jobs: { alone: `${JOURNAL_JOB}batch: { entries: 1 }\n`, whole: JOURNAL_JOB } });
  const two = journal(voucher(1, 100), voucher(2, 20));
  await office.next('reset-after', '422', 'reset-after');
  const { row: a } = await office.book('a.csv', journal(voucher(1, 100), voucher(9, 9), voucher(2, 20)), 'alone');
  expect((await office.receipt(a)).entries).toMatchObject({ rejected: 1, inDoubt: 2 });
  const b = await office.take('b.csv', two, 'whole');
  await office.plan(b);

  // Somebody says that the first one is booked, and is killed before what waits for it is judged.
  const dying = { ...office.ledger, waits: { ...office.ledger.waits, waiters: async () => [] } };
  const mute = { ...office.ports, ledger: dying };
  await resolveDoubt(await office.ledger.imports.byNum(a.num), 1, 'booked', 'it is there', mute);
  // The refused one is tried again, and is in doubt too: two are, as before.
  await office.next('reset-after');
  await retryImport(await office.ledger.imports.byNum(a.num), mute);
  await office.plan(a);
  await office.post(a);
  expect((await office.receipt(a)).entries).toMatchObject({ booked: 1, inDoubt: 2 });

  await finishIfDone(b.num, office.ports);
  expect((await office.receipt(b)).entries).toMatchObject({ pending: 1, duplicate: 1, booked: 0 });
});

test('two imports wait for what is in doubt in each other: both are in doubt, and settle with the answers', async () => {
  const { office, a, b } = await inEachOthersDoubt();
  expect([(await office.receipt(a)).state, (await office.receipt(b)).state]).toEqual(['in-doubt', 'in-doubt']);
  expect(await office.receipt(a)).toMatchObject({ entries: { inDoubt: 1, pending: 1 }, mismatches: [] });
  await expect(retryImport(await office.ledger.imports.byNum(b.num), office.ports)).rejects.toThrow('waits for import');

  await resolveDoubt(await office.ledger.imports.byNum(a.num), 1, 'booked', 'it is there', office.ports);
  expect([(await office.receipt(a)).state, (await office.receipt(b)).state]).toEqual(['posting', 'in-doubt']);
  expect((await office.receipt(b)).entries).toMatchObject({ inDoubt: 1, pending: 0, duplicate: 1 });
  const no = (await office.batches(b)).find(({ state }) => state === 'in-doubt')!.no;
  await resolveDoubt(await office.ledger.imports.byNum(b.num), no, 'booked', 'it is there', office.ports);
  expect((await office.receipt(a)).entries).toMatchObject({ inDoubt: 0, pending: 0, booked: 1, duplicate: 1 });
  expect((await office.receipt(b)).entries).toMatchObject({ inDoubt: 0, pending: 0, booked: 1, duplicate: 1 });
  expect((await office.booked()).count).toBe(2);
});

test('what an import in doubt waits for is booked, and nobody lives to tell it: any process settles it later', async () => {
  const { office, a, b } = await inEachOthersDoubt();
  const dying = { ...office.ledger, waits: { ...office.ledger.waits, waiters: async () => [] } };
  const no = (await office.batches(b)).find(({ state }) => state === 'in-doubt')!.no;
  await resolveDoubt(await office.ledger.imports.byNum(b.num), no, 'not-booked', 'lost', {
    ...office.ports,
    ledger: dying,
  });
  await cancelImport(await office.ledger.imports.byNum(b.num), { reason: 'twice' }, { ...office.ports, ledger: dying });
  expect((await office.receipt(a)).entries).toMatchObject({ inDoubt: 1, pending: 1 });

  await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
  expect((await office.receipt(a)).state).toBe('posting');
  expect((await office.batches(a)).filter(({ state }) => state === 'ready')).toHaveLength(1);
});

test('another process puts an import to rest with its doubt, while this one frees what waited: it is posted', async () => {
  const { office, a, b } = await inEachOthersDoubt();
  const no = (await office.batches(b)).find(({ state }) => state === 'in-doubt')!.no;
  const dying = { ...office.ledger, waits: { ...office.ledger.waits, waiters: async () => [] } };
  await resolveDoubt(await office.ledger.imports.byNum(b.num), no, 'not-booked', 'lost', {
    ...office.ports,
    ledger: dying,
  });
  await cancelImport(await office.ledger.imports.byNum(b.num), { reason: 'twice' }, { ...office.ports, ledger: dying });
  const other = openLedger(`sqlite:${join(office.ports.home, 'ledger.db')}`);
  const writerOf = office.ledger.waits.writer;
  const writer = () => ({
    ...writerOf(),
    async takeClaims(num: number, seen: number) {
      const found = await writerOf().takeClaims(num, seen);
      expect(await other.imports.rest(num, 'posting', 'in-doubt', {})).toBe(true);
      return found;
    },
  });
  const raced = { ...office.ledger, waits: { ...office.ledger.waits, writer } };
  expect(await finishIfDone(a.num, { ...office.ports, ledger: raced })).toBe('posting');
  other.close();
  await office.post(a);
  expect((await office.receipt(a)).entries).toMatchObject({ inDoubt: 1, pending: 0, booked: 1 });
});

test('who cancels an import with a doubt is killed before what waits is held: any process holds it', async () => {
  const { office, a } = await inEachOthersDoubt();
  await office.ledger.cancelling.cancel(a.num, {
    at: Date.now(),
    who: 'test',
    reason: 'the wrong month',
    words: { todo: 'book', done: 'booked' },
  });
  await office.ledger.imports.moveState(a.num, ['posting'], 'in-doubt');
  await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
  expect(await office.receipt(a)).toMatchObject({ state: 'in-doubt', entries: { inDoubt: 1, pending: 0, held: 1 } });
});

test('what waits beside a doubt can be cancelled, and the doubt stays one', async () => {
  const { office, a } = await inEachOthersDoubt();
  expect(
    await cancelImport(await office.ledger.imports.byNum(a.num), { reason: 'the wrong month' }, office.ports),
  ).toEqual({
    state: 'in-doubt',
    withdrawn: 1,
    sending: 0,
  });
  expect((await office.receipt(a)).entries).toMatchObject({ inDoubt: 1, pending: 0, held: 1 });
});

/** Each of two imports sent one of the same two entries, and has no answer; the other one waits for the other import. */
async function inEachOthersDoubt() {
  const office = await openOffice({ jobs: { alone: `${JOURNAL_JOB}batch: { entries: 1 }\n`, whole: JOURNAL_JOB } });
  const two = journal(voucher(1, 100), voucher(2, 20));
  await office.next('reset-after', '422');
  const { row: a } = await office.book('a.csv', two, 'alone');
  await office.next('reset-after');
  const { row: b } = await office.book('b.csv', `${two}\n`, 'alone');
  await retryImport(await office.ledger.imports.byNum(a.num), office.ports);
  await office.plan(a);
  return { office, a, b };
}

test('the sender of a doubt wakes late, with a refusal: what waits beside it goes on', async () => {
  const { office, a } = await inEachOthersDoubt();
  const batch = (await office.batches(a))[0]!;
  const outcome = { kind: 'rejected', message: 'the period is closed', evidence: { status: 422 } } as const;
  const settlement = await settlementOf(batch, outcome, 'whole', office.ports);
  expect(settlement.to).toBe('rejected');
  await office.ledger.posting.settle(batch.attempt!, outcome, settlement, Date.now(), undefined);
  expect(await office.receipt(a)).toMatchObject({ state: 'posting', entries: { inDoubt: 0, pending: 1, rejected: 1 } });
});
