import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJob, listJobs, readJobs } from '../../src/config/job-folder.ts';
import { JobError } from '../../src/config/problems.ts';
import { jobHash, parseJob, readJob } from '../../src/config/read-job.ts';
import { UsageError } from '../../src/core/issue.ts';

const JOB = 'kind: bookings\ncolumns: { entry: Bilagsnr, date: Dato, account: Konto, amount: Beløp }\n';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bilag-jobs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A new folder with files in it. */
async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const inside = await mkdtemp(join(folder, 'x-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(inside, name), text);
  return inside;
}

describe('readJob', () => {
  it('answers the job, its name, its text and its hash', async () => {
    const path = join(await folderWith({ 'bank-oslo.yaml': JOB }), 'bank-oslo.yaml');
    const read = await readJob(path);
    expect(read).toMatchObject({ name: 'bank-oslo', path, text: JOB, job: { kind: 'bookings' } });
    expect(read.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes a byte order mark and Windows line ends', async () => {
    const path = join(await folderWith({ 'a.yml': `\ufeff${JOB.replaceAll('\n', '\r\n')}` }), 'a.yml');
    expect((await readJob(path)).hash).toBe(jobHash(parseJob(JOB, 'a.yaml')));
  });

  it('throws one error with every problem, each with its file and line', async () => {
    const path = join(await folderWith({ 'a.yaml': `${JOB}servise: x\nbatch: { entries: 0 }\n` }), 'a.yaml');
    const error = await readJob(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(JobError);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as JobError).problems).toEqual([
      {
        file: path,
        line: 3,
        key: 'servise',
        message: 'servise is not a key of a job. Did you mean "service"?',
        told: { code: 'key-unknown', facts: { key: 'servise', near: 'service' } },
      },
      {
        file: path,
        line: 4,
        key: 'batch.entries',
        message: 'batch.entries must be a whole number from 1 to 1000, not "0". For example: 50',
        told: { code: 'wrong', facts: { key: 'batch.entries', value: '"0"', example: '50' } },
      },
    ]);
    expect((error as JobError).message.split('\n')[0]).toBe(
      `${path}:3: servise is not a key of a job. Did you mean "service"?`,
    );
  });

  it.each([
    ['not UTF-8', 'a.yaml', Buffer.from('service: Bel\xf8p', 'latin1'), 'the file is not UTF-8. Save it as UTF-8.'],
    ['too large', 'a.yaml', Buffer.alloc(1_048_577, '#'), 'the file is larger than 1048576 bytes.'],
    [
      'a name that can be no folder and no queue',
      'a:b.yaml',
      JOB,
      `the file's name is the job's name, so it must be letters, digits, ".", "_" and "-" only. Rename the file.`,
    ],
  ])('refuses a file that is %s', async (_name, file, content, message) => {
    const path = join(await folderWith({ [file]: content }), file);
    await expect(readJob(path)).rejects.toThrow(`${path}: ${message}`);
  });

  it('says that a file is not there', async () => {
    await expect(readJob(join(folder, 'none.yaml'))).rejects.toThrow(/none\.yaml does not exist\.$/);
  });

  it('survives aliases that multiply without end', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `  - &l${n + 1} [${`*l${n}, `.repeat(9)}]`).join('\n');
    expect(() => parseJob(`${JOB}skip:\n  - &l0 [a]\n${levels}\n`, 'a.yaml')).toThrow(JobError);
  });
});

describe('the hash of a job', () => {
  const hash = (yaml: string) => jobHash(parseJob(yaml, 'a.yaml'));

  it.each([
    ['comments and empty lines', `# why\n\n${JOB}`],
    ['block style', 'kind: bookings\ncolumns:\n  entry: Bilagsnr\n  date: Dato\n  account: Konto\n  amount: Beløp\n'],
    ['the order of keys', 'columns: { amount: Beløp, account: Konto, date: Dato, entry: Bilagsnr }\nkind: bookings\n'],
    ['quotes, and a list of one', JOB.replace('Konto', '["Konto"]')],
    ['defaults written out', `${JOB}service: main\nbatch: { entries: 100 }\nnegate: false\n`],
  ])('is not changed by %s', (_name, yaml) => {
    expect(hash(yaml)).toBe(hash(JOB));
  });

  it.each([
    ['a column', JOB.replace('Konto', 'Kontonr')],
    ['a further accepted header', JOB.replace('Konto', '[Konto, Kontonr]')],
    ['a key', `${JOB}onDuplicate: book\n`],
    ['a leading zero', `${JOB}accounts: { "01": "1500" }\n`],
  ])('is changed by %s', (_name, yaml) => {
    expect(hash(yaml)).not.toBe(hash(JOB));
  });

  it('depends on the order of rules, which decides', () => {
    const rules = [
      '- { when: { description: a }, set: { vat: "1" } }',
      '- { when: { description: b }, set: { vat: "2" } }',
    ];
    expect(hash(`${JOB}rules:\n${rules.join('\n')}`)).not.toBe(hash(`${JOB}rules:\n${rules.reverse().join('\n')}`));
  });
});

describe('a folder of jobs', () => {
  it('is read in the order of names, without other files', async () => {
    const jobs = await folderWith({ 'b.yaml': JOB, 'a.yml': JOB, 'notes.txt': 'x', '.hidden.yaml': 'x' });
    expect((await readJobs(jobs)).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('tells of the problems of all its files', async () => {
    const jobs = await folderWith({ 'a.yaml': 'kind: x', 'b.yaml': JOB, 'c.yaml': 'kind: y' });
    const error = (await readJobs(jobs).catch((thrown: unknown) => thrown)) as JobError;
    expect(error.problems.map(({ file }) => file)).toEqual([join(jobs, 'a.yaml'), join(jobs, 'c.yaml')]);
  });

  it('finds a job by its name, whatever is wrong with others', async () => {
    const jobs = await folderWith({ 'bank.yaml': JOB, 'broken.yaml': 'x' });
    expect((await findJob(jobs, 'bank')).name).toBe('bank');
  });

  it.each([
    ['bnak', 'Did you mean "bank"? Jobs in JOBS: bank, payroll.'],
    ['../../etc/passwd', 'Jobs in JOBS: bank, payroll.'],
  ])('answers an unknown job %s with the nearest and all there are', async (name, suggestion) => {
    const jobs = await folderWith({ 'bank.yaml': JOB, 'payroll.yaml': JOB });
    await expect(findJob(jobs, name)).rejects.toMatchObject({
      message: `there is no job "${name}".`,
      suggestion: suggestion.replace('JOBS', jobs),
    });
  });

  it('says that it is empty, or absent', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    await expect(findJob(empty, 'a')).rejects.toMatchObject({ suggestion: `The folder ${empty} holds no jobs.` });
    await expect(readJobs(join(folder, 'absent'))).rejects.toMatchObject({
      message: `the folder of jobs, ${join(folder, 'absent')}, does not exist.`,
      suggestion: 'Create it, or name another with BILAG_JOBS.',
    });
  });

  it('refuses two files of one name', async () => {
    const jobs = await folderWith({ 'a.yaml': JOB, 'a.yml': JOB });
    await expect(listJobs(jobs)).rejects.toThrow(
      `${join(jobs, 'a.yml')}: ${join(jobs, 'a.yaml')} has the same name. Rename one of them.`,
    );
  });
});
