import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type * as ReviseModule from '../../src/correcting/revise.ts';
import type * as SkipModule from '../../src/correcting/skip.ts';
import type * as SubmitModule from '../../src/correcting/submit.ts';
import type * as WaitingRowsModule from '../../src/correcting/waiting-rows.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import type { WaitingFilter } from '../../src/ledger/waiting.ts';
import { CARD_JOB, JOURNAL_JOB, journal, load, voucher } from '../importing/office.ts';
import { type Books, openBooks } from './books.ts';
import { CODE, holdsOf } from './names.ts';
import { type SheetCell, sheet } from './sheet.ts';

const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');
const { reviseCells } = await load<typeof ReviseModule>('correcting/revise.js');
const { submit } = await load<typeof SubmitModule>('correcting/submit.js');
const { openWaitingRows } = await load<typeof WaitingRowsModule>('correcting/waiting-rows.js');

/** On the page, the account of a row that waits: corrected and submitted. */
async function correct(books: Books, { num }: Pick<ImportRow, 'num'>, row: number) {
  const { folder, ledger } = books;
  const ports = { ...books.ports, who: 'kari' };
  const of = () => ledger.imports.byNum(num);
  const rows = openWaitingRows(join(folder, 'home', 'copied'), ports);
  await rows.use(await of(), async (cells) => {
    await reviseCells(await of(), [{ row, column: 3, value: '4300' }], cells, ports);
    const path = join(folder, `corrected-${row}`);
    const expect = { entries: 1, rows: 1 };
    await submit(await of(), { filter: { revised: true }, expect, job: await ports.job('job'), cells, path }, ports);
  });
  await rows.close();
  await books.plan({ num });
  await books.post(await of());
}

async function skip(
  { ledger, ports }: Books,
  { num }: Pick<ImportRow, 'num'>,
  rows: number,
  filter: WaitingFilter = {},
) {
  const expect = { entries: filter.seqs?.length ?? rows, rows };
  await skipEntries(await ledger.imports.byNum(num), 'not ours', { filter, expect }, ports);
}

/** Section 1 of the design of sameness: what a file says, in whatever form, under whatever job. */

const bank = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
const BANK_JOB = 'kind: bookings\ncolumns: { date: Dato, amount: Beløp, description: Tekst }\n';
const KIWI = '05.01.2026;-89,90;KIWI 505 OSLO';
const REMA = '06.01.2026;-12,00;REMA 1000';
const COOP = '07.01.2026;-230,50;COOP MEGA';
const SPAR = '08.01.2026;-7,25;SPAR';

interface Two {
  readonly jobs: readonly [first: string, second: string];
  readonly files: readonly [first: string | Buffer, second: string | Buffer];
  /** Entries of the first file, and what becomes of those of the second. */
  readonly first: number;
  readonly second: { readonly duplicate: number; readonly booked: number };
}

/** Books a file, then another one under the job as it stands by then. */
async function expectTwo({ jobs, files, first, second }: Two): Promise<void> {
  const books = await openBooks({ jobs: { job: jobs[0] } });
  const name = (file: string | Buffer, at: number) => `${at}.${typeof file === 'string' ? 'csv' : 'xlsx'}`;
  const one = await books.book(name(files[0], 1), files[0], 'job');
  expect(one.receipt).toMatchObject({ state: 'completed', entries: { booked: first }, mismatches: [] });
  books.defineJob('job', jobs[1]);
  const other = await books.book(name(files[1], 2), files[1], 'job', { force: true });
  expect({
    ...other.receipt.entries,
    holds: holdsOf(other.receipt),
    standing: (await books.entries()).length,
    mismatches: other.receipt.mismatches,
  }).toEqual({
    planned: second.duplicate + second.booked,
    ...second,
    ...{ held: 0, rejected: 0, inDoubt: 0, pending: 0 },
    ...{ holds: [], standing: first + second.booked, mismatches: [] },
  });
}

describe('a job that is edited makes no old entry look new', () => {
  const rule = (account: string) =>
    `${BANK_JOB}defaults: { account: "1920", contraAccount: "2990" }\nrules: [{ when: { description: "kiwi|coop" }, set: { contraAccount: "${account}" } }]\n`;
  const statements = { files: [bank(KIWI, REMA, COOP), bank(REMA, COOP, SPAR)], first: 3 } as const;
  const overlap = { duplicate: 2, booked: 1 };

  test('a rule gets another contra account', () =>
    expectTwo({ ...statements, jobs: [rule('4300'), rule('4310')], second: overlap }));

  test('a rule is added, and fills a field that no cell says', () =>
    expectTwo({
      ...statements,
      jobs: [CARD_JOB, `${CARD_JOB}rules: [{ when: { description: coop }, set: { contraVat: "1" } }]\n`],
      second: overlap,
    }));

  test('a rule that overrides a text and an account is added', () =>
    expectTwo({
      ...statements,
      jobs: [
        CARD_JOB,
        `${CARD_JOB}rules: [{ when: { description: coop }, set: { description: Mat, contraAccount: "4310" }, override: true }]\n`,
      ],
      second: overlap,
    }));

  test.each([
    ['account', CARD_JOB.replace('"1920"', '"1921"')],
    ['contra account', CARD_JOB.replace('"4300"', '"4310"')],
  ])('the default %s is another', (_, job) => expectTwo({ ...statements, jobs: [CARD_JOB, job], second: overlap }));

  test('negate is added', () =>
    expectTwo({ ...statements, jobs: [CARD_JOB, `${CARD_JOB}negate: true\n`], second: overlap }));

  test('a default text is added where the cell is empty', () => {
    const files = [bank('05.01.2026;-89,90;', REMA), bank('05.01.2026;-89,90;', '09.01.2026;-1,00;')] as const;
    const job = CARD_JOB.replace('defaults: {', 'defaults: { description: "{file} {row}",');
    return expectTwo({ files, jobs: [CARD_JOB, job], first: 2, second: { duplicate: 1, booked: 1 } });
  });

  const withVat = (...rows: string[]) => `${['Bilagsnr;Dato;Konto;Beløp;Mva;Tekst', ...rows].join('\n')}\n`;
  const sale = (key: number) => [
    `${key};05.01.2026;1920;125,00;;Salg ${key}`,
    `${key};05.01.2026;3000;-125,00;H;Salg ${key}`,
  ];
  const VAT_JOB =
    'kind: bookings\ncolumns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp, vat: Mva, description: Tekst }\n';

  test.each([
    ['accounts', `${VAT_JOB}vat: { codes: { H: "3" } }\naccounts: { "3000": "3100" }\n`],
    ['vat.codes', `${VAT_JOB}vat: { codes: { H: "31" } }\n`],
    ['vat.default', `${VAT_JOB}vat: { codes: { H: none }, default: account }\n`],
  ])('%s maps otherwise', (_, job) =>
    expectTwo({
      jobs: [`${VAT_JOB}vat: { codes: { H: "3" } }\n`, job],
      files: [withVat(...sale(1), ...sale(2)), withVat(...sale(2), ...sale(3))],
      first: 2,
      second: { duplicate: 1, booked: 1 },
    }),
  );
});

describe('a column that is mapped later, or no more, changes nothing about old entries', () => {
  const plain =
    'kind: bookings\ncolumns: { date: Dato, amount: Beløp }\ndefaults: { account: "1920", contraAccount: "4300", description: Kort }\n';
  const statements = {
    files: [bank(KIWI, REMA, '06.01.2026;-12,00;REMA 2000'), bank(REMA, '06.01.2026;-12,00;REMA 2000', SPAR)],
    first: 3,
    second: { duplicate: 2, booked: 1 },
  } as const;

  test('the text, mapped later', () => expectTwo({ ...statements, jobs: [plain, CARD_JOB] }));
  test('the text, mapped no more', () => expectTwo({ ...statements, jobs: [CARD_JOB, plain] }));

  test('the VAT code of a voucher, mapped later', () => {
    const file = (key: number) =>
      `Bilagsnr;Dato;Konto;Beløp;Mva\n${[1, key].map((no) => `${no};05.01.2026;1920;${no},50;\n${no};05.01.2026;3000;-${no},50;3`).join('\n')}\n`;
    const columns = 'entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp';
    const job = (more: string) => `kind: bookings\ncolumns: { ${columns}${more} }\ndefaults: { description: Salg }\n`;
    return expectTwo({
      jobs: [job(''), job(', vat: Mva')],
      files: [file(2), file(3)],
      first: 2,
      second: { duplicate: 1, booked: 1 },
    });
  });
});

describe('one form of a text for every way to write it', () => {
  const cell = (text: string) => bank(`05.01.2026;-89,90;"${text}"`);
  test.each([
    ['CRLF and LF inside a cell', 'Kjøp\r\nOslo S', 'Kjøp\nOslo S'],
    ['a line break and a blank', 'Kjøp\nOslo S', 'Kjøp Oslo S'],
    ['composed and decomposed letters', 'Blåbærgrøt på Kafé', 'Blåbærgrøt på Kafé'.normalize('NFD')],
    ['a blank and a no-break space', 'Kjøp Oslo S', 'Kjøp\u00a0Oslo S'],
    ['a blank and a narrow no-break space', 'Kjøp Oslo S', 'Kjøp\u202fOslo S'],
    ['blanks at the end', 'Kjøp Oslo S', 'Kjøp Oslo S   '],
    ['blanks in front', 'Kjøp Oslo S', '  Kjøp Oslo S'],
    ['runs of blanks, and tabs', 'Kjøp Oslo S', 'Kjøp  Oslo \tS'],
  ])('%s', (_, one, other) =>
    expectTwo({
      jobs: [CARD_JOB, CARD_JOB],
      files: [cell(one), cell(other)],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }),
  );

  test('a text in a workbook, with what a bank puts into it', async () =>
    expectTwo({
      jobs: [CARD_JOB, CARD_JOB],
      files: [
        cell('Kjøp Oslo S'),
        await sheet([
          ['Dato', 'Beløp', 'Tekst'],
          ['05.01.2026', -89.9, 'Kjøp\u00a0Oslo S \n'],
        ]),
      ],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }));

  test('an amount with and without decimals, grouped, or with a sign', () =>
    expectTwo({
      jobs: [CARD_JOB, CARD_JOB],
      files: [
        bank('05.01.2026;-100;A', '06.01.2026;1234,50;B', '07.01.2026;-1000;C'),
        bank('05.01.2026;-100,00;A', '06.01.2026;+1 234,5;B', '07.01.2026;-1.000,00;C'),
      ],
      first: 3,
      second: { duplicate: 3, booked: 0 },
    }));

  test.each([
    [
      'two columns',
      'debit: Debet, credit: Kredit',
      '',
      'Bilagsnr;Dato;Konto;Debet;Kredit;Tekst\n7;05.01.2026;1920;10,00;;a\n7;05.01.2026;3000;;10,00;a\n',
    ],
    [
      'a column that says debit or credit',
      'amount: Beløp',
      'sign: { column: D/K, debit: D, credit: K }\n',
      'Bilagsnr;Dato;Konto;Beløp;D/K;Tekst\n7;05.01.2026;1920;10,00;D;a\n7;05.01.2026;3000;10,00;K;a\n',
    ],
  ])('an amount that %s tell', (_, columns, more, other) =>
    expectTwo({
      jobs: [JOURNAL_JOB, `${JOURNAL_JOB.replace('amount: Beløp', columns)}${more}`],
      files: [journal('7;05.01.2026;1920;10;a', '7;05.01.2026;3000;-10;a'), other],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }),
  );

  test('lines of nothing are no part of an entry', () => {
    const rows = ['7;05.01.2026;1920;10;a', '7;05.01.2026;3000;-10;b'];
    return expectTwo({
      jobs: [JOURNAL_JOB, JOURNAL_JOB],
      files: [journal(...rows), journal(...rows, '7;05.01.2026;3100;0,00;c')],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    });
  });

  test.each([
    ['the text', '05.01.2026;-89,90;KIWI 506 OSLO'],
    ['the amount', '05.01.2026;-89,91;KIWI 505 OSLO'],
    ['the day', '06.01.2026;-89,90;KIWI 505 OSLO'],
    ['the sign: a purchase and its refund', '05.01.2026;89,90;KIWI 505 OSLO'],
  ])('another entry, by %s alone, is booked', (_, row) =>
    expectTwo({
      jobs: [CARD_JOB, CARD_JOB],
      // The old entry stands in the new file too: nothing looks as if it had been changed.
      files: [bank(KIWI), bank(KIWI, row)],
      first: 1,
      second: { duplicate: 1, booked: 1 },
    }),
  );
});

describe('keys', () => {
  const pair = (key: string, text = 'Salg') =>
    journal(`"${key}";05.01.2026;1920;10;${text}`, `"${key}";05.01.2026;3000;-10;${text}`);
  test.each([
    ['digits that are grouped', '1015', '1 015'],
    ['digits that are grouped by no-break spaces', '1015', '1\u00a0015'],
    ['digits that are grouped by narrow no-break spaces', '1234567', '1\u202f234\u202f567'],
    ['capitals', 'INN-17b', 'inn-17B'],
    ['decomposed letters', 'Lønn å7', 'Lønn å7'.normalize('NFD')],
    ['a no-break space', 'A 17', 'A\u00a017'],
  ])('%s are the same key', (_, one, other) =>
    expectTwo({
      jobs: [JOURNAL_JOB, JOURNAL_JOB],
      files: [pair(one), pair(other)],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }),
  );

  test('0123 and 123 are two keys', () =>
    expectTwo({
      jobs: [JOURNAL_JOB, JOURNAL_JOB],
      files: [pair('0123'), pair('123')],
      first: 1,
      second: { duplicate: 0, booked: 1 },
    }));

  const inWorkbook = (key: SheetCell) =>
    sheet([
      ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
      [key, '05.01.2026', 1920, 10, 'Salg'],
      [key, '05.01.2026', 3000, -10, 'Salg'],
    ]);
  test.each([
    ['7 shown as 007 is 007', '007', { value: 7, format: '000' }],
    ['1015 shown as 1,015 is 1015', '1015', { value: 1015, format: '#,##0' }],
    ['1015 shown as 1015.00 is 1015', '1015', { value: 1015, format: '0.00' }],
    ['42 shown as it is', '42', 42],
  ] as const)('a number in a workbook: %s', async (_, key, cell) =>
    expectTwo({
      jobs: [JOURNAL_JOB, JOURNAL_JOB],
      files: [pair(key), await inWorkbook(cell)],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }),
  );

  test('a number in a workbook: 7 shown as 007 is not 7', async () =>
    expectTwo({
      jobs: [JOURNAL_JOB, JOURNAL_JOB],
      files: [pair('7'), await inWorkbook({ value: 7, format: '000' })],
      first: 1,
      second: { duplicate: 0, booked: 1 },
    }));
});

describe('dates', () => {
  const LAST_MS = new Date('2026-01-31T23:59:59.999Z');
  const onLastDay = bank('31.01.2026;-89,90;KIWI');
  test.each([
    ['23:59:59.999', LAST_MS, 'dd.mm.yyyy hh:mm:ss'],
    ['23:59:59.999, shown as a date', LAST_MS, 'dd.mm.yyyy'],
    ['23:59:59.5', new Date('2026-01-31T23:59:59.500Z'), 'dd.mm.yyyy hh:mm'],
    ['noon', new Date('2026-01-31T12:00:00Z'), 'yyyy-mm-dd'],
  ])('an instant of a workbook stays on its day: %s', async (_, value, format) =>
    expectTwo({
      jobs: [CARD_JOB, CARD_JOB],
      files: [
        onLastDay,
        await sheet([
          ['Dato', 'Beløp', 'Tekst'],
          [{ value, format }, -89.9, 'KIWI'],
        ]),
      ],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }),
  );

  test.each(['2026-01-31 23:59:59.999', '2026-01-31T23:59:59,9999999', '31.01.2026 23:59'])(
    'an instant of a CSV file stays on its day: %s',
    (text) =>
      expectTwo({
        jobs: [CARD_JOB, CARD_JOB],
        files: [onLastDay, bank(`${text};-89,90;KIWI`)],
        first: 1,
        second: { duplicate: 1, booked: 0 },
      }),
  );

  test('an instant with a zone is asked about, and is of the day that the time zone of the file makes of it', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    const file = bank('2026-01-31T23:30:00Z;-89,90;KIWI', '2026-01-31T12:00:00Z;-1,00;REMA');
    const { receipt } = await books.book('a.csv', file, 'job');
    expect(receipt.entries).toMatchObject({ booked: 0 });
    expect([...receipt.issues, receipt.reason].filter((issue) => issue?.value?.includes('Z'))).not.toEqual([]);
    books.defineJob('job', `${CARD_JOB}file: { timezone: Europe/Oslo }\n`);
    const zoned = await books.book('b.csv', `${file}\n`, 'job');
    expect(zoned.receipt).toMatchObject({ state: 'completed', entries: { booked: 2 } });
    expect((await books.entries()).map((text) => text.slice(0, 10))).toEqual(['2026-01-31', '2026-02-01']);
  });
});

describe('accounts on both sides of a row', () => {
  const PAIR_JOB =
    'kind: bookings\ncolumns: { date: Dato, debitAccount: Debet, creditAccount: Kredit, amount: Beløp, description: Tekst }\n';
  const pairs = (...rows: string[]) => `${['Dato;Debet;Kredit;Beløp;Tekst', ...rows].join('\n')}\n`;
  const first = '05.01.2026;5000;2780;100,00;Lønn';
  const jobs = [PAIR_JOB, PAIR_JOB] as const;

  test('a row that swaps both its accounts and its sign is the same', () =>
    expectTwo({
      jobs,
      files: [pairs(first), pairs('05.01.2026;2780;5000;-100,00;Lønn')],
      first: 1,
      second: { duplicate: 1, booked: 0 },
    }));

  test.each([
    ['accounts', '05.01.2026;2780;5000;100,00;Lønn'],
    ['sign', '05.01.2026;5000;2780;-100,00;Lønn'],
  ])('one that swaps its %s alone is another', (_, row) =>
    expectTwo({ jobs, files: [pairs(first), pairs(first, row)], first: 1, second: { duplicate: 1, booked: 1 } }),
  );

  test('the accounts that the file names are compared, not those that they are mapped to', async () => {
    const books = await openBooks({ jobs: { job: `${PAIR_JOB}accounts: { "5000": "5010" }\n` } });
    await books.book('1.csv', pairs(first), 'job');
    books.defineJob('job', `${PAIR_JOB}accounts: { "5001": "5010" }\n`);
    const { receipt } = await books.book('2.csv', pairs(first, '05.01.2026;5001;2780;100,00;Lønn'), 'job');
    expect(receipt).toMatchObject({ entries: { duplicate: 1, booked: 1 }, mismatches: [] });
    expect((await books.booked()).totals).toEqual({ '2780': '-200.00', '5010': '200.00' });
  });
});

describe('texts that changed', () => {
  const paid = (text: string) => `05.01.2026;-89,90;${text}`;

  test('an answer `same` is said of as many rows as were booked; of the others it is asked again', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await books.book('a.csv', bank(paid('RESERVERT 1')), 'job');
    const { row, receipt } = await books.book('b.csv', bank(paid('KIWI'), paid('REMA'), paid('SPAR')), 'job');
    expect(receipt.entries).toMatchObject({ held: 3, booked: 0 });
    const same = await books.answer(row, CODE.text, 'same');
    expect(same.entries).toMatchObject({ held: 2, duplicate: 1, booked: 0 });
    expect((await books.answer(row, CODE.text, 'same')).entries).toMatchObject(same.entries);
    expect((await books.answer(row, CODE.text, 'different')).entries).toMatchObject({
      held: 0,
      duplicate: 1,
      booked: 2,
    });
    expect(await books.entries()).toHaveLength(3);
    const next = await books.book('c.csv', bank(paid('KIWI'), paid('REMA'), paid('SPAR'), COOP), 'job');
    expect(next.receipt.entries).toMatchObject({ held: 0, duplicate: 3, booked: 1 });
  });

  test('two rows that were booked are the same as two, whatever a third one is that was booked with its text', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await books.book('a.csv', bank(paid('RESERVERT 1'), paid('RESERVERT 2'), paid('SPAR')), 'job');
    const { row, receipt } = await books.book('b.csv', bank(paid('KIWI'), paid('SPAR'), paid('REMA')), 'job');
    expect(receipt.entries).toMatchObject({ held: 2, duplicate: 1 });
    expect((await books.answer(row, CODE.text, 'same')).entries).toMatchObject({ held: 0, duplicate: 3, booked: 0 });
  });

  test('the question names an earlier row that the file has none for', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await books.book('a.csv', bank(paid('KIWI 505'), paid('REMA 1000')), 'job');
    const { row, receipt } = await books.book('b.csv', bank(paid('KIWI 505'), paid('REMA 1000 OSLO')), 'job');
    expect(receipt.entries).toMatchObject({ held: 1, duplicate: 1 });
    expect((await books.run('failed', row.id)).out.replace(/\s+/g, ' ')).toContain('row 3 of a.csv');
  });

  test('a row that is on hold for itself is the earlier one that says the same, and is not missing', async () => {
    const accounts =
      'kind: bookings\ncolumns: { date: Dato, amount: Beløp, description: Tekst, contraAccount: Konto }\n';
    const job = `${accounts}defaults: { account: "1920" }\n`;
    const rows = (...those: string[]) => `Dato;Beløp;Tekst;Konto\n${those.join('\n')}\n`;
    const books = await openBooks({ jobs: { job: `${job}accounts: { "3015": "4300" }\n` } });
    await books.book('a.csv', rows(`${paid('Hotell')};4300`, `${paid('Taxi')};3015`), 'job');
    books.defineJob('job', job);
    const next = await books.book(
      'b.csv',
      rows(`${paid('Hotell')};4300`, `${paid('Buss')};4300`, `${paid('Taxi')};3015`),
      'job',
    );
    expect(next.receipt.entries).toMatchObject({ booked: 1, held: 1, duplicate: 1 });
    expect(holdsOf(next.receipt)).toEqual([]);
  });

  test('what a person skipped is asked about when it comes again, and an old row beside it is what it was', async () => {
    for (const order of [1, -1]) {
      const books = await openBooks({ jobs: { job: CARD_JOB } });
      await books.book('a.csv', bank(paid('REMA')), 'job');
      const { row } = await books.book('b.csv', bank(paid('KIWI')), 'job');
      await skip(books, row, 1);
      const rows = [paid('KIWI'), paid('REMA')].slice(0, 2);
      const next = await books.book('c.csv', bank(...(order > 0 ? rows : rows.reverse())), 'job');
      expect(next.receipt.entries).toMatchObject({ booked: 0, held: 1, duplicate: 1 });
      expect(holdsOf(next.receipt)).toEqual([CODE.skipped]);
    }
  });

  test('where one of two is skipped, an answer `same` is said of the other one', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await books.book('a.csv', bank(paid('REMA')), 'job');
    const { row } = await books.book('b.csv', bank(paid('KIWI'), paid('REMA OSLO')), 'job');
    await skip(books, row, 1, { seqs: [1] });
    expect((await books.answer(row, CODE.text, 'same')).entries).toMatchObject({ booked: 0, held: 0, duplicate: 1 });
  });

  test('a row that was on hold for its account is asked about when its account is known', async () => {
    const job =
      'kind: bookings\ncolumns: { date: Dato, amount: Beløp, description: Tekst, contraAccount: Konto }\ndefaults: { account: "1920" }\n';
    const rows = (...those: string[]) => `Dato;Beløp;Tekst;Konto\n${those.join('\n')}\n`;
    const books = await openBooks({ jobs: { job } });
    await books.book('a.csv', rows(`${paid('KIWI')};4300`), 'job');
    const { row, receipt } = await books.book('b.csv', rows(`${paid('KIWI OSLO')};3015`), 'job');
    expect(receipt.entries).toMatchObject({ held: 1 });
    books.defineJob('job', `${job}accounts: { "3015": "4300" }\n`);
    await books.run('retry', row.id);
    expect(holdsOf(await books.receipt(row))).toEqual([CODE.text]);
    expect((await books.answer(row, CODE.text, 'same')).entries).toMatchObject({ duplicate: 1, booked: 0 });
  });

  test('a mapping of accounts that is added before a retry is no other reading of the file', async () => {
    const job =
      'kind: bookings\ncolumns: { date: Dato, amount: Beløp, description: Tekst, contraAccount: Konto }\ndefaults: { account: "1920" }\n';
    const rows = (...those: string[]) => `Dato;Beløp;Tekst;Konto\n${those.join('\n')}\n`;
    const books = await openBooks({ jobs: { job } });
    const { row } = await books.book('a.csv', rows(`${paid('KIWI')};3015`), 'job');
    books.defineJob('job', `${job}accounts: { "3015": "4300" }\n`);
    await books.run('retry', row.id);
    const next = await books.book('b.csv', rows(`${paid('KIWI')};3015`, `${paid('KIWI')};3015`), 'job');
    expect(holdsOf(next.receipt)).toEqual([]);
    expect(next.receipt.entries).toMatchObject({ duplicate: 1, booked: 1 });
  });
});

describe('what is asked about late', () => {
  const job =
    'kind: bookings\ncolumns: { date: Dato, amount: Beløp, description: Tekst, contraAccount: Konto }\ndefaults: { account: "1920" }\n';
  const rows = (...those: string[]) => `Dato;Beløp;Tekst;Konto\n${those.join('\n')}\n`;
  const paid = (text: string, account = '4300') => `05.01.2026;-38,00;${text};${account}`;

  test.each(['same', 'different'] as const)('waits for an answer of its own, after %s', async (answer) => {
    const books = await openBooks({ jobs: { job } });
    await books.book('a.csv', rows(paid('A')), 'job');
    const { row } = await books.book(
      'b.csv',
      rows(paid('B'), paid('A OSLO', '3015'), '06.01.2026;-1,00;C;3016'),
      'job',
    );
    await books.answer(row, CODE.text, answer);
    books.defineJob('job', `${job}accounts: { "3015": "4300" }\n`);
    await books.run('retry', row.id);
    expect(holdsOf(await books.receipt(row))).toEqual([CODE.text]);
    books.defineJob('job', `${job}accounts: { "3015": "4300", "3016": "4300" }\n`);
    await books.run('retry', row.id);
    expect(holdsOf(await books.receipt(row))).toEqual([CODE.text]);
    const before = (await books.receipt(row)).entries;
    const end = await books.answer(row, CODE.text, 'different');
    expect(end.entries).toMatchObject({ held: 0, booked: before.booked + 1 });
  });

  test('two rows of which one was corrected on the page are not both the one earlier entry', async () => {
    const books = await openBooks({ jobs: { job } });
    await books.book('a.csv', rows(paid('A')), 'job');
    const { row } = await books.book('b.csv', rows(paid('A OSLO', '3015'), paid('NY')), 'job');
    await correct(books, row, 2);
    const end = await books.answer(row, CODE.text, 'same');
    expect(end.entries).toMatchObject({ held: 1, duplicate: 1, booked: 0 });
  });

  test('a corrected row that is said to be another one takes no booking that its neighbour is', async () => {
    const books = await openBooks({ jobs: { job } });
    const first = await books.book('a.csv', rows(paid('Hotell'), paid('Taxi', '3015')), 'job');
    await correct(books, first.row, 3);
    const second = rows(paid('Taxi'), paid('Taxi', '3015'), paid('Hotell OSLO'));
    const { row } = await books.book('b.csv', second, 'job');
    await books.answer(row, CODE.text, 'same');
    await correct(books, row, 3);
    await books.answer(row, CODE.text, 'different').catch(() => undefined);
    expect((await books.receipt(row)).entries).toMatchObject({ held: 0, duplicate: 2, booked: 1 });
    expect(await books.entries()).toHaveLength(3);
  });

  test('a row on hold outside of a retry stands for its earlier entry', async () => {
    const books = await openBooks({ jobs: { job: `${job}accounts: { "3015": "4300" }\n` } });
    await books.book('a.csv', rows(paid('A', '3015')), 'job');
    books.defineJob('job', job);
    const { row } = await books.book('b.csv', rows(paid('A', '3015'), paid('B', '3016')), 'job');
    await correct(books, row, 3);
    expect((await books.receipt(row)).entries).toMatchObject({ booked: 1, held: 1 });
    expect(holdsOf(await books.receipt(row))).toEqual([]);
  });

  test('vouchers that can\u2019t be booked yet make renumbered ones no others', async () => {
    const numbered = (from: number) =>
      journal(...Array.from({ length: 20 }, (_, at) => voucher(from + at, 10 + at, `Salg ${at}`)));
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await books.book('a.csv', numbered(1), 'job');
    const unknown = numbered(101).replace(/^((?:101|102|103);[^;]*;)1920;/gm, '$13015;');
    const { receipt } = await books.book('b.csv', unknown, 'job');
    expect(receipt.entries).toMatchObject({ booked: 0, held: 20 });
  });

  test('after an answer about a series each changed voucher waits for itself, whatever is retried', async () => {
    const till = (more: number) => journal(...[1, 2, 3].map((key) => voucher(key, key + more)));
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await books.book('a.csv', till(0), 'job');
    const { row } = await books.book('b.csv', till(50), 'job');
    await books.answer(row, CODE.series, 'same');
    for (let round = 0; round < 2; round++) {
      await books.run('retry', row.id);
      expect(holdsOf(await books.receipt(row))).toEqual([CODE.changed]);
    }
  });
});

describe('vouchers that were renumbered', () => {
  const numbered = (from: number, count: number) =>
    journal(...Array.from({ length: count }, (_, at) => voucher(from + at, 10 + at, `Salg ${at}`)));

  test.each(['same', 'different'] as const)('are asked about however few are left; the answer: %s', async (answer) => {
    const books = await openBooks({ jobs: { job: JOURNAL_JOB } });
    await books.book('a.csv', numbered(1, 3), 'job');
    const { row, receipt } = await books.book('b.csv', numbered(101, 3), 'job');
    expect(receipt.entries).toMatchObject({ held: 3 });
    await skip(books, row, 2, { seqs: [1] });
    await books.run('retry', row.id);
    expect((await books.receipt(row)).entries).toMatchObject({ held: 2, booked: 0 });
    const end = answer === 'same' ? { duplicate: 2, booked: 0 } : { duplicate: 0, booked: 2 };
    expect((await books.answer(row, CODE.numbers, answer)).entries).toMatchObject({ ...end, held: 0 });
  });

  test('one that was on hold for its account when the others were answered is asked about', async () => {
    const mapped = `${JOURNAL_JOB}accounts: { "3015": "1920" }\n`;
    const unknown = (from: number) => numbered(from, 10).replace(/^([^;]*;[^;]*;)1920(;19,00;)/m, '$13015$2');
    const books = await openBooks({ jobs: { job: mapped } });
    await books.book('a.csv', unknown(1), 'job');
    books.defineJob('job', JOURNAL_JOB);
    const { row, receipt } = await books.book('b.csv', unknown(101), 'job');
    expect(receipt.entries).toMatchObject({ held: 10 });
    expect((await books.answer(row, CODE.numbers, 'same')).entries).toMatchObject({ held: 1, duplicate: 9, booked: 0 });
    books.defineJob('job', mapped);
    await books.run('retry', row.id);
    expect((await books.receipt(row)).entries).toMatchObject({ held: 1, duplicate: 9, booked: 0 });
    expect(holdsOf(await books.receipt(row))).toEqual([CODE.numbers]);
  });
});

describe('a retry beside duplicates', () => {
  test.each([1, 2, 3])('judges %i equal ones as they were: nothing is booked once more', async (times) => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    const equal = Array.from({ length: times }, () => KIWI);
    await books.book('a.csv', bank(...equal), 'job');
    const { row, receipt } = await books.book('b.csv', bank(...equal, REMA), 'job');
    expect(receipt.entries).toMatchObject({ booked: 1, duplicate: times });
    for (let round = 0; round < 2; round++) {
      await books.run('retry', row.id);
      expect((await books.receipt(row)).entries).toMatchObject({ booked: 1, duplicate: times, held: 0 });
    }
    expect(await books.entries()).toHaveLength(times + 1);
  });

  test('an answer about one text leaves equal purchases what they were', async () => {
    const books = await openBooks({ jobs: { job: CARD_JOB } });
    await books.book('a.csv', bank(REMA, REMA, '06.01.2026;-12,00;KIWI'), 'job');
    const { row, receipt } = await books.book('b.csv', bank(REMA, REMA, '06.01.2026;-12,00;KIWI 505'), 'job');
    expect(receipt.entries).toMatchObject({ duplicate: 2, held: 1 });
    expect((await books.answer(row, CODE.text, 'same')).entries).toMatchObject({ duplicate: 3, held: 0, booked: 0 });
    expect(await books.entries()).toHaveLength(3);
  });
});
