import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type * as SkipModule from '../../src/correcting/skip.ts';
import { load } from '../importing/office.ts';
import { openBooks } from './books.ts';
import { CODE, heldFor, holdsOf } from './names.ts';

const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

/** Section 1 of the design of sameness: banks list a card purchase by its own day first, and by another one once it has settled. */

const CARD = `kind: bookings
columns: { date: Dato, amount: Beløp, contraAccount: Konto, description: Tekst }
defaults: { account: "1920" }
`;
type Row = readonly [day: number, amount: string, text: string, account?: string];
const statement = (...rows: readonly Row[]): string =>
  [
    'Dato;Beløp;Tekst;Konto',
    ...rows.map(([day, amount, text, account = '4300']) => `2026-01-${day};${amount};${text};${account}`),
  ].join('\n');

const KIWI: Row = [10, '-100,50', 'KIWI 505'];
const REMA: Row = [12, '-50,25', 'REMA 1000'];
const SHELL: Row = [14, '-500,75', 'SHELL'];
const SETTLED: Row = [16, '-500,75', 'SHELL'];
const NEW: Row = [18, '-20,15', 'NARVESEN'];
const FIRST = statement(KIWI, REMA, SHELL);
const SECOND = statement(KIWI, REMA, SETTLED, NEW);

describe('a card purchase comes again on the day that it settled on', () => {
  test.each([
    ['same', { booked: 1, duplicate: 3, held: 0 }, 4],
    ['different', { booked: 2, duplicate: 2, held: 0 }, 5],
  ] as const)('it is asked about; the answer %s holds for the next export, too', async (answer, end, standing) => {
    const books = await openBooks({ jobs: { card: CARD } });
    await books.book('a.csv', FIRST, 'card');
    const { row, receipt } = await books.book('b.csv', SECOND, 'card');
    expect(receipt.entries).toMatchObject({ booked: 1, duplicate: 2, held: 1 });
    expect(heldFor(receipt, CODE.day)).toEqual({ asked: 1, entries: 1 });
    const said = (await books.run('failed', row.id)).out.replace(/\s+/g, ' ');
    expect(said).toContain('row 4 is of 2026-01-16 and otherwise equal to row 4 of a.csv');
    expect(said).toContain('which is of 2026-01-14');
    expect((await books.answer(row, CODE.day, answer)).entries).toMatchObject(end);
    expect(await books.entries()).toHaveLength(standing);
    const { receipt: third } = await books.book('c.csv', statement(REMA, SETTLED, NEW, [20, '-9,95', 'ESSO']), 'card');
    expect(third.entries).toMatchObject({ booked: 1, duplicate: 3, held: 0 });
  });

  test('two equal purchases that moved are asked about, and a third one is new', async () => {
    const books = await openBooks({ jobs: { card: CARD } });
    const bus = (day: number): Row => [day, '-42,35', 'RUTER'];
    await books.book('a.csv', statement(KIWI, bus(11), bus(12), SHELL), 'card');
    const moved = statement(KIWI, bus(13), bus(13), bus(13), SHELL);
    const { row, receipt } = await books.book('b.csv', moved, 'card');
    expect(receipt.entries).toMatchObject({ booked: 1, duplicate: 2, held: 2 });
    expect(heldFor(receipt, CODE.day)).toEqual({ asked: 1, entries: 2 });
    expect((await books.answer(row, CODE.day, 'same')).entries).toMatchObject({ booked: 1, duplicate: 4, held: 0 });
  });

  test('what waited for another reason is asked about when it is tried again', async () => {
    const mapped = `${CARD}accounts: { "3999": "4300" }\n`;
    const books = await openBooks({ jobs: { card: mapped } });
    await books.book('a.csv', FIRST.replace('SHELL;4300', 'SHELL;3999'), 'card');
    books.defineJob('card', CARD);
    const { row } = await books.book('b.csv', SECOND.replace('SHELL;4300', 'SHELL;3999'), 'card');
    expect(heldFor(await books.receipt(row), 'account-unknown').entries).toBe(1);
    books.defineJob('card', mapped);
    await books.run('retry', row.id, '--json');
    expect(heldFor(await books.receipt(row), CODE.day)).toEqual({ asked: 1, entries: 1 });
    expect((await books.answer(row, CODE.day, 'same')).entries).toMatchObject({ booked: 1, duplicate: 3, held: 0 });
  });

  test('of one that a person skipped it is asked whether she meant this one too', async () => {
    const books = await openBooks({ jobs: { card: CARD } });
    const { row } = await books.book('a.csv', statement(KIWI, REMA, [14, '-500,75', 'SHELL', '3999']), 'card');
    const first = await books.ledger.imports.byNum(row.num);
    await skipEntries(first, 'private', { filter: {}, expect: { entries: 1, rows: 1 } }, books.ports);
    books.defineJob('card', `${CARD}accounts: { "3999": "4300" }\n`);
    const { receipt } = await books.book('b.csv', SECOND.replace('SHELL;4300', 'SHELL;3999'), 'card');
    expect(heldFor(receipt, CODE.skipped)).toEqual({ asked: 1, entries: 1 });
  });
});

describe('what asks nothing', () => {
  test.each([
    ['the earlier payment is there too', FIRST, statement(KIWI, REMA, SHELL, SETTLED, NEW)],
    ['more than a week later', FIRST, statement(KIWI, REMA, [22, '-500,75', 'SHELL'], NEW)],
    ['another text', FIRST, statement(KIWI, REMA, [16, '-500,75', 'CIRCLE K'], NEW)],
    ['another account', FIRST, statement(KIWI, REMA, [16, '-500,75', 'SHELL', '6800'], NEW)],
    ['nothing in common: the card of somebody else', FIRST, statement([9, '-1,25', 'KIWI'], SETTLED, NEW)],
    ['its day is before the export begins', FIRST, statement([15, '-1,25', 'KIWI'], SETTLED, NEW)],
    [
      'most of the earlier file is missing: the card of somebody else, who had the same lunch',
      statement(KIWI, SHELL, ...Array.from({ length: 12 }, (_, i): Row => [11, `-${i + 1},15`, 'KANTINE'])),
      statement(KIWI, SETTLED, NEW),
    ],
  ])('%s', async (_, first, second) => {
    const books = await openBooks({ jobs: { card: CARD } });
    await books.book('a.csv', first, 'card');
    const { receipt } = await books.book('b.csv', second, 'card');
    expect(holdsOf(receipt)).toEqual([]);
    expect(receipt.entries).toMatchObject({ held: 0 });
  });
});

/** A plan that somebody looked at is booked as it was shown, but for what others booked meanwhile. */
test('a plan is made anew where payments near its own were booked since', async () => {
  const books = await openBooks({ jobs: { card: CARD } });
  const planned = await books.run('plan', await write(books.folder, 'b.csv', SECOND), '--job', 'card', '--json');
  expect(planned.code).toBe(0);
  await books.book('a.csv', FIRST, 'card');
  const booked = await books.run('import', `${books.folder}/b.csv`, '--job', 'card', '--json');
  const receipt = JSON.parse(booked.out);
  expect(receipt.entries).toMatchObject({ booked: 1, duplicate: 2, held: 1 });
  expect(heldFor(receipt, CODE.day)).toEqual({ asked: 1, entries: 1 });
});

async function write(folder: string, name: string, text: string): Promise<string> {
  const path = `${folder}/${name}`;
  await writeFile(path, text);
  return path;
}
