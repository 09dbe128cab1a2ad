import { expect, test } from 'vitest';
import { openBooks } from './books.ts';

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
  ['with another text', '15.03.2026;-100,00;EUR;11,52;Hotell Continental'],
  ['in another currency', '15.03.2026;-100,00;USD;11,52;Hotell'],
  ['that was paid back', '15.03.2026;100,00;EUR;11,52;Hotell'],
])('a purchase %s is another one', async (_, row) => {
  const { books } = await booked(hotel('11,50'));
  const next = await books.book('b.csv', file(row), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 0 });
});

test('what was only planned, or was cancelled, is nothing that the next export is compared with', async () => {
  const books = await openBooks({ jobs: { job } });
  const planned = await books.take('a.csv', file(hotel('11,50')), 'job');
  await books.plan(planned);
  const { id } = await books.ledger.imports.byNum(planned.num);
  const next = await books.book('b.csv', file(hotel('11,52')), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0 });
  expect((await books.run('cancel', id, '--reason', 'wrong month')).code).toBe(0);
  const last = await books.book('c.csv', file(hotel('11,54')), 'job');
  expect(last.receipt.rows).toMatchObject({ booked: 0, held: 1 });
});
