import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as CancelModule from '../../src/importing/cancel.ts';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';

const { cancelImport } = await load<typeof CancelModule>('importing/cancel.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');

const DAY_MS = 24 * 60 * 60_000;
const wrongAccount = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');

/** Rows by day and outcome, added up from what is kept of every import. */
async function sums(office: Office): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { created_at, counts } of await office.ledger.imports.list(1_000)) {
    const day = new Date(created_at).toISOString().slice(0, 10);
    for (const [outcome, rows] of Object.entries((JSON.parse(counts ?? '{}') as { rows?: object }).rows ?? {})) {
      const key = `${day} ${outcome}`;
      if (outcome !== 'read' && rows !== 0) found[key] = (found[key] ?? 0) + rows;
    }
  }
  return found;
}
const kept = async ({ ledger }: Office) =>
  Object.fromEntries((await ledger.daily.since('')).map(({ day, outcome, rows }) => [`${day} ${outcome}`, rows]));

test('rows by day are the sums of what is kept of imports, whatever becomes of them', async () => {
  const office = await openOffice();
  const { ledger, ports } = office;
  const agrees = async (what: string) => expect([what, await kept(office)]).toEqual([what, await sums(office)]);
  const day = new Date().toISOString().slice(0, 10);
  // On two days, and partly booked.
  const { row: partly } = await office.book('a.csv', journal(voucher(1, 100), wrongAccount(2, 5), voucher(3, 30)));
  await agrees('partly booked');
  expect(await kept(office)).toEqual({ [`${day} booked`]: 4, [`${day} held`]: 2 });
  const earlier = await office.take('b.csv', journal(voucher(4, 100), voucher(1, 100)));
  await ledger.imports.update(earlier.num, { created_at: earlier.created_at - 3 * DAY_MS });
  await office.plan(earlier);
  await agrees('planned');
  expect(Object.keys(await kept(office)).some((key) => key.endsWith('pending'))).toBe(true);
  await office.post(earlier);
  await agrees('booked, with a duplicate');
  // Retried: what is held is planned and held again.
  await retryImport(await ledger.imports.byNum(partly.num), ports);
  await office.plan(partly);
  await office.post(partly);
  await agrees('retried');
  // Doubt.
  await office.next('reset-after');
  const doubted = await office.take('c.csv', journal(voucher(5, 7)));
  await office.plan(doubted);
  await office.post(doubted);
  await agrees('in doubt');
  expect((await kept(office))[`${day} inDoubt`]).toBe(2);
  // Cancelled before anything was sent: nothing of it counts any more; then planned afresh.
  const cancelled = await office.take('d.csv', journal(voucher(6, 7), voucher(7, 7)));
  await office.plan(cancelled);
  await agrees('to be sent');
  await cancelImport(cancelled, { reason: 'wrong file' }, ports);
  await agrees('cancelled');
  const again = await office.take('d.csv', journal(voucher(6, 7), voucher(7, 7)));
  expect(again.num).toBe(cancelled.num);
  await office.plan(again);
  await office.post(again);
  await agrees('planned afresh');
  // Rejected whole.
  const rejected = await office.take('e.csv', 'a;b\n1;2\n');
  await office.plan(rejected);
  expect((await ledger.imports.byNum(rejected.num)).state).toBe('rejected');
  await agrees('rejected');
  // Whoever writes counts, by whatever way.
  const db = openSqlite(join(office.folder, 'home', 'ledger.db'), 1_000);
  await db.run(`update import set counts = '{"rows":{"read":9,"held":9}}' where num = ?`, partly.num);
  await agrees('written by another');
  await db.run('delete from import where num = ?', earlier.num);
  await agrees('gone');
  db.close();
});
