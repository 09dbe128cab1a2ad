import type { UsageError } from '../domain/issue.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { otherCompany } from './other-company.ts';
import type { PlanFacts } from './plan-ports.ts';
import type { PipelinePorts } from './ports.ts';

/** Wakes whoever posts for a service: so many wake-ups of an import as it may have requests under way. */
export type Wake = (service: string, num: number, wakeups: number) => Promise<void>;

/**
 * Wakes the senders of an import, if anything in it is due. What is queued is bounded by the requests that may be
 * under way, however large the import is; a wake-up too many finds nothing to do.
 */
export async function feedPosts(num: number, ports: PipelinePorts, wake: Wake): Promise<void> {
  const row = ports.ledger.imports.byNum(num);
  if (row.state !== 'posting' || !ports.ledger.posting.hasDue(num, ports.now())) return;
  const { company } = ports.service(row.service);
  if (row.company !== company) return block(row, otherCompany(row, company), ports);
  await wake(row.service, num, (JSON.parse(row.facts!) as PlanFacts).concurrency);
}

/** Said once, not at every look. */
function block(
  { num }: ImportRow,
  { message, suggestion }: UsageError,
  { ledger, now, who, say }: PipelinePorts,
): void {
  const detail = { kind: 'misconfigured', message, suggestion };
  const last = ledger.imports.events(num).at(-1);
  if (last?.what === 'blocked' && last.detail === JSON.stringify(detail)) return;
  ledger.imports.record(num, now(), who, 'blocked', detail);
  say(message);
}
