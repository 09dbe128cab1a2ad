import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobToday, PipelinePorts } from './ports.ts';
import type { FetchResult } from './run-job.ts';
import { takeIn } from './take-in.ts';

/** Takes in the file that a job's `fetch.path` names. */
export async function fetchFiles(
  job: JobToday,
  _: { readonly variables: Readonly<Record<string, string | undefined>>; readonly signal: AbortSignal },
  ports: PipelinePorts & { wake(num: number): Promise<void> },
): Promise<FetchResult> {
  const path = job.job.fetch?.path;
  if (path === undefined) return { files: [], failure: { message: 'Only fetch.path can be fetched.' } };
  try {
    await access(path);
  } catch {
    return { files: [], failure: { message: `${path} can't be read.`, suggestion: 'Check fetch.path of the job.' } };
  }
  const { row, how } = await takeIn(path, job, { book: true, force: false }, ports);
  if (how !== 'earlier') await ports.wake(row.num);
  return { files: [{ name: basename(path), how, import: row.id }] };
}
