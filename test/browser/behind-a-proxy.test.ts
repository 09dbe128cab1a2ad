import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect } from 'vitest';
import { hashPassword } from '../../src/config/users.ts';
import { elsewhere, guess, NOT_ELSEWHERE } from './elsewhere.ts';
import { dashboardOffice, inBrowser } from './open-dashboard.ts';

const PASSWORD = 'hest-sykkel-lampe-7';
/** As little work as a hash may be: what it keeps out is tried elsewhere. */
const hash = await hashPassword(PASSWORD, { N: 2 ** 14, r: 8, p: 1 });
/** Wrong passwords of one address after which it has to wait, whatever the names. */
const FREE_ATTEMPTS = 20;

const dashboard = dashboardOffice({
  files: {
    'bilag.yaml': `users:\n  - { name: kari, role: operator, password: "${hash}" }\ntrustedProxies: [${elsewhere ?? ''}]\n`,
  },
  env: { BILAG_DASHBOARD: '0.0.0.0:0' },
});

const proxies: Server[] = [];
afterAll(() => {
  for (const proxy of proxies) {
    proxy.close();
    proxy.closeAllConnections();
  }
});

/** The proxy on another machine, as it is for one who comes from an address. */
async function proxyFor(address: string): Promise<string> {
  const proxy = createServer((asked, response) => {
    const { method, url, headers } = asked;
    const seen = [headers['x-forwarded-for'], address].filter(Boolean).join(', ');
    const passed = request(
      new URL(url!, dashboard.url.replace('127.0.0.1', elsewhere!)),
      { method, headers: { ...headers, 'x-forwarded-for': seen }, localAddress: elsewhere, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

inBrowser('twenty wrong passwords of one lock nobody else out who comes through the same proxy', async (test) => {
  if (elsewhere === undefined) return test.skip(NOT_ELSEWHERE);
  const mallory = await proxyFor('203.0.113.7');
  // What she says of herself stands before what the proxy has seen, and is not believed.
  const attempts: number[] = [];
  for (let n = 0; n < FREE_ATTEMPTS; n++)
    attempts.push(await guess(mallory, `name ${n}`, `198.51.100.${n}`, '127.0.0.1'));
  expect(new Set(attempts)).toEqual(new Set([401]));
  expect(await guess(mallory, 'another', '198.51.100.99', '127.0.0.1')).toBe(429);
  expect(dashboard.log()).toContain('from 203.0.113.7');

  const kari = await dashboard.person({ url: await proxyFor('203.0.113.8') });
  // Nobody is signed in yet, which the browser says too.
  kari.expects(/status of 401/);
  const page = await kari.open('/');
  await page.getByLabel('Name').fill('kari');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
});
