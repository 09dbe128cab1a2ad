import { Queue, Worker } from 'bullmq';
import { ratePeriod, type ServiceRate } from '../core/service-rate.ts';
import type { RedisLink } from './connect-redis.ts';
import { dropLeftQueues } from './left-queues.ts';
import { CLOSE_LIMIT_MS, isRefusal, PREFIX, REMOVE, WAKE_LIMIT_MS, WORKER, within } from './queue-options.ts';

/** A paused queue is looked at again at least so often, in milliseconds: emptied, it is paused no more. */
const PAUSED_CHECK_MS = 5_000;

/** Says which import a plan is wanted of. */
export interface PlanJob {
  readonly import: number;
}

/** Says which import has batches that are due. A wake-up only: the ledger says whether and which. */
export interface PostJob {
  readonly import: number;
}

/** What a handler asks for: the whole queue rests for some milliseconds, on all machines; `again` puts the job back. */
export interface Pause {
  readonly pauseMs: number;
  readonly again: boolean;
}

/** What there is in a queue. */
export interface QueueCounts {
  /** Of the queue. */
  readonly name: string;
  /** Whose it is: plans of a machine, posts of a service. */
  readonly of: 'plan' | 'post';
  readonly owner: string;
  readonly waiting: number;
  readonly running: number;
  /** Put off. */
  readonly later: number;
  /** Since when the oldest one waits, in milliseconds since 1970; undefined where none does. */
  readonly oldest: number | undefined;
}

/** Wake-ups are dropped while Redis is away, and when they can't be queued soon: the ledger knows what is due. */
export interface WorkQueues {
  wantPlan(host: string, job: PlanJob): Promise<void>;
  /** @param wakeups how many senders are wanted at once; those that wait already count */
  wantPosts(service: string, job: PostJob, wakeups: number): Promise<void>;
  workPlans(host: string, handle: (job: PlanJob) => Promise<void>): void;
  /** @param concurrency requests under way at once, on all machines together */
  workPosts(service: string, concurrency: number, handle: (job: PostJob) => Promise<Pause | undefined>): void;
  /** For how long the queue of a service rests still, on all machines, in milliseconds; 0 where it does not. */
  postsRest(service: string): Promise<number>;
  /** Ends that: whoever works on it goes on within seconds. */
  resumePosts(service: string): Promise<void>;
  /** Drops queues that nobody works on any more: call it now and then. */
  dropLeft(now: number): Promise<void>;
  /** Jobs that wait or are delayed, by queue: of those that this process works on or has filled. */
  depths(): Promise<Record<string, number>>;
  /** What there is in the queues of these machines and services. */
  counts(hosts: readonly string[], services: readonly string[]): Promise<QueueCounts[]>;
  /** The queues of these machines and services, and others that this process works on or has filled. */
  shown(hosts: readonly string[], services: readonly string[]): Queue[];
  /** Takes no more work at once; resolves when what is under way has ended, whether Redis is there or not. */
  close(): Promise<void>;
}

export interface WorkQueuesOptions {
  /** Requests to a service that may be under way at once, on all machines together. */
  concurrencyOf(service: string): number;
  /** How many of them a service wants within which time; undefined: as many as they may be. */
  rateOf?(service: string): ServiceRate | undefined;
  /** Told what Redis refuses; not that it is away. */
  onError(error: Error): void;
}

/** The queues (design, section 3): `plan-HOST` for the files that a machine received, `post-SERVICE` for everyone. */
export function openWorkQueues(
  link: RedisLink,
  { concurrencyOf, rateOf = () => undefined, onError }: WorkQueuesOptions,
): WorkQueues {
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];
  const underWay = new Set<Promise<unknown>>();
  let closing = false;
  let turn = 0;
  const shared = { connection: link.redis, prefix: PREFIX, skipVersionCheck: true } as const;
  const complain = (error: Error) => {
    if (!closing && isRefusal(error)) onError(error);
  };
  const queue = (name: string): Queue => {
    let found = queues.get(name);
    if (found === undefined) {
      found = new Queue(name, { ...shared, defaultJobOptions: REMOVE });
      found.on('error', complain);
      queues.set(name, found);
    }
    return found;
  };
  const planName = (host: string) => queueName('plan', host);
  const postName = (service: string) => queueName('post', service);
  const wake = async (work: () => Promise<unknown>) => {
    if (!closing && (await link.here())) await within(WAKE_LIMIT_MS, work());
  };
  const tracked = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (closing) return undefined;
    const running = work();
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  };
  const employ = (worker: Worker) => {
    worker.on('error', complain);
    workers.push(worker);
  };
  return {
    wantPlan: (host, job) => wake(() => queue(planName(host)).add('plan', job, { jobId: `import-${job.import}` })),
    wantPosts(service, job, wakeups) {
      // A job that is under way still holds its id when it asks for its own successor: two sets of ids take turns.
      turn = 1 - turn;
      const jobs = Array.from({ length: wakeups }, (_, slot) => ({
        name: 'post',
        data: job,
        opts: { jobId: `import-${job.import}-${slot}-${turn}` },
      }));
      return wake(async () => {
        const found = queue(postName(service));
        // Every time, before there is work: a Redis that was emptied has forgotten it.
        await found.setGlobalConcurrency(concurrencyOf(service));
        await found.addBulk(jobs);
      });
    },
    workPlans(host, handle) {
      employ(
        new Worker<PlanJob>(planName(host), (job) => tracked(() => handle(job.data)), {
          ...shared,
          ...WORKER,
          concurrency: 1,
        }),
      );
    },
    workPosts(service, concurrency, handle) {
      const worker: Worker<PostJob> = new Worker<PostJob>(
        postName(service),
        async (job) => {
          const pause = await tracked(() => handle(job.data));
          // A pause that could only be written when Redis is back would be over by then.
          if (pause === undefined || closing || !(await link.here())) return;
          await within(WAKE_LIMIT_MS, worker.rateLimit(Math.max(1, Math.ceil(pause.pauseMs))));
          if (pause.again) throw Worker.RateLimitError();
        },
        {
          ...shared,
          ...WORKER,
          concurrency,
          maximumRateLimitDelay: PAUSED_CHECK_MS,
          // Pausing needs a limiter: this one is never reached. The gate of the service counts its rate.
          limiter: NO_RATE,
        },
      );
      employ(worker);
    },
    async postsRest(service) {
      // Waiting for its turn by the rate is no rest.
      const rate = rateOf(service);
      const least = Math.max(NO_RATE.duration, rate === undefined ? 0 : ratePeriod(rate));
      const left = await queue(postName(service)).getRateLimitTtl();
      return left > least ? left : 0;
    },
    resumePosts: (service) => wake(() => queue(postName(service)).removeRateLimitKey()),
    dropLeft: (now) => {
      const known = new Set([...queues.keys(), ...workers.map(({ name }) => name)]);
      return wake(() => dropLeftQueues(link.redis, PREFIX, [...known], now));
    },
    async depths() {
      const depths: Record<string, number> = {};
      const names = new Set([...queues.keys(), ...workers.map((worker) => worker.name)]);
      for (const name of names) depths[name] = await queue(name).count();
      return depths;
    },
    counts: (hosts, services) =>
      Promise.all([
        ...hosts.map((host) => countsOf(queue(planName(host)), 'plan', host)),
        ...services.map((service) => countsOf(queue(postName(service)), 'post', service)),
      ]),
    shown(hosts, services) {
      const names = [...hosts.map(planName), ...services.map(postName), ...workers.map(({ name }) => name)];
      return [...new Set([...names, ...queues.keys()])].sort().map(queue);
    },
    async close() {
      closing = true;
      // Paused, a worker asks for no more jobs; closing it would wait for Redis, which may be away.
      for (const worker of workers) void worker.pause(true);
      await Promise.allSettled([...underWay]);
      if (await link.here()) {
        const leave = async () => {
          await Promise.all(workers.map((worker) => worker.close()));
          await Promise.all([...queues.values()].map((found) => found.close()));
        };
        await within(CLOSE_LIMIT_MS, leave());
      }
    },
  };
}

const NO_RATE = { max: 1_000_000, duration: 1_000 };

async function countsOf(queue: Queue, of: QueueCounts['of'], owner: string): Promise<QueueCounts> {
  const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed');
  const { wait = 0, prioritized = 0, active = 0, delayed = 0 } = counts;
  const [oldest] = wait === 0 ? [] : await queue.getJobs(['wait'], 0, 0, true);
  return {
    ...{ name: queue.name, of, owner, waiting: wait + prioritized, running: active, later: delayed },
    oldest: oldest?.timestamp,
  };
}

/** A queue's name can't hold a colon. */
function queueName(kind: string, owner: string): string {
  return `${kind}-${owner.replaceAll(':', '_')}`;
}
