// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${VAR} is the text that a person writes.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type * as FetchModule from '../../src/arriving/fetch-files.ts';
import type { FetchResult } from '../../src/arriving/fetch-files.ts';
import { JOURNAL_JOB, journal, load, type Office, openOffice, voucher } from '../importing/office.ts';
import { type SftpServerOptions, sftpServer } from './fetch/sftp-server.ts';
import { type Answer, webServer } from './fetch/web-server.ts';
import { worded } from './fetch/worded.ts';
import { holdOpen } from './inbox/writer.ts';

const { fetchFiles } = await load<typeof FetchModule>('arriving/fetch-files.js');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const OLD = new Date('2026-01-05T06:00:00Z');
const ONE = journal(voucher(1, 100));
const TWO = journal(voucher(2, 200));

function put(path: string, text: string, at = OLD): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, at, at);
}

interface Desk {
  readonly office: Office;
  /** Done while a run waits; the milliseconds are told. */
  whilePaused(work: (ms: number) => void): void;
  readonly woken: number[];
  run(variables?: Record<string, string>): Promise<FetchResult>;
}

const UNFINISHED_MS = 30_000;
const envOf = ({ folder }: Office) => ({
  variables: {},
  signal: new AbortController().signal,
  cwd: folder,
  unfinishedMs: UNFINISHED_MS,
  pause: async () => {},
});

/** An office with one job, `bank`, that fetches. */
async function deskFor(fetch: string, more = ''): Promise<Desk> {
  const office = await openOffice({ jobs: { bank: `${JOURNAL_JOB}fetch: ${fetch}\n${more}` } });
  const woken: number[] = [];
  const ports = { ...office.ports, wake: async (num: number) => void woken.push(num) };
  let paused = (_: number) => {};
  return {
    office,
    whilePaused: (work) => {
      paused = work;
    },
    woken,
    run: async (variables = {}) =>
      fetchFiles(
        await office.ports.job('bank'),
        { ...envOf(office), variables, pause: async (ms) => paused(ms) },
        ports,
      ),
  };
}

const how = ({ files, failure }: FetchResult) => {
  expect(failure).toBeUndefined();
  return files.map((file) => `${file.name}: ${file.how}`);
};
const imports = async ({ office }: Desk) => (await office.ledger.imports.list(100)).map(({ file }) => file).sort();
/** What is left of what was being fetched. */
const leftovers = ({ office }: Desk) => {
  const folder = join(office.folder, 'home/fetch');
  return existsSync(folder) ? readdirSync(folder) : [];
};
async function bookAll({ office }: Desk): Promise<void> {
  for (const row of await office.ledger.imports.inState('planning')) {
    await office.plan(row);
    await office.post(row);
  }
}

describe('a path', () => {
  test('what is new is received, once; what changed, again', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const { office } = desk;
    put(join(office.folder, 'exports/a.csv'), ONE);
    put(join(office.folder, 'exports/b.csv'), TWO);
    const first = await desk.run();
    expect(how(first)).toEqual(['a.csv: new', 'b.csv: new']);
    const rows = await office.ledger.imports.list(10);
    expect(desk.woken.sort()).toEqual(rows.map(({ num }) => num).sort());
    expect(first.files.map((file) => file.import)).toEqual(rows.reverse().map(({ id }) => id));
    expect(rows.every(({ book }) => book === 1)).toBe(true);

    const second = await desk.run();
    expect(how(second)).toEqual(['a.csv: unchanged', 'b.csv: unchanged']);
    expect(second.files.map((file) => file.import)).toEqual(first.files.map((file) => file.import));
    expect(desk.woken).toHaveLength(2);

    put(join(office.folder, 'exports/a.csv'), journal(voucher(1, 100), voucher(3, 300)), new Date('2026-01-06'));
    // Touched, and the same.
    utimesSync(join(office.folder, 'exports/b.csv'), OLD, new Date('2026-01-06'));
    expect(how(await desk.run())).toEqual(['a.csv: new', 'b.csv: unchanged']);
    expect(await imports(desk)).toEqual(['a.csv', 'a.csv', 'b.csv']);
    expect(leftovers(desk)).toEqual([]);
    expect(readdirSync(join(office.folder, 'exports'))).toEqual(['a.csv', 'b.csv']);
    await bookAll(desk);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test('the same bytes under another name are of the earlier import', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    put(join(desk.office.folder, 'exports/a.csv'), ONE);
    await desk.run();
    await bookAll(desk);
    put(join(desk.office.folder, 'exports/b.csv'), ONE);
    const { files } = await desk.run();
    expect(files.map((file) => file.how)).toEqual(['unchanged', 'earlier']);
    expect(files[1]!.import).toBe(files[0]!.import);
    expect(await imports(desk)).toEqual(['a.csv']);
    expect(desk.woken).toHaveLength(1);
  });

  test('a bad file is named and keeps none of the others waiting', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }', `limits: { bytes: ${ONE.length + 50} }\n`);
    put(join(desk.office.folder, 'exports/a.csv'), 'x'.repeat(1_000));
    put(join(desk.office.folder, 'exports/b.csv'), ONE);
    const { files, failure } = await desk.run();
    expect(failure).toBeUndefined();
    expect(files.map((file) => `${file.name}: ${file.how}`)).toEqual(['a.csv: refused', 'b.csv: new']);
    expect(files[0]!.reason).toMatch(/^The file has 1000 bytes; the job takes at most .* Split the file/);
    expect(leftovers(desk)).toEqual([]);
  });

  test('a file that is being written is left for the next run, and it says so', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const path = join(desk.office.folder, 'exports/a.csv');
    put(path, ONE, new Date());
    const { files } = await desk.run();
    // Under load two seconds may have passed by then.
    if (files[0]!.how !== 'new') {
      expect(files).toEqual([
        { name: 'a.csv', how: 'unchanged', reason: expect.stringContaining('still being written') },
      ]);
      expect(await imports(desk)).toEqual([]);
    }
    utimesSync(path, OLD, OLD);
    await desk.run();
    expect(await imports(desk)).toEqual(['a.csv']);
  });

  test('a file that is cut off in its last row is left while its writer goes on', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const path = join(desk.office.folder, 'exports/a.csv');
    put(path, ONE.slice(0, -4));
    desk.whilePaused(() => {
      appendFileSync(path, ONE.slice(-4));
      utimesSync(path, OLD, OLD);
    });
    expect((await desk.run()).files).toEqual([
      { name: 'a.csv', how: 'unchanged', reason: expect.stringContaining('still being written') },
    ]);
    expect([await imports(desk), leftovers(desk)]).toEqual([[], []]);
    desk.whilePaused(() => {
      throw new Error('A file that is whole waits for nothing.');
    });
    expect(how(await desk.run())).toEqual(['a.csv: new']);
    await bookAll(desk);
    expect(await desk.office.texts()).toEqual(['Bilag 1']);
  });

  test('files without a line break at their end are taken after one wait for all, and then known', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    put(join(desk.office.folder, 'exports/a.csv'), ONE.trimEnd());
    put(join(desk.office.folder, 'exports/b.csv'), TWO.trimEnd());
    put(join(desk.office.folder, 'exports/c.csv'), journal(voucher(3, 300)));
    const waits: number[] = [];
    desk.whilePaused((ms) => {
      // What needs no wait keeps none, and a wait is the time that is left of it.
      waits.push(ms);
    });
    expect(how(await desk.run())).toEqual(['c.csv: new', 'a.csv: new', 'b.csv: new']);
    expect(waits.every((ms) => ms <= UNFINISHED_MS)).toBe(true);
    expect(waits[0]).toBeGreaterThan(UNFINISHED_MS / 2);
    waits.splice(0);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged', 'b.csv: unchanged', 'c.csv: unchanged']);
    expect(waits).toEqual([]);
    await bookAll(desk);
    expect((await desk.office.texts()).sort()).toEqual(['Bilag 1', 'Bilag 2', 'Bilag 3']);
  });

  test.runIf(process.platform === 'linux')('a file that another program holds open for writing is left', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const path = join(desk.office.folder, 'exports/a.csv');
    put(path, ONE);
    const writer = await holdOpen(path);
    expect((await desk.run()).files).toMatchObject([{ how: 'unchanged', reason: expect.stringContaining('written') }]);
    expect(await imports(desk)).toEqual([]);
    await writer.close();
    expect(how(await desk.run())).toEqual(['a.csv: new']);
  });

  test('what was rejected is tried again once the job has been changed; what was cancelled is not', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }', 'file: { header: 5 }\n');
    const { office } = desk;
    put(join(office.folder, 'exports/a.csv'), ONE);
    put(join(office.folder, 'exports/b.csv'), TWO);
    await desk.run();
    const [b, a] = await office.ledger.imports.list(10);
    await office.plan(a!);
    expect((await office.ledger.imports.byNum(a!.num)).state).toBe('rejected');
    await office.ledger.imports.moveState(b!.num, ['planning'], 'cancelled');
    const met = await desk.run();
    expect(how(met)).toEqual(['a.csv: unchanged', 'b.csv: unchanged']);
    expect(met.files.map(({ rejected }) => rejected)).toEqual([true, undefined]);

    office.defineJob('bank', `${JOURNAL_JOB}fetch: { path: "exports/*.csv" }\n`);
    // The cancelled one stands there under another name, too.
    put(join(office.folder, 'exports/c.csv'), TWO);
    const { files } = await desk.run();
    expect(files.map((file) => `${file.name}: ${file.how}`)).toEqual([
      'a.csv: again',
      'b.csv: unchanged',
      'c.csv: earlier',
    ]);
    expect((await office.ledger.imports.byNum(b!.num)).state).toBe('cancelled');
    await bookAll(desk);
    expect(await office.texts()).toEqual(['Bilag 1']);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged', 'b.csv: unchanged', 'c.csv: unchanged']);
  });

  test('for other books the same file is new', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const { office } = desk;
    put(join(office.folder, 'exports/a.csv'), ONE);
    office.useService('company: one');
    const first = await openOffice({ beside: office });
    await fetchFiles(await first.ports.job('bank'), envOf(office), { ...first.ports, wake: async () => {} });
    office.useService('company: other');
    const beside = await openOffice({ beside: office });
    const ports = { ...beside.ports, wake: async () => {} };
    expect(how(await fetchFiles(await beside.ports.job('bank'), envOf(office), ports))).toEqual(['a.csv: new']);
  });

  test('a workbook of failed rows is a correction, wherever it comes from', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const { office } = desk;
    put(join(office.folder, 'exports/a.csv'), journal(voucher(1, 100), voucher(2, 200, 'Bilag 2', 'never')));
    const [first] = (await desk.run()).files;
    await bookAll(desk);
    expect(await office.texts()).toEqual(['Bilag 1']);
    const lines = voucher(2, 200).split('\n');
    const corrected = [
      'Bilagsnr;Dato;Konto;Beløp;Tekst;bilag import;bilag row;bilag problem',
      ...lines.map((line, index) => `${line};${first!.import};${index + 4};`),
    ].join('\n');
    put(join(office.folder, 'exports/b.csv'), corrected);
    const second = await desk.run();
    expect(second.files[1]).toMatchObject({ name: 'b.csv', how: 'correction', import: first!.import });
    await bookAll(desk);
    expect(await office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged', 'b.csv: unchanged']);
  });

  test('what a process left behind when it died is cleared away; what another is fetching is not', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    const folder = join(desk.office.folder, 'home/fetch');
    mkdirSync(join(desk.office.folder, 'exports'));
    put(join(folder, 'left.part'), 'x', OLD);
    put(join(folder, 'now.part'), 'x', new Date());
    await desk.run();
    expect(leftovers(desk)).toEqual(['now.part']);
  });
});

describe('failures', () => {
  test('a job without fetch, a folder that is not there, a service that is not configured', async () => {
    const desk = await deskFor('{ path: "mnt/*.csv" }');
    const missing = await desk.run();
    expect(worded(missing.failure!.told!)).toContain('mnt does not exist.');
    expect(missing.files).toEqual([]);
    expect(missing.failure!.message).toMatch(/The folder .*mnt does not exist/);
    expect(missing.failure!.suggestion).toMatch(/mounted/);
    desk.office.defineJob('bank', JOURNAL_JOB);
    const nowhere = (await desk.run()).failure!;
    expect(nowhere.message).toMatch(/does not say where its files come from/);
    expect(worded(nowhere.told!)).toContain('The job bank does not say where to fetch files.');
    desk.office.defineJob('bank', `${JOURNAL_JOB}service: other\nfetch: { path: "mnt/*.csv" }\n`);
    const elsewhere = (await desk.run()).failure!;
    expect(elsewhere.message).toMatch(/"other" is not configured/);
    expect(worded(elsewhere.told!)).toContain('The service other is not set up.');
  });

  test('a variable that is missing is named, and nothing else is shown', async () => {
    const desk = await deskFor('{ url: "https://bank.example/", headers: { A: "${KNOWN} ${UNKNOWN}" } }');
    const { failure } = await desk.run({ KNOWN: 'hunter2-hunter2' });
    expect(failure!.message).toContain('UNKNOWN');
    expect(worded(failure!.told!)).toContain('are not set: UNKNOWN.');
    expect(JSON.stringify(failure)).not.toContain('hunter2');
  });

  test('a run that is stopped says so', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    put(join(desk.office.folder, 'exports/a.csv'), ONE);
    const result = await fetchFiles(
      await desk.office.ports.job('bank'),
      { ...envOf(desk.office), signal: AbortSignal.abort() },
      { ...desk.office.ports, wake: async () => {} },
    );
    expect(result).toEqual({
      files: [],
      failure: {
        message: 'The run was stopped.',
        suggestion: expect.any(String),
        told: { code: 'run/stopped', facts: {} },
      },
    });
    expect(await imports(desk)).toEqual([]);
  });

  test('a queue that is away costs nothing: the import is recorded', async () => {
    const desk = await deskFor('{ path: "exports/*.csv" }');
    put(join(desk.office.folder, 'exports/a.csv'), ONE);
    const wake = () => Promise.reject(new Error('Redis is away'));
    const result = await fetchFiles(await desk.office.ports.job('bank'), envOf(desk.office), {
      ...desk.office.ports,
      wake,
    });
    expect(how(result)).toEqual(['a.csv: new']);
    expect(desk.office.said).toContain('Redis is away');
  });
});

describe('a URL', () => {
  async function bank(answer: Answer) {
    const server = await webServer(answer);
    cleanups.push(() => server.close());
    return server;
  }

  test('is asked with what was remembered of it, and received once', async () => {
    let text = ONE;
    const server = await bank((request, response) => {
      if (request.headers.authorization !== 'Bearer open-sesame') return void response.writeHead(401).end();
      const etag = `"${text.length}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      response.writeHead(200, { etag, 'content-disposition': 'attachment; filename="../bank-01.csv"' }).end(text);
    });
    const desk = await deskFor(
      `{ url: "${server.url}/\${WHAT}", headers: { Authorization: "Bearer \${TOKEN}" }, allowPrivate: true }`,
    );
    const variables = { TOKEN: 'open-sesame', WHAT: 'export' };
    expect(how(await desk.run(variables))).toEqual(['bank-01.csv: new']);
    expect(how(await desk.run(variables))).toEqual(['bank-01.csv: unchanged']);
    text = TWO + journal(voucher(3, 1)).slice(journal().length);
    expect(how(await desk.run(variables))).toEqual(['bank-01.csv: new']);
    expect(server.asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      `"${ONE.length}"`,
      `"${ONE.length}"`,
    ]);
    expect(await imports(desk)).toEqual(['bank-01.csv', 'bank-01.csv']);
    expect(leftovers(desk)).toEqual([]);
    const { failure, files } = await desk.run({ ...variables, TOKEN: 'wrong-token' });
    expect(files).toEqual([]);
    expect(failure!.message).toBe(`${server.url}/\${WHAT} does not let bilag in (status 401).`);
    expect(JSON.stringify(failure)).not.toContain('wrong-token');
  });

  test('without anything to remember it by its bytes tell', async () => {
    const server = await bank((_, response) => void response.end(ONE));
    const desk = await deskFor(`{ url: "${server.url}/", allowPrivate: true }`, 'file: { match: "*.xlsx" }\n');
    // Nobody names the file, so the job does; and file.match is about names, which the server chooses.
    expect(how(await desk.run())).toEqual(['bank.csv: new']);
    expect(how(await desk.run())).toEqual(['bank.csv: unchanged']);
    expect(await imports(desk)).toEqual(['bank.csv']);
  });

  test('what was rejected is asked for afresh once the job has been changed', async () => {
    const server = await bank((request, response) => {
      if (request.headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
      response.writeHead(200, { etag: '"1"' }).end(ONE);
    });
    const fetch = `fetch: { url: "${server.url}/a.csv", allowPrivate: true }\n`;
    const desk = await deskFor('{ path: x }');
    desk.office.defineJob('bank', `${JOURNAL_JOB}${fetch}file: { header: 5 }\n`);
    await desk.run();
    await bookAll(desk);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged']);
    desk.office.defineJob('bank', `${JOURNAL_JOB}${fetch}`);
    expect(how(await desk.run())).toEqual(['a.csv: again']);
    await bookAll(desk);
    expect(await desk.office.texts()).toEqual(['Bilag 1']);
  });

  test('a file of which a server sends what is there so far is left until it is whole', async () => {
    let text = ONE.slice(0, -4);
    const server = await bank((request, response) => {
      const etag = `"${text.length}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      response.writeHead(200, { etag, 'content-length': text.length }).end(text);
    });
    const desk = await deskFor(`{ url: "${server.url}/a.csv", allowPrivate: true }`);
    desk.whilePaused(() => {
      text = ONE.trimEnd();
    });
    expect((await desk.run()).files).toMatchObject([{ how: 'unchanged', reason: expect.stringContaining('written') }]);
    expect(await imports(desk)).toEqual([]);
    // Whole, and without a line break at its end.
    expect(how(await desk.run())).toEqual(['a.csv: new']);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged']);
    expect(server.asked).toHaveLength(5);
    await bookAll(desk);
    expect(await desk.office.texts()).toEqual(['Bilag 1']);
  });

  test('a page to log in is refused under its name, and nothing is remembered of it', async () => {
    let page = true;
    const server = await bank((_, response) => {
      response.setHeader('etag', '"1"');
      response.end(page ? '<!doctype html><title>Log in</title>' : ONE);
    });
    const desk = await deskFor(`{ url: "${server.url}/a.csv", allowPrivate: true }`);
    const { files } = await desk.run();
    expect(files).toMatchObject([{ name: 'a.csv', how: 'refused', reason: expect.stringContaining('a web page') }]);
    expect(await imports(desk)).toEqual([]);
    page = false;
    expect(how(await desk.run())).toEqual(['a.csv: new']);
    expect(server.asked[1]!.headers).not.toHaveProperty('if-none-match');
  });

  test('a private address is refused unless the job allows it', async () => {
    const server = await bank((_, response) => void response.end(ONE));
    const desk = await deskFor(`{ url: "https://127.0.0.1:${server.port}/a.csv" }`);
    expect((await desk.run()).failure!.message).toMatch(/private network or of this machine/);
    expect(server.asked).toEqual([]);
  });
});

describe('an SFTP server', () => {
  async function serverWith(files: Readonly<Record<string, string>>, more: Partial<SftpServerOptions> = {}) {
    const desk = await deskFor('{ path: x }');
    const root = join(desk.office.folder, 'remote');
    for (const [name, text] of Object.entries(files)) put(join(root, name), text);
    const server = await sftpServer({ root, password: 'open-sesame', ...more });
    cleanups.push(() => server.close());
    const define = (after: string) =>
      desk.office.defineJob(
        'bank',
        `${JOURNAL_JOB}fetch:
  sftp:
    host: 127.0.0.1
    port: ${server.port}
    user: bilag
    path: /out/*.csv
    password: "\${PASSWORD}"
    hostKey: "${server.fingerprint}"
    after: ${after}
`,
      );
    const out = (folder = 'out') => readdirSync(join(root, folder)).sort();
    const run = () => desk.run({ PASSWORD: 'open-sesame' });
    return { ...desk, server, root, define, out, run };
  }

  test('keep: what is new is received, and not read again', async () => {
    const desk = await serverWith({ 'out/a.csv': ONE, 'out/b.csv': TWO });
    desk.define('keep');
    expect(how(await desk.run())).toEqual(['a.csv: new', 'b.csv: new']);
    const read = desk.server.requests.filter((each) => each.startsWith('open')).length;
    expect(read).toBe(2);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged', 'b.csv: unchanged']);
    expect(desk.server.requests.filter((each) => each.startsWith('open'))).toHaveLength(read);
    expect(desk.out()).toEqual(['a.csv', 'b.csv']);
    expect(leftovers(desk)).toEqual([]);
    await expect.poll(() => desk.server.open()).toBe(0);
  });

  test.each([
    ['delete', undefined],
    ['{ move: /done }', ['bank.csv']],
  ])('%s: done once the import is recorded', async (after, done) => {
    let recorded: Promise<number> | undefined;
    const desk = await serverWith(
      { 'out/bank.csv': ONE },
      {
        onRequest(what) {
          if (what === 'delete' || what === 'move') recorded = imports(desk).then(({ length }) => length);
          return undefined;
        },
      },
    );
    mkdirSync(join(desk.root, 'done'));
    desk.define(after);
    expect(how(await desk.run())).toEqual(['bank.csv: new']);
    expect(await recorded).toBe(1);
    expect(desk.out()).toEqual([]);
    if (done !== undefined) expect(desk.out('done')).toEqual(done);
    expect(how(await desk.run())).toEqual([]);
  });

  test.each(['delete', '{ move: /done }'])(
    '%s: a file that grows while bilag waits stays where it is',
    async (after) => {
      const cut = ONE.slice(0, -4);
      const desk = await serverWith({ 'out/bank.csv': cut });
      const path = join(desk.root, 'out/bank.csv');
      mkdirSync(join(desk.root, 'done'));
      desk.define(after);
      // The first wait is for all that is listed; the clock of the server may be anything.
      let waits = 0;
      desk.whilePaused(() => {
        if (++waits === 2) put(path, ONE);
      });
      expect((await desk.run()).files).toMatchObject([
        { how: 'unchanged', reason: expect.stringContaining('written') },
      ]);
      expect([readFileSync(path, 'utf8'), await imports(desk)]).toEqual([ONE, []]);
      expect(how(await desk.run())).toEqual(['bank.csv: new']);
      expect(desk.out()).toEqual([]);
      await bookAll(desk);
      expect(await desk.office.texts()).toEqual(['Bilag 1']);
    },
  );

  test('a file that gets more whole rows soon after it was listed is left, whatever the clock of the server', async () => {
    const desk = await serverWith({ 'out/bank.csv': ONE });
    desk.define('delete');
    desk.whilePaused((ms) => {
      expect(ms).toBeLessThanOrEqual(5_000);
      put(join(desk.root, 'out/bank.csv'), `${ONE}${voucher(2, 200)}\n`);
    });
    expect((await desk.run()).files).toMatchObject([{ how: 'unchanged', reason: expect.stringContaining('written') }]);
    expect([await imports(desk), desk.out()]).toEqual([[], ['bank.csv']]);
  });

  test('a file that was written to while it was moved goes back, and is fetched again', async () => {
    const whole = `${ONE}${voucher(2, 200)}\n`;
    let writes = true;
    const desk = await serverWith(
      { 'out/bank.csv': ONE },
      {
        onRequest(what, path) {
          if (what === 'move' && writes) put(join(desk.root, path), whole);
          writes &&= what !== 'move';
          return undefined;
        },
      },
    );
    mkdirSync(join(desk.root, 'done'));
    desk.define('{ move: /done }');
    expect(how(await desk.run())).toEqual(['bank.csv: new']);
    expect([desk.out(), desk.out('done')]).toEqual([['bank.csv'], []]);
    await bookAll(desk);
    expect(how(await desk.run())).toEqual(['bank.csv: new']);
    expect([desk.out(), desk.out('done')]).toEqual([[], ['bank.csv']]);
    await bookAll(desk);
    expect(await desk.office.texts()).toEqual(['Bilag 1', 'Bilag 2']);
  });

  test('tomorrow a file of the same name is another, and goes beside the first', async () => {
    const desk = await serverWith({ 'out/bank.csv': ONE });
    mkdirSync(join(desk.root, 'done'));
    desk.define('{ move: /done }');
    await desk.run();
    put(join(desk.root, 'out/bank.csv'), TWO);
    const { files } = await desk.run();
    expect(files).toMatchObject([{ name: 'bank.csv', how: 'new' }]);
    expect(desk.out('done')).toEqual([`bank.${files[0]!.import}.csv`, 'bank.csv']);
  });

  test('a crash between the record and the move: it is fetched again, is the earlier one, and is moved', async () => {
    let drop = true;
    const desk = await serverWith(
      { 'out/bank.csv': ONE },
      { onRequest: (what) => (what === 'move' && drop ? 'drop' : undefined) },
    );
    mkdirSync(join(desk.root, 'done'));
    desk.define('{ move: /done }');
    const cut = await desk.run();
    expect(cut.files).toMatchObject([{ name: 'bank.csv', how: 'new', reason: expect.any(String) }]);
    expect(cut.failure!.message).toMatch(/hung up|broke the connection off/);
    expect(desk.out()).toEqual(['bank.csv']);
    drop = false;
    const again = await desk.run();
    expect(again.failure).toBeUndefined();
    expect(again.files).toEqual([{ name: 'bank.csv', how: 'unchanged', import: cut.files[0]!.import }]);
    expect([desk.out(), desk.out('done'), await imports(desk)]).toEqual([[], ['bank.csv'], ['bank.csv']]);
  });

  test('the same when nothing was remembered of it', async () => {
    const desk = await serverWith({ 'out/bank.csv': ONE });
    mkdirSync(join(desk.root, 'done'));
    desk.define('{ move: /done }');
    await desk.office.take('bank.csv', ONE, 'bank');
    await bookAll(desk);
    expect(how(await desk.run())).toEqual(['bank.csv: earlier']);
    expect([desk.out(), desk.out('done'), await imports(desk)]).toEqual([[], ['bank.csv'], ['bank.csv']]);
  });

  test('a file that can not be moved is received, and a person is told', async () => {
    const desk = await serverWith({ 'out/a.csv': ONE, 'out/b.csv': TWO });
    desk.define('{ move: /done }');
    const { files, failure } = await desk.run();
    expect(files.map((file) => `${file.name}: ${file.how}`)).toEqual(['a.csv: new', 'b.csv: new']);
    expect(files[0]!.reason).toMatch(/can't be moved to \/done/);
    expect(failure!.message).toContain(`a.csv was received as import ${files[0]!.import}.`);
    expect(failure!.suggestion).toContain('after: keep');
    expect(failure!.told).toMatchObject({ code: 'run/not-moved', file: 'a.csv' });
    expect(await imports(desk)).toEqual(['a.csv', 'b.csv']);
  });

  test('what is refused stays where it is', async () => {
    const desk = await serverWith({ 'out/a.csv': 'x'.repeat(1_000), 'out/b.csv': ONE });
    desk.define(`delete\nlimits: { bytes: ${ONE.length + 50} }`);
    const { files, failure } = await desk.run();
    expect(failure).toBeUndefined();
    expect(files.map((file) => `${file.name}: ${file.how}`)).toEqual(['a.csv: refused', 'b.csv: new']);
    expect(desk.out()).toEqual(['a.csv']);
  });

  test('a connection that breaks in the middle of a file keeps what was received before', async () => {
    let reads = 0;
    const desk = await serverWith(
      { 'out/a.csv': ONE, 'out/b.csv': TWO },
      { onRequest: (what) => (what === 'open' && ++reads === 2 ? 'drop' : undefined) },
    );
    desk.define('keep');
    const cut = await desk.run();
    expect(cut.files).toMatchObject([{ name: 'a.csv', how: 'new' }]);
    expect(cut.failure!.message).toMatch(/hung up|broke the connection off/);
    expect(leftovers(desk)).toEqual([]);
    expect(how(await desk.run())).toEqual(['a.csv: unchanged', 'b.csv: new']);
  });

  test('a key that is not the pinned one: no password is sent, nothing is taken', async () => {
    const desk = await serverWith({ 'out/a.csv': ONE });
    desk.define('keep');
    await desk.server.close();
    cleanups.pop();
    const other = await sftpServer({ root: desk.root, password: 'open-sesame' });
    cleanups.push(() => other.close());
    const yaml = `${JOURNAL_JOB}fetch: { sftp: { host: 127.0.0.1, port: ${other.port}, user: a, path: "/out/*.csv", password: "\${PASSWORD}", hostKey: "${desk.server.fingerprint}" } }\n`;
    desk.office.defineJob('bank', yaml);
    const { failure } = await desk.run();
    expect(failure!.message).toContain(other.fingerprint);
    expect(failure!.message).toContain(desk.server.fingerprint);
    expect(other.shown).toEqual([]);
    rmSync(join(desk.root, 'out'), { recursive: true });
  });
});
