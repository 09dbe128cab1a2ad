import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type BigIntStats, createWriteStream, type WriteStream } from 'node:fs';
import { link, lstat, open, readdir, rename, rm, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Room below which bilag says that the disk is nearly full, in bytes: a plan takes about three times its file. */
export const LEAST_ROOM_BYTES = 256 * 1024 * 1024;

/** Bytes that this user can still write where an existing folder is. */
export async function diskRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Size of the disk that an existing folder is on, in bytes. */
export async function diskSize(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder);
  return blocks * bsize;
}

/** `1.5 GB`, `90 MB` */
export function roomWords(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes < 1024 ? `${Math.floor(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

/** What is at a path, undefined where there is nothing (any more). Never follows a link. */
export async function seen(path: string | Buffer): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** What a process that died while it wrote has left. */
const LEFT_BEHIND = /^\..*\.[0-9a-f]{12}\.part$/s;
/** Nobody writes for so long, in milliseconds. */
const LEFT_BEHIND_MS = 60 * 60_000;

/**
 * Writes a file under another name (ending in `.part`, which no inbox takes) and gives it its own when it is complete and
 * safe on the disk. `write` ends the stream. If it fails, nothing is left behind and a file that had the name before stays
 * as it was.
 */
export async function writeAtomically(path: string, write: (stream: WriteStream) => Promise<void>): Promise<void> {
  const temporary = temporaryPath(path);
  const stream = createWriteStream(temporary, { flags: 'wx', flush: true });
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  try {
    await Promise.race([write(stream), failed]);
    if (!stream.closed) await Promise.race([once(stream, 'close'), failed]);
    await rename(temporary, path);
  } catch (error) {
    stream.destroy();
    if (!stream.closed) await once(stream, 'close').catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

/** What file systems without hard links answer, and those that keep them from others' files. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Creates a file with this text, whole from the first moment. A file system without hard links shows it while it is written.
 * @returns false where the name is taken
 */
export async function createFile(path: string, text: string): Promise<boolean> {
  const temporary = temporaryPath(path);
  const write = async (to: string) => {
    const file = await open(to, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  try {
    await write(temporary);
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code)) throw error;
      return write(path);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes what was left of files of one folder by a process that is known to have died while it wrote them. */
export async function removeParts(paths: readonly string[]): Promise<void> {
  const names = paths.map((path) => basename(path));
  const folder = dirname(paths[0]!);
  for (const name of await readdir(folder)) {
    if (LEFT_BEHIND.test(name) && names.includes(nameOfPart(name))) await rm(join(folder, name), { force: true });
  }
}

/** Removes what was left in a folder by processes that died while they wrote. */
export async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!LEFT_BEHIND.test(name)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await lstat(path);
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}

/** The name of the file that a part is of. */
function nameOfPart(name: string): string {
  return name.slice(1).replace(/\.[0-9a-f]{12}\.part$/, '');
}

function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
}
