import { expect, test } from 'vitest';
import { cancelImport } from '../../src/importing/cancel.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../importing/office.ts';
import { wrongAccount } from './mender.ts';
import { serve } from './serve.ts';

/** Five vouchers, one of which can't be booked: one was sent when the import was cancelled. */
async function cancelledHalfway(): Promise<{ office: Office; row: Pick<ImportRow, 'num' | 'service' | 'id'> }> {
  const office = await openOffice({ jobs: { journal: `${JOURNAL_JOB}batch: { entries: 1, concurrency: 1 }\n` } });
  const file = journal(voucher(1, 1), voucher(2, 2), voucher(3, 3), voucher(4, 4), wrongAccount(5, 5));
  const row = await office.take('a.csv', file);
  await office.plan(row);
  await office.turn(row, async () => false);
  await cancelImport(row, { reason: 'wrong month' }, office.ports);
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('partly-booked');
  return { office, row };
}

test('leaves what was cancelled alone, unless that is said, and says how much it takes', async () => {
  const { office, row } = await cancelledHalfway();
  const server = await serve(office);
  const url = `/api/imports/${row.id}`;
  expect((await server.get(url)).json).toMatchObject({
    state: 'partly-booked',
    cancelled: { reason: 'wrong month' },
    retry: { entries: 1, rows: 2, cancelled: { entries: 3, rows: 6 } },
  });
  expect((await server.get('/api/imports')).json.imports).toMatchObject([{ cancelled: true }]);
  const retry = (query: string) => server.post(`${url}/retry?${query}`);
  expect((await retry('leaveCancelled=true&entries=1&rows=2')).status).toBe(202);
  await office.plan(row);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, held: 4 }, mismatches: [] });
  expect((await office.booked()).totals).toEqual({ '1920': '1.00', '3000': '-1.00' });
  expect((await retry('entries=4&rows=8')).status).toBe(202);
  await office.plan(row);
  await office.post(row);
  expect(await office.receipt(row)).toMatchObject({ entries: { booked: 4, held: 1 }, mismatches: [] });
  expect((await server.get(url)).json).toMatchObject({ retry: { entries: 1, rows: 2 } });
});

test('does nothing where others wait by now than those that were confirmed', async () => {
  const { office, row } = await cancelledHalfway();
  const server = await serve(office);
  const refused = await server.post(`/api/imports/${row.id}/retry?leaveCancelled=true&entries=2&rows=4`);
  expect(refused).toMatchObject({ status: 409, json: { error: { code: 'count-changed' }, entries: 1, rows: 2 } });
  expect((await office.ledger.imports.byNum(row.num)).state).toBe('partly-booked');
  expect(await office.events(row)).not.toContain('retry');
});

test('says so where all that waits was cancelled', async () => {
  const { office, row } = await cancelledHalfway();
  const server = await serve(office);
  const waits = await office.ledger.waiting.seqs(row.num, { cancelled: false });
  const skip = { no: 1, at: 0, who: 'kari', reason: 'paid in cash' };
  await office.ledger.write((tx) => tx.skips.skip(row.num, waits, skip, true));
  const refused = await server.post(`/api/imports/${row.id}/retry?leaveCancelled=true`);
  expect(refused).toMatchObject({
    status: 409,
    json: { error: { message: expect.stringContaining('was cancelled') } },
  });
});
