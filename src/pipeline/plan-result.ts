import type { Job } from '../domain/job.ts';
import type { PlanResult } from '../ledger/plan-writer.ts';
import type { PlanSummary } from './plan-ports.ts';

/** What the ledger keeps of a finished plan. @param now milliseconds since 1970 */
export function planResult(
  { job, jobHash }: { readonly job: Job; readonly jobHash: string },
  { facts, rowsRead, rowsSkipped, fileTotals, claimVersion }: PlanSummary,
  now: number,
): PlanResult {
  return {
    kind: job.kind,
    job_hash: jobHash,
    facts: JSON.stringify(facts),
    rows_read: rowsRead,
    rows_skipped: rowsSkipped,
    file_totals: JSON.stringify(fileTotals),
    planned_at: now,
    claims_seen: claimVersion,
    todo: 'claim',
  };
}
