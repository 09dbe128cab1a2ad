import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { isNeverTaken, nameText } from './file-name.ts';

/** Something in a folder of the inbox. Nothing of it was opened, no link followed. */
export interface FolderEntry {
  /** Its name's bytes as Latin-1: any name there is, and one text for each. */
  readonly key: string;
  readonly name: string;
  readonly path: Buffer;
  readonly stats: BigIntStats;
  /** `special`: a pipe, a socket, a device. */
  readonly kind: 'file' | 'link' | 'folder' | 'special';
  /** The path of `NAME.done` beside it, which is not older than the content. */
  readonly marker: Buffer | undefined;
}

/**
 * What lies in a folder, in the order of its writing; without what is never taken.
 * @throws what the system says where the folder can't be read
 */
export async function listFolder(folder: string): Promise<FolderEntry[]> {
  const names = await readdir(folder, { encoding: 'buffer' });
  const keys = new Set(names.map((name) => name.toString('latin1')));
  const entries: FolderEntry[] = [];
  for (const bytes of names) {
    const name = nameText(bytes);
    if (isNeverTaken(name)) continue;
    const path = entryPath(folder, bytes);
    const stats = await seen(path);
    if (stats === undefined) continue;
    const key = bytes.toString('latin1');
    const marker = keys.has(`${key}.done`) ? await markerOf(path, stats) : undefined;
    entries.push({ key, name, path, stats, kind: kindOf(stats), marker });
  }
  return entries.sort((a, b) => (a.stats.mtimeNs < b.stats.mtimeNs ? -1 : a.stats.mtimeNs > b.stats.mtimeNs ? 1 : 0));
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

function entryPath(folder: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), name]);
}

/** A marker that is older than the file was left by an earlier file of that name, and says nothing of this one. */
async function markerOf(path: Buffer, { mtimeNs }: BigIntStats): Promise<Buffer | undefined> {
  const marker = Buffer.concat([path, Buffer.from('.done')]);
  const stats = await seen(marker);
  if (stats === undefined) return undefined;
  return stats.mtimeNs >= mtimeNs || stats.ctimeNs >= mtimeNs ? marker : undefined;
}

function kindOf(stats: BigIntStats): FolderEntry['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'special';
}
