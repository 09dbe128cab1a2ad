import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { reconcile } from '../../src/posting/enqueue-due.ts';
import { trailOf } from '../../src/reporting/trail.ts';
import { collect, JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';
import { ACCOUNT, AMOUNT, KEY, mender, type Row, TEXT, wrongAccount } from './mender.ts';
import { serve } from './serve.ts';

const card = (...rows: string[]) => `${['Dato;Beløp;Tekst', ...rows].join('\n')}\n`;
const KIWI = '05.01.2026;-89,90;KIWI 505';

describe('skipping', () => {
  test('settles entries with a reason: the receipt adds up, the history and the trail say who and why', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20), wrongAccount(3, 30)));
    const { mend, waiting, revise, history } = mender(office, await serve(office), row);
    await revise({ row: 5, column: ACCOUNT, value: '3000' });
    const skip = { do: 'skip', reason: 'paid in cash' };
    expect(await mend({ entries: [2] }, [1, 2], skip)).toEqual({
      status: 200,
      json: { entries: 1, rows: 2, ready: 0, held: 0, state: 'partly-booked' },
    });
    expect(await office.receipt(row)).toMatchObject({
      rows: { read: 6, booked: 2, held: 2, skipped: 2 },
      entries: { planned: 2, booked: 1, held: 1 },
      issues: [{ code: 'account-unknown', rows: 1, entries: 1 }],
      mismatches: [],
    });
    expect(await waiting()).toMatchObject({ matching: { entries: 1, rows: 2 }, revised: { entries: 0 } });
    expect(await history()).toMatchObject([{ undone: expect.any(String) }]);
    expect((await mend({}, [1, 2], skip)).json).toMatchObject({ entries: 1, rows: 2, state: 'completed' });
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 6, booked: 2, skipped: 4 },
      entries: { planned: 1, booked: 1 },
      totals: { debit: '51.00', credit: '-51.00', booked: { debit: '1.00' }, notBooked: { debit: '50.00' } },
      mismatches: [],
    });
    expect(JSON.parse((await office.ledger.imports.byNum(row.num)).counts!)).toMatchObject({
      rows: { held: 0, skipped: 4 },
    });
    const trail = await collect(trailOf(await office.ledger.imports.byNum(row.num), office.ports).rows);
    expect(trail.slice(2).map((cells) => [cells[0], cells[1], cells[2], cells.at(-2)])).toEqual([
      ['2', '4-5', 'skipped', `skipped by ${office.ports.who}: paid in cash`],
      ['3', '6-7', 'skipped', `skipped by ${office.ports.who}: paid in cash`],
    ]);
    expect((await office.events(row)).slice(-3)).toEqual(['skipped', 'skipped', 'completed']);
  });

  test('needs a reason, and is no part of what a retry plans again', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30)));
    const { mend, send, go } = mender(office, await serve(office), row);
    expect(await mend({}, [2, 4], { do: 'skip', reason: '  ' })).toMatchObject({ status: 400 });
    await mend({ entries: [1] }, [1, 2], { do: 'skip', reason: 'twice' });
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    await send('POST', 'retry');
    expect(await go()).toMatchObject({
      state: 'completed',
      rows: { read: 4, booked: 2, skipped: 2 },
      mismatches: [],
    });
    expect(await office.texts()).toEqual(['Bilag 3']);
  });

  test('stays in the amount of the list, which is what the receipt has in the file', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    const server = await serve(office);
    const amount = async () => (await server.get('/api/imports')).json.imports[0].amount;
    expect(await amount()).toBe('21.00');
    await mender(office, server, row).mend({}, [1, 2], { do: 'skip', reason: 'twice' });
    expect(await amount()).toBe('21.00');
    expect((await office.receipt(row)).totals).toMatchObject({
      debit: '21.00',
      booked: { debit: '1.00' },
      notBooked: { debit: '20.00' },
      skipped: { debit: '20.00' },
    });
  });

  test('works for contacts too, whose trail says so', async () => {
    const job = 'kind: contacts\ncolumns: { name: Navn, email: E-post }\n';
    const office = await openOffice({ jobs: { customers: job } });
    const { row } = await office.book('c.csv', 'Navn;E-post\nKari;kari@example.no\nOla;ola\n', 'customers');
    const { mend, revise, waiting, go } = mender(office, await serve(office), row);
    expect(await waiting()).toMatchObject({
      kind: 'contacts',
      causes: [{ code: 'email-invalid' }],
      entries: [{ entry: 'Ola', lines: [{ cells: ['Ola', 'ola'] }] }],
    });
    expect((await revise({ row: 3, column: 1, value: 'ola@example.no' })).json).toMatchObject({
      entries: [{ trial: 'ready' }],
    });
    await mend({}, [1, 1], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', contacts: { created: 2 } });
    const second = await office.book('d.csv', 'Navn;E-post\nPer;per\n', 'customers');
    const other = mender(office, await serve(office), second.row);
    await other.mend({}, [1, 1], { do: 'skip', reason: 'left us' });
    const [line] = await collect(trailOf(await office.ledger.imports.byNum(second.row.num), office.ports).rows);
    expect(line).toEqual(expect.arrayContaining(['skipped', `skipped by ${office.ports.who}: left us`]));
  });
});

describe('not a duplicate', () => {
  test('is booked since a person says so; the others are held as ever, and the next file knows both', async () => {
    const office = await openOffice();
    await office.book('a.csv', card(KIWI), 'card');
    const { row } = await office.book('b.csv', card(KIWI, '06.01.2026;-12,00;REMA'), 'card');
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, duplicate: 1 } });
    const { mend, go, waiting } = mender(office, await serve(office), row);
    expect((await waiting()).causes).toMatchObject([{ code: 'duplicate', mends: ['skip', 'book', 'edit', 'retry'] }]);
    const reason = 'two equal purchases';
    await mend({ state: 'duplicate' }, [1, 1], { do: 'book', reason });
    expect(await go()).toMatchObject({ state: 'completed', rows: { read: 2, booked: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['KIWI 505', 'KIWI 505', 'REMA']);
    const [event] = (await office.ledger.imports.events(row.num)).filter(({ what }) => what === 'insisted');
    expect(JSON.parse(event!.detail!)).toEqual({ entries: 1, reason });
    const third = await office.book('c.csv', card(KIWI, KIWI, KIWI), 'card');
    expect(third.receipt).toMatchObject({ entries: { booked: 1, duplicate: 2 } });
  });

  test('turns off the check for nobody else in the same correction', async () => {
    const office = await openOffice();
    await office.book('a.csv', card(KIWI, KIWI), 'card');
    const { row } = await office.book('b.csv', card(KIWI, KIWI, '06.01.2026;-12,00;REMA'), 'card');
    expect(await office.receipt(row)).toMatchObject({ entries: { booked: 1, duplicate: 2 } });
    const { mend, go } = mender(office, await serve(office), row);
    await mend({}, [2, 2], { do: 'retry' });
    await office.ledger.waiting.insist(row.num, [1], 1);
    expect(await go()).toMatchObject({ entries: { booked: 2, duplicate: 1 }, mismatches: [] });
    await mend({}, [1, 1], { do: 'retry' });
    expect(await go(), 'the decision was about that correction').toMatchObject({ entries: { duplicate: 1 } });
    expect(await office.booked()).toMatchObject({ count: 4 });
  });

  test('is said of what looks like one: others that are chosen along with it are checked as ever', async () => {
    const office = await openOffice();
    await office.book('before.csv', journal(voucher(1, 1)));
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    await office.book('b.csv', journal(wrongAccount(2, 20)));
    const { mend, go } = mender(office, await serve(office), row);
    const which = { do: 'book', reason: 'two equal ones' };
    expect(await mend({ entries: [2] }, [1, 2], which)).toMatchObject({ status: 409 });
    expect(await mend({}, [2, 4], which)).toMatchObject({ status: 200 });
    expect(await go()).toMatchObject({ entries: { booked: 1, duplicate: 1 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 1', 'Bilag 2']);
    const [event] = (await office.ledger.imports.events(row.num)).filter(({ what }) => what === 'insisted');
    expect(JSON.parse(event!.detail!)).toMatchObject({ entries: 1 });
  });

  test('is no word for a retry, where what was submitted with it could not be planned', async () => {
    const office = await openOffice();
    await office.book('before.csv', journal(voucher(1, 100)));
    const { row } = await office.book('a.csv', journal(voucher(1, 70)));
    const { mend, go, send } = mender(office, await serve(office), row);
    await mend({}, [1, 2], { do: 'book', reason: 'a new series' });
    office.defineJob('journal', JOURNAL_JOB.replace('Konto', 'Kontonummer'));
    expect(await go()).toMatchObject({ state: 'partly-booked', reason: { code: 'column-missing' } });
    expect(await office.ledger.waiting.insisted(row.num, 1)).toEqual([]);
    office.defineJob('journal', JOURNAL_JOB);
    await send('POST', 'retry');
    expect(await go()).toMatchObject({ entries: { booked: 0, held: 1 }, mismatches: [] });
  });

  test('books a voucher whose number was used before, and a contact that is another person', async () => {
    const people =
      'kind: contacts\ncolumns: { name: Navn, phone: Telefon }\nmatch: [phone]\ndefaults: { countryCode: NO }\n';
    const office = await openOffice({ jobs: { journal: JOURNAL_JOB, people } });
    await office.book('a.csv', journal(voucher(1, 100)));
    const { row } = await office.book('b.csv', journal(voucher(1, 70)));
    const changed = mender(office, await serve(office), row);
    expect((await changed.waiting()).causes).toMatchObject([{ code: 'entry-changed' }]);
    await changed.mend({}, [1, 2], { do: 'book', reason: 'a new series' });
    expect(await changed.go()).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '170.00', '3000': '-170.00' });

    await office.book('c.csv', 'Navn;Telefon\nKari;22334455\n', 'people');
    const second = await office.book('d.csv', 'Navn;Telefon\nOla;22334455\n', 'people');
    expect(second.receipt).toMatchObject({ issues: [{ code: 'contact-exists' }] });
    const twin = mender(office, await serve(office), second.row);
    await twin.mend({}, [1, 1], { do: 'book', reason: 'they share a switchboard' });
    expect(await twin.go()).toMatchObject({ state: 'completed', contacts: { created: 1 } });
  });

  test('is no word for custom fields: one exists once', async () => {
    const job = 'kind: custom-fields\ncolumns: { name: Navn, model: Modell, type: Type }\n';
    const office = await openOffice({ jobs: { fields: job } });
    const file = (type: string) => `Navn;Modell;Type\nColour;Product;${type}\n`;
    await office.book('a.csv', file('Small text field'), 'fields');
    const { row } = await office.book('b.csv', file('Money'), 'fields');
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked' });
    const { mend, waiting } = mender(office, await serve(office), row);
    expect((await waiting()).causes[0].mends).not.toContain('book');
    expect(await mend({}, [1, 1], { do: 'book', reason: 'x' })).toMatchObject({ status: 409 });
  });
});

describe('what others do meanwhile', () => {
  test('others match than were confirmed: nothing is done, and what matches now is said', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30)));
    const { mend, history } = mender(office, await serve(office), row);
    for (const what of [
      { do: 'set', column: ACCOUNT, from: '9', to: '3100' },
      { do: 'skip', reason: 'x' },
      { do: 'book', reason: 'x' },
      { do: 'retry' },
    ]) {
      expect(await mend({}, [3, 6], what)).toMatchObject({
        status: 409,
        json: { error: { code: 'count-changed' }, entries: 2, rows: 4 },
      });
    }
    expect(await history()).toEqual([]);
    expect(await office.receipt(row)).toMatchObject({ state: 'partly-booked', rows: { held: 4 } });
  });

  test('two hand the same in: it is booked once, and the other is told', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const { mend, revise, go } = mender(office, await serve(office), row);
    await revise({ row: 3, column: ACCOUNT, value: '3000' });
    const said = await Promise.all([mend({}, [1, 2], { do: 'retry' }), mend({}, [1, 2], { do: 'retry' })]);
    expect(said.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 2']);
  });

  test('what was corrected is there after a crash, and is tried again; what could not be submitted comes back', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30)));
    const first = await serve(office);
    await mender(office, first, row).revise({ row: 3, column: ACCOUNT, value: '3000' });
    await first.close();
    const { tried, mend, go, history } = mender(office, await serve(office), row);
    expect(await tried()).toMatchObject({
      revised: { entries: 1, ready: 1, held: 0 },
      entries: [{ trial: 'ready' }, { revised: false }],
    });
    expect((await mend({}, [2, 4], { do: 'retry' })).status).toBe(200);
    // The job has another column now, so that no correction can be read.
    office.defineJob('journal', JOURNAL_JOB.replace('Konto', 'Kontonummer'));
    expect(await go()).toMatchObject({ state: 'partly-booked', reason: { code: 'column-missing' }, mismatches: [] });
    expect((await history())[0].handedIn).toBeUndefined();
    office.defineJob('journal', JOURNAL_JOB);
    expect((await tried()).revised).toMatchObject({ entries: 1, ready: 1 });
    await mend({ revised: true }, [1, 2], { do: 'retry' });
    expect(await go()).toMatchObject({ entries: { booked: 1, held: 1 }, mismatches: [] });
  });

  test('what was submitted and cancelled before it was planned waits as before, corrected', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const { waiting, tried, mend, revise, send } = mender(office, await serve(office), row);
    await revise({ row: 3, column: ACCOUNT, value: '3000' });
    await mend({}, [1, 2], { do: 'retry' });
    expect((await waiting()).book).toBe(false);
    expect((await send('POST', 'cancel', { reason: 'not yet' })).json).toMatchObject({ state: 'partly-booked' });
    expect(await tried()).toMatchObject({ book: true, revised: { entries: 1, ready: 1 } });
    expect(await office.receipt(row)).toMatchObject({ rows: { held: 2 }, mismatches: [] });
  });

  test('an import whose last entry was skipped by a process that died is closed by whoever goes round', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    const skip = { no: 1, at: Date.now(), who: 'kari', reason: 'twice' };
    await office.ledger.write((tx) => tx.skips.skip(row.num, [2], skip, true));
    await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
    expect(await office.receipt(row)).toMatchObject({
      state: 'completed',
      rows: { read: 4, booked: 2, skipped: 2 },
      mismatches: [],
    });
  });

  test('those who may only look change nothing; who did what stands in the history', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const hashOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
    const users = [
      { name: 'vera', role: 'viewer', token: hashOf('bilag_vera') },
      { name: 'olav', role: 'operator', token: hashOf('bilag_olav') },
    ] as const;
    const server = await serve(office, { users });
    const vera = mender(office, server, row, { authorization: 'Bearer bilag_vera' });
    const cell = { row: 3, column: ACCOUNT, value: '3000' };
    expect((await vera.waiting()).matching).toEqual({ entries: 1, rows: 2 });
    expect([
      (await vera.revise(cell)).status,
      (await vera.undo(1)).status,
      (await vera.mend({}, [1, 2], { do: 'retry' })).status,
    ]).toEqual([403, 403, 403]);
    const olav = mender(office, server, row, { authorization: 'Bearer bilag_olav' });
    await olav.revise(cell);
    await olav.mend({}, [1, 2], { do: 'retry' });
    expect(await vera.history()).toMatchObject([{ who: 'olav', was: '9', became: '3000', handedIn: 1 }]);
    const by = (await office.ledger.imports.events(row.num)).flatMap(({ what, who }) => (who === 'olav' ? [what] : []));
    expect(by).toEqual(['mended', 'correction']);
  });
});

describe('the workbook', () => {
  async function failedRows(url: string, row: Row) {
    const answer = await fetch(`${url}/api/imports/${row.id}/failed.xlsx`);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await answer.arrayBuffer());
    return book;
  }

  test('holds what was corrected already, and takes its place when it comes back', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30)));
    const server = await serve(office);
    const { revise, waiting, history, go } = mender(office, server, row);
    await revise({ row: 3, column: ACCOUNT, value: '3100' }, { row: 5, column: ACCOUNT, value: '8' });
    const book = await failedRows(server.url, row);
    const sheet = book.worksheets[0]!;
    expect(sheet.getCell(3, ACCOUNT + 1).text).toBe('3100');
    expect(sheet.getCell(3, 8).text).toContain('Corrected already: Konto was "9"');
    sheet.getCell(5, ACCOUNT + 1).value = '3200';
    const path = join(office.folder, 'mended.xlsx');
    await book.xlsx.writeFile(path);
    const form = new FormData();
    form.append('file', await openAsBlob(path), 'mended.xlsx');
    const taken = await server.post(`/api/imports/${row.id}/retry`, form);
    const mends = { entries: 2, rows: 2, cells: 2, by: [office.ports.who] };
    expect(taken).toMatchObject({ status: 202, json: { how: 'correction', mends } });
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    const setAside = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'mends-set-aside');
    expect(JSON.parse(setAside!.detail!)).toEqual({ correction: 1, ...mends });
    expect((await office.booked()).totals).toEqual({ '1920': '50.00', '3100': '-20.00', '3200': '-30.00' });
    expect((await history()).every(({ undone }: { undone?: string }) => undone !== undefined)).toBe(true);
    expect((await waiting()).revised).toMatchObject({ entries: 0 });
  });
});

test('a workbook that is brought as any file says what it meets, too', async () => {
  const office = await openOffice();
  const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
  const server = await serve(office);
  const { revise } = mender(office, server, row);
  const failed = await fetch(`${server.url}/api/imports/${row.id}/failed.xlsx`);
  const path = office.file('failed.xlsx', Buffer.from(await failed.arrayBuffer()));
  await revise({ row: 3, column: ACCOUNT, value: '3100' });
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'failed.xlsx');
  expect(await server.post('/api/imports?job=journal', form)).toMatchObject({
    status: 202,
    json: { import: row.id, how: 'correction', mends: { entries: 1, cells: 1, by: [office.ports.who] } },
  });
});

describe('a plain retry', () => {
  test('leaves what was corrected and not submitted to whoever corrected it, and says so', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30), wrongAccount(4, 4)));
    const server = await serve(office);
    const { revise, send, mend, tried, go } = mender(office, server, row);
    await revise({ row: 5, column: ACCOUNT, value: '3100' }, { row: 5, column: TEXT, value: 'Kontor' });
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3000" }\n`);
    const taken = await send('POST', 'retry');
    const left = { entries: 1, rows: 1, cells: 2, by: [office.ports.who] };
    expect(taken).toMatchObject({ status: 202, json: { how: 'retry', mends: left } });
    expect(await go()).toMatchObject({ entries: { booked: 2, held: 1 }, mismatches: [] });
    const { detail } = (await office.ledger.imports.events(row.num)).find(({ what }) => what === 'retry')!;
    expect(JSON.parse(detail!)).toEqual({ left });
    expect(await tried()).toMatchObject({
      revised: { entries: 1, ready: 1 },
      entries: [{ entry: '3', revised: true }],
    });
    const refused = await send('POST', 'retry');
    expect(refused).toMatchObject({
      status: 409,
      json: { error: { message: expect.stringContaining(`corrected by ${office.ports.who}`) } },
    });
    await mend({ revised: true }, [1, 2], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '54.00', '3000': '-24.00', '3100': '-30.00' });
  });

  test('books what the file says where somebody asks for that; what was corrected can still be read', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(3, 30)));
    const { revise, send, history, go } = mender(office, await serve(office), row);
    await revise({ row: 3, column: ACCOUNT, value: '3100' });
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3000" }\n`);
    // A workbook says by itself what counts.
    expect(await send('POST', 'retry?asFile=true', {})).toMatchObject({
      status: 400,
      json: { error: { code: 'request-invalid', message: expect.stringContaining('asFile') } },
    });
    const taken = await send('POST', 'retry?asFile=true');
    expect(taken.status).toBe(202);
    expect(taken.json).not.toHaveProperty('mends');
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '30.00', '3000': '-30.00' });
    expect(await office.events(row)).toContain('mends-set-aside');
    expect(await history()).toMatchObject([{ became: '3100', undone: expect.any(String) }]);
  });

  test('that is refused, or cancelled, has set nothing aside', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(3, 30), wrongAccount(4, 4)));
    const { revise, send, history, go } = mender(office, await serve(office), row);
    await revise({ row: 3, column: ACCOUNT, value: '3100' });
    office.defineJob('journal', JOURNAL_JOB.replace('Konto', 'Kontonummer'));
    expect((await send('POST', 'retry?asFile=true')).status).toBe(202);
    expect(await go()).toMatchObject({ state: 'partly-booked', entries: { held: 2 }, mismatches: [] });
    expect(await office.events(row)).toContain('retry-refused');
    expect(await history()).toEqual([expect.not.objectContaining({ undone: expect.anything() })]);
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3000" }\n`);
    await send('POST', 'retry?asFile=true');
    await send('POST', 'cancel', { reason: 'not yet' });
    expect(await go()).toMatchObject({ entries: { held: 2 }, mismatches: [] });
    expect(await history()).toEqual([expect.not.objectContaining({ undone: expect.anything() })]);
    await send('POST', 'retry');
    expect(await go()).toMatchObject({ entries: { booked: 1, held: 1 }, mismatches: [] });
  });

  test('leaves the entry too that a row was corrected to belong to', async () => {
    const office = await openOffice();
    const content = journal(wrongAccount(2, 20), '3;05.01.2026;1920;5,00;Rest', wrongAccount(4, 4));
    const { row } = await office.book('a.csv', content);
    const { revise, send, mend, go } = mender(office, await serve(office), row);
    await revise({ row: 4, column: KEY, value: '2' }, { row: 4, column: AMOUNT, value: '0,00' });
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3000" }\n`);
    await send('POST', 'retry');
    expect(await go()).toMatchObject({ entries: { booked: 1, held: 2 }, mismatches: [] });
    expect(await office.texts()).toEqual(['Bilag 4']);
    // All that is left waits for the same hand.
    await send('POST', 'retry');
    expect(await go()).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 2 }, mismatches: [] });
    await mend({ revised: true }, [1, 1], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', rows: { booked: 5 }, mismatches: [] });
    expect((await office.booked()).count).toBe(2);
  });
});
