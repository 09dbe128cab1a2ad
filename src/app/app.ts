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
import { checkAttempts } from '../doubt/check-attempts.ts';
import { importsLookedUp, PROBE_CHECK_MS, probeDoubts } from '../doubt/probe.ts';
import { planWorker } from '../importing/plan-worker.ts';
import { BACKFILL_CHECK_MS, nameContacts } from '../kinds/contacts/backfill-ids.ts';
import type { PipelinePorts, ServicePort } from '../kinds/ports.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { enqueueDue, RECONCILE_MS, reconcile } from '../posting/enqueue-due.ts';
import { type SenderLease, startSenderLease } from '../posting/lease.ts';
import { postWorker } from '../posting/post-worker.ts';
import { createServiceWatch } from '../posting/service-status.ts';
import { ORPHAN_CHECK_MS, settleOrphans } from '../posting/settle-orphans.ts';
import { whoseBooks } from '../posting/whose-books.ts';
import type { RedisLink } from '../queue/connect-redis.ts';
import { createRedisCache } from '../queue/redis-cache.ts';
import type { Schedulers } from '../queue/schedulers.ts';
import { createSharedGate } from '../queue/shared-gate.ts';
import type { WorkQueues } from '../queue/work-queues.ts';
import type { Metrics } from '../reporting/metrics.ts';
import { NOTICE_CHECK_MS, tellPeople } from '../reporting/notices/notify.ts';
import type { SharedCache } from '../service/tiered-cache.ts';
import type { Dashboard } from './dashboard.ts';
import { closeClients, servicePort } from './service-port.ts';

/** Between two looks for queues that nobody works on any more, in milliseconds. */
const LEFT_QUEUES_MS = 10 * 60_000;
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
          books: (service, called) => whoseBooks(service, called, ledger),
          sharedGate: (service) => link && createSharedGate(link.redis, service),
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
    if (roles.includes('post')) await checkAttempts(ledger);
    // Files come in, and people are answered, whether Redis is there or not.
    if (roles.includes('dashboard')) await serve();
    if (roles.includes('watch')) await watch();
    const [{ connectRedis }, { openWorkQueues }] = await Promise.all([
      import('../queue/connect-redis.ts'),
      import('../queue/work-queues.ts'),
    ]);
    const { redisUrl: url, redisServer, home } = config;
    const env = { ...variables, ...(redisServer === undefined ? {} : { BILAG_REDIS_SERVER: redisServer }) };
    link = await connectRedis({ url, home, env, log });
    if (leaving.signal.aborted) return;
    shared = createRedisCache(link.redis);
    const opened = openWorkQueues(link, {
      concurrencyOf: (name) => findService(config.services, name).concurrency,
      rateOf: (name) => findService(config.services, name).rate,
      onError: refused,
    });
    queues = opened;
    const feed = enqueueDue(ports, (name, num, wakeups) => opened.wantPosts(name, { import: num }, wakeups));
    if (roles.includes('plan')) {
      const planPorts = {
        ...ports,
        planner: `${host}:${process.pid}`,
        progress: (num: number, rows: number) => void progress.set(num, rows),
        leaving: leaving.signal,
      };
      opened.workPlans(
        host,
        planWorker(planPorts, feed, (name) => watched.posting(name).hastened),
      );
    }
    if (roles.includes('post')) {
      const own = await startSenderLease({
        ledger,
        host,
        pid: process.pid,
        started: processes.self,
        now: Date.now,
        monotonic: () => performance.now(),
        newId: randomUUID,
      });
      holder = own;
      for (const name of posted) {
        const { concurrency, rate } = findService(config.services, name);
        const handle = postWorker(
          ports.service(name),
          { ...ports, holder: own, newId: randomUUID },
          rate === undefined ? undefined : 1,
          feed,
          () => leaving.signal.aborted,
          watched.posting(name),
        );
        opened.workPosts(name, concurrency, handle);
      }
    }
    reconcileNow = () => reconcile(ports, { plan: (num) => opened.wantPlan(host, { import: num }), posts: feed });
    repeat('reconcile', RECONCILE_MS, reconcileNow);
    repeat('settle-orphans', ORPHAN_CHECK_MS, () => settleOrphans(ports));
    if (roles.includes('post')) {
      repeat('probe', PROBE_CHECK_MS, () => probeDoubts(ports, leaving.signal));
      repeat('backfill-ids', BACKFILL_CHECK_MS, () => nameContacts(ports, leaving.signal));
    }
    repeat('drop-left-queues', LEFT_QUEUES_MS, () => opened.dropLeft(Date.now()));
    if (roles.includes('schedule')) await startSchedules(link);
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
      watch: watched,
      services: Object.keys(config.services),
      roles: () => working,
      queues: () => queues,
      link: redis,
      runs: openRuns,
      reconcile: () => reconcileNow(),
    });
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
    runs ??= scheduledRuns({ ...ports, fetch: fetchFiles, variables, runner, wake }, leaving.signal);
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
    tellPeople() {
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
