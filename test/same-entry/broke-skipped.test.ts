import { describe, expect, test } from 'vitest';
import type * as SkipModule from '../../src/correcting/skip.ts';
import { JOURNAL_JOB, journal, load, voucher } from '../importing/office.ts';
import { openBooks } from './books.ts';
import { CODE, heldFor } from './names.ts';

const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

/** Section 3 of the design of sameness: what a person decided not to book is not booked behind her back. */
describe('a person skipped the other entry', () => {
  const held = voucher(2, 20).replaceAll(';3000;', ';3015;');

  test.each([
    ['same', { held: 0, duplicate: 1, booked: 1 }, 2],
    ['different', { held: 0, duplicate: 0, booked: 2 }, 3],
  ] as const)('this one is held once, with who skipped it and why; the answer: %s', async (answer, end, standing) => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    const { row } = await books.book('a.csv', journal(voucher(1, 10), held), 'job');
    const expected = { entries: 1, rows: 2 };
    expect(
      await skipEntries(
        await books.ledger.imports.byNum(row.num),
        'paid in cash',
        { filter: {}, expect: expected },
        books.ports,
      ),
    ).toMatchObject(expected);
    books.defineJob('job', `${JOURNAL_JOB}accounts: { "3015": "3000" }\n`);
    const { row: second, receipt } = await books.book('b.csv', journal(held, voucher(3, 30)), 'job');
    expect(receipt.entries).toMatchObject({ held: 1, duplicate: 0, booked: 1 });
    expect(heldFor(receipt, CODE.skipped)).toEqual({ asked: 1, entries: 1 });
    const said = (await books.run('failed', second.id)).out.replace(/\s+/g, ' ');
    expect(said).toContain('paid in cash');
    expect(said).toContain(books.ports.who);
    expect((await books.answer(second, CODE.skipped, answer)).entries).toMatchObject(end);
    expect(await books.entries()).toHaveLength(standing);
  });

  test('the skip is taken back on the command line: it waits again, and when it comes again it is booked', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    const { row } = await books.book('a.csv', journal(voucher(1, 10), held), 'job');
    const which = { filter: {}, expect: { entries: 1, rows: 2 } };
    await skipEntries(await books.ledger.imports.byNum(row.num), 'paid in cash', which, books.ports);
    const { out: history } = await books.run('show', row.id);
    expect(history).toContain('skipped (skip 1): 1 voucher, 2 rows. paid in cash');
    const takeBack = (no: string, ...reason: string[]) => books.run('failed', row.id, '--take-back', no, ...reason);
    expect(await takeBack('1')).toMatchObject({ code: 2, err: expect.stringContaining('--reason') });
    expect(await takeBack('one', '--reason', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('"one"') });
    const { code, out, err } = await takeBack('1', '--reason', 'the till was short');
    expect([code, err.split('\n')[0]]).toEqual([0, '1 voucher is on hold again.']);
    expect(out).toContain('3015');
    expect((await books.run('show', row.id)).out.replace(/\s+/g, ' ')).toContain(
      'skip 1 was taken back: 1 voucher is on hold again. the till was short',
    );
    expect(await takeBack('1', '--reason', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('skip 1') });
    books.defineJob('job', `${JOURNAL_JOB}accounts: { "3015": "3000" }\n`);
    const { receipt } = await books.book('b.csv', journal(held, voucher(3, 30)), 'job');
    expect(receipt.entries).toMatchObject({ held: 0, duplicate: 0, booked: 2 });
  });
});
