import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../domain/issue.ts';
import { seen } from '../../source/inbox/list-folder.ts';

/** Where the files of a job go, beside those that come. */
export const SUBFOLDERS = ['processing', 'done', 'failed'] as const;
export type Subfolder = (typeof SUBFOLDERS)[number];

/**
 * The folder of a job with its subfolders; makes what is missing.
 * @throws UsageError where one of them is a link, which could lead out of the inbox, or no folder
 */
export async function openJobFolder(inbox: string, job: string): Promise<string> {
  const base = join(inbox, job);
  await ensureFolder(base);
  for (const name of SUBFOLDERS) await ensureFolder(join(base, name));
  return base;
}

async function ensureFolder(path: string): Promise<void> {
  const stats = await seen(path);
  if (stats === undefined) {
    // Another process may just have made it.
    await mkdir(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return;
  }
  if (stats.isDirectory()) return;
  throw new UsageError(
    `${path} is ${stats.isSymbolicLink() ? 'a symbolic link' : 'not a folder'}, so no file of this job is taken.`,
    stats.isSymbolicLink()
      ? 'Links are never followed out of the inbox: put a folder in its place, or mount one there.'
      : 'Rename it: bilag needs the name for a folder of its own.',
  );
}
