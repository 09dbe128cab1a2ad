import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileRejected, UsageError } from '../core/issue.ts';
import { importFields } from '../core/log.ts';
import type { RunTold } from '../core/run-code.ts';
import { ulid } from '../core/ulid.ts';
import type { JobToday, PipelinePorts } from '../kinds/ports.ts';
import type { FetchedKey, FetchedRow } from '../ledger/fetched.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { checkAddress } from '../posting/whose-books.ts';
import { type FetchEnvironment, openFetchSource } from './fetch/open-source.ts';
import { FileRefused, type Offer, type ReadFile, SourceFailed } from './fetch/source.ts';
import { isCutOff } from './inbox/cut-off.ts';
import { type Received, receive } from './receive.ts';
import { toldOf, toldOfError } from './run-told.ts';

/** A temporary file that nobody has written to for this long belongs to a process that died, in milliseconds. */
const LEFT_BEHIND_MS = 60 * 60_000;

export type FetchPorts = PipelinePorts & {
  /** Wakes whoever plans this import. */
  wake(num: number): Promise<void>;
};

/** A file that ends as if it were cut off: it is taken if it is the same when it is read again. */
interface Resting {
  readonly offer: Offer;
  readonly sha256: string;
  /** When it has rested, on a clock that nobody can set. */
  readonly until: number;
}

/** What became of a file that a source offers. */
export interface FetchedFile {
  readonly name: string;
  /**
   * As of `Received`; `earlier` too for bytes that were imported before under another name; `unchanged`: nothing was
   * done, since it is as it was the last time, or (with a reason) is still being written; `refused`: with a reason.
   */
  readonly how: Received['how'] | 'unchanged' | 'refused';
  /** Id of the import that it is in. */
  readonly import?: string;
  /** That import was rejected, and the file is not taken once more. */
  readonly rejected?: true;
  /** Sentences for people. */
  readonly reason?: string;
  /** The same for pages, of one that was refused. */
  readonly told?: RunTold;
}

/** The account of a run. */
export interface FetchResult {
  readonly files: readonly FetchedFile[];
  /** Why the run did not get to its end, or something is left for a person to do. */
  readonly failure?: {
    readonly message: string;
    readonly suggestion?: string;
    /** The same for pages. */
    readonly told?: RunTold;
    /** The source is away, or busy: trying again soon may help, and does no harm. */
    readonly passing?: boolean;
  };
}

/**
 * Fetches what is new from where a job says (`fetch`, design, section 5) and receives it. What was received is
 * remembered, or taken away from its source, only once its import is recorded: a crash in between costs one more
 * reading, which finds the same bytes. A file that can't be taken keeps none of the others waiting; those that seem to be
 * cut off are read again at the end, and rest until then all at once.
 */
export async function fetchFiles(job: JobToday, env: FetchEnvironment, ports: FetchPorts): Promise<FetchResult> {
  const files: FetchedFile[] = [];
  try {
    const left = await fetchAll(job, env, ports, (file) => void files.push(file));
    return left === undefined ? { files } : { files, failure: left };
  } catch (error) {
    return { files, failure: failureOf(error, env.signal) };
  }
}

/** @returns what was received and could not be taken away */
async function fetchAll(
  job: JobToday,
  env: FetchEnvironment,
  ports: FetchPorts,
  tell: (file: FetchedFile) => void,
): Promise<FetchResult['failure']> {
  const service = ports.service(job.job.service);
  const company = await service.company();
  await checkAddress(service, company, ports.ledger);
  const folder = join(ports.home, 'fetch');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clearLeftBehind(folder, ports.now());
  const source = openFetchSource(job, env, ports.now);
  let failure: FetchResult['failure'];
  try {
    const offers = await source.offers();
    // A search that was stopped may have seen a part only.
    env.signal.throwIfAborted();
    const resting: Resting[] = [];
    const deal = async (offer: Offer, rested?: Resting) => {
      env.signal.throwIfAborted();
      const key = { job: job.name, company, source: offer.source };
      const temporary = join(folder, `${ulid(ports.now(), ports.random)}.part`);
      let file: FetchedFile;
      try {
        const fetched = await fetchOne(offer, key, temporary, rested, job, env, ports);
        if ('until' in fetched) return void resting.push(fetched);
        file = fetched;
      } catch (error) {
        file = refused(offer, error);
      } finally {
        await rm(temporary, { force: true });
      }
      const problem = file.import === undefined ? undefined : await takeAway(offer, key, file.import, ports);
      tell(problem === undefined ? file : { ...file, reason: problem.message });
      if (problem instanceof SourceFailed) throw problem;
      if (problem !== undefined)
        failure ??= {
          message: `${file.name} was received as import ${file.import}. ${problem.message}`,
          suggestion: problem.suggestion,
          told: { ...problem.told, file: file.name },
        };
    };
    for (const offer of offers) await deal(offer);
    for (const rested of resting) {
      const wait = rested.until - performance.now();
      if (wait > 0) await env.pause(wait);
      await deal(rested.offer, rested);
    }
  } finally {
    await source.close();
  }
  return failure;
}

async function fetchOne(
  offer: Offer,
  key: FetchedKey,
  temporary: string,
  rested: Resting | undefined,
  job: JobToday,
  env: FetchEnvironment,
  ports: FetchPorts,
): Promise<FetchedFile | Resting> {
  const { ledger, log } = ports;
  const known = await settled(await ledger.fetched.find(key), job, ports);
  const before = known && (await ledger.imports.byNum(known.import));
  if (before !== undefined && offer.version !== undefined && known?.version === offer.version) {
    return metAgain(offer.name, 'unchanged', before);
  }
  const read = await offer.read(temporary, rested === undefined ? known : undefined);
  // Only a server says so, and then the import has the name that it gave the file.
  if (read === 'unchanged') return metAgain(before!.file, 'unchanged', before!);
  if (read === 'growing') return growing(offer.name);
  if (rested !== undefined && rested.sha256 !== read.sha256) return growing(read.name);
  if (rested === undefined && known?.sha256 !== read.sha256 && (await isCutOff(temporary))) {
    return { offer, sha256: read.sha256, until: performance.now() + env.unfinishedMs };
  }
  const { row, how } =
    before !== undefined && known?.sha256 === read.sha256
      ? { row: before, how: 'unchanged' as const }
      : await take(temporary, read, key, job, ports);
  await ledger.fetched.remember({
    ...key,
    version: read.version ?? null,
    etag: read.etag ?? null,
    modified: read.modified ?? null,
    sha256: read.sha256,
    import: row.num,
    job_hash: job.hash,
    at: ports.now(),
  });
  if (how === 'unchanged' || how === 'earlier') return metAgain(read.name, how, row);
  // A wake-up that is lost costs seconds: the ledger says what is due.
  const lost = (error: Error) => log('wake-up-lost', error.message, { ...importFields(row), error });
  await ports.wake(row.num).catch(lost);
  return { name: read.name, how, import: row.id };
}

function metAgain(name: string, how: 'unchanged' | 'earlier', { id, state }: ImportRow): FetchedFile {
  return { name, how, import: id, ...(state === 'rejected' ? { rejected: true } : {}) };
}

function growing(name: string): FetchedFile {
  return { name, how: 'unchanged', reason: 'The file is still being written; the next run takes it.' };
}

/** What a person cancelled does not start again because it still lies there. */
async function take(
  path: string,
  { name, sha256 }: ReadFile,
  { company }: FetchedKey,
  job: JobToday,
  ports: PipelinePorts,
): Promise<Received> {
  const earlier = await ports.ledger.imports.ofFile(job.name, sha256, company);
  if (earlier?.state === 'cancelled') return { row: earlier, sha256, how: 'earlier' };
  return receive(path, job, { file: name, book: true, force: false }, ports);
}

/** What is remembered counts, unless the file was rejected and the job has been changed since: it may pass now. */
async function settled(
  known: FetchedRow | undefined,
  job: JobToday,
  { ledger }: PipelinePorts,
): Promise<FetchedRow | undefined> {
  if (known === undefined) return undefined;
  const row = await ledger.imports.byNum(known.import);
  return row.state === 'rejected' && known.job_hash !== job.hash ? undefined : known;
}

/** @returns why it is still where it was */
async function takeAway(
  offer: Offer,
  key: FetchedKey,
  importId: string,
  { ledger }: PipelinePorts,
): Promise<FileRefused | SourceFailed | undefined> {
  if (offer.takeAway === undefined) return undefined;
  try {
    if (await offer.takeAway(importId)) await ledger.fetched.forget(key);
    return undefined;
  } catch (error) {
    if (error instanceof FileRefused || error instanceof SourceFailed) return error;
    throw error;
  }
}

function refused(offer: Offer, error: unknown): FetchedFile {
  const said = (
    message: string,
    suggestion: string | undefined,
    told: RunTold | undefined,
    name = offer.name,
  ): FetchedFile => ({
    name,
    how: 'refused',
    reason: suggestion === undefined ? message : `${message} ${suggestion}`,
    ...(told === undefined ? {} : { told: { ...told, file: name } }),
  });
  if (error instanceof FileRefused) return said(error.message, error.suggestion, error.told, error.file);
  if (error instanceof FileRejected) {
    const { message, suggestion } = error.issue;
    return said(message, suggestion, toldOfError(error));
  }
  if (error instanceof UsageError) return said(error.message, error.suggestion, toldOfError(error));
  throw error;
}

function failureOf(error: unknown, signal: AbortSignal): NonNullable<FetchResult['failure']> {
  if (signal.aborted)
    return { message: 'The run was stopped.', suggestion: 'The next run goes on.', told: toldOf('stopped') };
  if (error instanceof SourceFailed) {
    const { message, suggestion, told, passing } = error;
    return { message, suggestion, told, passing };
  }
  if (error instanceof UsageError) {
    const { message, suggestion = 'Correct the job, and run it again.' } = error;
    return { message, suggestion, told: toldOfError(error) };
  }
  // Of the system or of the ledger: a full disk, a lock.
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^(SQLITE_\w+|E[A-Z0-9]+)$/.test(code)) throw error;
  return {
    message: `The files can't be fetched: ${message}.`,
    suggestion: 'Correct that; the next run goes on.',
    told: toldOf('system', { said: message }),
  };
}

async function clearLeftBehind(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => undefined);
    if (written !== undefined && now - written.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
  }
}
