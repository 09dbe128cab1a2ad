import type { ImportRow } from '../../src/ledger/rows.ts';
import { type Office, voucher } from '../importing/office.ts';
import { type Answer, type Server, until } from './serve.ts';

/** A voucher with an account that the service does not have. */
export const wrongAccount = (key: string | number, amount: number, wrong = '9'): string =>
  voucher(key, amount).replaceAll('3000', wrong);

/** Columns of the journal. */
export const KEY = 0;
export const ACCOUNT = 2;
export const AMOUNT = 3;
export const TEXT = 4;

export type Row = Pick<ImportRow, 'num' | 'service' | 'id'>;

/** An import, as a person corrects it in the browser. */
export function mender(office: Office, server: Server, row: Row, headers: Record<string, string> = {}) {
  const url = `/api/imports/${row.id}`;
  const send = async (method: string, path: string, body?: unknown) => {
    const given =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}${url}/${path}`, { method, ...given });
    return { status: response.status, json: (await response.json()) as Answer['json'] };
  };
  return {
    url,
    send,
    waiting: async (query = '') => (await send('GET', `waiting${query}`)).json,
    /** The same, when the rules have said of all that was corrected what they think of it. */
    async tried(query = '') {
      let found: Answer['json'];
      await until(async () => {
        found = (await send('GET', `waiting${query}`)).json;
        return found.revised.ready + found.revised.held === found.revised.entries;
      });
      return found;
    },
    revise: (...cells: readonly { row: number; column: number; value: string }[]) =>
      send('POST', 'revisions', { cells }),
    undo: (seq: number) => send('DELETE', `revisions?seq=${seq}`),
    history: async () => (await send('GET', 'revisions')).json.revisions,
    mend: (select: object, [entries, rows]: readonly [entries: number, rows: number], mend: object) =>
      send('POST', 'mends', { select, expect: { entries, rows }, mend }),
    /** What was submitted is planned and booked. */
    async go() {
      await office.plan(row);
      await office.post(row);
      return await office.receipt(row);
    },
  };
}
