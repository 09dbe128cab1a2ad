import type { ScheduledRuns } from '../arriving/scheduled-runs.ts';
import type { Role } from '../cli/runtime.ts';
import type { QueueLook, RuntimeStatus } from '../http/ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { ServiceWatch } from '../posting/service-status.ts';
import type { RedisLink } from '../queue/connect-redis.ts';
import type { WorkQueues } from '../queue/work-queues.ts';

/** How long the queues may take to say what waits in them, in milliseconds; then it is left out. */
const LOOK_MS = 1_000;

export interface RuntimeStatusOptions {
  readonly ledger: Pick<Ledger, 'serviceSends'>;
  /** This machine. */
  readonly host: string;
  readonly watch: ServiceWatch;
  /** Of what is configured. */
  readonly services: readonly string[];
  roles(): readonly Role[];
  /** Undefined before there is a queue. */
  queues(): WorkQueues | undefined;
  link(): RedisLink | undefined;
  runs(): Promise<ScheduledRuns>;
  /** Looks at once for what is due. */
  reconcile(): Promise<void>;
}

/** What of the screen of jobs and services only the composition root knows. */
export type OwnRuntimeStatus = Omit<RuntimeStatus, 'version' | 'book' | 'inbox' | 'services'>;

export function openRuntimeStatus(options: RuntimeStatusOptions): OwnRuntimeStatus {
  const { ledger, host, watch, services, roles, runs } = options;
  return {
    began: Date.now(),
    roles,
    watch,
    async queues() {
      const opened = options.queues();
      const link = options.link();
      if (opened === undefined || link === undefined || !(await link.here())) return undefined;
      return within(lookAt(opened, host, services));
    },
    beginRun: async (job, who) => await (await runs()).beginNow(job, who),
    async hasten(name) {
      // What rests because the service itself asked for it is left alone.
      if (watch.posting(name).rest?.why === 'retry-after') return false;
      const refusedElsewhere = (await ledger.serviceSends.last(name, 1))[0]?.outcome === 'misconfigured';
      if (!watch.hasten(name) && !refusedElsewhere) return false;
      await options.queues()?.resumePosts(name);
      await options.reconcile();
      return true;
    },
  };
}

async function lookAt(queues: WorkQueues, host: string, services: readonly string[]): Promise<QueueLook> {
  const counts = await queues.counts([host], services);
  const rests: Record<string, number> = {};
  for (const name of services) {
    const left = await queues.postsRest(name);
    if (left > 0) rests[name] = left;
  }
  return { counts, rests };
}

/** Undefined where it took too long, or failed. */
async function within(look: Promise<QueueLook>): Promise<QueueLook | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LOOK_MS);
  });
  try {
    return await Promise.race([look.catch(() => undefined), limit]);
  } finally {
    clearTimeout(timer);
  }
}
