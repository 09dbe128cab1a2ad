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
function sums(office: Office): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { created_at, counts } of office.ledger.imports.list(1_000)) {
    const day = new Date(created_at).toISOString().slice(0, 10);
    for (const [outcome, rows] of Object.entries((JSON.parse(counts ?? '{}') as { rows?: object }).rows ?? {})) {
      const key = `${day} ${outcome}`;
      if (outcome !== 'read' && rows !== 0) found[key] = (found[key] ?? 0) + rows;
    }
  }
  return found;
}
const kept = ({ ledger }: Office) =>
  Object.fromEntries(ledger.daily.since('').map(({ day, outcome, rows }) => [`${day} ${outcome}`, rows]));

test('rows by day are the sums of what is kept of imports, whatever becomes of them', async () => {
  const office = await openOffice();
  const { ledger, ports } = office;
  const agrees = (what: string) => expect([what, kept(office)]).toEqual([what, sums(office)]);
  const day = new Date().toISOString().slice(0, 10);
  // On two days, and partly booked.
  const { row: partly } = await office.book('a.csv', journal(voucher(1, 100), wrongAccount(2, 5), voucher(3, 30)));
  agrees('partly booked');
  expect(kept(office)).toEqual({ [`${day} booked`]: 4, [`${day} held`]: 2 });
  const earlier = await office.take('b.csv', journal(voucher(4, 100), voucher(1, 100)));
  ledger.imports.update(earlier.num, { created_at: earlier.created_at - 3 * DAY_MS });
  await office.plan(earlier);
  agrees('planned');
  expect(Object.keys(kept(office)).some((key) => key.endsWith('pending'))).toBe(true);
  await office.post(earlier);
  agrees('booked, with a duplicate');
  // Retried: what is held is planned and held again.
  retryImport(ledger.imports.byNum(partly.num), ports);
  await office.plan(partly);
  await office.post(partly);
  agrees('retried');
  // Doubt.
  await office.next('reset-after');
  const doubted = await office.take('c.csv', journal(voucher(5, 7)));
  await office.plan(doubted);
  await office.post(doubted);
  agrees('in doubt');
  expect(kept(office)[`${day} inDoubt`]).toBe(2);
  // Cancelled before anything was sent: nothing of it counts any more; then planned afresh.
  const cancelled = await office.take('d.csv', journal(voucher(6, 7), voucher(7, 7)));
  await office.plan(cancelled);
  agrees('to be sent');
  await cancelImport(cancelled, { reason: 'wrong file' }, ports);
  agrees('cancelled');
  const again = await office.take('d.csv', journal(voucher(6, 7), voucher(7, 7)));
  expect(again.num).toBe(cancelled.num);
  await office.plan(again);
  await office.post(again);
  agrees('planned afresh');
  // Rejected whole.
  const rejected = await office.take('e.csv', 'a;b\n1;2\n');
  await office.plan(rejected);
  expect(ledger.imports.byNum(rejected.num).state).toBe('rejected');
  agrees('rejected');
  // Whoever writes counts, by whatever way.
  const db = openSqlite(join(office.folder, 'home', 'ledger.db'), 1_000);
  db.run(`update import set counts = '{"rows":{"read":9,"held":9}}' where num = ?`, partly.num);
  agrees('written by another');
  db.transaction(() => db.run('delete from import where num = ?', earlier.num));
  agrees('gone');
  db.close();
});
