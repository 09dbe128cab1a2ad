import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { UsageError } from '../core/issue.ts';
import type { Log } from '../core/log.ts';
import { findJob, listJobs, readJob } from './job-folder.ts';
import { JobError, type Problem, problemsIn, problemText } from './problems.ts';
import type { JobFile } from './read-job.ts';

/** A file that was changed so shortly before it was read may have been changed once more since, at the same time by its clock, in milliseconds. */
const FRESH_MS = 3_000;

/** A job whose file can't be used as it stands. */
export interface BrokenJob {
  readonly name: string;
  /** One a line, as `bilag job check` says them. */
  readonly problems: readonly string[];
  /** The same, one by one. */
  readonly diagnoses: readonly Problem[];
  /** What was good last goes on. */
  readonly goesOn: boolean;
}

/** The jobs of a folder while a process runs: what is added, changed or removed there takes effect without a restart. */
export interface JobBook {
  /** As of the last look; of a job that can't be read any more, the last good one. */
  jobs(): readonly JobFile[];
  /** Names of those that can't be read at the moment. */
  broken(): ReadonlySet<string>;
  /** What is wrong with those, in the order of their names. */
  problems(): readonly BrokenJob[];
  /** Why the folder can't be read at the moment. */
  unreadable(): UsageError | undefined;
  /** Whether the folder could ever be read: until then, that a job is not among these says nothing. */
  isRead(): boolean;
  /**
   * The job as its file stands now; where that is broken, the last good one.
   * @throws UsageError where there is no such job; JobError where it never was a good one
   */
  find(name: string): Promise<JobFile>;
  /** Looks again; one look at a time. @returns whether any job was added, changed or removed */
  refresh(): Promise<boolean>;
}

/** @param log told once of each job that is broken, and when it is sound again */
export function openJobBook(folder: string, log: Log, now: () => number): JobBook {
  const good = new Map<string, JobFile>();
  const broken = new Map<string, UsageError>();
  /** What tells a file from its next version, where that was sure when it was read. */
  const seen = new Map<string, string>();
  let read = false;
  let unreadable: UsageError | undefined;
  let looking: Promise<boolean> | undefined;

  async function look(name: string, path: string): Promise<boolean> {
    const mark = await markOf(path, now());
    if (mark !== undefined && seen.get(name) === mark) return false;
    seen.delete(name);
    let changed = false;
    try {
      const job = await readJob(path);
      changed = good.get(name)?.hash !== job.hash;
      good.set(name, job);
      if (broken.delete(name)) log('job-sound', `The job ${name} is valid again.`, { job: name });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (broken.get(name)?.message !== error.message)
        log('job-broken', brokenWords(name, error, good.has(name)), { job: name, path });
      broken.set(name, error);
    }
    if (mark !== undefined) seen.set(name, mark);
    return changed;
  }

  async function lookAtAll(): Promise<boolean> {
    let listed: Awaited<ReturnType<typeof listJobs>>;
    try {
      listed = await listJobs(folder);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (unreadable?.message !== error.message)
        log('jobs-unreadable', `${error.message.split('\n')[0]} ${goesOn(read)}`, { folder });
      unreadable = error;
      return false;
    }
    if (unreadable !== undefined) log('jobs-readable', 'The folder of jobs can be read again.', { folder });
    unreadable = undefined;
    read = true;
    let changed = false;
    for (const { name, path } of listed) changed = (await look(name, path)) || changed;
    const names = new Set(listed.map(({ name }) => name));
    for (const name of [...good.keys(), ...broken.keys()]) {
      if (names.has(name)) continue;
      broken.delete(name);
      seen.delete(name);
      changed = good.delete(name) || changed;
    }
    return changed;
  }

  /** Where the folder lies says nothing to whoever corrects a file in it. */
  const shown = (problem: string) => problem.replace(`${folder}${sep}`, '');

  return {
    jobs: () => [...good.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    broken: () => new Set(broken.keys()),
    problems: () =>
      [...broken]
        .map(([name, error]) => ({
          name,
          problems: error.message.split('\n').map(shown),
          diagnoses: problemsIn(error).map((problem) => ({ ...problem, file: shown(problem.file) })),
          goesOn: good.has(name),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    unreadable: () => unreadable,
    isRead: () => read,
    async find(name) {
      const last = good.get(name);
      if (last === undefined) return findJob(folder, name);
      try {
        const found = (await listJobs(folder)).find((job) => job.name === name);
        if (found !== undefined) return await readJob(found.path);
      } catch (error) {
        if (error instanceof UsageError) return last;
        throw error;
      }
      // It is gone: said with those that there are.
      return findJob(folder, name);
    },
    refresh: () =>
      (looking ??= lookAtAll().finally(() => {
        looking = undefined;
      })),
  };
}

/** The first problem stands for them all: a log has one line for it. */
function brokenWords(name: string, error: UsageError, hasLast: boolean): string {
  const problems = error instanceof JobError ? error.problems : [];
  const first = problems[0] === undefined ? error.message : problemText(problems[0]);
  const more = problems.length > 1 ? ` And ${problems.length - 1} more: bilag job check ${name}.` : '';
  return `The job ${name} is broken: ${first}${more} ${goesOn(hasLast)}`;
}

function goesOn(hasLast: boolean): string {
  return hasLast
    ? 'The last valid version stays in use until it is corrected.'
    : 'bilag does nothing for it until it is corrected.';
}

/** Undefined where the file may change without its mark changing, or is gone. */
async function markOf(path: string, now: number): Promise<string | undefined> {
  try {
    const { ctimeMs, mtimeMs, size, ino } = await stat(path);
    return now - Math.max(ctimeMs, mtimeMs) < FRESH_MS ? undefined : `${path} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}
