import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openBooks } from './books.ts';
import { CODE } from './names.ts';

const HEADER = 'Dato;Konto;Motkonto;Beløp;Tekst';
const job =
  'kind: bookings\ncolumns: { date: Dato, account: Konto, contraAccount: Motkonto, amount: Beløp, description: Tekst }\n';
const lines = (from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, at) => `${10 + from + at}.03.2026;1920;3000;${from + at},00;Salg ${from + at}`,
  );
const file = (...rows: readonly string[]) => [HEADER, ...rows, ''].join('\n');

test('an export without voucher numbers that was pasted behind itself is booked once, and its copies are asked about', async () => {
  const books = await openBooks({ jobs: { job } });
  const all = lines(1, 3);
  const { row, receipt } = await books.book('a.csv', file(...all, ...all), 'job');
  expect(receipt.rows).toMatchObject({ read: 6, booked: 3, held: 3 });
  expect(receipt.issues.map(({ code }) => code)).toEqual([CODE.repeated]);
  expect((await books.run('failed', row.id)).out.replace(/\s+/g, ' ')).toContain('Row 5 is the same as row 2');
  expect(await books.answer(row, CODE.repeated, 'once')).toMatchObject({
    state: 'completed',
    rows: { read: 6, booked: 3, held: 0, skipped: 3 },
    mismatches: [],
  });
  expect(await books.entries()).toHaveLength(3);
});

test('the copies are meant: each is booked, and the next export knows both', async () => {
  const books = await openBooks({ jobs: { job } });
  const all = lines(1, 3);
  const { row } = await books.book('a.csv', file(...all, ...all), 'job');
  expect(await books.answer(row, CODE.repeated, 'meant')).toMatchObject({ rows: { booked: 6, held: 0 } });
  const next = await books.book('b.csv', file(...all, ...all, ...lines(4, 4)), 'job');
  expect(next.receipt.rows).toMatchObject({ booked: 1, held: 0, duplicate: 6 });
});

test('of two overlapping exports in one file the rows of both are asked about', async () => {
  const books = await openBooks({ jobs: { job } });
  const { receipt } = await books.book('a.csv', file(...lines(1, 9), ...lines(4, 12)), 'job');
  expect(receipt.rows).toMatchObject({ read: 18, booked: 12, held: 6 });
});

test('a pasted export of which a part was booked before books nothing twice', async () => {
  const books = await openBooks({ jobs: { job } });
  await books.book('a.csv', file(...lines(1, 6)), 'job');
  const { receipt } = await books.book('b.csv', file(...lines(1, 8), ...lines(1, 8)), 'job');
  expect(receipt.rows).toMatchObject({ read: 16, booked: 2, duplicate: 6, held: 8 });
});

test('a copy that a person corrects is a purchase of its own', async () => {
  const books = await openBooks({ jobs: { job } });
  const all = lines(1, 3);
  const { row } = await books.book('a.csv', file(...all, ...all), 'job');
  const at = row.id;
  writeFileSync(
    `${books.folder}/correction.csv`,
    `${HEADER};bilag import;bilag row\n11.03.2026;1920;3000;77,00;Kake;${at};5\n${all[1]};${at};6\n${all[2]};${at};7\n`,
  );
  await books.run('retry', row.id, '--file', 'correction.csv');
  expect((await books.receipt(row)).rows).toMatchObject({ booked: 4, held: 2 });
});

test('what comes again on its own is meant: coffees, a toll road there and back, a row or two', async () => {
  const books = await openBooks({ jobs: { job } });
  const [there, back, coffee] = ['29,00;Bom inn', '35,00;Bom ut', '30,00;Kaffe'].map(
    (said) => `02.03.2026;1920;7140;${said}`,
  ) as [string, string, string];
  const rows = [...lines(1, 4), there, back, there, back, there, back, coffee, coffee, coffee, ...lines(2, 3), coffee];
  const { receipt } = await books.book('a.csv', file(...rows), 'job');
  expect(receipt).toMatchObject({ state: 'completed', rows: { booked: rows.length, held: 0 } });
});

test('what stands there more than three times is how the file is made', async () => {
  const books = await openBooks({ jobs: { job } });
  const times = (count: number) => file(...Array.from({ length: count }, () => lines(1, 6)).flat());
  expect((await books.book('a.csv', times(4), 'job')).receipt.rows).toMatchObject({ booked: 24, held: 0 });
  const other = await openBooks({ jobs: { job } });
  expect((await other.book('a.csv', times(3), 'job')).receipt.rows).toMatchObject({ booked: 6, held: 12 });
});

test('what says the same in another column than the job reads is no copy', async () => {
  const books = await openBooks({ jobs: { job } });
  const branches = ['Oslo', 'Bergen'].flatMap((branch) => lines(1, 6).map((line) => `${line};${branch}`));
  const { receipt } = await books.book('a.csv', [`${HEADER};Avdeling`, ...branches, ''].join('\n'), 'job');
  expect(receipt).toMatchObject({ state: 'completed', rows: { booked: 12, held: 0 } });
});

const unknown = (row: string) => row.replace(';3000;', ';3999;');
const learnt = `${job}accounts: { "3999": "3000" }\n`;

for (const [what, held] of [
  ['one of its rows', 1],
  ['all of its rows', 6],
] as const) {
  test(`of a pasted export ${what} can't be booked at first: nothing is booked twice once it can`, async () => {
    const books = await openBooks({ jobs: { job } });
    const all = lines(1, 6).map((row, at) => (at < held ? unknown(row) : row));
    const { row, receipt } = await books.book('a.csv', file(...all, ...all), 'job');
    expect(receipt.rows).toMatchObject({ booked: 6 - held, held: 6 + held });
    writeFileSync(`${books.folder}/jobs/job.yaml`, learnt);
    await books.run('retry', row.id);
    expect((await books.receipt(row)).rows).toMatchObject({ booked: 6, held: 6 });
    expect(await books.answer(row, CODE.repeated, 'once')).toMatchObject({ rows: { booked: 6, held: 0, skipped: 6 } });
    expect(await books.entries()).toHaveLength(6);
  });
}

test('both copies are corrected in one workbook: they are still copies', async () => {
  const books = await openBooks({ jobs: { job } });
  const all = lines(1, 6).map(unknown);
  const { row } = await books.book('a.csv', file(...all, ...all), 'job');
  const fixed = [...lines(1, 6), ...lines(1, 6)].map((line, at) => `${line};${row.id};${at + 2}`);
  writeFileSync(`${books.folder}/correction.csv`, [`${HEADER};bilag import;bilag row`, ...fixed, ''].join('\n'));
  await books.run('retry', row.id, '--file', 'correction.csv');
  expect((await books.receipt(row)).rows).toMatchObject({ booked: 6, held: 6 });
});

test('a purchase that comes three times in an export comes three times in its copy', async () => {
  const books = await openBooks({ jobs: { job } });
  const toll = '02.03.2026;1920;7140;29,00;Bom';
  const all = [toll, ...lines(1, 2), toll, ...lines(3, 4), toll];
  const { row, receipt } = await books.book('a.csv', file(...all, ...all), 'job');
  expect(receipt.rows).toMatchObject({ booked: 7, held: 7 });
  expect(await books.answer(row, CODE.repeated, 'once')).toMatchObject({ rows: { booked: 7, held: 0, skipped: 7 } });
});

test('a header that the job skips between two small halves is no line of them', async () => {
  const books = await openBooks({ jobs: { job: `${job}skip: [{ column: Dato, matches: ^Dato }]\n` } });
  const { receipt } = await books.book('a.csv', file(...lines(1, 3), HEADER, ...lines(1, 3)), 'job');
  expect(receipt.rows).toMatchObject({ booked: 3, held: 3 });
});

test('a toll road there and back, twice a day, is all of the file', async () => {
  const books = await openBooks({ jobs: { job } });
  const [there, back] = ['02.03.2026;1920;7140;29,00;Bom inn', '02.03.2026;1920;7140;35,00;Bom ut'] as const;
  const { receipt } = await books.book('a.csv', file(there, back, there, back), 'job');
  expect(receipt.rows).toMatchObject({ booked: 4, held: 0 });
});
