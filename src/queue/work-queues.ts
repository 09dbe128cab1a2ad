import { type ConnectionOptions, Queue, Worker } from 'bullmq';

/** In braces from day one: on a Redis Cluster all keys of a queue must be on one node. */
const PREFIX = '{bilag}';
/** Finished jobs are removed: a kept id swallows the same id when it is queued again. */
const REMOVE = { removeOnComplete: true, removeOnFail: true } as const;
/** How long a worker that says nothing keeps its job, in milliseconds. The ledger, not this, decides who sends. */
const LOCK_MS = 10_000;
/** Between two looks for jobs whose worker died, in milliseconds: with the lock, a crash is noticed within 15 s. */
const STALLED_CHECK_MS = 5_000;
/** A stalled job is only a wake-up: it may be picked up again as often as it takes. */
const MAX_STALLED = 1_000_000;

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

export interface WorkQueues {
  wantPlan(host: string, job: PlanJob): Promise<void>;
  /** @param wakeups how many senders are wanted at once; those that wait already count */
  wantPosts(service: string, job: PostJob, wakeups: number): Promise<void>;
  workPlans(host: string, handle: (job: PlanJob) => Promise<void>): void;
  workPosts(
    service: string,
    options: PostWorkOptions,
    handle: (job: PostJob) => Promise<Pause | undefined>,
  ): Promise<void>;
  /** Jobs that wait, are under way, or are delayed, by queue. */
  depths(): Promise<Record<string, number>>;
  /** Takes no more work; resolves when what is under way has ended. */
  close(): Promise<void>;
}

export interface PostWorkOptions {
  /** Requests under way at once, on all machines together. */
  readonly concurrency: number;
  readonly rate: { readonly requests: number; readonly perMs: number } | undefined;
}

/**
 * The queues (design, section 3): `plan-HOST` for the files that a machine took in, `post-SERVICE` for everyone.
 * @param onError told of connection troubles, which mend themselves
 */
export function openWorkQueues(connection: ConnectionOptions, onError: (error: Error) => void): WorkQueues {
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];
  let turn = 0;
  const queue = (name: string): Queue => {
    let found = queues.get(name);
    if (found === undefined) {
      found = new Queue(name, { connection, prefix: PREFIX, defaultJobOptions: REMOVE });
      found.on('error', onError);
      queues.set(name, found);
    }
    return found;
  };
  const planName = (host: string) => queueName('plan', host);
  const postName = (service: string) => queueName('post', service);
  return {
    async wantPlan(host, job) {
      await queue(planName(host)).add('plan', job, { jobId: `import-${job.import}` });
    },
    async wantPosts(service, job, wakeups) {
      // A job that is under way still holds its id when it asks for its own successor: two sets of ids take turns.
      turn = 1 - turn;
      await queue(postName(service)).addBulk(
        Array.from({ length: wakeups }, (_, slot) => ({
          name: 'post',
          data: job,
          opts: { jobId: `import-${job.import}-${slot}-${turn}` },
        })),
      );
    },
    workPlans(host, handle) {
      const worker = new Worker<PlanJob>(planName(host), async (job) => handle(job.data), {
        connection,
        prefix: PREFIX,
        concurrency: 1,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: MAX_STALLED,
        ...REMOVE_WORKER,
      });
      worker.on('error', onError);
      workers.push(worker);
    },
    async workPosts(service, options, handle) {
      await queue(postName(service)).setGlobalConcurrency(options.concurrency);
      const worker: Worker<PostJob> = new Worker<PostJob>(
        postName(service),
        async (job) => {
          const pause = await handle(job.data);
          if (pause === undefined) return;
          await worker.rateLimit(Math.max(1, Math.ceil(pause.pauseMs)));
          if (pause.again) throw Worker.RateLimitError();
        },
        {
          connection,
          prefix: PREFIX,
          concurrency: options.concurrency,
          lockDuration: LOCK_MS,
          stalledInterval: STALLED_CHECK_MS,
          maxStalledCount: MAX_STALLED,
          // Pausing needs a limiter; without a rate of the service's it is one that is never reached.
          limiter: options.rate === undefined ? NO_RATE : { max: options.rate.requests, duration: options.rate.perMs },
          ...REMOVE_WORKER,
        },
      );
      worker.on('error', onError);
      workers.push(worker);
    },
    async depths() {
      const depths: Record<string, number> = {};
      for (const [name, found] of queues) depths[name] = await found.count();
      return depths;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((found) => found.close()));
    },
  };
}

const REMOVE_WORKER = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } } as const;
const NO_RATE = { max: 1_000_000, duration: 1_000 };

/** A queue's name can't hold a colon. */
function queueName(kind: string, owner: string): string {
  return `${kind}-${owner.replaceAll(':', '_')}`;
}
