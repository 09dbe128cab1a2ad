import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JobBook, openJobBook } from '../../src/config/job-book.ts';

const job = (account: string) => `kind: bookings
columns: { entry: Bilag, date: Dato, account: ${account}, amount: Beløp }
`;
const BROKEN = 'kind: bookings\ncolumns: { acount: Konto, amuont: Beløp }\n';

/** By this clock every file was written long ago, so that only one that has changed is read again. */
const LATER_MS = 60_000;

let home: string;
let folder: string;
let said: string[];
let book: JobBook;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'bilag-jobs-'));
  folder = join(home, 'jobs');
  await mkdir(folder);
  said = [];
  book = openJobBook(
    folder,
    (_event, message) => said.push(message),
    () => Date.now() + LATER_MS,
  );
});
afterEach(() => rm(home, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const accounts = () =>
  book.jobs().map(({ name, job: { columns } }) => [name, (columns as { account: string[] }).account[0]]);
const found = async (name: string) => ((await book.find(name)).job.columns as { account: string[] }).account[0];

test('added, changed and removed: each look says whether anything was', async () => {
  await write('b.yaml', job('Konto'));
  await write('a.yml', job('Konto'));
  expect(book.isRead()).toBe(false);
  expect(await book.refresh()).toBe(true);
  expect(book.isRead()).toBe(true);
  expect(accounts()).toEqual([
    ['a', 'Konto'],
    ['b', 'Konto'],
  ]);
  expect(await book.refresh()).toBe(false);
  await write('b.yaml', `# a remark\n${job('Konto')}`);
  expect(await book.refresh()).toBe(false);
  await write('b.yaml', job('Kontonr'));
  expect(await book.refresh()).toBe(true);
  await rm(join(folder, 'a.yml'));
  expect(await book.refresh()).toBe(true);
  expect(accounts()).toEqual([['b', 'Kontonr']]);
  await expect(book.find('a')).rejects.toThrow(/no job "a"/);
  expect(said).toEqual([]);
});

test('broken: said once in one line, the last good one goes on, and that it is sound again is said', async () => {
  await write('a.yaml', job('Konto'));
  await book.refresh();
  await write('a.yaml', BROKEN);
  for (let times = 0; times < 3; times++) expect(await book.refresh()).toBe(false);
  expect(said).toEqual([
    expect.stringMatching(
      /^The job a is broken: .*a\.yaml:2: .*acount.* And \d+ more: bilag job check a\. The last valid version stays in use until it is corrected\.$/,
    ),
  ]);
  expect(accounts()).toEqual([['a', 'Konto']]);
  expect(book.broken()).toEqual(new Set(['a']));
  expect(await found('a')).toBe('Konto');
  await write('a.yaml', job('Kontonr'));
  expect(await found('a')).toBe('Kontonr');
  expect(await book.refresh()).toBe(true);
  expect(said.slice(1)).toEqual(['The job a is valid again.']);
  expect(book.broken()).toEqual(new Set());
});

test('broken from the start: nothing is done for it, and whoever asks for it is told why', async () => {
  await write('a.yaml', BROKEN);
  await book.refresh();
  expect(said).toEqual([expect.stringContaining('bilag does nothing for it until it is corrected.')]);
  expect(accounts()).toEqual([]);
  await expect(book.find('a')).rejects.toThrow(/acount/);
  await rm(join(folder, 'a.yaml'));
  await book.refresh();
  expect(book.broken()).toEqual(new Set());
});

test('one that is broken keeps none of the others from changing', async () => {
  await write('a.yaml', BROKEN);
  await write('b.yaml', job('Konto'));
  expect(await book.refresh()).toBe(true);
  expect(accounts()).toEqual([['b', 'Konto']]);
});

test('a folder that is gone for a while takes no job away', async () => {
  await write('a.yaml', job('Konto'));
  await book.refresh();
  await rename(folder, `${folder}-away`);
  for (let times = 0; times < 2; times++) expect(await book.refresh()).toBe(false);
  expect(accounts()).toEqual([['a', 'Konto']]);
  expect(await found('a')).toBe('Konto');
  await rename(`${folder}-away`, folder);
  expect(await book.refresh()).toBe(false);
  expect(said).toEqual([
    expect.stringMatching(/does not exist.* The last valid version stays in use/),
    'The folder of jobs can be read again.',
  ]);
});

test('another file in its place is seen, though it is older and as long', async () => {
  const old = new Date(Date.now() - 3_600_000);
  for (const [name, text] of [
    ['a.yaml', job('Konto')],
    ['other', job('Kunde')],
  ] as const) {
    await write(name, text);
    await utimes(join(folder, name), old, old);
  }
  await book.refresh();
  await rename(join(folder, 'other'), join(folder, 'a.yaml'));
  expect(await book.refresh()).toBe(true);
  expect(accounts()).toEqual([['a', 'Kunde']]);
});
