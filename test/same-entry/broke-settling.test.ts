import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { finishIfDone, settleWaits } from '../../src/importing/finish-import.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
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
  expect(office.receipt(b).entries).toMatchObject({ pending: 2, booked: 0 });

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
        takeClaims(num: number, seen: number) {
          const found = writer.takeClaims(num, seen);
          if (!raced) {
            raced = true;
            settleWaits(num, { ledger: other });
          }
          return found;
        },
      };
    },
  });
  const first = office.ledger.imports.byNum(a.num);
  // Who comes second may give up: the other one has done all of it.
  try {
    resolveDoubt(first, 1, 'booked', 'it is there', office.ports);
  } catch (error) {
    expect(String(error)).toContain("can't be withdrawn");
  }
  Object.assign(waits, { writer: writerOf });
  other.close();
  expect(raced).toBe(true);

  expect(office.batches(b).filter(({ state }) => state === 'ready')).toEqual([]);
  expect(office.receipt(b).entries).toMatchObject({ pending: 1, duplicate: 1, booked: 0 });
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
        takeClaims(num: number, seen: number) {
          const found = writer.takeClaims(num, seen);
          if (raced) return found;
          raced = true;
          settleWaits(num, { ledger: other });
          // Somebody says what became of the second one too, and is killed before what waits for it is judged.
          const dying = { ...other, waits: { ...other.waits, waiters: () => [] } };
          resolveDoubt(other.imports.byNum(a.num), 2, 'booked', 'it is there', { ...office.ports, ledger: dying });
          return found;
        },
      };
    },
  });
  resolveDoubt(office.ledger.imports.byNum(a.num), 1, 'booked', 'it is there', office.ports);
  Object.assign(waits, { writer: writerOf });
  other.close();
  expect(raced).toBe(true);

  // What any process does every few seconds.
  expect(finishIfDone(b.num, office.ports)).toBe('partly-booked');
  expect(office.receipt(b).entries).toMatchObject({ pending: 0, duplicate: 2, booked: 0 });
  expect((await office.booked()).count).toBe(2);
});
