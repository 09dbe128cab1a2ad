import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ImportTotals } from '../ledger/import-list.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { RequestSeen } from '../service/client.ts';

/** Before every name, also those of the process. */
const PREFIX = 'bilag_';
/** Upper bounds of the request times that are counted, in seconds: a booking may take a minute. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** How long the queue may take to say how much waits in it, in milliseconds; then its depth is left out. */
const DEPTHS_LIMIT_MS = 1_000;

/** Outcomes of rows as they are told outside, by what the ledger calls them. */
const ROW_OUTCOMES = {
  booked: 'booked',
  held: 'held',
  rejected: 'rejected',
  duplicate: 'duplicate',
  skipped: 'skipped',
  inDoubt: 'in-doubt',
  pending: 'pending',
} as const satisfies Partial<Record<keyof ImportTotals, string>>;

export interface MetricsPorts {
  readonly version: string;
  readonly ledger: Pick<Ledger, 'totals' | 'read'>;
  /** Names of those that are configured. */
  readonly services: readonly string[];
  /** What waits, by queue; undefined where Redis is away, or there is no queue yet. */
  depths(): Promise<Readonly<Record<string, number>> | undefined>;
}

/** What is measured, for Prometheus and whoever reads its text format. Labels are few and short: no file, no id. */
export interface Metrics {
  /** A request to a service has ended. */
  observeRequest(service: string, seen: RequestSeen): void;
  /** The answer to a scrape. */
  metrics(): Promise<{ readonly type: string; readonly text: string }>;
}

/** Counts requests from now on, and draws everything else from the ledger and the queue when it is asked for. */
export function createMetrics({ version, ledger, services, depths }: MetricsPorts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers: [registry] });

  gauge('build_info', 'Always 1; which bilag and which Node.js run.', 'version', 'node').set(
    { version, node: process.versions.node },
    1,
  );
  const imports = gauge('imports', 'Imports in the ledger, by state.', 'state');
  const rows = gauge('rows', 'Rows read, by what became of them; as each import stood at its last change.', 'outcome');
  const inDoubt = gauge('batches_in_doubt', 'Batches of which nobody knows whether they are booked.', 'service');
  const noticesWaiting = gauge('notices_waiting', 'Notifications that are still to be sent.');
  const queueDepth = gauge('queue_depth', 'Wake-ups that wait to be taken on.', 'queue');
  const lastSuccess = gauge(
    'job_last_success_timestamp_seconds',
    'When an import of the job was last booked whole, or a run of it ended with nothing rejected.',
    'job',
  );
  const requests = new Histogram({
    name: `${PREFIX}service_request_duration_seconds`,
    help: 'Requests of this process to accounting services, by outcome.',
    labelNames: ['service', 'operation', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });

  async function drawLedger(): Promise<void> {
    const found = await ledger.read(async ({ totals }) => ({
      imports: await totals.imports(),
      successes: await totals.successes(Date.now()),
      noticesWaiting: await totals.noticesWaiting(),
      inDoubt: await totals.inDoubt(),
    }));
    for (const each of [imports, rows, lastSuccess, inDoubt]) each.reset();
    for (const outcome of Object.values(ROW_OUTCOMES)) rows.set({ outcome }, 0);
    for (const row of found.imports) {
      imports.inc({ state: row.state }, row.imports);
      for (const [of, outcome] of Object.entries(ROW_OUTCOMES)) {
        rows.inc({ outcome }, row[of as keyof typeof ROW_OUTCOMES]);
      }
    }
    for (const { job, at } of found.successes) lastSuccess.set({ job }, at / 1_000);
    noticesWaiting.set(found.noticesWaiting);
    for (const service of services) inDoubt.set({ service }, 0);
    for (const { service, batches } of found.inDoubt) inDoubt.set({ service }, batches);
  }

  async function drawQueue(): Promise<void> {
    const found = await within(DEPTHS_LIMIT_MS, depths());
    queueDepth.reset();
    for (const [name, depth] of Object.entries(found ?? {})) queueDepth.inc({ queue: withoutHost(name) }, depth);
  }

  return {
    observeRequest(service, { operation, outcome, ms }) {
      requests.observe({ service, operation, outcome }, ms / 1_000);
    },
    async metrics() {
      await drawQueue();
      await drawLedger();
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** The queue of a machine's plans has its name, which may be a container's id. */
function withoutHost(queue: string): string {
  return queue.startsWith('plan-') ? 'plan' : queue;
}

/** Waits for this long at most; undefined where that was too short, or it failed. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work.catch(() => undefined), limit]);
  } finally {
    clearTimeout(timer);
  }
}
