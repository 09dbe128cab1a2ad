import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CARD_JOB, JOURNAL_JOB, journal, type Office, openOffice, voucher } from '../importing/office.ts';
import { type Body, curl, heard, type ServeOptions, type Server, serve, until } from './serve.ts';

const FILE = journal(voucher(1, 100), voucher(2, 50));
const wrongAccount = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');

async function open(options: ServeOptions = {}, jobs?: Record<string, string>) {
  const office = await openOffice({ keep: options.keep ?? false, ...(jobs === undefined ? {} : { jobs }) });
  return { office, server: await serve(office, options) };
}

const upload = (server: Server, query: string, body: Body, headers: Record<string, string> = {}) =>
  server.post(`/api/imports?job=journal${query}`, body, headers);
const form = (name: string, content: string | Buffer = FILE, field = 'file') => {
  const data = new FormData();
  data.append(field, new Blob([content]), name);
  return data;
};
const files = async (office: Office) => (await office.ledger.imports.list(100)).map(({ file }) => file);

/** Nothing is left of an upload that was refused: no file on its way, no import. */
async function expectNothing(office: Office, server: Server) {
  expect(server.temporary()).toEqual([]);
  expect(await files(office)).toEqual([]);
}

describe('an upload', () => {
  let shared: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    shared = await open({ keep: true });
  });

  test('with curl, as a form, is received and booked', async () => {
    const { office, server } = await open();
    const path = office.file('january.csv', FILE);
    const { status, body } = await curl('-F', `file=@${path}`, `${server.url}/api/imports?job=journal`);
    expect(status).toBe(202);
    const answer = JSON.parse(body);
    const [row] = await office.ledger.imports.list(1);
    expect(answer).toEqual({
      import: row!.id,
      url: `/api/imports/${row!.id}`,
      job: 'journal',
      file: 'january.csv',
      state: 'planning',
      how: 'new',
    });
    expect(row).toMatchObject({ sha256: createHash('sha256').update(FILE).digest('hex'), book: 1 });
    await office.plan(row!);
    await office.post(row!);
    expect((await server.get(answer.url)).json).toMatchObject({ state: 'completed', entries: { booked: 2 } });
    expect((await office.booked()).count).toBe(2);
    expect(server.temporary()).toEqual([]);
  });

  test('with curl, as the body itself, larger than what curl asks leave for', async () => {
    const { office, server } = await open();
    const vouchers = Array.from({ length: 30_000 }, (_, i) => voucher(i + 1, 1));
    const path = office.file('large.csv', journal(...vouchers));
    const url = `${server.url}/api/imports?job=journal&dryRun=true&name=large.csv`;
    const { status, body } = await curl('--expect100-timeout', '30', '-T', path, '-X', 'POST', url);
    expect([status, JSON.parse(body).file]).toEqual([202, 'large.csv']);
    expect((await office.ledger.imports.list(1))[0]).toMatchObject({
      book: 0,
      bytes: Buffer.byteLength(journal(...vouchers)),
    });
    const refused = await curl('--expect100-timeout', '30', '-T', path, '-X', 'POST', url.replace('journal', 'nobody'));
    expect(refused.status).toBe(404);
  });

  test('says where to look', async () => {
    const { server } = await open();
    const { status, headers, json } = await upload(server, '', form('a.csv'));
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(json.url);
  });

  test.each([
    ['a parameter', '&name=b%C3%B8ker.csv', {}, 'bøker.csv'],
    [
      'Content-Disposition',
      '',
      { 'content-disposition': `attachment; filename="x"; filename*=UTF-8''b%C3%B8ker.csv` },
      'bøker.csv',
    ],
    ['its plain form', '', { 'content-disposition': 'attachment; filename="C:\\temp\\a b.csv"' }, 'a b.csv'],
    ['X-File-Name', '', { 'x-file-name': 'b%C3%B8ker.csv' }, 'bøker.csv'],
    ['nothing', '', {}, 'upload.csv'],
  ])('as the body itself is named by %s', async (_, query, headers, expected) => {
    const { office, server } = shared;
    expect((await upload(server, `${query}&force=true`, FILE, headers as Record<string, string>)).status).toBe(202);
    expect((await files(office))[0]).toBe(expected);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['/etc/cron.d/x.csv', 'x.csv'],
    ['C:\\x.csv', 'x.csv'],
    ['a\0b.csv', 'ab.csv'],
    ['\u202Evsc.exe', 'vsc.exe'],
    ['bøker 📈.csv', 'bøker 📈.csv'],
    ['..', 'upload.csv'],
    [`${'å'.repeat(2_000)}.csv`, `${'å'.repeat(125)}.csv`],
  ])('as a form is named for what is harmless in its name (%#)', async (name, expected) => {
    const { office, server } = shared;
    const quoted = name.replaceAll('\\', '\\\\');
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="${quoted}"\r\n\r\n${FILE}\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await upload(server, '&force=true', body, headers)).toMatchObject({ status: 202, json: { file: expected } });
    expect((await files(office))[0]).toBe(expected);
    expect(server.temporary()).toEqual([]);
  });

  test('is written to disk as it comes', async () => {
    const { office, server } = await open();
    const socket = await server.raw();
    const answer = heard(socket);
    const first = FILE.slice(0, 60);
    socket.write(`POST /api/imports?job=journal&name=a.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n`);
    socket.write(`Content-Length: ${Buffer.byteLength(FILE)}\r\n\r\n${first}`);
    await until(() => server.temporary().length === 1);
    expect(await files(office)).toEqual([]);
    socket.write(Buffer.from(FILE).subarray(Buffer.byteLength(first)));
    expect(await answer).toMatch(/^HTTP\/1.1 202 /);
    expect(server.temporary()).toEqual([]);
  });
});

describe('the same bytes again', () => {
  test('under the same job are answered with the earlier import, unless a person says so', async () => {
    const { office, server } = await open();
    const first = await upload(server, '', form('a.csv'));
    // Still at work: it goes on.
    expect(await upload(server, '', form('b.csv'))).toMatchObject({
      status: 202,
      json: { how: 'again', file: 'a.csv' },
    });
    const row = (await office.ledger.imports.list(1))[0]!;
    await office.plan(row);
    await office.post(row);
    const again = await upload(server, '', form('b.csv'));
    expect(again).toMatchObject({
      status: 409,
      json: { import: row.id, url: first.json.url, state: 'completed', error: { code: 'imported-before' } },
    });
    expect((await upload(server, '&force=true', form('b.csv'))).status).toBe(202);
    expect((await server.post('/api/imports?job=card', form('b.csv'))).status).toBe(202);
    expect(await files(office)).toEqual(['b.csv', 'b.csv', 'a.csv']);
  });

  test('start afresh where the earlier import was rejected', async () => {
    const { office, server } = await open();
    await upload(server, '', form('a.csv', 'Ukjent;Kolonne\n1;2\n'));
    const row = (await office.ledger.imports.list(1))[0]!;
    await office.plan(row);
    expect((await office.ledger.imports.byNum(row.num)).state).toBe('rejected');
    expect(await upload(server, '', form('a.csv', 'Ukjent;Kolonne\n1;2\n'))).toMatchObject({
      status: 202,
      json: { import: row.id, how: 'again', state: 'planning' },
    });
  });
});

describe('a correction', () => {
  test('that comes as an upload is a retry of its import', async () => {
    const { office, server } = await open();
    const { row } = await office.book('a.csv', journal(voucher(1, 1), wrongAccount(2, 20)));
    const workbook = Buffer.from(await (await fetch(`${server.url}/api/imports/${row.id}/failed.xlsx`)).arrayBuffer());
    office.defineJob('journal', `${JOURNAL_JOB}accounts: { "9": "3100" }\n`);
    const answer = await upload(server, '', form('failed.xlsx', workbook));
    expect(answer).toMatchObject({ status: 202, json: { import: row.id, how: 'correction', state: 'planning' } });
    await office.plan(row);
    await office.post(row);
    expect(await office.receipt(row)).toMatchObject({ state: 'completed', entries: { booked: 2 } });
    expect(await upload(server, '&dryRun=true', form('failed.xlsx', workbook))).toMatchObject({
      status: 409,
      json: { error: { suggestion: expect.stringContaining('bilag retry') } },
    });
  });
});

describe('what is refused leaves nothing behind', () => {
  const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
  const two = () => {
    const data = form('a.csv');
    data.append('file', new Blob(['x']), 'b.csv');
    return data;
  };
  const text = () => {
    const data = new FormData();
    data.append('file', 'text');
    return data;
  };
  const besides = () => {
    const data = form('a.csv');
    data.append('dryRun', 'true');
    return data;
  };
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  let office: Office;
  let server: Server;
  beforeAll(async () => {
    ({ office, server } = await open({ keep: true }));
  });

  test.each<[string, string, () => Body, Record<string, string>, number, string]>([
    ['no body', '', () => '', {}, 400, 'no-file'],
    ['a form without a file', '', () => '--x--\r\n', multipart, 400, 'no-file'],
    ['a form that is cut short', '', () => `${part}${FILE}`, multipart, 400, 'form-malformed'],
    ['a form without a boundary', '', () => part, { 'content-type': 'multipart/form-data' }, 400, 'form-malformed'],
    ['no form at all that says it is one', '', () => FILE, multipart, 400, 'form-malformed'],
    ['two files', '', two, {}, 400, 'several-files'],
    ['a text for a file', '', text, {}, 400, 'no-file'],
    ['a field besides the file', '', besides, {}, 400, 'field-unknown'],
    ['a file in another field', '', () => form('a.csv', FILE, 'data'), {}, 400, 'field-unknown'],
    ['a field that is no name', '', () => form('a.csv', FILE, '__proto__'), {}, 400, 'form-malformed'],
    ['an empty file', '', () => form('a.csv', ''), {}, 400, 'file-empty'],
    ['JSON', '', () => '{}', { 'content-type': 'application/json' }, 415, 'media-type'],
    ['a PDF', '', () => form('a.csv', pdf), {}, 415, 'file-type'],
    ['a lock file of Office', '', () => form('~$a.xlsx'), {}, 415, 'file-type'],
    ['a misspelt parameter', '&dryrun=true', () => form('a.csv'), {}, 400, 'request-invalid'],
    ['a parameter twice', '&job=card', () => form('a.csv'), {}, 400, 'request-invalid'],
  ])('%s', async (_, query, body, headers, status, code) => {
    const answer = await upload(server, query, body(), headers);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect(answer.json.error.message).toMatch(/[.?]$|For example: /);
    await expectNothing(office, server);
  });

  test('a job that there is not, with the nearest; a job that is broken, with what is wrong in it', async () => {
    const unknown = await server.post('/api/imports?job=jornal', form('a.csv'));
    expect(unknown.status).toBe(404);
    expect(unknown.json.error.suggestion).toContain('Did you mean "journal"?');
    office.defineJob('broken', 'kind: bookings\ncolumns: { acount: Konto }\n');
    const broken = await server.post('/api/imports?job=broken', form('a.csv'));
    expect(broken.status).toBe(409);
    expect(broken.json.error).toMatchObject({ code: 'job-broken', message: expect.stringContaining('acount') });
    await expectNothing(office, server);
  });

  test.each<[string, (bytes: number) => [Body, Record<string, string>]]>([
    ['as a form', (bytes) => [form('a.csv', 'x'.repeat(bytes)), {}]],
    ['as the body itself', (bytes) => ['x'.repeat(bytes), {}]],
    ['of a length that it does not say', (bytes) => [new Blob(['x'.repeat(bytes)]).stream() as unknown as Body, {}]],
  ])('a file beyond the job’s limit, %s', async (_, body) => {
    const { office, server } = await open({}, { journal: `${CARD_JOB}limits: { bytes: 300000 }\n` });
    for (const bytes of [300_001, 2_000_000]) {
      const [content, headers] = body(bytes);
      const response = await fetch(`${server.url}/api/imports?job=journal`, {
        method: 'POST',
        body: content,
        headers,
        duplex: 'half',
      } as RequestInit);
      expect([response.status, (await response.json()) as unknown]).toMatchObject([
        413,
        { error: { code: 'file-too-large', message: expect.stringContaining('300000') } },
      ]);
    }
    await expectNothing(office, server);
  });

  test('uploads beyond as many as go at once', async () => {
    const { office, server } = await open({ limits: { uploads: 1 } });
    const socket = await server.raw();
    socket.write(`POST /api/imports?job=journal HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nBilag`);
    await until(() => server.temporary().length === 1);
    const answer = await upload(server, '', form('a.csv'));
    expect([answer.status, answer.json.error.code]).toEqual([503, 'too-many']);
    expect(answer.headers.get('retry-after')).toBe('5');
    socket.destroy();
    await until(() => server.temporary().length === 0);
    expect(await files(office)).toEqual([]);
    expect((await upload(server, '', form('a.csv'))).status).toBe(202);
  });
});

describe('a client that goes away', () => {
  const head = 'POST /api/imports?job=journal HTTP/1.1\r\nHost: 127.0.0.1\r\n';
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  test.each([
    ['in the middle of a body', `${head}Content-Length: 1000\r\n\r\nBilagsnr;Dato\n`],
    [
      'in the middle of a form',
      `${head}Content-Length: 1000\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n${part}Bilagsnr;Da`,
    ],
    ['between two chunks', `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nBilag\r\n`],
  ])('%s leaves nothing behind', async (_, bytes) => {
    const { office, server } = await open();
    for (const leave of ['destroy', 'end'] as const) {
      const socket = await server.raw();
      socket.write(bytes);
      await until(() => server.temporary().length === 1);
      socket[leave]();
      await until(() => server.temporary().length === 0);
      socket.destroy();
    }
    await expectNothing(office, server);
    expect((await upload(server, '', form('a.csv'))).status).toBe(202);
  });

  test('files of a process that died over them are removed when the next one starts', async () => {
    const office = await openOffice();
    const folder = join(office.folder, 'home', 'temporary', `999999999@${Buffer.from('gone').toString('base64url')}@x`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.part'), 'half');
    const first = await serve(office);
    expect(first.temporary()).toEqual([]);
    // One that lives beside it keeps its own.
    const socket = await first.raw();
    socket.write(`${head}Content-Length: 1000\r\n\r\nBilagsnr;Dato\n`);
    await until(() => first.temporary().length === 1);
    const second = await serve(office);
    expect(second.temporary()).toHaveLength(1);
    socket.destroy();
    await until(() => first.temporary().length === 0);
  });
});
