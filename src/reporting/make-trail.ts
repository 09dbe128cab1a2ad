import { FileRejected, UsageError } from '../core/issue.ts';
import type { PipelinePorts } from '../kinds/ports.ts';
import type { ImportRow } from '../ledger/rows.ts';
import { runInThread } from '../threads/run-in-thread.ts';

/** Heap of the thread, in MB: a workbook holds its different texts in memory until it is written. */
const HEAP_MB = 512;

/** What the thread is asked. */
export interface TrailOrder {
  /** Path of the ledger. */
  readonly ledger: string;
  readonly num: number;
  /** Where to write it: `.xlsx` or `.csv`. */
  readonly path: string;
}

/**
 * Writes the audit trail of an import in a thread of its own: one of a million lines takes its time, and whoever posts or
 * answers requests must not wait for it.
 * @param leaving aborted when this process leaves
 * @throws UsageError where it doesn't fit into a workbook
 */
export async function makeTrail(
  { num }: Pick<ImportRow, 'num'>,
  path: string,
  { ledgerPath }: Pick<PipelinePorts, 'ledgerPath'>,
  leaving: AbortSignal,
): Promise<void> {
  const order: TrailOrder = { ledger: ledgerPath, num, path };
  try {
    await runInThread('trail', order, { signal: leaving, heapMb: HEAP_MB });
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    throw new UsageError('The rows don’t fit into a workbook.', 'Take the trail as CSV instead.', {
      reason: 'workbook-full',
    });
  }
}
