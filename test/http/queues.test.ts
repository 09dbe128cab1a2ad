import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTemporaryFiles } from '../../src/http/files.ts';
import type * as LimitsModule from '../../src/http/limits.ts';
import type * as BuildServerModule from '../../src/http/server.ts';
import type * as ConnectModule from '../../src/queue/connect-redis.ts';
import type * as WorkQueuesModule from '../../src/queue/work-queues.ts';
import { load, type Office, openOffice } from '../importing/office.ts';
import { type OwnRedis, ownRedis } from '../queue/own-redis.ts';
import { type Browser, openBrowser, userWith } from './browser.ts';
import { curl, portsOf, type Server, serve, until } from './serve.ts';

const { buildServer } = await load<typeof BuildServerModule>('http/server.js');
const { SERVER_LIMITS } = await load<typeof LimitsModule>('http/limits.js');
const { connectRedis } = await load<typeof ConnectModule>('queue/connect-redis.js');
const { openWorkQueues } = await load<typeof WorkQueuesModule>('queue/work-queues.js');
const { appRoutes } = createRequire(import.meta.url)('@bull-board/api/dist/routes.js') as {
  appRoutes: { api: { method: string; route: string }[] };
};

const HTML = { headers: { accept: 'text/html,*/*;q=0.8' } };
const QUEUE = 'post-main';

let redis: OwnRedis;
let link: ConnectModule.RedisLink;
let queues: WorkQueuesModule.WorkQueues;
let office: Office;
let server: Server;
let ada: Browser;
const shown = async () => ((await link.here()) ? queues.shown(['vm'], ['main']) : undefined);
const names = ['vera', 'olav', 'ada'] as const;
const roles = { vera: 'viewer', olav: 'operator', ada: 'administrator' } as const;

beforeAll(async () => {
  redis = await ownRedis();
  office = await openOffice({ keep: true });
  link = await connectRedis({ url: redis.url, home: '', env: {}, log: () => undefined });
  queues = openWorkQueues(link, { concurrencyOf: () => 2, onError: () => undefined });
  await queues.wantPosts('main', { import: 1 }, 3);
  const users = await Promise.all(names.map((name) => userWith(name, roles[name])));
  server = await serve(office, { users, ports: { queues: shown }, keep: true });
  ada = openBrowser(server);
  await ada.signIn('ada');
});
afterAll(async () => {
  await queues.close();
  link.disconnect();
  await redis.leave();
});

/** Every key of Redis with what it holds. */
const everything = () =>
  redis.ask(async (asked) => {
    const keys = (await asked.keys('*')).sort();
    return Promise.all(keys.map(async (key) => [key, (await asked.dumpBuffer(key))?.toString('hex')]));
  });
const filled = (route: string, id: string) =>
  `/queues${route
    .replace(':queueName', QUEUE)
    .replace(':jobId', id)
    .replace(/:queueStatus/, 'wait')
    .replace(/:\w+/, '1')}`;

describe('the queues', () => {
  test('are for administrators; others get a page that says so', async () => {
    const paths = ['/queues', '/queues/', `/queues/queue/${QUEUE}`, '/queues/api/queues', '/queues/api/redis/stats'];
    for (const path of paths) expect([path, (await ada.send(path, HTML)).status]).toEqual([path, 200]);
    for (const name of ['vera', 'olav'] as const) {
      const browser = openBrowser(server);
      await browser.signIn(name);
      for (const path of paths) expect([path, (await browser.send(path)).status]).toEqual([path, 403]);
      const page = await browser.send('/queues', HTML);
      expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
      expect(page.text).toContain('needs the role administrator');
    }
    for (const path of paths) expect([path, (await server.get(path)).status]).toEqual([path, 401]);
    const page = await server.get('/queues', HTML.headers);
    expect([page.status, page.text]).toEqual([401, expect.stringContaining('<a href="/">Sign in</a>')]);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('show what waits, by a page that loads nothing from elsewhere', async () => {
    const page = await ada.send('/queues', HTML);
    expect(page.text).toContain('<a id="back" href="/jobs">← Back to bilag</a>');
    const norwegian = { headers: { ...HTML.headers, 'accept-language': 'nb-NO,nb;q=0.9,en;q=0.8' } };
    expect((await ada.send('/queues', norwegian)).text).toContain('← Tilbake til bilag</a>');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(page.text).not.toMatch(/https?:\/\/(?!127)|<style| style=/);
    for (const [, path] of page.text.matchAll(/(?:src|href)="(static\/[^"]+)"/g))
      expect([path, (await ada.send(`/queues/${path}`)).status]).toEqual([path, 200]);
    const { json } = await ada.send(`/queues/api/queues?activeQueue=${QUEUE}&status=waiting`);
    expect(
      json.queues.map(({ name, readOnlyMode, allowRetries }: Record<string, unknown>) => [
        name,
        readOnlyMode,
        allowRetries,
      ]),
    ).toEqual([
      ['plan-vm', true, false],
      [QUEUE, true, false],
    ]);
    expect(json.queues[1].counts.waiting).toBe(3);
  });

  test('can be changed by no request, however it is made', async () => {
    const { json } = await ada.send(`/queues/api/queues?activeQueue=${QUEUE}&status=waiting`);
    const [{ id }] = json.queues[1].jobs;
    const before = await everything();
    expect(before.length).toBeGreaterThan(3);
    const changing = appRoutes.api.filter(({ method }) => method !== 'get');
    expect(changing.length).toBeGreaterThan(15);
    const body = '{"name":"x","data":{},"options":{},"concurrency":1,"max":1,"duration":1,"force":true}';
    for (const { route } of appRoutes.api) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await ada.change(filled(route, id), {
          method,
          body,
          headers: { 'content-type': 'application/json', 'x-http-method-override': 'PUT' },
        });
        expect([method, route, answer.status]).toEqual([
          method,
          route,
          expect.toSatisfy((s) => s === 404 || s === 405),
        ]);
      }
    }
    // What reads changes nothing either.
    for (const { route } of appRoutes.api.filter(({ method }) => method === 'get')) await ada.send(filled(route, id));
    expect(await everything()).toEqual(before);
  });

  test('have routes that read, and no others', async () => {
    const served = {
      ports: { ...(await portsOf(office)), queues: shown },
      limits: SERVER_LIMITS,
      leaving: new AbortController().signal,
    };
    const files = await openTemporaryFiles(office.ports);
    const { server: built, routes } = await buildServer({ users: [], version: '0' }, served, files);
    const mine = routes.filter(({ url }) => url.startsWith('/queues'));
    expect(mine.length).toBeGreaterThan(10);
    expect(mine.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    for (const { url } of mine) {
      const { status } = await server.get(url.replaceAll(/:\w+/g, '1').replace('*', 'x'));
      expect([url, status]).toEqual([url, 401]);
    }
    await built.close();
    await files.close();
  });

  test('without users are for whoever is on this machine', async () => {
    const open = await serve(office, { ports: { queues: shown } });
    expect((await open.get('/queues/api/queues')).status).toBe(200);
    expect((await curl('-H', 'Host: evil.example', `${open.url}/queues`)).status).toBe(403);
  });

  test('say that Redis is away, whether it is gone or hangs', async () => {
    redis.stop();
    const api = await ada.send('/queues/api/queues');
    redis.goOn();
    expect(api.status).toBe(503);
    expect(api.json.error.code).toBe('redis-away');
    await redis.kill();
    await until(async () => (await ada.send('/queues/api/queues')).status === 503);
    const gone = await ada.send('/queues', HTML);
    expect([gone.status, gone.text]).toEqual([503, expect.stringContaining('Redis is away')]);
    await redis.start();
    await until(async () => (await ada.send('/queues/api/queues')).status === 200);
  });
});
