import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { ImportRow } from '../../src/ledger/rows.ts';
import { JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';
import { type Answer, serve } from './serve.ts';

const wrongAccount = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');
const form = (content: string | Buffer, name = 'a.csv') => {
  const data = new FormData();
  data.append('file', new Blob([content]), name);
  return data;
};
const ids = ({ json }: Answer) => json.imports.map((each: { import: string }) => each.import);

describe('the list of imports', () => {
  test('goes from page to page, the newest first; by state and by job', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const rows: ImportRow[] = [];
    for (let i = 0; i < 5; i++)
      rows.push(await office.take(`${i}.csv`, journal(voucher(i, 1)), i === 2 ? 'card' : 'journal'));
    await office.plan(rows[4]!);
    await office.post(rows[4]!);
    const all = rows.map(({ id }) => id).reverse();
    expect(ids(await server.get('/api/imports'))).toEqual(all);
    const seen: string[] = [];
    let next: string | undefined = '/api/imports?limit=2&job=journal';
    for (; next !== undefined; ) {
      const page: Answer = await server.get(next);
      expect(page.status).toBe(200);
      expect(ids(page).length).toBeLessThanOrEqual(2);
      seen.push(...ids(page));
      // What comes in meanwhile shifts nothing.
      await office.take('new.csv', journal(voucher(seen.length + 100, 1)));
      next = page.json.next;
    }
    expect(seen).toEqual(all.filter((id) => id !== rows[2]!.id));
    expect(ids(await server.get('/api/imports?state=completed'))).toEqual([rows[4]!.id]);
    const [done] = (await server.get('/api/imports?state=completed')).json.imports;
    expect(done).toMatchObject({ rows: { read: 2, booked: 2 }, entries: { booked: 1 }, file: '4.csv' });
    // The counts are the kept ones: nothing is counted for a list.
    const kept = { rows: { ...done.rows, booked: 7 }, entries: done.entries, heldDuplicates: 0 };
    await office.ledger.imports.update(rows[4]!.num, { counts: JSON.stringify(kept) });
    expect((await server.get('/api/imports?state=completed')).json.imports[0].rows.booked).toBe(7);
  });
});

describe('an import', () => {
  test('has the receipt that the command line prints, and links that lead somewhere', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row, receipt } = await office.book('a.csv', journal(voucher(1, 100), wrongAccount(2, 5)));
    const { mismatches, ...rest } = receipt;
    expect(mismatches).toEqual([]);
    const alone = await server.get(`/api/imports/${row.id.toLowerCase()}/receipt`);
    expect(alone.json).toEqual(JSON.parse(JSON.stringify(rest)));
    const { json } = await server.get(`/api/imports/${row.id}`);
    expect(json).toMatchObject({ ...alone.json, who: row.created_by, bytes: row.bytes });
    expect(Date.parse(json.takenIn)).toBe(row.created_at);
    for (const [name, url] of Object.entries<string>(json.links)) {
      const posts = ['retry', 'answers', 'cancel', 'book'].includes(name);
      if (name !== 'progress') expect([name, (await server.get(url)).status]).toEqual([name, posts ? 405 : 200]);
    }
  });

  test('says what does not add up', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book('a.csv', journal(voucher(1, 100)));
    await office.ledger.imports.update(row.num, { rows_read: 3 });
    expect((await server.get(`/api/imports/${row.id}/receipt`)).json.mismatches).toEqual([
      'Rows read: 3; accounted for: 2.',
    ]);
  });

  test('tells why entries wait, page by page', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book(
      'a.csv',
      journal(voucher('sound', 100), ...[1, 2, 3, 4, 5].map((key) => wrongAccount(key, key))),
    );
    const entries = [];
    let next: string | undefined = `/api/imports/${row.id}/issues?limit=2`;
    for (; next !== undefined; ) {
      const { json }: Answer = await server.get(next);
      expect(json.issues).toMatchObject([{ code: 'account-unknown', value: '9', rows: 5, entries: 5, row: '5' }]);
      entries.push(...json.entries);
      next = json.next;
    }
    expect(entries.map(({ entry }) => entry)).toEqual(['1', '2', '3', '4', '5']);
    expect(entries[0]).toMatchObject({
      rows: '4-5',
      state: 'held',
      problems: [
        { code: 'account-unknown', column: 'Konto', value: '9', row: '5', message: expect.stringContaining('9') },
      ],
    });
  });

  test('gives its failed rows away as a workbook, and takes them back corrected', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book('bøker "x".csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    const response = await fetch(`${server.url}/api/imports/${row.id}/failed.xlsx`);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="b_ker _x_.failed.xlsx"; filename*=UTF-8''b%C3%B8ker%20%22x%22.failed.xlsx`,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
    expect(server.temporary()).toEqual([]);
    const path = join(office.folder, 'back.xlsx');
    writeFileSync(path, bytes);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(path);
    expect(book.worksheets[0]!.rowCount).toBe(3);
    book.worksheets[0]!.getCell('C3').value = '3000';
    const corrected = Buffer.from(await book.xlsx.writeBuffer());
    for (let twice = 0; twice < 2; twice++) {
      const answer = await server.post(`/api/imports/${row.id}/retry`, form(corrected, 'back.xlsx'));
      expect(answer).toMatchObject({ status: 202, json: { import: row.id, state: 'planning', how: 'correction' } });
    }
    expect((await office.events(row)).filter((what) => what === 'correction')).toHaveLength(1);
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 } });
    expect((await server.get(`/api/imports/${row.id}/failed.xlsx`)).json.error.code).toBe('nothing-failed');
  });

  test('is retried as it is, once', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    const retry = () => server.post(`/api/imports/${row.id}/retry`);
    expect(await retry()).toMatchObject({ status: 202, json: { state: 'planning', how: 'retry' } });
    expect(await retry()).toMatchObject({ status: 202, json: { state: 'planning' } });
    await office.plan(row);
    await office.post(row);
    expect(await retry()).toMatchObject({ status: 200, json: { state: 'completed' } });
    expect((await office.events(row)).filter((what) => what === 'retry')).toHaveLength(1);
  });

  test('is not corrected by what is no correction of it', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const one = (await office.book('a.csv', journal(wrongAccount(1, 1)))).row;
    const two = (await office.book('b.csv', journal(wrongAccount(2, 2)))).row;
    const workbook = Buffer.from(await (await fetch(`${server.url}/api/imports/${one.id}/failed.xlsx`)).arrayBuffer());
    for (const body of [form(workbook, 'failed.xlsx'), form(journal(voucher(1, 1)))]) {
      const answer = await server.post(`/api/imports/${two.id}/retry`, body);
      expect([answer.status, answer.json.error.code]).toEqual([409, 'refused']);
    }
    expect((await office.receipt(two)).state).toBe('partly-booked');
    expect(server.temporary()).toEqual([]);
  });

  test('is cancelled with a reason, or says why not', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    const cancel = () =>
      server.post(`/api/imports/${row.id}/cancel`, '{"reason":"the wrong file"}', {
        'content-type': 'application/json',
      });
    expect(await cancel()).toMatchObject({ status: 200, json: { import: row.id, state: 'cancelled' } });
    expect(await cancel()).toMatchObject({
      status: 409,
      json: { error: { message: expect.stringContaining('was cancelled before, by ') } },
    });
  });
});
