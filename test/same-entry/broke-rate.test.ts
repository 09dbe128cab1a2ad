import { expect, test } from 'vitest';
import type * as SkipModule from '../../src/correcting/skip.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { load } from '../importing/office.ts';
import { type Books, openBooks } from './books.ts';
import { CODE } from './names.ts';

const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

/** A bank converts a purchase by a provisional rate, and revises it in the next export. */

const HEADER = 'Dato;Beløp;Valuta;Kurs;Tekst';
const file = (...rows: readonly string[]) => [HEADER, ...rows, ''].join('\n');
const job = `kind: bookings
currency: NOK
rate: { column: Kurs }
columns: { date: Dato, amount: Beløp, currency: Valuta, description: Tekst }
defaults: { account: "1920", contraAccount: "4300" }
`;
const hotel = (rate: string, day = '15') => `${day}.03.2026;-100,00;EUR;${rate};Hotell`;
const taxi = (rate: string) => `15.03.2026;-25,00;EUR;${rate};Taxi`;
const kroner = '16.03.2026;-45,00;NOK;;Gebyr';

async function skip({ ledger, ports }: Books, { num }: Pick<ImportRow, 'num'>, rows: number) {
  const expect = { entries: rows, rows };
  await skipEntries(await ledger.imports.byNum(num), 'not to be booked', { filter: {}, expect }, ports);
}

async function booked(...rows: readonly string[]) {
  const books = await openBooks({ jobs: { job } });
  const { row } = await books.book('a.csv', file(...rows), 'job');
  return { books, row };
}

test('the same purchases at a revised rate are asked about, and nothing is booked twice', async () => {
  const { books } = await booked(hotel('11,50'), taxi('11,50'), kroner);
  const before = await books.entries();
  const next = await books.book('b.csv', file(hotel('11,52'), taxi('11,52'), kroner), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 2, duplicate: 1 });
  expect(next.receipt.issues.find(({ code }) => code === 'entry-changed')).toMatchObject({ variant: 'rate', rows: 2 });
  expect(await books.entries()).toEqual(before);
});

test('a purchase at the same rate is that booking, and a second equal one is booked', async () => {
  const { books } = await booked(hotel('11,50'));
  const next = await books.book('b.csv', file(hotel('11,50'), hotel('11,50')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
});

test('a second purchase of the day at another rate is booked beside the one that is there', async () => {
  const { books } = await booked(hotel('11,50'));
  const next = await books.book('b.csv', file(hotel('11,50'), hotel('11,52')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
  expect(await books.entries()).toHaveLength(2);
});

test.each([
  ['of another day', hotel('11,52', '17')],
  ['in another currency', '15.03.2026;-100,00;USD;11,52;Hotell'],
  ['that was paid back', '15.03.2026;100,00;EUR;11,52;Hotell'],
])('a purchase %s is another one', async (_, row) => {
  const { books } = await booked(hotel('11,50'));
  const next = await books.book('b.csv', file(row), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 0 });
});

test('of two purchases the one at the old rate is that booking, whichever row comes first', async () => {
  for (const rows of [
    [hotel('11,50'), hotel('11,52')],
    [hotel('11,52'), hotel('11,50')],
  ]) {
    const { books } = await booked(hotel('11,50'));
    const next = await books.book('b.csv', file(...rows), 'job');
    expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
    expect(await books.entries()).toHaveLength(2);
  }
});

test('a purchase whose rate and text were both revised is asked about, unless the file has the earlier one too', async () => {
  const settled = '15.03.2026;-100,00;EUR;11,52;Hotell Continental';
  const { books } = await booked(hotel('11,50'));
  const next = await books.book('b.csv', file(settled), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 1 });
  const both = await books.book('c.csv', file(settled, hotel('11,50')), 'job');
  expect(both.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
});

test('of three purchases where two were booked all are asked about, since nobody can tell which is new', async () => {
  const { books } = await booked(hotel('11,50'), hotel('11,50'));
  const next = await books.book('b.csv', file(hotel('11,52'), hotel('11,52'), hotel('11,52')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 3, duplicate: 0 });
});

test('two purchases that a person skipped for their rate are asked about when they come again, at that rate or another', async () => {
  const { books } = await booked(hotel('11,50'));
  const spa = (rate: string) => `15.03.2026;-100,00;EUR;${rate};Spa privat`;
  const { row, receipt } = await books.book('b.csv', file(hotel('11,52'), spa('11,52')), 'job');
  expect(receipt.rows).toMatchObject({ booked: 0, held: 2 });
  await skip(books, row, 2);
  const next = await books.book('c.csv', file(hotel('11,52'), spa('11,52'), hotel('11,52', '16')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 2 });
  const third = await books.book('d.csv', file(hotel('11,54'), spa('11,54')), 'job');
  expect(third.receipt.rows).toMatchObject({ booked: 0, held: 2 });
});

test('what was only planned is nothing that the next export is compared with', async () => {
  const books = await openBooks({ jobs: { job } });
  const planned = await books.take('a.csv', file(hotel('11,50')), 'job', { book: false });
  await books.plan(planned);
  const next = await books.book('b.csv', file(hotel('11,52')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0 });
});

test('what is on its way at another rate holds the next export, and is booked where that is cancelled', async () => {
  const books = await openBooks({ jobs: { job } });
  const onItsWay = await books.take('a.csv', file(hotel('11,50')), 'job');
  await books.plan(onItsWay);
  const { id } = await books.ledger.imports.byNum(onItsWay.num);
  const next = await books.book('b.csv', file(hotel('11,52')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 1 });
  expect((await books.run('cancel', id, '--reason', 'wrong month')).code).toBe(0);
  expect((await books.run('retry', next.row.id)).code).toBe(0);
  expect(await books.entries()).toHaveLength(1);
});

test('of two exports that are planned at once, at two rates, one is booked', async () => {
  const books = await openBooks({ jobs: { job } });
  const imports = [];
  for (const rate of ['11,50', '11,52'])
    imports.push(await books.take(`${rate}.csv`, file(hotel(rate), taxi('11,50')), 'job', { book: false }));
  for (const each of imports) await books.plan(each);
  const receipts = [];
  for (const each of imports) {
    await books.run('import', each.file, '--job', 'job');
    receipts.push((await books.receipt(each)).rows);
  }
  expect(receipts).toMatchObject([
    { booked: 2, held: 0 },
    { booked: 0, held: 1, duplicate: 1 },
  ]);
  expect(await books.entries()).toHaveLength(2);
});

test('a purchase that a person skipped is asked about at another rate, too', async () => {
  const accounts = job.replace('description: Tekst', 'description: Tekst, contraAccount: Konto');
  const books = await openBooks({ jobs: { job: accounts } });
  const purchase = (rate: string, account: string) => `${HEADER};Konto\n${hotel(rate)};${account}\n`;
  const { row } = await books.book('a.csv', purchase('11,50', '3015'), 'job');
  await skip(books, row, 1);
  const next = await books.book('b.csv', purchase('11,52', '4300'), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 1 });
  expect(next.receipt.issues).toMatchObject([{ code: CODE.skipped }]);
});
