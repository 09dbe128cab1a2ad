import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const KIND = fileURLToPath(new URL('kind.ts', import.meta.url));
const HELD = 3;

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  folder = mkdtempSync(join(tmpdir(), 'bilag-members-'));
  for (const name of ['node_modules', 'package.json', 'samples', 'schema'])
    symlinkSync(join(ROOT, name), join(folder, name));
  const { bundle } = await import(pathToFileURL(join(ROOT, 'scripts', 'bundle.mjs')).href);
  mkdirSync(join(folder, 'dist'));
  const lines = new Map(
    Object.entries({ 'all.ts': 'members', 'all-jobs.ts': 'membersJob' }).map(([list, name]) => [
      join(ROOT, 'src/kinds', list),
      `export { ${name} } from ${JSON.stringify(KIND)};`,
    ]),
  );
  const withMembers = (code: string, id: string) => (lines.has(id) ? code + lines.get(id) : undefined);
  await bundle(ROOT, join(folder, 'dist'), [{ name: 'members', transform: withMembers }]);
  mkdirSync(join(folder, 'jobs'));
  writeFileSync(join(folder, 'jobs', 'club.yaml'), 'kind: members\ncolumns: { name: Navn }\n');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
}

/** The program that has one kind more. */
function bilag(...args: string[]): Promise<Ran> {
  const { PATH, BILAG_REDIS_SERVER } = process.env;
  const env = { PATH, HOME: folder, ACCOUNTING_URL: sandbox.url, BILAG_DASHBOARD: '127.0.0.1:0', BILAG_REDIS_SERVER };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(folder, 'dist', 'main.js'), ...args],
      { cwd: folder, env },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out: out + err }),
    );
  });
}

const created = async () =>
  (
    (await (await fetch(`${sandbox.url}/sandbox/contacts`)).json()) as {
      contacts: { body: { Info: { Name: string } } }[];
    }
  ).contacts.map(({ body }) => body.Info.Name);

test('a kind is its folder and a line in each list: its file is planned, created, listed and shown like any other', async () => {
  writeFileSync(join(folder, 'a.csv'), 'Navn\nKari Nordmann\nOla Hansen\n');
  expect((await bilag('job', 'check', 'club')).out).toContain('club: members for the service main');
  const plan = await bilag('plan', 'a.csv', '--job', 'club');
  expect(plan).toMatchObject({ code: 0, out: expect.stringContaining('2 members, each in a request of its own') });

  const done = await bilag('import', 'a.csv', '--job', 'club');
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringMatching(/completed.*members\n +in the file +2\n +created +2\n/s),
  });
  expect(await created()).toEqual(['Kari Nordmann', 'Ola Hansen']);

  writeFileSync(join(folder, 'b.csv'), 'Navn;Nr\nOla Hansen;2\n;3\nSven Berg;4\n');
  const more = await bilag('import', 'b.csv', '--job', 'club');
  expect(more.code).toBe(HELD);
  expect(more.out).toMatch(/partly created.*created +1\n +exist already +1\n +and wait for you +1\n +on hold +1\n/s);
  expect(more.out).toContain('The member Ola Hansen was created from row 3 of a.csv by import');
  expect(await created()).toEqual(['Kari Nordmann', 'Ola Hansen', 'Sven Berg']);

  const { imports } = JSON.parse((await bilag('list', '--json')).out) as {
    imports: { import: string; kind: string }[];
  };
  expect(imports).toMatchObject([{ kind: 'members' }, { kind: 'members', rows: { read: 2, booked: 2 } }]);
  const { import: id } = imports[1]!;
  const shown = await bilag('show', id);
  expect(shown.out).toMatch(/In the service.*Kari Nordmann.*Ola Hansen/s);
  expect(JSON.parse((await bilag('show', id, '--json')).out)).toMatchObject({
    kind: 'members',
    rows: { read: 2, booked: 2 },
    records: [{ row: '2', name: 'Kari Nordmann', outcome: 'created' }, { name: 'Ola Hansen' }],
    batches: [],
  });
  expect((await bilag('show', id, '--out', 'trail.csv')).code).toBe(0);
  expect(readFileSync(join(folder, 'trail.csv'), 'utf8')).toMatch(
    /;name;initial;.*\r\n2;created;\d+;1;Kari Nordmann;K;/,
  );
});
