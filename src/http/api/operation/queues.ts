import type { z } from 'zod';
import type { QueueLook, ServerPorts } from '../../ports.ts';
import { isoTime } from '../describe.ts';
import type { operationAnswer } from './shapes.ts';
import type { Throughputs } from './throughput.ts';

const DAY_MS = 24 * 60 * 60_000;

type QueueBody = NonNullable<z.output<typeof operationAnswer>['queues']>[number];

/** What waits in the queues, and what failed of their work within a day, as the ledger knows it: a queue forgets what is done. */
export async function queuesBody(
  { counts }: QueueLook,
  { ledger, now, runtimeStatus }: ServerPorts,
  throughput: Throughputs,
): Promise<QueueBody[]> {
  const since = now() - DAY_MS;
  const { services } = runtimeStatus;
  const { services: bars } = await throughput(
    1,
    services.map(({ name }) => name),
  );
  const failedOf = (service: string) =>
    bars.find(({ name }) => name === service)?.failed.reduce((sum, failed) => sum + failed, 0) ?? 0;
  const rejected = await ledger.workCounts.rejected(since);
  const { waiting, running, later, failed, oldest: due } = await ledger.workCounts.fetching(since, now());
  const waits = (at: number | null | undefined) => (at == null ? {} : { oldest: isoTime(at) });
  return [
    ...counts.map(({ owner, oldest, ...count }): QueueBody => {
      if (count.of === 'plan') return { ...count, failed: rejected, ...waits(oldest) };
      const { company = '' } = services.find(({ name }) => name === owner) ?? {};
      return { ...count, service: company || owner, failed: failedOf(owner), ...waits(oldest) };
    }),
    { name: 'runs', of: 'fetch', waiting, running, later, failed, ...waits(due) },
  ];
}
