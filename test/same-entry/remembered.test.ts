import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JOURNAL_JOB, journal } from '../importing/office.ts';
import { openBooks } from './books.ts';
import { CODE } from './names.ts';

/** A voucher whose text does not name its number. */
const voucher = (key: number, amount: number, on = date(1)) =>
  [`${key};${on};1920;${amount},50;Salg`, `${key};${on};3000;-${amount},50;Salg`].join('\n');
const date = (month: number) => `05.0${month}.2026`;
const retry = (id: string, answer: string, ...more: string[]) => [
  'retry',
  id,
  '--answer',
  answer,
  '--reason',
  'asked the office',
  '--remember',
  ...more,
];

test('numbers that repeat every month are remembered, and not asked about again', async () => {
  const books = await openBooks({ jobs: { job: `# ours\n${JOURNAL_JOB}` } });
  await books.book('a.csv', journal(voucher(1, 10, date(1))), 'job');
  const { row, receipt } = await books.book('b.csv', journal(voucher(1, 10, date(2))), 'job');
  expect(receipt.issues.map(({ code }) => code)).toEqual([CODE.date]);
  expect(await books.run(...retry(row.id, `${CODE.date}=different`))).toMatchObject({ code: 0 });
  const job = readFileSync(join(books.folder, 'jobs', 'job.yaml'), 'utf8');
  expect(job).toMatch(/^# ours/);
  expect(job).toMatch(/entry: \{ column: Bilagsnr, per: month \}/);
  const third = await books.book('c.csv', journal(voucher(1, 10, date(3))), 'job');
  expect(third.receipt).toMatchObject({ state: 'completed', entries: { booked: 1 } });
  expect(await books.entries()).toHaveLength(3);
  expect((await books.run('show', row.id)).out.replace(/\s+/g, ' ')).toContain('per: month');
});

test('another series is remembered by its name, and its vouchers are told apart from then on', async () => {
  const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
  const till = (units: number) => journal(...[1, 2, 3].map((key) => voucher(key, key + units)));
  await books.book('a.csv', till(0), 'job');
  const { row, receipt } = await books.book('b.csv', till(50), 'job');
  expect(receipt.issues.map(({ code }) => code)).toEqual([CODE.series]);
  expect(await books.run(...retry(row.id, `${CODE.series}=different`))).toMatchObject({
    code: 2,
    err: expect.stringContaining('--series'),
  });
  expect(await books.run(...retry(row.id, `${CODE.series}=different`, '--series', 'Kasse 2'))).toMatchObject({
    code: 0,
  });
  expect(readFileSync(join(books.folder, 'jobs', 'job.yaml'), 'utf8')).toContain('series: "Kasse 2"');
  const again = await books.book('c.csv', `${till(50)}\n`, 'job');
  expect(again.receipt.entries).toMatchObject({ duplicate: 3, booked: 0, held: 0 });
  expect(await books.entries()).toHaveLength(6);
});

test('an answer that says nothing about numbers is not remembered, and nothing is done', async () => {
  const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
  await books.book('a.csv', journal(voucher(1, 10, date(1))), 'job');
  const { row } = await books.book('b.csv', journal(voucher(1, 10, date(2))), 'job');
  expect(await books.run(...retry(row.id, `${CODE.date}=same`))).toMatchObject({ code: 2 });
  expect((await books.receipt(row)).entries.held).toBe(1);
});
