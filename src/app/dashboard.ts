import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import type { JobBook } from '../config/job-book.ts';
import type { JobChange } from '../config/write-job.ts';
import { runPeriodically } from '../core/run-periodically.ts';
import type { ServerPorts } from '../http/ports.ts';
import type { RunningServer } from '../http/start-server.ts';
import { cancelImport } from '../importing/cancel.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { createHealth, type HealthPorts } from '../reporting/health.ts';
import type { Metrics } from '../reporting/metrics.ts';
import { rememberMapping } from './remember-mapping.ts';
import type { OwnRuntimeStatus } from './runtime-status.ts';

/** An address that is taken is tried again after this time, in milliseconds: of several processes of a machine one serves. */
const TRY_AGAIN_MS = 5_000;

/** Between two looks whether Redis, the ledger and the disk are well, in milliseconds: the pages say since when they are not. */
const HEALTH_LOOK_MS = 10_000;

/** Where the build puts the pages. */
const WEB = fileURLToPath(new URL('../web', import.meta.url));

export interface DashboardOptions {
  readonly config: Config;
  readonly version: string;
  readonly jobs: JobBook;
  readonly metrics: Metrics;
  readonly redis: HealthPorts['redis'];
  readonly ports: PipelinePorts;
  wake(num: number): Promise<void>;
  rowsRead(num: number): number;
  queues: NonNullable<ServerPorts['queues']>;
  /** What of the screen of jobs and services only the rest knows. */
  readonly runtimeStatus: OwnRuntimeStatus;
}

export interface Dashboard {
  /** Where it answers; undefined while the address is taken. */
  url(): string | undefined;
  close(): Promise<void>;
}

/** Serves the HTTP interface, at once or as soon as its address is free. */
export async function openDashboard(options: DashboardOptions): Promise<Dashboard> {
  const { config, version, jobs, metrics, redis, ports, wake, rowsRead, queues, runtimeStatus } = options;
  const { startServer } = await import('../http/start-server.ts');
  const health = createHealth({ ...ports, redis });
  const served = {
    ...ports,
    wake,
    rowsRead,
    queues,
    jobs: () => jobs.jobs().map(({ name, job }) => ({ name, kind: job.kind, bytes: job.limits.bytes })),
    runtimeStatus: {
      ...runtimeStatus,
      version,
      book: jobs,
      inbox: config.inbox,
      services: Object.values(config.services),
    },
    services: () => Object.keys(config.services),
    jobFolder: { path: config.jobs, refresh: jobs.refresh },
    health,
    metrics: metrics.metrics,
    remember: (job: string, change: JobChange) => rememberMapping(config.jobs, job, change),
    cancel: (row: { readonly num: number }, reason: string, who: string) =>
      cancelImport(row, { reason }, { ...ports, who }),
  };
  let server: RunningServer | undefined;
  let left = false;
  const { users, trustedProxies } = config;
  const start = async () => {
    if (server !== undefined || left) return;
    server = await startServer({ ...config.dashboard, users, trustedProxies, version, web: WEB }, served);
  };
  const failed = (error: Error) => ports.log('dashboard-failed', error.message, { error });
  await start().catch(failed);
  const trying = runPeriodically(TRY_AGAIN_MS, start, failed);
  const looking = runPeriodically(HEALTH_LOOK_MS, async () => void (await health()), failed);
  return {
    url: () => server?.url,
    async close() {
      left = true;
      await Promise.all([trying(), looking()]);
      await server?.close();
    },
  };
}
