import type { Queue } from 'bullmq';
import type { JobChange } from '../../config/add-mapping.ts';
import type { User } from '../../config/users-section.ts';
import type { ImportRow } from '../../ledger/rows.ts';
import type { Cancelled } from '../../pipeline/cancel-import.ts';
import type { Health } from '../../pipeline/health.ts';
import type { PipelinePorts } from '../../pipeline/ports.ts';
import type { ServerLimits } from './server-limits.ts';
import type { Works } from './works.ts';

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
  /** Has a job remember what values, or numbers, of its files mean. @throws UsageError where its file can't be changed so */
  remember(job: string, change: JobChange): Promise<void>;
  /** Rows read so far of an import that this process plans; 0 for others. */
  rowsRead?(num: number): number;
  /** The queues as they are now, for administrators; undefined while Redis is away. */
  queues?(): Promise<readonly Queue[] | undefined>;
  /** How this process works: its jobs, services and queues. */
  readonly works: Works;
}

export interface ServerOptions {
  /** Address or name to listen on; '' for every address. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Who may use it; empty: whoever is on this machine. */
  readonly users: readonly User[];
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
