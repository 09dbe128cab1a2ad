import type { Environment } from '../domain/environment.ts';
import { UsageError } from '../domain/issue.ts';
import { fetchVariables } from '../rules/fetch-variables.ts';
import type { FetchOptions, FetchSource } from '../source/fetch/fetch-source.ts';
import { pathSource } from '../source/fetch/path-source.ts';
import { sftpSource } from '../source/fetch/sftp-source.ts';
import { urlSource } from '../source/fetch/url-source.ts';
import type { JobToday } from './ports.ts';

/** What the run of a job is given from outside. */
export interface FetchEnvironment {
  /** For `${VAR}` in the job. */
  readonly variables: Environment;
  /** Ends the run; what was fetched by then is kept. */
  readonly signal: AbortSignal;
  /** Where relative paths begin; default: the working folder. */
  readonly cwd?: string;
}

/**
 * The source that a job's `fetch` names. Nothing is asked of it yet.
 * @throws UsageError where the job names none, or a variable is missing; SourceFailed for what can't be used
 */
export function openFetchSource(
  { name, job }: JobToday,
  { variables, signal, cwd = process.cwd() }: FetchEnvironment,
  now: () => number,
): FetchSource {
  if (job.fetch === undefined) {
    throw new UsageError(
      `The job ${name} does not say where its files come from.`,
      'Add fetch to it. For example: fetch: { path: /mnt/exports/*.csv }',
    );
  }
  const { url, headers = {}, allowPrivate = false, path, sftp } = fetchVariables(job.fetch, variables);
  const { match } = job.file;
  const options: FetchOptions = { limit: job.limits.bytes, signal };
  if (url !== undefined) {
    return urlSource({ ...options, url, written: job.fetch.url!, headers, allowPrivate, fallback: `${name}.csv` });
  }
  if (sftp !== undefined) return sftpSource({ ...options, ...sftp, cwd, match, now });
  return pathSource({ ...options, path: path!, cwd, match, now });
}
