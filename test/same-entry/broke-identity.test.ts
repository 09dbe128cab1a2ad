import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimsOf, hasClaim, noteSaidSame } from '../../src/ledger/claims.ts';
import type { NewEntry } from '../../src/ledger/rows.ts';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';
import type { Receipt } from '../../src/reporting/receipt.ts';
import { CARD_JOB, JOURNAL_JOB, journal } from '../importing/office.ts';
import { type Books, openBooks } from './books.ts';
import { type Answer, CODE, entryColumn, heldFor, holdsOf } from './names.ts';

/** Section 1 of the design of sameness: which entries are compared, and what follows. */

const bank = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
const day = (at: number) => `${String(at).padStart(2, '0')}.01.2026`;
/** A voucher whose text does not name its number. */
const voucher = (key: string | number, amount: number, date = day(5), text = `Salg ${amount}`) =>
  [`${key};${date};1920;${amount},50;${text}`, `${key};${date};3000;-${amount},50;${text}`].join('\n');
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Books a file that comes to nothing but bookings. */
async function bookAll(books: Books, name: string, file: string, job = 'job') {
  const done = await books.book(name, file, job, { force: true });
  expect(done.receipt).toMatchObject({ state: 'completed', entries: { held: 0, duplicate: 0 }, mismatches: [] });
  return done;
}

const counts = ({ entries: { held, duplicate, booked } }: Receipt) => ({ held, duplicate, booked });

/** Holds so many entries, for one reason, which stands once in `issues`; no other rule about sameness holds any. */
function expectAsked(receipt: Receipt, code: string, expected: { held: number; duplicate?: number; booked: number }) {
  expect({ ...counts(receipt), ...heldFor(receipt, code), holds: holdsOf(receipt) }).toEqual({
    duplicate: 0,
    ...expected,
    ...{ asked: 1, entries: expected.held, holds: [code] },
  });
  expect(receipt).toMatchObject({ state: 'partly-booked', mismatches: [] });
}

interface Question {
  readonly jobs: readonly [first: string, second: string];
  readonly files: readonly [first: string, second: string];
  readonly code: string;
  readonly asked: { readonly held: number; readonly duplicate: number; readonly booked: number };
  /** Held for themselves after `same`. */
  readonly stillHeld?: number;
}

/** Asked once for the file; each answer comes to what it says. */
function testQuestion(name: string, { jobs, files, code, asked, stillHeld = 0 }: Question): void {
  describe(name, () => {
    test.each<[Answer, number, number]>([
      ['same', asked.duplicate + asked.held - stillHeld, asked.booked],
      ['different', asked.duplicate, asked.booked + asked.held],
    ])('is asked once for the file, and answered: %s', async (answer, duplicate, booked) => {
      const held = answer === 'same' ? stillHeld : 0;
      const books = await openBooks({ jobs: { job: jobs[0] } });
      const first = await bookAll(books, 'first.csv', files[0]);
      const before = await books.entries();
      expect(before).toHaveLength(first.receipt.entries.booked);
      books.defineJob('job', jobs[1]);
      const { row, receipt } = await books.book('second.csv', files[1], 'job', { force: true });
      expectAsked(receipt, code, asked);
      expect(await books.entries()).toHaveLength(before.length + asked.booked);
      expect(counts(await books.answer(row, code, answer))).toEqual({ held, duplicate, booked });
      expect(await books.entries()).toHaveLength(before.length + booked);
    });
  });
}

describe('a voucher that was booked with other content', () => {
  test('is held, and the difference stands there cell by cell', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    const { row: first } = await bookAll(books, 'a.csv', journal(voucher(1, 100), voucher(2, 7)));
    const changed = `1;${day(5)};1920;110,50;Salg 100\n1;${day(5)};3010;-110,50;Salg 100`;
    const { row, receipt } = await books.book('b.csv', journal(changed, voucher(2, 7), voucher(3, 8)), 'job');
    expectAsked(receipt, CODE.changed, { held: 1, duplicate: 1, booked: 1 });
    expect(receipt.issues.find(({ code }) => code === CODE.changed)?.value).toBe(first.id);
    const { out } = await books.run('failed', row.id);
    const words = out.replace(/\s+/g, ' ');
    expect(words).toContain('a.csv');
    for (const cell of [/110[,.]50/, /100[,.]50/, /3010/, /3000/]) expect(words).toMatch(cell);
    expect(await books.entries()).toHaveLength(3);
  });

  test.each([
    ['the latest', ['05.01.2026', '09.01.2026'], ['08.01.2026', '09.01.2026']],
    ['the earliest', ['05.01.2026', '09.01.2026'], ['05.01.2026', '08.01.2026']],
    ['any', ['05.01.2026', '09.01.2026'], ['02.01.2026', '05.01.2026']],
  ])('of its dates, %s in common is enough', async (_, before, after) => {
    const dated = ([one, two]: string[]) =>
      journal(`7;${one};1920;100;a`, `7;${two};3000;-60;b`, `7;${two};3010;-40;c`, voucher(8, 3));
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', dated(before));
    const { receipt } = await books.book('b.csv', dated(after), 'job');
    expectAsked(receipt, CODE.changed, { held: 1, duplicate: 1, booked: 0 });
  });

  test.each([
    ['a text', 'Salg 100', 'Salg 101'],
    ['an account', ';3000;', ';3100;'],
    [
      'the sign',
      '1;05.01.2026;1920;100,50;Salg 100\n1;05.01.2026;3000;-100,50',
      '1;05.01.2026;1920;-100,50;Salg 100\n1;05.01.2026;3000;100,50',
    ],
  ])('%s is enough', async (_, was, is) => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', journal(voucher(1, 100)));
    const file = journal(voucher(1, 100).replaceAll(was, is), voucher(2, 3));
    const { receipt } = await books.book('b.csv', file, 'job');
    expectAsked(receipt, CODE.changed, { held: 1, booked: 1 });
  });

  test('a line that was added or taken away is enough', async () => {
    const three = `1;${day(5)};1920;100,50;Salg 100\n1;${day(5)};3000;-100,00;Salg 100\n1;${day(5)};3010;-0,50;Salg 100`;
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', journal(voucher(1, 100)));
    const { receipt } = await books.book('b.csv', journal(three, voucher(2, 3)), 'job');
    expectAsked(receipt, CODE.changed, { held: 1, booked: 1 });
  });
});

describe('a number that comes again on another date', () => {
  testQuestion('with the same content', {
    jobs: [JOURNAL_JOB, JOURNAL_JOB],
    files: [
      journal(...range(1, 4).map((key) => voucher(key, key))),
      journal(voucher(1, 1, day(15)), voucher(2, 2, day(16)), voucher(3, 3), voucher(9, 9)),
    ],
    code: CODE.date,
    asked: { held: 2, duplicate: 1, booked: 1 },
  });

  test('with other content is another voucher', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', journal(voucher(1, 100), voucher(2, 200)));
    await bookAll(books, 'b.csv', journal(voucher(1, 101, '05.02.2026'), voucher(2, 201, '05.02.2026')));
    expect(await books.entries()).toHaveLength(4);
  });

  const per = (reach: 'date' | 'month' | 'year' | 'file') =>
    JOURNAL_JOB.replace('entry: Bilagsnr', `entry: ${entryColumn('Bilagsnr', reach)}`);

  test.each([
    ['month', day(5), '05.02.2026'],
    ['date', day(5), day(6)],
    ['year', '31.12.2025', day(5)],
  ] as const)('the job answers it: numbers count per %s', async (reach, before, after) => {
    const books = await openBooks({ jobs: { job: per(reach) } });
    await bookAll(books, 'a.csv', journal(voucher(1, 100, before), voucher(2, 200, before)));
    await bookAll(books, 'b.csv', journal(voucher(1, 100, after), voucher(2, 200, after)));
    expect(await books.entries()).toHaveLength(4);
  });

  test.each([
    ['month', day(5), day(25)],
    ['year', day(5), '05.02.2026'],
  ] as const)(
    'within the %s in which a number stands once, its date was changed: held',
    async (reach, before, after) => {
      const books = await openBooks({ jobs: { job: per(reach) } });
      await bookAll(books, 'a.csv', journal(voucher(1, 100, before), voucher(2, 200, before)));
      const { receipt } = await books.book('b.csv', journal(voucher(1, 100, after), voucher(3, 300, after)), 'job');
      expect(counts(receipt)).toEqual({ held: 1, duplicate: 0, booked: 1 });
      expect([[CODE.date], [CODE.changed]]).toContainEqual(holdsOf(receipt));
    },
  );
});

describe('nearly all numbers of a file were booked with other content', () => {
  const other = (key: number) => voucher(key, 500 + key);
  testQuestion('another series', {
    jobs: [JOURNAL_JOB, JOURNAL_JOB],
    files: [journal(...range(1, 10).map((key) => voucher(key, key))), journal(...range(1, 9).map(other), other(11))],
    code: CODE.series,
    asked: { held: 9, duplicate: 0, booked: 1 },
    // Of the same series, each was changed since it was booked.
    stillHeld: 9,
  });

  test.each([
    ['two of two', [1, 2], []],
    ['eight of ten', range(1, 8), [11, 12]],
  ])('%s: each is held for itself', async (_, changed, fresh) => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', journal(...range(1, 10).map((key) => voucher(key, key))));
    const { receipt } = await books.book('b.csv', journal(...[...changed, ...fresh].map(other)), 'job');
    expect(counts(receipt)).toEqual({ held: changed.length, duplicate: 0, booked: fresh.length });
    expect(new Set(holdsOf(receipt))).toEqual(new Set([CODE.changed]));
    expect(heldFor(receipt, CODE.changed).entries).toBe(changed.length);
  });

  test('two tills that number alike are two series, which their jobs name', async () => {
    const till = (series: string) =>
      JOURNAL_JOB.replace('entry: Bilagsnr', `entry: ${entryColumn('Bilagsnr', 'year', series)}`);
    const books = await openBooks({ jobs: { one: till('Kasse 1'), two: till('Kasse 2') } });
    await bookAll(books, 'one.csv', journal(...range(1, 5).map((key) => voucher(key, key))), 'one');
    await bookAll(books, 'two.csv', journal(...range(1, 5).map(other)), 'two');
    expect(await books.entries()).toHaveLength(10);
    const again = await books.book('one (2).csv', journal(...range(1, 6).map((key) => voucher(key, key))), 'one');
    expect(counts(again.receipt)).toEqual({ held: 0, duplicate: 5, booked: 1 });
  });
});

describe('entries without a key', () => {
  test('are counted: the n-th is compared with the n-th', async () => {
    const [kiwi, rema] = [`${day(5)};-89,90;KIWI`, `${day(6)};-12,00;REMA`];
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await bookAll(books, 'a.csv', bank(kiwi, rema, kiwi));
    const { receipt } = await books.book('b.csv', bank(kiwi, kiwi, kiwi, rema), 'job');
    expect(counts(receipt)).toEqual({ held: 0, duplicate: 3, booked: 1 });
    expect(await books.entries()).toHaveLength(4);
  });

  const january = bank(
    `${day(5)};-89,90;KIWI 505`,
    `${day(6)};-12,00;REMA`,
    `${day(7)};-50,00;VISA 100142 RESERVASJON`,
    `${day(8)};-30,00;COOP`,
  );
  const enriched = bank(
    `${day(6)};-12,00;REMA`,
    `${day(7)};-50,00;ELKJØP STORO, VISA 100142`,
    `${day(8)};-30,00;COOP`,
    `${day(9)};-5,00;SPAR`,
  );
  testQuestion('whose text the bank changed', {
    jobs: [CARD_JOB, CARD_JOB],
    files: [january, enriched],
    code: CODE.text,
    asked: { held: 1, duplicate: 2, booked: 1 },
  });

  const wide = (...rows: string[]) => `${['Dato;Beløp;Tekst;Melding', ...rows].join('\n')}\n`;
  const rows = range(5, 9).map((at) => `${day(at)};-${at},50;Varekjøp ${at};Visa 1001 butikk ${at}`);
  testQuestion('whose text is taken from another column', {
    jobs: [CARD_JOB, CARD_JOB.replace('description: Tekst', 'description: Melding')],
    files: [wide(...rows), wide(...rows.slice(1), `${day(11)};-1,00;Varekjøp;Visa 1002`)],
    code: CODE.text,
    asked: { held: 4, duplicate: 0, booked: 1 },
  });

  test('the old one stands in the new file too: a second purchase of the same amount, and no question', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await bookAll(books, 'a.csv', january);
    const { receipt } = await books.book('b.csv', january.replace(/$/, `${day(7)};-50,00;ELKJØP STORO\n`), 'job');
    expect({ ...counts(receipt), holds: holdsOf(receipt) }).toEqual({ held: 0, duplicate: 4, booked: 1, holds: [] });
  });

  test('outside the overlap of both files nothing is missing: no question', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await bookAll(books, 'a.csv', january);
    const file = bank(`${day(12)};-50,00;ELKJØP STORO`, `${day(13)};-5,00;SPAR`);
    await bookAll(books, 'b.csv', file);
  });

  test('a balance tells the lines of a bank without a question', async () => {
    const job = CARD_JOB.replace('description: Tekst', 'description: Tekst, balance: Saldo');
    const withBalance = (file: string, from: number) => {
      const [header, ...lines] = file.trimEnd().split('\n');
      let balance = from;
      const told = lines.map((line) => {
        balance += Math.round(Number(line.split(';')[1]!.replace(',', '.')) * 100);
        return `${line};${(balance / 100).toFixed(2).replace('.', ',')}`;
      });
      return `${[`${header};Saldo`, ...told].join('\n')}\n`;
    };
    const books = await openBooks({ jobs: { job } });
    await bookAll(books, 'a.csv', withBalance(january, 100_000));
    const { receipt } = await books.book('b.csv', withBalance(enriched, 100_000 - 8_990), 'job');
    expect({ ...counts(receipt), holds: holdsOf(receipt) }).toEqual({ held: 0, duplicate: 3, booked: 1, holds: [] });
    expect(await books.entries()).toHaveLength(5);
  });
});

describe('a key that comes or goes', () => {
  const keyed = CARD_JOB.replace('columns: {', 'columns: { entry: Ref,');
  const lines = (...at: number[]) =>
    `Ref;Dato;Beløp;Tekst\n${at.map((no) => `R${no};${day(no)};-${no},50;Kjøp ${no}`).join('\n')}\n`;
  const files = [lines(1, 2, 3), lines(2, 3, 4, 5)] as const;
  const asked = { held: 2, duplicate: 0, booked: 2 };
  testQuestion('a key column that is added to the job', { jobs: [CARD_JOB, keyed], files, code: CODE.key, asked });
  testQuestion('a key column that is taken out of the job', { jobs: [keyed, CARD_JOB], files, code: CODE.key, asked });

  test('keys that the export left empty: nothing is booked a second time', async () => {
    const books = await openBooks({ jobs: { job: keyed } });
    await bookAll(books, 'a.csv', files[0]);
    const { receipt } = await books.book('b.csv', files[1].replaceAll(/^R\d/gm, ''), 'job');
    expect(receipt.entries.held).toBeGreaterThanOrEqual(2);
    expect((await books.entries()).filter((text) => /Kjøp [23]$/.test(text))).toHaveLength(2);
  });

  test('by number: of three equal ones only two were booked', async () => {
    const equal = (...refs: string[]) =>
      `Ref;Dato;Beløp;Tekst\n${refs.map((ref) => `${ref};${day(5)};-9,50;Kaffe`).join('\n')}\n`;
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await bookAll(books, 'a.csv', equal('a', 'b'));
    books.defineJob('job', keyed);
    const { receipt } = await books.book('b.csv', equal('x', 'y', 'z'), 'job');
    expectAsked(receipt, CODE.key, { held: 2, booked: 1 });
  });
});

describe('the same entries under other keys', () => {
  const file = (from: number, ...at: number[]) => journal(...at.map((no) => voucher(from + no, no, day(no))));
  testQuestion('nearly all of a file', {
    jobs: [JOURNAL_JOB, JOURNAL_JOB],
    files: [file(0, ...range(1, 12)), file(100, ...range(1, 10))],
    code: CODE.numbers,
    asked: { held: 10, duplicate: 0, booked: 0 },
  });

  test('nine of ten are asked about; what is new is booked in the end, whatever the answer', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', file(0, ...range(1, 9)));
    const { row, receipt } = await books.book('b.csv', file(100, ...range(1, 9), 20), 'job');
    expect(heldFor(receipt, CODE.numbers)).toMatchObject({ asked: 1 });
    expect(receipt.entries.held).toBeGreaterThanOrEqual(9);
    expect((await books.entries()).length).toBeLessThanOrEqual(10);
    expect(counts(await books.answer(row, CODE.numbers, 'same'))).toEqual({ held: 0, duplicate: 9, booked: 1 });
    expect(await books.entries()).toHaveLength(10);
  });

  test.each([
    ['fewer than three', [1, 2], []],
    ['less than 90 %', range(1, 8), [20, 21]],
  ])('%s are other entries', async (_, equal, fresh) => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', file(0, ...equal));
    await bookAll(books, 'b.csv', file(100, ...equal, ...fresh));
  });

  test('they equal entries of two earlier imports, half and half: no question', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', file(0, 1, 2, 3));
    await bookAll(books, 'b.csv', file(0, 4, 5, 6));
    await bookAll(books, 'c.csv', file(100, ...range(1, 6)));
  });
});

describe('what a person said is the same stays the same', () => {
  const file = (from: number, ...at: number[]) => journal(...at.map((no) => voucher(from + no, no, day(no))));

  test('vouchers of other numbers: the next export has them as duplicates, or as changed', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', file(0, 1, 2, 3));
    const { row } = await books.book('b.csv', file(100, 1, 2, 3), 'job');
    expect(counts(await books.answer(row, CODE.numbers, 'same'))).toEqual({ held: 0, duplicate: 3, booked: 0 });
    const { receipt } = await books.book('c.csv', file(100, ...range(1, 9)), 'job');
    expect(counts(receipt)).toEqual({ held: 0, duplicate: 3, booked: 6 });
    const changed = journal(voucher(101, 500, day(1)), voucher(102, 2, day(2)));
    const second = await books.book('d.csv', changed, 'job');
    expect(counts(second.receipt)).toEqual({ held: 1, duplicate: 1, booked: 0 });
    expect(holdsOf(second.receipt)).toEqual([CODE.changed]);
    expect(await books.entries()).toHaveLength(9);
  });

  test('a text that the bank changed: either text is that purchase, and a second equal one is another', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    const kiwi = (...texts: string[]) => bank(...texts.map((text) => `${day(5)};-89,90;${text}`));
    await bookAll(books, 'a.csv', kiwi('RESERVERT KIWI'));
    const { row } = await books.book('b.csv', kiwi('KIWI 505'), 'job');
    expect(counts(await books.answer(row, CODE.text, 'same'))).toEqual({ held: 0, duplicate: 1, booked: 0 });
    const again = await books.book(
      'c.csv',
      kiwi('KIWI 505').replace('Tekst\n', 'Tekst\n06.01.2026;-1,00;SPAR\n'),
      'job',
    );
    expect(counts(again.receipt)).toEqual({ held: 0, duplicate: 1, booked: 1 });
    const both = await books.book('d.csv', kiwi('RESERVERT KIWI', 'KIWI 505'), 'job');
    expect(both.receipt.entries).toMatchObject({ duplicate: 1, booked: 1 });
    expect(await books.entries()).toHaveLength(3);
  });

  test('of an entry that is not booked after all it holds no more', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    const { row: booked } = await bookAll(books, 'a.csv', file(0, 1));
    await books.next('422');
    const { row: rejected } = await books.book('b.csv', file(0, 2), 'job');
    const ledger = openSqlite(join(books.ports.home, 'ledger.db'), 1_000);
    const twin = ({ num }: { num: number }) => ({ import: num, seq: 1, row: 2, said: true }) as const;
    const entry = { identity: 77, content: 'what it says' } as NewEntry;
    await noteSaidSame(ledger, [
      { entry, twin: twin(booked) },
      { entry, twin: twin(rejected) },
    ]);
    const found = await claimsOf(ledger, [77]);
    expect(found).toEqual([{ identity: 77, content: 'what it says', import: booked.num, seq: 1, row: 2 }]);
    expect(await hasClaim(ledger, found[0]!)).toBe(true);
    expect(await hasClaim(ledger, { ...found[0]!, import: rejected.num })).toBe(false);
    // What a person skipped is asked about, whatever it is called.
    await ledger.run("update entry set state = 'skipped' where import = ?", rejected.num);
    expect(await hasClaim(ledger, { ...found[0]!, import: rejected.num })).toBe(true);
    ledger.close();
  });
});

describe('a duplicate within one import', () => {
  test('a row that was corrected comes to equal an entry of the same import that is booked', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    const file = bank(`${day(5)};-89,90;KIWI`, `35.01.2026;-89,90;KIWI`, `36.01.2026;-12,00;REMA`);
    const { row, receipt } = await books.book('a.csv', file, 'job');
    expect(counts(receipt)).toEqual({ held: 2, duplicate: 0, booked: 1 });
    const out = join(books.folder, 'failed.csv');
    expect((await books.run('failed', row.id, '--out', out)).code).toBe(0);
    writeFileSync(out, readFileSync(out, 'utf8').replace('35.01.', '05.01.').replace('36.01.', '06.01.'));
    const retried = await books.run('retry', row.id, '--file', out, '--json');
    expect(counts(JSON.parse(retried.out))).toEqual({ held: 0, duplicate: 1, booked: 2 });
    expect(retried.code).toBe(3);
    expect(await books.entries()).toHaveLength(2);
  });
});

describe('onDuplicate: skip', () => {
  test('a skipped duplicate is listed with the earlier file and row, and counted', async () => {
    const books = await openBooks({ jobs: { job: `${CARD_JOB}onDuplicate: skip\n` } });
    await bookAll(books, 'january.csv', bank(`${day(5)};-89,90;KIWI`, `${day(6)};-12,00;REMA`));
    const { row, receipt } = await books.book('b.csv', bank(`${day(6)};-12,00;REMA`, `${day(7)};-1,00;SPAR`), 'job');
    expect(receipt).toMatchObject({ state: 'completed', entries: { duplicate: 1, booked: 1 }, rows: { duplicate: 1 } });
    expect((await books.run('show', row.id)).out).toMatch(/already booked +1 +1\n/);
    expect((await books.run('show', row.id, '--out', 'trail.csv')).code).toBe(0);
    const trail = readFileSync(join(books.folder, 'trail.csv'), 'utf8');
    expect(trail.split('\n').find((line) => line.startsWith(';2;'))).toMatch(/row 3 of january\.csv/);
  });
});

describe('answers on the command line', () => {
  test('need a reason and a question that was asked; the words say what can be answered', async () => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await bookAll(books, 'a.csv', journal(voucher(1, 1), voucher(2, 2)));
    const { row } = await books.book('b.csv', journal(voucher(1, 1, day(15)), voucher(3, 3)), 'job');
    const retry = (...args: string[]) => books.run('retry', row.id, '--answer', ...args);
    for (const [words, ...args] of [
      ['--reason', `${CODE.date}=same`],
      [CODE.date, `${CODE.repeated}=once`, '--reason', 'x'],
      ['same', `${CODE.date}=perhaps`, '--reason', 'x'],
    ] as const) {
      expect(await retry(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
    }
    expect(counts(await books.receipt(row))).toEqual({ held: 1, duplicate: 0, booked: 1 });
    const said = await retry(`${CODE.date}=same`, '--reason', 'the date was corrected');
    expect(counts(await books.receipt(row))).toEqual({ held: 0, duplicate: 1, booked: 1 });
    // Exit 3 while a duplicate is held; what was answered is a decision, and nothing waits.
    expect(said.code).toBe(0);
    expect((await books.run('show', row.id)).out.replace(/\s+/g, ' ')).toContain('the date was corrected');
  });
});
