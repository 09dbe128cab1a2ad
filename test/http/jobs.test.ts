// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { User } from '../../src/config/users.ts';
import { nextRun } from '../../src/core/next-run.ts';
import { openSqlite } from '../../src/ledger/sqlite-database.ts';
import { JOURNAL_JOB, journal, openOffice, voucher } from '../importing/office.ts';
import { type Server, serve, until } from './serve.ts';

const hashOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
const USERS: readonly User[] = [
  { name: 'vera', role: 'viewer', token: hashOf('bilag_vera') },
  { name: 'olav', role: 'operator', token: hashOf('bilag_olav') },
];
const as = (name: string) => ({ authorization: `Bearer bilag_${name}`, 'content-type': 'application/json' });
const SCHEDULE = { cron: '0 6 * * 1-5', tz: 'Europe/Oslo' };
const BANK = `${JOURNAL_JOB}schedule: { cron: "0 6 * * 1-5", tz: Europe/Oslo }\n`;
const FETCHED = `${BANK}fetch: { path: exports/*.csv }\n`;
const reason = (text: string) => JSON.stringify({ reason: text });

async function jobOf(server: Server, name: string) {
  const { json } = await server.get('/api/jobs');
  return json.jobs.find((job: { name: string }) => job.name === name);
}

/** A server that answers when it is told to. */
async function heldServer(content: string) {
  let asked = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer((_request, response) => {
    asked++;
    void released.then(() => response.setHeader('content-length', Buffer.byteLength(content)).end(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/a.csv`, asked: () => asked, release, close: () => server.close() };
}

describe('the jobs', () => {
  test('say what they take, when they run next, what came of the last run, and what is wrong', async () => {
    const office = await openOffice({
      jobs: { bank: FETCHED, lone: `${JOURNAL_JOB}service: elsewhere\n` },
    });
    office.defineJob('odd', 'kind: bookings\ncolumns: { acount: x }\n');
    mkdirSync(join(office.folder, 'exports'));
    const server = await serve(office);
    const before = Date.now();
    const { json } = await server.get('/api/jobs');
    const [bank, lone] = json.jobs;
    expect(bank).toEqual({
      name: 'bank',
      health: 'ok',
      waiting: 0,
      underWay: 0,
      kind: 'bookings',
      service: 'main',
      company: 'main',
      bytes: 1_073_741_824,
      inbox: join(office.folder, 'inbox', 'bank'),
      match: ['*.{csv,xlsx}'],
      fetch: { way: 'path', from: 'exports/*.csv' },
      schedule: { ...SCHEDULE, words: { en: 'weekdays at 06:00', nb: 'hverdager kl. 06.00' } },
      nextRun: expect.any(String),
      turns: [],
      problems: [],
      diagnoses: [],
    });
    const next = [before, Date.now()].map((now) => new Date(nextRun(SCHEDULE, now)).toISOString());
    expect(next).toContain(bank.nextRun);
    expect(lone).toMatchObject({ health: 'failing', failing: 'definition' });
    expect(lone.problems.join()).toMatch(/elsewhere.*not configured/);
    expect(lone.diagnoses).toEqual([
      {
        line: 0,
        code: 'service-none',
        facts: { service: 'elsewhere' },
        words: { en: lone.problems[0], nb: expect.stringMatching(/^Tjenesten «elsewhere» er ikke satt opp\./) },
      },
    ]);
    expect(json.broken).toEqual([
      {
        name: 'odd',
        problems: [expect.stringMatching(/^odd\.yaml:2: columns\.acount .*account/)],
        diagnoses: [
          {
            line: 2,
            code: 'key-unknown',
            facts: { key: 'columns.acount', near: 'account' },
            words: {
              en: json.broken[0].problems[0],
              nb: 'odd.yaml:2: columns.acount er ikke en kjent nøkkel. Mente du «account»?',
            },
          },
        ],
      },
    ]);
    expect((await server.get('/api/jobs/odd')).json.error).toMatchObject({ code: 'job-broken' });
    expect((await server.get('/api/jobs/bnak')).json.error).toMatchObject({
      code: 'job-unknown',
      suggestion: expect.stringContaining('"bank"'),
    });
    const { ledger } = office;
    for (const [at, outcome] of [
      [1_000_000, 'failed'],
      [2_000_000, 'ok'],
    ] as const) {
      const run = { id: `run-${at}`, job: 'bank', due_at: at, manual: 0, holder: 'vm, process 1', until: at + 9_000 };
      await ledger.runs.claim(run, at);
      await ledger.runs.end(run.id, at + 500, outcome, { files: { new: 2 }, imports: ['X'], message: `${outcome}!` });
    }
    expect((await jobOf(server, 'bank')).lastRun).toEqual({
      run: 'run-2000000',
      due: new Date(2_000_000).toISOString(),
      began: new Date(2_000_000).toISOString(),
      ended: new Date(2_000_500).toISOString(),
      outcome: 'ok',
      process: 'vm, process 1',
      files: { new: 2 },
      imports: ['X'],
      message: 'ok!',
    });
    const whole = (await server.get('/api/jobs/bank')).json;
    expect(whole.runs.map(({ run }: { run: string }) => run)).toEqual(['run-2000000', 'run-1000000']);
    expect(whole.definition).toBe(FETCHED);
  });

  test('run now: once at a time, by whoever asked, and what it brings goes on its way', async () => {
    const bank = await heldServer(journal(voucher(1, 100)));
    const fetching = `${BANK}fetch: { url: "${bank.url}", allowPrivate: true }\n`;
    const office = await openOffice({ jobs: { bank: fetching, journal: JOURNAL_JOB } });
    const server = await serve(office, { users: USERS });
    expect((await server.post('/api/jobs/bank/run', '{}', as('vera'))).status).toBe(403);
    expect((await server.post('/api/jobs/journal/run', '{}', as('olav'))).json.error.code).toBe('nothing-to-fetch');
    const answers = await Promise.all([1, 2].map(() => server.post('/api/jobs/bank/run', '{}', as('olav'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)!.json.error).toMatchObject({ code: 'run-under-way' });
    expect(answers.find(({ status }) => status === 202)!.json.run).toMatchObject({ by: 'olav' });
    await until(() => bank.asked() > 0);
    const list = async () => (await server.get('/api/jobs', as('vera'))).json.jobs[0];
    expect((await list()).lastRun.ended).toBeUndefined();
    bank.release();
    await until(async () => (await list()).lastRun.ended !== undefined);
    const { lastRun } = await list();
    expect(lastRun).toMatchObject({ outcome: 'ok', by: 'olav', files: { new: 1 } });
    const [row] = await office.ledger.imports.list(10);
    expect(lastRun.imports).toEqual([row!.id]);
    expect(row).toMatchObject({ job: 'bank', created_by: 'olav' });
    expect(bank.asked()).toBe(1);
    bank.close();
  });

  test('are paused and resumed by an operator, with a reason that everybody sees', async () => {
    const office = await openOffice({ jobs: { bank: FETCHED } });
    const server = await serve(office, { users: USERS });
    const pause = (body: string, who = 'olav') => server.post('/api/jobs/bank/pause', body, as(who));
    const resume = (who = 'olav') => server.post('/api/jobs/bank/resume', '{}', as(who));
    expect((await pause(reason('x'), 'vera')).status).toBe(403);
    expect((await resume('vera')).status).toBe(403);
    for (const body of ['{}', reason(''), reason('  '), reason('x'.repeat(501))])
      expect([body.slice(0, 20), (await pause(body)).json]).toMatchObject([
        body.slice(0, 20),
        { error: { code: 'request-invalid' } },
      ]);
    expect((await resume()).json.error.code).toBe('not-paused');
    const paused = await pause(reason('the bank sends last month again'));
    expect(paused).toMatchObject({
      status: 200,
      json: { name: 'bank', paused: { who: 'olav', reason: 'the bank sends last month again' } },
    });
    expect((await pause(reason('again'))).json.error).toMatchObject({ code: 'paused-already' });
    const [shown] = (await server.get('/api/jobs', as('vera'))).json.jobs;
    expect(shown.paused).toEqual(paused.json.paused);
    expect(shown.nextRun).toBeUndefined();
    expect(office.said.filter((line) => line.includes('olav'))).toHaveLength(1);
    const resumed = await resume();
    expect(resumed.json).toEqual({ name: 'bank', nextRun: expect.any(String) });
    expect((await server.get('/api/jobs', as('vera'))).json.jobs[0].paused).toBeUndefined();
  });
});

describe('the health of a job', () => {
  const wrongAccount = (key: number, amount: number) => voucher(key, amount).replaceAll('3000', '9');

  test('is that of what waits, however much is newer, whether it is paused or not', async () => {
    const office = await openOffice({ jobs: { old: JOURNAL_JOB, paused: JOURNAL_JOB, busy: JOURNAL_JOB } });
    const server = await serve(office);
    const book = async (name: string, job: string, ...vouchers: string[]) => {
      const row = await office.take(name, journal(...vouchers), job);
      await office.plan(row);
      await office.post(row);
      return row;
    };
    await book('a.csv', 'old', voucher(1, 1), wrongAccount(2, 2));
    await book('b.csv', 'paused', wrongAccount(3, 3));
    await office.ledger.pausedJobs.pause({ job: 'paused', at: 1, who: 'olav', reason: 'x' });
    const { num } = await book('c.csv', 'busy', wrongAccount(4, 4));
    const db = openSqlite(office.ports.ledgerPath, 1_000);
    const columns = (await db.all<{ name: string }>('pragma table_info(import)'))
      .map(({ name }) => name)
      .filter((name) => name !== 'num' && name !== 'id');
    await db.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
       insert into import (id, ${columns.join()}) select 'copy-' || i, ${columns.join()} from n, import where num = ?`,
      num,
    );
    // What was booked since then is another matter.
    for (const job of ['old', 'paused'])
      await db.run(
        `with recursive n (i) as (select 1 union all select i + 1 from n where i < 60)
         insert into import (id, ${columns.join()}) select ?2 || i, ${columns
           .map((name) => ({ job: '?2', state: "'completed'" })[name] ?? name)
           .join()} from n, import where num = ?1`,
        num,
        job,
      );
    db.close();
    const of = Object.fromEntries(
      (await server.get('/api/jobs')).json.jobs.map((job: { name: string }) => [job.name, job]),
    );
    expect(of.old).toMatchObject({ health: 'needs-you', waiting: 1 });
    expect(of.paused).toMatchObject({ health: 'needs-you', waiting: 1, paused: { who: 'olav' } });
    expect(of.busy).toMatchObject({ health: 'needs-you', waiting: 100 });
    expect([of.old.turns.length, of.old.turns.every(({ came }: { came: string }) => came === 'nothing-new')]).toEqual([
      14,
      true,
    ]);
  });

  test('goes with the last turn: what it brought, or why there is nothing', async () => {
    const office = await openOffice({ jobs: { bank: FETCHED, till: FETCHED } });
    const { ledger } = office;
    const server = await serve(office);
    const row = await office.take('a.csv', journal(voucher(1, 1), wrongAccount(2, 2)), 'bank');
    expect(await jobOf(server, 'bank')).toMatchObject({ health: 'ok', underWay: 1, last: { came: 'posting' } });
    await office.plan(row);
    await office.post(row);
    expect(await jobOf(server, 'bank')).toMatchObject({
      health: 'needs-you',
      waiting: 1,
      underWay: 0,
      turns: [{ came: 'hold' }],
      last: { came: 'hold', import: row.id, counts: { planned: 2, booked: 1, held: 1 } },
    });
    const nonsense = await office.take('b.csv', 'x;y\n1;2\n', 'bank');
    await office.plan(nonsense);
    expect((await jobOf(server, 'bank')).last).toMatchObject({
      came: 'rejected',
      import: nonsense.id,
      reason: { code: expect.any(String) },
    });
    const at = Date.now();
    const run = (id: string, due_at: number) => ({
      id,
      job: 'till',
      due_at,
      manual: 0,
      holder: 'x',
      until: at + 60_000,
    });
    const failed = { files: {}, imports: [], message: 'it is away', suggestion: 'Wait.' };
    await ledger.runs.claim(run('first', at), at);
    await ledger.runs.end('first', at + 1, 'failed', failed);
    const failing = { health: 'failing', failing: 'run', last: { came: 'failed', run: 'first' } };
    expect(await jobOf(server, 'till')).toMatchObject(failing);
    // While the next one is under way, the last one that ended counts.
    await ledger.runs.claim(run('second', at + 2), at + 2);
    expect(await jobOf(server, 'till')).toMatchObject({ health: 'failing', last: { came: 'posting', run: 'second' } });
    await ledger.runs.end('second', at + 3, 'nothing-new', { files: {}, imports: [] });
    expect(await jobOf(server, 'till')).toMatchObject({
      health: 'ok',
      turns: [{ came: 'nothing-new' }, { came: 'failed' }],
    });
  });
});

test('no answer holds a secret', async () => {
  const secret = 'RECOGNISABLE-secret';
  process.env['BANK_TEST_TOKEN'] = `${secret}-env`;
  const office = await openOffice({
    service: `auth: { type: bearer, token: ${secret}-token }
headers: { X-Key: ${secret}-header, CompanyKey: toys }`,
    jobs: {
      bank: `${BANK}# the old token was ${secret}
fetch:
  url: "https://127.0.0.1:9/export.csv?key=${secret}-query&t=\${BANK_TEST_TOKEN}"
  allowPrivate: true
  headers: { Authorization: "Bearer ${secret}-fetch", X-Other: "\${BANK_TEST_TOKEN}" }
`,
      files: `${JOURNAL_JOB}fetch: { sftp: { host: 127.0.0.1, port: 9, user: bilag, path: /out/*, password: ${secret}-pw, hostKey: "SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDBVLJAdEDh1tRcQ0E" } }\n`,
    },
  });
  // With a password in an address, and a secret where none may stand.
  office.defineJob('odd', `${JOURNAL_JOB}fetch: { url: "https://bilag:${secret}-userinfo@bank.example/" }\n`);
  const server = await serve(office);
  // A run writes why it failed.
  await office.ledger.runs.claim({ id: 'a', job: 'files', due_at: 1, manual: 0, holder: 'x', until: 2 }, 1);
  const taken = await office.take('a.csv', journal(voucher(1, 100)), 'bank');
  await office.plan(taken);
  await office.next('401');
  await office.turn(taken, async () => false);
  const run = await server.post('/api/jobs/bank/run');
  expect(run.status).toBe(202);
  // It is said, and tried again later: nothing of what is said so far may be a secret either.
  await until(() => office.said.some((line) => line.includes('tried again')));
  expect(office.said.join()).not.toContain('RECOGNISABLE');
  const paths = [
    '/api/jobs',
    '/api/jobs/bank',
    '/api/jobs/files',
    '/api/jobs/odd',
    '/api/services',
    '/api/operation',
    '/api/days',
    '/metrics',
  ];
  for (const path of paths) {
    const { text, status } = await server.get(path);
    expect([path, status < 500]).toEqual([path, true]);
    expect([path, text.includes('RECOGNISABLE')]).toEqual([path, false]);
  }
  const { json } = await server.get('/api/jobs/bank');
  expect(json.definition).toContain('key=[secret]&t=${BANK_TEST_TOKEN}');
  expect(json.fetch.from).toBe('https://127.0.0.1:9/export.csv?key=[secret]&t=${BANK_TEST_TOKEN}');
  expect((await server.get('/api/services')).json.services[0]).toMatchObject({ company: 'toys', waiting: 1 });
});
