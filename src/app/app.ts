import { randomUUID } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { InboxJob } from '../arriving/inbox/inbox.ts';
import type { InboxWatch } from '../arriving/inbox/watch.ts';
import type { ScheduledRuns } from '../arriving/scheduled-runs.ts';
import type { Role, Runtime } from '../cli/runtime.ts';
import { type Config, findService } from '../config/config.ts';
import { openJobBook } from '../config/job-book.ts';
import { findJob, scheduledJobs } from '../config/job-folder.ts';
import type { JobFile } from '../config/read-job.ts';
import type { Environment } from '../core/environment.ts';
import { type Log, logOnce } from '../core/log.ts';
import { processes } from '../core/processes.ts';
import { runPeriodically, type StopEvery } from '../core/run-periodically.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import type { SenderLease } from '../posting/lease.ts';
import { createServiceWatch } from '../posting/service-status.ts';
import { whoseBooks } from '../posting/whose-books.ts';
import type { RedisLink } from '../queue/connect-redis.ts';
import type { Schedulers } from '../queue/schedulers.ts';
import type { WorkQueues } from '../queue/work-queues.ts';
import type { Metrics } from '../reporting/metrics.ts';
import type { SharedGate } from '../service/request-gate.ts';
import type { SharedCache } from '../service/tiered-cache.ts';
import type { Dashboard } from './dashboard.ts';
import { closeClients, servicePort } from './service-port.ts';

/** Between two looks at the folder of jobs, in milliseconds. */
const JOBS_CHECK_MS = 2_000;
/** Between two looks for runs that are due, in milliseconds. */
const RUN_CHECK_MS = 2_000;

/**
 * Puts everything together: the only place that knows every adapter.
 * @param log told what whoever runs this should know
 * @param version of bilag
 * @param variables of the environment: of bilag's Redis, and those that fetched sources name
 */
export function openApp(config: Config, log: Log, version: string, variables: Environment = process.env): Runtime {
  const ledger = openLedger(`sqlite:${config.ledgerPath}`);
  const host = hostname();
  const services = new Map<string, ServicePort>();
  const progress = new Map<number, number>();
  const quietly = logOnce(log, () => performance.now());
  const leaving = new AbortController();
  const periodic: StopEvery[] = [];
  const failed = (work: string) => (error: Error) => quietly('periodic-work-failed', error.message, { work, error });
  const repeat = (name: string, ms: number, work: () => Promise<void> | void) =>
    periodic.push(runPeriodically(ms, work, failed(name)));
  const refused = (error: Error) => quietly('redis-refused', `Redis refuses: ${error.message}`, { error });
  const jobs = openJobBook(config.jobs, log, Date.now);
  let jobFile = (name: string): Promise<JobFile> => findJob(config.jobs, name);
  let runs: ScheduledRuns | undefined;
  let schedulers: Schedulers | undefined;
  let shared: SharedCache | undefined;
  let sharedGate: ((service: string) => SharedGate) | undefined;
  let link: RedisLink | undefined;
  let queues: WorkQueues | undefined;
  let holder: SenderLease | undefined;
  let inbox: InboxWatch | undefined;
  let dashboard: Dashboard | undefined;
  let metrics: Metrics | undefined;
  let starting: Promise<void> | undefined;
  let working: readonly Role[] = [];
  let reconcileNow = async (): Promise<void> => undefined;
  const watched = createServiceWatch(Date.now);

  const ports: PipelinePorts = {
    ledger,
    ledgerPath: config.ledgerPath,
    home: config.home,
    host,
    who: userInfo().username,
    job: (name) => jobFile(name),
    service(name) {
      let port = services.get(name);
      if (port === undefined) {
        port = servicePort(config.services, name, {
          shared: () => shared,
          books: (service) => whoseBooks(service, config.services, ledger),
          sharedGate: (service) => sharedGate?.(service),
          observe(service, seen) {
            metrics?.observeRequest(service, seen);
            watched.observe(service, seen);
          },
        });
        services.set(name, port);
      }
      return port;
    },
    processes,
    now: Date.now,
    random: Math.random,
    log: quietly,
  };

  async function start(roles: readonly Role[], posted: readonly string[]): Promise<void> {
    working = roles;
    if (roles.includes('post')) await (await import('../doubt/check-attempts.ts')).checkAttempts(ledger);
    // Files come in, and people are answered, whether Redis is there or not.
    if (roles.includes('dashboard')) await serve();
    if (roles.includes('watch')) await watch();
    const { connectRedis } = await import('../queue/connect-redis.ts');
    const { redisUrl: url, redisServer, home } = config;
    const env = { ...variables, ...(redisServer === undefined ? {} : { BILAG_REDIS_SERVER: redisServer }) };
    const connecting = async () => (link = await connectRedis({ url, home, env, log }));
    // Loaded while a private Redis starts, and only by whoever works: most commands just look.
    const [made, { startWorkers }, { openWorkQueues }, { createRedisCache }, { createSharedGate }] = await Promise.all([
      connecting(),
      import('./workers.ts'),
      import('../queue/work-queues.ts'),
      import('../queue/redis-cache.ts'),
      import('../queue/shared-gate.ts'),
    ]);
    if (leaving.signal.aborted) return;
    shared = createRedisCache(made.redis);
    sharedGate = (service) => createSharedGate(made.redis, service);
    const opened = openWorkQueues(made, {
      concurrencyOf: (name) => findService(config.services, name).concurrency,
      rateOf: (name) => findService(config.services, name).rate,
      onError: refused,
    });
    queues = opened;
    reconcileNow = await startWorkers({
      ...{ ports, services: config.services, queues: opened, watched, roles, posted, repeat },
      leaving: leaving.signal,
      progress: (num, rows) => void (rows === 0 ? progress.delete(num) : progress.set(num, rows)),
      hold: (lease) => {
        holder = lease;
      },
    });
    if (roles.includes('schedule')) await startSchedules(made);
  }

  async function serve(): Promise<void> {
    const { createMetrics } = await import('../reporting/metrics.ts');
    const { openDashboard } = await import('./dashboard.ts');
    const { openRuntimeStatus } = await import('./runtime-status.ts');
    const depths = async () => (link && (await link.here()) ? queues?.depths() : undefined);
    metrics = createMetrics({ version, ledger, services: Object.keys(config.services), depths });
    const rowsRead = (num: number) => progress.get(num) ?? 0;
    const shown = async () =>
      link && (await link.here()) ? queues?.shown([host], Object.keys(config.services)) : undefined;
    const redis = () => link;
    const runtimeStatus = openRuntimeStatus({
      ledger,
      host,
      watch: watched,
      services: Object.keys(config.services),
      roles: () => working,
      queues: () => queues,
      link: redis,
      runs: openRuns,
      reconcile: () => reconcileNow(),
    });
    const { CHART_CHECK_MS, renewWantedCharts } = await import('../importing/keep-chart.ts');
    repeat('keep-chart', CHART_CHECK_MS, () => renewWantedCharts(ports, leaving.signal));
    const served = { config, version, jobs, metrics, redis, ports, wake, rowsRead, runtimeStatus, queues: shown };
    dashboard = await openDashboard(served);
  }

  async function watch(): Promise<void> {
    const { watchInbox } = await import('../arriving/inbox/watch.ts');
    const takers = async () => inboxJobs(jobs.jobs(), await pausedNames());
    inbox = watchInbox({ folder: config.inbox, jobs: takers, settings: config.watch }, { ...ports, wake });
  }

  async function startSchedules(redis: RedisLink): Promise<void> {
    const { openSchedulers } = await import('../queue/schedulers.ts');
    const due = await openRuns();
    const woken = openSchedulers(redis, refused);
    schedulers = woken;
    const look = async () => {
      if (jobs.isRead()) await due.look(scheduledJobs(jobs.jobs()), jobs.broken());
    };
    woken.work(look);
    repeat('schedules', RUN_CHECK_MS, async () => {
      await look();
      if (!jobs.isRead()) return;
      const paused = await pausedNames();
      await woken.keep(scheduledJobs(jobs.jobs()).filter(({ job }) => !paused.has(job)));
    });
  }

  const pausedNames = async () => new Set((await ledger.pausedJobs.list()).map(({ job }) => job));

  /** Loaded when it is needed: most commands fetch nothing. */
  async function openRuns(): Promise<ScheduledRuns> {
    const { scheduledRuns } = await import('../arriving/scheduled-runs.ts');
    const { fetchFiles } = await import('../arriving/fetch-files.ts');
    const runner = `${host}, process ${process.pid}`;
    const { unfinishedMs } = config.watch;
    runs ??= scheduledRuns({ ...ports, fetch: fetchFiles, variables, runner, unfinishedMs, wake }, leaving.signal);
    return runs;
  }

  async function wake(num: number): Promise<void> {
    const row = await ledger.imports.byNum(num);
    if (row.state === 'planning') await queues?.wantPlan(host, { import: num });
  }

  return {
    config,
    ledger,
    ports,
    work: (roles, posted) => (starting = start(roles, posted)),
    wake,
    jobs,
    async followJobs() {
      jobFile = jobs.find;
      await jobs.refresh();
      const look = async () => void (await jobs.refresh());
      repeat('read-jobs', JOBS_CHECK_MS, look);
      const { watchJobs } = await import('../config/watch-jobs.ts');
      periodic.push(watchJobs(config.jobs, () => void look().catch(failed('read-jobs'))));
    },
    async tellPeople() {
      const { importsLookedUp } = await import('../doubt/probe.ts');
      const { NOTICE_CHECK_MS, tellPeople } = await import('../reporting/notices/notify.ts');
      const sender = { ...ports, holder: randomUUID(), monotonic: () => performance.now() };
      const settings = { ...config.notify, lookedUp: () => importsLookedUp(ports) };
      for (const round of tellPeople(settings, sender, leaving.signal)) repeat('notices', NOTICE_CHECK_MS, round);
    },
    remember: async (job, change) => (await import('./remember-mapping.ts')).rememberMapping(config.jobs, job, change),
    dashboardUrl: () => dashboard?.url(),
    runNow: async (name, signal) => (await openRuns()).runNow(name, signal),
    rowsRead: (num) => progress.get(num) ?? 0,
    async close() {
      leaving.abort();
      await Promise.allSettled([dashboard?.close(), inbox?.close()]);
      await starting?.catch(() => undefined);
      await queues?.close();
      // One that fails, on a full disk for example, must not leave the others undone.
      const steps: (() => unknown)[] = [
        () => dashboard?.close(),
        () => inbox?.close(),
        () => runs?.close(),
        () => schedulers?.close(),
        ...periodic,
        () => holder?.stop(),
        () => link?.disconnect(),
        () => link?.leave(),
        () => closeClients(services.values()),
        () => ledger.close(),
      ];
      const failures: unknown[] = [];
      for (const step of steps) {
        try {
          await step();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** The jobs as the inbox knows them. @param paused names of those whose files wait */
function inboxJobs(jobs: readonly JobFile[], paused: ReadonlySet<string>): InboxJob[] {
  return jobs.map(({ name, job: { file, limits } }) => ({
    name,
    match: file.match,
    bytes: limits.bytes,
    paused: paused.has(name),
  }));
}
