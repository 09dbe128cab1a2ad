import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Books, openBooks } from './books.ts';
import { CODE } from './names.ts';

const BANK = 'Dato;Konto;Motkonto;Beløp;Tekst';
const JOURNAL = `Bilagsnr;${BANK}`;
const file = (header: string, ...rows: readonly string[]) => [header, ...rows, ''].join('\n');
const fields = 'date: Dato, account: Konto, contraAccount: Motkonto, amount: Beløp, description: Tekst';
const bank = `kind: bookings\ncolumns: { ${fields} }\n`;
const journal = `kind: bookings\ncolumns: { entry: Bilagsnr, ${fields} }\n`;
const learnt = (job: string) => `${job}accounts: { "3999": "3000" }\n`;

/** Corrects one held row of an import, as a person does in the workbook of failed rows. */
async function correct(books: Books, { id }: { readonly id: string }, header: string, row: string, at: number) {
  writeFileSync(join(books.folder, 'correction.csv'), file(`${header};bilag import;bilag row`, `${row};${id};${at}`));
  return await books.run('retry', id, '--file', 'correction.csv');
}

const held = '02.03.2026;1920;3999;100,00;Salg';
const fine = '03.03.2026;1920;3000;200,00;Salg';

for (const [what, corrected] of [
  ['amount', '02.03.2026;1920;3000;110,00;Salg'],
  ['date', '04.03.2026;1920;3000;100,00;Salg'],
  ['account', '02.03.2026;1920;3000;100,00;Salg'],
  ['text', '02.03.2026;1920;3000;100,00;Salg av kaffe'],
] as const) {
  for (const [header, job, key] of [
    [BANK, bank, ''],
    [JOURNAL, journal, '1;'],
  ] as const) {
    const by = key === '' ? 'without a number' : 'with a number';
    test(`the ${what} of a row ${by} was corrected: the row of the next export is that booking`, async () => {
      const books = await openBooks({ jobs: { job, learnt: learnt(job) } });
      const second = key === '' ? fine : `2;${fine}`;
      const { row } = await books.book('a.csv', file(header, key + held, second), 'job');
      await correct(books, row, header, key + corrected, 2);
      expect((await books.receipt(row)).rows).toMatchObject({ booked: 2, held: 0 });
      const before = await books.entries();

      // The job has learnt to read the row: it could be booked as it stands.
      const next = await books.book('b.csv', file(header, second, key + held), 'learnt');
      expect(next.receipt.rows).toMatchObject({ booked: 0, held: 0, duplicate: 2 });
      expect(await books.entries()).toEqual(before);
    });
  }
}

test('a second purchase that says what the file said of the corrected one is booked', async () => {
  const books = await openBooks({ jobs: { job: bank, learnt: learnt(bank) } });
  const { row } = await books.book('a.csv', file(BANK, held), 'job');
  await correct(books, row, BANK, '02.03.2026;1920;3000;110,00;Salg', 2);
  const next = await books.book('b.csv', file(BANK, held, held), 'learnt');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
  expect(await books.entries()).toHaveLength(2);
});

test('what was corrected and is not booked after all is nothing that the next export is a duplicate of', async () => {
  const books = await openBooks({ jobs: { job: bank, learnt: learnt(bank) } });
  const { row } = await books.book('a.csv', file(BANK, held), 'job');
  await correct(books, row, BANK, '02.03.2026;1920;3998;110,00;Salg', 2);
  expect((await books.receipt(row)).rows).toMatchObject({ booked: 0, held: 1 });
  const next = await books.book('b.csv', file(BANK, held), 'learnt');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 0 });
  expect(next.receipt.issues.map(({ code }) => code)).not.toContain(CODE.duplicate);
});

test('what was corrected in two steps is still what the file said', async () => {
  const books = await openBooks({ jobs: { job: bank, learnt: learnt(bank) } });
  const { row } = await books.book('a.csv', file(BANK, held), 'job');
  await correct(books, row, BANK, '02.03.2026;1920;3998;110,00;Salg', 2);
  await correct(books, row, BANK, '02.03.2026;1920;3000;110,00;Salg', 2);
  expect((await books.receipt(row)).rows).toMatchObject({ booked: 1, held: 0 });
  const next = await books.book('b.csv', file(BANK, held), 'learnt');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 0, duplicate: 1 });
});

test('the next export is on hold for the same reason, and is corrected in another way: it is booked once', async () => {
  const books = await openBooks({ jobs: { job: bank } });
  const { row } = await books.book('a.csv', file(BANK, held), 'job');
  await correct(books, row, BANK, '02.03.2026;1920;3000;110,00;Salg', 2);
  const next = await books.book('b.csv', file(BANK, held, held), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 0, held: 2 });
  // A second purchase that the file says the same of is another one.
  const rows = [2, 3].map((at) => `02.03.2026;1920;3010;100,00;Salg;${next.row.id};${at}`);
  writeFileSync(join(books.folder, 'both.csv'), file(`${BANK};bilag import;bilag row`, ...rows));
  await books.run('retry', next.row.id, '--file', 'both.csv');
  expect((await books.receipt(next.row)).rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
  expect(await books.entries()).toHaveLength(2);
});

for (const skip of ['', 'onDuplicate: skip\n']) {
  test(`a corrected row takes no booking that another row of its file has taken (${skip.trim() || 'hold'})`, async () => {
    const books = await openBooks({ jobs: { job: `${bank}${skip}` } });
    const sale = '02.03.2026;1920;3000;100,00;Salg';
    await books.book('a.csv', file(BANK, sale), 'job');
    const { row, receipt } = await books.book('b.csv', file(BANK, sale, held), 'job');
    expect(receipt.rows).toMatchObject({ booked: 0, held: 1, duplicate: 1 });
    await correct(books, row, BANK, sale, 3);
    expect((await books.receipt(row)).rows).toMatchObject({ booked: 1, held: 0, duplicate: 1 });
    expect(await books.entries()).toHaveLength(2);
  });
}

test('a corrected row that comes to equal a booked one of its file is asked about, whatever becomes of other duplicates', async () => {
  const books = await openBooks({ jobs: { job: `${bank}onDuplicate: skip\n` } });
  const sale = '02.03.2026;1920;3000;100,00;Salg';
  const { row } = await books.book('a.csv', file(BANK, sale, held), 'job');
  await correct(books, row, BANK, sale, 3);
  expect(await books.receipt(row)).toMatchObject({ state: 'partly-booked', rows: { booked: 1, duplicate: 1 } });
});
