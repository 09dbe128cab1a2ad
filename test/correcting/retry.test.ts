import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import type * as ReceiveModule from '../../src/arriving/receive.ts';
import { failedRows } from '../../src/correcting/failed-rows.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type * as SkipModule from '../../src/correcting/skip.ts';
import type { Ledger } from '../../src/ledger/open-ledger.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { CARD_JOB, JOURNAL_HEADER, JOURNAL_JOB, load, type Office, openOffice, voucher } from '../importing/office.ts';

// A file that comes back is looked at in a thread, which runs from compiled files.
const { receive } = await load<typeof ReceiveModule>('arriving/receive.js');
const { correctImport, retryImport } = await load<typeof RetryModule>('correcting/retry.js');
const { skipEntries } = await load<typeof SkipModule>('correcting/skip.js');

type Row = Pick<ImportRow, 'num' | 'service'>;
/** A sheet as a person sees it: rows of cells. The columns are those of the journal, then import, row and problem. */
type Sheet = { rows: ExcelJS.CellValue[][] };
const AMOUNT = 3;
const ACCOUNT = 2;
const KEY = 0;
const ROW = 6;

async function failed(office: Office, row: Row): Promise<Sheet> {
  const path = join(office.folder, 'failed.xlsx');
  const { header, rows } = await failedRows(await office.ledger.imports.byNum(row.num), office.ports);
  await writeWorkbook(path, 'failed', header, rows);
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const read: ExcelJS.CellValue[][] = [];
  book.worksheets[0]!.eachRow((cells) => {
    read.push((cells.values as ExcelJS.CellValue[]).slice(1));
  });
  return { rows: read };
}

async function correct(office: Office, row: Row, { rows }: Sheet, name = 'corrected.xlsx'): Promise<void> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('failed');
  for (const cells of rows) sheet.addRow(cells);
  const path = join(office.folder, name);
  await book.xlsx.writeFile(path);
  const imported = await office.ledger.imports.byNum(row.num);
  await correctImport(imported, path, name, await office.ports.job(imported.job), office.ports);
  await office.plan(row);
  await office.post(row);
}

async function retry(office: Office, row: Row): Promise<void> {
  await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
  await office.plan(row);
  await office.post(row);
}

const wrongAccount = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');
const file = (...vouchers: string[]) => `${[JOURNAL_HEADER, ...vouchers].join('\n')}\n`;

test('a retry of an import whose job was renamed says what to put back, and leaves it as it is', async () => {
  const office = await openOffice();
  const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 2)));
  await failed(office, row);
  const jobs = join(office.folder, 'jobs');
  renameSync(join(jobs, 'journal.yaml'), join(jobs, 'ledger.yaml'));
  const gone = {
    message: expect.stringContaining('is of the job journal, which does not exist any more'),
    suggestion: expect.stringContaining('Put journal.yaml back into the folder of jobs'),
  };
  const { imports } = office.ledger;
  await expect(retryImport(await imports.byNum(row.num), office.ports)).rejects.toMatchObject(gone);
  const ledger = await office.ports.job('ledger');
  const options = { book: true, force: false };
  await expect(receive(join(office.folder, 'failed.xlsx'), ledger, options, office.ports)).rejects.toMatchObject(gone);
  expect(await imports.byNum(row.num)).toMatchObject({ state: 'partly-booked' });
  copyFileSync(join(jobs, 'ledger.yaml'), join(jobs, 'journal.yaml'));
  await retry(office, row);
  expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 1 } });
});

describe('a corrected workbook', () => {
  test('holds the failed entries whole, in the file’s own columns, with why', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 1234.5), voucher(3, 3)));
    const { rows } = await failed(office, row);
    expect(rows[0]).toEqual([
      'Bilagsnr',
      'Dato',
      'Konto',
      'Beløp',
      'Tekst',
      'bilag import',
      'bilag row',
      'bilag problem',
    ]);
    expect(rows).toHaveLength(3);
    expect(rows[1]!.slice(0, 7).map(String)).toEqual(['2', '05.01.2026', '1920', '1234,50', 'Bilag 2', row.id, '4']);
    expect(rows[2]!.slice(0, 7).map(String)).toEqual(['2', '05.01.2026', '9', '-1234,50', 'Bilag 2', row.id, '5']);
    expect(String(rows[2]![7])).toContain('Account 9 is unknown');
    expect(rows[1]![7] ?? '').toBe('');
  });

  test('books exactly what was corrected; what is absent stays held', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 20), wrongAccount(3, 300)));
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, held: 2 } });
    const sheet = await failed(office, row);
    sheet.rows = sheet.rows.filter((cells) => String(cells[KEY]) !== '3');
    sheet.rows[2]![ACCOUNT] = '3100';
    await correct(office, row, sheet);
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      rows: { read: 6, booked: 4, held: 2, skipped: 0 },
      entries: { planned: 3, booked: 2, held: 1 },
      mismatches: [],
    });
    expect((await office.booked()).totals).toEqual({ '1920': '21.00', '3000': '-1.00', '3100': '-20.00' });
    const { totals } = await office.receipt(row);
    expect(totals.corrected).toEqual({ debit: '0.00', credit: '0.00', moved: '20.00', entries: 1, rows: 2 });
    expect(totals.accounts).toEqual([
      { account: '9', file: '-320.00', corrected: '20.00', booked: '0.00', notBooked: '-300.00' },
      { account: '1920', file: '321.00', corrected: '0.00', booked: '21.00', notBooked: '300.00' },
      { account: '3000', file: '-1.00', corrected: '0.00', booked: '-1.00', notBooked: '0.00' },
      { account: '3100', file: '0.00', corrected: '-20.00', booked: '-20.00', notBooked: '0.00' },
    ]);
  });

  test('counts rows that were added and rows that were removed', async () => {
    const office = await openOffice();
    const { row } = await office.book(
      'a.csv',
      file('1;05.01.2026;1920;100;x', '1;05.01.2026;3000;-60;x', '1;05.01.2026;1920;7;x', '2;05.01.2026;1920;5;y'),
    );
    expect(await office.receipt(row)).toMatchObject({ entries: { held: 2 } });
    const { rows } = await failed(office, row);
    // Entry 1: the third row goes, and one is added; entry 2 gets the row that it lacked, as a copy of its own row.
    const copy = [...rows[4]!];
    copy[ACCOUNT] = '3000';
    copy[AMOUNT] = '-5';
    const added = ['1', '05.01.2026', '3000', '-40', 'added', row.id, '', ''];
    await correct(office, row, { rows: [rows[0]!, rows[1]!, rows[2]!, added, rows[4]!, copy] });
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 6, booked: 5, skipped: 1, held: 0 },
      entries: { planned: 2, booked: 2 },
      mismatches: [],
    });
    expect((await office.booked()).totals).toEqual({ '1920': '105.00', '3000': '-105.00' });
  });

  test('a row that stands twice with the same cells is asked about; with another cell, or without its number, it is added', async () => {
    const office = await openOffice();
    const rows = ['Dato;Beløp;Tekst', '15.01.2026;10,00;Leie', '16.01.2026;x;Lønn'];
    const row = await office.take('a.csv', `${rows.join('\n')}\n`, 'card');
    await office.plan(row);
    await office.post(row);
    const sheet = await failed(office, row);
    const [header, held] = sheet.rows as [ExcelJS.CellValue[], ExcelJS.CellValue[]];
    held[1] = '20,00';
    await correct(office, row, { rows: [header, held, held] });
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      rows: { read: 2, booked: 1, held: 1 },
      reason: { code: 'correction-mismatch', message: expect.stringContaining('stands twice in the correction') },
    });
    const unnumbered = held.map((cell, at) => (at > 2 ? null : cell));
    await correct(office, row, { rows: [header, held, unnumbered] });
    expect((await office.booked()).totals).toMatchObject({ '1920': '50.00' });
  });

  test('a changed key splits an entry, or merges two', async () => {
    const office = await openOffice();
    const { row } = await office.book(
      'a.csv',
      file(
        ...['1;05.01.2026;1920;10;a', '1;05.01.2026;3000;-10;a', '1;05.01.2026;1920;4;b', '1;05.01.2026;3000;-5;b'],
        ...['2;05.01.2026;1920;6;c', '3;05.01.2026;3000;-6;c'],
      ),
    );
    expect(await office.receipt(row)).toMatchObject({ entries: { held: 3 } });
    const { rows } = await failed(office, row);
    rows[3]![KEY] = '11';
    rows[4]![KEY] = '11';
    rows[4]![AMOUNT] = '-4';
    rows[6]![KEY] = '2';
    await correct(office, row, { rows });
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 6, booked: 6, skipped: 0 },
      entries: { planned: 3, booked: 3 },
      mismatches: [],
    });
    expect(
      (await office.booked()).entries.map(({ lines }) => lines.map(({ Amount }) => Amount).join(' ')).sort(),
    ).toEqual(['10.00 -10.00', '4.00 -4.00', '6.00 -6.00']);
  });

  test('that is still wrong is corrected again; row numbers stay those of the file', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', file(voucher(1, 1), '2;05.01.2026;1920;5;y', wrongAccount(3, 3)));
    const { rows } = await failed(office, row);
    const added = ['2', '05.01.2026', '8', '-5', 'y', row.id, '', ''];
    await correct(office, row, { rows: [...rows.slice(0, 2), added, ...rows.slice(2)] }, 'first.xlsx');
    expect(await office.receipt(row)).toMatchObject({ rows: { read: 6, booked: 2, held: 4 }, mismatches: [] });
    const second = await failed(office, row);
    expect(second.rows.slice(1).map((cells) => `${cells[KEY]} ${cells[ACCOUNT]} ${cells[ROW]}`)).toEqual([
      '2 1920 4',
      '2 8 c1:3',
      '3 1920 5',
      '3 9 6',
    ]);
    second.rows[2]![ACCOUNT] = '3000';
    second.rows[4]![ACCOUNT] = '3000';
    await correct(office, row, second, 'second.xlsx');
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 6, booked: 6 },
      entries: { planned: 3, booked: 3 },
      mismatches: [],
    });
    expect((await office.booked()).totals).toEqual({ '1920': '9.00', '3000': '-9.00' });
  });

  test('a voucher that it adds can be skipped', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 2)));
    const { rows } = await failed(office, row);
    const added = wrongAccount(3, 3)
      .split('\n')
      .map((line) => [...line.split(';'), row.id, '', '']);
    await correct(office, row, { rows: [...rows, ...added] });
    const expected = { entries: 2, rows: 4 };
    const imported = await office.ledger.imports.byNum(row.num);
    expect(await skipEntries(imported, 'paid in cash', { filter: {}, expect: expected }, office.ports)).toMatchObject({
      ...expected,
      state: 'completed',
    });
    expect(await office.receipt(row)).toMatchObject({ rows: { booked: 2, skipped: 4 }, mismatches: [] });
  });

  test('a plain retry of what a correction left wrong reads its added and copied rows too', async () => {
    const office = await openOffice();
    const { row } = await office.book(
      'a.csv',
      file('1;05.01.2026;1920;100;x', '2;05.01.2026;1920;5;y', '2;05.01.2026;3000;-5;y', '2;05.01.2026;3000;-1;y'),
    );
    const { rows } = await failed(office, row);
    const copy = [...rows[1]!];
    copy[ACCOUNT] = '7999';
    copy[AMOUNT] = '-60';
    const added = ['1', '05.01.2026', '7999', '-40', 'added', row.id, '', ''];
    // A copy of a row of entry 2, which is booked by this correction, belongs to entry 1 from now on.
    const moved = [...rows[2]!];
    moved[KEY] = '1';
    moved[AMOUNT] = '0';
    await correct(office, row, { rows: [rows[0]!, rows[1]!, copy, added, rows[2]!, rows[3]!, moved] });
    expect(await office.receipt(row)).toMatchObject({
      rows: { read: 7, booked: 2, held: 4, skipped: 1 },
      mismatches: [],
    });
    expect((await failed(office, row)).rows.slice(1).map((cells) => cells.slice(0, 4).join(' '))).toEqual([
      '1 05.01.2026 1920 100',
      '1 05.01.2026 7999 -60',
      '1 05.01.2026 7999 -40',
      '1 05.01.2026 1920 0',
    ]);
    await office.call('POST', 'accounts', [{ AccountNumber: 7999, AccountName: 'New', VatTypeID: null }]);
    const later = await openOffice({ beside: office });
    await retry(later, row);
    expect(await later.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 7, booked: 6, skipped: 1 },
      entries: { planned: 2, booked: 2 },
      mismatches: [],
    });
    expect((await office.booked()).totals).toEqual({ '1920': '105.00', '3000': '-5.00', '7999': '-100.00' });
  });

  test('is read with the decimal mark and the date order of the original', async () => {
    const job = `kind: bookings
columns: { entry: No, date: Date, account: Account, amount: Amount, description: Text }
`;
    const office = await openOffice({ jobs: { journal: job } });
    const { row } = await office.book(
      'a.csv',
      'No;Date;Account;Amount;Text\n1;13/02/2026;1920;1,50;a\n1;13/02/2026;3000;-1,50;a\n2;03/02/2026;1920;1.000;b\n2;03/02/2026;9;-1.000;b\n',
    );
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, held: 1 } });
    const sheet = await failed(office, row);
    sheet.rows[2]![ACCOUNT] = '3000';
    await correct(office, row, sheet);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
    const [, second] = (await office.booked()).entries;
    expect(second!.lines).toMatchObject([
      { Amount: '1000.00', FinancialDate: '2026-02-03' },
      { Amount: '-1000.00', FinancialDate: '2026-02-03' },
    ]);
  });

  test('with a date that the file’s order can’t read holds that row', async () => {
    const office = await openOffice();
    const { row } = await office.book(
      'a.csv',
      file(voucher(1, 1, 'A', '25/01/2026'), wrongAccount(2, 2).replaceAll('05.01.2026', '04/02/2026')),
    );
    const { rows } = await failed(office, row);
    await correct(office, row, {
      rows: rows.map((cells, at) =>
        cells.map((cell) => (cell === '9' ? '3000' : at > 0 && cell === '04/02/2026' ? '2/14/2026' : cell)),
      ),
    });
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      rows: { booked: 2, held: 2 },
      issues: [{ code: 'date-invalid', value: '2/14/2026' }],
    });
  });

  test('of another import, without our columns, or for rows that do not wait, is refused; nothing changes', async () => {
    const office = await openOffice();
    const one = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 2)));
    const two = await office.book('b.csv', file(wrongAccount(8, 8)));
    const sheet = await failed(office, one.row);
    await expect(correct(office, two.row, sheet)).rejects.toThrow(/of import/);
    await expect(correct(office, two.row, { rows: sheet.rows.map((cells) => cells.slice(0, 5)) })).rejects.toThrow(
      /bilag import/,
    );
    sheet.rows[1]![ROW] = '2';
    await correct(office, one.row, sheet);
    expect(await office.receipt(one.row)).toMatchObject({
      state: 'partly-booked',
      rows: { read: 4, booked: 2, held: 2 },
      reason: { code: 'correction-mismatch' },
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 1']);
  });

  test('two at once: the one that is taken is the one that is planned', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', file(wrongAccount(2, 2)));
    const sheet = await failed(office, row);
    const stale = await office.ledger.imports.byNum(row.num);
    const job = await office.ports.job('journal');
    const write = async (name: string, account: string) => {
      sheet.rows[2]![ACCOUNT] = account;
      const book = new ExcelJS.Workbook();
      for (const cells of sheet.rows) (book.worksheets[0] ?? book.addWorksheet('x')).addRow(cells);
      await book.xlsx.writeFile(join(office.folder, name));
      return join(office.folder, name);
    };
    const first = await write('one.xlsx', '3000');
    const second = await write('two.xlsx', '3100');
    await correctImport(stale, first, 'one.xlsx', job, office.ports);
    await expect(correctImport(stale, second, 'two.xlsx', job, office.ports)).rejects.toThrow(/someone else/);
    await office.plan(row);
    await office.post(row);
    expect((await office.booked()).totals).toEqual({ '1920': '2.00', '3000': '-2.00' });
  });
});

test('what begins again and who began it are written together, or neither is', async () => {
  const office = await openOffice();
  const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 20)));
  const { rows } = await failed(office, row);
  const before = await office.events(row);
  const { ledger } = office.ports;
  const record = async () => {
    throw new Error('the history can not be written');
  };
  const { ports } = office;
  const write: Ledger['write'] = (work) => ledger.write((tx) => work({ ...tx, imports: { ...tx.imports, record } }));
  office.ports = { ...ports, ledger: { ...ledger, write } };
  await expect(retryImport(await office.ledger.imports.byNum(row.num), office.ports)).rejects.toThrow(
    'can not be written',
  );
  await expect(correct(office, row, { rows })).rejects.toThrow('can not be written');
  office.ports = ports;
  expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 1 } });
  expect([await office.ledger.imports.corrections(row.num), await office.events(row)]).toEqual([[], before]);
  await correct(office, row, { rows });
  expect((await office.events(row)).filter((what) => what === 'correction')).toHaveLength(1);
});

describe('a plain retry', () => {
  test('books what was corrected outside the file: in the service, or in the job', async () => {
    const office = await openOffice({ jobs: { journal: JOURNAL_JOB, card: CARD_JOB } });
    const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 20)));
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 }, mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '21.00', '3000': '-1.00', '3100': '-20.00' });
    await expect(retryImport(await office.ledger.imports.byNum(row.num), office.ports)).rejects.toThrow(
      /nothing in it waits/,
    );
  });

  test('decides nothing that the file left open: what may be thousands stays on hold', async () => {
    const office = await openOffice();
    const rows = ['Dato;Beløp;Tekst', '15.01.2026;1100,00;Leie', '16.01.2026;-25,000;Lønn'];
    const row = await office.take('a.csv', `${rows.join('\n')}\n`, 'card');
    await office.plan(row);
    await office.post(row);
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'partly-booked',
      rows: { read: 2, booked: 1, held: 1 },
      issues: [{ code: 'amount-too-precise', value: '-25,000' }],
    });
    // As the message says it, in the words of this file.
    await correct(office, row, {
      rows: (await failed(office, row)).rows.map((cells) =>
        cells.map((cell) => (cell === '-25,000' ? '-25000,00' : cell)),
      ),
    });
    expect(await office.booked()).toMatchObject({ totals: { '1920': '-23900.00' } });
  });

  test('a row that today’s job skips is counted as skipped', async () => {
    const office = await openOffice();
    const { row } = await office.book(
      'a.csv',
      file(voucher(1, 1), '2;05.01.2026;1920;20;a', '2;05.01.2026;3000;-20;a', '2;05.01.2026;9;1;Sum'),
    );
    office.defineJob('journal', `${JOURNAL_JOB}skip: [{ column: Tekst, matches: "^Sum" }]\n`);
    await retry(office, row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 5, booked: 4, skipped: 1 },
      mismatches: [],
    });
  });

  test('a wake-up that is late sends nothing of a plan that is not finished', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 20)));
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    const planning = office.plan(row);
    const isPlanning = async () => (await office.ledger.imports.byNum(row.num)).state === 'planning';
    while (await isPlanning()) {
      const sent = await office.turn(row);
      // What was sent in this turn may be of the plan that was finished in it.
      if (await isPlanning()) expect(sent).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await planning;
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', mismatches: [] });
  });
});

describe('a planner that dies after its plan stands', () => {
  /** Claims that lie in wait, 1,000 times 1,000: more than the planner's memory holds. */
  const MANY = 1_000;

  test('throws nothing away: what was planned again goes on at the next try', { timeout: 120_000 }, async () => {
    const office = await openOffice();
    const { row: other } = await office.book('other.csv', file(voucher(7, 7)));
    const { row } = await office.book('a.csv', file(voucher(1, 1), wrongAccount(2, 20)));
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3000" }\n`);
    const db = new Database(office.ports.ledgerPath);
    // Between the plan's own look for duplicates and its claims somebody books the same voucher with other lines, again and again.
    db.exec('create table many (no integer)');
    for (let no = 0; no < MANY; no++) db.prepare('insert into many values (?)').run([no]);
    db.exec(`create trigger meanwhile after update of todo on import when new.todo = 'claim' begin
      insert into claim (identity, content, import, seq, row)
        select (select e.value ->> 5 from batch_body y, json_each(y.entries) e where y.import = new.num order by y.no desc),
          printf('other %0100d', a.no * ${MANY} + b.no), ${other.num}, 1, 2 from many a, many b;
      update meta set value = value + 1 where name = 'claims'; end`);
    await retryImport(await office.ledger.imports.byNum(row.num), office.ports);
    await expect(office.plan(row)).rejects.toThrow(/took more memory than it may. Nothing is lost; it is tried again/);
    expect(await office.receipt(row)).toMatchObject({
      state: 'planning',
      rows: { read: 4, booked: 2, pending: 2, held: 0, rejected: 0 },
      mismatches: [],
    });
    db.exec('drop trigger meanwhile');
    db.exec("delete from claim where content like 'other %'");
    db.close();
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 4, booked: 4 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 7']);
  });
});
