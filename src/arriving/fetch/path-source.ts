import { type BigIntStats, constants } from 'node:fs';
import { access, lstat, open } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { findWriters, inodeKey } from '../inbox/open-writers.ts';
import { toldOf } from '../run-told.ts';
import { receive, tooLarge } from './receive.ts';
import {
  type FetchOptions,
  type FetchSource,
  FileRefused,
  isFresh,
  type Offer,
  type ReadFile,
  SourceFailed,
  wantedName,
} from './source.ts';

export interface PathOptions extends FetchOptions {
  /** A path or a pattern, absolute or as seen from `cwd`. */
  readonly path: string;
  readonly cwd: string;
  /** Job: `file.match`. */
  readonly match: readonly string[];
  now(): number;
}

/** Files on this machine. They stay where they are; folders and links are not followed. */
export function pathSource(options: PathOptions): FetchSource {
  return { offers: () => offers(options), close: async () => {} };
}

async function offers(options: PathOptions): Promise<readonly Offer[]> {
  const { path, cwd, match, signal } = options;
  const whole = resolve(cwd, path);
  const wanted = wantedName(match);
  // A name that is there is meant as it is, whatever characters it has.
  const named = await statOf(whole);
  if (named !== undefined) return [namedOffer(whole, named, wanted, options)];
  const { isGlob, base } = picomatch.scan(path);
  if (!isGlob) {
    throw new SourceFailed(
      `${whole} does not exist (fetch.path).`,
      'Check the path. For a file that is there at times only, give a pattern: a folder without it is then no failure.',
      toldOf('path-absent', { path: whole }),
    );
  }
  await checkFolder(resolve(cwd, base));
  const { glob } = await import('tinyglobby');
  const found = await glob(path, {
    cwd,
    absolute: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    expandDirectories: false,
    signal,
  });
  const offered: Offer[] = [];
  for (const file of found.filter((each) => wanted(basename(each))).sort()) {
    const stats = await statOf(file);
    if (stats !== undefined) offered.push(offerOf(file, stats, options));
  }
  return offered;
}

function namedOffer(path: string, stats: BigIntStats, wanted: (name: string) => boolean, options: PathOptions): Offer {
  if (stats.isDirectory()) {
    throw new SourceFailed(
      `${path} is a folder (fetch.path).`,
      `For the files in it, write ${join(path, '*')}`,
      toldOf('no-file', { path }),
    );
  }
  if (!stats.isFile()) {
    throw new SourceFailed(
      `${path} is ${stats.isSymbolicLink() ? 'a link' : 'no file'} (fetch.path).`,
      'Name the file itself.',
      toldOf('no-file', { path }),
    );
  }
  if (!wanted(basename(path))) {
    throw new SourceFailed(
      `${path} does not match file.match (${options.match.join(', ')}).`,
      'Add its name, or a pattern that it matches, to file.match in the job.',
      toldOf('unmatched', { path, match: options.match }),
    );
  }
  return offerOf(path, stats, options);
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SourceFailed(
      code === 'ENOENT' ? `The folder ${folder} does not exist (fetch.path).` : `${folder} can't be read: ${message}.`,
      code === 'ENOENT' ? 'Check the path, and that its drive is mounted.' : 'Give the user that runs bilag access.',
      code === 'ENOENT'
        ? toldOf('path-absent', { path: folder })
        : toldOf('unreadable', { path: folder, said: message }),
    );
  }
}

function offerOf(path: string, stats: BigIntStats, options: PathOptions): Offer {
  return {
    name: basename(path),
    source: `path ${path}`,
    version: versionOf(stats),
    read: (target) => read(path, target, options),
  };
}

async function read(path: string, target: string, options: PathOptions): Promise<ReadFile | 'growing'> {
  const { limit, now, signal } = options;
  try {
    // A link that took the file's place meanwhile is not followed, and a pipe is not waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const before = await file.stat({ bigint: true });
      if (!before.isFile()) throw new FileRefused('The file is none any more.', 'Put a file there.', toldOf('no-file'));
      if (isFresh(Number(before.mtimeMs), now())) return 'growing';
      if (before.size > limit) throw tooLarge(Number(before.size), limit);
      const sha256 = await receive(file.createReadStream({ autoClose: false }), target, { limit, signal });
      // Who opens it from here on makes another version of it.
      if ((await findWriters(new Set([inodeKey(before)]))).size > 0) return 'growing';
      const after = await statOf(path);
      const version = versionOf(before);
      return after === undefined || versionOf(after) !== version
        ? 'growing'
        : { name: basename(path), sha256, version };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message, path: at } = error as NodeJS.ErrnoException;
    if (code === undefined || (at !== undefined && at !== path)) throw error;
    if (code === 'ENOENT') return 'growing';
    if (!['EACCES', 'EPERM', 'ELOOP'].includes(code)) throw error;
    throw new FileRefused(
      `The file can't be read: ${message}.`,
      'Give the user that runs bilag access to it.',
      toldOf('unreadable', { said: message }),
    );
  }
}

function versionOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ino}`;
}

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}
