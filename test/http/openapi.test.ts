import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type * as BesideModule from '../../src/arriving/inbox/sidecar.ts';
import { openTemporaryFiles } from '../../src/http/files.ts';
import type * as LimitsModule from '../../src/http/limits.ts';
import type * as BuildServerModule from '../../src/http/server.ts';
import { journal, load, openOffice, voucher } from '../importing/office.ts';
import { type Answer, portsOf, serve, until } from './serve.ts';

const { buildServer } = await load<typeof BuildServerModule>('http/server.js');
const { receiptText } = await load<typeof BesideModule>('arriving/inbox/sidecar.js');
const { SERVER_LIMITS } = await load<typeof LimitsModule>('http/limits.js');

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, unknown> };
  security?: unknown[];
  responses: Record<string, { content: Record<string, { schema: z.core.JSONSchema.BaseSchema }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

const wrongAccount = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');

const CUSTOMERS_JOB = `kind: contacts
columns: { name: Navn, phone: Telefon, email: E-post }
defaults: { countryCode: NO }
customFields: [{ name: Membership, model: Contact, type: Small text field }]
`;
const CUSTOMERS = `Navn;Telefon;E-post
Kari;22 33 44 55 / 91122333;kari@example.no
Solbakken Handel AS;;post@solbakken.example
`;

describe('the OpenAPI document', () => {
  test('names exactly the routes that there are, and the role that each needs', async () => {
    const office = await openOffice();
    const served = { ports: await portsOf(office), limits: SERVER_LIMITS, leaving: new AbortController().signal };
    const files = await openTemporaryFiles(office.ports);
    const { server, routes } = await buildServer({ users: [], version: '1.2.3' }, served, files);
    const document = server.swagger() as unknown as Document;
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const registered = routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    expect(registered.length).toBeGreaterThan(14);
    expect(described.sort()).toEqual(registered.sort());
    const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const [path, each] of Object.entries(document.paths)) {
      for (const operation of Object.values(each)) {
        const isOpen = path.startsWith('/health/') || operation.operationId === 'signIn';
        expect([path, operation.security === undefined]).toEqual([path, isOpen]);
        expect(operation.summary).toBeTruthy();
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
        expect(inPath.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]));
      }
    }
    expect(JSON.stringify(document)).not.toMatch(/\$schema|"shown"|\$defs|x-body/);
    const upload = document.paths['/api/imports']!['post']!.requestBody!;
    expect([upload.required, Object.keys(upload.content)]).toEqual([
      true,
      ['multipart/form-data', 'text/csv', 'application/octet-stream'],
    ]);
    expect(document.paths['/api/imports/{id}/retry']!['post']!.requestBody!.required).toBe(false);
    await server.close();
    await files.close();
  });

  test('says what the answers really are', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const document = (await server.get('/api/openapi.json')).json as Document;
    const unused = new Set(
      Object.values(document.paths).flatMap((each) => Object.values(each).map(({ operationId }) => operationId)),
    );
    /** Holds an answer against what the document says of this operation, this status, and this media type. */
    const holds = (method: string, path: string, answer: Answer): Answer => {
      const operation = document.paths[path]![method]!;
      const { responses, operationId } = operation;
      unused.delete(operationId);
      const status = String(answer.status);
      const said = responses[status] ?? responses[`${status[0]}XX`];
      expect([operationId, status, said === undefined]).toEqual([operationId, status, false]);
      const [media] = (answer.headers.get('content-type') ?? '').split(';');
      expect([operationId, Object.keys(said!.content)]).toEqual([operationId, [media]]);
      if (media !== 'application/json') return answer;
      const parsed = z.fromJSONSchema(said!.content[media]!.schema as never).safeParse(answer.json);
      expect([operationId, status, parsed.error?.issues ?? []]).toEqual([operationId, status, []]);
      return answer;
    };
    const form = (content: string) => {
      const data = new FormData();
      data.append('file', new Blob([content]), 'a.csv');
      return data;
    };
    const content = journal(voucher(1, 100), wrongAccount(2, 5), voucher(3, 5).replace(/\n.*/, ''));
    const taken = holds('post', '/api/imports', await server.post('/api/imports?job=journal', form(content)));
    expect(taken.status).toBe(202);
    const { url } = taken.json;
    const row = (await office.ledger.imports.list(1))[0]!;
    holds('get', '/api/imports', await server.get('/api/imports'));
    holds('get', '/api/imports/{id}', await server.get(url));
    await office.plan(row);
    await office.post(row);
    expect(holds('post', '/api/imports', await server.post('/api/imports?job=journal', form(content))).status).toBe(
      409,
    );
    expect(holds('post', '/api/imports', await server.post('/api/imports?job=x', form(content))).status).toBe(404);
    expect(holds('get', '/api/imports', await server.get('/api/imports?limit=1')).json.imports).toHaveLength(1);
    expect(holds('get', '/api/imports/{id}', await server.get(url)).json.entries).toMatchObject({ booked: 1, held: 2 });
    holds('get', '/api/imports/{id}/receipt', await server.get(`${url}/receipt`));
    expect(holds('get', '/api/imports/{id}/issues', await server.get(`${url}/issues`)).json.entries).toHaveLength(2);
    expect(
      holds('get', '/api/imports/{id}/events', await server.get(`${url}/events`)).json.events.length,
    ).toBeGreaterThan(2);
    holds('get', '/api/imports/{id}/failed.xlsx', await server.get(`${url}/failed.xlsx`));
    for (const download of ['trail.xlsx', 'trail.csv', 'file'])
      holds('get', `/api/imports/{id}/${download}`, await server.get(`${url}/${download}`));
    holds('get', '/api/imports/{id}/batches', await server.get(`${url}/batches`));
    expect(
      holds('get', '/api/imports/{id}/batches/{no}', await server.get(`${url}/batches/1`)).json.tries,
    ).toHaveLength(1);
    holds('get', '/api/summary', await server.get('/api/summary'));
    expect(holds('post', '/api/imports/{id}/book', await server.post(`${url}/book`)).status).toBe(409);
    const json = { 'content-type': 'application/json' };
    const waits = `/api/imports/{id}/waiting`;
    const { entries, causes } = holds('get', waits, await server.get(`${url}/waiting`)).json;
    const cells = [{ row: entries[0].lines[1].number, column: 2, value: '3000' }];
    const revised = await server.post(`${url}/revisions`, JSON.stringify({ cells }), json);
    expect(holds('post', '/api/imports/{id}/revisions', revised).json.revised).toMatchObject({ entries: 1, ready: 1 });
    holds('get', waits, await server.get(`${url}/waiting?revised=yes`));
    holds('get', '/api/imports/{id}/revisions', await server.get(`${url}/revisions`));
    const suggested = await server.get(`${url}/suggestions?cause=${causes[0].no}`);
    expect(holds('get', '/api/imports/{id}/suggestions', suggested).json.suggestions.length).toBeGreaterThan(0);
    expect(holds('get', '/api/imports/{id}/chart', await server.get(`${url}/chart?q=1920`)).json.matching).toBe(1);
    expect(holds('get', '/api/services/{name}/chart', await server.get('/api/services/main/chart')).status).toBe(200);
    const undone = await server.delete(`${url}/revisions?seq=${entries[0].seq}`);
    expect(holds('delete', '/api/imports/{id}/revisions', undone).json.revised).toMatchObject({ entries: 0 });
    const skip = (count: number) =>
      JSON.stringify({
        select: { entries: [entries[1].seq] },
        expect: { entries: count, rows: 1 },
        mend: { do: 'skip', reason: 'x' },
      });
    const mends = '/api/imports/{id}/mends';
    expect(holds('post', mends, await server.post(`${url}/mends`, skip(7), json)).status).toBe(409);
    expect(holds('post', mends, await server.post(`${url}/mends`, skip(1), json)).status).toBe(200);
    const back = () => server.post(`${url}/skips/1/take-back`, '{"reason":"x"}', json);
    const toSkip = '/api/imports/{id}/skips/{no}/take-back';
    expect(holds('post', toSkip, await back()).status).toBe(200);
    expect(holds('post', toSkip, await back()).status).toBe(409);
    expect(holds('post', mends, await server.post(`${url}/mends`, skip(1), json)).status).toBe(200);
    const said = JSON.stringify({ answers: [{ code: 'date-changed', answer: 'same' }], reason: 'x' });
    const toAnswer = '/api/imports/{id}/answers';
    expect(holds('post', toAnswer, await server.post(`${url}/answers`, said, json)).status).toBe(409);
    const rule = JSON.stringify({ field: 'contraAccount', text: 'Kiwi', account: '4310' });
    expect(holds('post', '/api/imports/{id}/rules', await server.post(`${url}/rules`, rule, json)).status).toBe(409);
    expect(holds('post', '/api/imports/{id}/retry', await server.post(`${url}/retry`)).status).toBe(202);
    const reason = ['{"reason":"x"}', { 'content-type': 'application/json' }] as const;
    expect(holds('post', '/api/imports/{id}/cancel', await server.post(`${url}/cancel`, ...reason)).status).toBe(200);
    expect(holds('post', '/api/imports/{id}/cancel', await server.post(`${url}/cancel`, ...reason)).status).toBe(409);
    holds('get', '/api/jobs', await server.get('/api/jobs'));
    holds('get', '/health/live', await server.get('/health/live'));
    holds('get', '/health/ready', await server.get('/health/ready'));
    holds('get', '/metrics', await server.get('/metrics'));
    holds('get', '/api/openapi.json', await server.get('/api/openapi.json'));
    // A file that was rejected whole has a reason.
    const bad = await server.post('/api/imports?job=journal', form('a;b\n1;2\n'));
    await office.plan((await office.ledger.imports.list(1))[0]!);
    expect(holds('get', '/api/imports/{id}', await server.get(bad.json.url)).json.reason.code).toBe('header-missing');
    expect(holds('post', '/api/imports/{id}/book', await server.post(`${bad.json.url}/book`)).status).toBe(202);
    // Contacts have counts, remarks and IDs of their own.
    office.defineJob('customers', CUSTOMERS_JOB);
    const { row: contacts } = await office.book('c.csv', CUSTOMERS, 'customers');
    const page = holds('get', '/api/imports', await server.get('/api/imports?job=customers'));
    expect(page.json.imports).toEqual([
      expect.objectContaining({ kind: 'contacts', contacts: expect.objectContaining({ created: 1, existing: 1 }) }),
    ]);
    const found = holds('get', '/api/imports/{id}', await server.get(`/api/imports/${contacts.id}`)).json;
    expect(found).toMatchObject({
      kind: 'contacts',
      customFields: { created: 1 },
      remarks: [{ code: 'phone-several', row: '2' }],
      issues: [{ code: 'contact-exists', settled: true }],
      records: [
        { outcome: 'created' },
        { row: '2', name: 'Kari', outcome: 'created' },
        { row: '3', outcome: 'exists' },
      ],
    });
    expect(
      await receiptText(await office.ledger.imports.byNum(contacts.num), office.ports),
      'beside a file of the inbox',
    ).toContain(JSON.stringify(found.records));
    holds('get', '/api/imports/{id}/receipt', await server.get(`/api/imports/${contacts.id}/receipt`));
    holds('get', '/api/imports/{id}/batches', await server.get(`/api/imports/${contacts.id}/batches`));
    holds('get', '/api/imports/{id}/batches/{no}', await server.get(`/api/imports/${contacts.id}/batches/1`));
    await office.next('500-after');
    const { row: doubtful } = await office.book('d.csv', journal(voucher(71, 1)));
    const batch = '/api/imports/{id}/batches/{no}';
    const doubts = holds('get', '/api/doubts', await server.get('/api/doubts')).json.doubts;
    expect(doubts).toMatchObject([{ import: doubtful.id, url: `/api/imports/${doubtful.id}/batches/1/doubt` }]);
    const { attempt } = holds('get', `${batch}/doubt`, await server.get(doubts[0].url)).json;
    for (const [verb, of] of [
      ['withdraw', {}],
      ['resolve', { attempt, became: 'booked' }],
    ] as const) {
      const answer = await server.post(
        doubts[0].url.replace('doubt', verb),
        JSON.stringify({ ...of, reason: 'seen' }),
        reason[1],
      );
      expect([verb, holds('post', `${batch}/${verb}`, answer).status]).toEqual([verb, verb === 'resolve' ? 200 : 409]);
    }
    // What waits for another import, and a question with what it is about.
    await office.next('500-after');
    const { row: unknown } = await office.book('doubt.csv', journal(voucher(73, 1)));
    const waiter = await office.take('e.csv', journal(voucher(73, 1), voucher(72, 2)));
    await office.plan(waiter);
    await office.turn(waiter);
    const { waitsFor } = holds('get', '/api/imports/{id}', await server.get(`/api/imports/${waiter.id}`)).json;
    expect(waitsFor).toMatchObject([{ import: unknown.id, entries: 1 }]);
    holds('get', '/api/imports/{id}/receipt', await server.get(`/api/imports/${waiter.id}/receipt`));
    holds('get', '/api/imports', await server.get('/api/imports?limit=3'));
    expect(holds('get', '/api/vouchers', await server.get('/api/vouchers?q=72')).json.vouchers).toHaveLength(1);
    expect(holds('get', '/api/needs', await server.get('/api/needs')).json.needs).toContainEqual(
      expect.objectContaining({ import: unknown.id, state: 'in-doubt', entries: 1 }),
    );
    await office.book('f.csv', journal(voucher(81, 8, 'Salg'), voucher(82, 9, 'Salg')));
    const later = [voucher(81, 8, 'Salg', '09.01.2026'), voucher(82, 9, 'Salg', '09.01.2026')];
    const { row: asked } = await office.book('g.csv', journal(...later));
    const questions = holds('get', '/api/imports/{id}/waiting', await server.get(`/api/imports/${asked.id}/waiting`));
    expect(questions.json.causes).toMatchObject([{ question: { examples: [{}, {}] } }]);
    const given = await server.post(`/api/imports/${asked.id}/answers`, said, json);
    expect(holds('post', toAnswer, given).status).toBe(202);
    holds('get', '/api/session', await server.get('/api/session'));
    const nobody = ['{"name":"kari","password":"long enough"}', { 'content-type': 'application/json' }] as const;
    expect(holds('post', '/api/session', await server.post('/api/session', ...nobody)).status).toBe(409);
    const left = await fetch(`${server.url}/api/session`, { method: 'DELETE' });
    const { status, headers } = left;
    holds('delete', '/api/session', { status, headers, text: '', json: await left.json() });
    holds('get', '/api/jobs/{name}', await server.get('/api/jobs/journal'));
    holds('get', '/api/services', await server.get('/api/services'));
    holds('get', '/api/operation', await server.get('/api/operation'));
    holds('get', '/api/days', await server.get('/api/days'));
    holds('get', '/api/throughput', await server.get('/api/throughput?days=7'));
    holds('get', '/api/standing', await server.get('/api/standing'));
    const jobs = '/api/jobs/{name}';
    expect(holds('post', `${jobs}/run`, await server.post('/api/jobs/journal/run')).status).toBe(409);
    expect(holds('post', `${jobs}/pause`, await server.post('/api/jobs/journal/pause', ...reason)).status).toBe(200);
    expect(holds('post', `${jobs}/resume`, await server.post('/api/jobs/journal/resume')).status).toBe(200);
    expect(holds('post', '/api/services/{name}/try', await server.post('/api/services/main/try')).status).toBe(409);
    const bytes = { 'content-type': 'application/octet-stream' };
    holds('post', '/api/imports/{id}/draft', await server.post(`/api/imports/${waiter.id}/draft`));
    const { draft } = holds('post', '/api/drafts', await server.post('/api/drafts?name=d.csv', content, bytes)).json;
    const of = `/api/drafts/${draft}`;
    const remove = async (path: string): Promise<Answer> => {
      const answer = await fetch(server.url + path, { method: 'DELETE' });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
    };
    holds('get', '/api/drafts/{draft}/look', await server.get(`${of}/look?job=journal`));
    const tried = '{"job":"journal"}';
    holds('post', '/api/drafts/{draft}/trial', await server.post(`${of}/trial`, tried, json));
    await until(async () => (await server.get(`${of}/trial`)).json.state !== 'running');
    expect(
      holds('get', '/api/drafts/{draft}/trial', await server.get(`${of}/trial`)).json.plan.duplicates,
    ).toHaveLength(1);
    holds('delete', '/api/drafts/{draft}/trial', await remove(`${of}/trial`));
    expect(holds('post', '/api/drafts/{draft}/book', await server.post(`${of}/book`, tried, json)).status).toBe(409);
    holds('delete', '/api/drafts/{draft}', await remove(of));
    const job = { kind: 'contacts', columns: { name: 'Navn' } };
    const definition = JSON.stringify({ definition: job });
    holds('post', '/api/jobs/check', await server.post('/api/jobs/check', definition, json));
    const named = JSON.stringify({ name: 'made', definition: job });
    expect(holds('post', '/api/jobs', await server.post('/api/jobs', named, json)).status).toBe(201);
    expect(holds('post', '/api/jobs', await server.post('/api/jobs', named, json)).status).toBe(409);
    const broken = JSON.stringify({ name: 'b', definition: { kind: 'x' } });
    expect(holds('post', '/api/jobs', await server.post('/api/jobs', broken, json)).status).toBe(422);
    // Streams of events have no end; their own tests read them.
    expect([...unused].sort()).toEqual(['followImport', 'followImports']);
  });
});
