import { describe, expect, test } from 'vitest';
import type * as AnswerModule from '../../src/correcting/answer-questions.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { load, type Office, openOffice } from '../importing/office.ts';

const { answerQuestions } = await load<typeof AnswerModule>('correcting/answer-questions.js');
const { correctImport, retryImport } = await load<typeof RetryModule>('correcting/retry.js');

/** Sums and balances with a date in a list of payments, whose job skips nothing. */

const COLUMNS = 'date: Dato, amount: Beløp, description: Tekst';
const DEFAULTS = 'defaults: { account: "1920", contraAccount: "2990" }';
const JOB = `kind: bookings\ncolumns: { ${COLUMNS} }\n${DEFAULTS}\n`;
const HEADER = 'Dato;Tekst;Beløp';
const ROWS = ['05.01.2026;Kaffe;10,00', '06.01.2026;Papir;20,00', '07.01.2026;Frimerker;-40,00'];

const csv = (rows: readonly string[], header = HEADER) => `${[header, ...rows].join('\n')}\n`;
const fresh = (office: Office, { num }: ImportRow) => office.ledger.imports.byNum(num);

async function go(office: Office, row: ImportRow) {
  await office.plan(row);
  await office.post(row);
  return await office.receipt(row);
}

async function answer(office: Office, row: ImportRow, said: 'once' | 'meant') {
  await answerQuestions(await fresh(office, row), [{ code: 'rows-repeated', answer: said }], 'looked', office.ports);
  return go(office, row);
}

/** Rows that are held as sums or balances, by the message of each. */
async function heldOf(rows: readonly string[], job = JOB, header = HEADER) {
  const office = await openOffice({ jobs: { bank: job } });
  const { row, receipt } = await office.book('bank.csv', csv(rows, header), 'bank');
  return { office, row, receipt };
}

describe('in a list of payments', () => {
  test.each<[string, readonly string[]]>([
    ['Total', [...ROWS.slice(0, 2), '31.01.2026;Total;30,00']],
    ['Sum januar', [...ROWS.slice(0, 2), '31.01.2026;Sum januar;30,00']],
    ['the sum of a single row', [ROWS[0]!, '31.01.2026;Total;10,00']],
    ['a sum with the other sign', [...ROWS, '31.01.2026;Sum;10,00']],
    ['the sum of what went out', [...ROWS, '31.01.2026;Sum ut;-40,00']],
    ['Turnover', [...ROWS, '31.01.2026;Turnover;30,00']],
    ['Inngående saldo', ['01.01.2026;Inngående saldo;1000,00', ...ROWS]],
    ['Closing balance', [...ROWS, '31.01.2026;Closing balance;1030,00']],
    ['what is owed from before', ['01.01.2026;Skyldig beløp fra forrige faktura;-5000,00', ...ROWS]],
  ])('%s is held', async (_, rows) => {
    const { receipt } = await heldOf(rows);
    expect(receipt).toMatchObject({
      entries: { booked: rows.length - 1, held: 1 },
      mismatches: [],
      issues: [{ code: 'rows-repeated', entries: 1 }],
    });
    expect(receipt.issues[0]!.message).toContain('is a sum or a balance of other rows');
  });

  test('sums of sums, and of what stands since the last one, are held', async () => {
    const { receipt } = await heldOf([
      '01.01.2026;Saldo fra forrige periode;500,00',
      ...ROWS.slice(0, 2),
      '31.01.2026;Sum januar;30,00',
      '01.02.2026;Leie;-7,00',
      '02.02.2026;Strøm;-3,00',
      '28.02.2026;Sum februar;-10,00',
      '28.02.2026;Total;20,00',
      '28.02.2026;Sum å betale;520,00',
      '28.02.2026;Utgående saldo;520,00',
    ]);
    expect(receipt).toMatchObject({ entries: { booked: 4, held: 6 }, issues: [{ code: 'rows-repeated', entries: 6 }] });
  });

  test('a sum below an amount that can not be read is held, and petrol is not', async () => {
    const { receipt } = await heldOf([
      '01.02.2026;Kaffe;25,x',
      '02.02.2026;Te;-20,00',
      '03.02.2026;Total Oslo 2231;-650,00',
      '28.02.2026;Sum februar;-45,00',
    ]);
    expect(receipt.issues.map(({ code, rows }) => `${code} ${rows}`).sort()).toEqual([
      'amount-invalid 1',
      'rows-repeated 1',
    ]);
    expect(receipt.entries).toMatchObject({ booked: 2, held: 2 });
  });

  test('a sum that a person left out is held again where the next export begins behind some of its rows', async () => {
    const { receipt } = await heldOf([
      '07.01.2026;Coop;-50,00',
      '31.01.2026;Sum januar;-350,00',
      '02.02.2026;Kiwi;-10,00',
    ]);
    expect(receipt.entries).toMatchObject({ booked: 2, held: 1 });
    const { receipt: onTop } = await heldOf([
      '31.01.2026;Sum;-60,00',
      '07.01.2026;Coop;-50,00',
      '02.01.2026;Kiwi;-10,00',
    ]);
    expect(onTop.entries).toMatchObject({ booked: 2, held: 1 });
  });

  test('a list of nothing but monthly sums is a list of payments', async () => {
    const { receipt } = await heldOf(['31.01.2026;Sum januar;350,00', '28.02.2026;Sum februar;250,00']);
    expect(receipt.entries).toMatchObject({ booked: 2, held: 0 });
  });

  test.each<[string, readonly string[], string?, string?]>([
    ['petrol', [...ROWS, '08.01.2026;Total;500,00', '09.01.2026;Total Oslo 2231;-650,00']],
    ['the same petrol twice', ['08.01.2026;Total Oslo 2231;-500,00', '09.01.2026;Total Oslo 2231;-500,00', ...ROWS]],
    ['petrol for what came in once', ['08.01.2026;Lønn;500,00', ROWS[2]!, '09.01.2026;Total Oslo 2231;-500,00']],
    ['equal payments of one kind', [1, 2, 3, 4].map((day) => `0${day}.01.2026;Omsetning;299,00`)],
    ['a company with such a name', [1, 2, 3].map((day) => `0${day}.01.2026;Summa Renhold AS;-3125,00`)],
    ['a balance that was moved', ['01.01.2026;Saldo overført til konto 1234.56.78901;1000,00', ...ROWS]],
    ['a remainder that a customer pays', ['01.01.2026;Utestående fra sist faktura;1000,00', ...ROWS]],
    ['a text of a person’s own', ['01.01.2026;Opening balance for Ola Nordmann;1000,00', ...ROWS]],
    ['a balance of nothing', ['01.01.2026;Inngående saldo;0,00', ...ROWS]],
    [
      'an opening balance of a journal',
      ['01.01.2026;Inngående saldo;1000,00;1920', '01.01.2026;Inngående saldo;-1000,00;2050'],
      JOB.replace('description:', 'account: Konto, description:').replace('account: "1920", ', ''),
      `${HEADER};Konto`,
    ],
    [
      'an opening balance with a contra account',
      ['01.01.2026;Inngående saldo;1000,00;2050'],
      JOB.replace('description:', 'contraAccount: Motkonto, description:'),
      `${HEADER};Motkonto`,
    ],
    [
      'a voucher with a number',
      ['01.01.2026;Inngående saldo;1000,00;1', '02.01.2026;Total;1000,00;2'],
      JOB.replace('description:', 'entry: Bilag, description:'),
      `${HEADER};Bilag`,
    ],
  ])('%s is booked', async (_, rows, job, header) => {
    const { receipt } = await heldOf(rows, job, header);
    expect(receipt).toMatchObject({ state: 'completed', entries: { booked: rows.length } });
  });

  test('a sum without a date is held for that', async () => {
    const { receipt } = await heldOf([...ROWS.slice(0, 2), ';Total;30,00']);
    expect(receipt).toMatchObject({ entries: { booked: 2, held: 1 }, issues: [{ code: 'field-missing' }] });
  });

  test('of a bank that says the side in a column, its balances and turnovers are held', async () => {
    const { receipt } = await heldOf(
      [
        '01.10.2026;;Opening balance;10374.04;K',
        '01.10.2026;Maxima;PIRKINYS 2026.09.30;15.31;D',
        '01.10.2026;Iki;PIRKINYS 2026.09.26;9.40;D',
        '06.10.2026;UAB;Darbo;2863.63;K',
        '06.10.2026;;Turnover;24.71;D',
        '06.10.2026;;Turnover;2863.63;K',
        '06.10.2026;;Closing balance;13212.96;K',
      ],
      `${JOB.replace('Tekst', 'Mottaker')}sign: { column: DK, debit: K, credit: D }\n`,
      'Dato;Mottaker;Tekst;Beløp;DK',
    );
    expect(receipt).toMatchObject({ entries: { booked: 3, held: 4 }, issues: [{ code: 'rows-repeated', entries: 4 }] });
  });
});

describe('a row that is held as a sum', () => {
  const WITH_SUMS = ['01.01.2026;Inngående saldo;1000,00', ...ROWS.slice(0, 2), '31.01.2026;Total;30,00'];

  test('is skipped where the rows count once', async () => {
    const { office, row } = await heldOf(WITH_SUMS);
    expect(await answer(office, row, 'once')).toMatchObject({
      state: 'completed',
      rows: { read: 4, booked: 2, skipped: 2 },
      mismatches: [],
    });
    expect((await office.booked()).totals['1920']).toBe('30.00');
  });

  test('is booked where a person says that it is meant', async () => {
    const { office, row } = await heldOf(WITH_SUMS);
    expect(await answer(office, row, 'meant')).toMatchObject({ state: 'completed', rows: { booked: 4 } });
    expect((await office.booked()).totals['1920']).toBe('1060.00');
  });

  test('stays held in a retry, and is booked once its text says something else', async () => {
    const { office, row } = await heldOf(WITH_SUMS);
    await retryImport(await fresh(office, row), office.ports);
    expect(await go(office, row)).toMatchObject({ entries: { booked: 2, held: 2 } });
    const correction = csv(
      [`01.01.2026;Innskudd;1000,00;${row.id};2`, `31.01.2026;Total;30,00;${row.id};5`],
      `${HEADER};bilag import;bilag row`,
    );
    const path = `${office.folder}/correction.csv`;
    (await import('node:fs')).writeFileSync(path, correction);
    await correctImport(await fresh(office, row), path, 'correction.csv', await office.ports.job('bank'), office.ports);
    expect(await go(office, row)).toMatchObject({ entries: { booked: 3, held: 1 } });
  });

  test('rejects the file where the job rejects files with issues', async () => {
    const { receipt } = await heldOf(WITH_SUMS, `${JOB}onInvalid: reject\n`);
    expect(receipt).toMatchObject({ state: 'rejected', reason: { code: 'rows-invalid' } });
  });
});
