import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { seen } from '../../core/disk.ts';
import { UsageError } from '../../core/issue.ts';
import type { PipelinePorts } from '../../kinds/ports.ts';

/** A job as the inbox knows it. */
export interface InboxJob {
  readonly name: string;
  /** Patterns of the names that it takes (`file.match`). */
  readonly match: readonly string[];
  /** Bytes that a file may have (`limits.bytes`). */
  readonly bytes: number;
  /** Somebody has paused it: its files wait where they lie. */
  readonly paused?: boolean;
}

/** When a file is complete (design, section 7). */
export interface InboxSettings {
  /** A file that was not renamed in is taken when it is unchanged for so long, in two looks. */
  readonly minimumAgeMs: number;
  /** The same for a file that ends inside quotes, or in the middle of a line. */
  readonly unfinishedMs: number;
  /** Between two looks that nothing gave occasion to. */
  readonly scanMs: number;
  /** A file is only taken when `NAME.done` lies beside it. */
  readonly marker: boolean;
}

export interface InboxPorts extends PipelinePorts {
  /** Has an import worked on that was just received. */
  wake(num: number): Promise<void>;
}

/** A watched folder, as its steps share it. */
export interface Inbox {
  readonly folder: string;
  /** Those of today. */
  jobs(): Promise<readonly InboxJob[]>;
  readonly settings: InboxSettings;
  readonly ports: InboxPorts;
  /** Names this watcher among those that work on arrivals. */
  readonly holder: string;
}

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
