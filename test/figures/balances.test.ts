import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type * as AnswerModule from '../../src/correcting/answer-questions.ts';
import { failedRows } from '../../src/correcting/failed-rows.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { load, type Office, openOffice } from '../importing/office.ts';
import { ERRORS, makeStatement, plant, type Statement } from './statements.ts';

const { answerQuestions } = await load<typeof AnswerModule>('correcting/answer-questions.js');
const { correctImport, retryImport } = await load<typeof RetryModule>('correcting/retry.js');

type Row = Pick<ImportRow, 'num' | 'id'> & ImportRow;

const COLUMNS = 'date: Dato, amount: Beløp, description: Tekst';
const DEFAULTS = 'defaults: { account: "1920", contraAccount: "7790" }';
const JOB = `kind: bookings\ncolumns: { ${COLUMNS}, balance: Saldo }\n${DEFAULTS}\n`;
const BROKEN = [
  '02.01.2026;Leie;-100;900',
  '03.01.2026;Salg;250;1150',
  '04.01.2026;Kaffe;-30;1080',
  '05.01.2026;Salg;20;1100',
];
const WHOLE = [...BROKEN.slice(0, 2), '04.01.2026;Papir;-40;1110', ...BROKEN.slice(2)];
const csv = (rows: readonly string[], header = 'Dato;Tekst;Beløp;Saldo') => `${[header, ...rows].join('\n')}\n`;

const fresh = (office: Office, { num }: Row) => office.ledger.imports.byNum(num);
const causes = async (office: Office, row: Row) =>
  (await office.receipt(row)).issues.map(({ code, entries }) => [code, entries]);

async function go(office: Office, row: Row) {
  await office.plan(row);
  await office.post(row);
  return await office.receipt(row);
}

async function accept(office: Office, row: Row, reason = 'the bank says so') {
  await answerQuestions(
    await fresh(office, row),
    [{ code: 'balance-broken', answer: 'accepted' }],
    reason,
    office.ports,
  );
  return go(office, row);
}

async function retry(office: Office, row: Row) {
  await retryImport(await fresh(office, row), office.ports);
  return go(office, row);
}

/** The failed rows as a person gets them, corrected and submitted. */
async function correct(office: Office, row: Row, mend: (cells: ExcelJS.CellValue[][]) => ExcelJS.CellValue[][]) {
  const path = join(office.folder, 'failed.xlsx');
  const { header, rows } = await failedRows(await fresh(office, row), office.ports);
  await writeWorkbook(path, 'failed', header, rows);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const cells: ExcelJS.CellValue[][] = [];
  book.worksheets[0]!.eachRow((line) => void cells.push((line.values as ExcelJS.CellValue[]).slice(1)));
  const mended = new ExcelJS.Workbook();
  const sheet = mended.addWorksheet('failed');
  for (const line of mend(cells)) sheet.addRow(line);
  await mended.xlsx.writeFile(path);
  await correctImport(await fresh(office, row), path, 'failed.xlsx', await office.ports.job(row.job), office.ports);
  return go(office, row);
}

describe('a mapped balance that breaks', () => {
  test('holds every entry with one question, and a person may accept it with a reason', async () => {
    const office = await openOffice({ jobs: { bank: JOB } });
    const { row, receipt } = await office.book('bank.csv', csv(BROKEN), 'bank');
    expect(receipt).toMatchObject({ state: 'partly-booked', entries: { booked: 0, held: 4 }, mismatches: [] });
    expect(receipt.issues).toMatchObject([{ code: 'balance-broken', column: 'Saldo', rows: 4, entries: 4 }]);
    expect(receipt.issues[0]!.message).toMatch(
      /between row 3 and row 4: it goes from 1150.00 to 1080.00, and with an amount of -30.00 it should come to 1120.00; the difference is -40.00\..+missing/,
    );
    expect(receipt.totals.balances).toEqual([{ opening: '1000.00', closing: '1100.00' }]);
    expect((await office.booked()).count).toBe(0);

    expect(await retry(office, row)).toMatchObject({ entries: { booked: 0, held: 4 } });
    expect(await causes(office, row)).toEqual([['balance-broken', 4]]);

    expect(await accept(office, row)).toMatchObject({
      state: 'completed',
      entries: { booked: 4, held: 0 },
      mismatches: [],
      totals: { balances: [{ opening: '1000.00', closing: '1100.00' }] },
    });
    const answered = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'answered')!;
    expect(JSON.parse(answered.detail!)).toEqual({
      code: 'balance-broken',
      answer: 'accepted',
      entries: 4,
      reason: 'the bank says so',
    });
  });

  test('the whole file, exported again, is booked beside it', async () => {
    const office = await openOffice({ jobs: { bank: JOB } });
    await office.book('bank.csv', csv(BROKEN), 'bank');
    const { receipt } = await office.book('whole.csv', csv(WHOLE), 'bank');
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 5 } });
  });

  test('accepted, its entries are compared with earlier ones as those of any file', async () => {
    const office = await openOffice({ jobs: { bank: JOB } });
    await office.book('first.csv', csv(WHOLE.slice(0, 2)), 'bank');
    const { row } = await office.book('bank.csv', csv(BROKEN), 'bank');
    expect(await accept(office, row)).toMatchObject({ entries: { booked: 2, duplicate: 2 } });
  });

  test('is judged again where the job reads the file otherwise by now', async () => {
    const office = await openOffice({ jobs: { bank: JOB.replace('Beløp,', 'Brutto,') } });
    const rows = BROKEN.map((row, at) => `${row};${at === 2 ? -70 : row.split(';')[2]}`);
    const { row } = await office.book('bank.csv', csv(rows, 'Dato;Tekst;Brutto;Saldo;Netto'), 'bank');
    expect(await causes(office, row)).toEqual([['balance-broken', 4]]);
    office.defineJob('bank', JOB.replace('Beløp,', 'Netto,'));
    expect(await retry(office, row)).toMatchObject({ state: 'completed', entries: { booked: 4 } });
  });

  test('a corrected amount waits for the answer, and is booked as corrected', async () => {
    const office = await openOffice({ jobs: { bank: JOB } });
    const { row } = await office.book('bank.csv', csv(BROKEN), 'bank');
    const receipt = await correct(office, row, ([header, ...rows]) => {
      rows[2]![2] = '-70';
      return [header!, rows[2]!];
    });
    expect(receipt).toMatchObject({ entries: { booked: 0, held: 4 } });
    expect((await causes(office, row)).map(([code]) => code)).toEqual(['balance-broken', 'balance-broken']);
    expect(await accept(office, row, 'row 4 corrected')).toMatchObject({ state: 'completed', entries: { booked: 4 } });
    expect((await office.booked()).totals['1920']).toBe('100.00');
  });

  test('rejects the file where the job rejects files with issues', async () => {
    const office = await openOffice({ jobs: { bank: `${JOB}onInvalid: reject\n` } });
    const { receipt } = await office.book('bank.csv', csv(BROKEN), 'bank');
    expect(receipt).toMatchObject({ state: 'rejected', reason: { code: 'rows-invalid' } });
    expect(receipt.reason!.message).toContain('between row 3 and row 4');
  });
});

describe('a mapped balance', () => {
  const amountUnread = WHOLE.map((row) => row.replace('-40;', '4O kr;'));
  test.each<[string, string, readonly string[], object]>([
    ['whole', JOB, WHOLE, { booked: 5, held: 0 }],
    [
      'without the rows that the job skips',
      `${JOB}skip: [ { column: Tekst, matches: Papir } ]\n`,
      WHOLE,
      { booked: 4, held: 0 },
    ],
    ['with a row that is held for its amount', JOB, amountUnread, { booked: 4, held: 1 }],
    [
      'with a row that is held for its date',
      JOB,
      WHOLE.map((row) => row.replace('03.01.2026', '33.01.2026')),
      { booked: 4, held: 1 },
    ],
    [
      'with a row whose balance can not be read',
      JOB,
      WHOLE.map((row) => row.replace('1110', '11I0')),
      { booked: 4, held: 1 },
    ],
    ['with rows that have none', JOB, WHOLE.map((row) => row.replace(/1110|1150/, '')), { booked: 5, held: 0 }],
    ['of amounts that the job negates', `${JOB}negate: true\n`, WHOLE, { booked: 5, held: 0 }],
    [
      'that a rule says another amount for',
      `${JOB}rules: [ { when: { description: Papir }, set: { amount: "1" }, override: true } ]\n`,
      WHOLE,
      { booked: 5, held: 0 },
    ],
    [
      'with a sum below, which the job skips',
      `${JOB}skip: [ { column: Dato, matches: "^$" } ]\n`,
      [...WHOLE, ';Sum;100;', ';Utgående saldo;;1100'],
      { booked: 5, held: 0 },
    ],
  ])('%s holds', async (_, job, rows, entries) => {
    const office = await openOffice({ jobs: { bank: job } });
    const { receipt } = await office.book('bank.csv', csv(rows), 'bank');
    expect(receipt).toMatchObject({ entries, mismatches: [] });
    expect(receipt.issues.map(({ code }) => code)).not.toContain('balance-broken');
    expect(receipt.remarks).toBeUndefined();
  });

  test.each<[string, readonly string[], string]>([
    [
      'below its rows',
      ['30.01.2026;A;100;1100', '31.01.2026;B;-50;1050', '31.01.2026;Utgående saldo;;1 000,00'],
      'between row 3 and row 4: it goes from 1050.00 to 1000.00, and with an amount of 0.00 it should come to 1050.00; the difference is -50.00',
    ],
    ['between its rows', [...WHOLE.slice(0, 2), ';Overført saldo;;1300', ...WHOLE.slice(2)], 'between row 3 and row 4'],
    ['as its only one', ['30.01.2026;A;100;1100', '31.01.2026;Utgående saldo;;1000'], 'between row 2 and row 3'],
  ])('is compared with what a skipped row states %s', async (_, rows, where) => {
    const office = await openOffice({ jobs: { bank: `${JOB}skip: [ { column: Tekst, matches: saldo } ]\n` } });
    const { receipt } = await office.book('bank.csv', csv(rows), 'bank');
    expect(receipt).toMatchObject({ entries: { booked: 0 }, issues: [{ code: 'balance-broken' }] });
    expect(receipt.issues[0]!.message).toContain(where);
  });

  test.each<[string, string, string, readonly string[]]>([
    [
      'two columns',
      `kind: bookings\ncolumns: { date: Dato, description: Tekst, debit: Inn, credit: Ut, balance: Saldo }\n${DEFAULTS}\n`,
      'Dato;Tekst;Inn;Ut;Saldo',
      WHOLE.map((row) =>
        row.replace(/;(-?)(\d+);(\d+)$/, (_, minus, units, after) =>
          minus ? `;;${units};${after}` : `;${units};;${after}`,
        ),
      ),
    ],
    [
      'a column that says the side',
      `${JOB}sign: { column: DK, debit: K, credit: D }\n`,
      'Dato;Tekst;Beløp;Saldo;DK',
      WHOLE.map((row) => `${row.replace(';-', ';')};${row.includes(';-') ? 'D' : 'K'}`),
    ],
    [
      'a card whose purchases lower it',
      `${JOB}negate: true\n`,
      'Dato;Tekst;Beløp;Saldo',
      WHOLE.map((row) => row.replace(/;(-?)(\d+);/, (_, minus, units) => (minus ? `;${units};` : `;-${units};`))),
    ],
    [
      'an account that another column names',
      `kind: bookings\ncolumns: { ${COLUMNS}, balance: Saldo, contraAccount: Motkonto }\ndefaults: { account: "1920" }\n`,
      'Dato;Tekst;Beløp;Saldo;Motkonto',
      WHOLE.map((row, at) => `${row};${at % 2 ? 7790 : 3000}`),
    ],
  ])('of %s holds, and breaks where a row is missing', async (_, job, header, rows) => {
    const office = await openOffice({ jobs: { bank: job } });
    const { receipt } = await office.book('whole.csv', csv(rows, header), 'bank');
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 5 } });
    expect(receipt.totals.balances).toMatchObject([{ opening: '1000.00', closing: '1100.00' }]);
    const missing = [...rows.slice(0, 2), ...rows.slice(3)].map((row) => row.replaceAll('.2026;', '.2025;'));
    const broken = await office.book('broken.csv', csv(missing, header), 'bank');
    expect(await causes(office, broken.row)).toEqual([['balance-broken', 4]]);
  });

  test('of a ledger is that of each account, whatever order its vouchers stand in', async () => {
    const job =
      'kind: bookings\ncolumns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, description: Tekst, balance: Saldo }\n';
    const header = 'Bilag;Dato;Konto;Tekst;Beløp;Saldo';
    const balances = new Map([
      ['1920', 5_000],
      ['3000', -800],
    ]);
    const bank: string[] = [];
    const sales: string[] = [];
    // By account, as ledgers are exported: the two rows of a voucher stand far apart.
    for (let no = 1; no <= 1_500; no++) {
      for (const [account, units, to] of [['1920', no, bank] as const, ['3000', -no, sales] as const]) {
        balances.set(account, balances.get(account)! + units);
        to.push(`${no};0${1 + Math.floor(no / 400)}.01.2026;${account};Salg ${no};${units};${balances.get(account)}`);
      }
    }
    const office = await openOffice({ jobs: { ledger: job } });
    const { receipt } = await office.book('ledger.csv', csv([...bank, ...sales], header), 'ledger');
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 1_500 } });
    expect(receipt.totals.balances).toEqual([
      { account: '1920', opening: '5000.00', closing: '1130750.00' },
      { account: '3000', opening: '-800.00', closing: '-1126550.00' },
    ]);
    // Without one voucher both accounts break.
    const less = [...bank, ...sales]
      .filter((row) => !row.startsWith('700;'))
      .map((row) => row.replaceAll('.2026;', '.2025;'));
    const broken = await office.book('less.csv', csv(less, header), 'ledger');
    expect(await causes(office, broken.row)).toEqual([['balance-broken', 1_499]]);
    expect(broken.receipt.issues[0]!.message).toMatch(/between row 700 and row 701.+ too\./s);
  });

  test('of one account is that, though each of thousands of rows names another contra account', async () => {
    const job = `kind: bookings\ncolumns: { ${COLUMNS}, contraAccount: Konto, balance: Saldo }\ndefaults: { account: "1920" }\n`;
    const rows: string[] = [];
    let balance = 10_000;
    for (let no = 0; no < 6_000; no++) {
      balance += no % 13;
      const day = String(1 + Math.floor(no / 300)).padStart(2, '0');
      rows.push(`${day}.01.2026;Salg ${no};${no % 13};${balance};${['3000', '3020', '3100', '7790'][no % 4]}`);
    }
    const office = await openOffice({ jobs: { bank: job } });
    const planned = async (name: string, lines: readonly string[]) => {
      const row = await office.take(name, csv(lines, 'Dato;Tekst;Beløp;Saldo;Konto'), 'bank', { book: false });
      await office.plan(row);
      return { receipt: await office.receipt(row), causes: await causes(office, row) };
    };
    const sound = await planned('sound.csv', rows);
    expect(sound.causes).toEqual([]);
    expect(sound.receipt.totals.balances).toEqual([{ opening: '10000.00', closing: `${balance}.00` }]);
    // The last row of a day, long after the groupings by account were given up.
    const less = await planned('less.csv', rows.toSpliced(5_390, 1));
    expect(less.causes).toEqual([['balance-broken', 5_999]]);
    expect(less.receipt.issues[0]!.message).toMatch(/between row 5391 and row 5392/);
  });
});

/** As a file says it, with or without its balance among the mapped columns. */
function written({ rows, accounts }: Statement): { header: string[]; cells: string[][] } {
  const money = (units: number | undefined) => (units === undefined ? '' : (units / 100).toFixed(2).replace('.', ','));
  return {
    header: ['Dato', 'Tekst', ...(accounts > 1 ? ['Konto'] : []), 'Beløp', 'Saldo'],
    cells: rows.map(({ day, at, account, amount, balance }) => [
      day,
      `Post ${at} ${account}`,
      ...(accounts > 1 ? [account] : []),
      money(amount),
      money(balance),
    ]),
  };
}

async function workbook(path: string, { rows, accounts }: Statement): Promise<void> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Transaksjoner');
  sheet.addRow(['Dato', 'Tekst', ...(accounts > 1 ? ['Konto'] : []), 'Beløp', 'Saldo']);
  for (const { day, at, account, amount, balance } of rows) {
    const money = balance === undefined ? null : balance / 100;
    sheet.addRow([new Date(day), `Post ${at}`, ...(accounts > 1 ? [Number(account)] : []), amount / 100, money]);
  }
  await book.xlsx.writeFile(path);
}

describe('a balance that goes against all amounts', () => {
  const ROWS = [
    '30.01.2026;Solbakken;-100,00;1 100,00',
    '31.01.2026;Kaffe;50,00;1 050,00',
    '31.01.2026;Tog;20,00;1 030,00',
  ];

  test('holds the file of a bank account, until the job is corrected', async () => {
    const office = await openOffice({ jobs: { bank: JOB } });
    const { row, receipt } = await office.book('bank.csv', csv(ROWS), 'bank');
    expect(receipt).toMatchObject({
      entries: { booked: 0, held: 3 },
      issues: [
        {
          code: 'balance-broken',
          column: 'Saldo',
          facts: { row: '3', amount: '50.00', balance: '1050.00' },
        },
      ],
    });
    expect(receipt.issues[0]!.message).toContain(
      'the amount of row 3 is 50.00, and the balance falls by it to 1050.00',
    );
    expect(receipt.issues[0]!.suggestion).toContain('set negate: true in the job and retry');
    expect(receipt.remarks).toBeUndefined();

    expect(await retry(office, row)).toMatchObject({ entries: { booked: 0, held: 3 } });
    office.defineJob('bank', `${JOB}negate: true\n`);
    expect(await retry(office, row)).toMatchObject({ state: 'completed', entries: { booked: 3 } });
    expect((await office.booked()).totals['1920']).toBe('30.00');
  });

  test('is accepted where a person says so', async () => {
    const office = await openOffice({ jobs: { bank: JOB } });
    const { row } = await office.book('bank.csv', csv(ROWS), 'bank');
    expect(await accept(office, row)).toMatchObject({ state: 'completed', entries: { booked: 3 } });
  });

  test.each<[string, string, readonly string[]]>([
    ['of a debt', JOB.replace('"1920"', '"2400"'), ROWS],
    ['that no job maps', JOB.replace(', balance: Saldo', ''), ROWS],
  ])('%s is a remark', async (_, job, rows) => {
    const office = await openOffice({ jobs: { bank: job } });
    const { receipt } = await office.book('bank.csv', csv(rows), 'bank');
    expect(receipt).toMatchObject({
      state: 'completed',
      entries: { booked: 3 },
      remarks: [{ code: 'balance-differs', column: 'Saldo', row: '3' }],
    });
  });

  test.each<[string, string, readonly string[]]>([
    ['that the job negates', `${JOB}negate: true\n`, ROWS],
    ['that no job maps, and that only one step shows', JOB.replace(', balance: Saldo', ''), ROWS.slice(0, 2)],
  ])('%s is left alone', async (_, job, rows) => {
    const office = await openOffice({ jobs: { bank: job } });
    const { receipt } = await office.book('bank.csv', csv(rows), 'bank');
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: rows.length } });
    expect(receipt.remarks).toBeUndefined();
  });
});

describe('generated files, planned', () => {
  const SEEDS = 12;
  const job = (accounts: number) =>
    accounts > 1
      ? `kind: bookings\ncolumns: { ${COLUMNS}, account: Konto, balance: Saldo }\ndefaults: { contraAccount: "7790" }\naccounts: { "1921": "1920", "1922": "1920", "1923": "1920", "1924": "1920" }\n`
      : JOB;
  // What is owed goes up by a purchase; money in a bank account does not.
  const debt = JOB.replace('"1920"', '"2400"');

  test('hold where they are sound, and are held whole for one planted error', async () => {
    const office = await openOffice({ jobs: { one: job(1), debt, several: job(2) } });
    for (let seed = 1; seed <= SEEDS; seed++) {
      const error = ERRORS[seed % ERRORS.length]!;
      for (const isSound of [true, false]) {
        const statement = makeStatement(seed);
        if (!isSound && plant(statement, error, seed) === undefined) continue;
        const name = `${seed}-${isSound}`;
        let content: string | Buffer;
        if (seed % 2 === 0) {
          const path = join(office.folder, `${name}-written.xlsx`);
          await workbook(path, statement);
          content = (await import('node:fs')).readFileSync(path);
        } else {
          const { header, cells } = written(statement);
          content = csv(
            cells.map((row) => row.join(';')),
            header.join(';'),
          );
        }
        const file = `${name}.${seed % 2 === 0 ? 'xlsx' : 'csv'}`;
        const single = statement.sign === 1 ? 'one' : 'debt';
        const row = await office.take(file, content, statement.accounts > 1 ? 'several' : single, { book: false });
        await office.plan(row);
        const { entries, issues } = await office.receipt(row);
        expect({ name, held: entries.held, issues: issues.map(({ message }) => message) }).toMatchObject(
          isSound ? { name, held: 0 } : { name, held: statement.rows.length },
        );
        if (!isSound) expect(issues).toMatchObject([{ code: 'balance-broken' }]);
      }
    }
  });
});

describe('a sheet for each month', () => {
  const SHEETS = `${JOB}file: { sheets: all }\n`;
  const january = [
    ['02.01.2026', 'Leie', -100, 900],
    ['03.01.2026', 'Salg', 250, 1150],
    ['04.01.2026', 'Kaffe', -30, 1120],
  ] as const;
  const february = [
    ['02.02.2026', 'Leie', -100, 1020],
    ['03.02.2026', 'Salg', 20, 1040],
    ['04.02.2026', 'Kaffe', -50, 990],
  ] as const;
  type Line = readonly (string | number)[];
  async function bring(first: readonly Line[], second: readonly Line[]) {
    const office = await openOffice({ jobs: { bank: SHEETS } });
    const book = new ExcelJS.Workbook();
    for (const [name, rows] of [
      ['Januar', first],
      ['Februar', second],
    ] as const) {
      const sheet = book.addWorksheet(name);
      for (const row of [['Dato', 'Tekst', 'Beløp', 'Saldo'], ...rows]) sheet.addRow([...row]);
    }
    return office.book('bank.xlsx', Buffer.from(await book.xlsx.writeBuffer()), 'bank');
  }

  test('chains across the sheets where the oldest rows stand first', async () => {
    const { receipt } = await bring(january, february);
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 6 } });
    expect(receipt.totals.balances).toEqual([{ opening: '1000.00', closing: '990.00' }]);
  });

  test('chains on each sheet by itself where the newest rows stand first', async () => {
    const { receipt } = await bring(january.toReversed(), february.toReversed());
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: 6 } });
    expect(receipt.totals.balances).toEqual([
      { sheet: 'Januar', opening: '1000.00', closing: '1120.00' },
      { sheet: 'Februar', opening: '1120.00', closing: '990.00' },
    ]);
  });

  test('a break is named by its sheet', async () => {
    const { receipt } = await bring(january, [february[0], february[2]]);
    expect(receipt.issues).toMatchObject([{ code: 'balance-broken', entries: 5 }]);
    expect(receipt.issues[0]!.message).toContain('between row Februar!2 and row Februar!3');
  });
});
