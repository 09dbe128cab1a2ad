import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { ConnectionOptions } from 'bullmq';
import { createClient } from './accounting/client.ts';
import { createReferenceCache } from './accounting/reference-cache.ts';
import { ServiceMisconfigured, ServiceUnexpected } from './accounting/service-error.ts';
import type { SharedCache } from './accounting/shared-cache.ts';
import type { Role, Runtime } from './cli/runtime.ts';
import type { Config } from './config/config.ts';
import { findJob } from './config/read-jobs.ts';
import { companyOf, findService } from './config/service.ts';
import { UsageError } from './domain/issue.ts';
import { openLedger } from './ledger/open-ledger.ts';
import type { ImportRow } from './ledger/rows.ts';
import { feedPosts } from './pipeline/feed-posts.ts';
import { finishIfDone } from './pipeline/finish-import.ts';
import { type Holder, startHolder } from './pipeline/holder.ts';
import { planImport } from './pipeline/plan-import.ts';
import type { JobToday, PipelinePorts, ServicePort } from './pipeline/ports.ts';
import { postWorker } from './pipeline/post-worker.ts';
import { ORPHAN_CHECK_MS, settleOrphans } from './pipeline/settle-orphans.ts';
import { storedPath } from './pipeline/stored-file.ts';
import { createRedisCache } from './queue/redis-cache.ts';
import { startPrivateRedis } from './queue/redis-server/private-redis.ts';
import { redisOptions } from './queue/redis-server/redis-options.ts';
import type { WorkQueues } from './queue/work-queues.ts';

/** Between two looks for work that is due and that nobody was woken for, in milliseconds: an emptied Redis costs this. */
const RECONCILE_MS = 2_000;

/**
 * Puts everything together: the only place that knows every adapter.
 * @param say told what a person who runs this should know, in one line
 */
export function openApp(config: Config, say: (line: string) => void): Runtime {
  const ledger = openLedger(`sqlite:${config.ledgerPath}`);
  const host = hostname();
  const services = new Map<string, ServicePort>();
  const progress = new Map<number, number>();
  let shared: SharedCache | undefined;
  let queues: WorkQueues | undefined;
  let stopping = false;
  const leaving = new AbortController();
  const cleanups: (() => Promise<void> | void)[] = [];

  const ports: PipelinePorts = {
    ledger,
    ledgerPath: config.ledgerPath,
    home: config.home,
    host,
    who: userInfo().username,
    job: (name) => jobToday(config, name),
    service(name) {
      let port = services.get(name);
      if (port === undefined) {
        port = servicePort(config, name, () => shared);
        services.set(name, port);
      }
      return port;
    },
    now: Date.now,
    random: Math.random,
    say,
  };

  async function work(roles: readonly Role[], posted: readonly string[]): Promise<void> {
    const connection = await connect(config, say, cleanups);
    shared = createRedisCache(connection.cache);
    const { openWorkQueues } = await import('./queue/work-queues.ts');
    const opened = openWorkQueues(connection.options as ConnectionOptions, onceInAWhile(say));
    queues = opened;
    const feed = async (num: number) => {
      await feedPosts(num, ports, (service, which, wakeups) => opened.wantPosts(service, { import: which }, wakeups));
    };
    if (roles.includes('plan')) {
      opened.workPlans(host, async ({ import: num }) => {
        await guarded(num, ports, async () => {
          const state = await planImport(num, {
            ...ports,
            planner: `${host}:${process.pid}`,
            progress: (which, rows) => progress.set(which, rows),
            leaving: leaving.signal,
          });
          if (state === 'posting') await feed(num);
        });
      });
    }
    let holder: Holder | undefined;
    if (roles.includes('post')) {
      holder = startHolder({
        ledger,
        host,
        pid: process.pid,
        started: String(Math.round(performance.timeOrigin)),
        now: Date.now,
        monotonic: () => performance.now(),
        newId: randomUUID,
      });
      const own = holder;
      cleanups.push(() => own.stop());
      for (const name of posted) {
        const { concurrency, rate } = findService(config.services, name);
        const handle = postWorker(
          ports.service(name),
          { ...ports, holder: own, newId: randomUUID },
          rate === undefined ? undefined : 1,
          feed,
          () => stopping,
        );
        await opened.workPosts(name, { concurrency, rate }, handle);
      }
    }
    const reconcile = async () => {
      for (const row of ledger.imports.inState('planning')) {
        // Its machine may have another name by now, as containers do: whoever has the file can plan it.
        const here = row.host === host || existsSync(storedPath(config.home, row.sha256));
        if (here && row.planner_until < Date.now() && isOfTheseBooks(row, ports))
          await opened.wantPlan(host, { import: row.num });
      }
      for (const row of ledger.imports.inState('posting')) {
        finishIfDone(row.num, ports);
        await feed(row.num);
      }
    };
    every(RECONCILE_MS, reconcile, say, cleanups, () => stopping);
    every(
      ORPHAN_CHECK_MS,
      async () => settleOrphans(ports),
      say,
      cleanups,
      () => stopping,
    );
  }

  return {
    config,
    ledger,
    ports,
    work,
    async wake(num) {
      const row = ledger.imports.byNum(num);
      if (row.state === 'planning') await queues?.wantPlan(host, { import: num });
    },
    rowsRead: (num) => progress.get(num) ?? 0,
    async close() {
      stopping = true;
      leaving.abort();
      await queues?.close();
      // One that fails, on a full disk for example, must not leave the others undone.
      const done = [];
      for (const cleanup of cleanups.reverse()) done.push(await Promise.resolve().then(cleanup).catch(errorOf));
      for (const { client } of services.values()) await client.close();
      ledger.close();
      const failure = done.find((error) => error instanceof Error);
      if (failure !== undefined) throw failure;
    },
  };
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** What was planned for other books, or for a service that is no longer configured, waits until its own are back. */
function isOfTheseBooks(row: ImportRow, ports: PipelinePorts): boolean {
  try {
    return ports.service(row.service).company === row.company;
  } catch {
    return false;
  }
}

async function jobToday(config: Config, name: string): Promise<JobToday> {
  const { job, hash } = await findJob(config.jobs, name);
  if (job.kind !== 'bookings') {
    throw new UsageError(
      `The job ${name} is of kind ${job.kind}, which can't be run yet.`,
      'Jobs of kind bookings can.',
    );
  }
  return { name, job, hash };
}

function servicePort(config: Config, name: string, shared: () => SharedCache | undefined): ServicePort {
  const service = findService(config.services, name);
  const client = createClient(service);
  const late: SharedCache = {
    getMany: async (keys) => shared()?.getMany(keys) ?? keys.map(() => null),
    set: async (key, value, ttl) => shared()?.set(key, value, ttl),
  };
  return {
    name,
    company: companyOf(service),
    rejection: service.rejection,
    marker: service.probe?.marker ?? '',
    timeoutMs: service.connectTimeoutMs + service.replyTimeoutMs,
    client,
    references: createReferenceCache({ client, shared: late }),
  };
}

/** What stops an import from going on stands in its history, where every process that waits for it sees it. */
async function guarded(num: number, ports: PipelinePorts, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = (error as Error).message;
    const kind = error instanceof UsageError || error instanceof ServiceMisconfigured ? 'misconfigured' : 'failure';
    const suggestion = error instanceof UsageError ? error.suggestion : undefined;
    ports.ledger.imports.record(num, ports.now(), ports.who, 'blocked', { kind, message, suggestion });
    ports.say(message);
    if (!(error instanceof UsageError || error instanceof ServiceMisconfigured || error instanceof ServiceUnexpected))
      throw error;
  }
}

async function connect(config: Config, say: (line: string) => void, cleanups: (() => Promise<void> | void)[]) {
  const { Redis } = await import('ioredis');
  const url = config.redisUrl;
  const server =
    url === undefined
      ? await startPrivateRedis({
          home: config.home,
          env: {
            ...process.env,
            ...(config.redisServer === undefined ? {} : { BILAG_REDIS_SERVER: config.redisServer }),
          },
          log: say,
        })
      : undefined;
  if (server !== undefined) cleanups.push(() => server.stop());
  const options = redisOptions(server ?? url!);
  const cache = new Redis(options);
  const quiet = onceInAWhile(say);
  cache.on('error', (error) => {
    quiet(error);
    void server?.ensure().catch(() => undefined);
  });
  cleanups.push(() => cache.disconnect());
  return { options, cache };
}

/** One line for an outage, not a thousand. */
function onceInAWhile(say: (line: string) => void): (error: Error) => void {
  const QUIET_MS = 60_000;
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < QUIET_MS) return;
    last = performance.now();
    say(
      `Redis is away (${error.message}); bilag goes on when it is back. Nothing is lost: the ledger knows what is due.`,
    );
  };
}

function every(
  ms: number,
  work: () => Promise<void>,
  say: (line: string) => void,
  cleanups: (() => Promise<void> | void)[],
  stopping: () => boolean,
): void {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = () => {
    running = work()
      .catch((error: Error) => {
        if (!stopping()) say(error.message);
      })
      .finally(() => {
        if (!stopping()) timer = setTimeout(run, ms);
      });
  };
  run();
  cleanups.push(async () => {
    clearTimeout(timer);
    await running;
  });
}
