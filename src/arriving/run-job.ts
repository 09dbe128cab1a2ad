import { setTimeout as sleep } from 'node:timers/promises';
import { retryWrite } from '../core/retry-write.ts';
import type { RunTold } from '../core/run-code.ts';
import { runPeriodically } from '../core/run-periodically.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { RunDetail, RunOutcome, RunRow } from '../ledger/runs.ts';
import { LEASE_MS, RENEW_MS } from '../posting/lease.ts';
import type { FetchedFile, FetchResult, fetchFiles } from './fetch-files.ts';
import { toldOfError } from './run-told.ts';

/**
 * When a run whose source was away for a moment is tried again, in milliseconds after it failed: a server that starts
 * anew just then must not cost a daily job its day. Nothing else is tried again before the next due time: a wrong
 * password, given three times, may lock the account.
 */
export const AGAIN_AFTER_MS: readonly number[] = [15_000, 60_000];
/** Imports that the record of a run names. */
const IMPORTS_KEPT = 100;

export type FetchFiles = typeof fetchFiles;

export interface RunPorts extends PipelinePorts {
  readonly fetch: FetchFiles;
  /** Of the environment, for `${VAR}` in the job. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** This process, as people may find it. */
  readonly runner: string;
  /** `watch.unfinished`, in milliseconds. */
  readonly unfinishedMs: number;
  /** Wakes whoever plans this import. */
  wake(num: number): Promise<void>;
  /** Default: `AGAIN_AFTER_MS`. */
  readonly againAfterMs?: readonly number[];
}

/** A run that has ended. */
export interface EndedRun {
  readonly id: string;
  readonly outcome: RunOutcome;
  readonly files: readonly FetchedFile[];
  readonly message?: string | undefined;
  readonly suggestion?: string | undefined;
  readonly told?: RunTold | undefined;
}

/**
 * Does a run that was claimed, keeping its lease, and writes down what came of it.
 * @returns undefined where it was given up, because this process is leaving, and the run is given back: it is due again
 */
export async function runJob(run: RunRow, leaving: AbortSignal, ports: RunPorts): Promise<EndedRun | undefined> {
  const { ledger, now, log } = ports;
  const lost = new AbortController();
  const signal = AbortSignal.any([leaving, lost.signal]);
  const stopRenewing = runPeriodically(
    RENEW_MS,
    async () => {
      // Taken for dead, it was ended by another process: the next one may be under way.
      if (!(await ledger.runs.renew(run.id, now() + LEASE_MS))) lost.abort();
    },
    (error) => log('periodic-work-failed', error.message, { work: 'renew-run', run: run.id, job: run.job, error }),
  );
  try {
    const { files, failure } = await fetchPersistently(run.job, signal, ports);
    if (leaving.aborted && failure !== undefined) {
      await ledger.runs.giveBack(run.id);
      return undefined;
    }
    const ended = { id: run.id, files, ...judge(files, failure) };
    const { outcome } = ended;
    await retryWrite(() => ledger.runs.end(run.id, now(), outcome, detailOf(ended)), log, {
      run: run.id,
      job: run.job,
    });
    return ended;
  } finally {
    await stopRenewing();
  }
}

/** Waits and tries again where the source is away; what an earlier try received is known to the later ones. */
async function fetchPersistently(name: string, signal: AbortSignal, ports: RunPorts): Promise<FetchResult> {
  const waits = ports.againAfterMs ?? AGAIN_AFTER_MS;
  const news: FetchedFile[] = [];
  for (let tries = 0; ; tries++) {
    const { files, failure } = await fetchOnce(name, signal, ports);
    const others = files.filter((file) => !news.some((taken) => isSame(taken, file)));
    const wait = waits[tries];
    if (failure?.passing !== true || wait === undefined || signal.aborted)
      return { files: [...news, ...others], ...(failure === undefined ? {} : { failure }) };
    news.push(...others.filter(isNews));
    const words = `The run of ${name}: ${failure.message} It is tried again in ${wait / 1000} s.`;
    ports.log('run-retried', words, { job: name, why: failure.message });
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}

/** What goes wrong becomes a failure with words; the job is read afresh, for it may have been corrected meanwhile. */
async function fetchOnce(name: string, signal: AbortSignal, ports: RunPorts): Promise<FetchResult> {
  try {
    const job = await ports.job(name);
    signal.throwIfAborted();
    const pause = (ms: number) => sleep(ms, undefined, { signal });
    const { variables, unfinishedMs } = ports;
    return await ports.fetch(job, { variables, signal, unfinishedMs, pause }, ports);
  } catch (error) {
    const { message, suggestion } = error as { message: string; suggestion?: string };
    return {
      files: [],
      failure: {
        message: message ?? String(error),
        told: toldOfError(error),
        ...(suggestion === undefined ? {} : { suggestion }),
      },
    };
  }
}

/** Whether a file that was received before is met again. */
function isSame(taken: FetchedFile, { name, import: id }: FetchedFile): boolean {
  return taken.name === name && (id === undefined || id === taken.import);
}

/** Whether a file began an import, or had one go on. */
export function isNews({ how }: FetchedFile): boolean {
  return how === 'new' || how === 'again' || how === 'correction';
}

/** A file that was refused fails the run, though the others are imported: nothing else is recorded of it. */
function judge(
  files: readonly FetchedFile[],
  failure: FetchResult['failure'],
): Pick<EndedRun, 'outcome' | 'message' | 'suggestion' | 'told'> {
  if (failure !== undefined) {
    const { message, suggestion, told } = failure;
    return { outcome: 'failed', message, suggestion, told };
  }
  const refused = files.filter(({ how }) => how === 'refused');
  const [first] = refused;
  if (first !== undefined) {
    const others = refused.length - 1;
    const more = others > 0 ? ` So were ${others} more.` : '';
    return {
      outcome: 'failed',
      message: `${first.name} was refused: ${first.reason ?? 'no reason is known.'}${more}`,
      told: first.told && { ...first.told, ...(others > 0 ? { more: others } : {}) },
    };
  }
  return { outcome: files.some(isNews) ? 'ok' : 'nothing-new' };
}

function detailOf({ files, message, suggestion, told }: EndedRun): RunDetail {
  const counts: Record<string, number> = {};
  for (const { how } of files) counts[how] = (counts[how] ?? 0) + 1;
  const imports = files.filter(isNews).flatMap((file) => file.import ?? []);
  const rejected = files.filter((file) => file.rejected).length;
  return {
    files: counts,
    imports: [...new Set(imports)].slice(0, IMPORTS_KEPT),
    ...(rejected === 0 ? {} : { rejected }),
    message,
    suggestion,
    told,
  };
}
