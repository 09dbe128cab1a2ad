import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { ServiceMisconfigured } from '../../accounting/service-error.ts';
import type { JobToday } from '../../pipeline/ports.ts';
import { tryFile } from '../../pipeline/trial.ts';
import type { trialAnswer } from './api-drafts.ts';
import { ApiError, apiError, errorBody } from './api-error.ts';
import type { Draft } from './drafts.ts';
import type { Served } from './server-ports.ts';
import type { TemporaryFiles } from './temporary-files.ts';
import { trialBody } from './trial-body.ts';

/** How a trial stands. */
export type TrialState = z.output<typeof trialAnswer>;

/** A trial of a draft, under way or ended. */
export interface RunningTrial {
  /** How it stands; who asks wants it to go on. */
  state(): TrialState;
  /** Ends it: nobody waits for it. */
  abandon(): Promise<void>;
  /** Settled when it is over, whichever way. */
  readonly ended: Promise<void>;
}

const ABANDONED = new ApiError(409, 'trial-abandoned', 'This plan was not made to its end.', 'Ask for it once more.');

/**
 * Plans a draft as `bilag plan` would, and keeps nothing. It goes on while somebody asks how it stands, and ends with its draft.
 */
export function runTrial(
  draft: Draft,
  job: JobToday,
  { ports, limits, leaving }: Served,
  files: TemporaryFiles,
  who: string,
): RunningTrial {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, draft.gone, leaving]);
  const end = () => ending.abort(ABANDONED);
  let rows = 0;
  let waiting: string | undefined;
  let ended: TrialState | undefined;
  let unasked = setTimeout(end, limits.trialUnaskedMs).unref();
  const heard = {
    ...ports,
    who,
    // What it waits for is told to whoever waits for it.
    say: (line: string) => {
      waiting = line;
    },
  };

  async function run(): Promise<TrialState> {
    const sha256 = await hashOf(draft.path, signal);
    const { path, file, bytes } = draft;
    const tried = { path, file, sha256, bytes, jobName: job.name, job: job.job, jobHash: job.hash };
    const progress = (read: number) => {
      rows = read;
      waiting = undefined;
    };
    const plan = await files.use('.trial', (folder) =>
      tryFile(tried, heard, (row, ledger) => trialBody(row, job.hash, ledger), { folder, signal, progress }),
    );
    return { state: 'done', plan };
  }

  function failed(error: unknown): TrialState {
    const known = error instanceof ServiceMisconfigured ? misconfigured(error) : apiError(error);
    if (known === undefined) ports.say(`The trial of a draft failed: ${(error as Error).message ?? String(error)}`);
    const told = known ?? new ApiError(500, 'internal', 'bilag failed at this.', 'The log of bilag start says more.');
    return { state: 'failed', ...errorBody(told) };
  }

  const done = run()
    .catch(failed)
    .then((state) => {
      ended = state;
      clearTimeout(unasked);
    });
  return {
    state() {
      clearTimeout(unasked);
      if (ended !== undefined) return ended;
      unasked = setTimeout(end, limits.trialUnaskedMs).unref();
      return { state: 'running', rows, ...(waiting === undefined ? {} : { waiting }) };
    },
    async abandon() {
      end();
      await done;
    },
    ended: done,
  };
}

function misconfigured({ message }: ServiceMisconfigured): ApiError {
  return new ApiError(409, 'service-misconfigured', message, 'An administrator can mend it: bilag doctor says what.');
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}
