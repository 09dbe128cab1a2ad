import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { reconcile } from '../../src/posting/enqueue-due.ts';
import type * as WriteTrailModule from '../../src/reporting/write-trail.ts';
import { openSource } from '../../src/tabular/open-source.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { type Server, serve } from './serve.ts';

const { writeTrail } = await load<typeof WriteTrailModule>('reporting/write-trail.js');
const root = fileURLToPath(new URL('../../', import.meta.url));

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}` as const;
const USERS = [
  { name: 'vera', role: 'viewer', token: hash('vera') },
  { name: 'oda', role: 'operator', token: hash('oda') },
] as const;
const as = (name: string) => ({ authorization: `Bearer ${name}` });

const wrong = (key: number) => voucher(key, 5).replaceAll('3000', '9');
const names = (answer: { json: { imports: { file: string }[] } }) => answer.json.imports.map(({ file }) => file);
const bytes = async (server: Server, path: string) => {
  const answer = await fetch(server.url + path);
  return { headers: answer.headers, status: answer.status, content: Buffer.from(await answer.arrayBuffer()) };
};

describe('the list', () => {
  test('tells of amounts what the receipt does, to the øre', async () => {
    const jobs = ['bookings', 'english-ledger', 'payroll', 'till', 'bank', 'contacts'];
    const office = await openOffice({
      jobs: Object.fromEntries(jobs.map((name) => [name, readFileSync(join(root, 'jobs', `${name}.yaml`), 'utf8')])),
    });
    const server = await serve(office);
    const files = ['bookings.csv', 'bookings.xlsx', 'english-ledger.csv', 'payroll.csv', 'till.csv', 'bank.csv'];
    for (const file of [...files, 'contacts.csv']) {
      const job = jobs.find((name) => file.startsWith(name))!;
      await office.plan(await office.take(file, readFileSync(join(root, 'samples', file)), job, { book: false }));
    }
    const { imports } = (await server.get('/api/imports')).json;
    expect(imports).toHaveLength(7);
    for (const { import: id, file, amount } of imports) {
      const { totals } = (await server.get(`/api/imports/${id}/receipt`)).json;
      const { totals: sums } = JSON.parse(
        readFileSync(join(root, 'samples', `${expectation(file)}.expected.json`), 'utf8'),
      ).receipt;
      expect([file, amount], file).toEqual([file, file === 'contacts.csv' ? undefined : totals.debit]);
      if (file !== 'contacts.csv') expect(amount, file).toBe(sums.debit);
    }
  });

  test('counts what is booked while the rest waits for a doubt of another import, and again once that is settled', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const two = [voucher(1, 1), voucher(2, 2)];
    await office.next('reset-after');
    const { row: doubtful } = await office.book('doubtful.csv', journal(...two));
    const { row } = await office.book('waits.csv', journal(...two, voucher(3, 3), voucher(4, 4)));
    const kept = async () => (await server.get('/api/imports?q=waits.csv')).json.imports[0];
    const mine = { state: 'posting', rows: { read: 8, booked: 4, pending: 4 }, entries: { booked: 2, pending: 2 } };
    expect(await kept()).toMatchObject(mine);
    expect((await server.get(`/api/imports/${row.id}`)).json).toMatchObject(mine);
    expect((await server.get('/api/days')).json.days.at(-1)).toMatchObject({ booked: 4, pending: 4, inDoubt: 4 });

    // A process that died before it could count.
    const stale = JSON.parse((await office.ledger.imports.byNum(row.num)).counts!);
    const counts = JSON.stringify({ ...stale, rows: { ...stale.rows, booked: 0, pending: 8 } });
    await office.ledger.imports.update(row.num, { counts });
    await reconcile(office.ports, { plan: async () => undefined, posts: async () => undefined });
    expect(await kept()).toMatchObject(mine);

    const { entries } = await office.booked();
    expect(entries.length).toBe(4);
    const attempt = (await office.batches(doubtful))[0]?.attempt;
    const answer = { attempt, became: 'booked', reason: 'seen in the books' };
    const settled = await server.post(`/api/imports/${doubtful.id}/batches/1/resolve`, JSON.stringify(answer), {
      'content-type': 'application/json',
    });
    expect(settled.status, settled.text).toBe(200);
    expect(await kept()).toMatchObject({ rows: { booked: 4, pending: 0, duplicate: 4 } });
  });

  test('keeps the amount in step: what is corrected, rejected and cancelled', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const amountOf = async (id: string) =>
      (await server.get('/api/imports')).json.imports.find((each: { import: string }) => each.import === id).amount;
    const { row } = await office.book('a.csv', journal(voucher(1, 100.05), voucher(2, 5).replace(',00', ',x')));
    expect(await amountOf(row.id)).toBe((await office.receipt(row)).totals.debit);
    office.defineJob('journal', readJob(office).replace('columns:', 'skip: [{ column: Beløp, matches: x }]\ncolumns:'));
    await server.post(`/api/imports/${row.id}/retry`);
    await office.plan(row);
    expect(await amountOf(row.id)).toBe((await office.receipt(row)).totals.debit);
    const second = await office.take('b.csv', journal(voucher(3, 7.25)), 'journal', { book: false });
    await office.plan(second);
    expect(await amountOf(second.id)).toBe('7.25');
    const because = (reason: string) =>
      server.post(`/api/imports/${second.id}/cancel`, JSON.stringify({ reason }), {
        'content-type': 'application/json',
      });
    expect((await because(' ')).json.error).toMatchObject({
      reason: 'reason-needed',
      suggestion: 'Say why in "reason".',
    });
    const cancel = await because('x');
    expect(cancel.json).toMatchObject({ state: 'cancelled' });
    expect(await amountOf(second.id)).toBeUndefined();
  });

  test('is searched, filtered and paged, and every link leads on', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const files = ['ÆRLIG_1.csv', '100% å.csv', 'a_b.csv', 'axb.csv', 'axb 2.csv', 'ærlig 2.csv', '100x.csv'];
    for (const [at, file] of files.entries()) {
      await server.post(
        `/api/imports?job=${at === 2 ? 'card' : 'journal'}&name=${encodeURIComponent(file)}`,
        journal(voucher(at, 1)),
        { 'content-type': 'text/csv' },
      );
    }
    const search = async (q: string, rest = '') =>
      names(await server.get(`/api/imports?q=${encodeURIComponent(q)}${rest}`));
    expect(await search('ærlig')).toEqual(['ærlig 2.csv', 'ÆRLIG_1.csv']);
    expect(await search('Å.CSV')).toEqual(['100% å.csv']);
    expect(await search('100%')).toEqual(['100% å.csv']);
    expect(await search('a_b')).toEqual(['a_b.csv']);
    expect(await search('\\')).toEqual([]);
    expect(await search('g_1', '&state=planning')).toEqual(['ÆRLIG_1.csv']);
    expect(await search('g_1', '&state=posting')).toEqual([]);
    expect(names(await server.get('/api/imports?job=card'))).toEqual(['a_b.csv']);
    expect(names(await server.get('/api/imports?kind=contacts'))).toEqual([]);
    const { import: id } = (await server.get('/api/imports?job=card')).json.imports[0];
    expect(await search(id.toLowerCase())).toEqual(['a_b.csv']);

    const first = await server.get('/api/imports?limit=2&q=.CSV&kind=bookings');
    expect(names(first)).toEqual(['100x.csv', 'ærlig 2.csv']);
    expect(first.json.previous).toBeUndefined();
    const second = await server.get(first.json.next);
    const third = await server.get(second.json.next);
    const fourth = await server.get(third.json.next);
    expect([names(second), names(third), names(fourth)].flat()).toEqual(files.slice(0, 5).reverse());
    expect(fourth.json.next).toBeUndefined();
    expect(names(await server.get(fourth.json.previous))).toEqual(names(third));
    const back = await server.get((await server.get(third.json.previous)).json.previous);
    expect(names(back)).toEqual(names(first));
    expect(back.json.previous).toBeUndefined();
    expect((await server.get(`/api/imports?q=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await server.get('/api/imports?kind=cats')).json.error.message).toContain('contacts');
  });

  test('is of the time that is asked for', async () => {
    const office = await openOffice();
    const server = await serve(office);
    for (const [at, file] of ['a.csv', 'b.csv', 'c.csv', 'd.csv'].entries()) {
      await server.post(`/api/imports?job=journal&name=${file}`, journal(voucher(at, 1)), {
        'content-type': 'text/csv',
      });
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const { imports } = (await server.get('/api/imports')).json;
    const [, c, b] = imports.map(({ takenIn }: { takenIn: string }) => takenIn);
    const listed = async (query: string) => names(await server.get(`/api/imports?${query}`));
    expect(await listed(`since=${c}`)).toEqual(['d.csv', 'c.csv']);
    expect(await listed(`until=${c}`)).toEqual(['b.csv', 'a.csv']);
    expect(await listed(`since=${b}&until=${c}`)).toEqual(['b.csv']);
    expect(await listed(`since=${b}&q=.csv&state=planning`)).toEqual(['d.csv', 'c.csv', 'b.csv']);
    expect(await listed('since=2099-01-01T00:00:00Z')).toEqual([]);
    const first = await server.get(`/api/imports?since=${b}&limit=2`);
    expect(names(first)).toEqual(['d.csv', 'c.csv']);
    expect(names(await server.get(first.json.next))).toEqual(['b.csv']);
    for (const wrong of ['yesterday', '1969-12-31T00:00:00Z'])
      expect((await server.get(`/api/imports?since=${wrong}`)).status, wrong).toBe(400);
  });

  test('says first what needs a person, with the money that waits', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const needs = async () => (await server.get('/api/needs')).json;
    expect(await needs()).toEqual({ more: false, needs: [] });
    await office.book('whole.csv', journal(voucher(1, 100)));
    const planned = await office.take('planned.csv', journal(voucher(6, 7.25), voucher(7, 1)), 'journal', {
      book: false,
    });
    await office.plan(planned);
    await office.book('again.csv', journal(voucher(1, 100), wrong(2), voucher(8, 9)));
    await office.book('unread.csv', 'nothing of it\n1\n');
    await office.next('reset-after');
    await office.book('doubt.csv', journal(voucher(4, 12.5)));
    const found = await needs();
    expect(found).toMatchObject({
      more: false,
      needs: [
        { file: 'doubt.csv', state: 'in-doubt', entries: 1, amount: '12.50' },
        // What an earlier import booked is not at stake.
        {
          file: 'again.csv',
          state: 'partly-booked',
          entries: 2,
          alreadyBooked: 1,
          amount: '5.00',
          reason: { code: 'account-unknown' },
        },
        { file: 'unread.csv', state: 'rejected', entries: 0, reason: { code: 'header-missing' } },
        { file: 'planned.csv', state: 'planned', entries: 2, amount: '8.25' },
      ],
    });
    expect(found.needs[2].amount).toBeUndefined();
    expect([found.needs[0].reason, found.needs[3].reason]).toEqual([undefined, undefined]);
  });

  test('says what waits for a person, and how many imports do', async () => {
    const office = await openOffice();
    const server = await serve(office);
    await office.book('whole.csv', journal(voucher(1, 100)));
    await office.book('again.csv', journal(voucher(1, 100), wrong(2), wrong(3)));
    await office.next('reset-after');
    await office.book('doubt.csv', journal(voucher(4, 100)));
    await office.take('new.csv', journal(voucher(5, 100)));
    const waiting = (await server.get('/api/imports?waiting=true')).json.imports;
    expect(waiting).toMatchObject([
      { file: 'doubt.csv', state: 'in-doubt', waiting: 0, entries: { inDoubt: 1 } },
      { file: 'again.csv', state: 'partly-booked', waiting: 3 },
    ]);
    expect((await server.get('/api/summary')).json).toEqual({
      states: {
        ...{ planning: 1, planned: 0, posting: 0, completed: 1, 'partly-booked': 1, rejected: 0 },
        ...{ 'in-doubt': 1, cancelled: 0 },
      },
      most: 100,
    });
    expect(names(await server.get('/api/imports?waiting=true&state=in-doubt'))).toEqual(['doubt.csv']);
    expect(names(await server.get('/api/imports?waiting=true&state=completed'))).toEqual([]);
  });
});

describe('batches', () => {
  test('are listed in pages and by state, with what was seen of each', async () => {
    const office = await openOffice();
    office.defineJob('journal', `${readJob(office)}batch: { entries: 1, concurrency: 1 }\n`);
    const server = await serve(office);
    await office.next('429', 'reset-after');
    const { row } = await office.book('a.csv', journal(...[1, 2, 3, 4, 5].map((key) => voucher(key, key * 10.5))));
    const url = `/api/imports/${row.id}/batches`;
    const first = (await server.get(`${url}?limit=2`)).json;
    expect(first).toMatchObject({
      states: expect.arrayContaining([
        { state: 'booked', batches: 4 },
        { state: 'in-doubt', batches: 1 },
      ]),
      batches: [
        { batch: 1, state: 'booked', entries: 1, rows: 2, debit: '10.50', credit: '-10.50', attempts: 2 },
        { batch: 2, debit: '21.00' },
      ],
    });
    const second = (await server.get(first.next)).json;
    const third = (await server.get(second.next)).json;
    expect([...second.batches, ...third.batches].map(({ batch }) => batch)).toEqual([3, 4, 5]);
    expect(third.next).toBeUndefined();

    const { batches } = (await server.get(`${url}?state=in-doubt`)).json;
    expect(batches).toHaveLength(1);
    const doubt = batches[0].batch;
    const seen = (await server.get(batches[0].url)).json;
    expect(seen).toMatchObject({
      import: row.id,
      batch: doubt,
      state: 'in-doubt',
      accounts: [{ account: '1920' }, { account: '3000' }],
      contents: [{ entry: String(doubt), rows: `${doubt * 2}-${doubt * 2 + 1}`, date: '2026-01-05' }],
      tries: [{ batch: doubt, outcome: 'in-doubt', evidence: { error: expect.any(String) } }],
      decisions: [],
      looks: [],
    });
    expect(Date.parse(seen.tries[0].ended)).toBeGreaterThanOrEqual(Date.parse(seen.tries[0].began));
    const attempts = [1, 2, 3, 4, 5].map(async (no) => (await server.get(`${url}/${no}`)).json.tries);
    const refused = (await Promise.all(attempts)).find((tries) => tries.length > 1)!;
    expect(refused).toMatchObject([
      { outcome: 'not-applied', evidence: { status: 429 } },
      { outcome: 'booked', evidence: { status: 200 } },
    ]);
    const { attempt } = (await office.batches(row)).find(({ no }) => no === doubt)!;
    await office.ledger.doubts.decide(row.num, doubt, attempt!, {
      ...{ became: 'booked', at: Date.now(), who: 'kari', reason: 'seen there', ids: '[[77,"77-2026"]]' },
    });
    expect((await server.get(`${url}/${doubt}`)).json).toMatchObject({
      state: 'booked',
      decisions: [{ became: 'booked', who: 'kari', reason: 'seen there' }],
    });
    expect((await server.get(`${url}/99`)).status).toBe(404);
    expect((await server.get(`${url}?state=lost`)).status).toBe(400);
    expect((await server.get(`${url}/0`)).status).toBe(400);
  });
});

describe('downloads', () => {
  test('the file as it came, byte for byte, whatever it is called', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const content = Buffer.concat([Buffer.from(journal(voucher(1, 1))), Buffer.from([0xe6, 0xf8, 0xe5, 0x0d, 0x0a])]);
    const row = await office.take('<script>åpen".csv', content);
    const given = await bytes(server, `/api/imports/${row.id}/file`);
    expect(given.content.equals(content)).toBe(true);
    expect(Object.fromEntries(given.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''%3Cscript%3E%C3%A5pen%22\.csv$/),
    });
    expect((await server.get(`/api/imports/${row.id}/file?correction=1`)).status).toBe(404);
    rmSync(join(office.folder, 'home', 'files', row.sha256.slice(0, 2), row.sha256));
    expect((await server.get(`/api/imports/${row.id}/file`)).json.error.code).toBe('file-elsewhere');
  });

  test('a corrected file, too', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book('a.csv', journal(voucher(1, 100), wrong(2)));
    const failed = await bytes(server, `/api/imports/${row.id}/failed.xlsx`);
    const sent = await fetch(`${server.url}/api/imports/${row.id}/retry?name=rettet.xlsx`, {
      method: 'POST',
      body: new Uint8Array(failed.content),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(sent.status).toBe(202);
    const { corrections } = (await server.get(`/api/imports/${row.id}`)).json;
    expect(corrections).toMatchObject([{ correction: 1, file: 'rettet.xlsx' }]);
    expect((await bytes(server, corrections[0].url)).content.equals(failed.content)).toBe(true);
  });

  test('the audit trail, as bilag show writes it', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book('mars.csv', journal(voucher(1, 100.5, '=1+1'), wrong(2), voucher(3, 7)));
    const fresh = await office.ledger.imports.byNum(row.num);
    const csv = await bytes(server, `/api/imports/${row.id}/trail.csv`);
    const path = join(office.folder, 'trail.csv');
    await writeTrail(fresh, path, office.ports);
    expect(csv.content.equals(readFileSync(path))).toBe(true);
    expect(csv.content.toString()).toMatch(/;100,5;/);
    expect(csv.headers.get('content-disposition')).toContain('mars.trail.csv');
    const xlsx = await bytes(server, `/api/imports/${row.id}/trail.xlsx`);
    const given = join(office.folder, 'given.xlsx');
    const written = join(office.folder, 'written.xlsx');
    writeFileSync(given, xlsx.content);
    await writeTrail(fresh, written, office.ports);
    expect(await cells(given)).toEqual(await cells(written));
    expect((await cells(given)).length).toBeGreaterThan(5);
    expect(server.temporary()).toEqual([]);
  });
});

describe('booking what was planned', () => {
  test('books that very plan, once, and says who asked for it', async () => {
    const office = await openOffice();
    const server = await serve(office, { users: USERS });
    const row = await office.take('a.csv', journal(voucher(1, 100)), 'journal', { book: false });
    await office.plan(row);
    const before = (await office.batches(row)).map(({ sha256 }) => sha256);
    const url = `/api/imports/${row.id}/book`;
    expect((await server.post(url, undefined, as('vera'))).status).toBe(403);
    expect((await office.booked()).count).toBe(0);
    expect((await server.post(url, undefined, as('oda'))).json).toMatchObject({ state: 'planning', how: 'again' });
    await office.plan(row);
    await office.post(row);
    expect((await office.batches(row)).map(({ sha256 }) => sha256)).toEqual(before);
    expect((await office.booked()).count).toBe(1);
    expect(await office.ledger.imports.events(row.num)).toContainEqual(
      expect.objectContaining({ what: 'to-be-booked', who: 'oda' }),
    );
    expect((await server.post(url, undefined, as('oda'))).json.error.message).toContain('completed');
    expect((await office.booked()).count).toBe(1);
  });

  test('plans afresh where the job has changed, and what was cancelled', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const row = await office.take('a.csv', journal(voucher(1, 100)), 'journal', { book: false });
    await office.plan(row);
    office.defineJob('journal', `${readJob(office)}accounts: { "3000": "3100" }\n`);
    expect((await server.post(`/api/imports/${row.id}/book`)).status).toBe(202);
    expect(await office.ledger.imports.byNum(row.num)).toMatchObject({ todo: 'plan', book: 1 });
    await server.post(`/api/imports/${row.id}/cancel`, '{"reason":"no"}', { 'content-type': 'application/json' });
    expect((await server.post(`/api/imports/${row.id}/book`)).status).toBe(202);
    await office.plan(row);
    await office.post(row);
    expect((await office.booked()).totals).toMatchObject({ '3100': '-100.00' });
  });
});

function expectation(file: string): string {
  return file.startsWith('bookings') || file.startsWith('contacts') ? file : file.replace(/\.\w+$/, '');
}

function readJob({ folder }: Office): string {
  return readFileSync(join(folder, 'jobs', 'journal.yaml'), 'utf8');
}

async function cells(path: string): Promise<unknown[]> {
  const source = await openSource(path, path, { delimiter: 'auto', encoding: 'auto', hint: {} });
  try {
    const { records } = await source.head(0, 100);
    return [...records];
  } finally {
    await source.close();
  }
}
