import { UsageError } from '../domain/issue.ts';
import { JobError } from './problem.ts';
import { type JobFile, readJob } from './read-job.ts';
import { findJob, listJobs } from './read-jobs.ts';

/** The jobs of a folder while a process runs: what is added, changed or removed there takes effect without a restart. */
export interface JobBook {
  /** As of the last look; of a job that can't be read any more, the last good one. */
  jobs(): readonly JobFile[];
  /**
   * The job as its file stands now; where that is broken, the last good one.
   * @throws UsageError where there is no such job; JobError where it never was a good one
   */
  find(name: string): Promise<JobFile>;
  /** Looks again. @returns whether any job was added, changed or removed */
  refresh(): Promise<boolean>;
}

/** @param say told once of each job that is broken, and when it is sound again */
export function openJobBook(folder: string, say: (line: string) => void): JobBook {
  const good = new Map<string, JobFile>();
  const broken = new Map<string, string>();
  let unreadable: string | undefined;

  async function look(name: string, path: string): Promise<boolean> {
    try {
      const job = await readJob(path);
      const changed = good.get(name)?.hash !== job.hash;
      if (broken.delete(name)) say(`The job ${name} is sound again.`);
      good.set(name, job);
      return changed;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if (broken.get(name) !== error.message) {
        const goesOn = good.has(name) ? 'The last good one goes on' : 'Nothing is taken for it';
        say(`${error.message}\n${goesOn} until it is mended.`);
      }
      broken.set(name, error.message);
      return false;
    }
  }

  return {
    jobs: () => [...good.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    async find(name) {
      try {
        return await findJob(folder, name);
      } catch (error) {
        const last = good.get(name);
        if (last === undefined || !(error instanceof JobError)) throw error;
        return last;
      }
    },
    async refresh() {
      let listed: Awaited<ReturnType<typeof listJobs>>;
      try {
        listed = await listJobs(folder);
        unreadable = undefined;
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        if (unreadable !== error.message) say(error.message);
        unreadable = error.message;
        return false;
      }
      let changed = false;
      for (const { name, path } of listed) changed = (await look(name, path)) || changed;
      const names = new Set(listed.map(({ name }) => name));
      for (const name of [...good.keys(), ...broken.keys()]) {
        if (names.has(name)) continue;
        broken.delete(name);
        changed = good.delete(name) || changed;
      }
      return changed;
    },
  };
}
