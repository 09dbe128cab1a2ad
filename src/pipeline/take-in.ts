import { basename } from 'node:path';
import { FileRejected, UsageError } from '../domain/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { kindWords } from '../rules/kind-words.ts';
import { correctionOf } from './correction-of.ts';
import { findImport } from './find-import.ts';
import { type Intake, intake } from './intake.ts';
import type { JobToday, PipelinePorts } from './ports.ts';
import { correctImport } from './retry-import.ts';
import { hashFile } from './stored-file.ts';

export interface TakeInOptions {
  /** Name under which the file came; default: that of the path. */
  readonly file?: string;
  /** To be booked, or only planned. */
  readonly book: boolean;
  /** Take the same bytes in once more. Duplicate entries are still told apart. */
  readonly force: boolean;
}

/** What became of a file that was brought in; `correction`: it was a retry of that import. */
export interface TakenIn {
  readonly row: ImportRow;
  /** Hash of the bytes that were taken in. */
  readonly sha256: string;
  readonly how: Intake['how'] | 'correction';
}

/**
 * Takes a file in, whichever way it came: by the command line, the inbox, an upload or a schedule. A workbook of failed
 * rows is a retry of its import, wherever it comes back (design, section 7). Done again with the same file, it goes on.
 * @throws FileRejected where nothing can be recorded of it; UsageError for a correction that fits no import
 */
export async function takeIn(
  path: string,
  job: JobToday,
  options: TakeInOptions,
  ports: PipelinePorts,
): Promise<TakenIn> {
  const file = options.file ?? basename(path);
  const id = await correctionIn(path, file);
  if (id === undefined) {
    const taken = await intake(path, job, options, ports);
    return { ...taken, sha256: taken.row.sha256 };
  }
  const row = findImport(id, ports.ledger);
  const { todo, done } = kindWords(row.kind);
  const remedy = `${todo[0]!.toUpperCase()}${todo.slice(1)} them with: bilag retry ${row.id} --file ${file}`;
  if (!options.book) {
    throw new UsageError(
      `${file} holds failed rows of import ${row.id}; corrected rows can't be planned without being ${done}.`,
      remedy,
    );
  }
  if (row.job !== job.name) {
    throw new UsageError(
      `${file} holds failed rows of import ${row.id}, which is of job ${row.job}, not ${job.name}.`,
      remedy,
    );
  }
  const sha256 = await takeCorrection(row, path, file, job, ports);
  return { row: ports.ledger.imports.byNum(row.num), sha256, how: 'correction' };
}

/**
 * Takes a corrected workbook back. The same workbook given again while it is being worked on goes on; one that has
 * nothing left to mend is reported.
 * @returns its hash
 * @throws UsageError where it is not a correction of this import, or nothing waits for one
 */
export async function takeCorrection(
  row: ImportRow,
  path: string,
  file: string,
  job: JobToday,
  ports: PipelinePorts,
): Promise<string> {
  const sha256 = await hashFile(path);
  const last = ports.ledger.imports.corrections(row.num).at(-1);
  const underWay = row.state === 'planning' || row.state === 'posting';
  if (last?.sha256 === sha256 && (underWay || row.state === 'completed')) return sha256;
  await correctImport(row, path, file, job, ports);
  return sha256;
}

/** The import that a corrected workbook belongs to. A file that can't be read so is left to the plan, which says why. */
async function correctionIn(path: string, file: string): Promise<string | undefined> {
  try {
    return await correctionOf(path, file);
  } catch (error) {
    const several = error instanceof FileRejected && error.issue.code === 'correction-mismatch';
    if (several || !(error instanceof FileRejected)) throw error;
    return undefined;
  }
}
