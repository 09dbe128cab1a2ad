import type { RunNow } from '../arriving/scheduled-runs.ts';
import type { Config } from '../config/config.ts';
import type { JobBook } from '../config/job-book.ts';
import type { JobChange } from '../config/write-job.ts';
import type { Log } from '../core/log.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

/** What a process does of the work: takes files in from the inbox, fetches them, plans, posts, shows. */
export const ROLES = ['watch', 'schedule', 'plan', 'post', 'dashboard'] as const;
export type Role = (typeof ROLES)[number];

/** Everything put together, as the commands use it. Opening it opens the ledger and nothing else. */
export interface Runtime {
  readonly config: Config;
  readonly ledger: Ledger;
  readonly ports: PipelinePorts;
  /** Empty until they are followed. */
  readonly jobs: JobBook;
  /** From now on jobs are as they stand in their files, and a broken one is as it was; until then a broken one is an error. */
  followJobs(): Promise<void>;
  /** From now on people are told what needs them, as the configuration says. */
  tellPeople(): Promise<void>;
  /** Where the dashboard answers; undefined where this process does not serve it, or not yet. */
  dashboardUrl(): string | undefined;
  /** Has a job remember something, in its file. @throws UsageError where that can't be changed so */
  remember(job: string, change: JobChange): Promise<void>;
  /** Fetches the files of a job now, unless another run of it is under way. */
  runNow(job: string, signal: AbortSignal): Promise<RunNow>;
  /** Starts the queue (and the private Redis) and takes work on. @param services whose batches are posted */
  work(roles: readonly Role[], services: readonly string[]): Promise<void>;
  /** Wakes whoever plans, or posts, this import. */
  wake(num: number): Promise<void>;
  /** Rows read so far of an import that this process plans. */
  rowsRead(num: number): number;
  /** Takes no more work, lets requests on their way end, and leaves. */
  close(): Promise<void>;
}

/** @param say told what a person who runs this should know, in one line */
export type OpenRuntime = (config: Config, log: Log) => Promise<Runtime>;
