import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hashPassword } from '../../src/config/users.ts';
import { elsewhere, guess, NOT_ELSEWHERE } from './elsewhere.ts';
import { barriers } from './look-over.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';
import { bringIn, manyVouchers } from './vouchers.ts';

/** As little work as a hash may be: what it keeps out is tried elsewhere. */
const WORK = { N: 2 ** 14, r: 8, p: 1 };
const PASSWORDS = { kari: 'hest-sykkel-lampe-7', per: 'fjord-kasse-blyant-3', liv: 'stol-vindu-ekorn-12' };
const TOKEN = 'bilag_of-a-program-beside-it';
const BY_TOKEN = { headers: { authorization: `Bearer ${TOKEN}` } };
/** Attempts that may fail before the next has to wait. */
const FREE_ATTEMPTS = 5;
/** After so many more the next has 8 seconds to wait, in which a machine under load tries again, too. */
const MORE_ATTEMPTS = 3;
const REFUSED = /status of (401|403|429)/;

const users = [
  `{ name: kari, role: operator, password: "${await hashPassword(PASSWORDS.kari, WORK)}" }`,
  `{ name: per, role: viewer, password: "${await hashPassword(PASSWORDS.per, WORK)}" }`,
  `{ name: liv, role: administrator, password: "${await hashPassword(PASSWORDS.liv, WORK)}" }`,
  `{ name: program, role: operator, token: "sha256:${createHash('sha256').update(TOKEN).digest('hex')}" }`,
];
const dashboard = dashboardOffice({
  files: { 'bilag.yaml': `users:\n  - ${users.join('\n  - ')}\n` },
  env: { BILAG_DASHBOARD: '0.0.0.0:0' },
});

type Name = keyof typeof PASSWORDS;

async function tryToSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Each attempt that fails doubles the wait for the next. */
async function failMore(page: Page, name: Name): Promise<void> {
  const json = { name, password: `not ${PASSWORDS[name]}` };
  const attempt = () => send(page, 'POST', '/api/session', '', json);
  for (let failed = 0; failed < MORE_ATTEMPTS; failed++) await expect.poll(attempt).toBe(401);
}

/** Somebody at a screen who has signed in. */
async function signedIn(name: Name, path = '/') {
  const person = await dashboard.person();
  // Nobody is signed in yet, which the browser says too.
  person.expects(REFUSED);
  const page = await person.open(path);
  await tryToSignIn(page, name, PASSWORDS[name]);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: `${name}: account and language` }).waitFor();
  return { person, page };
}

/** What a page's own script could send, with the cookie and the proof that it has: the status of the answer. */
function send(page: Page, method: string, path: string, csrf = '', json: object = {}): Promise<number> {
  return page.evaluate(
    async ([how, where, proof, body]) => {
      const headers = { 'content-type': 'application/json', ...(proof === '' ? {} : { 'x-bilag-csrf': proof! }) };
      return (await fetch(where!, { method: how!, headers, body: how === 'GET' ? null : body! })).status;
    },
    [method, path, csrf, JSON.stringify(json)],
  );
}

/** Every operation that changes something, of an import. */
async function changes(id: string): Promise<{ method: string; path: string }[]> {
  const { paths } = await dashboard.ask<{ paths: Record<string, Record<string, unknown>> }>(
    '/api/openapi.json',
    BY_TOKEN,
  );
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => method !== 'get' && path !== '/api/session')
      .map((method) => ({
        method: method.toUpperCase(),
        path: path.replaceAll('{id}', id).replaceAll(/\{\w+\}/g, '1'),
      })),
  );
}

const brought = (first: number) =>
  bringIn(dashboard, `mars-${first}.csv`, manyVouchers(first), 'partly-booked', BY_TOKEN);

inBrowser('who does not know the password is refused, and slowed down; who does is let in and can leave', async () => {
  const liv = await dashboard.person();
  liv.expects(REFUSED);
  const page = await liv.open('/doubt');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  for (let attempt = 0; attempt < FREE_ATTEMPTS; attempt++) {
    const refused = page.waitForResponse(/\/api\/session$/);
    await tryToSignIn(page, 'liv', `not ${PASSWORDS.liv}`);
    expect((await refused).status()).toBe(401);
    await page.getByRole('alert').getByText('Wrong name or password.').waitFor();
    await expect.poll(() => page.getByLabel('Password').inputValue()).toBe('');
  }
  await failMore(page, 'liv');
  await tryToSignIn(page, 'liv', PASSWORDS.liv);
  await page.getByRole('alert').getByText('Too many failed attempts.').waitFor();
  expect(await barriers(page)).toEqual([]);

  const { page: at } = await signedIn('kari', '/doubt');
  await at.getByRole('heading', { level: 1, name: 'Unconfirmed' }).waitFor();
  await at.getByRole('button', { name: 'kari: account and language' }).click();
  await at.getByRole('button', { name: 'Sign out' }).click();
  await at.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await send(at, 'GET', '/api/imports')).toBe(401);
  await at.reload();
  await at.getByRole('heading', { name: 'Sign in' }).waitFor();
});

inBrowser(
  'a viewer sees everything and no way to change it, and the server refuses what she sends by hand',
  async () => {
    const id = await brought(30_001);
    const { page } = await signedIn('per', `/imports/${id}/failed`);
    await page.getByText('Account 3015 is unknown', { exact: false }).first().waitFor();
    const changing = /book|use another|skip|take back|retry|cancel|run now|pause|resume|undo|drop|choose|upload|save/i;
    for (const path of [`/imports/${id}/failed`, `/imports/${id}`, '/', '/new', '/doubt', '/jobs']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const buttons = await page.getByRole('button').allInnerTexts();
      expect(
        buttons.filter((name) => changing.test(name)),
        path,
      ).toEqual([]);
    }
    const { csrf } = await page.evaluate(async () => (await fetch('/api/session')).json());
    const all = await changes(id);
    expect(all.length).toBeGreaterThan(6);
    for (const { method, path } of all)
      expect([method, path, await send(page, method, path, csrf)]).toEqual([method, path, 403]);
  },
);

inBrowser('an address where nothing is gets a page that says so; programs get JSON', async () => {
  const { person, page } = await signedIn('per');
  person.expects(/status of 404/);
  const found = await page.goto(new URL('/bookings', page.url()).href);
  expect([found!.status(), found!.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  await page.getByText('There is nothing at this address.').waitFor();
  await page.getByRole('link', { name: 'To the imports' }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const path of ['/api/nothing', '/bookings'])
    expect((await fetch(new URL(path, page.url()), BY_TOKEN)).headers.get('content-type')).toContain(
      'application/json',
    );
});

inBrowser('a change without the proof that a page of ours sends it is refused', async () => {
  const id = await brought(31_001);
  const { page } = await signedIn('kari');
  for (const { method, path } of await changes(id)) {
    expect([method, path, await send(page, method, path)]).toEqual([method, path, 403]);
    expect([method, path, await send(page, method, path, 'guessed')]).toEqual([method, path, 403]);
  }
});

inBrowser('where the session ends while a screen is open, she signs in and goes on where she was', async () => {
  const id = await brought(32_001);
  const { person, page } = await signedIn('kari', `/imports/${id}/failed`);
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill('Salg nr. 32050');
  await expect.poll(() => page.url()).toContain('q=');
  // It ends with what she asks for, not before: any other request would find it ended, and hide what she types into.
  await page.route(
    (url) => url.pathname.endsWith('/waiting') && url.searchParams.get('q') === 'Salg nr. 32051',
    async (route) => {
      await person.context.clearCookies();
      await route.continue();
    },
    { times: 1 },
  );
  await search.fill('Salg nr. 32051');
  await page.getByText('Your session has ended', { exact: false }).waitFor();
  await page.getByLabel('Password').fill(PASSWORDS.kari);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rows with errors' }).waitFor();
  expect(await search.inputValue()).toBe('Salg nr. 32051');
  await page.getByRole('gridcell').getByText('Salg nr. 32051').first().waitFor();
});

inBrowser('an administrator sees the queues, others do not', async () => {
  const { page } = await signedIn('kari');
  expect(await page.getByRole('link', { name: 'Queues' }).count()).toBe(0);
  expect(await send(page, 'GET', '/queues')).toBe(403);

  const { page: at } = await signedIn('liv');
  await at.goto('/queues');
  await at.getByText('post-main').first().waitFor();
  await at.getByRole('link', { name: 'Back to bilag' }).click();
  await at.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
});

/** Connections that one address may have, of those that there may be in all. */
const OF_ONE = 128;
const MORE_THAN_ALL = 260;
/** Wrong passwords of one address after which it has to wait, whatever the names. */
const OF_ADDRESS = 20;

inBrowser(
  'whoever opens 260 connections and does nothing with them keeps nobody out, and is not believed to be others',
  async (test) => {
    if (elsewhere === undefined) return test.skip(NOT_ELSEWHERE);
    const url = dashboard.url.replace('127.0.0.1', elsewhere);
    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: MORE_THAN_ALL }, () =>
      connect({ port, host: elsewhere, localAddress: elsewhere }),
    );
    const isOpen = ({ closed, readyState }: Socket) => !closed && readyState === 'open';
    for (const socket of sockets) socket.on('error', () => undefined).resume();
    await expect.poll(() => sockets.filter(isOpen).length).toBe(OF_ONE);
    const { page } = await signedIn('kari');
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
    await Promise.all(sockets.filter(isOpen).map((socket) => once(socket.end(), 'close')));
    // Until bilag, too, has noticed that they are gone, none of that address gets in.
    await expect.poll(() => fetch(`${url}/health/live`).then(({ status }) => status, String)).toBe(200);

    // Not a proxy's address: whatever it says of whose requests it passes on, they are its own.
    const attempts: number[] = [];
    for (let n = 0; n < OF_ADDRESS; n++) attempts.push(await guess(url, `name ${n}`, `203.0.113.${n}`));
    expect(new Set(attempts)).toEqual(new Set([401]));
    expect(await guess(url, 'another', '203.0.113.99')).toBe(429);
    expect(dashboard.log()).toContain(`from ${elsewhere}`);
    await signedIn('per');
  },
);
