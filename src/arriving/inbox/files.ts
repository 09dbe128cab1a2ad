import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { open, readdir, unlink } from 'node:fs/promises';
import { extname } from 'node:path';
import { seen } from '../../core/disk.ts';

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

/** Bytes that a name may have on common file systems. */
const NAME_MAX_BYTES = 255;
/** What `writeAtomically` adds to a name while it writes, in bytes. */
const TEMPORARY_BYTES = 19;
/** Characters of an ending; what is longer after the last dot belongs to the name. */
const ENDING_MAX_CHARACTERS = 16;
/** Characters of the hash that tells shortened names apart. */
const HASH_CHARACTERS = 8;

/** Files of programs that have not finished writing, of systems, and of ours: never taken (design, section 7). */
const NEVER = /^\.|^~\$|\.(?:part|tmp|temp|partial|filepart|crdownload|done)$|\.(?:reason\.txt|receipt\.json)$/i;

/** What goes beside a file is named for it: `bank.csv.receipt.json` (design, section 7). */
export const SIDECAR_ENDINGS = { receipt: '.receipt.json', failed: '.failed.xlsx', reason: '.reason.txt' } as const;

/** Whether a name of the inbox is none that people give to a file which they want booked. */
export function isNeverTaken(name: string): boolean {
  return NEVER.test(name);
}

/** A name as text. File systems allow any bytes; what is not UTF-8 is most likely Latin-1, of an older program. */
export function nameText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes.toString('latin1');
}

/** The name that a file gets in one of our folders: its own, shortened where it would be too long. */
export function ownName(name: string): string {
  const ending = endingOf(name);
  return fitted(name.slice(0, name.length - ending.length), ending, NAME_MAX_BYTES);
}

/** A name with an id before its ending: `bank.01J….csv`. */
export function withId(name: string, id: string): string {
  const ending = endingOf(name);
  return fitted(name.slice(0, name.length - ending.length), `.${id}${ending}`, NAME_MAX_BYTES);
}

/** The name of what is written beside a file. */
export function sidecarName(name: string, kind: keyof typeof SIDECAR_ENDINGS): string {
  return fitted(name, SIDECAR_ENDINGS[kind], NAME_MAX_BYTES - TEMPORARY_BYTES);
}

/** Whether a file could be taken for what is written beside another. */
export function isSidecarName(name: string): boolean {
  return Object.values(SIDECAR_ENDINGS).some((ending) => name.toLowerCase().endsWith(ending));
}

function endingOf(name: string): string {
  const ending = extname(name);
  return ending.length > ENDING_MAX_CHARACTERS ? '' : ending;
}

/** Two long names that begin alike stay two: a shortened one ends with a hash of the whole. */
function fitted(stem: string, tail: string, maxBytes: number): string {
  if (Buffer.byteLength(stem + tail) <= maxBytes) return stem + tail;
  const hash = createHash('sha256').update(stem).digest('hex').slice(0, HASH_CHARACTERS);
  const room = maxBytes - Buffer.byteLength(tail) - HASH_CHARACTERS - 1;
  let kept = '';
  let bytes = 0;
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return `${kept}~${hash}${tail}`;
}

/**
 * Takes a name in a folder, with an empty file: a rename over it then overwrites nothing of anybody's.
 * @returns false where the name is taken
 */
export async function takeName(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Gives a name back that was taken and not used. What is not empty stays. */
export async function giveNameBack(path: string): Promise<void> {
  const stats = await seen(path);
  if (stats?.isFile() === true && stats.size === 0n) await removeFile(path);
}

/** Whether what was to be moved over the empty file is there. */
export async function hasArrived(path: string, ino: string | null): Promise<boolean> {
  const stats = await seen(path);
  return stats !== undefined && (!stats.isFile() || stats.size > 0n || String(stats.ino) === ino);
}

/** Removes a file that may be gone already. */
export async function removeFile(path: string | Buffer): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
