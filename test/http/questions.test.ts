import { describe, expect, test } from 'vitest';
import { CARD_JOB, JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';
import { mender, wrongAccount } from './mender.ts';
import { type Answer, serve } from './serve.ts';

/** Questions about a whole file, as a program and the browser are asked them and answer them (docs: the same entry). */

const on = (key: number, amount: number, date: string, text = `Salg ${amount}`) => voucher(key, amount, text, date);
const card = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;

/** Two of three vouchers come again under their numbers, on another date. */
async function datesChanged() {
  const office = await openOffice({ jobs: { journal: JOURNAL_JOB } });
  const before = journal(on(1, 10, '05.01.2026'), on(2, 20, '06.01.2026'));
  const { row: first } = await office.book('january.csv', before);
  const after = journal(on(1, 10, '15.01.2026'), on(2, 20, '16.01.2026'), on(3, 30, '17.01.2026'));
  const { row, receipt } = await office.book('february.csv', after);
  expect(receipt).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 2 } });
  const server = await serve(office);
  return { office, server, first, row, ...mender(office, server, row) };
}

const SAID = { answers: [{ code: 'date-changed', answer: 'same' }], reason: 'the till prints them twice' };

describe('what waits for an answer', () => {
  test('is told with the possible answers, and with examples from both sides', async () => {
    const { waiting, first } = await datesChanged();
    const { causes, columns } = await waiting();
    expect(causes).toHaveLength(1);
    expect(causes[0]).toMatchObject({ code: 'date-changed', entries: 2, rows: 4 });
    const { question } = causes[0];
    expect(question.answers.toSorted()).toEqual(['different', 'same']);
    expect(question.examples).toHaveLength(2);
    const [example] = question.examples;
    expect(example).toMatchObject({ entry: '1', rows: '2-3', moreLines: 0 });
    expect(columns).toEqual(['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst']);
    expect(example.lines).toEqual([
      { row: '2', cells: ['1', '15.01.2026', '1920', '10,00', 'Salg 10'] },
      { row: '3', cells: ['1', '15.01.2026', '3000', '-10,00', 'Salg 10'] },
    ]);
    expect(example.earlier).toEqual({
      import: first.id,
      file: 'january.csv',
      row: '2',
      entry: '1',
      lines: [
        { date: '2026-01-05', account: '1920', amount: '10.00', description: 'Salg 10' },
        { date: '2026-01-05', account: '3000', amount: '-10.00', description: 'Salg 10' },
      ],
      moreLines: 0,
    });
  });

  test('shows three examples at most, of rows without numbers too', async () => {
    const office = await openOffice({ jobs: { card: CARD_JOB } });
    const day = (at: number) => `${String(at).padStart(2, '0')}.01.2026`;
    const rows = [5, 6, 7, 8, 9].map((at) => `${day(at)};-${at},50;Visa 1001 kjøp ${at}`);
    await office.book('a.csv', card(...rows), 'card');
    const enriched = rows.slice(1, 5).map((row) => row.replace('Visa 1001 kjøp', 'BUTIKK'));
    // One that stands unchanged at either end makes the two files overlap.
    const { row } = await office.book('b.csv', card(rows[0]!, ...enriched, `${day(10)};-1,00;Ny`), 'card');
    const server = await serve(office);
    const { causes } = await mender(office, server, row).waiting();
    const cause = causes.find(({ code }: { code: string }) => code === 'text-changed');
    expect(cause.entries).toBe(4);
    const { examples } = cause.question;
    expect(examples).toHaveLength(3);
    expect(examples[0]).toMatchObject({ entry: '', lines: [{ row: '3', cells: ['06.01.2026', '-6,50', 'BUTIKK 6'] }] });
    expect(examples[0].earlier).toMatchObject({ file: 'a.csv', row: '3' });
    expect(examples[0].earlier.lines[0]).toMatchObject({ date: '2026-01-06', description: 'Visa 1001 kjøp 6' });
    // Every row says it, also those that are no example.
    const { json } = await server.get(`/api/imports/${row.id}/issues`);
    const problems = json.entries.flatMap((entry: { problems: { code: string; facts: object }[] }) => entry.problems);
    const said = problems.flatMap(({ code, facts }: { code: string; facts: object }) =>
      code === 'text-changed' ? [facts] : [],
    );
    expect(said).toEqual(
      [6, 7, 8, 9].map((at) => ({
        file: 'a.csv',
        row: `${at - 3}`,
        here: `BUTIKK ${at}`,
        before: `Visa 1001 kjøp ${at}`,
      })),
    );
  });

  test('rows that stand twice are shown as they stand, and nothing beside them', async () => {
    const office = await openOffice();
    const pasted = [on(1, 1, '05.01.2026'), on(2, 2, '05.01.2026')];
    const { row } = await office.book('twice.csv', journal(...pasted, ...pasted));
    const { causes } = await mender(office, await serve(office), row).waiting();
    expect(causes).toMatchObject([{ code: 'rows-repeated', entries: 2 }]);
    const { answers, examples } = causes[0].question;
    expect(answers.toSorted()).toEqual(['meant', 'once']);
    expect(examples[0].lines.map((line: { row: string }) => line.row)).toEqual(['2', '3', '6', '7']);
    expect(examples[0].earlier).toBeUndefined();
  });

  test('who skipped the same entry, and why, stands beside it', async () => {
    const office = await openOffice();
    const wrong = wrongAccount(2, 20, '3015');
    const { row: first } = await office.book('a.csv', journal(voucher(1, 1), wrong));
    const server = await serve(office);
    const skip = { do: 'skip', reason: 'paid (import by hand)' };
    expect((await mender(office, server, first).mend({}, [1, 2], skip)).status).toBe(200);
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "3015": "3000" }\n`);
    const { row } = await office.book('b.csv', journal(wrong, voucher(3, 3)));
    const { causes } = await mender(office, server, row).waiting();
    expect(causes).toMatchObject([{ code: 'skipped-before' }]);
    expect(causes[0].question.examples[0].earlier).toMatchObject({
      import: first.id,
      skipped: { who: office.ports.who, reason: 'paid (import by hand)', at: expect.any(String) },
      lines: [],
    });
  });

  test('a balance that breaks names its rows itself, and one answer books them', async () => {
    const bank = CARD_JOB.replace('description: Tekst', 'description: Tekst, balance: Saldo');
    const office = await openOffice({ jobs: { bank } });
    const rows = ['05.01.2026;-10;a;90', '06.01.2026;-20;b;70', '07.01.2026;-5;c;60', '08.01.2026;-1;d;59'];
    const { row } = await office.book('bank.csv', `${['Dato;Beløp;Tekst;Saldo', ...rows].join('\n')}\n`, 'bank');
    const { waiting, send, go } = mender(office, await serve(office), row);
    const { causes } = await waiting();
    expect(causes).toMatchObject([
      { code: 'balance-broken', entries: 4, question: { answers: ['accepted'], examples: [] } },
    ]);
    expect(causes[0].message).toContain('between row 3 and row 4');
    const said = { answers: [{ code: 'balance-broken', answer: 'accepted' }], reason: 'the bank left a row out' };
    expect((await send('POST', 'answers', said)).status).toBe(202);
    expect(await go()).toMatchObject({ state: 'completed', entries: { booked: 4 } });
  });

  test('what is no question has none', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const { causes } = await mender(office, await serve(office), row).waiting();
    expect(causes[0].question).toBeUndefined();
  });
});

describe('an answer', () => {
  test.each([
    ['same', { booked: 1, duplicate: 2, held: 0 }, ['Salg 10', 'Salg 20', 'Salg 30']],
    ['different', { booked: 3, duplicate: 0, held: 0 }, ['Salg 10', 'Salg 10', 'Salg 20', 'Salg 20', 'Salg 30']],
  ])('counts for all that wait for it, once: %s', async (answer, entries, texts) => {
    const { office, send, go, row, url } = await datesChanged();
    const said = { ...SAID, answers: [{ code: 'date-changed', answer }] };
    const { status, json } = await send('POST', 'answers', said);
    expect(status).toBe(202);
    expect(json).toMatchObject({ import: row.id, url, state: 'planning', how: 'retry' });
    expect(await go()).toMatchObject({ entries, mismatches: [] });
    expect((await office.texts()).toSorted()).toEqual(texts);
    const answered = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'answered')!;
    expect(answered.who).toBe(office.ports.who);
    expect(JSON.parse(answered.detail!)).toEqual({
      code: 'date-changed',
      answer,
      entries: 2,
      reason: 'the till prints them twice',
    });
    expect(await send('POST', 'answers', said)).toMatchObject({ status: 409, json: { error: { code: 'refused' } } });
  });

  test.each<[string, unknown, RegExp]>([
    ['to no question', { ...SAID, answers: [{ code: 'colour', answer: 'same' }] }, /date-changed/],
    ['that the question does not have', { ...SAID, answers: [{ code: 'date-changed', answer: 'once' }] }, /different/],
    ['without a reason', { ...SAID, reason: ' ' }, /reason/],
    ['that is none', { ...SAID, answers: [] }, /answer/],
    ['given twice', { ...SAID, answers: [...SAID.answers, { code: 'date-changed', answer: 'different' }] }, /once/],
  ])('%s is refused in words, and nothing is done', async (_, said, words) => {
    const { office, send, row } = await datesChanged();
    const { status, json } = await send('POST', 'answers', said);
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'request-invalid' });
    expect(json.error.message).toMatch(words);
    expect(await office.events(row)).not.toContain('answered');
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', entries: { held: 2 } });
  });

  test('to a question that is not open is refused with those that are', async () => {
    const { office, send, row } = await datesChanged();
    const said = { ...SAID, answers: [...SAID.answers, { code: 'text-changed', answer: 'same' }] };
    const { status, json } = await send('POST', 'answers', said);
    expect(status).toBe(409);
    expect(json.error.message).toContain('text-changed');
    expect(json.error.suggestion).toContain('date-changed');
    expect(await office.events(row)).not.toContain('answered');
    expect((await office.ledger.imports.byNum(row.num)).state).toBe('partly-booked');
  });

  test('of one entry alone, that it is no duplicate, leaves the question to the others', async () => {
    const { office, mend, waiting, go } = await datesChanged();
    const { entries } = await waiting();
    expect((await mend({ entries: [entries[0].seq] }, [1, 2], { do: 'book', reason: 'two sales' })).status).toBe(200);
    expect(await go()).toMatchObject({ entries: { booked: 2, held: 1, duplicate: 0 } });
    expect((await waiting()).causes).toMatchObject([{ code: 'date-changed', entries: 1 }]);
    expect(await office.texts()).toHaveLength(4);
  });
});

describe('entries that wait for another import', () => {
  test('are counted for themselves, with that import: in the receipt, the import, the list', async () => {
    const office = await openOffice();
    const server = await serve(office);
    await office.next('500-after');
    const same = [voucher(1, 10), voucher(2, 20)];
    const { row: first } = await office.book('january.csv', journal(...same));
    expect((await office.receipt(first)).state).toBe('in-doubt');
    const row = await office.take('again.csv', journal(...same, voucher(3, 30)));
    await office.plan(row);
    await office.turn(row);
    const waitsFor = [{ import: first.id, file: 'january.csv', entries: 2, state: 'in-doubt' }];
    const url = `/api/imports/${row.id}`;
    expect((await server.get(`${url}/receipt`)).json).toMatchObject({
      state: 'posting',
      entries: { booked: 1, pending: 2, held: 0, rejected: 0, duplicate: 0 },
      waiting: waitsFor,
    });
    expect((await server.get(url)).json).toMatchObject({ waiting: 0, waitsFor });
    const listed = (answer: Answer) => answer.json.imports.find((each: { import: string }) => each.import === row.id);
    expect(listed(await server.get('/api/imports'))).toMatchObject({ state: 'posting', waiting: 0, waitsFor });
    expect(listed(await server.get('/api/imports?waiting=true'))).toBeUndefined();
    const other = (await server.get(`/api/imports/${first.id}`)).json;
    expect([other.waitsFor, (await server.get(`/api/imports/${first.id}/receipt`)).json.waiting]).toEqual([
      undefined,
      undefined,
    ]);
    const refused = await mender(office, server, row).send('POST', 'answers', SAID);
    expect(refused).toMatchObject({ status: 409 });
  });
});
