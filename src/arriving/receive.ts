import { basename } from 'node:path';
import { FileRejected, UsageError } from '../core/issue.ts';
import type { ImportState } from '../core/states.ts';
import { ulid } from '../core/ulid.ts';
import { correctionOf } from '../correcting/correction-of.ts';
import { correctImport, jobOf } from '../correcting/retry.ts';
import { endCancelling } from '../importing/cancel.ts';
import { planHash } from '../importing/plan-hash.ts';
import { kindWords } from '../kinds/kinds.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import { findImport } from '../ledger/find-import.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { hashFile, storeFile } from '../ledger/stored-file.ts';
import { checkAddress } from '../posting/whose-books.ts';

export interface ReceiveOptions {
  /** Name under which the file came; default: that of the path. */
  readonly file?: string;
  /** To be booked, or only planned. */
  readonly book: boolean;
  /** Take the same bytes in once more. Duplicate entries are still told apart. */
  readonly force: boolean;
}

/** What became of a file that was brought in; `correction`: it was a retry of that import. */
export interface Received {
  readonly row: ImportRow;
  /** Hash of the bytes that were received. */
  readonly sha256: string;
  readonly how: Intake['how'] | 'correction';
}

/**
 * Takes a file in, whichever way it came: by the command line, the inbox, an upload or a schedule. A workbook of failed
 * rows is a retry of its import, wherever it comes back (design, section 7). Done again with the same file, it goes on.
 * @throws FileRejected where nothing can be recorded of it; UsageError for a correction that fits no import
 */
export async function receive(
  path: string,
  job: JobToday,
  options: ReceiveOptions,
  ports: PipelinePorts,
): Promise<Received> {
  const file = options.file ?? basename(path);
  const id = await correctionIn(path, file);
  if (id === undefined) {
    const taken = await intake(path, job, options, ports);
    return { ...taken, sha256: taken.row.sha256 };
  }
  const row = await findImport(id, ports.ledger);
  const { todo, done } = kindWords(row.kind);
  const remedy = `${todo[0]!.toUpperCase()}${todo.slice(1)} them with: bilag retry ${row.id} --file ${file}`;
  if (!options.book) {
    throw new UsageError(
      `${file} holds failed rows of import ${row.id}; corrected rows can't be planned without being ${done}.`,
      remedy,
      { reason: 'correction-planned' },
    );
  }
  if (row.job !== job.name) {
    await jobOf(row, ports, `bilag retry ${row.id} --file ${file}`);
    throw new UsageError(
      `${file} holds failed rows of import ${row.id}, which is of job ${row.job}, not ${job.name}.`,
      remedy,
      { reason: 'correction-of-job', facts: { job: row.job } },
    );
  }
  const sha256 = await takeCorrection(row, path, file, job, ports);
  return { row: await ports.ledger.imports.byNum(row.num), sha256, how: 'correction' };
}

/**
 * Takes a corrected workbook back. The same workbook given again while it is being worked on goes on; one that has
 * nothing left to correct is reported.
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
  const last = (await ports.ledger.imports.corrections(row.num)).at(-1);
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

/** What became of a file that was brought in. */
export interface Intake {
  readonly row: ImportRow;
  /** `new`; `again` where the earlier import of these bytes goes on or starts afresh; `earlier` where it only is reported. */
  readonly how: 'new' | 'again' | 'earlier';
}

/** Its plan or its posting is under way, or it can start afresh. */
const STARTS_AFRESH: readonly ImportState[] = ['rejected', 'cancelled'];

/**
 * Takes a file in under a job (design, section 2): stored once, hashed, recorded. The same bytes under the same job
 * are not imported twice: the earlier import goes on if it can, else it is reported.
 * @throws FileRejected `file-too-large`; WhoseBooks
 */
export async function intake(
  path: string,
  job: JobToday,
  options: ReceiveOptions,
  ports: PipelinePorts,
): Promise<Intake> {
  const { ledger, home, host, who, now, random } = ports;
  const service = ports.service(job.job.service);
  const id = ulid(now(), random);
  const stored = await storeFile(home, path, job.job.limits.bytes, id);
  const company = await service.company();
  await checkAddress(service, company, ledger);
  // Of two who bring the same bytes at once, one makes the import.
  const { earlier, row } = await ledger.write(async ({ imports }) => {
    const found = options.force ? undefined : await imports.ofFile(job.name, stored.sha256, company);
    if (found !== undefined) return { earlier: found, row: found };
    const made = await imports.create({
      id,
      job: job.name,
      kind: job.job.kind,
      service: service.name,
      company,
      file: options.file ?? basename(path),
      ...stored,
      book: options.book ? 1 : 0,
      host,
      created_at: now(),
      created_by: who,
    });
    const { file, sha256, bytes } = made;
    await imports.record(made.num, now(), who, 'taken-in', { file, sha256, bytes });
    return { earlier: undefined, row: made };
  });
  if (earlier === undefined) return { row, how: 'new' };
  await endCancelling(earlier.num, ports);
  const how = await goOn(await ledger.imports.byNum(earlier.num), job, options, ports);
  return { row: await ledger.imports.byNum(earlier.num), how };
}

/** Has an earlier import of a file that came again go on, or start afresh, if it can. */
export async function goOn(
  earlier: ImportRow,
  job: JobToday,
  options: Pick<ReceiveOptions, 'book'>,
  ports: PipelinePorts,
): Promise<'again' | 'earlier'> {
  const { ledger, host, who, now } = ports;
  const { num } = earlier;
  const book = options.book ? 1 : earlier.book;
  if (STARTS_AFRESH.includes(earlier.state)) {
    await ledger.write(async (tx) => {
      const started = await tx.imports.moveState(num, STARTS_AFRESH, 'planning', {
        todo: 'plan',
        book: options.book ? 1 : 0,
        host,
        reason: null,
        cancelled: null,
        finished_at: null,
        service: job.job.service,
      });
      if (started) await tx.imports.record(num, now(), who, 'planned-afresh');
    });
    return 'again';
  }
  if (earlier.state === 'planned') {
    // The preview is the plan: it is booked as it was shown, unless the job has changed since, or what the configuration says of
    // its service, or payments near those of the plan were booked by another import. Who asks for a plan once more wants today's:
    // an account may have been created in the service, or the same entries booked by another import.
    const isToday = options.book && earlier.job_hash === planHash(job, ports.service(job.job.service));
    const todo = isToday && !(await ledger.imports.areLinesOvertaken(num)) ? 'claim' : 'plan';
    await ledger.write(async (tx) => {
      if (await tx.imports.moveState(num, ['planned'], 'planning', { todo, book, host, service: job.job.service }))
        await tx.imports.record(num, now(), who, options.book ? 'to-be-booked' : 'planned-afresh');
    });
    return 'again';
  }
  if (earlier.state === 'planning' || earlier.state === 'posting') {
    if (book === earlier.book) return 'again';
    await ledger.imports.update(num, { book });
    // Its planner may just have ended without having seen that.
    const after = await ledger.imports.byNum(num);
    return after.state === 'planned' ? await goOn(after, job, options, ports) : 'again';
  }
  return 'earlier';
}
