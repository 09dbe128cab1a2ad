import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { logSecrets } from '../../src/cli/log-secrets.ts';
import { createLogger } from '../../src/cli/logger.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { journal, type Office, openOffice, SOUND } from './bilag.ts';

const TOKEN = 'tok-3f9a7c1e5b';

let sandbox: Sandbox;
let office: Office;
beforeAll(async () => {
  sandbox = await startSandbox({ token: TOKEN });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  office = await openOffice({ ACCOUNTING_TOKEN: TOKEN, BILAG_LOG: 'debug' });
});
afterEach(() => office.leave());

type Line = Readonly<Record<string, unknown>> & { readonly msg: string };
const linesOf = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

it('every line about an import has its id, and none has the token', async () => {
  await office.write(
    'bilag.yaml',
    `services:
  main:
    baseUrl: ${sandbox.url}
    auth: { type: bearer, token: "\${ACCOUNTING_TOKEN}" }
    probe:
      path: "/api/biz/journalentrylines?filter=Description eq '{description}'&top=20"
      quiet: 100ms
      looks: 2
      every: 100ms
`,
  );
  await office.write('good.csv', SOUND);
  await office.write('refused.csv', 'these;are;no\ncolumns;of;ours\n');
  await office.write('doubtful.csv', journal([{ key: '11', amount: '11,00' }]));
  const working = office.start('start');
  await working.said(/"msg":"started/);
  const take = (...files: string[]) => office.run('import', ...files, '--job', 'journal', '--no-wait', '--json');
  const first = JSON.parse((await take('good.csv', 'refused.csv')).out).imports as { import: string; file: string }[];
  await working.said(/good\.csv: completed/);
  await working.said(/refused\.csv: rejected/);
  await fetch(`${sandbox.url}/sandbox/next`, { method: 'POST', body: JSON.stringify({ faults: ['500-after'] }) });
  const { import: doubtful } = JSON.parse((await take('doubtful.csv')).out) as { import: string };
  await working.said(/no longer in doubt/);
  await working.said(/doubtful\.csv: completed/);
  working.child.kill('SIGTERM');
  const { out, err, code } = await working.ended;
  expect(code).toBe(0);

  const ids = new Map([...first.map(({ file, import: id }) => [file, id] as const), ['doubtful.csv', doubtful]]);
  const lines = linesOf(out);
  for (const [file, id] of ids) {
    const about = lines.filter(({ msg }) => msg.includes(file) || msg.includes(id));
    expect(about.length).toBeGreaterThan(0);
    expect(about.map((line) => line['import'])).toEqual(about.map(() => id));
    // And nothing else has it.
    expect(lines.filter((line) => line['import'] === id)).toEqual(about);
  }
  expect(lines.find(({ msg }) => msg.includes('no longer in doubt'))).toMatchObject({
    import: doubtful,
    job: 'journal',
    batch: 1,
  });
  expect(out + err).not.toContain(TOKEN);
  expect(lines.every((line) => !Number.isNaN(Date.parse(String(line['time']))))).toBe(true);
});

it('no secret that is configured comes into the log, whoever writes it, nor a field that holds one', async () => {
  const secrets = {
    SERVICE_TOKEN: 'service-token-1',
    HOOK_SECRET: 'hook "secret" \\ 22',
    SMTP_WORD: 'smtp-word-333',
    FETCH_PASSWORD: 'fetch-password-4',
    REDIS_URL: 'redis://:redis%2Fword5@127.0.0.1:6379',
  };
  await office.write(
    'bilag.yaml',
    `services:
  main:
    baseUrl: https://accounting.example
    auth: { type: bearer, token: "\${SERVICE_TOKEN}" }
    headers: { CompanyKey: company-key-7, X-Key: "Basic header-key-8" }
notify:
  webhook: { url: https://chat.example/hooks/T012/abcdef, secret: "\${HOOK_SECRET}" }
  email: { from: a@b.example, to: c@d.example, smtp: { host: smtp.example, user: me, password: "\${SMTP_WORD}" } }
`,
  );
  const config = await readConfig({ cwd: office.folder, env: secrets });
  const written: string[] = [];
  const out = {
    write: (text: string) => void written.push(text),
    isTerminal: false,
    columns: undefined,
    stream: undefined,
  };
  const log = await createLogger('debug', { out, env: {} } as unknown as CliContext, logSecrets(config, secrets));
  const shown = [
    ...Object.values(secrets).slice(0, 4),
    'redis/word5',
    'redis%2Fword5',
    'header-key-8',
    '/hooks/T012/abcdef',
  ];
  log('service-in-trouble', `asked with ${shown.join(' and ')} of company-key-7`, { detail: { deep: shown } });
  const error = Object.assign(new Error(`failed: ${shown.join(' and ')}`), { code: 'SQLITE_FULL' });
  log('posting-failed', error.message, { error });
  log('started', 'x', {
    headers: { authorization: 'Bearer whatever', cookie: 'c00kie' },
    smtp: { auth: { password: 'pw0' } },
    token: 't0',
  });
  const lines = linesOf(written.join(''));
  const all = lines.map((line) => JSON.stringify(Object.values(line).map((value) => JSON.stringify(value)))).join('\n');
  expect(lines).toHaveLength(3);
  for (const secret of shown) expect(all).not.toContain(secret);
  for (const line of lines) for (const secret of shown) expect(line.msg).not.toContain(secret);
  expect(lines[1]).toMatchObject({ event: 'posting-failed', level: 50, code: 'SQLITE_FULL' });
  expect(lines[1]!.msg).toMatch(/^The disk is full\. \(failed: \[secret\] and /);
  expect(lines[0]!.msg).toMatch(/^asked with \[secret\] and .* of company-key-7$/);
  expect(lines[2]).toMatchObject({
    headers: { authorization: '[secret]', cookie: '[secret]' },
    smtp: { auth: { password: '[secret]' } },
    token: '[secret]',
  });
});
