import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileRejected, type Issue, UsageError } from '../domain/issue.ts';
import { ReadAgain } from '../domain/table.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { intake } from '../pipeline/intake.ts';
import type { JobToday, PipelinePorts } from '../pipeline/ports.ts';
import { correctImport, correctionOf } from '../pipeline/retry-import.ts';
import { findImport } from './find-import.ts';

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
  readonly reason: Issue;
}

export interface TakeOptions {
  readonly cwd: string;
  readonly book: boolean;
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/**
 * Takes files in, one after the other. A workbook of failed rows is a retry of its import, wherever it comes back
 * (design, section 7).
 * @throws UsageError before anything is taken in, where one of the files can't be read
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
      const id = await correctionIn(path, file);
      if (id === undefined) {
        const { row, how } = await intake(path, job, { book: options.book, force: options.force }, ports);
        nums.add(row.num);
        if (how === 'earlier') known.add(row.num);
      } else {
        nums.add(await takeCorrection(id, path, file, job, options, ports));
      }
    } catch (error) {
      if (!(error instanceof FileRejected)) throw error;
      refused.push({ file, job: job.name, reason: error.issue });
    }
  }
  return { several: files.length > 1, nums: [...nums], known, refused };
}

/**
 * Takes a corrected workbook back. The same workbook given again while it is being worked on goes on; one that has
 * nothing left to mend is reported.
 * @throws UsageError where it is not a correction of this import, or nothing waits for one
 */
export async function takeCorrectedFile(
  row: ImportRow,
  path: string,
  job: JobToday,
  ports: PipelinePorts,
): Promise<void> {
  const sha256 = await hashFile(path);
  const last = ports.ledger.imports.corrections(row.num).at(-1);
  const underWay = row.state === 'planning' || row.state === 'posting';
  if (last?.sha256 === sha256 && (underWay || row.state === 'completed')) return;
  await correctImport(row, path, basename(path), job, ports);
}

async function takeCorrection(
  id: string,
  path: string,
  file: string,
  job: JobToday,
  { book }: TakeOptions,
  ports: PipelinePorts,
): Promise<number> {
  const row = findImport(id, ports.ledger);
  if (!book) {
    throw new UsageError(
      `${file} holds failed rows of import ${row.id}; corrected rows can't be planned without being booked.`,
      `Book them with: bilag retry ${row.id} --file ${file}`,
    );
  }
  if (row.job !== job.name) {
    throw new UsageError(
      `${file} holds failed rows of import ${row.id}, which is of job ${row.job}, not ${job.name}.`,
      `Book them with: bilag retry ${row.id} --file ${file}`,
    );
  }
  await takeCorrectedFile(row, path, job, ports);
  return row.num;
}

/** The import that a corrected workbook belongs to. A file that can't be read so is left to the plan, which says why. */
async function correctionIn(path: string, file: string): Promise<string | undefined> {
  try {
    return await correctionOf(path, file);
  } catch (error) {
    const several = error instanceof FileRejected && error.issue.code === 'correction-mismatch';
    if (several || !(error instanceof FileRejected || error instanceof ReadAgain)) throw error;
    return undefined;
  }
}

/** @throws UsageError where it is no file that this user can read */
export async function checkReadable(path: string): Promise<void> {
  try {
    if (!(await stat(path)).isFile()) throw new UsageError(`${path} is no file.`, 'Name the files themselves.');
    await access(path, constants.R_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`${path} does not exist.`, 'Nothing was taken in. Check the name.');
    throw new UsageError(`${path} can't be read: ${message}.`, 'Nothing was taken in.');
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
