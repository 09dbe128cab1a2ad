import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type PathOptions, pathSource } from '../../../src/arriving/fetch/path-source.ts';
import { FileRefused, SourceFailed } from '../../../src/arriving/fetch/source.ts';
import { worded } from './worded.ts';

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

const OLD = new Date('2026-01-05T06:00:00Z');

function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'bilag-path-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) put(join(path, name), text);
  return path;
}

function put(path: string, text: string, at = OLD): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, at, at);
}

function sourceOf(cwd: string, path: string, changes: Partial<PathOptions> = {}) {
  return pathSource({
    path,
    cwd,
    match: ['*.{csv,xlsx}'],
    limit: 1_000_000,
    signal: new AbortController().signal,
    now: Date.now,
    ...changes,
  });
}

const names = async (cwd: string, path: string, changes: Partial<PathOptions> = {}) =>
  (await sourceOf(cwd, path, changes).offers()).map(({ name }) => name);

async function read(cwd: string, path: string, changes: Partial<PathOptions> = {}) {
  const [offer] = await sourceOf(cwd, path, changes).offers();
  const target = join(folder(), 'file');
  const result = await offer!.read(target, undefined);
  return { result, text: existsSync(target) ? readFileSync(target, 'utf8') : undefined };
}

async function refusal(promise: Promise<unknown>): Promise<SourceFailed | FileRefused> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof SourceFailed || error instanceof FileRefused)) throw error ?? new Error('it was fetched');
  worded(error.told);
  return error;
}

test('gives the files that match both patterns, by name; no folders, no links, nothing that is being written', async () => {
  const home = folder({
    'out/b.csv': 'b',
    'out/a.csv': 'a',
    'out/LARGE.CSV': 'l',
    'out/a.txt': 'x',
    'out/.hidden.csv': 'x',
    'out/~$a.xlsx': 'x',
    'out/folder.csv/x.csv': 'x',
    'elsewhere/secret.csv': 'x',
  });
  symlinkSync('../elsewhere/secret.csv', join(home, 'out/link.csv'));
  symlinkSync('../elsewhere', join(home, 'out/linked'));
  execFileSync('mkfifo', [join(home, 'out/pipe.csv')]);
  expect(await names(home, 'out/*')).toEqual(['LARGE.CSV', 'a.csv', 'b.csv']);
  expect(await names('/', join(home, 'out/*.csv'))).toEqual(['a.csv', 'b.csv']);
  expect(await names(home, 'out/**/*.csv')).toEqual(['a.csv', 'b.csv', 'x.csv']);
  expect(await names(home, 'out/linked/*.csv', { match: ['*'] })).not.toContain('link.csv');
  expect(await names(home, 'out/*', { match: ['*.txt', 'a.*'] })).toEqual(['a.csv', 'a.txt']);
  const { text, result } = await read(home, 'out/a.csv');
  expect(text).toBe('a');
  expect(result).toMatchObject({ name: 'a.csv', sha256: expect.stringMatching(/^[\da-f]{64}$/) });
});

test('a version is of the file that was read, and changes with it', async () => {
  const home = folder({ 'a.csv': 'one' });
  const version = async () => (await sourceOf(home, 'a.csv').offers())[0]!.version!;
  const first = await version();
  expect((await read(home, 'a.csv')).result).toMatchObject({ version: first });
  expect(await version()).toBe(first);
  put(join(home, 'a.csv'), 'two', new Date('2026-01-05T06:00:01Z'));
  const second = await version();
  expect(second).not.toBe(first);
  // The same size and time, but another file.
  put(join(home, 'other'), 'six', new Date('2026-01-05T06:00:01Z'));
  renameSync(join(home, 'other'), join(home, 'a.csv'));
  expect(await version()).not.toBe(second);
});

test('a file that was written a moment ago is left; one from a clock that is ahead is not', async () => {
  const home = folder();
  const now = OLD.getTime();
  put(join(home, 'a.csv'), 'a', new Date(now - 1_000));
  expect(await read(home, 'a.csv', { now: () => now })).toEqual({ result: 'growing', text: undefined });
  put(join(home, 'a.csv'), 'a', new Date(now - 3_000));
  expect((await read(home, 'a.csv', { now: () => now })).text).toBe('a');
  put(join(home, 'a.csv'), 'a', new Date(now + 3_600_000));
  expect((await read(home, 'a.csv', { now: () => now })).text).toBe('a');
});

test('a file that changes while it is read is left', async () => {
  const home = folder({ 'a.csv': 'a' });
  // The clock is asked once the file is open.
  const now = () => {
    appendFileSync(join(home, 'a.csv'), 'b');
    return Date.now();
  };
  expect((await read(home, 'a.csv', { now })).result).toBe('growing');
});

test('a file that is gone, or was replaced by a link or a pipe, is not read', async () => {
  const home = folder({ 'a.csv': 'a', 'secret.csv': 's' });
  const target = join(home, 'target');
  const [offer] = await sourceOf(home, 'a.csv').offers();
  rmSync(join(home, 'a.csv'));
  expect(await offer!.read(target, undefined)).toBe('growing');
  symlinkSync('secret.csv', join(home, 'a.csv'));
  expect((await refusal(offer!.read(target, undefined))).message).toMatch(/^The file can't be read/);
  rmSync(join(home, 'a.csv'));
  execFileSync('mkfifo', [join(home, 'a.csv')]);
  expect(await refusal(offer!.read(target, undefined))).toBeInstanceOf(FileRefused);
});

test('a file beyond the limit is refused', async () => {
  const home = folder({ 'a.csv': 'x'.repeat(101) });
  expect((await refusal(read(home, 'a.csv', { limit: 100 }))).message).toBe(
    'The file has 101 bytes; the job takes at most 100 (limits.bytes).',
  );
});

test.skipIf(process.getuid?.() === 0)('a file that may not be read is refused', async () => {
  const home = folder({ 'a.csv': 'a' });
  chmodSync(join(home, 'a.csv'), 0);
  expect((await refusal(read(home, 'a.csv'))).message).toMatch(/^The file can't be read: EACCES/);
});

test('a path without a pattern names one file, which must be there', async () => {
  const home = folder({ 'out/a.csv': 'a', 'out/b.txt': 'b', 'out/report [1] (2).csv': 'r' });
  symlinkSync('a.csv', join(home, 'out/link.csv'));
  expect(await names(home, 'out/report [1] (2).csv')).toEqual(['report [1] (2).csv']);
  const missing = await refusal(names(home, 'out/none.csv'));
  expect(missing.message).toBe(`${join(home, 'out/none.csv')} does not exist (fetch.path).`);
  expect((await refusal(names(home, 'out'))).suggestion).toContain(join(home, 'out/*'));
  expect((await refusal(names(home, 'out/link.csv'))).message).toMatch(/is a link/);
  expect((await refusal(names(home, 'out/b.txt'))).message).toMatch(/does not match file.match/);
});

test('a pattern that nothing matches is nothing; a folder that is not there is told', async () => {
  const home = folder({ 'out/a.txt': 'a' });
  expect(await names(home, 'out/*.csv')).toEqual([]);
  expect((await refusal(names(home, 'mnt/*.csv'))).message).toBe(
    `The folder ${join(home, 'mnt')} does not exist (fetch.path).`,
  );
});
