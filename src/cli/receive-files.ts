import { access, constants, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { receive } from '../arriving/receive.ts';
import { FileRejected, type Issue, UsageError } from '../core/issue.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';

/** What became of the files that were given. */
export interface Taken {
  /** More than one file was given. */
  readonly several: boolean;
  /** Each import once, in the order of the files. */
  readonly nums: readonly number[];
  /** Imports of the same files that were at rest already: they are only reported. */
  readonly known: ReadonlySet<number>;
  /** Files that were refused before anything was recorded of them. */
  readonly refused: readonly RefusedFile[];
}

export interface RefusedFile {
  readonly file: string;
  readonly job: string;
  readonly kind: string;
  readonly reason: Issue;
}

export interface TakeOptions {
  readonly cwd: string;
  readonly book: boolean;
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/**
 * Takes files in, one after the other.
 * @throws UsageError before anything is received, where one of the files can't be read
 */
export async function takeFiles(
  files: readonly string[],
  job: JobToday,
  options: TakeOptions,
  ports: PipelinePorts,
): Promise<Taken> {
  const paths = files.map((file) => resolve(options.cwd, file));
  for (const path of paths) await checkReadable(path);
  const nums = new Set<number>();
  const known = new Set<number>();
  const refused: RefusedFile[] = [];
  for (const path of paths) {
    if (options.signal.aborted) break;
    const file = basename(path);
    try {
      const { row, how } = await receive(path, job, { book: options.book, force: options.force }, ports);
      nums.add(row.num);
      if (how === 'earlier') known.add(row.num);
    } catch (error) {
      if (!(error instanceof FileRejected)) throw error;
      refused.push({ file, job: job.name, kind: job.job.kind, reason: error.issue });
    }
  }
  return { several: files.length > 1, nums: [...nums], known, refused };
}

/** @throws UsageError where it is no file that this user can read */
export async function checkReadable(path: string): Promise<void> {
  try {
    if (!(await stat(path)).isFile()) throw new UsageError(`${path} is not a file.`, 'Name the files in it.');
    await access(path, constants.R_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`${path} does not exist.`, 'Nothing was received. Check the name.');
    throw new UsageError(`${path} can't be read: ${message}.`, 'Nothing was received.');
  }
}
