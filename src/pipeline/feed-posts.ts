import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';

/** Wakes whoever posts for a service: so many wake-ups of an import as it may have requests under way. */
export interface Wake {
  (service: string, num: number, wakeups: number): Promise<void>;
}

/**
 * Wakes the senders of an import, if anything in it is due. What is queued is bounded by the requests that may be
 * under way, however large the import is; a wake-up too many finds nothing to do.
 */
export async function feedPosts(num: number, ports: PipelinePorts, wake: Wake): Promise<void> {
  const row = ports.ledger.imports.byNum(num);
  if (row.state !== 'posting' || !ports.ledger.posting.hasDue(num, ports.now())) return;
  await wake(row.service, num, (JSON.parse(row.facts!) as PlanFacts).concurrency);
}
