// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, findService, type Service } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { companyOf } from '../../src/core/company.ts';
import type { Environment } from '../../src/core/environment.ts';

const SECRET = 'hunter2-hunter2';
const URL_ONLY = 'services:\n  main:\n    baseUrl: https://a.example\n';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-config-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function config(yaml: string | undefined, env: Environment = {}): Promise<Config> {
  const cwd = await mkdtemp(join(folder, 'x-'));
  if (yaml !== undefined) await writeFile(join(cwd, 'bilag.yaml'), yaml);
  return readConfig({ cwd, env });
}

/** The service main, with more keys of its own (indented by four) behind its address. */
async function main(more: string, env: Environment = {}): Promise<Service> {
  return findService((await config(`${URL_ONLY}${more}`, env)).services, 'main');
}

describe('notify', () => {
  it('fills in what is usual; a webhook may have a query', async () => {
    const yaml = `notify:
  webhook: { url: "https://chat.example/hook?key=\${KEY}", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }
  email: { from: bilag@firm.example, to: kari@firm.example, smtp: { host: smtp.firm.example } }
  link: https://bilag.firm.example
`;
    expect((await config(yaml, { KEY: 'k' })).notify).toEqual({
      webhook: { url: 'https://chat.example/hook?key=k', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      email: {
        from: 'bilag@firm.example',
        to: ['kari@firm.example'],
        smtp: { host: 'smtp.firm.example', port: 587, security: 'starttls' },
      },
      success: false,
      link: 'https://bilag.firm.example',
    });
  });
});

describe('the configuration without a file', () => {
  it('has the defaults of the design', async () => {
    expect(await readConfig({ cwd: folder, env: {} })).toEqual({
      home: join(folder, '.bilag'),
      jobs: join(folder, 'jobs'),
      inbox: join(folder, 'inbox'),
      services: {},
      watch: { minimumAgeMs: 2_000, unfinishedMs: 30_000, scanMs: 5_000, marker: false },
      notify: { webhook: undefined, email: undefined, success: false, link: undefined },
      users: [],
      trustedProxies: [],
      redisUrl: undefined,
      redisServer: undefined,
      ledgerPath: join(folder, '.bilag', 'ledger.db'),
      log: 'info',
      dashboard: { host: '127.0.0.1', port: 4747 },
    });
  });

  it('takes every variable', async () => {
    const env = {
      BILAG_HOME: '/var/lib/bilag',
      BILAG_JOBS: 'my/jobs',
      BILAG_INBOX: '/in',
      BILAG_LOG: 'debug',
      BILAG_DASHBOARD: 'localhost:8080',
      BILAG_REDIS_SERVER: '/opt/redis-server',
      REDIS_URL: 'rediss://:secret@redis.example:6380/1',
      LEDGER_URL: 'sqlite:/data/books.db',
    };
    expect(await readConfig({ cwd: folder, env })).toEqual({
      home: '/var/lib/bilag',
      jobs: join(folder, 'my/jobs'),
      inbox: '/in',
      services: {},
      watch: { minimumAgeMs: 2_000, unfinishedMs: 30_000, scanMs: 5_000, marker: false },
      notify: { webhook: undefined, email: undefined, success: false, link: undefined },
      users: [],
      trustedProxies: [],
      redisUrl: 'rediss://:secret@redis.example:6380/1',
      redisServer: '/opt/redis-server',
      ledgerPath: '/data/books.db',
      log: 'debug',
      dashboard: { host: 'localhost', port: 8080 },
    });
  });

  it('takes an empty variable as one that is not set', async () => {
    const env = { BILAG_HOME: '', BILAG_LOG: '', REDIS_URL: '', ACCOUNTING_URL: '' };
    expect(await readConfig({ cwd: folder, env })).toMatchObject({
      home: join(folder, '.bilag'),
      log: 'info',
      services: {},
      watch: { minimumAgeMs: 2_000, unfinishedMs: 30_000, scanMs: 5_000, marker: false },
      notify: { webhook: undefined, email: undefined, success: false, link: undefined },
      users: [],
      trustedProxies: [],
    });
  });

  it.each([['redis://127.0.0.1:6379'], ['unix:///run/redis.sock']])('takes REDIS_URL=%s', async (url) => {
    expect((await readConfig({ cwd: folder, env: { REDIS_URL: url } })).redisUrl).toBe(url);
  });

  it.each([
    ['sqlite:books.db', 'books.db'],
    ['sqlite:./data/books.db', 'data/books.db'],
  ])('takes LEDGER_URL=%s from the working folder', async (url, path) => {
    expect((await readConfig({ cwd: folder, env: { LEDGER_URL: url } })).ledgerPath).toBe(join(folder, path));
  });

  it('takes addresses and networks of proxies, and nothing else', async () => {
    expect((await config('trustedProxies: [10.1.2.3, "2001:db8::/32"]')).trustedProxies).toEqual([
      '10.1.2.3',
      '2001:db8::/32',
    ]);
    await expect(config('trustedProxies: [proxy.example]')).rejects.toThrow(
      /trustedProxies\[0\] must be an IP address/,
    );
    await expect(config('trustedProxies: [10.1.0.0/33]')).rejects.toThrow(/must be an IP address/);
  });

  it.each([
    ['4848', { host: '127.0.0.1', port: 4848 }],
    ['[::1]:4848', { host: '::1', port: 4848 }],
  ])('takes BILAG_DASHBOARD=%s', async (value, expected) => {
    expect((await readConfig({ cwd: folder, env: { BILAG_DASHBOARD: value } })).dashboard).toEqual(expected);
  });

  it.each([
    ['0.0.0.0:4848', { host: '0.0.0.0', port: 4848 }],
    [':4848', { host: '', port: 4848 }],
    ['bilag.example:4848', { host: 'bilag.example', port: 4848 }],
  ])('takes BILAG_DASHBOARD=%s where users are configured', async (value, expected) => {
    const yaml = `users: [{ name: kari, role: viewer, token: "sha256:${'a'.repeat(64)}" }]`;
    expect((await config(yaml, { BILAG_DASHBOARD: value })).dashboard).toEqual(expected);
    await expect(config('users: []', { BILAG_DASHBOARD: value })).rejects.toThrow();
    await expect(config('watch: {}', { BILAG_DASHBOARD: value })).rejects.toThrow(/no users are configured/);
  });

  it('takes the service main from ACCOUNTING_URL, ACCOUNTING_TOKEN and ACCOUNTING_COMPANY', async () => {
    const env = { ACCOUNTING_URL: 'https://a.example/', ACCOUNTING_TOKEN: SECRET, ACCOUNTING_COMPANY: '42' };
    expect((await config(undefined, env)).services['main']).toEqual({
      name: 'main',
      baseUrl: 'https://a.example',
      auth: { type: 'bearer', token: SECRET },
      headers: { CompanyKey: '42' },
      company: '42',
      connectTimeoutMs: 5_000,
      replyTimeoutMs: 60_000,
      rate: undefined,
      concurrency: 4,
      rejection: 'whole',
      notApplied: [429],
      cache: { accountsMs: 3_600_000, vatTypesMs: 3_600_000, missingMs: 30_000 },
      product: undefined,
      descriptionMax: 500,
      absence: { quietMs: 120_000, looks: 3, everyMs: 30_000 },
      probe: undefined,
    });
  });
});

describe('bilag.yaml', () => {
  it('takes everything that the design shows', async () => {
    const yaml = `services:
  main:
    baseUrl: https://accounting.example
    auth: { type: bearer, token: "\${ACCOUNTING_TOKEN}" }
    headers: { CompanyKey: "\${ACCOUNTING_COMPANY}" }
    company: "\${ACCOUNTING_COMPANY}"
    timeout: { connect: 500ms, reply: 2m }
    rate: { requests: 20, per: 1s }
    concurrency: 8
    rejection: unknown
    notApplied: [429, 503]
    cache: { accounts: 2h, vatTypes: 1d, missing: 0s }
    descriptionMax: 255
    probe:
      marker: " #{import}-{batch}"
      path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=1"
      quiet: 5m
      looks: 4
      every: 10s
`;
    const { services } = await config(yaml, { ACCOUNTING_TOKEN: SECRET, ACCOUNTING_COMPANY: '0042' });
    expect(services).toEqual({
      main: {
        name: 'main',
        baseUrl: 'https://accounting.example',
        auth: { type: 'bearer', token: SECRET },
        headers: { CompanyKey: '0042' },
        company: '0042',
        connectTimeoutMs: 500,
        replyTimeoutMs: 120_000,
        rate: { requests: 20, perMs: 1_000 },
        concurrency: 8,
        rejection: 'unknown',
        notApplied: [429, 503],
        product: undefined,
        descriptionMax: 255,
        absence: { quietMs: 120_000, looks: 3, everyMs: 30_000 },
        cache: { accountsMs: 7_200_000, vatTypesMs: 86_400_000, missingMs: 0 },
        probe: {
          marker: ' #{import}-{batch}',
          path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=1",
          quietMs: 300_000,
          looks: 4,
          everyMs: 10_000,
        },
      },
    });
  });

  it('has everything of a probe but its path by default', async () => {
    expect((await main('    probe: { path: "/lines?text={description}" }\n')).probe).toEqual({
      marker: ' #{import}-{batch}',
      path: '/lines?text={description}',
      quietMs: 120_000,
      looks: 3,
      everyMs: 30_000,
    });
  });

  it('goes before ACCOUNTING_URL for main, and leaves main to it where it has none', async () => {
    const env = { ACCOUNTING_URL: 'https://env.example' };
    expect((await config(URL_ONLY, env)).services['main']?.baseUrl).toBe('https://a.example');
    const other = await config(URL_ONLY.replace('main', 'other'), env);
    expect(Object.values(other.services).map(({ name, baseUrl }) => [name, baseUrl])).toEqual([
      ['other', 'https://a.example'],
      ['main', 'https://env.example'],
    ]);
  });

  it('may be empty', async () => {
    expect((await config('# nothing yet\n')).services).toEqual({});
  });

  it('takes variables as values, never as YAML', async () => {
    const token = '}"\':#{[&*!|>%@`';
    const service = await main('    auth: { type: bearer, token: "${T}" }\n    concurrency: ${N}\n', {
      T: token,
      N: '7',
    });
    expect(service).toMatchObject({ auth: { token }, concurrency: 7 });
  });

  it.each([
    ['    auth: none\n', { type: 'none' }],
    ['    auth: { type: none }\n', { type: 'none' }],
    ['    auth: { type: headers, headers: { X-Api-Key: k } }\n', { type: 'none' }],
  ])('takes %j', async (more, auth) => {
    expect((await main(more)).auth).toEqual(auth);
  });

  it('sends the headers of auth with the others', async () => {
    const service = await main(
      '    auth: { type: headers, headers: { X-Api-Key: k } }\n    headers: { CompanyKey: 007 }\n',
    );
    expect(service.headers).toEqual({ 'X-Api-Key': 'k', CompanyKey: '007' });
  });

  it('always knows that 429 was not applied', async () => {
    expect((await main('    notApplied: [503]\n')).notApplied).toEqual([429, 503]);
  });

  it.each([
    ['https://Accounting.Example/', 'https://accounting.example'],
    ['https://accounting.example:443', 'https://accounting.example'],
    ['https://accounting.example/api/biz/', 'https://accounting.example'],
    ['http://127.0.0.1:8080/tenant/', 'http://127.0.0.1:8080/tenant'],
  ])('settles the spelling of %s', async (written, settled) => {
    const { services } = await config(`services: { main: { baseUrl: "${written}" } }`);
    expect(services['main']?.baseUrl).toBe(settled);
  });
});

describe('companyOf', () => {
  it.each([
    ['the company key', '    company: A\n    headers: { CompanyKey: B }\n', 'company:A'],
    ['else the CompanyKey header', '    headers: { companykey: B }\n', 'company:B'],
    ['else the service', '', 'service:main'],
  ])('is %s', async (_name, more, company) => {
    expect(companyOf(await main(more))).toBe(company);
  });

  it('is no address', async () => {
    const at = async (url: string) => {
      const { services } = await config(`services:\n  main: { baseUrl: ${url} }\n`);
      return companyOf(services['main']!);
    };
    expect(await at('http://127.0.0.1:80/api/biz')).toBe(await at('http://localhost/'));
  });

  it('of a service without one is not that of a company that is called alike', () => {
    const names = [
      { name: 'main', company: '' },
      { name: 'other', company: 'main' },
      { name: 'other', company: 'service:main' },
    ].map(companyOf);
    expect(new Set(names).size).toBe(3);
  });

  it('never depends on the token', async () => {
    const of = async (token: string) => companyOf(await main(`    auth: { type: bearer, token: ${token} }\n`));
    expect(await of('one')).toBe(await of('two'));
  });
});

describe('findService', () => {
  it.each([
    ['main', {}, 'Set ACCOUNTING_URL and ACCOUNTING_TOKEN, or add services.main to bilag.yaml.'],
    ['oslo', {}, 'No service is configured. To add it, add services.oslo to bilag.yaml.'],
    ['mian', { main: 1 }, 'Did you mean "main"? Configured: main.'],
    ['oslo', { main: 1 }, 'Configured: main. To add it, add services.oslo to bilag.yaml.'],
  ])('says what to do about %s where there is %o', (name, services, suggestion) => {
    const find = () => findService(services as unknown as Record<string, Service>, name);
    expect(find).toThrow(expect.objectContaining({ message: `the service "${name}" is not configured.`, suggestion }));
  });
});
