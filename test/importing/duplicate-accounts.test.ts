import { expect, test } from 'vitest';
import type * as AnswerModule from '../../src/correcting/answer-questions.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as SkipModule from '../../src/correcting/skip.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { CARD_JOB, load, type Office, openOffice } from './office.ts';

const { answerQuestions } = await load<typeof AnswerModule>('correcting/answer-questions.js');
const { retryImport } = await load<typeof RetryModule>('correcting/retry.js');
const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

/** Purchases of one shop go to an account of their own, two in a request. */
const jobOf = (account: string, rest = 'onDuplicate: skip\n') =>
  `${CARD_JOB}rules: [{ when: { description: kiwi }, set: { contraAccount: "${account}" } }]\nbatch: { entries: 2 }\n${rest}`;
const card = (rows: readonly string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
const ROWS = Array.from(
  { length: 9 },
  (_, at) => `0${at + 1}.01.2026;-${10 + at},50;${at % 3 === 0 ? `Kiwi ${at}` : `Rema ${at}`}`,
);
const NEW = ['10.01.2026;-100,00;Kiwi ny'];

const cents = (amount = '0') => Math.round(Number(amount) * 100);
const nonzero = (sums: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));

/** A file that holds all that the service has: what it has booked and what was booked before is what stands there. */
async function expectAsInService(office: Office, { totals, mismatches }: Receipt): Promise<void> {
  expect(mismatches).toEqual([]);
  const { totals: there } = await office.booked();
  const here = Object.fromEntries(
    totals.accounts.map(({ account, booked, already }) => [account, cents(booked) + cents(already)]),
  );
  expect(nonzero(here)).toEqual(
    nonzero(Object.fromEntries(Object.entries(there).map(([account, sum]) => [account, cents(sum)]))),
  );
  for (const { file, corrected, remapped, booked, already, notBooked } of totals.accounts)
    expect(cents(file) + cents(corrected) + cents(remapped)).toBe(cents(booked) + cents(already) + cents(notBooked));
}

test.each([
  ['as they were', (rows: readonly string[]) => rows],
  ['the newest first', (rows: readonly string[]) => [...rows].reverse()],
  ['by their texts', (rows: readonly string[]) => [...rows].sort((a, b) => (a.slice(11) < b.slice(11) ? -1 : 1))],
])(
  'a rule was edited between two files, rows %s: “already” is on the accounts that the service has',
  async (_, order) => {
    const office = await openOffice({ jobs: { card: jobOf('6540') } });
    await office.book('a.csv', card(ROWS), 'card');
    office.defineJob('card', jobOf('6800'));
    const { receipt } = await office.book('b.csv', card(order([...ROWS, ...NEW])), 'card');
    expect(receipt).toMatchObject({ state: 'completed', entries: { duplicate: 9, booked: 1 } });
    expect(receipt.totals.accounts).toEqual([
      { account: '1920', file: '-230.50', booked: '-100.00', already: '-130.50', remapped: '0.00' },
      { account: '4300', file: '90.00', booked: '0.00', already: '90.00', remapped: '0.00' },
      { account: '6540', file: '0.00', booked: '0.00', already: '40.50', remapped: '40.50' },
      { account: '6800', file: '140.50', booked: '100.00', already: '0.00', remapped: '-40.50' },
    ]);
    expect(receipt.totals).not.toHaveProperty('remappedHeld');
    await expectAsInService(office, receipt);
  },
);

test('nothing is said of other accounts where the job makes the same ones', async () => {
  const office = await openOffice({ jobs: { card: jobOf('6540') } });
  await office.book('a.csv', card(ROWS), 'card');
  const { receipt } = await office.book('b.csv', card([...ROWS, ...NEW]), 'card');
  expect(receipt.totals).not.toHaveProperty('remapped');
  await expectAsInService(office, receipt);
});

test('another job, with more decimals, books on other accounts', async () => {
  const other = `kind: bookings
file: { scale: 3 }
columns: { date: Date, amount: Amount, description: Text }
defaults: { account: "1940", contraAccount: "4300" }
onDuplicate: skip
`;
  const office = await openOffice({ jobs: { card: jobOf('6540'), other } });
  await office.book('a.csv', card(ROWS), 'card');
  const rows = ROWS.map((row) => row.replace(',', '.').split(';'));
  const again = rows.map(([day, amount, text]) => `${day!.split('.').reverse().join('-')},${amount},${text}`);
  const { receipt } = await office.book('b.csv', `Date,Amount,Text\n${again.join('\n')}\n`, 'other');
  expect(receipt.entries).toMatchObject({ duplicate: 9, booked: 0 });
  expect(receipt.totals.accounts).toContainEqual({
    ...{ account: '1940', file: '-130.500', booked: '0.000', already: '0.000', remapped: '130.500' },
  });
  await expectAsInService(office, receipt);
});

test('what waits for a person is told apart, also after a retry; what is skipped stays booked already', async () => {
  const office = await openOffice({ jobs: { card: jobOf('6540') } });
  await office.book('a.csv', card(ROWS), 'card');
  office.defineJob('card', jobOf('6800', ''));
  const { row, receipt } = await office.book('b.csv', card([...ROWS].reverse()), 'card');
  const of = ({ totals }: Receipt, account: string) => totals.accounts.find((each) => each.account === account);
  expect(of(receipt, '6540')).toEqual({
    ...{ account: '6540', file: '0.00', booked: '0.00' },
    ...{ already: '40.50', alreadyHeld: '40.50', remapped: '40.50', remappedHeld: '40.50' },
  });
  await expectAsInService(office, receipt);

  office.defineJob('card', jobOf('7000', ''));
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  const again = await office.receipt(row);
  expect(of(again, '7000')).toMatchObject({ corrected: '40.50', already: '0.00', remapped: '-40.50' });
  expect(of(again, '6800')).toMatchObject({ file: '40.50', corrected: '-40.50', already: '0.00', remapped: '0.00' });
  await expectAsInService(office, again);

  await skipEntries(
    await office.ledger.imports.byNum(row.num),
    'booked in January',
    { filter: {}, expect: { entries: 9, rows: 9 } },
    office.ports,
  );
  const skipped = await office.receipt(row);
  expect(skipped).toMatchObject({ state: 'completed', rows: { read: 9, duplicate: 9, skipped: 0, held: 0 } });
  expect(skipped.totals).not.toHaveProperty('notBooked');
  expect(of(skipped, '6540')).toMatchObject({ already: '40.50', remapped: '40.50' });
  expect(of(skipped, '6540')).not.toHaveProperty('alreadyHeld');
  await expectAsInService(office, skipped);
});

test('duplicates that show when claims are taken, and those that waited for another import', async () => {
  const office = await openOffice({ jobs: { card: jobOf('6540') } });
  const first = await office.take('a.csv', card(ROWS), 'card');
  await office.plan(first);
  office.defineJob('card', jobOf('6800'));
  const late = await office.take('c.csv', card([...ROWS].reverse()), 'card', { book: false });
  const waits = await office.book('b.csv', card([...ROWS, ...NEW]), 'card');
  expect(waits.receipt.entries).toMatchObject({ pending: 9, booked: 1 });
  await office.post(first);
  await office.post(waits.row);
  const receipt = await office.receipt(waits.row);
  expect(receipt.entries).toMatchObject({ duplicate: 9, booked: 1 });
  await expectAsInService(office, receipt);

  // Planned before these were booked, and wanted booked after.
  await office.plan(late);
  const { receipt: later } = await office.book('c.csv', card([...ROWS].reverse()), 'card');
  expect(later.entries).toMatchObject({ duplicate: 9 });
  expect(later.totals.accounts).toContainEqual(expect.objectContaining({ account: '6540', already: '40.50' }));
});

test('entries that a person said are the same are on the accounts of those', async () => {
  const office = await openOffice({ jobs: { card: jobOf('6540') } });
  await office.book('a.csv', card(ROWS), 'card');
  office.defineJob('card', jobOf('6800'));
  // The bank changed a text.
  const { row } = await office.book(
    'b.csv',
    card([...ROWS.slice(1), ROWS[0]!.replace('Kiwi 0', 'Kiwi butikk 505')]),
    'card',
  );
  expect((await office.receipt(row)).entries).toMatchObject({ duplicate: 8, held: 1 });
  await answerQuestions(
    await office.ledger.imports.byNum(row.num),
    [{ code: 'text-changed', answer: 'same' }],
    'the bank enriches its texts',
    office.ports,
  );
  await office.plan(row);
  const receipt = await office.receipt(row);
  expect(receipt.entries).toMatchObject({ duplicate: 9, held: 0 });
  await expectAsInService(office, receipt);
});
