import { describe, expect, test } from 'vitest';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { JOURNAL_JOB, journal } from '../importing/office.ts';
import { type Books, openBooks } from './books.ts';
import { CODE, entryColumn, heldFor, holdsOf } from './names.ts';

/** Section 2 of the design of sameness: numbers that restart within a file, and rows that stand twice. */

const rowsOf = (key: string | number, date: string, amount: number, text = `Salg ${amount}`) => [
  `${key};${date};1920;${amount},50;${text}`,
  `${key};${date};3000;-${amount},50;${text}`,
];
const counts = ({ entries: { held, duplicate, booked } }: Receipt) => ({ held, duplicate, booked });
const per = (reach: 'date' | 'month' | 'year' | 'file') =>
  JOURNAL_JOB.replace('entry: Bilagsnr', `entry: ${entryColumn('Bilagsnr', reach)}`);

async function book(file: string, job = JOURNAL_JOB) {
  const books = await openBooks({ jobs: { job } });
  return { books, ...(await books.book('a.csv', file, 'job')) };
}

/** Dates of each entry that stands in the service, sorted. */
const datesOf = async (books: Books) =>
  (await books.booked()).entries
    .map(({ lines }) => [...new Set(lines.map((line) => line.FinancialDate.slice(0, 10)))].sort().join(' '))
    .sort();

describe('numbers that restart', () => {
  const [JANUARY, FEBRUARY, DECEMBER] = ['05.01.2026', '05.02.2026', '31.12.2025'];

  test.each([
    [
      'in parts that follow each other',
      [1, 2].flatMap((key) => rowsOf(key, JANUARY, key)),
      [1, 2].flatMap((key) => rowsOf(key, FEBRUARY, 10 + key)),
    ],
    ['from one day to the next', rowsOf(1, '05.01.2026', 1), rowsOf(1, '06.01.2026', 2)],
    [
      'in a file that is sorted by number',
      [...rowsOf(1, JANUARY, 1), ...rowsOf(1, FEBRUARY, 11)],
      [...rowsOf(2, JANUARY, 2), ...rowsOf(2, FEBRUARY, 12)],
    ],
    ['with the same amounts', rowsOf(1, JANUARY, 7), rowsOf(1, FEBRUARY, 7)],
  ])(
    'for every key with several dates: they are separate vouchers, and the plan says so, %s',
    async (_, first, second) => {
      const { books, receipt } = await book(journal(...first, ...second));
      const expected = (first.length + second.length) / 2;
      expect(receipt).toMatchObject({ state: 'completed', issues: [], mismatches: [] });
      expect(receipt.entries).toMatchObject({ planned: expected, booked: expected });
      expect((await datesOf(books)).every((dates) => dates.length === 10)).toBe(true);
      const plan = await books.run(
        'plan',
        await fileIn(books, journal(...first, ...second, ...rowsOf(99, JANUARY, 1))),
        '--job',
        'job',
      );
      expect(plan.out + plan.err).toMatch(/restart/i);
    },
  );

  test('keys with one date do not count: they neither restart nor stand against it', async () => {
    const rows = [...rowsOf(1, JANUARY, 1), ...rowsOf(7, JANUARY, 7), ...rowsOf(1, FEBRUARY, 2)];
    const { receipt } = await book(journal(...rows));
    expect(receipt).toMatchObject({ state: 'completed', entries: { planned: 3, booked: 3 } });
  });

  test('rows that balance only together are one voucher', async () => {
    const rows = ['7;05.01.2026;1920;100;a', '7;09.01.2026;3000;-60;b', '7;02.01.2026;3000;-40;c'];
    const { books, receipt } = await book(journal(...rows));
    expect(receipt).toMatchObject({ state: 'completed', entries: { planned: 1, booked: 1 }, issues: [] });
    expect(await datesOf(books)).toEqual(['2026-01-02 2026-01-05 2026-01-09']);
  });

  describe('for some keys only', () => {
    const together = [`2;${JANUARY};1920;40;lang`, `2;${FEBRUARY};3000;-40;lang`];
    const file = journal(...rowsOf(1, JANUARY, 1), ...together, ...rowsOf(3, JANUARY, 3), ...rowsOf(1, FEBRUARY, 11));

    test.each([
      ['separate', 4],
      ['together', 3],
    ] as const)('these are held and asked about once; the answer: %s', async (answer, standing) => {
      const { books, row, receipt } = await book(file);
      const { held } = receipt.entries;
      expect(held).toBeGreaterThan(0);
      expect(heldFor(receipt, CODE.restart)).toEqual({ asked: 1, entries: held });
      expect(receipt).toMatchObject({ rows: { held: 4, booked: 4 }, entries: { booked: 2 }, mismatches: [] });
      expect(holdsOf(receipt)).toEqual([CODE.restart]);
      expect(counts(await books.answer(row, CODE.restart, answer))).toEqual({
        held: 0,
        duplicate: 0,
        booked: standing,
      });
      expect((await books.booked()).count).toBe(standing);
    });
  });

  test.each([
    ['date', [JANUARY, FEBRUARY], 2],
    ['date', ['05.01.2026', '06.01.2026'], 2],
    ['month', ['05.01.2026', '06.01.2026'], 1],
    ['month', [JANUARY, FEBRUARY], 2],
    ['year', [JANUARY, FEBRUARY], 1],
    ['year', [DECEMBER, JANUARY], 2],
    ['file', [JANUARY, FEBRUARY], 1],
  ] as const)('the job says how far a number reaches: per %s, %j', async (reach, dates, expected) => {
    const rows = dates.flatMap((date, at) => rowsOf(1, date, at + 1));
    const { books, receipt } = await book(journal(...rows), per(reach));
    expect(receipt).toMatchObject({ state: 'completed', entries: { planned: expected, booked: expected }, issues: [] });
    expect((await books.booked()).count).toBe(expected);
  });

  test('per date settles what would be asked about, and what balances only together is held for that', async () => {
    const rows = [
      ...rowsOf(1, JANUARY, 1),
      `2;${JANUARY};1920;40;lang`,
      `2;${FEBRUARY};3000;-40;lang`,
      ...rowsOf(1, FEBRUARY, 11),
    ];
    const { receipt } = await book(journal(...rows), per('date'));
    expect(holdsOf(receipt)).toEqual([]);
    expect(receipt.entries).toMatchObject({ booked: 2 });
    expect(receipt.issues.map(({ code }) => code)).toEqual(expect.arrayContaining(['entry-unbalanced']));
  });

  test('each of the vouchers is known again', async () => {
    const { books } = await book(journal(...rowsOf(1, JANUARY, 1), ...rowsOf(1, FEBRUARY, 11)));
    const { receipt } = await books.book(
      'b.csv',
      journal(...rowsOf(1, FEBRUARY, 11), ...rowsOf(2, FEBRUARY, 12)),
      'job',
    );
    expect({ ...counts(receipt), holds: holdsOf(receipt) }).toEqual({ held: 0, duplicate: 1, booked: 1, holds: [] });
  });
});

describe('rows that stand twice', () => {
  const DAY = '05.01.2026';
  const wage = [`5;${DAY};5000;30000;Lønn Kari`, `5;${DAY};2600;-9000;Skattetrekk`, `5;${DAY};2780;-21000;Netto`];
  const whole = [1, 2, 3].flatMap((key) => rowsOf(key, DAY, key));

  /** @param once entries and lines that stand in the service where the copies are left out; @param meant where they are not */
  async function expectRepeated(file: string, held: number, sound: number, lines: { once: number; meant: number }) {
    for (const answer of ['once', 'meant'] as const) {
      const { books, row, receipt } = await book(file);
      expect({ ...counts(receipt), ...heldFor(receipt, CODE.repeated), holds: holdsOf(receipt) }).toEqual({
        ...{ held, duplicate: 0, booked: sound },
        ...{ asked: 1, entries: held, holds: [CODE.repeated] },
      });
      expect((await books.booked()).count).toBe(sound);
      expect(counts(await books.answer(row, CODE.repeated, answer))).toEqual({
        held: 0,
        duplicate: 0,
        booked: sound + held,
      });
      const { entries, count } = await books.booked();
      expect(count).toBe(sound + held);
      expect(entries.reduce((sum, entry) => sum + entry.lines.length, 0)).toBe(lines[answer]);
    }
  }

  test('an export that was pasted behind itself is held, with one decision for the file', () =>
    expectRepeated(journal(...whole, ...whole), 3, 0, { once: 6, meant: 12 }));

  test('a part of it was pasted: what stands once is booked', () =>
    expectRepeated(journal(...whole, ...rowsOf(4, DAY, 4), ...whole.slice(0, 4)), 2, 2, { once: 8, meant: 12 }));

  test('one voucher whose rows repeat as a whole', () =>
    expectRepeated(journal(...wage, ...wage, ...rowsOf(6, DAY, 6)), 1, 1, { once: 5, meant: 8 }));

  test('three copies', () => expectRepeated(journal(...whole, ...whole, ...whole), 3, 0, { once: 6, meant: 18 }));

  test('with its header in between, which is skipped', async () => {
    const job = `${JOURNAL_JOB}skip: [{ column: Konto, equals: Konto }]\n`;
    const { receipt } = await book(`${journal(...whole)}${journal(...whole)}`, job);
    expect(counts(receipt)).toEqual({ held: 3, duplicate: 0, booked: 0 });
    expect(heldFor(receipt, CODE.repeated)).toEqual({ asked: 1, entries: 3 });
  });

  test('in another form: blanks and decimals do not hide it', async () => {
    const other = whole.map((row) => row.replace(/,50;Salg (\d)/, ',5;Salg  $1 '));
    const { receipt } = await book(journal(...whole, ...other));
    expect(counts(receipt)).toEqual({ held: 3, duplicate: 0, booked: 0 });
    expect(heldFor(receipt, CODE.repeated)).toEqual({ asked: 1, entries: 3 });
  });

  test('a payroll run, a row of which has both accounts', async () => {
    const job =
      'kind: bookings\ncolumns: { entry: Bilag, date: Dato, debitAccount: Debet, creditAccount: Kredit, amount: Beløp, description: Tekst }\n';
    const rows = [`8;${DAY};5000;2780;30000;Lønn`, `8;${DAY};5400;2770;4230;Avgift`];
    const { receipt } = await book(`${['Bilag;Dato;Debet;Kredit;Beløp;Tekst', ...rows, ...rows].join('\n')}\n`, job);
    expect(counts(receipt)).toEqual({ held: 1, duplicate: 0, booked: 0 });
    expect(heldFor(receipt, CODE.repeated)).toEqual({ asked: 1, entries: 1 });
  });

  test.each([
    ['two equal wages', [wage[0]!, wage[0]!, `5;${DAY};1920;-60000;Utbetalt`]],
    ['every row twice in a row', wage.flatMap((row) => [row, row])],
    ['two equal rows around another', [wage[0]!, `5;${DAY};1920;-60000;Utbetalt`, wage[0]!]],
  ])('what is meant is booked: %s', async (_, rows) => {
    const { books, receipt } = await book(journal(...rows, ...rowsOf(6, DAY, 6)));
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 2 }, issues: [], mismatches: [] });
    expect((await books.booked()).entries.map(({ lines }) => lines.length).sort()).toEqual([2, rows.length].sort());
  });
});

/** A name of a file that holds this. */
async function fileIn(books: Books, content: string): Promise<string> {
  books.file('plan.csv', content);
  return 'plan.csv';
}
