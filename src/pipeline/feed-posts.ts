import { UsageError } from '../domain/issue.ts';
import { aboutImport } from './about.ts';
import { createBlockages } from './blockages.ts';
import { otherCompany } from './other-company.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';

/** Wakes whoever posts for a service: so many wake-ups of an import as it may have requests under way. */
export type Wake = (service: string, num: number, wakeups: number) => Promise<void>;

/**
 * Wakes the senders of an import, if anything in it is due. What is queued is bounded by the requests that may be
 * under way, however large the import is; a wake-up too many finds nothing to do. An import of other books, or of a
 * service that is no longer configured, waits for its own.
 */
export function feedPosts(ports: PipelinePorts, wake: Wake): (num: number) => Promise<void> {
  const { ledger, now } = ports;
  const blockages = createBlockages(ports);
  return async (num) => {
    const row = ledger.imports.findByNum(num);
    if (row?.state !== 'posting' || !ledger.posting.hasDue(num, now())) return;
    try {
      const { company } = ports.service(row.service);
      if (row.company !== company) throw otherCompany(row, company);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const { message, suggestion } = error;
      return blockages.add(num, { kind: 'misconfigured', message, suggestion }, aboutImport(row));
    }
    blockages.clear(num);
    await wake(row.service, num, (JSON.parse(row.facts!) as PlanFacts).concurrency);
  };
}
