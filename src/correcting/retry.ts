import { otherCompany } from '../config/other-company.ts';
import { JobError } from '../config/problems.ts';
import { CORRECTION_COLUMNS } from '../core/correction-columns.ts';
import { UsageError } from '../core/issue.ts';
import { RETRIABLE } from '../core/states.ts';
import { ulid } from '../core/ulid.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { OpenCorrections } from '../ledger/revisions.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { storeFile } from '../ledger/stored-file.ts';
import type { WaitingCount, WaitingFilter } from '../ledger/waiting.ts';
import { checkAddress } from '../posting/whose-books.ts';
import { waitWords } from '../reading/duplicate-issue.ts';
import { correctionOf } from './correction-of.ts';
import { checkCount } from './select.ts';

/**
 * Has the entries that wait planned and booked again, under today's job: from the files as they are. Those that somebody
 * corrected and did not submit are left to them: booked as the file says, they would be booked otherwise than a person
 * decided, and her work would be gone.
 * @param within what belongs to its beginning: nothing is begun where it throws
 * @param options `asFile`: what was corrected and not submitted is tried as the file says too, and its corrections are set aside once that is planned
 * @throws UsageError where nothing waits, or nothing but what is left alone
 * @throws CountChanged where others wait than were confirmed
 */
export async function retryImport(
  row: ImportRow,
  ports: PipelinePorts,
  { asFile = false, leaveCancelled = false, expect }: RetryOptions = {},
  within: (tx: Ledger) => Promise<void> = async () => undefined,
): Promise<void> {
  await checkRetriable(row, ports);
  const values = { ...again('retry', ports, asFile), leave_cancelled: leaveCancelled ? 1 : 0 };
  await ports.ledger.write(async (tx) => {
    if (!(await tx.imports.moveState(row.num, RETRIABLE, 'planning', values))) throw takenUp(row);
    const left = asFile ? undefined : await leftAlone(row, tx);
    const count = await tx.waiting.count(row.num, retried({ asFile, leaveCancelled }));
    if (expect !== undefined) checkCount(count, expect);
    if (count.entries === 0 && leaveCancelled) throw onlyCancelled(row);
    await within(tx);
    await tx.imports.record(row.num, ports.now(), ports.who, 'retry', left === undefined ? undefined : { left });
  });
}

export interface RetryOptions {
  readonly asFile?: boolean;
  /** What somebody cancelled is not booked by it. */
  readonly leaveCancelled?: boolean;
  /** What a person confirmed: nothing is begun where others wait. */
  readonly expect?: WaitingCount | undefined;
}

/** Which of the entries that wait a retry takes. */
export function retried({ asFile = false, leaveCancelled = false }: RetryOptions): WaitingFilter {
  return { revised: asFile ? undefined : false, cancelled: leaveCancelled ? false : undefined };
}

function onlyCancelled({ id }: ImportRow): UsageError {
  return new UsageError(
    `All that waits in import ${id} was cancelled, and is left alone.`,
    'To book it after all, say so: choose what was cancelled too.',
    { reason: 'cancelled-only' },
  );
}

/** @throws UsageError where all that waits was corrected, and not submitted */
async function leftAlone({ num, id }: ImportRow, ledger: Ledger): Promise<OpenCorrections | undefined> {
  const left = await ledger.revisions.open(num);
  if (left === undefined || left.entries < (await ledger.waiting.count(num, {})).entries) return left;
  throw new UsageError(
    `All that waits in import ${id} was corrected by ${left.by.join(', ')} and is not submitted: a retry leaves it alone.`,
    `Submit it on the page of failed rows, or have it tried as the file says, without the corrections: bilag retry ${id} --as-file`,
    { reason: 'submitted-not', facts: { who: left.by } },
  );
}

/**
 * Takes a corrected workbook in (design, section 7): its entries replace those that wait.
 * @throws UsageError where it is not a correction of this import; FileRejected where it can't be read
 */
export async function correctImport(
  row: ImportRow,
  path: string,
  file: string,
  job: JobToday,
  ports: PipelinePorts,
): Promise<void> {
  const belongs = await correctionOf(path, file);
  if (belongs !== row.id) {
    throw new UsageError(
      belongs === undefined
        ? `${file} has no column "${CORRECTION_COLUMNS.import}": it is not a workbook of failed rows.`
        : `${file} holds failed rows of import ${belongs}, not of ${row.id}.`,
      `Write the failed rows with: bilag failed ${row.id} --out failed.xlsx, correct them there, and keep its last three columns.`,
      belongs === undefined
        ? { reason: 'workbook-other', facts: { file } }
        : { reason: 'correction-of-other', facts: { file, import: belongs } },
    );
  }
  await checkRetriable(row, ports);
  await beginCorrection(row, path, file, job.job.limits.bytes, ports);
}

/**
 * Stores a correction, and has it planned and booked.
 * @param within what belongs to its beginning: nothing is begun where it throws
 * @returns its number
 */
export async function beginCorrection(
  row: ImportRow,
  path: string,
  file: string,
  limit: number,
  ports: PipelinePorts,
  within?: (tx: Ledger, no: number) => Promise<void>,
): Promise<number> {
  const { sha256 } = await storeFile(ports.home, path, limit, ulid(ports.now(), ports.random));
  const { ledger, now, who } = ports;
  const at = now();
  const correction = { import: row.num, file, sha256, facts: null, at, who };
  return await ledger.write(async (tx) => {
    const no = await tx.imports.beginCorrection(correction, RETRIABLE, again('correction', ports));
    if (no === undefined) throw takenUp(row);
    await within?.(tx, no);
    // Whoever dies after this has left no correction that nobody submitted.
    await tx.imports.record(row.num, at, who, 'correction', { correction: no, file, sha256 });
    return no;
  });
}

function again(todo: 'retry' | 'correction', { host }: PipelinePorts, asFile = false): Partial<ImportRow> {
  return { todo, as_file: asFile ? 1 : 0, book: 1, host, reason: null, cancelled: null, named: 0 };
}

function takenUp({ id }: ImportRow): UsageError {
  return new UsageError(`Import ${id} was taken up by someone else just now.`, 'Look at it with bilag show.', {
    reason: 'taken-up',
  });
}

/** @throws UsageError where what waits can't be planned again now, or nothing waits */
export async function checkRetriable(row: ImportRow, ports: PipelinePorts): Promise<void> {
  await checkBooks(row, ports);
  await checkWaiting(row, ports.ledger);
  await checkJob(row, ports);
}

/**
 * What waits is planned under the job that it was made under: without that it would stay in planning. A job that is broken is
 * waited for, until somebody corrects it.
 */
async function checkJob(row: ImportRow, ports: PipelinePorts): Promise<void> {
  try {
    await jobOf(row, ports);
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
  }
}

/**
 * The job of an import, which can't be retried without it.
 * @param next what to do when the job is there
 * @throws UsageError where it was renamed, or removed; JobError where it is broken
 */
export async function jobOf(
  { id, file, job }: ImportRow,
  ports: Pick<PipelinePorts, 'job'>,
  next = `bilag retry ${id}`,
): Promise<JobToday> {
  try {
    return await ports.job(job);
  } catch (error) {
    if (!(error instanceof UsageError) || error.told?.reason !== 'job-none') throw error;
    throw new UsageError(
      `Import ${id} (${file}) is of the job ${job}, which does not exist any more.`,
      `Put ${job}.yaml back into the folder of jobs; where it was renamed, a copy under that name will do. Then: ${next}`,
      error.told,
    );
  }
}

/** @throws UsageError where the service keeps other books now, or whose it keeps is not known */
export async function checkBooks(row: ImportRow, ports: PipelinePorts): Promise<void> {
  const service = ports.service(row.service);
  const company = await service.company();
  if (company !== row.company) throw otherCompany(row, company);
  await checkAddress(service, company, ports.ledger);
}

/** What of `checkRetriable` the ledger says; may be called in a transaction. */
export async function checkWaiting(row: ImportRow, ledger: Ledger): Promise<void> {
  const blockers = await ledger.waits.blockers(row.num);
  if ((row.state === 'posting' || row.state === 'in-doubt') && blockers.length > 0) {
    const { id, file, state } = blockers[0]!;
    throw new UsageError(
      `Import ${row.id} waits for import ${id} (${file}), which is ${state}: ${waitWords(file, state)}`,
      state === 'in-doubt'
        ? `Say what became of its doubt: bilag show ${id}, bilag resolve ${id} BATCH`
        : `Have that one finished (bilag retry ${id}), or cancel it: bilag cancel ${id} --reason TEXT`,
      { reason: state === 'in-doubt' ? 'waits-for-doubt' : 'waits-for-import', facts: { file } },
    );
  }
  if (!RETRIABLE.includes(row.state)) {
    throw new UsageError(
      `Import ${row.id} is ${row.state}; nothing in it waits for a retry.`,
      row.state === 'rejected'
        ? 'Correct the file or the job, and import the file again.'
        : row.state === 'cancelled'
          ? 'Import the file again.'
          : undefined,
      { reason: 'rest-nothing' },
    );
  }
  // Planning it again throws away what was never sent: what waits for a doubt stands nowhere else.
  if (await ledger.posting.hasUnsent(row.num)) {
    throw new UsageError(
      `In import ${row.id} others wait for what is in doubt, and nothing of it is planned again before that is settled.`,
      `bilag looks in the service where it can; else say what became of it: bilag show ${row.id}, bilag resolve ${row.id} BATCH`,
      { reason: 'rest-in-doubt' },
    );
  }
  if (!(await ledger.waiting.any(row.num))) {
    throw new UsageError(`Nothing in import ${row.id} waits for a retry.`, undefined, { reason: 'rest-nothing' });
  }
}
