import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ServiceMisconfigured } from '../../src/service/errors.ts';
import { journal, openOffice, voucher } from './office.ts';

test('a plan that the service refuses ends in its thread, which plans on: terminated inside libsql, it would end the process', async () => {
  const office = await openOffice();
  const started: Worker[] = [];
  const note = (worker: Worker) => void started.push(worker);
  await office.plan(await office.take('a.csv', journal(voucher(1, 100))));
  process.on('worker', note);
  try {
    await office.faults('get-401=1');
    const b = await office.take('b.csv', journal(voucher(2, 100), voucher(3, 70).replaceAll('3000', '3900')));
    await expect(office.plan(b)).rejects.toMatchObject({ name: ServiceMisconfigured.name });
    await office.faults('');
    await office.plan(b);
  } finally {
    process.off('worker', note);
  }
  expect(started).toEqual([]);
});

test('while a large file is planned, one sees how many of its rows were read', async () => {
  const office = await openOffice();
  const vouchers = 40_000;
  const text = journal(...Array.from({ length: vouchers }, (_, no) => voucher(no + 1, 100)));
  const row = await office.take('large.csv', text);
  const told: number[] = [];
  await office.plan(row, (num, rows) => {
    expect(num).toBe(row.num);
    told.push(rows);
  });
  const { rows_read: all } = (await office.ledger.imports.byNum(row.num))!;
  expect(all).toBeGreaterThanOrEqual(vouchers);
  expect(told.some((rows) => rows > 0 && rows < all)).toBe(true);
  expect(told.at(-1)).toBe(0);
  // A pass that begins again begins to count again.
  expect(Math.max(...told)).toBeLessThanOrEqual(all);
});
