import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Role } from '../cli/runtime.ts';
import { type Config, findService } from '../config/config.ts';
import { BILAG } from '../core/cancelled-issue.ts';
import { processes } from '../core/processes.ts';
import { PROBE_CHECK_MS, probeDoubts } from '../doubt/probe.ts';
import { planWorker } from '../importing/plan-worker.ts';
import { BACKFILL_CHECK_MS, nameContacts } from '../kinds/contacts/backfill-ids.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import { enqueueDue, RECONCILE_MS, reconcile } from '../posting/enqueue-due.ts';
import { type SenderLease, startSenderLease } from '../posting/lease.ts';
import { postWorker } from '../posting/post-worker.ts';
import type { ServiceWatch } from '../posting/service-status.ts';
import { ORPHAN_CHECK_MS, settleOrphans } from '../posting/settle-orphans.ts';
import type { WorkQueues } from '../queue/work-queues.ts';

/** Between two looks for queues that nobody works on any more, in milliseconds. */
const LEFT_QUEUES_MS = 10 * 60_000;

export interface WorkersOptions {
  readonly ports: PipelinePorts;
  readonly services: Config['services'];
  readonly queues: WorkQueues;
  readonly watched: ServiceWatch;
  readonly roles: readonly Role[];
  /** Services whose batches are posted. */
  readonly posted: readonly string[];
  /** Aborted when this process leaves. */
  readonly leaving: AbortSignal;
  /** Told how many rows of an import were read so far. */
  progress(num: number, rows: number): void;
  /** Does something again and again until this process leaves. */
  repeat(name: string, ms: number, work: () => Promise<void> | void): void;
  /** Given the lease of the sender, to be stopped at the end. */
  hold(lease: SenderLease): void;
}

/** Takes on planning and posting. @returns what looks once more for everything that is due */
export async function startWorkers(options: WorkersOptions): Promise<() => Promise<void>> {
  const { queues, watched, roles, leaving, progress, repeat } = options;
  // What is planned and posted nobody does by hand, whoever started this process.
  const ports = { ...options.ports, who: BILAG };
  const { host, ledger } = ports;
  const feed = enqueueDue(ports, (name, num, wakeups) => queues.wantPosts(name, { import: num }, wakeups));
  if (roles.includes('plan')) {
    const planPorts = { ...ports, planner: `${host}:${process.pid}`, progress, leaving };
    queues.workPlans(
      host,
      planWorker(planPorts, feed, (name) => watched.posting(name).hastened),
    );
  }
  if (roles.includes('post')) {
    const holder = await startSenderLease({
      ledger,
      host,
      pid: process.pid,
      started: processes.self,
      now: Date.now,
      monotonic: () => performance.now(),
      newId: randomUUID,
    });
    options.hold(holder);
    for (const name of options.posted) {
      const { concurrency, rate } = findService(options.services, name);
      const handle = postWorker(
        ports.service(name),
        { ...ports, holder, newId: randomUUID },
        rate === undefined ? undefined : 1,
        feed,
        () => leaving.aborted,
        watched.posting(name),
      );
      queues.workPosts(name, concurrency, handle);
    }
  }
  const look = () => reconcile(ports, { plan: (num) => queues.wantPlan(host, { import: num }), posts: feed });
  repeat('reconcile', RECONCILE_MS, look);
  repeat('settle-orphans', ORPHAN_CHECK_MS, () => settleOrphans(ports));
  if (roles.includes('post')) {
    repeat('probe', PROBE_CHECK_MS, () => probeDoubts(ports, leaving));
    repeat('backfill-ids', BACKFILL_CHECK_MS, () => nameContacts(ports, leaving));
  }
  repeat('drop-left-queues', LEFT_QUEUES_MS, () => queues.dropLeft(Date.now()));
  return look;
}
