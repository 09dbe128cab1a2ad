import { open, unlink } from 'node:fs/promises';
import { seen } from './list-folder.ts';

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
