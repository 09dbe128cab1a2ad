import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantedOf } from '../../src/http/api/imports/vouchers.ts';
import { journal, openOffice, voucher } from '../importing/office.ts';
import { type Server, serve } from './serve.ts';

const search = async (server: Server, q: string, rest = '') =>
  (await server.get(`/api/vouchers?q=${encodeURIComponent(q)}${rest}`)).json;
const entries = ({ vouchers }: { vouchers: { entry: string }[] }) => vouchers.map(({ entry }) => entry);
const wrong = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');

test('an amount is known however a person writes it', () => {
  for (const text of ['6 412,00', '6.412,00', '6,412.00', '6412', '6\u00a0412', '-6412,0', '−6,412', '6’412'])
    expect([text, wantedOf(text).units(2)]).toEqual([text, 641_200]);
  for (const text of ['telenor', '1,23456', '12 34', '12a', '1.2.3'])
    expect([text, wantedOf(text).units(2)]).toEqual([text, undefined]);
  expect(wantedOf('6412.005').units(2)).toBeUndefined();
  expect(wantedOf('6412.005').units(3)).toBe(6_412_005);
});

test('vouchers of all imports are found by number, amount and text, with what became of each', async () => {
  const office = await openOffice();
  const server = await serve(office);
  await office.book('a.csv', journal(voucher(101, 6412, 'Telenor faktura'), voucher(102, 55.5, 'Husleie')));
  await office.book(
    'b.csv',
    journal(voucher(201, 6412, 'TELENOR mobil'), wrong(202, 99.25), voucher(203, 55.5, 'Strøm')),
  );
  const planned = await office.take('c.csv', journal(voucher(301, 55.5, 'Telenor')), 'journal', { book: false });
  await office.plan(planned);

  expect(entries(await search(server, 'telenor'))).toEqual(['301', '201', '101']);
  expect(entries(await search(server, ' Strøm '))).toEqual(['203']);
  expect(entries(await search(server, '6 412,00'))).toEqual(['201', '101']);
  expect(entries(await search(server, '-55.5'))).toEqual(['301', '203', '102']);
  expect((await search(server, '101')).vouchers).toMatchObject([
    {
      file: 'a.csv',
      entry: '101',
      outcome: 'booked',
      text: 'Telenor faktura',
      amount: '6412.00',
      bookedAs: expect.any(String),
    },
  ]);
  const { vouchers: held } = await search(server, '202');
  expect(held).toMatchObject([{ file: 'b.csv', outcome: 'held', amount: '99.25' }]);
  expect(held[0].text).toBeUndefined();
  expect(entries(await search(server, '99,25'))).toEqual(['202']);
  expect((await search(server, '301')).vouchers).toMatchObject([{ outcome: 'pending' }]);
  expect(await search(server, 'nobody')).toEqual({ vouchers: [] });

  await server.post(`/api/imports/${planned.id}/cancel`, '{"reason":"x"}', { 'content-type': 'application/json' });
  expect(entries(await search(server, 'telenor'))).toEqual(['201', '101']);
  for (const q of ['', 'x', 'x'.repeat(201)]) expect((await server.get(`/api/vouchers?q=${q}`)).status).toBe(400);
  expect((await server.get('/api/vouchers?q=telenor&from=1')).status).toBe(400);
});

test('a search goes on where it stopped, and finds each voucher once', async () => {
  const office = await openOffice();
  office.defineJob(
    'journal',
    `${readFileSync(join(office.folder, 'jobs', 'journal.yaml'), 'utf8')}batch: { entries: 2 }\n`,
  );
  const server = await serve(office);
  const all: string[] = [];
  for (const part of [1, 2, 3]) {
    const keys = [1, 2, 3, 4, 5].map((each) => part * 100 + each);
    all.push(...keys.map(String));
    await office.book(`${part}.csv`, journal(...keys.map((key) => voucher(key, 7)), wrong(part * 100 + 9, 7)));
    all.push(String(part * 100 + 9));
  }
  const found: string[] = [];
  let next: string | undefined = '/api/vouchers?q=7,00&limit=2';
  let answers = 0;
  for (; next !== undefined; answers++) {
    const { json } = await server.get(next);
    found.push(...entries(json));
    if (json.next !== undefined) expect(json.to).toMatch(/^20/);
    next = json.next;
  }
  expect(found.sort()).toEqual(all.sort());
  expect(answers).toBeGreaterThan(3);
});

test('a text is told as the file has it, without what bilag appends for its lookups', async () => {
  const path = "/api/biz/journalentrylines?filter=Description eq '{description}'";
  const office = await openOffice({ service: `probe: { marker: " #{import}-{batch}", path: "${path}" }\n` });
  const server = await serve(office);
  await office.book('a.csv', journal(voucher(101, 6412, 'Telenor faktura')));
  // What is sent has it, else this would show nothing.
  expect(await office.texts()).toEqual([expect.stringMatching(/^Telenor faktura #\w{26}-1$/)]);
  expect((await search(server, 'telenor')).vouchers).toMatchObject([{ entry: '101', text: 'Telenor faktura' }]);
});
