import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { storedPath } from '../../src/pipeline/stored-file.ts';
import { CARD_JOB, JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../pipeline/office.ts';
import { type Answer, type Server, serve } from './serve.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const wrongAccount = (key: string | number, amount: number) => voucher(key, amount).replaceAll('3000', '9');

type Row = Pick<ImportRow, 'num' | 'service' | 'id'>;

/** An import as a person mends it in the browser. */
function mender(office: Office, server: Server, row: Row) {
  const url = `/api/imports/${row.id}`;
  const send = (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}${url}/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify(body) }),
    }).then(async (response) => ({ status: response.status, json: (await response.json()) as Answer['json'] }));
  return {
    waiting: async (query = '') => (await server.get(`${url}/waiting${query}`)).json,
    revise: (...cells: { row: number; column: number; value: string }[]) => send('POST', 'revisions', { cells }),
    undo: (seq: number) => send('DELETE', `revisions?seq=${seq}`),
    history: async () => (await server.get(`${url}/revisions`)).json.revisions,
    mend: (select: object, expected: [entries: number, rows: number], mend: object) =>
      send('POST', 'mends', { select, expect: { entries: expected[0], rows: expected[1] }, mend }),
    /** What was handed in is planned and booked. */
    async go() {
      await office.plan(row);
      await office.post(row);
      return office.receipt(row);
    },
  };
}

const ACCOUNT = 2;
const AMOUNT = 3;
void AMOUNT;

describe('what waits', () => {
  test('stands there whole, in the file’s own columns, with what can be done about each cause', async () => {
    const office = await openOffice();
    const unbalanced = `${voucher(3, 7).split('\n')[0]!}\n3;05.01.2026;3000;-5,00;Bilag 3`;
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20), unbalanced));
    const server = await serve(office);
    const { waiting } = mender(office, server, row);
    expect(await waiting()).toEqual({
      import: row.id,
      columns: ['Bilagsnr', 'Dato', 'Konto', 'Beløp', 'Tekst'],
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
});

describe('a value in the place of another', () => {
  test('in all rows: tried at once, handed in, and the service holds what the file says with that account', async () => {
    const office = await openOffice();
    const content = journal(voucher(1, 1), wrongAccount(2, 20), wrongAccount(3, 30));
    const { row } = await office.book('a.csv', content);
    const server = await serve(office);
    const { waiting, mend, history, go } = mender(office, server, row);
    const { causes } = await waiting();
    const which = { cause: causes[0].no };
    const done = await mend(which, [2, 4], { do: 'set', column: ACCOUNT, from: '9', to: '3100' });
    expect(done).toEqual({ status: 200, json: { entries: 2, rows: 2, ready: 2, held: 0, state: 'partly-booked' } });
    const after = await waiting('?revised=yes');
    expect(after).toMatchObject({ matching: { entries: 2, rows: 4 }, revised: { entries: 2, ready: 2, held: 0 } });
    expect(after.entries[0]).toMatchObject({ revised: true, trial: 'ready', problems: [] });
    expect(after.entries[0].lines[1]).toMatchObject({ was: { [ACCOUNT]: '9' }, problems: [] });
    expect(after.entries[0].lines[1].cells[ACCOUNT]).toBe('3100');
    const handed = await mend({ revised: true }, [2, 4], { do: 'retry' });
    expect(handed).toEqual({ status: 200, json: { entries: 2, rows: 4, ready: 2, held: 0, state: 'planning' } });
    expect(await go()).toMatchObject({ state: 'completed', rows: { read: 6, booked: 6 }, mismatches: [] });
    expect((await office.booked()).totals).toEqual({ '1920': '51.00', '3000': '-1.00', '3100': '-50.00' });
    expect(await history()).toEqual(
      [5, 7].map((line) =>
        expect.objectContaining({ row: String(line), column: 'Konto', was: '9', became: '3100', handedIn: 1 }),
      ),
    );
    expect(
      readFileSync(storedPath(join(office.folder, 'home'), office.ledger.imports.byNum(row.num).sha256), 'utf8'),
    ).toBe(content);
    expect(office.events(row)).toEqual(expect.arrayContaining(['mended', 'correction', 'completed']));
  });
});

void CARD_JOB;
void JOURNAL_JOB;
