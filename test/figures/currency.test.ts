import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import { failedRows } from '../../src/correcting/failed-rows.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import type { PlanFacts } from '../../src/reading/plan-ports.ts';
import { writeCsv } from '../../src/tabular/write-csv.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { CORPUS_JOBS } from '../e2e/corpus-jobs.ts';
import { load, type Office, openOffice } from '../importing/office.ts';
import { type SheetCell, sheet } from '../same-entry/sheet.ts';

const { correctImport } = await load<typeof RetryModule>('correcting/retry.js');

const EXAMPLES = Number(process.env['CURRENCY_EXAMPLES'] ?? 40);
const SEED = Number(process.env['CURRENCY_SEED'] ?? 260401);
const WITHIN_MS = 400_000;

/** Numbers from 0 up to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const JOB = (more = '', columns = '') => `kind: bookings
columns: { date: Dato, amount: Beløp, description: Tekst${columns} }
defaults: { account: "1920", contraAccount: "4300" }
${more}
`;

type Plant = 'word' | 'sign' | 'format' | 'column' | 'unmapped column' | 'header';
const PLANTS: readonly Plant[] = ['word', 'sign', 'format', 'column', 'unmapped column', 'header'];
const OTHERS = ['EUR', 'USD', 'SEK', 'CHF', 'JPY', 'PLN', 'ISK'] as const;

/** A file of kroner in which one cell, or the header, is in another currency. */
function example(seed: number) {
  const next = random(seed);
  const pick = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)]!;
  const plant = pick(PLANTS);
  const isCsv = plant !== 'format' && next() < 0.5;
  const count = 3 + Math.floor(next() * 8);
  const at = Math.floor(next() * count);
  const other = pick(OTHERS);
  const withColumn = plant === 'column' || plant === 'unmapped column';
  const own = pick(['bare', 'kr', 'NOK'] as const);
  const rows = Array.from({ length: count }, (_, i) => {
    const planted = i === at && plant !== 'header';
    const units = 100 + Math.floor(next() * 900_000);
    const text = `${Math.floor(units / 100)},${String(units % 100).padStart(2, '0')}`;
    const dressed = own === 'bare' ? text : own === 'kr' ? `${text} kr` : `NOK ${text}`;
    const word = pick([`${other} ${text}`, `${text} ${other.toLowerCase()}`, `${other}${text}`, `-${other} ${text}`]);
    const sign = pick([`€${text}`, `${text} $`, `£ ${text}`, `¥${text}`]);
    const format = planted
      ? pick([`#,##0.00 [$${other}]`, '[$€-2] #,##0.00', '"USD" #,##0.00', '$#,##0.00', '#,##0.00\\ "€"'])
      : pick(['0.00', '#,##0.00 "kr"', '[$kr-414] #,##0.00', '[$-414]#,##0.00']);
    const amount: SheetCell =
      !isCsv && (plant === 'format' || !planted || withColumn)
        ? { value: units / 100, format }
        : planted && plant === 'word'
          ? word
          : planted && plant === 'sign'
            ? sign
            : dressed;
    // In a column the amount itself says nothing else.
    const plain: SheetCell = isCsv ? text : units / 100;
    return {
      planted,
      units,
      cells: [
        '05.01.2026',
        `Kjøp ${seed}-${i}`,
        withColumn && planted ? plain : amount,
        ...(withColumn ? [planted ? other : pick(['NOK', 'kr', '', 'nok'])] : []),
      ] as SheetCell[],
    };
  });
  const header = ['Dato', 'Tekst', plant === 'header' ? `Beløp (${other})` : 'Beløp'];
  return { plant, isCsv, rows, header: withColumn ? [...header, 'Valuta'] : header, other };
}

describe('one amount in another currency', () => {
  test(
    'is held, wherever it says so, and the others are booked',
    async () => {
      const office = await openOffice({ jobs: {} });
      for (let n = 0; n < EXAMPLES; n++) {
        const { plant, isCsv, rows, header, other } = example(SEED + n);
        const columns = plant === 'column' ? ', currency: Valuta' : '';
        const job = JOB('currency: NOK', columns).replace('amount: Beløp', `amount: ${JSON.stringify(header[2])}`);
        office.defineJob(`job${n}`, job);
        const table = [header, ...rows.map(({ cells }) => cells)];
        const bytes = isCsv ? table.map((cells) => cells.join(';')).join('\n') : await sheet(table);
        const row = await office.take(`file${n}.${isCsv ? 'csv' : 'xlsx'}`, bytes, `job${n}`);
        await office.plan(row);
        const { issues, entries, totals, mismatches } = await office.receipt(row);
        const said = `seed ${SEED + n}: ${plant}, ${isCsv ? 'csv' : 'xlsx'} ${JSON.stringify(table)}`;
        const isAll = plant === 'header';
        // A cell that says NOK itself is in NOK, whatever the header says.
        const held = rows.flatMap(({ planted, cells }, at) =>
          planted || (isAll && !saysOwn(cells[2]!)) ? [at + 2] : [],
        );
        const kept = rows.filter((_, at) => !held.includes(at + 2));
        const debit = kept.reduce((sum, { units }) => sum + units, 0);
        expect(
          issues.map(({ code }) => code).filter((code) => code !== 'currency-differs'),
          said,
        ).toEqual([]);
        expect(issues.length, said).toBe(held.length === 0 ? 0 : 1);
        if (held.length > 0 && plant !== 'sign' && plant !== 'format') expect(issues[0]!.value, said).toBe(other);
        expect({ held: entries.held, pending: entries.pending }, said).toEqual({
          held: held.length,
          pending: kept.length,
        });
        if (kept.length > 0) expect(Math.round(Number(totals.debit) * 100), said).toBe(debit);
        expect(totals.currency, said).toBe('NOK');
        expect(mismatches, said).toEqual([]);
      }
    },
    WITHIN_MS,
  );
});

function saysOwn(cell: SheetCell): boolean {
  if (typeof cell === 'string') return /kr|NOK/.test(cell);
  return typeof cell === 'object' && cell !== null && /kr/.test(cell.format);
}

async function planned(office: Office, job: string, lines: readonly string[], file = 'file.csv') {
  office.defineJob('job', job);
  const row = await office.take(file, lines.join('\n'), 'job', { force: true });
  await office.plan(row);
  const stored = await office.ledger.imports.byNum(row.num);
  const facts = stored.facts === null ? undefined : (JSON.parse(stored.facts) as PlanFacts);
  const bodies = (
    await Promise.all(
      (
        await office.batches(row)
      ).map(
        async ({ no }) =>
          JSON.parse((await office.ledger.posting.body(row.num, no)).body) as { DraftLines: { Amount: number }[] }[],
      ),
    )
  ).flat();
  return {
    row,
    facts,
    receipt: await office.receipt(row),
    reason:
      stored.reason === null
        ? undefined
        : (JSON.parse(stored.reason) as { code: string; message: string; suggestion: string }),
    amounts: bodies.map(({ DraftLines }) => DraftLines.map(({ Amount }) => Amount)),
  };
}

const codes = ({ receipt }: Awaited<ReturnType<typeof planned>>) =>
  receipt.issues.flatMap(({ code, value, rows }) => (code.startsWith('currency-') ? [`${code} ${value} ${rows}`] : []));

describe('what the books are kept in', () => {
  test('is what the job says, else bilag.yaml, else kroner', async () => {
    const office = await openOffice({ jobs: {} });
    const euro = ['Dato;Tekst;Beløp', '05.01.2026;Hotell;EUR 100,00'];
    const byJob = await planned(office, JOB('currency: EUR'), euro, 'a.csv');
    expect([byJob.facts?.currency, byJob.amounts]).toEqual([{ code: 'EUR', from: 'job' }, [[100, -100]]]);
    const assumed = await planned(office, JOB(), euro, 'b.csv');
    expect([assumed.facts?.currency, codes(assumed)]).toEqual([
      { code: 'NOK', from: 'assumed' },
      ['currency-differs EUR 1'],
    ]);
    const silent = await planned(office, JOB(), ['Dato;Tekst;Beløp', '05.01.2026;Hotell;100,00'], 'c.csv');
    expect([silent.facts?.currency, silent.receipt.totals.currency]).toEqual([undefined, undefined]);
    const own = await planned(office, JOB(), ['Dato;Tekst;Beløp', '05.01.2026;Hotell;101,00 kr'], 'd.csv');
    expect(own.facts?.currency).toEqual({ code: 'NOK', from: 'cell' });
    const configured = await openOffice({ jobs: {}, service: 'currency: SEK' });
    const crowns = await planned(configured, JOB(), ['Dato;Tekst;Beløp', '05.01.2026;Hotell;100,00 kr']);
    expect([crowns.facts?.currency, crowns.amounts]).toEqual([{ code: 'SEK', from: 'service' }, [[100, -100]]]);
    const contrary = await planned(
      configured,
      JOB('currency: NOK'),
      ['Dato;Tekst;Beløp', '05.01.2026;Hotell;100,00'],
      'e.csv',
    );
    expect(codes(contrary)).toEqual(['currency-differs NOK 1']);
  });

  test('makes kr and $ its own, or another', async () => {
    const office = await openOffice({ jobs: {} });
    const file = (amount: string) => ['Dato;Tekst;Beløp', `05.01.2026;Kjøp ${amount};${amount}`];
    const of = async (currency: string, amount: string) =>
      codes(await planned(office, JOB(`currency: ${currency}`), file(amount), `${currency}${amount.trim()}.csv`));
    expect(await of('DKK', '100 kr.')).toEqual([]);
    expect(await of('EUR', '100 kr')).toEqual(['currency-differs kr 1']);
    expect(await of('AUD', '$100')).toEqual([]);
    expect(await of('NOK', '$100')).toEqual(['currency-differs USD 1']);
    expect(await of('CNY', '¥100')).toEqual([]);
    expect(await of('GBP', '£100')).toEqual([]);
  });
});

describe('a currency column that the job does not map', () => {
  const row = (cells: string) => `05.01.2026;Kjøp;${cells}`;
  const differs = async (header: string, cells: string, columns = '', amount = 'Beløp') => {
    const office = await openOffice({ jobs: {} });
    const job = JOB('currency: NOK', columns).replace('amount: Beløp', `amount: ${amount}`);
    return codes(await planned(office, job, [`Dato;Tekst;${header}`, row(cells)]));
  };

  test('speaks of the amount', async () => {
    expect(await differs('Beløp;Valuta', '100,00;EUR')).toEqual(['currency-differs EUR 1']);
    expect(await differs('Beløp;Ccy', '100,00;LTL')).toEqual(['currency-differs LTL 1']);
    expect(await differs('Beløp;Währung', '100,00;NOK')).toEqual([]);
    expect(await differs('Beløp;Devise', '100,00;')).toEqual([]);
    expect(await differs('Beløp;Valuta', '100,00;Svenske kroner')).toEqual(['currency-differs SEK 1']);
    expect(await differs('Beløp;Valuta', '100,00;978')).toEqual(['currency-differs 978 1']);
    expect(await differs('Beløp;Valuta', '100,00;05.01.2026')).toEqual([]);
  });

  test('is not needed where the header says hundredths, thousands or the crowns of another country', async () => {
    expect(await differs('Beløp i øre', '10000', '', 'Beløp i øre')).toEqual(['currency-differs øre 1']);
    expect(await differs('Beløp (kr 1000)', '100', '', '"Beløp (kr 1000)"')).toEqual(['currency-differs kr 1000 1']);
    expect(await differs('Beløp i danske kr', '100', '', 'Beløp i danske kr')).toEqual(['currency-differs DKK 1']);
  });

  test('speaks of the original amount of a purchase abroad, where that stands there', async () => {
    expect(await differs('Beløp;Valuta;Valutabeløp', '115,00;EUR;10,00')).toEqual([]);
    expect(await differs('Original amount;Currency;Beløp', '10,00;EUR;115,00')).toEqual([]);
    // Each amount has a currency of its own: the plain one is the plain amount's.
    expect(await differs('Beløp;Currency;Local amount;Local currency', '10,00;GBP;115,00;NOK')).toEqual([
      'currency-differs GBP 1',
    ]);
  });

  test('is no question where the header of the amount says the currency, or the job that no column does', async () => {
    expect(await differs('Beløp i NOK;Valuta', '115,00;EUR', '', 'Beløp i NOK')).toEqual([]);
    expect(await differs('Beløp;Valuta', '115,00;EUR', ', currency: none')).toEqual([]);
  });
});

describe('a header that names several currencies', () => {
  const of = async (header: string, { more = '', cells = '100,00', columns = '', others = '' } = {}) => {
    const office = await openOffice({ jobs: {} });
    const job = JOB(more, columns).replace('amount: Beløp', `amount: ${JSON.stringify(header)}`);
    const found = await planned(office, job, [`Dato;Tekst;${header}${others}`, `05.01.2026;Hotell;${cells}`]);
    return [...codes(found), ...found.amounts.map(([first]) => first)];
  };

  test.each([
    ['Beløp EUR/NOK', 'EUR/NOK'],
    ['Beløp (EUR/NOK)', 'EUR/NOK'],
    ['Beløp NOK/EUR', 'NOK/EUR'],
    ['Beløp i EUR eller NOK', 'EUR/NOK'],
    ['Amount in EUR/NOK', 'EUR/NOK'],
    ['Beløp € / kr', 'EUR/NOK'],
    ['Beløp SEK/DKK', 'SEK/DKK'],
  ])('holds amounts of which nothing else says which: %s', async (header, value) => {
    expect(await of(header)).toEqual([`currency-differs ${value} 1`]);
  });

  test('is answered by the job, the cell or the currency column', async () => {
    const header = 'Beløp EUR/NOK';
    expect(await of(header, { more: 'currency: NOK' })).toEqual([100]);
    expect(await of(header, { more: 'currency: EUR' })).toEqual([100]);
    expect(await of(header, { columns: ', currency: none' })).toEqual([100]);
    expect(await of(header, { cells: 'NOK 100,00' })).toEqual([100]);
    expect(await of(header, { cells: 'EUR 100,00' })).toEqual(['currency-differs EUR 1']);
    expect(await of(header, { cells: '100,00;NOK', others: ';Valuta' })).toEqual([100]);
    expect(await of(header, { cells: '100,00;EUR', others: ';Valuta' })).toEqual(['currency-differs EUR 1']);
    expect(await of(header, { cells: '100,00;NOK', others: ';Valuta', columns: ', currency: Valuta' })).toEqual([100]);
    const rated = { more: 'rate: { column: Kurs }', cells: '100,00;11,50', others: ';Kurs' };
    expect(await of(header, rated)).toEqual(['currency-differs EUR/NOK 1']);
  });

  test.each([
    'Beløp i NOK',
    'Beløp NOK (kr)',
    'Beløp (kr/NOK)',
    'Beløp i norske kroner (NOK)',
    'Beløp i NOK (EUR)',
    'Beløp EUR omregnet til NOK',
    'Amount in NOK (from USD)',
  ])('is none where it says that the amounts are in kroner: %s', async (header) => {
    expect(await of(header)).toEqual([100]);
  });

  test.each([
    ['Amount USD ($)', 'USD'],
    ['Beløp i svenske kroner (kr)', 'SEK'],
    ['Beløp Euro (EUR)', 'EUR'],
  ])('is none where it writes one in two ways: %s', async (header, code) => {
    expect(await of(header)).toEqual([`currency-differs ${code} 1`]);
    expect(await of(header, { more: `currency: ${code}` })).toEqual([100]);
  });
});

describe('the header of a balance that the job does not map', () => {
  const of = async (header: string, cells: string, { more = '', columns = '', above = [] as string[] } = {}) => {
    const office = await openOffice({ jobs: {} });
    const found = await planned(office, JOB(more, columns), [
      ...above,
      `Dato;Tekst;${header}`,
      `05.01.2026;Hotell;${cells}`,
    ]);
    return [...codes(found), ...found.amounts.map(([first]) => first)];
  };

  test.each([
    ['Beløp;Saldo EUR', 'EUR'],
    ['Beløp;Balance (USD)', 'USD'],
    ['Beløp;Saldo i SEK', 'SEK'],
    ['Beløp;EUR saldo', 'EUR'],
    ['Beløp;Bokført saldo (EUR)', 'EUR'],
    ['Beløp;Saldo i svenske kroner', 'SEK'],
    ['Beløp;Kontostand €', 'EUR'],
    ['Beløp;balance_usd', 'USD'],
  ])('says what the amounts are in: %s', async (header, code) => {
    expect(await of(header, '100,00;1100,00')).toEqual([`currency-differs ${code} 1`]);
  });

  test.each([
    ['Beløp;Saldo', '100,00;1100,00'],
    ['Beløp;Saldo NOK', '100,00;1100,00'],
    ['Beløp;Saldo (kr)', '100,00;1100,00'],
    ['Beløp;Saldo EUR;Saldo NOK', '100,00;10,00;1100,00'],
    ['Beløp;Saldo EUR/NOK', '100,00;1100,00'],
    ['Beløp;Saldo EUR;Beløp i valuta', '100,00;10,00;9,00'],
    ['Beløp;Rabatt EUR', '100,00;10,00'],
    ['Beløp;Utestående EUR-konto', '100,00;10,00'],
  ])('changes nothing where it names no other currency, or several: %s', async (header, cells) => {
    expect(await of(header, cells)).toEqual([100]);
  });

  test('is not believed where something nearer speaks, or the job says so', async () => {
    expect(await of('Beløp;Saldo EUR', '100,00 kr;1100,00')).toEqual([100]);
    expect(await of('Beløp;Saldo EUR;Valuta', '100,00;1100,00;NOK')).toEqual([100]);
    expect(await of('Beløp;Saldo EUR;Valuta', '100,00;1100,00;NOK', { columns: ', currency: Valuta' })).toEqual([100]);
    expect(await of('Beløp;Saldo EUR', '100,00;1100,00', { more: 'currency: EUR' })).toEqual([100]);
    expect(await of('Beløp;Saldo EUR', '100,00;1100,00', { columns: ', currency: none' })).toEqual([100]);
    // Nearer than a line above the header.
    expect(await of('Beløp;Saldo EUR', '100,00;1100,00', { above: ['Valuta;SEK'] })).toEqual([
      'currency-differs EUR 1',
    ]);
  });

  test('is what a rate is for, and each way that the message names books the figures that are meant', async () => {
    const office = await openOffice({ jobs: { job: JOB() } });
    const lines = (amount: string) => `Dato;Tekst;Beløp;Saldo EUR;Kurs\n05.01.2026;Hotell;${amount};1100,00;11,50\n`;
    const { row, receipt } = await office.book('a.csv', lines('100,00'), 'job');
    expect(receipt.issues).toMatchObject([
      {
        code: 'currency-differs',
        column: 'Beløp',
        variant: 'balance',
        message:
          'Column Saldo EUR says that the balance, and so the amounts, are in EUR, and the books are taken to be in NOK.',
        suggestion:
          'Put the amount in NOK into the cell, with its currency: NOK 100. Or map a column with the amount in NOK, or name the rate in the job: rate: { column: Kurs }. If the amounts are in NOK, say so: columns: { currency: none }. If the books are in EUR, set currency: EUR in the job.',
      },
    ]);
    expect((await mended(office, row, 'csv', ([first]) => first!.splice(2, 1, 'NOK 1150,00'))).entries).toMatchObject({
      booked: 1,
    });
    const under = async (job: string) =>
      (await planned(await openOffice({ jobs: {} }), job, lines('100,00').trim().split('\n'))).amounts;
    expect(await under(JOB('rate: { column: Kurs }'))).toEqual([[1150, -1150]]);
    expect(await under(JOB('', ', currency: none'))).toEqual([[100, -100]]);
    expect(await under(JOB('currency: EUR'))).toEqual([[100, -100]]);
  });
});

describe('a currency column that speaks of what the amounts were converted from', () => {
  const CARD = [
    'Dato;Tekst;Beløp;Valuta;Kurs;Valutabeløp',
    '05.01.2026;Hotell;115,00;USD;11,5;10,00',
    '06.01.2026;Kaffe;45,00;NOK;1;45,00',
  ];
  const mapped = ', currency: Valuta';
  const alone = async (job: string, lines: readonly string[]) => planned(await openOffice({ jobs: {} }), job, lines);

  test('is named first, and followed to the letter the card statement is booked in kroner', async () => {
    const mixed = await alone(JOB('', mapped), CARD);
    expect(mixed.reason?.code).toBe('currency-mixed');
    const none =
      "If the amounts are in the company's currency already, and column Valuta speaks of what they were converted from (see column Valutabeløp), say so: columns: { currency: none }.";
    expect(mixed.reason?.suggestion.startsWith(none), mixed.reason?.suggestion).toBe(true);
    const held = await alone(JOB('currency: NOK', mapped), CARD);
    expect(codes(held)).toEqual(['currency-differs USD 1']);
    expect(held.receipt.issues[0]).toMatchObject({ facts: { original: 'Valutabeløp' } });
    expect(held.receipt.issues[0]!.suggestion).toMatch(
      /^If the amounts are in NOK already, .* say so: columns: \{ currency: none \}\./,
    );
    const done = await alone(JOB('', ', currency: none'), CARD);
    expect([done.receipt.issues, done.amounts]).toEqual([
      [],
      [
        [115, -115],
        [45, -45],
      ],
    ]);
  });

  test.each(['Kurs', 'Valutakurs', 'Exchange rate', 'Omregningskurs'])('or the rate, by its name: %s', async (rate) => {
    const lines = [`Dato;Tekst;Beløp;Valuta;${rate}`, '05.01.2026;Hotell;10,00;USD;11,5'];
    for (const columns of ['', mapped]) {
      const held = await alone(JOB('currency: NOK', columns), lines);
      expect(held.receipt.issues[0]!.suggestion).toContain(
        `(see column ${rate}), say so: columns: { currency: none }.`,
      );
      expect(held.receipt.issues[0]!.suggestion).toContain(`name the rate in the job: rate: { column: ${rate} }.`);
    }
    const none = await alone(JOB('currency: NOK', ', currency: none'), lines);
    expect(none.amounts).toEqual([[10, -10]]);
    const rated = await alone(JOB(`currency: NOK\nrate: { column: ${rate} }`, mapped), lines);
    expect(rated.amounts).toEqual([[115, -115]]);
  });

  test('may be any that the job maps', async () => {
    const lines = ['Dato;Tekst;Beløp;Valuta', '05.01.2026;Hotell;115,00;USD'];
    const { receipt } = await alone(JOB('currency: NOK', mapped), lines);
    expect(receipt.issues[0]!.suggestion).toContain(
      'If column Valuta speaks of another amount, say so: columns: { currency: none }.',
    );
    // No column says it where a rule does.
    const ruled = JOB(
      'currency: NOK\nrules: [{ when: { description: Hotell }, set: { currency: USD } }]',
      ', currency: none',
    );
    const { receipt: other } = await alone(ruled, lines);
    expect(other.issues[0]!.suggestion).not.toContain('currency: none');
  });
});

describe('lines above the header', () => {
  const TABLE = ['Dato;Tekst;Beløp', '05.01.2026;Hotell;100,00', '06.01.2026;Tog;-50,00'];
  const said = async (above: readonly string[], more = '', table: readonly string[] = TABLE, columns = '') => {
    const office = await openOffice({ jobs: {} });
    return await planned(office, JOB(more, columns), [...above, ...table]);
  };

  test.each([
    [['Konto;1234.56.78901', 'Valuta;EUR', ''], 'EUR'],
    [['Valuta: EUR'], 'EUR'],
    [['Account statement', 'Currency: EUR;;', 'Period: January'], 'EUR'],
    [['Kontovaluta: SEK'], 'SEK'],
    [['Konto;1234;Valuta;;USD;Periode;01.2026'], 'USD'],
    [['Konto: 1234.56.78901 | Valuta: DKK | Januar 2026'], 'DKK'],
    [['Account currency GBP'], 'GBP'],
    [['Valuta;EUR - Euro'], 'EUR'],
    [['Währung;Euro (EUR)'], 'EUR'],
    [['Valuta;€'], 'EUR'],
    [['Valuta;Svenske kroner'], 'SEK'],
    [['Kontonummer;Navn;Valuta;Saldo', '1234.56.78901;Drift;EUR;1 000,00', ''], 'EUR'],
    [['Alle beløp er i EUR'], 'EUR'],
    [['All amounts are in USD.'], 'USD'],
  ])('that name another currency hold the amounts: %j', async (above, code) => {
    const { receipt, facts } = await said(above);
    expect(codes({ receipt } as never)).toEqual([`currency-differs ${code} 2`]);
    expect(receipt.issues[0]).toMatchObject({ variant: 'above' });
    expect(facts?.above).toHaveLength(1);
  });

  test.each([
    [['Valuta;NOK']],
    [['Valuta: kr']],
    [['Kontovaluta: Norske kroner']],
    [['Valuta;EUR;USD;NOK']],
    [['Valuta: EUR, USD, NOK']],
    [['Valuta: EUR/NOK']],
    [['Valuta;ALL']],
    [['Currency;Account;Balance', 'NOK;1234;100,00']],
    [['Konto;Valuta;Saldo', '1234;NOK;100,00', '5678;EUR;50,00', '']],
    [['Valuta;Kurs', 'EUR;11,50', '']],
    [['EUR 11,50']],
    [['Valuta: EUR 11,50']],
    [['Valutakurs: EUR', 'Valuta;EUR;Kurs;11,50']],
    [['Kontonavn;EUR-konto', 'Valutakonto EUR', 'Eurocard NOK']],
    [['Reisebyrået Euro AS', 'Organisasjonsnummer: 987654321', 'Valuta;05.01.2026', 'Valuta;']],
    [['Foreign currency: EUR', 'Inneholder valuta: ja']],
    [['Beløp i 1000', 'Tall i hele kroner', 'Utskrift i Euroland']],
  ])('that name no other one change nothing: %j', async (above) => {
    const { receipt, amounts } = await said(above);
    expect(receipt.issues).toEqual([]);
    expect(amounts).toHaveLength(2);
  });

  test('say nothing of amounts whose cells, header, or currency column name a currency, or where the job says so', async () => {
    const euro = ['Valuta;EUR'];
    const of = async (...given: [more?: string, table?: readonly string[], columns?: string]) =>
      codes(await said(euro, ...given));
    const table = (header: string, cells: string) => [header, `05.01.2026;Hotell;${cells}`];
    expect(await of('', table('Dato;Tekst;Beløp', '100,00 kr'))).toEqual([]);
    expect(await of('', table('Dato;Tekst;Beløp;Valuta', '100,00;NOK'))).toEqual([]);
    expect(await of('', table('Dato;Tekst;Beløp;Valuta', '100,00;NOK'), ', currency: Valuta')).toEqual([]);
    expect(await of('', TABLE, ', currency: none')).toEqual([]);
    expect(await of('currency: EUR')).toEqual([]);
    expect(await of('currency: NOK')).toEqual(['currency-differs EUR 2']);
    expect(await of('', table('Dato;Tekst;Beløp;Valuta', '100,00;'))).toEqual(['currency-differs EUR 1']);
    const named = JOB().replace('amount: Beløp', 'amount: Beløp NOK');
    const office = await openOffice({ jobs: {} });
    expect(codes(await planned(office, named, [...euro, ...table('Dato;Tekst;Beløp NOK', '100,00')]))).toEqual([]);
  });

  test('name what a rate is for; one of the own currency is no contradiction of it', async () => {
    const table = ['Dato;Tekst;Beløp;Kurs', '05.01.2026;Hotell;100,00;11,50', '06.01.2026;Tog;45,00;'];
    const euro = await said(['Valuta;EUR'], 'rate: { column: Kurs }', table);
    expect(euro.facts?.rate?.first).toMatchObject({ currency: 'EUR', result: '1150.00' });
    expect(codes(euro)).toEqual(['currency-differs EUR 1']);
    const own = await said(['Valuta;NOK'], 'rate: { column: Kurs }', table);
    expect([own.receipt.issues, own.amounts.map(([first]) => first)]).toEqual([[], [1150, 45]]);
  });

  test('of a workbook are those of each sheet', async () => {
    const office = await openOffice({ jobs: { job: `${JOB()}file: { sheets: all }\n` } });
    const rows = (text: string) => [
      ['Dato', 'Tekst', 'Beløp'],
      ['05.01.2026', text, '100,00'],
    ];
    const of = (code: string) => [['Konto', '1234'], ['Valuta', code], [], ...rows(code)];
    const { receipt } = await office.book('a.xlsx', await sheet(of('NOK')), 'job');
    expect(receipt.issues).toEqual([]);
    const { receipt: other } = await office.book('b.xlsx', await sheet(of('USD')), 'job');
    expect(other.issues).toMatchObject([
      { code: 'currency-differs', value: 'USD', message: expect.stringContaining('Row 2, above the header, says') },
    ]);
  });
});

describe('a rate', () => {
  const job = (per = '') => `kind: bookings
currency: NOK
rate: { column: Kurs${per} }
columns: { date: Dato, amount: Beløp, currency: Valuta }
defaults: { account: "1920", contraAccount: "4300" }
`;
  const columns = 'Dato;Beløp;Valuta;Kurs';

  test('converts amounts, rounded half up, and the plan shows one', async () => {
    const office = await openOffice({ jobs: {} });
    const lines = [columns, '05.01.2026;100,10;EUR;11,5432', '05.01.2026;-0,50;EUR;0,01', '05.01.2026;45,00;NOK;'];
    const { amounts, facts, receipt } = await planned(office, job(), lines);
    expect(receipt.issues).toEqual([]);
    expect(amounts.map(([first]) => first)).toEqual([1155.47, -0.01, 45]);
    expect(facts?.rate).toEqual({
      column: 'Kurs',
      per: 1,
      first: { row: 2, amount: '100.10', currency: 'EUR', rate: '11.5432', result: '1155.47' },
    });
    const hundred = await planned(office, job(', per: 100'), [columns, '05.01.2026;100,00;SEK;98,455'], 'b.csv');
    expect(hundred.amounts).toEqual([[98.46, -98.46]]);
  });

  test('that is missing, or contradicts the currency, holds the row', async () => {
    const office = await openOffice({ jobs: {} });
    const lines = [columns, '05.01.2026;100,10;EUR;', '05.01.2026;10,00;NOK;11,50', '05.01.2026;10,00;EUR;0,00'];
    const { receipt } = await planned(office, job(), lines);
    expect(receipt.issues.map(({ code, column }) => `${code} ${column}`)).toEqual([
      'currency-differs Valuta',
      'amount-invalid Kurs',
      'amount-invalid Kurs',
    ]);
    expect(receipt.issues[0]!.message).toContain('there is no rate in column Kurs');
  });

  test.each([
    ['100,00', '11.498', '11,498'],
    ['100.00', '11,498', '11.498'],
    ['100,00', '11.498 kr', '11,498'],
    ['100,00', 'NOK 11.498', '11,498'],
  ])('that may be in the thousands beside %s holds the row: %s', async (amount, rate, written) => {
    const office = await openOffice({ jobs: {} });
    const { receipt } = await planned(office, job(), [columns, `05.01.2026;${amount};EUR;${rate}`]);
    expect(receipt.issues).toMatchObject([
      { code: 'amount-invalid', value: rate, suggestion: `Write ${written} or 11498 in the file.` },
    ]);
    const whole = await planned(office, job(), [columns, `05.01.2026;${amount};IDR;11498`], 'b.csv');
    expect(whole.amounts).toEqual([[1_149_800, -1_149_800]]);
    const exact = await planned(office, job(), [columns, `05.01.2026;${amount};EUR;${written}`], 'c.csv');
    expect(exact.amounts).toEqual([[1149.8, -1149.8]]);
  });

  test('whose rounding leaves an entry out of balance holds it, and a row with the difference corrects it', async () => {
    const office = await openOffice({ jobs: {} });
    const yaml = `kind: bookings
currency: NOK
rate: { column: Kurs }
columns: { entry: Bilag, date: Dato, account: Konto, amount: Beløp, currency: Valuta }
`;
    const head = 'Bilag;Dato;Konto;Beløp;Valuta;Kurs';
    const lines = [
      head,
      '1;05.01.2026;4300;0,33;EUR;11,5',
      '1;05.01.2026;7140;0,33;EUR;11,5',
      '1;05.01.2026;1920;-0,66;EUR;11,5',
    ];
    const { receipt } = await planned(office, yaml, lines);
    expect(receipt.issues).toMatchObject([{ code: 'entry-unbalanced' }]);
    expect(receipt.issues[0]!.suggestion).toContain('without a rate');
    const mended = await planned(office, yaml, [...lines, '1;05.01.2026;7140;-0,01;NOK;'], 'b.csv');
    expect(mended.receipt.issues).toEqual([]);
    expect(mended.amounts).toEqual([[3.8, 3.8, -7.59, -0.01]]);
  });

  test('makes an entry what it is in the books: 100 EUR is not 100 NOK', async () => {
    const office = await openOffice({ jobs: {} });
    office.defineJob('job', job());
    const take = async (name: string, line: string) => {
      const { receipt } = await office.book(name, `${columns}\n${line}`, 'job');
      return receipt.entries;
    };
    expect(await take('a.csv', '05.01.2026;100,00;EUR;11,50')).toMatchObject({ booked: 1 });
    expect(await take('b.csv', '05.01.2026;100,00;NOK;')).toMatchObject({ booked: 1, duplicate: 0 });
    expect(await take('c.csv', '05.01.2026;kr 100,00;;')).toMatchObject({ booked: 0, duplicate: 1 });
    expect(await take('d.csv', '05.01.2026;1150,00;NOK;')).toMatchObject({ booked: 0, duplicate: 1 });
  });
});

/** The failed rows of an import, edited and given back. */
async function mended(
  office: Office,
  row: Awaited<ReturnType<Office['take']>>,
  how: 'xlsx' | 'csv',
  edit: (rows: readonly Cell[][]) => void,
) {
  const { header, rows } = await failedRows(await office.ledger.imports.byNum(row.num), office.ports);
  edit(rows);
  const path = join(office.folder, `mended${(await office.events(row)).length}.${how}`);
  await (how === 'csv' ? writeCsv(path, header, rows, { delimiter: ';' }) : writeWorkbook(path, 'x', header, rows));
  const imported = await office.ledger.imports.byNum(row.num);
  await correctImport(imported, path, basename(path), await office.ports.job(imported.job), office.ports);
  await office.plan(row);
  await office.post(row);
  return await office.receipt(row);
}

describe('failed rows', () => {
  test.each(['xlsx', 'csv'] as const)(
    'as %s keep the currency of a number format until a person corrects it',
    async (how) => {
      const office = await openOffice({ jobs: { job: JOB() } });
      const book = await sheet([
        ['Dato', 'Tekst', 'Beløp'],
        [
          { value: new Date('2026-01-05T00:00:00Z'), format: 'yyyy-mm-dd' },
          'Hotell',
          { value: 100.5, format: '[$€-2] #,##0.00' },
        ],
        [
          { value: new Date('2026-01-05T00:00:00Z'), format: 'yyyy-mm-dd' },
          'Tog',
          { value: 50, format: '[$EUR] 0.00' },
        ],
      ]);
      const { row, receipt } = await office.book('a.xlsx', book, 'job');
      expect(receipt.issues).toMatchObject([{ code: 'currency-differs', value: 'EUR', rows: 2 }]);
      const untouched = await mended(office, row, how, () => undefined);
      expect(untouched.entries).toMatchObject({ booked: 0, held: 2 });
      const after = await mended(office, row, how, ([first]) => {
        first![2] = '1.150,00';
      });
      expect(after.entries).toMatchObject({ booked: 1, held: 1 });
      const { entries } = await office.booked();
      expect(entries.map(({ lines }) => lines.map(({ Amount }) => Number(Amount)))).toEqual([[1150, -1150]]);
    },
  );

  test('stay in the currency that a line above the header of the file named', async () => {
    const office = await openOffice({ jobs: { job: JOB() } });
    const lines = ['Valuta;EUR', 'Dato;Tekst;Beløp', '05.01.2026;Hotell;100,00', '06.01.2026;Tog;50,00', ''];
    const { row } = await office.book('a.csv', lines.join('\n'), 'job');
    expect((await mended(office, row, 'csv', () => undefined)).entries).toMatchObject({ booked: 0, held: 2 });
    const after = await mended(office, row, 'xlsx', ([first]) => {
      first![2] = 'NOK 1150,00';
    });
    expect(after.entries).toMatchObject({ booked: 1, held: 1 });
  });

  test('book kroner where a person wrote kroner in the place of euro', async () => {
    const office = await openOffice({ jobs: { job: JOB() } });
    const { row } = await office.book('a.csv', 'Dato;Tekst;Beløp\n05.01.2026;Hotell;EUR 100,00\n', 'job');
    const after = await mended(office, row, 'xlsx', ([first]) => {
      first![2] = '1.150,00';
    });
    expect(after.entries).toMatchObject({ booked: 1, held: 0 });
    expect((await office.booked()).entries[0]!.lines.map(({ Amount }) => Number(Amount))).toEqual([1150, -1150]);
  });
});

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const absent = !existsSync(join(CORPUS, 'MANIFEST.tsv'));
/** Files of the corpus whose amounts are in another currency than kroner, and which. */
const IN_OTHERS: Readonly<Record<string, string>> = {
  'bank-and-ledger/b2y-MonzoDataExport_February2018_2018-02-26_174335.csv': 'GBP',
  'bank-and-ledger/b2y-umsatz-1234________1234-20180227.CSV': 'EUR',
  'bank-and-ledger/datv-encoding_windows1252.csv': 'EUR',
  'bank-and-ledger/datv-leading_zero_konto.csv': 'EUR',
  'bank-and-ledger/datv-valid_minimal_700.csv': 'EUR',
  'bank-and-ledger/deg-example-hsbchk-credit-records.csv': 'CNY, HKD',
  'bank-and-ledger/swedbank-csv-named.xls': 'LTL',
  'csv-edge/duck-file_quotation_char_0x27.csv': 'USD',
};

describe.skipIf(absent)(`the corpus${absent ? ' (it is not here: skipped)' : ''}`, () => {
  test(
    'is held where it is in other currencies, and nowhere else',
    async () => {
      const office = await openOffice({ jobs: {} });
      const found: Record<string, string> = {};
      for (const [at, [name, yaml]] of Object.entries(CORPUS_JOBS).entries()) {
        if (!existsSync(join(CORPUS, name)) || name.endsWith('.gz')) continue;
        office.defineJob(`job${at}`, yaml.replace(/^currency: .*$/m, ''));
        const row = await office.take(basename(name), readFileSync(join(CORPUS, name)), `job${at}`);
        await office.plan(row);
        const { issues, reason } = await office.receipt(row);
        const about = [...issues, ...(reason === undefined ? [] : [reason])].filter(({ code }) =>
          code.startsWith('currency-'),
        );
        const said = new Set(about.map(({ value }) => value));
        if (said.size > 0) found[name] = [...said].join(', ');
      }
      expect(found).toEqual(IN_OTHERS);
    },
    WITHIN_MS,
  );
});

test('a workbook of every spelling of a number format says its currency, or none', async () => {
  const { cellFormat } = await import('../../src/tabular/xlsx/styles.ts');
  const currencyOf = (code: string) => {
    const format = cellFormat(code);
    return typeof format === 'object' ? format.currency : undefined;
  };
  const spellings: Readonly<Record<string, string | undefined>> = {
    '[$€-2] #,##0.00': '€',
    '#,##0.00 [$EUR]': 'EUR',
    '#,##0.00\\ [$kr-414];[Red]-#,##0.00\\ [$kr-414]': 'NOK',
    '#,##0.00\\ [$kr-41D]': 'SEK',
    '[$kr.-406]\\ #,##0.00': 'DKK',
    '[$$-1009]#,##0.00': 'CAD',
    '#,##0.00" euro"': 'euro',
    '#,##0.00" sek"': 'sek',
    '#,##0.00" øre"': 'øre',
    '#,##0.00 "kr"': 'kr',
    '_-"kr"* # ##0.00_-;-"kr"* # ##0.00_-;_-"kr"* "-"??_-;_-@_-': 'kr',
    '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)': '$',
    '$#,##0': '$',
    '#,##0 \\€': '€',
    '[$-414]#,##0.00': undefined,
    '[$-F800]dddd, mmmm dd, yyyy': undefined,
    '#,##0.00 "stk"': undefined,
    '0.00%': undefined,
    '[Red]0.00': undefined,
    General: undefined,
    '0.00E+00': undefined,
    '[$zł-415] 0.00': 'zł',
  };
  expect(Object.fromEntries(Object.keys(spellings).map((code) => [code, currencyOf(code)]))).toEqual(spellings);
});
