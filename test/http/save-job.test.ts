import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { saveJob } from '../../src/http/api/jobs/save.ts';
import { journal, openOffice, voucher } from '../importing/office.ts';
import { drafting } from './drafting.ts';
import { serve } from './serve.ts';

/** Not even root may write here. */
const UNWRITABLE = '/sys/kernel';

const DEFINITION = {
  service: 'main',
  columns: {
    entry: { all: ['Bilagsnr', 'Dato'] },
    date: 'Dato',
    account: 'Konto',
    amount: 'Beløp',
    description: 'Tekst',
  },
  kind: 'bookings',
  file: { decimal: ',', dates: 'dd.MM.yyyy', header: 1 },
  defaults: { vat: '0', description: 'no' },
  skip: [{ column: 'Konto', matches: '^Sum' }],
};

async function open() {
  const office = await openOffice();
  const server = await serve(office);
  const folder = join(office.folder, 'jobs');
  return { office, server, folder, files: () => readdirSync(folder).sort(), ...drafting(server) };
}

describe('a new job', () => {
  test('is a file that people can read, and takes a file at once', async () => {
    const { office, server, folder, save, bring, plan, book } = await open();
    const { status, json } = await save('bank-2026', DEFINITION);
    expect([status, json.path]).toEqual([201, join(folder, 'bank-2026.yaml')]);
    const text = readFileSync(json.path, 'utf8');
    expect(text).toBe(json.yaml);
    expect(text.split('\n')[0]).toMatch(/^# Made in the dashboard by \S+, \d{4}-\d\d-\d\dT\d\d:\d\dZ\.$/);
    expect(text.split('\n').slice(1, 4)).toEqual(['kind: bookings', 'service: main', 'file:']);
    expect(text).toMatch(/vat: "0"/);
    expect(text).toMatch(/description: "no"/);
    const { job } = await office.ports.job('bank-2026');
    expect(job).toMatchObject({
      kind: 'bookings',
      file: { decimal: ',', dates: ['dd.MM.yyyy'], header: 1 },
      columns: { entry: [['Bilagsnr'], ['Dato']] },
      defaults: { vat: '0', description: 'no' },
    });
    expect((await server.get('/api/jobs')).json.jobs.map(({ name }: { name: string }) => name)).toContain('bank-2026');
    const { draft } = (await bring('a.csv', journal(voucher(1, 10)))).json;
    const tried = (await plan(draft, { definition: DEFINITION })).plan;
    const booked = await book(draft, { job: 'bank-2026', hash: tried.hash });
    expect(booked.json).toMatchObject({ job: 'bank-2026', how: 'new' });
    const [row] = await office.ledger.imports.list(1);
    await office.plan(row!);
    await office.post(row!);
    expect(await office.texts()).toEqual(['Bilag 1']);
  });

  test('has a name that is a file’s name and no more', async () => {
    const { office, save, files } = await open();
    const before = readdirSync(office.folder).sort();
    const names = [
      '../evil',
      'a/b',
      '/etc/cron.d/x',
      'a\\b',
      '..',
      '.hidden',
      '-x',
      '',
      'a\0b',
      'a\nb',
      '%2e%2e%2fevil',
    ];
    for (const name of [...names, 'x'.repeat(101), 'å'.repeat(101)]) {
      expect([name, (await save(name, DEFINITION)).status]).toEqual([name, 400]);
    }
    expect(files()).toEqual(['card.yaml', 'journal.yaml']);
    expect(readdirSync(office.folder).sort()).toEqual(before);
  });

  test('never takes the place of one that is there', async () => {
    const { folder, save, files } = await open();
    const before = readFileSync(join(folder, 'journal.yaml'), 'utf8');
    writeFileSync(join(folder, 'till.yml'), before);
    for (const name of ['journal', 'Journal', 'till']) {
      const { status, json } = await save(name, DEFINITION);
      expect([name, status, json.error.code]).toEqual([name, 409, 'job-exists']);
    }
    expect(readFileSync(join(folder, 'journal.yaml'), 'utf8')).toBe(before);
    const both = await Promise.all([save('new', DEFINITION), save('new', { ...DEFINITION, skip: undefined })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(files()).toEqual(['card.yaml', 'journal.yaml', 'new.yaml', 'till.yml']);
  });

  test('with problems is not saved: each is told with its key', async () => {
    const { save, check, files } = await open();
    const wrong = { ...DEFINITION, columns: { date: 'Dato' }, file: { encoding: 'klingon' } };
    const { status, json } = await save('x', wrong);
    expect([status, json.error.code]).toEqual([422, 'job-broken']);
    const keys = json.problems.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(expect.arrayContaining(['columns', 'file.encoding']));
    expect((await check(wrong)).json.problems).toEqual(json.problems);
    expect((await check(DEFINITION)).json).toMatchObject({
      problems: [],
      yaml: expect.stringContaining('kind: bookings'),
    });
    expect(files()).toEqual(['card.yaml', 'journal.yaml']);
  });

  test('may not reach beyond the file', async () => {
    const { save, files } = await open();
    for (const more of [{ fetch: { path: '/etc/*' } }, { schedule: { cron: '* * * * *' } }]) {
      expect((await save('x', { ...DEFINITION, ...more })).status).toBe(422);
    }
    expect(files()).toEqual(['card.yaml', 'journal.yaml']);
  });

  test('that is nested without end, or too large, is refused', async () => {
    const { server, save } = await open();
    const json = { 'content-type': 'application/json' };
    const deep = `{"name":"x","definition":{"kind":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    expect((await server.post('/api/jobs', deep, json)).status).toBe(400);
    expect((await save('x', { ...DEFINITION, service: 'x'.repeat(200_000) })).status).toBe(413);
    const proto = '{"name":"x","definition":{"__proto__":{"kind":"bookings"}}}';
    expect((await server.post('/api/jobs', proto, json)).status).toBe(400);
  });

  test('comes as text where the folder can’t be written', async () => {
    const { folder, save } = await open();
    // A file stands where the folder should be: nobody can write there, not even root.
    rmSync(folder, { recursive: true });
    const gone = await save('x', DEFINITION);
    expect([gone.status, gone.json.error.code]).toEqual([409, 'jobs-read-only']);
    expect(gone.json.yaml).toContain('kind: bookings');
    expect(existsSync(folder)).toBe(false);
  });

  test.skipIf(!existsSync(UNWRITABLE))('is not saved where the system lets nobody write', async () => {
    const error = await saveJob(UNWRITABLE, 'x', 'kind: bookings\n').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 409, code: 'jobs-read-only', message: expect.stringContaining(UNWRITABLE) });
    expect(existsSync(join(UNWRITABLE, 'x.yaml'))).toBe(false);
  });
});
