import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJobs } from '../../src/config/job-folder.ts';
import { ENTRY_ISSUE_CODES, FILE_ISSUE_CODES, REMARK_CODES, ROW_ISSUE_CODES } from '../../src/core/issue.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import {
  type BookedLine,
  type DefinedField,
  ERRORS,
  type Expected,
  errorSamples,
  MAIN_SAMPLES,
  type Result,
  ROOT,
  readExpected,
  recordMessages,
  type Sample,
} from './sample.ts';

/** `RECORD_MESSAGES=1` writes the words of issues into the expected results, to be read before they are kept. */
const RECORD = process.env['RECORD_MESSAGES'] === '1';
/** For importing more than seventy files, on a machine that is busy with other things. */
const SET_UP_WITHIN_MS = 400_000;
const IMPORT_ID = /\b01[0-9A-HJKMNP-TV-Z]{24}\b/g;

const samples = [...MAIN_SAMPLES, ...errorSamples()];
let folder: string;
let sandbox: Sandbox;
let results: readonly Result[];
let booked: readonly (readonly BookedLine[])[];
let contacts: readonly object[];
let customFields: readonly DefinedField[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-'));
  sandbox = await startSandbox();
  // Two samples are about numbers and codes that a service has twice.
  await control('accounts', [
    { AccountNumber: 1931, AccountName: 'Bankkonto, depositum henger' },
    { AccountNumber: 1931, AccountName: 'Bankkonto, depositum varebil' },
  ]);
  await control('vattypes', [
    { VatCode: '1B', VatPercent: 25, Name: 'Inngående avgift, bygg' },
    { VatCode: '1B', VatPercent: 15, Name: 'Inngående avgift, blandet' },
  ]);
  const jobs = join(folder, 'jobs');
  await mkdir(jobs);
  for (const from of ['jobs', `${ERRORS}/jobs`]) await cp(join(ROOT, from), jobs, { recursive: true });
  const imports = samples.map(({ file, job, service }) => ({ file, job, service }));
  const answer = await run(
    'test/samples/import-files.mjs',
    JSON.stringify({ cwd: ROOT, build: join(ROOT, 'build'), imports }),
    { BILAG_HOME: join(folder, 'home'), BILAG_JOBS: jobs, ACCOUNTING_URL: sandbox.url },
  );
  results = JSON.parse(answer);
  const { entries } = await told<{ entries: { lines: BookedLine[] }[] }>('booked');
  booked = entries.map(({ lines }) =>
    lines.map(({ AccountNumber, Amount, Description, FinancialDate, VatCode }) => {
      return { AccountNumber, Amount, Description, FinancialDate, VatCode };
    }),
  );
  contacts = (await told<{ contacts: { body: object }[] }>('contacts')).contacts.map(({ body }) => body);
  const { fields } = await told<{ fields: (DefinedField & { activations: object[] })[] }>('custom-fields');
  customFields = fields.map(({ model, name, type, nullable, activations }) => {
    return { model, name, type, nullable, active: activations.length > 0 };
  });
}, SET_UP_WITHIN_MS);

afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('samples', () => {
  it.each(MAIN_SAMPLES.map((sample) => [sample.file, sample] as const))('%s is booked as it is meant', (_, sample) => {
    const { result, done } = outcomeOf(sample);
    const { import: id, duration, mismatches, issues, remarks, ...receipt } = result.receipt!;
    const words = withoutIds({ ...(remarks === undefined ? {} : { remarks }), issues });
    if (RECORD) recordMessages(sample, words);
    const expected = readExpected(sample);
    expect(done).toEqual(doneIn(expected));
    expect(words).toEqual(wordsIn(expected));
    expect(id).toMatch(IMPORT_ID);
    expect(duration).toBeGreaterThanOrEqual(0);
    expect(mismatches).toEqual([]);
    expect(receipt).toEqual(expected.receipt);
  });

  it('come in the encodings and number formats that they stand for', () => {
    const journal = readFileSync(join(ROOT, 'samples/bookings.csv'));
    expect(journal.includes(Buffer.from('Beløp', 'latin1')), 'Windows-1252').toBe(true);
    expect(journal.includes(Buffer.from('18\u00a0750,00', 'latin1')), 'no-break space').toBe(true);
    expect(readFileSync(join(ROOT, 'samples/english-ledger.csv'), 'utf8')).toContain('"1,600.00"');
    const customers = readFileSync(join(ROOT, 'samples/contacts.csv'));
    expect(customers.includes(Buffer.from('Café Élan ENK', 'latin1')), 'Windows-1252').toBe(true);
  });
});

describe('samples of errors', () => {
  it('there is one for every code of an issue or a remark', () => {
    // No file provokes these: to cancel, and to skip, is a person's doing (test/same-entry/broke-skipped.test.ts), numbers come and go with
    // the job (broke-identity.test.ts), and only a service with a probe has a marker that a
    // description makes room for (test/pipeline/descriptions.test.ts).
    const others: readonly string[] = [
      'cancelled',
      'description-shortened',
      'skipped-before',
      'twin-given-up',
      'key-differs',
      'read-differently',
    ];
    const all = [...ROW_ISSUE_CODES, ...ENTRY_ISSUE_CODES, ...FILE_ISSUE_CODES, ...REMARK_CODES];
    const codes = all.filter((code) => !others.includes(code));
    const shown = errorSamples().flatMap(({ job, expectedFile }) => (expectedFile === undefined ? [] : [job]));
    expect(shown.sort()).toEqual([...codes].sort());
  });

  const judged = errorSamples().filter(({ expectedFile }) => expectedFile !== undefined);
  it.each(judged.map((sample) => [sample.job, sample] as const))('%s', (code, sample) => {
    const { result, done } = outcomeOf(sample);
    const { receipt, refused } = result;
    const reason = receipt?.reason ?? refused;
    const { issues = [], remarks } = receipt ?? {};
    const words = withoutIds(
      reason === undefined
        ? { ...(remarks === undefined ? {} : { remarks }), issues, problems: result.problems }
        : { reason },
    );
    if (RECORD) recordMessages(sample, words);
    const expected = readExpected(sample);
    expect(done).toEqual(doneIn(expected));
    expect(receipt !== undefined).toBe(expected.receipt !== undefined);
    if (receipt !== undefined) expect(receipt).toMatchObject(expected.receipt!);
    expect(receipt?.mismatches ?? []).toEqual([]);
    expect(words).toEqual(wordsIn(expected));
    const told = reason === undefined ? [...(remarks ?? []), ...issues] : [reason];
    expect(told.map((each) => each.code)).toContain(code);
  });
});

describe('jobs', () => {
  it.each(['jobs', `${ERRORS}/jobs`])('of %s are sound, and editors find their schema', async (where) => {
    const jobs = await readJobs(join(ROOT, where));
    expect(jobs.length).toBeGreaterThan(0);
    for (const { text: written, path } of jobs) {
      const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(written)?.[1];
      expect(existsSync(join(path, '..', schema ?? 'none')), path).toBe(true);
    }
  });
});

type Done = Required<Pick<Expected, 'booked' | 'contacts' | 'customFields'>>;

/** What became of a sample, and what it added to the service. */
function outcomeOf(sample: Sample): { result: Result; done: Done } {
  const at = samples.findIndex(({ file }) => file === sample.file);
  const result = results[at]!;
  const before = results[at - 1];
  const done = {
    booked: booked.slice(before?.booked ?? 0, result.booked),
    contacts: contacts.slice(before?.contacts ?? 0, result.contacts),
    customFields: customFields.slice(before?.customFields ?? 0, result.customFields),
  };
  return { result, done: doneIn(done) };
}

function wordsIn({ receipt: _, booked: __, contacts: ___, customFields: ____, ...words }: Expected): object {
  return words;
}

/** Contacts and custom fields are sent several at a time: which of them comes first is chance. */
function doneIn({ booked = [], contacts = [], customFields = [] }: Expected): Done {
  const sorted = <Each>(of: readonly Each[]) =>
    of
      .map((each) => ({ each, key: JSON.stringify(each) }))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ each }) => each);
  return { booked, contacts: sorted(contacts), customFields: sorted(customFields) };
}

/** Ids of imports differ from run to run, except those that stand in a sample. */
function withoutIds<Words>(words: Words): Words {
  const replaced = JSON.stringify(words).replace(IMPORT_ID, (id) => (id.startsWith('01KG') ? id : '{import}'));
  return JSON.parse(replaced) as Words;
}

async function told<Answer>(name: string): Promise<Answer> {
  const reply = await fetch(`${sandbox.url}/sandbox/${name}`);
  return (await reply.json()) as Answer;
}

async function control(name: string, body: object): Promise<void> {
  const reply = await fetch(`${sandbox.url}/sandbox/${name}`, { method: 'POST', body: JSON.stringify(body) });
  expect(reply.status).toBe(200);
}

/** Runs a program of the project; its standard output. */
async function run(program: string, input: string, environment: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, program)], { env: { ...process.env, ...environment } });
  child.stdin.end(input);
  const code = new Promise((resolve) => child.on('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await code) !== 0) throw new Error(`${program} failed: ${errors || out}`);
  return out;
}
