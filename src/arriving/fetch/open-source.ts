import { shownAddress } from '../../config/shown-address.ts';
import { type Environment, substitute } from '../../core/environment.ts';
import type { FetchSection } from '../../core/fetch-section.ts';
import type { JobToday } from '../../kinds/ports.ts';
import { toldOf } from '../run-told.ts';
import { pathSource } from './path-source.ts';
import { sftpSource } from './sftp-source.ts';
import { type FetchOptions, type FetchSource, type Pause, SourceFailed } from './source.ts';
import { urlSource } from './url-source.ts';

/** What the run of a job is given from outside. */
export interface FetchEnvironment {
  /** For `${VAR}` in the job. */
  readonly variables: Environment;
  /** Ends the run; what was fetched by then is kept. */
  readonly signal: AbortSignal;
  /** A file that ends as if it were cut off must stay the same for so long (`watch.unfinished`). */
  readonly unfinishedMs: number;
  readonly pause: Pause;
  /** Where relative paths begin; default: the working folder. */
  readonly cwd?: string;
}

/**
 * The source that a job's `fetch` names. Nothing is asked of it yet.
 * @throws SourceFailed where the job names none, a variable is missing, or something can't be used
 */
export function openFetchSource(
  { name, job }: JobToday,
  { variables, signal, pause, cwd = process.cwd() }: FetchEnvironment,
  now: () => number,
): FetchSource {
  if (job.fetch === undefined) {
    throw new SourceFailed(
      `The job ${name} does not say where its files come from.`,
      'Add fetch to it. For example: fetch: { path: /mnt/exports/*.csv }',
      { code: 'nothing-to-fetch', facts: { job: name } },
    );
  }
  const { url, headers = {}, allowPrivate = false, path, sftp } = fetchVariables(job.fetch, variables);
  const { match } = job.file;
  const options: FetchOptions = { limit: job.limits.bytes, signal };
  if (url !== undefined) {
    const written = shownAddress(job.fetch.url!);
    return urlSource({ ...options, url, written, headers, allowPrivate, fallback: `${name}.csv` });
  }
  if (sftp !== undefined) return sftpSource({ ...options, ...sftp, cwd, match, now, pause });
  return pathSource({ ...options, path: path!, cwd, match, now });
}

/**
 * Puts variables of the environment into the texts of a `fetch` section that may hold them.
 * @throws SourceFailed that names each variable that is missing, and where it is needed; never a value
 */
export function fetchVariables(section: FetchSection, environment: Environment): FetchSection {
  const missing: string[] = [];
  const variables = new Set<string>();
  const put = (key: string, text: string): string => {
    const put = substitute(text, environment);
    for (const name of put.missing) {
      missing.push(`fetch.${key} needs the variable ${name}`);
      variables.add(name);
    }
    return put.text;
  };
  const { url, headers, sftp } = section;
  const filled: FetchSection = {
    ...section,
    ...(url === undefined ? {} : { url: put('url', url) }),
    ...(headers === undefined
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, text]) => [name, put(`headers.${name}`, text)]),
          ),
        }),
    ...(sftp === undefined
      ? {}
      : {
          sftp: {
            ...sftp,
            password: sftp.password && put('sftp.password', sftp.password),
            passphrase: sftp.passphrase && put('sftp.passphrase', sftp.passphrase),
          },
        }),
  };
  if (missing.length > 0) {
    throw new SourceFailed(
      `${missing.join('; ')}, which ${missing.length === 1 ? 'is' : 'are'} not set in the environment.`,
      'Set it for the process that runs the job, and start that again.',
      toldOf('variables', { variables: [...variables] }),
    );
  }
  return filled;
}
