import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/core/cell.ts';
import type * as RetryModule from '../../src/correcting/retry.ts';
import { writeFailedRows } from '../../src/correcting/write-failed-rows.ts';
import { PAGE_BYTES, REVISED_BYTES } from '../../src/http/api/corrections/body.ts';
import { storedPath } from '../../src/ledger/stored-file.ts';
import { auditTrail } from '../../src/reporting/trail.ts';
import { writeWorkbook } from '../../src/tabular/write-workbook.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { ACCOUNT, AMOUNT, KEY, mender, type Row, TEXT, wrongAccount } from './mender.ts';
import { serve } from './serve.ts';

// A file that comes back is looked at in a thread, which runs from compiled files.
const { correctImport } = await load<typeof RetryModule>('correcting/retry.js');

interface Page {
  readonly entries: readonly { readonly entry: string; readonly lines: readonly { readonly cells: string[] }[] }[];
  readonly next?: string;
  readonly matching: object;
}
/** What a page says beside its entries, in bytes. */
const HEAD_BYTES = 16 * 1024;

const storedBytes = async (office: Office, { num }: Row) =>
  readFileSync(storedPath(join(office.folder, 'home'), (await office.ledger.imports.byNum(num)).sha256));

describe('what waits', () => {
  test('is counted once by its causes, under the first, so that they come to all of it', async () => {
    const office = await openOffice();
    const noSuchDay = (text: string) => text.replaceAll('05.01.2026', '31.02.2026');
    const { row } = await office.book(
      'a.csv',
      journal(
        ...[2, 3, 4].map((key) => wrongAccount(key, key)),
        noSuchDay(wrongAccount(5, 5)),
        noSuchDay(voucher(6, 6)),
        noSuchDay(wrongAccount(7, 7, '8')),
      ),
    );
    const { waiting } = mender(office, await serve(office), row);
    const { causes, matching } = await waiting();
    expect(matching).toEqual({ entries: 6, rows: 12 });
    expect(causes).toMatchObject([
      { code: 'date-invalid', rows: 6, entries: 3, counted: { entries: 3, rows: 6 } },
      { value: '9', rows: 4, entries: 4, counted: { entries: 3, rows: 6 } },
      { value: '8', rows: 1, entries: 1 },
    ]);
    expect(causes[2].counted).toBeUndefined();
  });

  test('stands there whole, in the file’s own columns, with what can be done about each cause', async () => {
    const office = await openOffice();
    const unbalanced = `${voucher(3, 7).split('\n')[0]!}\n3;05.01.2026;3000;-5,00;Bilag 3`;
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20), unbalanced));
    const { waiting } = mender(office, await serve(office), row);
    expect(await waiting()).toEqual({
      import: row.id,
      columns: ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
      amounts: [AMOUNT],
      chart: [{ column: ACCOUNT, of: 'account' }],
      kind: 'bookings',
      book: true,
      causes: [
        expect.objectContaining({ code: 'entry-unbalanced', rows: 2, entries: 1, row: '6', mends: ['edit', 'skip'] }),
        expect.objectContaining({
          code: 'account-unknown',
          value: '9',
          column: 'Konto',
          rows: 1,
          entries: 1,
          row: '5',
          mends: ['set', 'edit', 'skip', 'retry'],
        }),
      ],
      matching: { entries: 2, rows: 4 },
      revised: { entries: 0, ready: 0, held: 0 },
      entries: [
        {
          seq: 2,
          entry: '2',
          rows: '4-5',
          state: 'held',
          revised: false,
          problems: [],
          lines: [
            { row: '4', number: 4, cells: ['2', '05.01.2026', '1920', '20,00', 'Bilag 2'], was: {}, problems: [] },
            {
              row: '5',
              number: 5,
              cells: ['2', '05.01.2026', '9', '-20,00', 'Bilag 2'],
              was: {},
              problems: [expect.objectContaining({ code: 'account-unknown', cause: expect.any(Number) })],
            },
          ],
        },
        expect.objectContaining({
          entry: '3',
          difference: '2.00',
          problems: [expect.objectContaining({ code: 'entry-unbalanced' })],
        }),
      ],
    });
  });

  test('is found by cause, state, a text in a cell, what was corrected, and the number of a row; in pages', async () => {
    const office = await openOffice();
    await office.book('before.csv', journal(voucher(7, 7)));
    const { row } = await office.book(
      'a.csv',
      journal(voucher(7, 7), wrongAccount(2, 20), wrongAccount(3, 30, '8'), wrongAccount('50%', 4)),
    );
    const { waiting, revise, mend } = mender(office, await serve(office), row);
    const keys = async (query: string) => (await waiting(query)).entries.map((entry: { entry: string }) => entry.entry);
    const { causes, matching } = await waiting();
    expect(matching).toEqual({ entries: 4, rows: 8 });
    const cause = causes.find(({ value }: { value?: string }) => value === '9');
    expect(await keys(`?cause=${cause.no}`)).toEqual(['2', '50%']);
    expect(await keys('?state=duplicate')).toEqual(['7']);
    expect(await keys('?q=BILAG 3')).toEqual(['3']);
    expect(await keys('?q=%25')).toEqual(['50%']);
    expect(await keys('?q=-30,00')).toEqual(['3']);
    await revise({ row: 7, column: TEXT, value: 'Kontorrekvisita' });
    expect(await keys('?q=rekvis')).toEqual(['3']);
    expect(await keys('?revised=yes')).toEqual(['3']);
    expect(await keys('?revised=true')).toEqual(['3']);
    expect(await keys('?revised=false')).toEqual(await keys('?revised=no'));
    expect(await keys('?revised=no')).toEqual(['7', '2', '50%']);
    const long = 'x'.repeat(60_000);
    expect(await keys(`?q=${long.slice(0, 4_000)}`)).toEqual([]);
    expect((await mend({ q: long }, [1, 2], { do: 'retry' })).json).toMatchObject({ entries: 0, rows: 0 });
    const first = await waiting('?limit=2');
    expect(first.entries).toHaveLength(2);
    const rest = (await (await fetch(new URL(first.next, (await serve(office)).url))).json()) as typeof first;
    expect(rest.entries.map(({ entry }: { entry: string }) => entry)).toEqual(['3', '50%']);
    expect([rest.next, rest.matching]).toEqual([undefined, matching]);
  });

  test('with large cells comes in pages of few bytes, of which each goes on where the last stopped', async () => {
    const office = await openOffice();
    const large = (megabytes: number) => 'å'.repeat((megabytes * 1024 * 1024) / 2);
    const sizes = [1, 1, 1, 1, 1, 3, 0, 3, 0, 1];
    const withText = (size: number, at: number) =>
      voucher(at + 1, 20, size === 0 ? 'kort' : `${at} ${large(size / 2)}`).replaceAll('3000', '9');
    const { row } = await office.book('a.csv', journal(...sizes.map(withText)));
    const { url } = await serve(office);
    const pages: { keys: string[]; bytes: number }[] = [];
    const texts: string[] = [];
    let address: string | undefined = `/api/imports/${row.id}/waiting?limit=100`;
    while (address !== undefined) {
      const body = await (await fetch(new URL(address, url))).text();
      const { entries, next, matching } = JSON.parse(body) as Page;
      expect(matching).toEqual({ entries: sizes.length, rows: 2 * sizes.length });
      pages.push({ keys: entries.map(({ entry }) => entry), bytes: Buffer.byteLength(body) });
      texts.push(...entries.map(({ lines }) => lines[0]!.cells[TEXT]!));
      address = next;
    }
    expect(pages.flatMap(({ keys }) => keys)).toEqual(sizes.map((_, at) => String(at + 1)));
    expect(texts.map((text) => text.length)).toEqual(
      sizes.map((size, at) => (size === 0 ? 4 : `${at} ${large(size / 2)}`.length)),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const { keys, bytes } of pages) expect(bytes, keys.join()).toBeLessThan(PAGE_BYTES + HEAD_BYTES);
    // One that is larger than a page stands on a page of its own.
    const { row: whole } = await office.book(
      'b.csv',
      journal(wrongAccount(21, 1), `${voucher(22, 2, large(3)).replaceAll('3000', '9')}`),
    );
    const first = (await (await fetch(`${url}/api/imports/${whole.id}/waiting`)).json()) as Page;
    const second = (await (await fetch(new URL(first.next!, url))).json()) as Page;
    expect([first, second].map(({ entries }) => entries.map(({ entry }) => entry))).toEqual([['21'], ['22']]);
    expect(second.next).toBeUndefined();
  });

  test('is corrected in parts where it would be answered with more than one answer holds', async () => {
    const office = await openOffice();
    const large = 'å'.repeat(700 * 1024);
    const sizes = [large, large, `${large}${large}${large}`];
    const { row } = await office.book(
      'a.csv',
      journal(...sizes.map((text, at) => voucher(at + 1, 20, text).replaceAll('3000', '9'))),
    );
    const server = await serve(office);
    const { revise, undo, waiting, history, url } = mender(office, server, row);
    const cell = (number: number) => ({ row: number, column: ACCOUNT, value: '3000' });
    const refused = await revise(cell(3), cell(5));
    expect(refused).toMatchObject({
      status: 413,
      json: {
        error: {
          code: 'body-too-large',
          message: expect.stringContaining(`more than ${REVISED_BYTES} bytes`),
          suggestion: 'Correct cells of fewer entries in one request.',
        },
      },
    });
    expect(await history()).toEqual([]);
    // One is told however large, as on a page of its own.
    const one = await revise(cell(3));
    expect(one.status).toBe(200);
    const two = await revise(cell(5));
    expect(two.status).toBe(200);
    expect(two.json.revised.entries).toBe(2);
    const { seq } = one.json.entries[0];
    const undone = await fetch(`${server.url}${url}/revisions?seq=${seq}`, { method: 'DELETE' });
    const bytes = Buffer.byteLength(await undone.text());
    expect(bytes).toBeLessThan(REVISED_BYTES + HEAD_BYTES);
    expect((await undo(two.json.entries[0].seq)).json.revised.entries).toBe(0);
    expect((await waiting()).matching).toEqual({ entries: 3, rows: 6 });
  });
});

describe('a value in the place of another', () => {
  test('in all rows: tried at once, submitted, and the service holds what the file says with that account', async () => {
    const office = await openOffice();
    const content = journal(voucher(1, 1), wrongAccount(2, 20), wrongAccount(3, 30));
    const { row } = await office.book('a.csv', content);
    const { waiting, mend, history, go } = mender(office, await serve(office), row);
    const { causes } = await waiting();
    expect(causes).toMatchObject([{ entries: 2, revised: 0 }]);
    const which = { cause: causes[0].no };
    // What the cells say already changes nothing, and is no part of the history.
    expect((await mend(which, [2, 4], { do: 'set', column: ACCOUNT, from: '9', to: '9 ' })).status).toBe(409);
    const done = await mend(which, [2, 4], { do: 'set', column: ACCOUNT, from: '9', to: '3100' });
    expect(done).toEqual({ status: 200, json: { entries: 2, rows: 2, ready: 2, held: 0, state: 'partly-booked' } });
    const after = await waiting('?revised=yes');
    expect(after.causes).toMatchObject([{ no: causes[0].no, entries: 2, revised: 2, ready: 2 }]);
    expect(after).toMatchObject({ matching: { entries: 2, rows: 4 }, revised: { entries: 2, ready: 2, held: 0 } });
    expect(after.entries[0]).toMatchObject({ revised: true, trial: 'ready', problems: [] });
    expect(after.entries[0].lines[1]).toMatchObject({ was: { [ACCOUNT]: '9' }, problems: [] });
    expect(after.entries[0].lines[1].cells[ACCOUNT]).toBe('3100');
    const handed = await mend({ revised: true }, [2, 4], { do: 'retry' });
    expect(handed).toEqual({ status: 200, json: { entries: 2, rows: 4, ready: 2, held: 0, state: 'planning' } });
    expect(await go()).toMatchObject({ state: 'completed', rows: { read: 6, booked: 6 }, mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '51.00', '3000': '-1.00', '3100': '-50.00' });
    // The account that was replaced stays: what the file says of it is what went to the other.
    expect((await office.receipt(row)).totals).toMatchObject({
      corrected: { moved: '50.00', entries: 2, rows: 2 },
      booked: { debit: '51.00', credit: '-51.00' },
      accounts: [
        { account: '9', file: '-50.00', corrected: '50.00', booked: '0.00', replacedBy: '3100' },
        { account: '1920', file: '51.00', corrected: '0.00', booked: '51.00' },
        { account: '3000', file: '-1.00', corrected: '0.00', booked: '-1.00' },
        { account: '3100', file: '0.00', corrected: '-50.00', booked: '-50.00' },
      ],
    });
    const lines: Cell[][] = [];
    const now = await office.ledger.imports.byNum(row.num);
    for await (const line of auditTrail(now, { ledger: office.ledger })) lines.push(line);
    expect(lines.map((cells) => [cells[7], cells.at(-1)])).toEqual([
      ['1920', ''],
      ['3000', ''],
      ['1920', ''],
      ['3100', expect.stringMatching(/^Konto: "9" became "3100", by /)],
      ['1920', ''],
      ['3100', expect.stringMatching(/^Konto: "9" became "3100", by /)],
    ]);
    expect(await history()).toEqual(
      [5, 7].map((line) =>
        expect.objectContaining({ row: String(line), column: 'Konto', was: '9', became: '3100', handedIn: 1 }),
      ),
    );
    expect((await storedBytes(office, row)).toString()).toBe(content);
    expect(await office.events(row)).toEqual(expect.arrayContaining(['mended', 'correction', 'completed']));
  });

  test('only in cells that read so: what the job makes the same of is another cause', async () => {
    const office = await openOffice();
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "8": "9" }\n`);
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30, '8')));
    const { waiting, mend, send, go } = mender(office, await serve(office), row);
    const { causes } = await waiting();
    expect(causes).toMatchObject([
      { value: '9', rows: 1, message: 'Account 9 is unknown to the service.' },
      { value: '8', rows: 1, message: 'Account 9, which the job has for "8", is unknown to the service.' },
    ]);
    const done = await mend({}, [2, 4], { do: 'set', column: ACCOUNT, from: '9', to: '3100' });
    expect(done.json).toMatchObject({ entries: 1, rows: 1, ready: 1 });
    const now = (await waiting()).causes;
    expect(now.map(({ revised }: { revised: number }) => revised)).toEqual([1, 0]);
    const near = async ({ no }: { no: number }) => (await send('GET', `suggestions?cause=${no}`)).json;
    const [first, second] = [await near(causes[0]), await near(causes[1])];
    expect(second.suggestions).toEqual(first.suggestions);
    expect([first.inFile, second.inFile]).toEqual([['9'], ['8']]);
    const set = { do: 'set', column: ACCOUNT, from: '8', to: '3200', remember: true };
    await mend({ cause: causes[1].no }, [1, 2], set);
    expect((await office.ports.job('journal')).job).toMatchObject({ accounts: { '8': '3200' } });
    await mend({}, [2, 4], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '50.00', '3100': '-20.00', '3200': '-30.00' });
  });

  test('only in the entries that were chosen; a cell that was corrected by hand is taken as it reads now', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30), wrongAccount(4, 40)));
    const { waiting, mend, revise } = mender(office, await serve(office), row);
    await revise({ row: 3, column: ACCOUNT, value: '3200' });
    const done = await mend({ entries: [1, 2] }, [2, 4], { do: 'set', column: ACCOUNT, from: '9', to: '3100' });
    expect(done.json).toMatchObject({ entries: 1, rows: 1, ready: 1 });
    const again = await mend({}, [3, 6], { do: 'set', column: ACCOUNT, from: '3200', to: '3300' });
    expect(again.json).toMatchObject({ entries: 1, rows: 1 });
    const accounts = (await waiting()).entries.map(
      ({ lines }: { lines: { cells: string[] }[] }) => lines[1]!.cells[ACCOUNT],
    );
    expect(accounts).toEqual(['3300', '3100', '9']);
  });

  test('can be remembered: the job maps it from now on, with its comments and its order', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const commented = `# Our journal\n${JOURNAL_JOB}# As agreed\naccounts:\n  "8": "3000" # sales\nonDuplicate: hold\n`;
    office.defineJob('journal', commented);
    const { mend } = mender(office, await serve(office), row);
    const set = { do: 'set', column: ACCOUNT, from: '9', to: '3100', remember: true };
    expect((await mend({}, [1, 2], set)).json).toMatchObject({ entries: 1, ready: 1 });
    const written = readFileSync(join(office.folder, 'jobs', 'journal.yaml'), 'utf8');
    expect(written).toBe(commented.replace('# sales\n', '# sales\n  "9": "3100"\n'));
    const { receipt } = await office.book('b.csv', journal(wrongAccount(5, 5)));
    expect(receipt).toMatchObject({ state: 'completed' });
    expect(await mend({}, [1, 2], { ...set, column: AMOUNT })).toMatchObject({
      status: 409,
      json: { error: { code: 'not-remembered' } },
    });
    expect(await mend({}, [1, 2], { ...set, from: ' ' })).toMatchObject({
      status: 409,
      json: { error: { code: 'not-remembered' } },
    });
    expect(readFileSync(join(office.folder, 'jobs', 'journal.yaml'), 'utf8')).toBe(written);
  });

  test('remembers what the file says, not what an earlier correction made of it', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30, '8')));
    const { waiting, mend, send, go } = mender(office, await serve(office), row);
    const set = (from: string, to: string, remember = false) =>
      mend({}, [2, 4], { do: 'set', column: ACCOUNT, from, to, ...(remember ? { remember } : {}) });
    // One correction that is submitted and still unknown, and one that is only typed.
    await set('9', '77');
    await mend({}, [2, 4], { do: 'retry' });
    await go();
    await set('8', '77');
    const { entries, causes } = await waiting();
    expect(entries).toHaveLength(2);
    // Who is asked whether to remember it reads what the file says.
    const { no } = causes.find(({ value }: { value: string }) => value === '77');
    expect((await send('GET', `suggestions?cause=${no}`)).json.inFile).toEqual(['9']);
    expect((await set('77', '3100', true)).json).toMatchObject({ entries: 2, remembered: ['9', '8'] });
    expect((await office.ports.job('journal')).job).toMatchObject({ accounts: { '8': '3100', '9': '3100' } });
    const { receipt } = await office.book('b.csv', journal(wrongAccount(5, 5), wrongAccount(6, 6, '8')));
    expect(receipt).toMatchObject({ state: 'completed' });
  });

  test('remembers what the file says where a workbook of failed rows was given back', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20)));
    const { mend } = mender(office, await serve(office), row);
    const path = join(office.folder, 'failed.csv');
    await writeFailedRows(await office.ledger.imports.byNum(row.num), path, office.ports);
    writeFileSync(path, readFileSync(path, 'utf8').replace(';9;', ';77;'));
    await correctImport(
      await office.ledger.imports.byNum(row.num),
      path,
      'failed.csv',
      await office.ports.job('journal'),
      office.ports,
    );
    await office.plan(row);
    await office.post(row);
    const set = { do: 'set', column: ACCOUNT, from: '77', to: '3100', remember: true };
    expect((await mend({}, [1, 2], set)).json).toMatchObject({ entries: 1, remembered: ['9'] });
  });

  test('is remembered beside what others have remembered at the same time, and only where it can be replaced', async () => {
    const office = await openOffice();
    const wrong = ['7', '8', '9'];
    const { row } = await office.book('a.csv', journal(...wrong.map((account) => wrongAccount(account, 20, account))));
    const { mend } = mender(office, await serve(office), row);
    const set = (from: string, to: string) =>
      mend({}, [3, 6], { do: 'set', column: ACCOUNT, from, to, remember: true });
    await Promise.all(wrong.map((account) => set(account, '3100')));
    const known = async () => {
      const { job } = await office.ports.job('journal');
      return 'accounts' in job ? job.accounts : undefined;
    };
    expect(await known()).toEqual({ '7': '3100', '8': '3100', '9': '3100' });
    expect((await mend({}, [3, 6], { do: 'retry' })).status).toBe(200);
    expect((await set('9', '3200')).status).toBe(409);
    expect(await known(), 'the import is being planned: nothing is replaced').toMatchObject({ '9': '3100' });
  });

  test('suggestions are accounts that the company’s books are known to have, the nearest first', async () => {
    const office = await openOffice();
    await office.book('before.csv', journal(voucher(1, 1), voucher(2, 2).replaceAll('3000', '3100')));
    const { row } = await office.book('a.csv', journal(wrongAccount(3, 3, '3099')));
    const { send, waiting } = mender(office, await serve(office), row);
    const values = async (no: number) => (await send('GET', `suggestions?cause=${no}`)).json.suggestions;
    // Until the list of the service was read: those that its files have used.
    await office.faults('get-503=1');
    const { causes } = await waiting();
    const used = await values(causes[0].no);
    expect(used.map(({ value }: { value: string }) => value)).toEqual(['3100', '3000', '1920']);
    expect(used[0].name).not.toBe('');
    await office.faults('');
    const other = await serve(office, { ports: { now: () => Date.now() + 120_000 } });
    await mender(office, other, row).waiting();
    const listed = await values(causes[0].no);
    expect(listed.slice(0, 3).map(({ value }: { value: string }) => value)).toEqual(['3100', '3110', '3080']);
  });
});

describe('a cell that is corrected', () => {
  test('is tried with its whole entry: what is wrong then and by how much it differs; and is taken back', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(wrongAccount(2, 20), wrongAccount(3, 30)));
    const { revise, undo, waiting, history } = mender(office, await serve(office), row);
    const half = await revise({ row: 3, column: AMOUNT, value: '-19,5' }, { row: 3, column: ACCOUNT, value: '3000' });
    expect(half).toMatchObject({
      status: 200,
      json: {
        entries: [
          { seq: 1, revised: true, trial: 'held', difference: '0.50', problems: [{ code: 'entry-unbalanced' }] },
        ],
        revised: { entries: 1, ready: 0, held: 1 },
        causes: [{ no: 1, revised: 1, ready: 0 }],
      },
    });
    const sound = await revise({ row: 2, column: AMOUNT, value: '19,50' });
    expect(sound.json.entries[0]).toMatchObject({ trial: 'ready', problems: [] });
    expect(sound.json.entries[0].difference).toBeUndefined();
    // What the file holds is no revision.
    await revise({ row: 2, column: AMOUNT, value: '20,00' });
    expect((await waiting()).entries[0]).toMatchObject({ trial: 'held', lines: [{ was: {} }, {}] });
    expect((await undo(1)).json).toMatchObject({
      entries: [{ revised: false, state: 'held', lines: [{}, { was: {}, problems: [{ code: 'account-unknown' }] }] }],
      revised: { entries: 0, ready: 0, held: 0 },
      causes: [],
    });
    expect((await history()).map(({ undone }: { undone?: string }) => undone !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('of CSV keeps what was typed: its decimal comma, leading zeros, and what looks like a formula', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1234.5), wrongAccount(2, 20)));
    const { revise, mend, go } = mender(office, await serve(office), row);
    const said = await revise(
      { row: 4, column: AMOUNT, value: '1.234,50' },
      { row: 5, column: AMOUNT, value: '-1.234,50' },
      { row: 5, column: ACCOUNT, value: '3000' },
      { row: 4, column: TEXT, value: '=1+1' },
      { row: 5, column: TEXT, value: '007' },
    );
    expect(said.json.entries).toMatchObject([{ trial: 'ready' }]);
    await mend({ revised: true }, [1, 2], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    const [, second] = (await office.booked()).entries;
    expect(second!.lines).toMatchObject([
      { Amount: '1234.50', Description: '=1+1' },
      { Amount: '-1234.50', Description: '007' },
    ]);
  });

  test.each([
    ['-48199,52', '-10.50'],
    ['-48199.52', '-10,5'],
  ])('of XLSX, given back as CSV: %s is understood, and %s on the screen afterwards', async (amount, later) => {
    const office = await openOffice();
    const day = { kind: 'date', iso: '2026-01-05' } as const;
    const path = join(office.folder, 'w.xlsx');
    await writeWorkbook(
      path,
      'Bilag',
      ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
      [
        ['1', day, 1920, 48199.52, 1.5],
        ['1', day, 3000, '48x,52', 'a'],
        ['2', day, 1920, 10.5, 'b'],
        ['2', day, 3000, '10x', 'b'],
      ],
    );
    const { row } = await office.book('a.xlsx', readFileSync(path));
    const { revise, mend, go, waiting } = mender(office, await serve(office), row);
    const asked = (await waiting()).causes[0].suggestion;
    expect(asked).toContain('Write it like 1234,50');
    const failed = async () => {
      await writeFailedRows(await office.ledger.imports.byNum(row.num), join(office.folder, 'back.csv'), office.ports);
      return readFileSync(join(office.folder, 'back.csv'), 'utf8');
    };
    // As the words beside them ask for it, and in no other column.
    const csv = await failed();
    expect(csv.match(/^[12];.*(?=;[^;]*;\d+;)/gm)).toEqual([
      '1;2026-01-05;1920;48199,52;1.5',
      '1;2026-01-05;3000;48x,52;a',
      '2;2026-01-05;1920;10,5;b',
      '2;2026-01-05;3000;10x;b',
    ]);
    writeFileSync(join(office.folder, 'back.csv'), csv.replace('48x,52', amount));
    await correctImport(
      await office.ledger.imports.byNum(row.num),
      join(office.folder, 'back.csv'),
      'back.csv',
      await office.ports.job('journal'),
      office.ports,
    );
    expect(await go()).toMatchObject({ state: 'partly-booked', entries: { booked: 1, held: 1 }, mismatches: [] });

    const unclear = await revise({ row: 5, column: AMOUNT, value: '-1.000' });
    expect(unclear.json.entries).toMatchObject([
      { trial: 'held', lines: [{}, { problems: [{ code: 'amount-too-precise', variant: 'thousands' }] }] },
    ]);
    const said = await revise({ row: 5, column: AMOUNT, value: later });
    expect(said.json.entries).toMatchObject([{ trial: 'ready' }]);
    await mend({}, [1, 2], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    const { entries } = await office.booked();
    expect(entries.map(({ lines }) => lines.map(({ Amount }) => Amount))).toEqual([
      ['48199.52', '-48199.52'],
      ['10.50', '-10.50'],
    ]);
  });

  test('of XLSX: a number stays a number, a date a date, and a text is never made one', async () => {
    const office = await openOffice();
    const day = { kind: 'date', iso: '2026-01-05' } as const;
    const path = join(office.folder, 'w.xlsx');
    await writeWorkbook(
      path,
      'Bilag',
      ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
      [
        ['1', day, 1920, 1234.5, 'a'],
        ['1', day, '9', -1234.5, '0042'],
      ],
    );
    const content = readFileSync(path);
    const { row } = await office.book('a.xlsx', content);
    const { revise, mend, go, waiting } = mender(office, await serve(office), row);
    expect((await waiting()).entries[0].lines[0].cells).toEqual(['1', '2026-01-05', '1920', '1234.5', 'a']);
    const unclear = await revise({ row: 2, column: AMOUNT, value: '1.000' });
    expect(unclear.json.entries).toMatchObject([
      {
        trial: 'held',
        lines: [{ problems: [{ code: 'amount-too-precise', facts: { one: '1.00', thousand: '1000.00' } }] }, {}],
      },
    ]);
    const said = await revise(
      { row: 2, column: AMOUNT, value: '1000,25' },
      { row: 3, column: AMOUNT, value: '-1000.25' },
      { row: 3, column: ACCOUNT, value: '3000' },
      { row: 2, column: 1, value: '2026-02-28' },
      { row: 3, column: 1, value: '2026-02-28' },
      { row: 2, column: TEXT, value: '=SUM(A1)' },
    );
    expect(said.json.entries).toMatchObject([{ trial: 'ready' }]);
    await mend({}, [1, 2], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', mismatches: [] });
    expect((await office.booked()).entries[0]!.lines).toMatchObject([
      { Amount: '1000.25', FinancialDate: '2026-02-28', Description: '=SUM(A1)' },
      { Amount: '-1000.25', FinancialDate: '2026-02-28', Description: '0042' },
    ]);
    expect(await storedBytes(office, row)).toEqual(content);
  });

  test('of a key makes one entry of two that wait', async () => {
    const office = await openOffice();
    const [debit] = voucher(12, 100).split('\n') as [string];
    const [, credit] = voucher('1Z', 100).split('\n') as [string, string];
    const { row } = await office.book('a.csv', journal(debit, credit));
    expect(await office.receipt(row)).toMatchObject({ entries: { held: 2 } });
    const { revise, mend, go } = mender(office, await serve(office), row);
    const said = await revise({ row: 3, column: KEY, value: '12' });
    expect(said.json.entries).toMatchObject([{ entry: '1Z', trial: 'ready' }]);
    await mend({ revised: true }, [1, 1], { do: 'retry' });
    expect(await go()).toMatchObject({ state: 'completed', rows: { booked: 2 }, mismatches: [] });
    expect(await office.booked()).toMatchObject({ count: 1 });
  });

  test('is refused, and nothing kept, where the row does not wait, there is no such column, or the import is at work', async () => {
    const office = await openOffice();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    const { revise, mend, history } = mender(office, await serve(office), row);
    const sound = { row: 5, column: ACCOUNT, value: '3000' };
    expect(await revise(sound, { row: 2, column: 0, value: 'x' })).toMatchObject({ status: 409 });
    expect(await revise(sound, { row: 5, column: 9, value: 'x' })).toMatchObject({ status: 409 });
    expect(await revise({ row: 5, column: 0, value: 'x'.repeat(40_000) })).toMatchObject({ status: 400 });
    expect(await revise({ row: 5, column: 0, value: '\ud800' })).toMatchObject({ status: 409 });
    expect(await revise()).toMatchObject({ status: 400 });
    expect(await history()).toEqual([]);
    await revise(sound);
    await mend({}, [1, 2], { do: 'retry' });
    expect(await revise(sound)).toMatchObject({ status: 409 });
  });
});
