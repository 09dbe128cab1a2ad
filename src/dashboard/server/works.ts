import type { JobBook } from '../../config/job-book.ts';
import type { Service } from '../../config/service.ts';
import type { RunBegun } from '../../pipeline/scheduled-runs.ts';
import type { ServiceWatch } from '../../pipeline/service-watch.ts';

/** What waits in the queues, of all processes that share them. */
export interface QueueLook {
  /** Wake-ups that wait, by queue. */
  readonly depths: Readonly<Record<string, number>>;
  /** For how long posting to a service rests still, in milliseconds; services that don't are left out. */
  readonly rests: Readonly<Record<string, number>>;
}

/** How this process works, for the screen of jobs and services. */
export interface Works {
  /** Of bilag. */
  readonly version: string;
  /** When this process began, in milliseconds since 1970. */
  readonly began: number;
  /** What this process does of the work. */
  roles(): readonly string[];
  readonly book: JobBook;
  /** Folder that holds a folder for each job. */
  readonly inbox: string;
  readonly services: readonly Service[];
  readonly watch: ServiceWatch;
  /** Undefined while Redis is away, or slow. */
  queues(): Promise<QueueLook | undefined>;
  /** Begins a run of a job, unless one is under way. */
  beginRun(job: string, who: string): Promise<RunBegun>;
  /** Has posting to a service tried again now. @returns whether it rested, and might */
  hasten(service: string): Promise<boolean>;
}
