import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deriveKey, type PasswordHash, type User } from '../../src/config/users.ts';
import { checkPasswords } from '../../src/http/auth/sign-in.ts';
import { journal, openOffice, voucher } from '../importing/office.ts';
import { type Browser, openBrowser, passwordOf, userWith } from './browser.ts';
import { type Server, serve } from './serve.ts';

const HOUR = 3_600_000;
const hashOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
const form = () => {
  const data = new FormData();
  data.append('file', new Blob([journal(voucher(1, 1))]), 'a.csv');
  return data;
};

let vera: User;
let olav: User;
let ada: User;
let robot: User;
let users: readonly User[];
beforeAll(async () => {
  [vera, olav, ada] = await Promise.all([
    userWith('vera', 'viewer'),
    userWith('olav', 'operator'),
    userWith('ada', 'administrator'),
  ]);
  robot = { name: 'robot', role: 'operator', token: hashOf('bilag_robot') };
  users = [vera, olav, ada, robot];
});

async function opened(options: Parameters<typeof serve>[1] = {}) {
  const office = await openOffice();
  const server = await serve(office, { users, ...options });
  return { office, server, browser: openBrowser(server) };
}
async function signedIn(server: Server, name: string): Promise<Browser> {
  const browser = openBrowser(server);
  expect((await browser.signIn(name)).status).toBe(200);
  return browser;
}

describe('signing in', () => {
  test('gives a session that scripts, other sites and the ledger do not know', async () => {
    const { office, server, browser } = await opened();
    const answer = await browser.signIn('olav');
    expect(answer.json).toEqual({
      name: 'olav',
      role: 'operator',
      signIn: true,
      csrf: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^bilag-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const secret = browser.cookies.get('bilag-session')!;
    expect(answer.text).not.toContain(secret);
    expect((await browser.send('/api/session')).json).toEqual(answer.json);
    expect((await browser.send('/api/imports')).status).toBe(200);
    const ledger = ['', '-wal'].map((end) => readFileSync(join(office.folder, 'home', `ledger.db${end}`), 'latin1'));
    expect(ledger.join('')).toContain(createHash('sha256').update(secret).digest('hex'));
    expect(ledger.join('')).not.toContain(secret);
    expect((await openBrowser(server).send('/api/session')).status).toBe(401);
  });

  test('fails in the same words whoever it is, and nothing tells the password again', async () => {
    const { office, browser } = await opened();
    const tries = [
      ['olav', 'wrong-secret-1'],
      ['nobody', 'wrong-secret-2'],
      ['robot', 'wrong-secret-3'],
      ['olav', passwordOf('ada')],
      ['olav', olav.password!],
      ['my-secret-in-the-wrong-field', 'x'],
    ] as const;
    const answers = [];
    for (const [name, password] of tries) answers.push(await browser.signIn(name, password));
    for (const { status, json, headers, text } of answers) {
      expect([status, json.error.code, headers.getSetCookie()]).toEqual([401, 'sign-in-refused', []]);
      expect(text).toBe(answers[0]!.text);
    }
    expect((await browser.signIn('olav')).status).toBe(200);
    const log = office.said.join('\n');
    expect(log).toMatch(/Signing in as olav failed, from 127\.0\.0\.1/);
    expect(log).toMatch(/olav signed in from 127\.0\.0\.1/);
    expect(log).toMatch(/a name that nobody has failed/);
    expect(log).not.toMatch(/secret|langt passord|scrypt/);
  });

  test('is the same work for every name', async () => {
    const done: Omit<PasswordHash, 'salt' | 'key'>[] = [];
    const check = checkPasswords(users, (password, hash) => {
      done.push({ N: hash.N, r: hash.r, p: hash.p });
      return deriveKey(password, hash);
    });
    const workOf = async (name: string, password: string) => {
      done.length = 0;
      const user = await check(name, password);
      return { user: user?.name, done: [...done] };
    };
    const work = [{ N: 2 ** 14, r: 8, p: 1 }];
    expect(await workOf('olav', passwordOf('olav'))).toEqual({ user: 'olav', done: work });
    for (const [name, password] of [
      ['olav', 'wrong'],
      ['nobody', 'wrong'],
      ['robot', 'wrong'],
      ['', ''],
      ['__proto__', 'wrong'],
    ] as const) {
      expect([name, await workOf(name, password)]).toEqual([name, { user: undefined, done: work }]);
    }
  });

  test('takes å for å, however a keyboard sends it', async () => {
    const pål = await userWith('pål', 'viewer', 'blåbærsyltetøy');
    const { browser } = await opened({ users: [pål] });
    expect((await browser.signIn('pål'.normalize('NFD'), 'blåbærsyltetøy'.normalize('NFD'))).status).toBe(200);
  });

  test('always begins a new session: one that was planted, or was there, ends', async () => {
    const { server, browser } = await opened();
    const planted = 'A'.repeat(43);
    browser.cookies.set('bilag-session', planted);
    await browser.signIn('olav');
    const first = browser.cookies.get('bilag-session')!;
    expect(first).not.toBe(planted);
    await browser.signIn('olav');
    expect(browser.cookies.get('bilag-session')).not.toBe(first);
    const thief = openBrowser(server);
    for (const value of [first, planted, '', 'x', `${first}x`, createHash('sha256').update(first).digest('hex')]) {
      thief.cookies.set('bilag-session', value);
      expect([value, (await thief.send('/api/imports')).status]).toEqual([value, 401]);
    }
  });

  test('over https gives a cookie that only https can set and gets', async () => {
    const { server } = await opened();
    for (const headers of [{ 'x-forwarded-proto': 'https' }, { origin: server.url.replace('http:', 'https:') }]) {
      const browser = openBrowser(server);
      const { headers: answered } = await browser.signIn(
        'olav',
        undefined,
        headers as unknown as Record<string, string>,
      );
      expect(answered.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-bilag-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      ]);
      expect((await browser.send('/api/imports')).status).toBe(200);
    }
    const mine = await signedIn(server, 'olav');
    expect((await mine.send('/api/imports', { headers: { 'x-forwarded-proto': 'https' } })).status).toBe(401);
    const value = mine.cookies.get('bilag-session');
    const both = { cookie: `bilag-session=${'A'.repeat(43)}; bilag-session=${value}` };
    expect((await server.get('/api/imports', both)).status).toBe(401);
  });

  test('is not for pages of other sites', async () => {
    const { browser } = await opened();
    for (const [header, value] of [
      ['origin', 'https://evil.example'],
      ['origin', 'http://127.0.0.1:1'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
    ] as const) {
      const { status, json } = await browser.signIn('olav', undefined, { [header]: value });
      expect([value, status, json.error.code, browser.cookies.size]).toEqual([value, 403, 'origin-refused', 0]);
    }
  });

  test('with a body that is none is refused, without what was sent', async () => {
    const { office, browser } = await opened();
    for (const [type, body, status] of [
      ['text/plain', '{"name":"olav","password":"my-secret"}', 415],
      ['application/x-www-form-urlencoded', 'name=olav&password=my-secret', 415],
      ['application/json', '{"name":"olav","password":"my-secret"', 400],
      ['application/json', '{"name":"olav","password":{"is":"my-secret"}}', 400],
      ['application/json', '{"name":["my-secret"],"password":"x"}', 400],
      ['application/json', '{"name":"olav","passwort":"my-secret"}', 400],
      ['application/json', '["olav","my-secret"]', 400],
      ['application/json', '"my-secret"', 400],
      ['application/json', '{"name":"olav","password":""}', 400],
      ['application/json', JSON.stringify({ name: 'olav', password: 'my-secret'.repeat(100) }), 400],
      ['application/json', JSON.stringify({ name: 'olav', password: 'my-secret'.repeat(10_000) }), 413],
    ] as const) {
      const answer = await browser.send('/api/session', { method: 'POST', body, headers: { 'content-type': type } });
      const shown = `${type} ${body.slice(0, 60)}`;
      expect([shown, answer.status, answer.text.includes('my-secret')]).toEqual([shown, status, false]);
    }
    expect(office.said.join()).not.toContain('my-secret');
  });
});

describe('a session', () => {
  test('ends when it is not used, and at last in any case', async () => {
    let now = Date.now();
    const { browser } = await opened({ ports: { now: () => now } });
    const status = async (after: number) => {
      now += after;
      return (await browser.send('/api/imports')).status;
    };
    await browser.signIn('olav');
    expect(await status(0.9 * HOUR)).toBe(200);
    expect(await status(0.9 * HOUR)).toBe(200);
    expect(await status(HOUR)).toBe(401);
    await browser.signIn('olav');
    for (let hours = 0.5; hours < 12; hours += 0.5) expect(await status(0.5 * HOUR)).toBe(200);
    expect(await status(0.5 * HOUR)).toBe(401);
    expect(browser.cookies.size).toBe(0);
    await browser.signIn('olav');
    // Nor does it live longer because the clock was set back.
    expect(await status(-13 * HOUR)).toBe(401);
  });

  test('ends by signing out, with what it follows; others of the same user go on', async () => {
    const { server } = await opened();
    const [one, other] = [await signedIn(server, 'olav'), await signedIn(server, 'olav')];
    const cookie = `bilag-session=${one.cookies.get('bilag-session')}`;
    const stream = await fetch(`${server.url}/api/events`, { headers: { cookie } });
    expect(stream.status).toBe(200);
    expect((await one.change('/api/session', { method: 'DELETE' })).status).toBe(200);
    await stream.text();
    expect(one.cookies.size).toBe(0);
    const { status, json } = await server.get('/api/imports', { cookie });
    expect([status, json.error.code]).toEqual([401, 'session-over']);
    expect((await other.send('/api/imports')).status).toBe(200);
  });

  test('ends when the user is removed, or gets another role or password', async () => {
    const { office, server } = await opened();
    const again = async (changed: readonly User[]) => {
      const browser = await signedIn(server, 'olav');
      const later = await serve(office, { users: changed });
      return later.get('/api/imports', { cookie: `bilag-session=${browser.cookies.get('bilag-session')}` });
    };
    expect((await again(users)).status).toBe(200);
    expect((await again([vera, ada])).status).toBe(401);
    expect((await again([vera, ada, { ...olav, role: 'viewer' }])).status).toBe(401);
    expect((await again([vera, ada, { ...olav, role: 'administrator' }])).status).toBe(401);
    expect((await again([ada, await userWith('olav', 'operator')])).status).toBe(401);
    const { password: _, ...withToken } = olav;
    expect((await again([ada, { ...withToken, token: robot.token }])).status).toBe(401);
    expect((await again([ada, { ...olav, token: robot.token }])).status).toBe(200);
  });

  test('is one of a few: the oldest of a user, and those that are over, are forgotten', async () => {
    const { sessions } = (await openOffice()).ledger;
    const row = { user: 'olav', csrf: '', grounds: '', seen_at: 50, until: 100 };
    for (const [at, id] of ['a', 'b', 'c'].entries()) await sessions.begin({ ...row, id, began_at: at }, 0, 2);
    await sessions.begin({ ...row, id: 'vera', user: 'vera', began_at: 3 }, 0, 2);
    expect(await Promise.all(['a', 'b', 'c', 'vera'].map(async (id) => (await sessions.find(id))?.id))).toEqual([
      undefined,
      'b',
      'c',
      'vera',
    ]);
    await sessions.begin({ ...row, id: 'd', began_at: 100, until: 200, seen_at: 100 }, 60, 2);
    expect(await Promise.all(['b', 'c', 'vera', 'd'].map(async (id) => (await sessions.find(id))?.id))).toEqual([
      undefined,
      undefined,
      undefined,
      'd',
    ]);
  });

  test('beside a token does not count', async () => {
    const { server } = await opened();
    const browser = await signedIn(server, 'vera');
    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect((await browser.send('/api/session', as('bilag_robot'))).json).toEqual({
      name: 'robot',
      role: 'operator',
      signIn: true,
    });
    expect((await browser.send('/api/session', as('wrong'))).status).toBe(401);
    const post = { method: 'POST', body: form(), ...as('bilag_robot') };
    expect((await browser.send('/api/imports?job=journal', post)).status).toBe(202);
  });
});

describe('a change', () => {
  test('needs what only a page of ours can send, and names its user in the history', async () => {
    const { office, server, browser } = await opened();
    await browser.signIn('olav');
    const other = await signedIn(server, 'ada');
    const upload = async (headers: Record<string, string>, query = '') => {
      const { status, json } = await browser.send(`/api/imports?job=journal${query}`, {
        method: 'POST',
        body: form(),
        headers,
      });
      return [status, json.error?.code];
    };
    const mine = { 'x-bilag-csrf': browser.csrf() };
    expect(await upload({})).toEqual([403, 'csrf-needed']);
    for (const value of ['', 'x', other.csrf(), browser.cookies.get('bilag-session')!, `${browser.csrf()}, x`])
      expect(await upload({ 'x-bilag-csrf': value })).toEqual([403, 'csrf-needed']);
    expect((await upload({}, `&x-bilag-csrf=${browser.csrf()}`))[0]).toBe(403);
    expect((await browser.send('/api/session', { method: 'DELETE' })).status).toBe(403);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', `${server.url}0`, 'http://a@b:c'])
      expect([origin, await upload({ ...mine, origin })]).toEqual([origin, [403, 'origin-refused']]);
    for (const site of ['cross-site', 'same-site', 'x'])
      expect([site, await upload({ ...mine, 'sec-fetch-site': site })]).toEqual([site, [403, 'origin-refused']]);
    expect(await office.ledger.imports.list(1)).toEqual([]);
    // Behind a proxy the host that the browser asked is another than the one that we are asked by.
    const page = { origin: 'https://bilag.firm.example', 'x-forwarded-host': 'bilag.firm.example' };
    const far = openBrowser(server);
    expect((await far.signIn('olav', undefined, page)).status).toBe(200);
    const fromThere = { method: 'POST', body: form() };
    expect((await far.change('/api/imports?job=journal', { ...fromThere, headers: page })).status).toBe(202);
    const { origin } = page;
    expect((await far.change('/api/imports?job=journal', { ...fromThere, headers: { origin } })).status).toBe(403);
    const taken = await browser.change('/api/imports?job=journal&force=true', {
      body: form(),
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    });
    expect(taken.status).toBe(202);
    const cancelled = await other.change(`${taken.json.url}/cancel`, {
      body: '{"reason":"wrong file"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(cancelled.status).toBe(200);
    expect((await browser.send(`${taken.json.url}/events`)).json.events).toMatchObject([
      { what: 'taken-in', who: 'olav' },
      { what: 'cancelled', who: 'ada' },
    ]);
  });

  test('is nothing for a viewer, nor anything at all for a stranger, whatever the route', async () => {
    const { office, server } = await opened();
    const row = await office.take('a.csv', journal(voucher(1, 1)));
    const before = await office.events(row);
    const viewer = await signedIn(server, 'vera');
    const { paths } = (await viewer.send('/api/openapi.json')).json as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [
        method.toUpperCase(),
        path.replace('{id}', row.id).replace(/\{\w+\}/g, '1'),
      ]),
    ) as [string, string][];
    const own = '/api/session';
    const changes = routes.filter(([method, path]) => method !== 'GET' && path !== own);
    expect(changes.length).toBeGreaterThan(2);
    for (const [method, path] of changes) {
      const { status, json } = await viewer.change(path, { method });
      expect([method, path, status, json.error.code]).toEqual([method, path, 403, 'role-needed']);
    }
    for (const [method, path] of routes.filter(([, each]) => !each.startsWith('/health/') && each !== own)) {
      const { status } = await openBrowser(server).send(path, { method });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
    expect(await office.events(row)).toEqual(before);
  });
});

describe('guessing', () => {
  /** The clock of the waits, in milliseconds. It stands still: none is over before the test has it so. */
  let now: number;
  beforeEach(() => {
    // Whole: a fraction would be rounded up to a second more.
    now = Math.ceil(performance.now());
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void vi.restoreAllMocks());

  test('has to wait longer and longer, for one name only; who is signed in notices nothing', async () => {
    const { office, server } = await opened();
    const there = await signedIn(server, 'olav');
    const guesser = openBrowser(server);
    const guess = (n: number) => guesser.signIn('olav', `guess ${n}`, { 'x-forwarded-for': `198.51.100.${n}` });
    for (let refused = 0; refused < 5; refused++) expect((await guess(refused)).status).toBe(401);
    expect((await guess(5)).status).toBe(429);
    const { status, json, headers } = await guesser.signIn('olav');
    const seconds = Number(headers.get('retry-after'));
    expect([status, json.error.code, json.error.retryAfter, seconds]).toEqual([429, 'too-many-attempts', 1, 1]);
    expect(json.error.message).toContain(`in ${seconds} s`);
    expect((await there.send('/api/imports')).status).toBe(200);
    expect((await there.change('/api/imports?job=journal', { body: form() })).status).toBe(202);
    expect((await guesser.signIn('ada')).status).toBe(200);
    now += seconds * 1_000;
    expect((await guess(6)).status).toBe(401);
    now += seconds * 1_000;
    expect((await guesser.signIn('olav')).headers.get('retry-after')).toBe(String(seconds));
    now += seconds * 1_000;
    expect((await guesser.signIn('olav')).status).toBe(200);
    expect(office.said.join()).toContain('from 198.51.100.4 (failure 5 of late)');
  });

  test('through a proxy elsewhere that is trusted each has an address of her own; through any other, the proxy has', async () => {
    const seen = async (trustedProxies: string[]) => {
      const { office, server } = await opened({ trustedProxies });
      await openBrowser(server).signIn('olav', 'guess', { 'x-forwarded-for': '203.0.113.9, 10.1.2.3' });
      return office.said.join();
    };
    expect(await seen(['10.1.0.0/16'])).toContain('from 203.0.113.9');
    expect(await seen([])).toContain('from 10.1.2.3');
  });

  test('from one address has to wait whatever the name, and whatever it says of its address', async () => {
    const { server } = await opened();
    const guess = async (n: number, headers: Record<string, string>) =>
      (await openBrowser(server).signIn(`name ${n}`, 'guess', headers)).status;
    const statuses = await Promise.all(
      Array.from({ length: 16 }, (_, n) => guess(n, { 'x-forwarded-for': `203.0.113.${n}, 198.51.100.7` })),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    const here = { 'x-forwarded-for': '198.51.100.7' };
    for (let refused = 16; refused < 20; refused++) expect(await guess(refused, here)).toBe(401);
    expect(await guess(20, here)).toBe(429);
    expect(await guess(99, { 'x-forwarded-for': '198.51.100.8' })).toBe(401);
  });
});
