import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Queue } from 'bullmq';
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { z } from 'zod';
import type { RunBegun } from '../arriving/scheduled-runs.ts';
import type { Service } from '../config/config.ts';
import type { JobBook } from '../config/job-book.ts';
import type { User } from '../config/users.ts';
import type { JobChange } from '../config/write-job.ts';
import type { Cancelled } from '../importing/cancel.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import type { ServiceWatch } from '../posting/service-status.ts';
import type { QueueCounts } from '../queue/work-queues.ts';
import type { Health } from '../reporting/health.ts';
import type { ServerLimits } from './limits.ts';

/** A job as the server lists it. */
export interface ListedJob {
  readonly name: string;
  readonly kind: string;
  /** The largest file that it takes. */
  readonly bytes: number;
}

/** What the HTTP interface needs of the rest. */
export interface ServerPorts extends PipelinePorts {
  /** Wakes whoever plans this import. */
  wake(num: number): Promise<void>;
  /** The jobs as they stand now. */
  jobs(): readonly ListedJob[];
  /** Names of the services that a job can name. */
  services(): readonly string[];
  /** Where jobs are, and a look at what is there now. */
  readonly jobFolder: { readonly path: string; refresh(): Promise<unknown> };
  health(): Promise<Health>;
  /** For Prometheus: the text, and its media type. */
  metrics(): Promise<{ type: string; text: string }>;
  /** @throws UsageError where it is at rest */
  cancel(row: ImportRow, reason: string, who: string): Promise<Cancelled>;
  /** Has a job remember what values, or numbers, of its files mean, or how its files are read. @throws UsageError where its file can't be changed so */
  remember(job: string, change: JobChange): Promise<void>;
  /** Rows read so far of an import that this process plans; 0 for others. */
  rowsRead?(num: number): number;
  /** The queues as they are now, for administrators; undefined while Redis is away. */
  queues?(): Promise<readonly Queue[] | undefined>;
  /** How this process works: its jobs, services and queues. */
  readonly runtimeStatus: RuntimeStatus;
}

export interface ServerOptions {
  /** Address or name to listen on; '' for every address. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Who may use it; empty: whoever is on this machine. */
  readonly users: readonly User[];
  /** Addresses and networks of proxies on other machines; default: none. */
  readonly trustedProxies?: readonly string[];
  /** Folder of the built pages; absent: only the interface is served. */
  readonly web?: string;
  /** Of bilag, for the OpenAPI document. */
  readonly version: string;
  readonly limits?: Partial<ServerLimits>;
}

/** What every route is given. */
export interface Served {
  readonly ports: ServerPorts;
  readonly limits: ServerLimits;
  /** Aborted when the server closes: what is under way ends. */
  readonly leaving: AbortSignal;
}

/** Schemas are zod's; what they check has their type. */
export interface ZodTypes extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown;
}

export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypes>;

/** A route as it was registered. */
export interface Route {
  readonly method: string;
  readonly url: string;
}

/** Has an import taken up at once. Nobody waits for that: what the queue does not hear of, the ledger says within seconds. */
export function wake(num: number, ports: ServerPorts): void {
  const lost = (error: Error) =>
    ports.log('wake-up-lost', `Import ${num} waits for the next look: ${error.message}`, { num, error });
  ports.wake(num).catch(lost);
}

/** What waits in the queues, of all processes that share them. */
export interface QueueLook {
  readonly counts: readonly QueueCounts[];
  /** For how long posting to a service rests still, in milliseconds; services that don't are left out. */
  readonly rests: Readonly<Record<string, number>>;
}

/** How this process works, for the screen of jobs and services. */
export interface RuntimeStatus {
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
