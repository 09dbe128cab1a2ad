import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../src/config/users.ts';
import type * as StartServerModule from '../../src/http/start-server.ts';
import { journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { curl, heard, portsOf, type Server, serve, until } from './serve.ts';

const { startServer } = await load<typeof StartServerModule>('http/start-server.js');

const hashOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
const USERS: readonly User[] = [
  { name: 'vera', role: 'viewer', token: hashOf('bilag_vera') },
  { name: 'olav', role: 'operator', token: hashOf('bilag_olav') },
  { name: 'ada', role: 'administrator', token: hashOf('bilag_ada') },
];
const as = (name: string) => ({ authorization: `Bearer bilag_${name}` });
const form = () => {
  const data = new FormData();
  data.append('file', new Blob([journal(voucher(1, 1))]), 'a.csv');
  return data;
};
/** Asks with headers that `fetch` would not send. */
const ask = async (url: string, method: string, ...headers: string[]) =>
  curl('-X', method, ...headers.flatMap((header) => ['-H', header]), url);

let office: Office;
let server: Server;
beforeAll(async () => {
  office = await openOffice({ keep: true });
  server = await serve(office, { keep: true });
});

describe('without users', () => {
  test('the server listens on this machine only', async () => {
    const ports = await portsOf(office);
    for (const host of ['0.0.0.0', '', '192.0.2.1', 'bilag.example']) {
      await expect(startServer({ host, port: 0, users: [], version: '0' }, ports)).rejects.toThrow(/no users/);
    }
  });

  test.each([
    ['127.0.0.1', 200],
    ['localhost', 200],
    ['LOCALHOST:4747', 200],
    ['[::1]:4747', 200],
    ['evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:4747', 403],
    ['localhost@evil.example', 403],
    ['', 403],
  ])('asked under the name %j it answers %d', async (host, status) => {
    for (const path of ['/api/imports', '/health/ready']) {
      expect((await ask(server.url + path, 'GET', host === '' ? 'Host;' : `Host: ${host}`)).status).toBe(status);
    }
  });

  test('pages of other sites change nothing', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const path = office.file('a.csv', journal(voucher(1, 1)));
    const send = (...headers: string[]) =>
      curl(
        ...headers.flatMap((header) => ['-H', header]),
        '-F',
        `file=@${path}`,
        `${server.url}/api/imports?job=journal`,
      );
    for (const header of [
      'Origin: https://evil.example',
      'Origin: http://localhost:1',
      'Origin: null',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Site: same-site',
    ]) {
      const { status, body } = await send(header);
      expect([header, status, JSON.parse(body).error.code]).toEqual([header, 403, 'origin-refused']);
    }
    expect(await office.ledger.imports.list(1)).toEqual([]);
    expect((await send(`Origin: ${server.url}`, 'Sec-Fetch-Site: same-origin')).status).toBe(202);
    // Looking changes nothing.
    expect((await ask(`${server.url}/api/imports`, 'GET', 'Sec-Fetch-Site: cross-site')).status).toBe(200);
  });
});

describe('with users', () => {
  test('every route but health needs a token that somebody has', async () => {
    const server = await serve(await openOffice(), { users: USERS });
    for (const path of ['/api/imports', '/api/jobs', '/api/openapi.json', '/metrics', '/api/events', '/nothing']) {
      for (const headers of [{}, as('nobody'), { authorization: 'Basic dmVyYTp4' }, { authorization: 'Bearer ' }]) {
        const answer = await server.get(path, headers as Record<string, string>);
        expect([path, answer.status, answer.json.error.code]).toEqual([path, 401, 'token-needed']);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="bilag"');
      }
    }
    expect((await server.get('/health/live')).status).toBe(200);
    expect((await server.get('/api/imports', as('vera'))).status).toBe(200);
    // The hash itself opens nothing.
    expect((await server.get('/api/imports', { authorization: `Bearer ${USERS[0]!.token}` })).status).toBe(401);
  });

  test('a viewer looks, an operator brings files in; the history says who', async () => {
    const office = await openOffice();
    const server = await serve(office, { users: USERS });
    const refused = await server.post('/api/imports?job=journal', form(), as('vera'));
    expect(refused).toMatchObject({ status: 403, json: { error: { code: 'role-needed' } } });
    expect(refused.json.error.message).toContain('operator');
    const { json } = await server.post('/api/imports?job=journal', form(), as('olav'));
    expect((await office.ledger.imports.list(1))[0]!.created_by).toBe('olav');
    for (const what of ['retry', 'cancel']) {
      const answer = await server.post(`${json.url}/${what}`, '', as('vera'));
      expect([what, answer.status]).toEqual([what, 403]);
    }
    const cancelled = await server.post(`${json.url}/cancel`, '{"reason":"wrong file"}', {
      ...as('ada'),
      'content-type': 'application/json',
    });
    expect(cancelled).toMatchObject({ status: 200, json: { state: 'cancelled', import: json.import } });
    const { json: history } = await server.get(`${json.url}/events`, as('vera'));
    expect(history.events).toMatchObject([
      { what: 'taken-in', who: 'olav' },
      { what: 'cancelled', who: 'ada', detail: { reason: 'wrong file' } },
    ]);
    expect((await server.get('/metrics', as('vera'))).status).toBe(200);
  });

  test('health tells those without a token no more than whether it is well', async () => {
    const office = await openOffice();
    const server = await serve(office, { users: USERS, health: false });
    const stranger = await server.get('/health/ready');
    expect([stranger.status, stranger.json]).toEqual([503, { ok: false, checks: [{ name: 'ledger', ok: false }] }]);
    // Some ask for the headers alone.
    expect((await fetch(`${server.url}/health/ready`, { method: 'HEAD' })).status).toBe(503);
    expect((await server.get('/health/ready', as('vera'))).json.checks[0].what).toContain(office.folder);
  });

  test('a file is not even received without the right to bring it', async () => {
    const server = await serve(await openOffice(), { users: USERS, limits: { lingerMs: 50 } });
    const socket = await server.raw();
    const answer = heard(socket);
    socket.write('POST /api/imports?job=journal HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nabc');
    // The connection ends although its sender has not.
    expect(await answer).toMatch(/^HTTP\/1.1 401 /);
    expect(server.temporary()).toEqual([]);
  });
});

describe('every answer', () => {
  test('is nothing that a browser would run, keep, or show inside a page', async () => {
    const server = await serve(await openOffice(), { users: USERS });
    for (const path of ['/health/live', '/api/imports', '/nothing', '/api/imports/%ff']) {
      const { headers } = await server.get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('content-type')).toContain('application/json');
    }
  });

  test('that is an error says what is wrong, and nothing of our insides', async () => {
    const office = await openOffice();
    const server = await serve(office);
    const { row } = await office.book('a.csv', journal(voucher(1, 1)));
    await office.ledger.imports.update(row.num, { facts: '{"broken' });
    const answer = await server.get(`/api/imports/${row.id}`);
    expect([answer.status, answer.json]).toEqual([
      500,
      { error: { code: 'internal', message: expect.any(String), suggestion: expect.any(String) } },
    ]);
    expect(answer.text).not.toMatch(/JSON|Unexpected|\.ts|\.js|\bat .*:\d/);
    expect(office.said.join('\n')).toMatch(/GET \/api\/imports\/:id failed: .*JSON/);
  });

  test.each([
    ['GET', '/api/imports/../../etc/passwd', 404, 'not-found'],
    ['GET', '/api/imports/1', 404, 'import-unknown'],
    ['GET', `/api/imports/${'0'.repeat(26)}`, 404, 'import-unknown'],
    ['GET', `/api/imports/${'A'.repeat(500)}`, 414, 'address-too-long'],
    ['GET', '/api/imports/%00', 404, 'import-unknown'],
    ['GET', '/api/imports/%ff', 400, 'address-malformed'],
    ['GET', '/api/imports?limit=0', 400, 'request-invalid'],
    ['GET', '/api/imports?limit=1e9', 400, 'request-invalid'],
    ['GET', '/api/imports?state=done', 400, 'request-invalid'],
    ['GET', '/api/imports?before=x', 400, 'request-invalid'],
    ['GET', `/api/imports?before=${'0'.repeat(26)}`, 404, 'import-unknown'],
    ['DELETE', '/api/imports', 405, 'method'],
    ['OPTIONS', '/api/imports', 405, 'method'],
    ['GET', '/', 404, 'not-found'],
  ])('%s %s is %d %s', async (method, path, status, code) => {
    const { status: got, body } = await curl('--path-as-is', '-X', method, server.url + path);
    expect([got, JSON.parse(body).error.code]).toEqual([status, code]);
  });

  test.each([
    ['{"reason":"x"', 400, 'body-malformed'],
    ['{}', 400, 'request-invalid'],
    ['[]', 400, 'request-invalid'],
    ['{"reason":""}', 400, 'request-invalid'],
    ['{"reason":"x","force":true}', 400, 'request-invalid'],
    ['{"reason":"x","__proto__":{"a":1}}', 400, 'body-malformed'],
    [JSON.stringify({ reason: 'x'.repeat(501) }), 400, 'request-invalid'],
    [JSON.stringify({ reason: 'x'.repeat(100_000) }), 413, 'body-too-large'],
  ])('a body %j is %d %s', async (body, status, code) => {
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    const answer = await server.post(`/api/imports/${row.id}/cancel`, body, { 'content-type': 'application/json' });
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    expect((await office.ledger.imports.byNum(row.num)).state).toBe('planning');
  });
});

describe('connections', () => {
  const bad = async (bytes: string, limits = {}) => {
    const server = await serve(await openOffice(), { limits });
    const socket = await server.raw();
    const answer = heard(socket);
    socket.write(bytes);
    return answer;
  };

  test('that speak no HTTP, or with headers that are too large, are told so', async () => {
    expect(await bad('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"request-malformed"/);
    const large = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await bad(large)).toMatch(/^HTTP\/1.1 431 [\s\S]*"code":"headers-too-large"/);
    expect(await bad('GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test('whose headers do not come to an end are closed', async () => {
    const answer = await bad('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', {
      headersMs: 100,
      requestMs: 200,
      checkMs: 50,
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"too-slow"/);
  });

  test('whose body trickles are closed, and what came of it is removed', async () => {
    const office = await openOffice();
    const server = await serve(office, { limits: { paceMs: 50, bytesPerSecond: 1_000_000 } });
    const socket = await server.raw();
    const ended = heard(socket);
    socket.write('POST /api/imports?job=journal HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nBilag');
    const drip = setInterval(() => socket.write('x'), 10);
    await ended;
    clearInterval(drip);
    await until(() => server.temporary().length === 0);
    expect(await office.ledger.imports.list(1)).toEqual([]);
  });

  test('beyond as many as go are closed; those that there are go on', async () => {
    const server = await serve(await openOffice(), { limits: { connections: 1 } });
    const first = await server.raw();
    first.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await new Promise((resolve) => first.once('data', resolve));
    expect(await heard(await server.raw())).toBe('');
    const answer = heard(first);
    first.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await answer).toMatch(/200 OK/);
  });
});
