import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../src/core/outcome.ts';
import { resolveDoubt } from '../../src/doubt/resolve.ts';
import { journal, type Office, openOffice, voucher } from '../importing/office.ts';

const two = journal(voucher(1, 100), voucher(2, 20));
const evidenceOf = async (office: Office, row: { num: number }, no = 1) =>
  JSON.parse((await office.ledger.posting.attempts(row.num, no)).at(-1)!.evidence!) as Evidence;

describe('a 200 that contradicts the request is in doubt, and nothing of it counts as booked', () => {
  test.each<[string, number, NonNullable<Evidence['contradiction']>]>([
    ['half', 1, { what: 'count', said: '1', sent: 2 }],
    ['half-errors', 1, { what: 'error', said: expect.stringContaining('could not be booked'), sent: 2 }],
    ['shorter-after', 2, { what: 'count', said: '1', sent: 2 }],
    ['empty-list', 0, { what: 'count', said: '0', sent: 2 }],
    ['empty-list-after', 2, { what: 'count', said: '0', sent: 2 }],
    ['not-success', 0, { what: 'failed', said: '"success": false', sent: 2 }],
    ['not-success-after', 2, { what: 'failed', said: '"success": false', sent: 2 }],
    ['error-level', 0, { what: 'error', said: expect.stringContaining('could not be booked'), sent: 2 }],
  ])('%s', async (fault, applied, contradiction) => {
    const office = await openOffice();
    await office.next(fault);
    const { row, receipt } = await office.book('a.csv', two);
    expect(receipt).toMatchObject({
      state: 'in-doubt',
      rows: { booked: 0, inDoubt: 4 },
      entries: { booked: 0, inDoubt: 2 },
    });
    expect((await office.booked()).count).toBe(applied);
    expect(await evidenceOf(office, row)).toMatchObject({ status: 200, contradiction });
  });

  test('one of two applied: a person books the one that is there and has the other sent', async () => {
    const office = await openOffice();
    await office.next('half');
    const { row } = await office.book('a.csv', two);
    await resolveDoubt(await office.ledger.imports.byNum(row.num), 1, 'booked', 'only 1 is there', office.ports, {
      entries: ['1'],
    });
    const left = (await office.batches(row)).find(({ state }) => state === 'in-doubt')!;
    await resolveDoubt(
      await office.ledger.imports.byNum(row.num),
      left.no,
      'not-booked',
      '2 is not there',
      office.ports,
    );
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });
});

describe('null as the reply to a booking', () => {
  test('is a success of a service that was never heard to answer an ID', async () => {
    const office = await openOffice({ sandbox: { faults: 'reply=empty' } });
    await office.next('none', 'null-after');
    await office.book('a.csv', journal(voucher(1, 1)));
    const { receipt } = await office.book('b.csv', journal(voucher(2, 2)));
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 1 } });
  });

  test('is in doubt once the service has answered IDs, in another import and another process', async () => {
    const office = await openOffice();
    await office.book('a.csv', journal(voucher(1, 1)));
    const beside = await openOffice({ beside: office });
    await office.next('null');
    const { row, receipt } = await beside.book('b.csv', journal(voucher(2, 2)));
    expect(receipt).toMatchObject({ state: 'in-doubt', entries: { booked: 0, inDoubt: 1 } });
    expect((await evidenceOf(beside, row)).contradiction).toEqual({ what: 'no-ids', said: 'null', sent: 1 });
  });

  test('is judged by what this company was answered: of other books nothing is known', async () => {
    const office = await openOffice({ service: 'company: one\n' });
    await office.book('a.csv', journal(voucher(1, 1)));
    office.useService('company: other\n');
    const beside = await openOffice({ beside: office });
    await office.next('null-after');
    const { receipt } = await beside.book('b.csv', journal(voucher(2, 2)));
    expect(receipt.state).toBe('completed');
  });
});
